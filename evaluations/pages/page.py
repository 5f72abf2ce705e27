"""What all pages of judging have in common: a login, the right, and one answer to broken rules."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from llars.errors import DomainError
from llars.views import domain_error_page

View = Callable[..., HttpResponseBase]
Row = TypeVar("Row", bound=Model)


def page(view: View, *, permission: str = "") -> View:
    """A view for people who are logged in (and have ``permission``); a broken rule becomes a page."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except DomainError as error:
            return domain_error_page(request, error, back=_way_back(request, kwargs))

    if permission:
        answer = permission_required(permission, raise_exception=True)(answer)
    return never_cache(_logged_in(answer))


def _way_back(request: HttpRequest, kwargs: dict[str, Any]) -> str:
    """The page that the reader came from, by the object that the address names."""
    name = request.resolver_match.url_name if request.resolver_match else ""
    if "pk" not in kwargs or not name:
        return ""
    known = {"judge": "judge-session", "scenario": "scenario", "prompt": "prompt"}
    target = known.get(name.split("-")[0])
    return reverse(target, args=[kwargs["pk"]]) if target else ""


def _logged_in(view: View) -> View:
    """Send strangers to the login; a fragment asked for by a script sends the whole page there."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.headers.get("HX-Request"):
            back = urlsplit(request.headers.get("HX-Current-URL", ""))
            target = redirect_to_login(back.path or request.path)
            return HttpResponse(status=204, headers={"HX-Redirect": target["Location"]})
        if "application/json" in request.headers.get("Accept", ""):
            return JsonResponse({"detail": _("You are logged out.")}, status=401)
        return redirect_to_login(request.get_full_path())

    return answer


def reader(request: HttpRequest) -> User:
    """Who looks at the page; the decorator lets nobody else in."""
    assert isinstance(request.user, User)  # noqa: S101
    return request.user


class _FromNearerEnd(Paginator):  # type: ignore[type-arg]  # subscriptable in the stubs alone
    """Pages of rows in a total order; later ones are counted from the end, so that fewer rows are skipped."""

    def page(self, number: int | str) -> "Page[Any]":
        """The page of this number, its rows in their order."""
        wanted = self.validate_number(number)
        begin = (wanted - 1) * self.per_page
        if 2 * begin <= self.count:
            return super().page(wanted)
        end = min(begin + self.per_page, self.count)
        backwards = cast("QuerySet[Any]", self.object_list).reverse()
        rows = list(backwards[self.count - end : self.count - begin])
        return Page(rows[::-1], wanted, self)


def paginated(
    request: HttpRequest,
    rows: "QuerySet[Row]",
    *,
    size: int,
    count: int | None = None,
    in_total_order: bool = False,
) -> "Page[Row]":
    """The page of ``rows`` that the address asks for; a number out of range gives the nearest.

    Args:
        count: the number of rows, where it is known already.
        in_total_order: no two rows are equal in the order, so that late pages can be read from the end.
    """
    paginator = (_FromNearerEnd if in_total_order else Paginator)(rows, size)
    if count is not None:
        paginator.count = count
    return paginator.get_page(request.GET.get("page"))
