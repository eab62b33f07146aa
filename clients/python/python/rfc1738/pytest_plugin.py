"""The plugin of pytest: tests of a parser against the suite of a production.

    @pytest.mark.grammar("httpurl")
    def test_my_parser(text, valid):
        assert my_parser.accepts(text) == valid

The marker runs the test for each text of the suite. The fixture `conformance` asks a parser about all of
them in one test, and fails with a summary.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any, NoReturn

import pytest

from rfc1738._native import Case, Grammar, Suite

#: The arguments of a test that the marker fills in.
ARGUMENTS = ("text", "octets", "valid", "offset", "case")

#: The most tests that a marker makes. Each takes memory, and some milliseconds.
MOST = 100_000

#: The most texts that a failure lists.
LISTED = 10

#: The most characters of a text in the name of a test.
NAMED = 60


def pytest_configure(config: pytest.Config) -> None:
    """Describes the marker."""
    config.addinivalue_line(
        "markers",
        "grammar(rule=None, grammar=None, *, kind='complete', extra_states=0, depth=1): run the test for "
        "each text of the suite of a production of RFC 1738, or of another rfc1738.Grammar. The arguments "
        "text, octets, valid, offset and case of the test are filled in.",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test with the marker for each text of its suite."""
    marker = metafunc.definition.get_closest_marker("grammar")
    if marker is None:
        return
    names = [name for name in ARGUMENTS if name in metafunc.fixturenames]
    if not names:
        refuse(metafunc, f"a test with the marker grammar takes one of the arguments {', '.join(ARGUMENTS)}")
    try:
        suite = suite_of(*marker.args, **marker.kwargs)
    except (LookupError, TypeError, ValueError) as error:
        refuse(metafunc, f"marker grammar: {error}")
    if len(suite) > MOST:
        refuse(
            metafunc,
            f"the suite of `{suite.rule}` has {len(suite)} texts, and a marker makes at most {MOST} tests: "
            'write kind="productions" or kind="quick", or use the fixture conformance',
        )
    cases = list(suite)
    values = [tuple(getattr(case, name, case) for name in names) for case in cases]
    metafunc.parametrize(names, values, ids=[name_of(case) for case in cases])


def refuse(metafunc: pytest.Metafunc, reason: str) -> NoReturn:
    """Fails the collection of a test."""
    pytest.fail(f"{metafunc.definition.nodeid}: {reason}", pytrace=False)


def suite_of(rule: str | None = None, grammar: Grammar | None = None, **choice: Any) -> Suite:
    """Returns the suite of a production of RFC 1738, or of another grammar."""
    return (grammar or Grammar.from_rfc(1738)).suite(rule, **choice)


def name_of(case: Case) -> str:
    """Returns the name of the test of a case."""
    text = ascii(case.text)
    shown = text if len(text) <= NAMED else f"{text[:NAMED]}..."
    return f"{case.rule}-{'valid' if case.valid else 'invalid'}-{shown}"


@dataclass(frozen=True)
class Report:
    """What a parser answered to the texts of a suite."""

    #: The production.
    rule: str
    #: The number of texts.
    texts: int
    #: The invalid texts that the parser accepts.
    wrongly_accepted: list[Case]
    #: The valid texts that the parser rejects.
    wrongly_rejected: list[Case]

    def __str__(self) -> str:
        wrong = len(self.wrongly_accepted) + len(self.wrongly_rejected)
        lines = [f"{wrong} of {self.texts} texts of `{self.rule}` have a wrong verdict"]
        for name, cases in [
            ("wrongly accepted", self.wrongly_accepted),
            ("wrongly rejected", self.wrongly_rejected),
        ]:
            if cases:
                lines.append(f"  {name}: {len(cases)}")
                shortest = sorted(cases, key=lambda case: len(case.octets))[:LISTED]
                lines += [f"    {case.text!a}" for case in shortest]
                if len(cases) > LISTED:
                    lines.append(f"    and {len(cases) - LISTED} more")
        return "\n".join(lines)


def ask(
    parser: Callable[[Any], object],
    rule: str | None = None,
    grammar: Grammar | None = None,
    *,
    rejects: type[BaseException] | tuple[type[BaseException], ...] | None = None,
    octets: bool = False,
    **choice: Any,
) -> Report:
    """Asks a parser about each text of a suite.

    The parser returns whether it accepts a text. With `rejects`, it accepts a text if it raises none of
    these exceptions, and what it returns does not matter. With `octets`, it takes bytes. The other
    arguments are those of `Grammar.suite`.
    """
    suite = suite_of(rule, grammar, **choice)
    report = Report(suite.rule, len(suite), [], [])
    for case in suite:
        accepts = answer(parser, case.octets if octets else case.text, rejects)
        if accepts and not case.valid:
            report.wrongly_accepted.append(case)
        elif case.valid and not accepts:
            report.wrongly_rejected.append(case)
    return report


def answer(
    parser: Callable[[Any], object],
    text: str | bytes,
    rejects: type[BaseException] | tuple[type[BaseException], ...] | None,
) -> bool:
    """Returns whether the parser accepts the text."""
    rejected = () if rejects is None else rejects
    try:
        result = parser(text)
    except rejected:
        return False
    if isawaitable(result):
        # It would be true, whatever comes of it.
        if isinstance(result, Coroutine):
            result.close()
        raise TypeError(
            "the parser returns an awaitable, not an answer: use lambda text: asyncio.run(parser(text))"
        )
    return rejects is not None or bool(result)


@pytest.fixture(scope="session")
def conformance() -> Callable[..., Report]:
    """Asks a parser about each text of a suite, and fails if a verdict is wrong.

    conformance(parser, "port") asks a function that returns whether it accepts a text. With
    rejects=ValueError, the parser accepts what raises no ValueError. With octets=True, it takes bytes.
    """

    def conformance(parser: Callable[[Any], object], *arguments: Any, **choice: Any) -> Report:
        __tracebackhide__ = True
        report = ask(parser, *arguments, **choice)
        if report.wrongly_accepted or report.wrongly_rejected:
            pytest.fail(str(report), pytrace=False)
        return report

    return conformance
