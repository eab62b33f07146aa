"""The plugin of pytest, in tests that pytest runs."""

import pytest

PARSER = """
import re
import pytest
from rfc1738 import Grammar

def accepts(text):
    return bool(re.fullmatch("[0-9]+", text, re.ASCII))

def lenient(text):
    return bool(re.fullmatch("[0-9]*", text, re.ASCII))

def raising(text):
    if not accepts(text):
        raise ValueError(text)
"""


def test_the_marker_runs_a_test_for_each_text(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        PARSER
        + """
@pytest.mark.grammar("port")
def test_right(text, valid):
    assert accepts(text) == valid

@pytest.mark.grammar("port")
def test_lenient(text, valid):
    assert lenient(text) == valid
"""
    )
    result = pytester.runpytest("--strict-markers", "-q")
    result.assert_outcomes(passed=2 * 742 - 1, failed=1)
    result.stdout.fnmatch_lines(["*test_lenient[[]port-invalid-''*"])


def test_the_marker_fills_in_the_arguments_that_a_test_has(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        PARSER
        + """
GREEK = Grammar.from_abnf("greek = 1*%x3B1-3C9")

@pytest.mark.grammar(grammar=GREEK, kind="quick")
def test_it(case, octets, offset, tmp_path):
    assert case.octets == octets
    assert (offset is None) == case.valid
"""
    )
    result = pytester.runpytest()
    assert result.ret == 0 and result.parseoutcomes()["passed"] >= 2


def test_a_marker_without_such_an_argument_says_what_to_do(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        PARSER
        + """
@pytest.mark.grammar("port")
def test_it():
    pass
"""
    )
    result = pytester.runpytest()
    result.stdout.fnmatch_lines_random(
        ["*test_it: a test with the marker grammar takes one of the arguments text, *"]
    )
    assert result.ret != 0


def test_too_large_a_suite_says_what_to_do(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        PARSER
        + """
@pytest.mark.grammar("url")
def test_it(text):
    pass
"""
    )
    result = pytester.runpytest()
    result.stdout.fnmatch_lines_random(["*the suite of `url` has 625626 texts, and a marker makes at most*"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ('"prot"', "marker grammar: there is no production `prot`; did you mean `port`?*"),
        ('"port", kind="fast"', 'marker grammar: kind: there is no suite "fast"; write *'),
        ('"port", states=3', "marker grammar: *'states'*"),
    ],
)
def test_a_wrong_marker_says_why(pytester: pytest.Pytester, arguments: str, message: str) -> None:
    pytester.makepyfile(
        PARSER
        + f"""
@pytest.mark.grammar({arguments})
def test_it(text):
    pass
"""
    )
    result = pytester.runpytest()
    result.stdout.fnmatch_lines_random([f"*test_it: {message}"])
    assert result.ret != 0


def test_the_fixture_asks_about_a_whole_suite(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        PARSER
        + """
def test_right(conformance):
    assert conformance(accepts, "port").texts == 742

def test_raising(conformance):
    conformance(raising, "port", rejects=ValueError)

def test_octets(conformance):
    conformance(lambda octets: octets.isdigit(), "port", octets=True)

def test_lenient(conformance):
    conformance(lenient, "port")

def test_broken(conformance):
    conformance(lambda text: 1 / 0, "port")
"""
    )
    result = pytester.runpytest()
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(
        ["1 of 742 texts of `port` have a wrong verdict", "  wrongly accepted: 1", "    ''"]
    )
    result.stdout.fnmatch_lines(["*ZeroDivisionError*"])


def test_a_parser_that_returns_an_awaitable_has_no_answer(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        PARSER
        + """
import asyncio

async def later(text):
    return accepts(text)

def test_it(conformance):
    with pytest.raises(TypeError, match="returns an awaitable"):
        conformance(later, "port")
    conformance(lambda text: asyncio.run(later(text)), "port", kind="quick")
"""
    )
    pytester.runpytest("-W", "error").assert_outcomes(passed=1)
