"""The providers by name: where each is, how it takes its key, and what is special about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from overlay.providers.openai_chat import ChatOptions


class Wire(Enum):
    """The formats."""

    CHAT = "chat"
    MESSAGES = "messages"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Preset:
    """One provider."""

    who: str
    wire: Wire
    base_url: str = ""
    """Empty: it has to be set."""
    model: str = ""
    """A small model of its own; empty: it has to be set."""
    variables: tuple[str, ...] = ()
    key_header: str = "Authorization"
    key_prefix: str = "Bearer "
    key_required: bool = False
    effort: bool = False
    """Whether chat completions there know `reasoning_effort`."""
    chat: ChatOptions = field(default_factory=ChatOptions)


PRESETS: Mapping[str, Preset] = {
    "openai": Preset(
        "OpenAI",
        Wire.CHAT,
        "https://api.openai.com/v1",
        "gpt-5-mini",
        ("OPENAI_API_KEY",),
        key_required=True,
        effort=True,
        chat=ChatOptions(cache_key=True, short_ids=True),
    ),
    "azure": Preset(
        "Azure OpenAI",
        Wire.CHAT,
        variables=("AZURE_OPENAI_API_KEY",),
        key_header="api-key",
        key_prefix="",
        key_required=True,
        effort=True,
        chat=ChatOptions(short_ids=True),
    ),
    "anthropic": Preset(
        "Anthropic",
        Wire.MESSAGES,
        "https://api.anthropic.com",
        "claude-haiku-4-5",
        ("ANTHROPIC_API_KEY",),
        key_header="x-api-key",
        key_prefix="",
        key_required=True,
    ),
    "gemini": Preset(
        "Gemini",
        Wire.CONTENT,
        "https://generativelanguage.googleapis.com",
        "gemini-flash-latest",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        key_header="x-goog-api-key",
        key_prefix="",
        key_required=True,
    ),
    "openrouter": Preset(
        "OpenRouter",
        Wire.CHAT,
        "https://openrouter.ai/api/v1",
        variables=("OPENROUTER_API_KEY",),
        key_required=True,
        effort=True,
    ),
    "litellm": Preset("LiteLLM", Wire.CHAT, "http://localhost:4000/v1", variables=("LITELLM_API_KEY",), effort=True),
    "ollama": Preset("Ollama", Wire.CHAT, "http://localhost:11434/v1", chat=ChatOptions(withholds=False)),
    "vllm": Preset("vLLM", Wire.CHAT, "http://localhost:8000/v1", variables=("VLLM_API_KEY",)),
    "lmstudio": Preset("LM Studio", Wire.CHAT, "http://localhost:1234/v1", chat=ChatOptions(withholds=False)),
    "compatible": Preset("The model's server", Wire.CHAT, variables=("OPENAI_API_KEY",)),
}
