"""Have a language model write features of a pillar's threads: plan, look what it comes to, start."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evaluations.generation.creating import generate as start
from evaluations.generation.planning import GenerationEstimate, estimate_generation
from evaluations.pages.generate_form import GenerateForm
from evaluations.pages.page import reader
from evaluations.pages.pillar import pillar_for
from llars.errors import InvalidInput


@require_http_methods(["GET", "HEAD", "POST"])
def generate(request: HttpRequest, *, number: int) -> HttpResponse:
    """The form; ``step`` = ``start`` makes and starts the generation, anything else foretells it."""
    pillar, user = pillar_for(request, number), reader(request)
    form = GenerateForm(request.POST or None, pillar=pillar, user=user)
    estimate: GenerationEstimate | None = None
    if form.is_valid():
        try:
            if request.POST.get("step") == "start":
                session = start(form.plan(), actor=user)
                messages.success(
                    request, _("The generation was started; it goes on when you leave this page.")
                )
                return redirect("judge-session", pk=session.pk)
            estimate = estimate_generation(form.plan(), user=user)
        except InvalidInput as error:
            form.refuse(error)
    context = {"pillar": pillar, "form": form, "estimate": estimate}
    return render(request, "pillars/generate.html", context, status=400 if form.errors else 200)
