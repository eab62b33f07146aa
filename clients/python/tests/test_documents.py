"""The programs in the documents.

A block of Python runs. After its language, `pytest fails` makes it a file of tests of which some fail, and
the next block `text pytest` has lines of the output. `traceback` says that it fails, and the next block
`text traceback` is the end of the traceback.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = ("docs/python.md", "clients/python/README.md", "README.md")
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of a document."""

    place: str
    language: str
    words: tuple[str, ...]
    text: str


def blocks(document: str) -> list[Block]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [
        Block(
            f"{document}:{text.count(chr(10), 0, fence.start()) + 1}",
            fence[1],
            tuple(fence[2].split()),
            fence[3],
        )
        for fence in FENCE.finditer(text)
    ]


BLOCKS = [block for document in DOCUMENTS for block in blocks(document)]
PROGRAMS = [block for block in BLOCKS if block.language == "python"]


def output_after(program: Block, word: str) -> str:
    """Returns the block of output that follows a program; empty if there is none."""
    after = BLOCKS[BLOCKS.index(program) + 1 :]
    is_output = after and after[0].language == "text" and word in after[0].words
    return after[0].text if is_output else ""


@pytest.mark.parametrize(
    "program",
    [block for block in PROGRAMS if not {"pytest", "traceback"} & set(block.words)],
    ids=lambda block: block.place,
)
def test_a_program_of_the_documents_runs(program: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(program.text, program.place, "exec"), {"__name__": "document"})


@pytest.mark.parametrize(
    "program", [block for block in PROGRAMS if "pytest" in block.words], ids=lambda block: block.place
)
def test_tests_of_the_documents_find_what_is_wrong(program: Block, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(program.text)
    result = pytester.runpytest("--strict-markers")
    outcomes = result.parseoutcomes()
    assert outcomes.get("failed", 0) > 0
    assert "errors" not in outcomes
    for line in output_after(program, "pytest").splitlines():
        assert line in result.outlines


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have notes from Python 3.11 on")
@pytest.mark.parametrize(
    "program", [block for block in PROGRAMS if "traceback" in block.words], ids=lambda block: block.place
)
def test_a_traceback_of_the_documents_is_shown(program: Block) -> None:
    ran = subprocess.run([sys.executable, "-c", program.text], capture_output=True, text=True)
    expected = output_after(program, "traceback")
    assert expected
    assert ran.stderr.endswith(expected)
