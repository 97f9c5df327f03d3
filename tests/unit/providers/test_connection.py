"""The way to a server: proxies, certificates of one's own, and connections that are kept."""

import asyncio
import ssl
import subprocess
from pathlib import Path

import pytest
from raw_server import DONE, FixedKey, Reply, Step, linked, prompt, said, serving, sse, stop

from overlay.core.errors import ProviderError
from overlay.providers.connection import Connection, Endpoint
from overlay.providers.openai_chat import OpenAIChat

ANSWER = Reply([sse(said("Hi"), stop()) + DONE])


def ask(link: Connection) -> Step:
    async def body() -> Step:
        try:
            return await Step().take(OpenAIChat("x", "m", link).stream(prompt()))
        finally:
            await link.close()

    return asyncio.run(body())


def test_a_proxy_from_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> str:
        async with serving(ANSWER) as seen:
            monkeypatch.setenv("HTTP_PROXY", seen.url)
            monkeypatch.delenv("NO_PROXY", raising=False)
            async with linked("http://model.invalid/v1") as link:
                step = await Step().take(OpenAIChat("x", "m", link).stream(prompt()))
            assert step.text == "Hi"
            return seen.heads[0]

    assert asyncio.run(body()).startswith("POST http://model.invalid/v1/chat/completions ")


def test_steps_share_a_connection() -> None:
    async def body() -> int:
        ports: set[int] = set()
        ended = asyncio.Event()
        whole = sse(said("Hi"), stop()) + DONE

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            ports.add(writer.get_extra_info("peername")[1])
            try:
                while True:
                    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                    await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(whole) + whole)
            except asyncio.IncompleteReadError:
                writer.close()
                ended.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server, linked(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}") as link:
            for _ in range(3):
                await Step().take(OpenAIChat("x", "m", link).stream(prompt()))
            await link.close()
            await ended.wait()
        return len(ports)

    assert asyncio.run(body()) == 1


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A company's own certificate for this machine."""
    folder = tmp_path_factory.mktemp("ca")
    key, cert = folder / "key.pem", folder / "cert.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Linden CA"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(words, check=True, capture_output=True)
    return key, cert


def test_an_authority_of_ones_own(certificate: tuple[Path, Path]) -> None:
    key, cert = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    whole = sse(said("Hi"), stop()) + DONE

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(whole) + whole)
        await writer.drain()
        writer.close()

    async def body() -> str:
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            async with linked(url, ca_file=str(cert)) as link:
                text = (await Step().take(OpenAIChat("x", "m", link).stream(prompt()))).text
            async with linked(url) as link:
                with pytest.raises(ProviderError, match="certificate"):
                    await Step().take(OpenAIChat("x", "m", link).stream(prompt()))
        return text

    assert asyncio.run(body()) == "Hi"


def test_nothing_is_loaded_or_opened_before_the_first_question() -> None:
    link = Connection(Endpoint("x", "http://127.0.0.1:9"), FixedKey())
    asyncio.run(link.close())
    with pytest.raises(ProviderError, match="cannot be reached"):
        ask(link)
