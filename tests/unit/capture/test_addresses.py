"""Where a route of the app is, and which route an address shows."""

import pytest

from overlay.capture.live import PhotoSettings

ORIGIN = "https://erp.example.com"


@pytest.mark.parametrize(
    ("base_path", "hash_routes", "route", "address", "shown"),
    [
        ("", False, "/orders?status=open", "/orders?status=open", "/orders"),
        ("/erp", False, "/orders", "/erp/orders", "/orders"),
        ("/erp/", False, "/", "/erp/", "/"),
        ("", True, "/orders?tab=lines", "/#/orders?tab=lines", "/orders"),
        ("/erp", True, "/orders", "/erp/#/orders", "/orders"),
    ],
)
def test_there_and_back(base_path: str, hash_routes: bool, route: str, address: str, shown: str) -> None:
    settings = PhotoSettings(base_path=base_path, hash_routes=hash_routes)
    assert settings.address(ORIGIN, route) == ORIGIN + address
    assert settings.place(ORIGIN + address) == shown


@pytest.mark.parametrize(
    ("settings", "url", "shown"),
    [
        (PhotoSettings(), "/orders/", "/orders"),
        (PhotoSettings(), "", "/"),
        (PhotoSettings(base_path="/erp"), "/erpnext/orders", "/erpnext/orders"),
        (PhotoSettings(base_path="/erp"), "/sign-in", "/sign-in"),
        (PhotoSettings(hash_routes=True), "/#!/stock", "/stock"),  # g06
        (PhotoSettings(hash_routes=True), "/login", "/"),
    ],
)
def test_other_addresses(settings: PhotoSettings, url: str, shown: str) -> None:
    assert settings.place(ORIGIN + url) == shown
