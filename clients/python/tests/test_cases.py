"""The cases of each production: Python says what they say."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rfc1738 import RULES, check, is_valid


def cases(path: Path) -> Iterator[tuple[str, str, str]]:
    """The title, the text and what is expected, of the cases whose text has no escapes."""
    for block in path.read_text("utf-8").split("\n=== ")[1:]:
        written, expected = block.split("\n---", 1)
        title, _, text = written.partition("\n")
        if not title.endswith("[escapes]"):
            yield title, text, expected.strip()


@pytest.mark.parametrize("rule", RULES)
def test_python_says_what_the_cases_of_a_production_say(rule: str, root: Path) -> None:
    count = 0
    for title, text, expected in cases(root / "tests" / "corpus" / f"{rule}.txt"):
        error = check(text, rule)
        # Every text before an error is ASCII, so its offset is the same in characters.
        found = "" if error is None else f"error at {error.offset}"
        valid = not expected.startswith("error at ")
        assert found == ("" if valid else expected.removesuffix(", incomplete")), title
        assert is_valid(text.encode(), rule) == valid, title
        count += 1
    assert count > 3
