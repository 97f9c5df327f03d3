"""Data tools: read-only endpoints of the target app, asked with the person's own permissions."""

import json
from collections.abc import Mapping
from typing import Protocol

from overlay.core.errors import TargetError
from overlay.core.pack import DataSpec
from overlay.core.tools import Failed, Ok, ToolResult, ToolSpec


class DataSource(Protocol):
    """Reads one of the target app's endpoints as the signed-in person."""

    async def rows(self, path: str, params: Mapping[str, object]) -> tuple[int, list[Mapping[str, object]]]:
        """Return the total and the first rows.

        Raises:
            TargetError: the app did not answer as it should.
        """
        ...


class QueryData:
    """One endpoint as a tool."""

    def __init__(self, data: DataSpec, source: DataSource) -> None:
        """Make the tool.

        Args:
            data: what the pack says about the endpoint.
            source: reads it as the person who asks.
        """
        self._data = data
        self._source = source
        self.spec = ToolSpec(data.name, data.description, data.parameters)

    async def run(self, args: Mapping[str, object]) -> ToolResult:
        """Ask the app and keep the columns the pack names."""
        try:
            total, rows = await self._source.rows(self._data.path, args)
        except TargetError as error:
            return Failed(f"The app could not be asked: {error}")
        kept = [{c: row[c] for c in self._data.columns if c in row} for row in rows]
        text = json.dumps({"total": total, "rows": kept}, ensure_ascii=False)
        return Ok(text, f"Looked up {total} {self._data.noun}")
