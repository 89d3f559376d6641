"""A real site on the test database, and a browser that reports every error it meets."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from accounts.models import User
from companion.embedded.parts import free_port
from tests.model_server import ModelServer
from transcript.models import Message, Status

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "test-results"
MODEL_NAME = "Scripted"
PASSWORD = "sturdy-Pass-2931"
CHROMIUM = next(
    (
        found
        for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LOCALES = {"zh": "zh-CN", "en": "en-US"}
OpenPage = Callable[..., Page]
expect.set_options(
    timeout=15_000
)  # beside other workers a page may take its time; what never comes still fails


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: once Playwright runs its loop in this thread, nothing else can run one here."""
    ours = [item for item in items if Path(item.path).is_relative_to(Path(__file__).parent)]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.django_db(transaction=True))
    items[:] = [item for item in items if item not in ours] + ours


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    if CHROMIUM is None:
        if os.environ.get("COMPANION_BROWSER_REQUIRED") == "1":
            pytest.fail("no chromium found, and COMPANION_BROWSER_REQUIRED is set")
        pytest.skip("no chromium found: apt-get install chromium")
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(autouse=True, scope="session")
def _database_calls_are_ours() -> Iterator[None]:
    """Playwright's synchronous interface runs a loop in this thread, in which Django would refuse the database."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@contextmanager
def served(port: int = 0, **environment: str) -> Iterator[str]:
    """The address of the site: its own process, on this run's database, broker and embedder."""
    port = port or free_port()
    log = Path(settings.VAR_DIR) / f"browser-site-{port}.log"
    command = [str(Path(sys.executable).with_name("daphne")), "-b", "127.0.0.1", "-p", str(port)]
    name = str(connection.settings_dict["NAME"])
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--verbosity", "0", "companion.asgi:application"],
            cwd=ROOT,
            env={**os.environ, "DATABASE_NAME": name, "EMAIL_URL": "dummymail://", **environment},
            stdout=output,
            stderr=output,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(60)  # beside other workers it may take its time
        except subprocess.TimeoutExpired:
            process.kill()
            raise


@pytest.fixture(scope="session")
def site(django_db_setup: None, static_files: None) -> Iterator[str]:
    """The site as it is without a language model."""
    with served() as address:
        yield address


def voice(model: ModelServer) -> dict[str, Any]:
    """The settings that let a site speak with the scripted model."""
    return {
        "LLM_BASE_URL": model.url,
        "LLM_API_KEY": "k",
        "LLM_MODEL": "scripted",
        "LLM_PROVIDER_NAME": MODEL_NAME,
    }


@pytest.fixture(scope="session")
def scripted() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def model(scripted: ModelServer) -> ModelServer:
    """The scripted model, told nothing yet."""
    scripted.reset()
    return scripted


@pytest.fixture(scope="session")
def voiced(django_db_setup: None, static_files: None, scripted: ModelServer) -> Iterator[str]:
    """The site with the scripted model: one for all, since each takes seconds to start."""
    with served(**voice(scripted)) as address:
        yield address


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _each in range(900):
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    pytest.fail(f"the site did not start:\n{log.read_text(errors='replace')[-2000:]}")


@pytest.fixture
def open_page(site: str, browser: Browser) -> Iterator[OpenPage]:
    """Open a page: `open_page("zh", width=390, dark=True)`. At the end none may have met an error, except those that a
    scenario brings about and says it `forgives`."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(lang: str, width: int = 1440, dark: bool = False, **more: Any) -> Page:
        phone, forgives = width < 600, more.pop("forgives", "(?!)")

        def heard(said: ConsoleMessage) -> None:
            if said.type == "error" and not re.search(forgives, said.text):
                troubles.append(said.text)

        context = browser.new_context(
            base_url=more.pop("at", site),
            viewport={"width": width, "height": 844 if phone else 900},
            color_scheme="dark" if dark else "light",
            locale=LOCALES[lang],
            timezone_id="Asia/Shanghai",
            has_touch=phone,
            is_mobile=phone,
            **more,
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    _let_the_site_finish()
    assert troubles == []


def _let_the_site_finish() -> None:
    """A reply outlives its page: emptying the tables under it would end in a deadlock."""
    busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
    quiet = 0
    for _each in range(200):
        with connection.cursor() as cursor:
            cursor.execute(busy)
            idle = cursor.fetchone()[0] == 0 and not Message.objects.filter(status=Status.GENERATING).exists()
        quiet = quiet + 1 if idle else 0
        if quiet == 4:
            return
        time.sleep(0.05)


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    def make(lang: str = "zh") -> User:
        return User.objects.create_user(
            f"{uuid4().hex}@example.org",
            PASSWORD,
            birth_date=date(1990, 5, 1),
            language={"zh": "zh-hans", "en": "en"}[lang],
        )

    return make


def sign_in(page: Page, user: User) -> None:
    """In the chat, connected. The session is made here: the door lets only so many in a minute."""
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": value, "domain": "127.0.0.1", "path": "/"}]
    )
    page.goto("/")
    page.wait_for_selector('body[data-connection="open"]')


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call what starts an event loop of its own, which can't be done beside Playwright's."""

    def run() -> Any:
        try:
            return function(*arguments)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", caret="initial")
