"""The exceptions. The native module makes them."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any, AnyStr

from rfc1738 import _native

Text = str | bytes | bytearray | memoryview


@dataclass(frozen=True)
class Fix:
    """An edit that makes a text valid: `replacement` in the place of `start` to `end`."""

    start: int
    end: int
    replacement: str
    #: Whether a program may apply the fix without asking.
    certain: bool

    def apply(self, text: AnyStr) -> AnyStr:
        """Returns the text with the edit."""
        if isinstance(text, str):
            return text[: self.start] + self.replacement + text[self.end :]
        return text[: self.start] + self.replacement.encode() + text[self.end :]


def fixes(text: Text, record: dict[str, Any]) -> tuple[Fix, ...]:
    """Returns the fixes of a record about a text."""
    found: list[Fix] = []
    for fix in record.get("fixes", ()):
        start, end = _native.offsets(text, [fix["start"], fix["end"]])
        found.append(Fix(start, end, fix["replacement"], fix["certain"]))
    return tuple(found)


@dataclass(frozen=True)
class Note:
    """What the prose of RFC 1738 says about an error."""

    #: The stable name of the note, such as "http-user".
    id: str
    #: The section of the RFC.
    section: str
    message: str
    #: Edits that make the text valid, the most likely one first.
    fixes: tuple[Fix, ...]

    def __str__(self) -> str:
        return f"{self.message} (RFC 1738, {self.section})"


@dataclass(frozen=True)
class Fault:
    """An error of a grammar file. Lines and columns count from 1."""

    message: str
    line: int
    column: int
    #: What to do about it, if that is known.
    help: str | None

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


def _annotate(error: BaseException, notes: str) -> None:
    """Adds notes that `traceback` shows, from Python 3.11 on."""
    if notes and sys.version_info >= (3, 11):
        error.add_note(notes)


class ParseError(ValueError):
    """A text that a production does not derive.

    Its message is one line. A traceback shows the line of the text with a mark, and the notes. Neither
    shows a password; `text` does. Offsets are in characters if the text is a str, and in octets if it is
    bytes.
    """

    #: The text.
    text: str | bytes
    #: The offset of the first character that cannot stand where it stands.
    offset: int
    #: The part of the text to underline.
    start: int
    end: int

    def __init__(
        self,
        message: str,
        notes: str,
        text: str | bytes,
        record: str,
        offset: int,
        start: int,
        end: int,
    ) -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset
        self.start = start
        self.end = end
        self._made_of = (message, notes, text, record, offset, start, end)
        self._json = record
        _annotate(self, notes)

    def __reduce__(self) -> tuple[type[ParseError], tuple[object, ...]]:
        return type(self), self._made_of

    @property
    def record(self) -> dict[str, Any]:
        """The object that `rfc1738 check --format json` writes, with offsets in octets."""
        record: dict[str, Any] = json.loads(self._json)
        return record

    @property
    def _error(self) -> dict[str, Any]:
        error: dict[str, Any] = self.record["error"]
        return error

    @property
    def rule(self) -> str:
        """The production."""
        rule: str = self.record["rule"]
        return rule

    @property
    def id(self) -> str:
        """The stable name of the kind of error, such as "http-user" or "port-syntax"."""
        name: str = self._error["id"]
        return name

    @property
    def found(self) -> str | None:
        """What stands at the offset; None at the end of the text."""
        found: str | None = self._error["found"]
        return found

    @property
    def expected(self) -> tuple[str, ...]:
        """What could stand there, in few names: productions, quoted characters, "end of text"."""
        return tuple(self._error["expected"])

    @property
    def next(self) -> str:
        """Every character that could stand there."""
        characters: str = self._error["next"]
        return characters

    @property
    def can_end(self) -> bool:
        """Whether the text could end there."""
        can_end: bool = self._error["can_end"]
        return can_end

    @property
    def context(self) -> tuple[str, ...]:
        """The productions that are open there, from the outermost to the innermost."""
        return tuple(self._error["context"])

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the prose of RFC 1738 says about the error, with fixes."""
        return tuple(
            Note(note["id"], note["section"], note["message"], fixes(self.text, note))
            for note in self._error["notes"]
        )


class Undecided(Exception):
    """A text that is neither valid nor invalid, as far as anybody can tell.

    A grammar can leave a production to prose, and a text of a recursive production can take more than a
    limit. Undecided is no ValueError, so that no program takes it for an invalid text.
    """

    #: The text.
    text: str | bytes
    #: The production whose texts are unknown; None if a limit was reached.
    production: str | None
    #: Where the text could need that production.
    offset: int | None

    def __init__(self, reason: str, text: str | bytes, production: str | None, offset: int | None) -> None:
        super().__init__(reason)
        self.text = text
        self.production = production
        self.offset = offset

    def __reduce__(self) -> tuple[type[Undecided], tuple[object, ...]]:
        return type(self), (str(self), self.text, self.production, self.offset)


class GrammarError(ValueError):
    """A grammar that cannot be read, or that has no answer to a question.

    A traceback shows the lines of the grammar with marks.
    """

    #: The errors of the grammar; empty if a question has no answer.
    errors: tuple[Fault, ...]

    def __init__(self, message: str, notes: str, errors: tuple[Fault, ...]) -> None:
        super().__init__(message)
        self.errors = errors
        self._made_of = (message, notes, errors)
        _annotate(self, notes)

    def __reduce__(self) -> tuple[type[GrammarError], tuple[object, ...]]:
        return type(self), self._made_of


# Tracebacks show the names that programs import.
for _class in (ParseError, Undecided, GrammarError, Fault, Fix, Note):
    _class.__module__ = "rfc1738"
