"""What is found in texts: URLs, and advice on URLs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rfc1738 import _native
from rfc1738._errors import Fix, ParseError, Text, fixes


@dataclass(frozen=True)
class Match:
    """A URL in a text. Offsets are in characters if the text was a str, and in octets if it was bytes."""

    #: The URL, without line ends and without the fragment. It need not be valid.
    url: str
    #: Whether it is a URL of RFC 1738, and nothing is doubtful about its end.
    valid: bool
    #: Where it is in the text, with the fragment.
    start: int
    end: int
    #: The line and the column of its start, counted from 1.
    line: int
    column: int
    #: What follows the first "#"; None if there is none.
    fragment: str | None
    #: How the text marks it: "wrapped" in <URL:…>, "prefixed" by URL:, or "bare".
    kind: str
    #: Why its end is doubtful, "unclosed", "too-long" or "soft-break"; None if it is not.
    fault: str | None
    #: Other readings of hyphens at line ends.
    alternatives: tuple[str, ...]

    @property
    def error(self) -> ParseError | None:
        """Why the URL is not valid by RFC 1738; None if it is valid."""
        return _native.check(self.url)


@dataclass(frozen=True)
class Advice:
    """A warning about a valid URL."""

    #: The stable name of the kind of advice, such as "non-default-port".
    id: str
    #: "danger", "warning" or "note".
    severity: str
    #: The part of the URL that it is about.
    start: int
    end: int
    #: The section of RFC 1738 on that part.
    section: str
    message: str
    #: The document that states the limit, if RFC 1738 does not.
    reference: str | None
    #: URLs that may be meant, as edits, the most likely one first.
    fixes: tuple[Fix, ...]

    def __str__(self) -> str:
        return f"{self.message} ({self.reference or f'RFC 1738, {self.section}'})"


def extract(text: Text, *, unmarked: bool = False) -> list[Match]:
    """Returns the URLs that a text marks as such, as in <URL:http://host.dom/>.

    With unmarked=True, it also returns those that nothing marks.
    """
    found = json.loads(_native.extract(text, unmarked))
    starts = _native.offsets(text, [one["start"] for one in found])
    ends = _native.offsets(text, [one["end"] for one in found])
    return [
        Match(
            one["text"],
            one["ok"],
            start,
            end,
            one["line"],
            one["column"],
            one["fragment"],
            one["kind"],
            one.get("fault"),
            tuple(other["text"] for other in one.get("alternatives", ())),
        )
        for one, start, end in zip(found, starts, ends, strict=True)
    ]


def advise(url: Text | _native.Url) -> list[Advice]:
    """Returns the advice of RFC 1738 on a URL. Raises ParseError for a text that is no URL."""
    return [
        Advice(
            one["id"],
            one["severity"],
            one["start"],
            one["end"],
            one["section"],
            one["message"],
            one["reference"],
            fixes(str(url) if isinstance(url, _native.Url) else url, one),
        )
        for one in json.loads(_native.advise(url))
    ]


def inspect(url: Text | _native.Url) -> dict[str, Any]:
    """Returns the object that `rfc1738 inspect --format json` writes about a URL.

    It has the components, what a client of the scheme sends, the advice, and the normal form. Raises
    ParseError for a text that is no URL.
    """
    record: dict[str, Any] = json.loads(_native.inspect(url))
    return record


for _class in (Match, Advice):
    _class.__module__ = "rfc1738"
