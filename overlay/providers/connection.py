"""One server of models over HTTP: the request, its key, and the events that come back."""

import asyncio
import logging
import os
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.core.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderProtocolError,
    ProviderRequestError,
    ProviderTimeoutError,
    SettingsError,
)
from overlay.core.ports import Credential
from overlay.providers.failures import error_object, failure_in_stream, failure_of
from overlay.providers.json_values import Json, read_lines, to_json
from overlay.providers.sse import ServerEvent, SseDecoder

if TYPE_CHECKING:
    import httpx

_log = logging.getLogger(__name__)
FINE = 200
MOST_PORTS = 65_535
UNAUTHORISED = 401
CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 60.0
"""Between two reads; the turn's own deadline is the one that counts."""
KEPT_BYTES = 65_536
"""Of a body that is no stream, what is read to find its error."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where models are served and what every request carries."""

    who: str
    """Its name in sentences: «OpenAI»."""
    base_url: str
    key_header: str = "Authorization"
    key_prefix: str = "Bearer "
    key_required: bool = True
    key_advice: str = ""
    """What to do when there is no key."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    ca_file: str = ""
    """A certificate authority besides the operating system's, as a PEM file."""


class Connection:
    """Posts to one endpoint and streams events back; keeps its connections between steps."""

    def __init__(self, endpoint: Endpoint, credential: Credential) -> None:
        """Prepare; nothing is loaded or opened before the first request.

        Args:
            endpoint: where to.
            credential: the key, read before each request.
        """
        self.endpoint = endpoint
        self.skipped = 0
        """Events that were no JSON and no part of the format, such as a gateway's keep-alive lines."""
        self._credential = credential
        self._client: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def events(
        self, path: str, body: Json, headers: Mapping[str, str] | None = None
    ) -> AsyncGenerator[ServerEvent, None]:
        """Post and stream.

        Args:
            path: appended to the endpoint's base URL.
            body: sent as JSON.
            headers: those of the wire format.

        Raises:
            ProviderError: of the kind that fits what happened.
        """
        import httpx

        key = await self._key()
        content = to_json(body).encode("utf-8", "replace")
        try:
            for last in (False, True):
                request = self._request(path, content, {**(headers or {}), **self._key_header(key)})
                response = await self._opened().send(request, stream=True)
                try:
                    if response.status_code == FINE:
                        async with aclosing(self._decoded(response)) as decoded:
                            async for event in decoded:
                                yield event
                        return
                    if response.status_code == UNAUTHORISED and not last and await self._credential.renew():
                        key = await self._key()
                        continue
                    raise await self._refusal(response, key)
                finally:
                    await response.aclose()
        except httpx.HTTPError as problem:
            raise self._broken(problem, key) from problem

    async def close(self) -> None:
        """Give the connections back."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.aclose()

    async def _decoded(self, response: "httpx.Response") -> AsyncGenerator[ServerEvent, None]:
        decoder = SseDecoder()
        head = bytearray()
        any_event = False
        async for chunk in response.aiter_bytes():
            if not any_event and len(head) < KEPT_BYTES:
                head += chunk
            for event in decoder.feed(chunk):
                any_event = True
                yield event
        for event in decoder.rest():
            # Servers and proxies leave out the last blank line; what was cut off is no whole JSON.
            if read_lines(event.data) is not None:
                any_event = True
                yield event
        if not any_event:
            self._check_plain(bytes(head))

    def _check_plain(self, body: bytes) -> None:
        """Find the error in a body that calls itself a stream and is plain JSON."""
        error = error_object(body.decode("utf-8", "replace"))
        if error is not None:
            raise failure_in_stream(error, self.endpoint.who)
        if body.strip():
            msg = f"{self.endpoint.who} answered, but not with a stream of events; check the base URL."
            raise ProviderProtocolError(msg)

    async def _refusal(self, response: "httpx.Response", key: str) -> ProviderError:
        head = bytearray()
        async for chunk in response.aiter_bytes():
            head += chunk
            if len(head) > KEPT_BYTES:
                break
        if key:
            # Some servers repeat the key they refuse.
            head = head.replace(key.encode(), b"(the key)")
        headers = {name.lower(): value for name, value in response.headers.items()}
        return failure_of(response.status_code, bytes(head), headers, self.endpoint.who)

    def _broken(self, problem: "httpx.HTTPError", key: str) -> ProviderError:
        import httpx

        who = self.endpoint.who
        _log.debug("%s: %r", who, problem)
        said = str(problem).replace(key, "(the key)") if key else str(problem)
        if isinstance(problem, httpx.TimeoutException):
            return ProviderTimeoutError(f"{who} did not answer in time.")
        if isinstance(problem, httpx.ConnectError | httpx.ProxyError | httpx.UnsupportedProtocol):
            return ProviderError(f"{who} cannot be reached at {self.endpoint.base_url}: {said or 'no connection'}")
        return ProviderProtocolError(f"{who} broke off: {said or type(problem).__name__}")

    async def _key(self) -> str:
        key = await self._credential.read()
        if not key and self.endpoint.key_required:
            msg = f"there is no key for {self.endpoint.who}. {self.endpoint.key_advice}".strip()
            raise ProviderAuthError(msg)
        if any(c in key for c in "\r\n\0") or not key.isascii():
            msg = f"the key for {self.endpoint.who} holds characters that no key has; set it again."
            raise ProviderAuthError(msg)
        return key

    def _key_header(self, key: str) -> dict[str, str]:
        return {self.endpoint.key_header: self.endpoint.key_prefix + key} if key else {}

    def _request(self, path: str, content: bytes, headers: Mapping[str, str]) -> "httpx.Request":
        url = self.endpoint.base_url.rstrip("/") + path
        self._check_address(url)
        every = {"Content-Type": "application/json", "Accept": "text/event-stream", **self.endpoint.headers}
        return self._opened().build_request("POST", url, content=content, headers={**every, **headers})

    def _check_address(self, url: str) -> None:
        import httpx

        try:
            fits = (httpx.URL(url).port or 0) <= MOST_PORTS
        except (httpx.InvalidURL, ValueError):
            fits = False
        if not fits:
            msg = f"base_url is no address: {self.endpoint.base_url!r}. Correct it in config.toml, or tell IT."
            raise ProviderRequestError(msg)

    def _opened(self) -> "httpx.AsyncClient":
        """Return the client of this event loop; proxies come from the environment, certificates from the system."""
        import httpx

        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            timeout = httpx.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
            verify = trusted(self.endpoint.ca_file) if self.endpoint.base_url.startswith("https:") else False
            try:
                self._client = httpx.AsyncClient(verify=verify, timeout=timeout, trust_env=True)
            except (httpx.InvalidURL, ValueError, ImportError) as problem:
                # A proxy's address may hold a password, so it is not repeated.
                kind = "; SOCKS is not spoken here" if isinstance(problem, ImportError) else ""
                msg = f"the proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used{kind}. Correct it, or tell IT."
                raise ProviderRequestError(msg) from None
            self._loop = loop
        return self._client


def trusted(ca_file: str) -> ssl.SSLContext:
    """Return what is trusted: the operating system's certificate store, and one authority of the company's own.

    Raises:
        ProviderRequestError: the certificates cannot be read.
    """
    try:
        context = ssl.create_default_context()
        if ca_file:
            context.load_verify_locations(ca_file)
    except (OSError, ssl.SSLError) as problem:
        msg = f"the certificates in {ca_file or 'the system store'} cannot be read: {problem}"
        raise ProviderRequestError(msg) from problem
    return context


def check_certificates(ca_file: str, environ: Mapping[str, str] = os.environ) -> None:
    """Make sure that the certificate files that were named are there.

    Raises:
        SettingsError: one is not.
    """
    for name, path in (("ca_file", ca_file), ("SSL_CERT_FILE", environ.get("SSL_CERT_FILE", ""))):
        if path and not Path(path).is_file():
            msg = f"{name} names {path}, which is not a file. Correct it or remove it."
            raise SettingsError(msg)
