"""Django's settings. What differs between installations comes from ``llars.environment``."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from llars import embedded_redis
from llars.environment import Environment

BASE_DIR = Path(__file__).resolve().parent.parent
ENVIRONMENT = Environment(BASE_DIR)
VAR_DIR = ENVIRONMENT.var_dir

SECRET_KEY = ENVIRONMENT.secret_key()
FIELD_ENCRYPTION_KEYS = ENVIRONMENT.field_encryption_keys()
DEBUG = ENVIRONMENT.flag("DEBUG")
ALLOWED_HOSTS = ENVIRONMENT.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.words("CSRF_TRUSTED_ORIGINS")

SYSTEM_PROVIDER = ENVIRONMENT.system_provider()
PROVIDER_HOSTS = ENVIRONMENT.words("LLARS_PROVIDER_HOSTS")
LOCAL_MODEL = ENVIRONMENT.local_model()
PORT = ENVIRONMENT.number("LLARS_PORT", 8000, low=1, high=65535)
LEASE_S = ENVIRONMENT.number("LLARS_LEASE_S", 60, low=1, high=3600)
RETRY_PAUSE_S = ENVIRONMENT.number("LLARS_RETRY_PAUSE_MS", 500, low=1, high=60_000) / 1000
ROOT_PATH = ENVIRONMENT.root_path()
FORCE_SCRIPT_NAME = ROOT_PATH or None

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_rq",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "import_export",
    "llars",
    "pillars",
    "pillars.kia.apps.KiaConfig",
    "prompts",
    "evaluations",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "llars.urls"
ASGI_APPLICATION = "llars.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": ENVIRONMENT.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = ENVIRONMENT.redis_url(default=embedded_redis.url(VAR_DIR))
RQ_QUEUES = {"default": {"URL": REDIS_URL, "DEFAULT_TIMEOUT": -1}}
RQ = {"WORKER_CLASS": "evaluations.judging.workers.JudgeWorker"}
# The layer waits up to five seconds for a message, as long as redis-py waits for an answer by default.
CHANNEL_REDIS = {"address": REDIS_URL, "socket_timeout": 30}
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [CHANNEL_REDIS]}},
}

# Items and recorded answers come in by the thousand in one call.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024 * 1024

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "judge-sessions"
LOGOUT_REDIRECT_URL = "login"
CSRF_FAILURE_VIEW = "llars.views.csrf_failure"
IS_HTTPS = ENVIRONMENT.is_https()
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "llars" / "locale"]
TIME_ZONE = "Europe/Berlin"
USE_I18N = True
USE_TZ = True

# Django would add the path to a relative address at its first use, which may be before it knows the path.
STATIC_URL = f"{ROOT_PATH}/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "evaluations.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "evaluations.api.problems.problem_response",
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=365), "AUTH_HEADER_PREFIX": "Token"}
SPECTACULAR_SETTINGS = {
    "TITLE": "LLARS",
    "DESCRIPTION": "Judge sessions over pillars of counselling threads, their comparisons and results.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/",
    "ENUM_NAME_OVERRIDES": {
        "SessionStatusEnum": "evaluations.models.JudgeSession.Status",
        "ComparisonStatusEnum": "evaluations.models.JudgeTask.Status",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "evaluations": {"level": "INFO"},
        "httpx2": {"level": "WARNING"},
        "rq.worker": {"level": "WARNING", "handlers": ["console"], "propagate": False},
    },
}

# Cells of exported tables that a spreadsheet would run as a formula are made harmless.
IMPORT_EXPORT_ESCAPE_FORMULAE_ON_EXPORT = True
