"""Settings: read from the environment, with embedded parts as the default for everything.

Nothing here starts or asks anything; `companion.embedded` starts parts and sets the URLs before this is read.
"""

from __future__ import annotations

import os
from pathlib import Path

import django_stubs_ext
import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from companion.obligations import *  # noqa: F403

django_stubs_ext.monkeypatch()  # lets ModelAdmin[...] and ModelForm[...] name their model at run time

# Before numpy is first imported: what it does here is small, and with a thread for each core two processes that turn a vector
# at once wait a second for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR_DIR = Path(env.str("COMPANION_VAR", default=str(BASE_DIR / "var")))

DEBUG = env.bool("DEBUG", default=False)
PRODUCTION = env.bool("COMPANION_PRODUCTION", default=False)
"""True on a public host: secure cookies, HTTPS, and no secret made up on the spot."""


def _secret(name: str, path: Path, *, local: str) -> str:
    """A secret from the environment, else from its file, else `local`, which only a laptop may use."""
    if value := env.str(name, default=""):
        return str(value)
    if path.exists():
        return str(path.read_text(encoding="ascii")).strip()
    return "" if PRODUCTION else local


SECRET_KEY = _secret("SECRET_KEY", VAR_DIR / "keys" / "django", local="not-yet-made-by-embedded-start")
COMPANION_KEK = env.str("COMPANION_KEK", default="")
COMPANION_KEK_FILE = Path(env.str("COMPANION_KEK_FILE", default=str(VAR_DIR / "keys" / "kek")))

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")

INSTALLED_APPS = [
    "daphne",
    "companion.apps.CompanionConfig",
    "topics.apps.TopicsConfig",
    "memory.apps.MemoryConfig",
    "persona.apps.PersonaConfig",
    "safety.apps.SafetyConfig",
    "transcript.apps.TranscriptConfig",
    "accounts.apps.AccountsConfig",
    "companion.apps.OperatorSite",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
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
    "accounts.middleware.Preferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "companion.middleware.NoStore",
    "companion.leaving.middleware.Leaving",
]

ROOT_URLCONF = "companion.urls"
ASGI_APPLICATION = "companion.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "companion.context.site",
            ],
        },
    },
]

DATABASE_URL = env.str("DATABASE_URL", default="")
DATABASES = {
    "default": (
        env.db_url_config(DATABASE_URL)
        if DATABASE_URL
        else {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": env.str("DATABASE_NAME", default="companion"),
            "USER": "postgres",
        }
    )
}
DATABASES["default"].setdefault("OPTIONS", {})
DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"]["OPTIONS"]["pool"] = {
    "min_size": 0,
    "max_size": env.int("DATABASE_POOL", default=16),
    "timeout": 15,
}
if host := env.str("DATABASE_SOCKET", default=""):
    DATABASES["default"]["HOST"] = host
SEAM_THREADS = env.int("SEAM_THREADS", default=8)
"""Threads that serve the sockets' database work; keep it below DATABASE_POOL."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "companion.layer.SteadyLayer",
        "CONFIG": {
            "hosts": [REDIS_URL],
            "prefix": "companion",
            "symmetric_encryption_keys": [SECRET_KEY],
            "capacity": 500,
        },
    },
}

CELERY_BROKER_URL = (
    f"redis+socket://{REDIS_URL.removeprefix('unix://')}" if REDIS_URL.startswith("unix://") else REDIS_URL
)
WAKE_WORKERS = True
"""Off where background work is called directly: stories and measurements in a scratch database."""
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "upkeep"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 300}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat" / "schedule")
CELERY_TIMEZONE = "UTC"

EMBEDDING_BASE_URL = env.str("EMBEDDING_BASE_URL", default="")
EMBEDDING_API_KEY = env.str("EMBEDDING_API_KEY", default="local")
EMBEDDING_MODEL = env.str("EMBEDDING_MODEL", default="")
EMBEDDING_DIMS = env.int("EMBEDDING_DIMS", default=384)
EMBEDDED_RECIPE = env.str("EMBEDDED_RECIPE", default="")
"""Which of the embedded engines answers at EMBEDDING_BASE_URL, set by whoever started it."""
LLM_BASE_URL = env.str("LLM_BASE_URL", default="")
LLM_API_KEY = env.str("LLM_API_KEY", default="")
LLM_MODEL = env.str("LLM_MODEL", default="")
LLM_PROVIDER_NAME = env.str("LLM_PROVIDER_NAME", default="")
USE_LANGUAGE_MODELS = True
"""Off where results must be exact: stories that are told by the rules alone."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignUpForm"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="optional")
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
FRESH_SIGN_IN_MINUTES = env.int("FRESH_SIGN_IN_MINUTES", default=15)
"""How long after a sign-in a file may be taken along; then the password is asked for again."""
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True
"""A site of one's own may send no mail at all; a second factor must not wait for one."""

vars().update(env.email_url_config(env.str("EMAIL_URL", default="consolemail://")))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="companion@localhost")
MAIL_CONFIGURED = bool(env.str("EMAIL_URL", default=""))
"""Whether mail goes anywhere but to the console: only then is it offered."""
CONTACT_BACKEND = env.str(
    "CONTACT_BACKEND", default=f"safety.contact.sending.{'Email' if MAIL_CONFIGURED else 'Console'}Backend"
)
"""What carries messages to emergency contacts: a class with `real` and `send(letter)` (safety/contact/sending.py)."""

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("简体中文")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_USER_TIME_ZONE = env.str("DEFAULT_TIME_ZONE", default="Asia/Shanghai")

FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 21 * 2**20
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 2**20
"""What people upload is theirs: it is never laid down in clear in a temporary folder, and a bigger file is refused."""

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
if PRODUCTION:
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=PRODUCTION)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000 if PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
if env.bool("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}

JUDGE_THREADS = env.int("JUDGE_THREADS", default=16)
"""Lines of one process that a model is asked about at once."""
MESSAGES_PER_MINUTE = env.int("MESSAGES_PER_MINUTE", default=30)
COMPANION_TERMS_VERSION = "2026-11"
"""Version of the words a user consents to; a change asks again."""
