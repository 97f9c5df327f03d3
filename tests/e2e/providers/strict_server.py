"""A server that speaks every format, holds requests to the providers' rules, and answers by what it was told.

Asked "Question about X?" it reads the section X and then answers; asked anything else it says which sections it knows,
going by the results that stand in the request and nothing else.
"""

import json
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from traceback import extract_tb
from typing import Any

from strict_formats import Heard, Json, read_anthropic, read_chat, read_gemini, read_written

ABOUT = re.compile(r"Question about ([a-z-]+)\?")
SIGNATURES = {"messages": "SIG-A==", "contents": "SIG-G=="}
THOUGHT = "thought of this server's own"


class StrictServer:
    """The server's memory: what broke a rule, and every request."""

    def __init__(self) -> None:
        self.url = ""
        self.broken: list[str] = []
        self.bodies: list[Json] = []

    def base_url(self, provider: str) -> str:
        """Where a provider's client finds it."""
        return self.url + ("/v1" if provider in ("openai", "vllm") else "")

    def answer(self, path: str, body: Json) -> bytes:
        """Read a request by its format's rules and answer it as a stream."""
        self.bodies.append(body)
        match path.partition("?")[0].split("/"):
            case ["", "v1", "chat", "completions"] if body["model"] == "local":
                return _written(read_written(body))
            case ["", "v1", "chat", "completions"] if body["model"] == "thinker":
                return _chat(read_chat(body, own_reasoning=[THOUGHT]), body, THOUGHT)
            case ["", "v1", "chat", "completions"]:
                return _chat(read_chat(body), body)
            case ["", "v1", "messages"]:
                return _messages(read_anthropic(body, signatures=[SIGNATURES["messages"]]), body)
            case ["", "v1beta", "models", _]:
                return _contents(read_gemini(body, signatures=[SIGNATURES["contents"]]))
            case _:
                raise AssertionError(path)


@contextmanager
def strict_server() -> Generator[StrictServer, None, None]:
    """Serve until the block ends."""
    memory = StrictServer()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                content, status = memory.answer(self.path, body), 200
            except AssertionError as rule:
                memory.broken.append(f"{self.path}: {rule} {extract_tb(rule.__traceback__)[-1].line}")
                content, status = json.dumps({"error": {"message": str(rule)}}).encode(), 400
            self.send_response(status)
            self.send_header("Content-Type", "text/event-stream" if status == 200 else "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        memory.url = f"http://127.0.0.1:{server.server_address[1]}"
        running = threading.Thread(target=server.serve_forever)
        running.start()
        try:
            yield memory
        finally:
            server.shutdown()
            running.join()


def _wish(heard: Heard) -> tuple[str, str]:
    """Return the section to read, or what to say."""
    asked = ABOUT.search(heard.question)
    if asked and not heard.pending:
        return asked[1], ""
    if asked or heard.pending:
        return "", f"Answer about {heard.sections[-1]}."
    return "", json.dumps({"sections": heard.sections, "said": heard.said})


def _stream(*events: Any, named: bool = False) -> bytes:
    head = "event: {}\n" if named else ""
    return "".join(f"{head.format(e.get('type'))}data: {json.dumps(e)}\n\n" for e in events).encode()


def _chat(heard: Heard, body: Json, thought: str = "") -> bytes:
    section, text = _wish(heard)
    thinking = [{"choices": [{"index": 0, "delta": {"reasoning_content": thought}}]}] if thought else []
    if section:
        function = {"name": "read_manual", "arguments": json.dumps({"sections": [section]})}
        call = {"index": 0, "id": f"call_{len(body['messages'])}", "type": "function", "function": function}
        events = [{"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}]
    else:
        events = [{"choices": [{"index": 0, "delta": {"content": text}}]}]
    reason = "tool_calls" if section else "stop"
    return _stream(*thinking, *events, {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})


def _written(heard: Heard) -> bytes:
    section, text = _wish(heard)
    call = json.dumps({"tool": "read_manual", "args": {"sections": [section]}})
    content = f"@@TOOL@@ {call} @@END@@" if section else text
    return _stream({"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": "stop"}]})


def _messages(heard: Heard, body: Json) -> bytes:
    section, text = _wish(heard)
    block: Json
    thinking: Json = {"type": "thinking", "thinking": "", "signature": ""}
    events: list[Json] = [
        {"type": "message_start", "message": {"usage": {"input_tokens": 1, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": thinking},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "signature_delta", "signature": SIGNATURES["messages"]},
        },
        {"type": "content_block_stop", "index": 0},
    ]
    if section:
        block = {"type": "tool_use", "id": f"toolu_{len(body['messages'])}", "name": "read_manual", "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps({"sections": [section]})}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": text}
    events += [
        {"type": "content_block_start", "index": 1, "content_block": block},
        {"type": "content_block_delta", "index": 1, "delta": delta},
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use" if section else "end_turn"}, "usage": {}},
        {"type": "message_stop"},
    ]
    return _stream(*events, named=True)


def _contents(heard: Heard) -> bytes:
    section, text = _wish(heard)
    part: Json = {"text": text}
    if section:
        part = {"functionCall": {"name": "read_manual", "args": {"sections": [section]}}}
        part["thoughtSignature"] = SIGNATURES["contents"]
    content = {"role": "model", "parts": [{"text": "Hm.", "thought": True}, part]}
    return _stream({"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]})
