"""Pages that belong to no part of the house: the way in, the way out, and what went wrong."""

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from llars.errors import DomainError


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front door leads researchers to the sessions, and everybody else to their work."""
    judges = request.user.has_perm("evaluations.add_judgesession")
    return redirect("evaluate" if request.user.is_authenticated and not judges else "judge-sessions")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this address unasked, on pages without a head of ours."""
    return redirect(static("llars/img/llars.svg"))


class SignIn(LoginView):
    """The login page; who is logged in already is sent on."""

    template_name = "login.html"
    redirect_authenticated_user = True


def error_page(request: HttpRequest, status: int, title: str, detail: str, **context: object) -> HttpResponse:
    """One page for whatever went wrong: what, why, and the way back."""
    context |= {"status": status, "title": title, "detail": detail}
    return render(request, "errors/error.html", context, status=status)


def domain_error_page(request: HttpRequest, error: DomainError, *, back: str = "") -> HttpResponse:
    """The page of a broken rule; ``back`` is where the reader can go on."""
    titles = {403: _("No permission"), 409: _("Not possible now")}
    title = titles.get(error.status, _("Not possible"))
    return error_page(request, error.status, title, str(error), back=back)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return error_page(
        request, 400, _("Request not understood"), _("The browser sent something that cannot be read.")
    )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return error_page(
        request, 403, _("No permission"), _("Your account does not have the right to see this page.")
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 where the form's security mark is missing or old."""
    detail = _("The form has expired or cookies are blocked. Go back, reload the page and send it again.")
    return error_page(request, 403, _("Form expired"), detail)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, also for what exists but is not the reader's."""
    detail = _("This page does not exist, or it belongs to somebody else.")
    return error_page(request, 404, _("Not found"), detail)
