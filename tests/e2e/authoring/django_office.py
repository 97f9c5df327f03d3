"""Somebody else's app, run as a process of its own: Django's admin with one person and one group.

Prints its address and the cookie that signs the person in, then one line for each request: method, path and query.
"""

import sys
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings


class Said(WSGIRequestHandler):
    """Says each request on standard output."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name is the base class's
        print("asked", self.command, self.path, flush=True)


def main(folder: Path) -> None:
    apps = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    middleware = ("sessions.middleware.Session", "auth.middleware.Authentication", "messages.middleware.Message")
    processors = [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]
    settings.configure(
        DEBUG=True,
        SECRET_KEY="not a secret",
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF=__name__,
        INSTALLED_APPS=[f"django.contrib.{name}" for name in apps],
        MIDDLEWARE=[f"django.contrib.{name}Middleware" for name in middleware],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": processors},
            }
        ],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "office.db"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        STATIC_URL="/static/",
        USE_TZ=True,
    )
    django.setup()
    serve()


def serve() -> None:
    from django.contrib import admin
    from django.contrib.auth.models import Group, User
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.handlers.wsgi import WSGIHandler
    from django.core.management import call_command
    from django.test import Client
    from django.urls import path

    globals()["urlpatterns"] = [path("admin/", admin.site.urls)]
    call_command("migrate", verbosity=0)
    person = User.objects.create_superuser("ada", "ada@office.example", "pw", first_name="Ada", last_name="Lindqvist")
    Group.objects.create(name="Bookkeepers")
    browser = Client()
    browser.force_login(person)
    with make_server("127.0.0.1", 0, StaticFilesHandler(WSGIHandler()), handler_class=Said) as server:
        print(f"http://127.0.0.1:{server.server_port} {browser.cookies['sessionid'].value}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
