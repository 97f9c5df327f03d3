"""What a provider's error means: HTTP status, error objects and waiting times, read into the tree of errors."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from overlay.core.errors import (
    ProviderAuthError,
    ProviderBusyError,
    ProviderError,
    ProviderRefusedError,
    ProviderRequestError,
    ProviderTimeoutError,
    ProviderTooLongError,
)
from overlay.providers.json_values import Json, as_object, as_objects, as_text, read_object

SERVER_FAULT = 500
REQUEST_FAULT = 400
TOO_LARGE = 413
LASTING = (404, 405, 413, 414, 415, 422)
"""Statuses that no waiting mends, whatever a gateway writes beside them."""
LONGEST = 300
"""Characters of a provider's own words that are kept."""

_AUTH = re.compile(
    r"authentication_error|permission_error|permission_denied|unauthenticated|(invalid|incorrect)[ _]api[ _]?key|"
    r"api[ _]key[ _](not[ _]valid|invalid)|api_key_invalid|insufficient_quota|billing|credit balance|"
    r"insufficient balance",
    re.IGNORECASE,
)
_REFUSED = re.compile(r"content_filter|content_policy|responsibleaipolicy|content management policy", re.IGNORECASE)
_BUSY = re.compile(
    r"overloaded|rate.?limit|resource_exhausted|unavailable|too many requests|capacity|try again", re.IGNORECASE
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|(prompt|input|request) (is |token count .{0,40})?(too long|too large|exceeds)|"
    r"maximum context length|context window|exceed\w* the (available )?context|request_too_large|"
    r"string_above_max_length",
    re.IGNORECASE,
)
_TIMEOUT = re.compile(r"timeout|timed out|deadline_exceeded", re.IGNORECASE)
_NO_TOOLS = re.compile(
    r"(tools?|function.?call(ing|s)?)\b.{0,60}(not support|unsupported|not enabled|isn't supported|no longer)|"
    r"(not|n't) support.{0,40}(tools?|function)|support tool use|enable-auto-tool-choice|tools param requires",
    re.IGNORECASE | re.DOTALL,
)
_ONE_OPTION = re.compile(r"reasoning_effort|tool_choice|parallel_tool_calls")
"""Options that are refused by name: the tools themselves may be welcome."""


class ToolsRejectedError(ProviderRequestError):
    """The server or model knows no function calling; the text protocol does without."""


def failure_of(status: int, body: bytes, headers: Mapping[str, str], who: str) -> ProviderError:
    """Say what a response that is no stream means.

    Args:
        status: the HTTP status.
        body: its first bytes.
        headers: its headers, in lower case.
        who: the provider's name, for the sentence.
    """
    text = body.decode("utf-8", "replace")
    error = error_object(text)
    words = _words(error) if error is not None else " ".join(re.sub(r"<[^>]*>", " ", text).split())
    named = _retry_after(headers)
    wait = named if named is not None else _delay_of(error or {})
    return _classify(status, words, _codes(error or {}), wait, who)


def failure_in_stream(error: object, who: str) -> ProviderError:
    """Say what an error object inside a stream means, whatever its HTTP status was."""
    value: Json = {"message": error} if isinstance(error, str) else as_object(error)
    code = value.get("code")
    ours = re.search("invalid_request|invalid_argument|not_found|too_large", _codes(value), re.IGNORECASE)
    status = code if isinstance(code, int) else REQUEST_FAULT if ours else SERVER_FAULT
    return _classify(status, _words(value), _codes(value), _delay_of(value), who)


def error_object(text: str) -> Json | None:
    """Return the error that a JSON text is, in any of the shapes servers use; None when it is none."""
    text = text.strip()
    value = read_object(text[1:-1] if text.startswith("[") and text.endswith("]") else text)
    if value is None:
        return None
    for key in ("error", "detail", "message"):
        inner = value.get(key)
        if as_object(inner):
            return as_object(inner)
        if isinstance(inner, str) and inner:
            return {"message": inner, "type": value.get("type"), "code": value.get("code")}
    return None


def _classify(status: int, words: str, codes: str, wait: float | None, who: str) -> ProviderError:
    said = f"{words[:LONGEST]}" if words else f"status {status}"
    named = f"{codes} {words}"
    if status in (401, 402, 403) or _AUTH.search(named):
        return ProviderAuthError(f"{who} did not accept the key: {said}")
    if _REFUSED.search(named):
        return ProviderRefusedError(f"{who} declined to answer: {said}")
    if status in (408, 504, 524) or _TIMEOUT.search(codes):
        return ProviderTimeoutError(f"{who} took too long: {said}")
    if status >= REQUEST_FAULT and _NO_TOOLS.search(words) and not _ONE_OPTION.search(words):
        return ToolsRejectedError(f"{who} takes no tools: {said}")
    if status in (425, 429) or status >= SERVER_FAULT or (status not in LASTING and _BUSY.search(codes)):
        return ProviderBusyError(f"{who} is busy: {said}", wait)
    if status == TOO_LARGE or _TOO_LONG.search(named):
        return ProviderTooLongError(f"{who} did not take the request: {said}")
    return ProviderRequestError(f"{who} did not take the request: {said}")


def _words(error: Json) -> str:
    message = as_text(error.get("message")) or as_text(error.get("error")) or as_text(error.get("type"))
    return " ".join(message.split())


def _codes(error: Json) -> str:
    named = [error.get(key) for key in ("type", "code", "status", "param")]
    inner = [
        as_object(error.get("innererror")).get("code"),
        *(d.get("reason") for d in as_objects(error.get("details"))),
    ]
    return " ".join(str(v) for v in (*named, *inner) if v)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait that the headers name: a number, or a date to count from now."""
    exact = _number(headers.get("retry-after-ms", ""))
    if exact is not None:
        return exact / 1000
    named = headers.get("retry-after", "")
    seconds = _number(named)
    if seconds is not None or not named:
        return seconds
    from email.utils import parsedate_to_datetime

    try:
        then = parsedate_to_datetime(named)
    except ValueError:
        return None
    return max((then.replace(tzinfo=then.tzinfo or UTC) - datetime.now(UTC)).total_seconds(), 0)


def _delay_of(error: Json) -> float | None:
    """Return the wait that Google's error details name, such as "13s"."""
    delays = (as_text(d.get("retryDelay")).removesuffix("s") for d in as_objects(error.get("details")))
    return next((n for d in delays if (n := _number(d)) is not None), None)


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\s*\d{1,7}(\.\d{1,9})?\s*", text) else None
