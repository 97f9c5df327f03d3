"""Validation against a JSON Schema, with errors a person or a model can act on."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol, cast


class SchemaProblem(ValueError):  # noqa: N818  it is a finding, shown as a sentence
    """A value does not fit its schema; `str()` names the field and what was expected."""


class _Error(Protocol):
    message: str
    absolute_path: list[object]


class _Validator(Protocol):
    def iter_errors(self, instance: object) -> list[_Error]: ...


def check_value(value: object, schema: Mapping[str, object]) -> None:
    """Check a value.

    Raises:
        SchemaProblem: naming the first fields that do not fit, three at most.
    """
    errors = list(_validator(json.dumps(schema, sort_keys=True)).iter_errors(value))
    if errors:
        raise SchemaProblem("; ".join(_sentence(e) for e in errors[:3]))


def check_schema(schema: Mapping[str, object]) -> None:
    """Check that a schema is one.

    Raises:
        SchemaProblem: it is not valid JSON Schema (2020-12).
    """
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise SchemaProblem(error.message) from None


@lru_cache(maxsize=256)
def _validator(schema: str) -> _Validator:
    from jsonschema import Draft202012Validator, FormatChecker

    checker = FormatChecker(formats=("date", "time", "email"))
    return cast("_Validator", Draft202012Validator(json.loads(schema), format_checker=checker))


def _sentence(error: _Error) -> str:
    place = ".".join(str(part) for part in error.absolute_path)
    return f"'{place}': {error.message}" if place else error.message
