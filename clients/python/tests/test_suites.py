"""The complete suites of all productions: Python says what Rust says.

The command writes them with the verdicts and offsets of the automata. Python answers by the generated
parsers, once for `str` and once for `bytes`.
"""

import json
from collections.abc import Callable

import pytest
from rfc1738 import RULES, Grammar, check, is_valid


@pytest.mark.parametrize("rule", RULES)
def test_python_and_rust_agree_on_the_complete_suite(rule: str, run_command: Callable[..., str]) -> None:
    lines = run_command("conformance", "export", "--rule", rule, "--format", "jsonl").splitlines()
    suite = Grammar.from_rfc(1738).suite(rule)
    count = 0
    for case, line in zip(suite, lines, strict=True):
        record = json.loads(line)
        octets = bytes.fromhex(record["hex"])
        valid = record["ok"]
        assert case.octets == octets and case.valid == valid
        assert is_valid(octets, rule) == is_valid(case.text, rule) == valid, line
        if not valid:
            # Every text before an error is ASCII, so its offset is the same in characters.
            assert case.offset == record["offset"]
            error = check(octets, rule)
            assert error is not None and error.offset == record["offset"], line
        count += 1
    assert count == len(suite)
