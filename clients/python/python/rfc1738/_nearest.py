"""The valid texts that are nearest to a text. The native module finds them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rfc1738 import _native
from rfc1738._errors import Text


@dataclass(frozen=True)
class Edit:
    """One edit: `text` in the place of `start` to `end`. An insertion ends where it starts."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Repair:
    """A valid text, and the edits that lead to it."""

    #: A lone surrogate stands for an octet that is not UTF-8, as with the error handler surrogateescape.
    text: str
    #: In ascending order. Those that touch are one. Offsets are in characters if the text was a str, and in
    #: octets if it was bytes.
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Nearest:
    """The valid texts that are nearest to a text."""

    #: The number of characters that are inserted, deleted or replaced; 0 if the text is valid.
    distance: int
    #: The first ones, in the order that the manual defines.
    repairs: tuple[Repair, ...]
    #: How many texts are at the distance; None if there are too many to count.
    count: int | None


def nearest(text: Text, found: str) -> Nearest:
    """Returns what the native module has found."""
    record: dict[str, Any] = json.loads(found)
    repairs = record["repairs"]
    return Nearest(
        repairs[0]["distance"],
        tuple(Repair(_text(one["text"]), _edits(text, one["edits"])) for one in repairs),
        record["repairs_count"],
    )


def _edits(text: Text, edits: list[dict[str, Any]]) -> tuple[Edit, ...]:
    starts = _native.offsets(text, [one["start"] for one in edits])
    ends = _native.offsets(text, [one["end"] for one in edits])
    new = [_text(one["text"]) for one in edits]
    return tuple(Edit(*one) for one in zip(starts, ends, new, strict=True))


def _text(octets: str | dict[str, str]) -> str:
    """Returns octets that JSON has as a string or as digits."""
    if isinstance(octets, str):
        return octets
    return bytes.fromhex(octets["hex"]).decode("utf-8", "surrogateescape")


for _class in (Edit, Repair, Nearest):
    _class.__module__ = "rfc1738"
