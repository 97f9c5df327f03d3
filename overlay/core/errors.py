"""The errors Fescue raises, as one tree.

FescueError
├── PackError            a pack's file is wrong: file, line, what to do
├── SettingsError        a setting or flag is wrong
├── TargetError          the target app did not answer as it should
│   └── SignedOutError   it asks who we are
├── OutsideError         something outside Fescue is missing or refuses (a display, a browser, a port)
├── StorageError         a file of ours cannot be read or written
└── ProviderError        the model's side failed
    ├── ProviderAuthError
    ├── ProviderBusyError        carries retry_after in seconds
    ├── ProviderTimeoutError
    ├── ProviderProtocolError    it spoke, but not the agreed format
    │   └── ProviderCutError     it met the most tokens that its server writes
    ├── ProviderRequestError     it does not take what it was asked; asking again changes nothing
    │   └── ProviderTooLongError   it is more than the model can read
    └── ProviderRefusedError     it declined to answer
"""

from enum import Enum
from pathlib import Path


class Cause(Enum):
    """Why a turn did not end as it should, for those who say what can be done about it."""

    NONE = ""
    AUTH = "auth"
    BUSY = "busy"
    TIMEOUT = "timeout"
    PROTOCOL = "protocol"
    REQUEST = "request"
    TOO_LONG = "too-long"
    REFUSED = "refused"
    UNREACHED = "unreached"
    CUT = "cut"


class FescueError(Exception):
    """Any failure with words that a person can act on; `str()` is one line."""


class PackError(FescueError):
    """A file of a pack is wrong."""

    def __init__(
        self, file: Path | str, line: int | None, problem: str, fix: str = "", *, kind: str = "unreadable"
    ) -> None:
        """Name the place and the mend.

        Args:
            file: the file, relative to the pack where possible.
            line: 1-based, or None when the whole file is meant.
            problem: what is wrong.
            fix: what to do about it.
            kind: how `fescue check` files it, where that is something else than a text that does not fit.
        """
        self.kind = kind
        self.file = str(file)
        self.line = line
        self.problem = problem
        self.fix = fix
        where = self.file if line is None else f"{self.file}:{line}"
        super().__init__(f"{where}: {problem}" + (f" {fix}" if fix else ""))


class SettingsError(FescueError):
    """A setting or a flag has a value that does not fit."""


class TargetError(FescueError):
    """The target app could not be reached or answered with something unexpected."""


class SignedOutError(TargetError):
    """The target app does not know who is asking."""


class OutsideError(FescueError):
    """Something outside Fescue is missing or refuses: a display, a browser, a port."""


class StorageError(FescueError):
    """A file of Fescue's own cannot be read or written."""


class ProviderError(FescueError):
    """The model's side failed."""

    cause = Cause.UNREACHED


class ProviderAuthError(ProviderError):
    """The key or token was not accepted."""

    cause = Cause.AUTH


class ProviderBusyError(ProviderError):
    """The provider asks to come back later."""

    cause = Cause.BUSY

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        """Keep the wait the provider named.

        Args:
            message: one line for the log.
            retry_after: seconds to wait, or None when the provider did not say.
        """
        super().__init__(message)
        self.retry_after = retry_after


class ProviderTimeoutError(ProviderError):
    """No answer within the turn's time."""

    cause = Cause.TIMEOUT


class ProviderProtocolError(ProviderError):
    """The provider's stream did not follow its own format."""

    cause = Cause.PROTOCOL


class ProviderCutError(ProviderProtocolError):
    """The answer met the most tokens that the model's server writes."""

    cause = Cause.CUT


class ProviderRequestError(ProviderError):
    """The provider does not take what it was asked (an unknown model, say); asking again is no use."""

    cause = Cause.REQUEST


class ProviderTooLongError(ProviderRequestError):
    """The conversation is more than the model can read."""

    cause = Cause.TOO_LONG


class ProviderRefusedError(ProviderError):
    """The provider declined to answer (safety stop, blocked prompt)."""

    cause = Cause.REFUSED
