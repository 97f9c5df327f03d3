"""The command line: one function a command.

Exit codes: 0 fine, 1 the answer is no (a check failed), 2 the words were off, 3 something outside failed. An error is
one line on stderr that says what to do.
"""

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from overlay import __version__
from overlay.app.command_parser import CommandParser
from overlay.app.log_words import add_history_words, add_log_words
from overlay.app.terminal import plain, take_any_text
from overlay.core.errors import FescueError, PackError, SettingsError
from overlay.core.resources import bundled_pack

FINE, NO, WORDS, OUTSIDE = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `fescue`.

    Args:
        arguments: the words after the program's name; the process's own when left out.

    Returns:
        The exit code.
    """
    take_any_text((sys.stdout, sys.stderr))
    parser = _parser()
    options = parser.parse_args(arguments)
    command: Callable[[argparse.Namespace], int] | None = getattr(options, "command", None)
    if command is None:
        parser.print_help()
        return WORDS
    logging.basicConfig(level=logging.DEBUG if options.debug else logging.CRITICAL, format="%(name)s: %(message)s")
    try:
        return command(options)
    except SettingsError as error:
        return _fail(error, WORDS)
    except PackError as error:
        return _fail(error, WORDS)
    except FescueError as error:
        return _fail(error, OUTSIDE)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return OUTSIDE


def run(options: argparse.Namespace) -> int:
    """Start the tray app."""
    from overlay.app.run import run_tray

    return run_tray(options.pack, origin=options.origin, role=options.role, hidden=options.hidden)


def demo(options: argparse.Namespace) -> int:
    """Start demo app, browser and tray app together."""
    from overlay.app.demo import run_demo

    return run_demo(port=options.port, person=options.person, picture=options.headless_shot, question=options.ask)


def ask(options: argparse.Namespace) -> int:
    """Answer one question."""
    from overlay.app.ask_command import AskWishes, run_ask

    return run_ask(
        AskWishes(
            options.text,
            options.pack,
            origin=options.origin,
            role=options.role,
            screen=options.screen,
            provider=options.provider,
            model=options.model,
            as_json=options.json,
            png=options.png,
        )
    )


def check(options: argparse.Namespace) -> int:
    """Look for every problem of a pack."""
    from overlay.app.checks import check_command, show_rules

    if options.rules:
        return show_rules(as_json=options.json)
    return check_command(
        options.pack, live=options.live, levels=options.level, strict=options.strict, as_json=options.json
    )


def capture(options: argparse.Namespace) -> int:
    """Take the screenshots, or keep a sign-in for them."""
    from overlay.app.capture_login import log_in, log_out
    from overlay.app.captures import capture_pack, verify_pack

    if options.what == "login":
        return log_in(options.pack, options.role, options.origin)
    if options.what == "logout":
        return log_out(options.pack, options.role, options.origin)
    only = {"area": options.area, "role": options.role, "origin": options.origin, "as_json": options.json}
    if options.verify:
        return verify_pack(options.pack, **only)
    return capture_pack(options.pack, **only, out=options.out, twice=options.twice, sheet=options.sheet)


def bench(options: argparse.Namespace) -> int:
    """Measure."""
    from overlay.app.benches import run_benches

    return run_benches(options.what, as_json=options.json, questions=options.questions)


def companion(options: argparse.Namespace) -> int:
    """Build or install the browser's companion extension, or say how it stands."""
    from overlay.app.companion import companion_command

    return companion_command(options.what, options.pack, options.out)


def providers(options: argparse.Namespace) -> int:
    """Try models side by side, or keep or forget a provider's key."""
    from overlay.app.provider_trials import forget_key, keep_key, try_providers

    if options.what == "test":
        return try_providers(options.name, options.pack, as_json=options.json)
    if len(options.name) != 1:
        msg = f"name one provider: fescue providers {options.what} openai"
        raise SettingsError(msg)
    return keep_key(options.name[0]) if options.what == "key" else forget_key(options.name[0])


def policy(options: argparse.Namespace) -> int:
    """Show every setting, its value and where that comes from."""
    from overlay.app.policy import show_policy

    return show_policy(as_json=options.json)


def log(options: argparse.Namespace) -> int:
    """Show what was asked, what it cost, and what went unanswered."""
    from overlay.app.log_command import LogWishes, show_log

    person: str | None = options.user
    if options.mine:
        from overlay.app.desk import open_desk
        from overlay.app.history_command import who_asks

        person = who_asks(open_desk(options.pack, origin=options.origin), options.role)
    form = "json" if options.json else "csv" if options.csv else "text"
    return show_log(LogWishes(options.what, options.since, person, tuple(options.file), form))


def history(options: argparse.Namespace) -> int:
    """Look up, export or delete your own conversations."""
    from overlay.app.history_command import HistoryWishes, run_history

    wishes = HistoryWishes(
        options.what, tuple(options.words), options.json, options.all, options.conversation, options.yes
    )
    return run_history(options.pack, options.origin, options.role, wishes)


def sign_in(options: argparse.Namespace) -> int:
    """Keep the target app's token in the system's keyring."""
    from overlay.app.sign_in import sign_in as keep_token
    from overlay.content.pack_folder import load_pack
    from overlay.desktop.paths import find_paths

    return keep_token(load_pack(options.pack).pack, find_paths().data)


def sign_out(options: argparse.Namespace) -> int:
    """Forget the target app's token."""
    from overlay.app.sign_in import sign_out as forget_token
    from overlay.content.pack_folder import load_pack
    from overlay.desktop.paths import find_paths

    return forget_token(load_pack(options.pack).pack, find_paths().data)


def pack_init(options: argparse.Namespace) -> int:
    """Draft a pack for an app: look at its pages and propose screens, sections and shots."""
    from overlay.app.authoring_init import InitOptions, init_pack

    names = ("out", "role", "session", "pages", "seconds", "locale", "pictures", "demo_data")
    wishes = {name: getattr(options, name) for name in names}
    return init_pack(options.origin, InitOptions(redact=tuple(options.redact), **wishes))


def pack_preview(options: argparse.Namespace) -> int:
    """Show a pack's sections as answers from them look, renewed as files are saved."""
    from overlay.app.authoring_preview import draw_section, preview_pack

    if options.png:
        return draw_section(options.pack, options.section, options.png)
    return preview_pack(options.pack, options.section)


def pack_rename_label(options: argparse.Namespace) -> int:
    """Follow a label that the app renamed through manual, catalogue, shots, entry points, evals and actions."""
    from overlay.app.authoring_rename import rename_label

    return rename_label(options.pack, options.old, options.new, dry_run=options.dry_run)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fescue", description="A desktop guide that shows where to press.")
    parser.add_argument("--version", action="version", version=f"fescue {__version__}")
    parser.add_argument("--debug", action="store_true", help="write what happens inside to stderr")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=CommandParser)

    def command(name: str, function: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        sentence = (function.__doc__ or "").strip()
        added = commands.add_parser(name, help=sentence, description=sentence)
        added.set_defaults(command=function)
        return added

    def with_pack(added: argparse.ArgumentParser) -> argparse.ArgumentParser:
        added.add_argument("--pack", type=Path, default=bundled_pack(), metavar="DIR", help="the pack's folder")
        return added

    _run_words(with_pack(command("run", run)))
    _demo_words(command("demo", demo))
    _ask_words(with_pack(command("ask", ask)))
    _check_words(with_pack(command("check", check)))
    _capture_words(with_pack(command("capture", capture)))
    _bench_words(command("bench", bench))
    trying = with_pack(command("providers", providers))
    trying.add_argument("what", choices=("test", "key", "forget"))
    trying.add_argument("name", nargs="*", metavar="P[:MODEL][@ROUTE]", help="the one that is set when left out")
    trying.add_argument("--json", action="store_true", help="print JSON")
    showing = command("policy", policy)
    showing.add_argument("what", choices=("show",))
    showing.add_argument("--json", action="store_true", help="print JSON")
    _pack_words(commands.add_parser("pack", help="Begin, look through and keep a pack."))
    add_log_words(with_pack(command("log", log)))
    add_history_words(with_pack(command("history", history)))
    with_pack(command("sign-in", sign_in))
    with_pack(command("sign-out", sign_out))
    helping = with_pack(command("companion", companion))
    helping.add_argument("what", choices=("build", "install", "uninstall", "status"))
    helping.add_argument("--out", type=Path, metavar="DIR", help="where `build` writes the extension")
    return parser


def _check_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--live", nargs="?", const="demo", metavar="URL", help="compare with the running app; without URL, the demo"
    )
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument("--rules", action="store_true", help="list every kind of problem with its usual level")
    parser.add_argument(
        "--level", action="append", default=[], metavar="KIND=LEVEL", help="weigh a kind as error, warning or ignore"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _capture_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=("login", "logout"),
        help="keep or forget a role's session; takes pictures if left out",
    )
    parser.add_argument("--area", metavar="A", help="only shots/A.toml")
    parser.add_argument("--role", metavar="R", help="only what this role sees, or whose session it is")
    parser.add_argument("--origin", metavar="URL", help="where the app runs; needed when it may show real data")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write here instead of the pack's screenshots/")
    parser.add_argument("--verify", action="store_true", help="say which pictures are stale, and write nothing")
    parser.add_argument("--twice", action="store_true", help="take everything twice and compare the bytes")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="leave a page with all pictures here (HTML or PNG)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _pack_words(parser: argparse.ArgumentParser) -> None:
    def nothing(_: argparse.Namespace) -> int:
        parser.error("name one: init, preview or rename-label")

    parser.set_defaults(command=nothing)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, function: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        sentence = (function.__doc__ or "").strip()
        added = commands.add_parser(name, help=sentence, description=sentence)
        added.set_defaults(command=function)
        return added

    _init_words(command("init", pack_init))
    showing = command("preview", pack_preview)
    showing.add_argument("--section", default="", metavar="ID", help="show this section first")
    showing.add_argument("--png", type=Path, metavar="FILE", help="draw the section to this picture, without a window")
    renaming = command("rename-label", pack_rename_label)
    renaming.add_argument("old", metavar="OLD", help="the label as it was, in quotes")
    renaming.add_argument("new", metavar="NEW", help="the label as the app shows it now")
    renaming.add_argument("--dry-run", action="store_true", help="say what would change, and write nothing")
    for added in (showing, renaming):
        added.add_argument("--pack", type=Path, default=bundled_pack(), metavar="DIR", help="the pack's folder")


def _init_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("origin", metavar="ORIGIN", help="where the app runs, such as https://erp.example")
    parser.add_argument("--out", type=Path, default=Path("pack"), metavar="DIR", help="the new pack's folder")
    parser.add_argument("--role", default="user", metavar="R", help="the role whose screens these are")
    parser.add_argument("--session", metavar="R", help="look as who signed in with `fescue capture login --role R`")
    parser.add_argument("--pages", type=int, default=30, metavar="N", help="look at this many pages at most")
    parser.add_argument("--seconds", type=float, default=300.0, metavar="N", help="and for this long")
    parser.add_argument("--locale", default="", metavar="L", help="the language to ask the app for, such as de")
    parser.add_argument("--pictures", action="store_true", help="take the first pictures too")
    parser.add_argument("--redact", action="append", default=[], metavar="ROLE[=NAME]", help="paint over these in them")
    parser.add_argument("--demo-data", action="store_true", help="all that the app shows is invented")


def _bench_words(parser: argparse.ArgumentParser) -> None:
    kinds = ("start", "render", "search", "first-word", "tokens", "overhead")
    parser.add_argument("what", nargs="?", choices=kinds, help="all when left out")
    parser.add_argument("--json", action="store_true", help="print one flat object of figures")
    parser.add_argument("--questions", type=Path, metavar="FILE", help="the question file of `bench search`")


def _run_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--origin", metavar="URL", help="where the app runs, when not at the pack's own address")
    parser.add_argument("--hidden", action="store_true", help="start in the tray, without a window")
    parser.add_argument("--role", metavar="R", help="who asks, for an app that does not say so itself")


def _demo_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=0, metavar="N", help="the demo app's port; a free one by default")
    parser.add_argument("--as", dest="person", default="mara.lind", metavar="PERSON", help="who signs in")
    parser.add_argument("--headless-shot", type=Path, metavar="FILE", help="ask by itself and leave a picture here")
    parser.add_argument("--ask", metavar="TEXT", help="the question for the picture; one that fits by default")


def _ask_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", help="the question, in quotes")
    parser.add_argument("--role", metavar="R", help="who asks; the pack's first role by default")
    parser.add_argument("--screen", metavar="PATH", help="where they are, such as /leave")
    parser.add_argument("--origin", metavar="URL", help="where the app runs, when not at the pack's own address")
    parser.add_argument("--provider", metavar="P", help="who answers: offline, openai, anthropic, gemini, ollama…")
    parser.add_argument("--model", metavar="M", help="the provider's model")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--png", type=Path, metavar="FILE", help="draw the answer as the panel shows it")


def _fail(error: FescueError, code: int) -> int:
    print(f"fescue: {plain(str(error))}", file=sys.stderr)
    return code
