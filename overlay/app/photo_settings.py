"""How a pack's app is photographed: language, time zone, clock, and where its routes are."""

from zoneinfo import available_timezones

from overlay.capture.live import PhotoSettings
from overlay.core.errors import PackError
from overlay.core.pack import Pack


def photo_settings(pack: Pack) -> PhotoSettings:
    """Return the browser's settings for a pack: its own language, British where it only says English.

    Raises:
        PackError: there is no such time zone.
    """
    spec, usual = pack.capture, PhotoSettings()
    zones = available_timezones()
    # A system without a table of time zones leaves it to the browser to know them.
    if spec.timezone and zones and spec.timezone not in zones:
        fix = 'Write it like timezone = "Europe/Berlin".'
        raise PackError("manual/pack.toml", None, f"[capture]: there is no time zone '{spec.timezone}'.", fix)
    return PhotoSettings(
        locale="en-GB" if pack.locale == "en" else pack.locale,
        timezone=spec.timezone or usual.timezone,
        now=spec.now or usual.now,
        base_path=pack.base_path,
        hash_routes=pack.hash_routes,
        reads_by_post=spec.reads_by_post,
    )
