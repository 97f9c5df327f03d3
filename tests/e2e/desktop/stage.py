"""A desktop with a Chromium, the companion and the probe that listens to it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack, ScreenSpec
from overlay.core.screens import Screen
from overlay.desktop.companion_build import CompanionBuild, build_companion
from overlay.desktop.companion_install import HostPaths, install_host, profile_place
from overlay.desktop.companion_probe import CompanionProbe
from tests.e2e.rig import Desktop, Site, site, wait_until

RESOURCES = Path(__file__).parents[3] / "resources"


@dataclass
class Refusing:
    """A fallback that must not be needed."""

    asked: list[str] = field(default_factory=list)

    def open(self, url: str) -> None:
        self.asked.append(url)
        raise OutsideError("no browser here")


@dataclass
class Stage:
    """A desktop with Chromium on the app, and the probe that listens to it."""

    desktop: Desktop
    app: Site
    other: Site
    pack: Pack
    folder: Path
    build: CompanionBuild
    screens: list[Screen | None] = field(default_factory=list)
    probe: CompanionProbe = field(init=False)

    @property
    def now(self) -> Screen | None:
        return self.screens[-1] if self.screens else None

    def restart_probe(self) -> None:
        """Start the app's end anew, as a restarted Fescue does."""
        self.screens.clear()
        self.probe = CompanionProbe(self.pack, self.folder / "run" / "fescue", Refusing())
        self.probe.start(self.screens.append)

    def xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self.desktop.env, check=True, timeout=20)

    def shows(self, route: str | None, title: str | None = None) -> None:
        """Wait until a screen is reported."""

        def there() -> bool:
            screen = self.now
            return screen is not None and screen.route == route and title in (None, screen.title)

        wait_until(there, self.probe)

    def browse(self, url: str, profile: str = "profile", flags: tuple[str, ...] = ()) -> "subprocess.Popen[bytes]":
        """Start a Chromium with the companion, in a profile that knows the host."""
        place = profile_place(self.folder / profile)
        install_host(HostPaths(self.folder / "bin" / "fescue-companion-host", (place,)), (self.build.chromium_id,))
        return self.desktop.chromium(place.profile, url, self.build.folder, flags=("--disable-popup-blocking", *flags))


@contextmanager
def companion_stage(folder: Path, window_manager: str = "openbox") -> Iterator[Stage]:
    """Bring everything up but the browser."""
    with site() as app, site() as other, Desktop(folder, window_manager=window_manager) as desktop:
        screens = tuple(ScreenSpec(n, f"/{n}", n.title()) for n in ("leave", "stock", "expenses", "profile"))
        screens += (ScreenSpec("item", "/items/[id]", "Item"),)
        pack = Pack("Linden", (app.origin,), screens, queries=frozenset({"page"}))
        build = build_companion(RESOURCES, pack.origins, folder / "extension")
        stage = Stage(desktop, app, other, pack, folder, build)
        stage.restart_probe()
        try:
            yield stage
        finally:
            stage.probe.close()
