"""URLs in running text."""

import json
from collections.abc import Callable

from rfc1738 import extract

MAIL = "Grüße: see <URL:http://host.dom/\n~me> and http://x.y/z#top."


def test_marked_urls_are_found_with_their_places() -> None:
    (found,) = extract(MAIL)
    assert (found.url, found.valid, found.kind) == ("http://host.dom/~me", False, "wrapped")
    assert MAIL[found.start : found.end] == "http://host.dom/\n~me"
    assert (found.line, found.column) == (1, 17)
    assert found.error is not None and found.error.id == "unsafe-character"


def test_unmarked_urls_are_found_on_request() -> None:
    found = extract(MAIL, unmarked=True)[1]
    assert (found.url, found.valid, found.kind, found.fragment) == ("http://x.y/z", True, "bare", "top")
    assert MAIL[found.start : found.end] == "http://x.y/z#top"
    assert found.error is None


def test_offsets_in_bytes_count_octets() -> None:
    octets = MAIL.encode()
    for found in extract(octets, unmarked=True):
        assert octets[found.start : found.end].startswith(b"http://")


def test_an_unclosed_wrapper_is_a_fault() -> None:
    (found,) = extract("<URL:http://host.dom/")
    assert (found.fault, found.valid) == ("unclosed", False)


def test_hyphens_at_line_ends_have_alternatives() -> None:
    (found,) = extract("<URL:http://h/a-\nb>")
    assert (found.url, found.alternatives) == ("http://h/a-b", ("http://h/ab",))


def test_the_matches_are_those_of_the_command(run_command: Callable[..., str]) -> None:
    octets = MAIL.encode()
    lines = run_command("extract", "--bare", "--format", "json", stdin=octets).splitlines()
    for found, line in zip(extract(octets, unmarked=True), lines, strict=True):
        expected = json.loads(line)
        assert (found.start, found.end, found.url) == (expected["start"], expected["end"], expected["text"])
        assert found.valid == expected["ok"]
