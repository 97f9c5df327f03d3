"""A proxy in the environment that cannot be used is told, not raised as it comes."""

import asyncio
from dataclasses import replace

import pytest

from overlay.app.desk import open_desk
from overlay.core.errors import TargetError
from overlay.core.resources import bundled_pack
from overlay.target.client import TargetClient


@pytest.mark.parametrize("proxy", ["foo://proxy:1", "http://[::1", "socks5://127.0.0.1:9"])
def test_a_proxy_that_is_none_is_named(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    pack = replace(open_desk(bundled_pack()).pack, origins=("https://erp.example",))
    client = TargetClient(pack, lambda: "token")
    with pytest.raises(TargetError, match="proxy"):
        asyncio.run(client.current())
