"""Which address leads where."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.i18n import set_language

from evaluations.api import liveness
from llars import views

urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.favicon),
    path("login", views.SignIn.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("language", set_language, name="set_language"),
    path("judge/", include("evaluations.pages.urls")),
    path("", include("evaluations.pages.scenario_urls")),
    path("api/", include("evaluations.api.urls")),
    path("healthz", liveness.healthz),
    path("readyz", liveness.readyz),
    path("admin/", admin.site.urls),
]

handler400 = "llars.views.bad_request"
handler403 = "llars.views.permission_denied"
handler404 = "llars.views.not_found"
