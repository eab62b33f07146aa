"""Grammars that are read at run time."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import rfc1738
from rfc1738 import Edit, Grammar, GrammarError, Nearest, ParseError, Repair

SUM = 'sum = sum "+" term / term\nterm = "(" sum ")" / 1*DIGIT\n'


def test_a_grammar_in_abnf_parses_texts() -> None:
    grammar = Grammar.from_abnf('date = 4DIGIT "-" 2DIGIT\n')
    assert (grammar.rules[0], grammar.start, grammar.errors) == ("date", "date", ())
    assert grammar.is_valid("1994-12") and not grammar.is_valid("1994-1")
    error = grammar.check("1994/12")
    assert error is not None
    assert str(error) == 'not a valid date: expected "-", found "/" at offset 4'
    assert (error.rule, error.id, error.notes) == ("date", "date-syntax", ())


def test_each_notation_has_a_reader() -> None:
    assert Grammar.from_bnf('<port> ::= <digit> | <port> <digit>\n<digit> ::= "0" | "1"\n').is_valid("101")
    assert Grammar.from_rfc822('port = 1*digit\ndigit = "0" | "1"\n').is_valid("101")
    assert Grammar.read('port = 1*digit\ndigit = "0" | "1"\n').is_valid("101")
    assert Grammar.from_abnf('a = "x"\n').is_valid("X")
    assert not Grammar.from_rfc822('a = "x"\n').is_valid("X")


def test_a_recursive_grammar_has_verdicts_errors_and_trees() -> None:
    grammar = Grammar.from_abnf(SUM)
    root = grammar.parse("1+(2+3)+4")
    assert [node.text for node in root.find_all("term")] == ["1", "(2+3)", "2", "3", "4"]
    assert [child.rule for child in root] == ["sum", "term"]
    error = grammar.check("1+(2")
    assert error is not None and (error.offset, error.found) == (4, None)
    assert error.next == ")+0123456789"


def test_a_production_is_chosen_by_its_name() -> None:
    grammar = Grammar.from_abnf(SUM)
    assert grammar.is_valid("(1)", "term") and not grammar.is_valid("1+1", rule="term")
    assert grammar.is_valid("(1)", "TERM")
    for question in (grammar.is_valid, grammar.parse, grammar.check):
        with pytest.raises(LookupError, match="^there is no production `trem`; did you mean `term`\\?"):
            question("1", "trem")


def test_offsets_are_in_characters_even_inside_a_character() -> None:
    grammar = Grammar.from_abnf("line = %xC3.A9 *%x61\n")
    assert grammar.is_valid("éaa") and grammar.is_valid(b"\xc3\xa9aa")
    error = grammar.check("éaè")
    assert error is not None and (error.offset, error.start, error.end) == (2, 2, 3)
    error = grammar.check("éaè".encode())
    assert error is not None and error.offset == 3


def test_a_lone_surrogate_stands_for_an_octet() -> None:
    grammar = Grammar.from_abnf("octets = *%x80-FF\n")
    text = b"\xff\xfe".decode("utf-8", "surrogateescape")
    assert grammar.is_valid(text)
    node = grammar.parse(text)
    assert (node.start, node.end, node.text) == (0, 2, text)
    error = grammar.check(text + "a")
    assert error is not None and error.offset == 2


def test_errors_of_a_grammar_spare_the_other_productions() -> None:
    grammar = Grammar.from_abnf('a = "x" / nosuch\nb = "y"\nc = = "z"\n', strict=False)
    assert [error.line for error in grammar.errors] == [1, 3]
    assert grammar.is_valid("y", "b") and grammar.is_valid("x", "a")
    with pytest.raises(GrammarError):
        Grammar.from_abnf("", strict=False)


@pytest.mark.parametrize("number", rfc1738.RFCS)
def test_every_grammar_of_the_package_can_be_used(number: int) -> None:
    grammar = Grammar.from_rfc(number)
    assert grammar.rules and grammar.start in grammar.rules


def test_the_grammars_of_rfcs_have_their_imports() -> None:
    assert Grammar.from_rfc(3986).is_valid("http://[::1]/~me", "URI")
    assert Grammar.from_rfc(9110).is_valid("host.example:80", "Host")
    with pytest.raises(LookupError, match="^the package has no grammar of RFC 1; `rfc1738.RFCS` lists them$"):
        Grammar.from_rfc(1)


def test_rfc_1738_is_a_grammar_as_well() -> None:
    grammar = Grammar.from_rfc(1738)
    assert grammar.rules == rfc1738.RULES and grammar.start == "url"
    assert grammar.parse("http://host/").find("host") is not None
    error, own = grammar.check("http://me@host/"), rfc1738.check("http://me@host/")
    assert error is not None and own is not None and error.record == own.record
    with pytest.raises(LookupError):
        grammar.is_valid("80", "prot")


def test_the_nearest_texts_are_whole_or_undecided() -> None:
    grammar = Grammar.from_abnf('pair = key "=" key\nkey = 1*%x3B1-3C9\n')
    assert grammar.nearest("αβ:γ") == Nearest(1, (Repair("αβ=γ", (Edit(2, 3, "="),)),), 1)
    assert grammar.nearest("αβ:γ".encode()).repairs[0].edits == (Edit(4, 5, "="),)
    more = grammar.nearest("β=", count=2)
    assert (more.count, [one.text for one in more.repairs]) == (25, ["β=α", "β=β"])
    assert grammar.nearest("α=β") == Nearest(0, (Repair("α=β", ()),), 1)
    with pytest.raises(rfc1738.Undecided, match="no text is valid after at most 5 edits"):
        grammar.nearest("nothing like it")
    for count in (0, 1001):
        with pytest.raises(ValueError, match=f"count: {count} is not a number of texts; write 1 to 1000"):
            grammar.nearest("", count=count)
    assert Grammar.from_rfc(1738).nearest("8o", "port").repairs[0].text == "8"


def test_generated_texts_are_those_of_the_command(run_command: Callable[..., str]) -> None:
    grammar = Grammar.from_rfc(1738)
    lines = run_command("generate", "--rule", "hostport", "-n", "20", "--seed", "3").splitlines()
    assert grammar.generate("hostport", 20, seed=3) == lines
    for text in grammar.generate("url", 50):
        assert grammar.is_valid(text)
    for text in grammar.generate("url", 50, kind="invalid"):
        assert not grammar.is_valid(text)
    assert len(grammar.generate("port", kind="cover")) < 10


def test_recursive_grammars_generate_texts_as_well() -> None:
    grammar = Grammar.from_abnf(SUM)
    assert all(grammar.is_valid(text) for text in grammar.generate(count=30))
    assert not any(grammar.is_valid(text) for text in grammar.generate(count=30, kind="invalid"))
    assert grammar.generate(kind="cover")


@pytest.mark.parametrize("question", ["generate", "suite"])
def test_a_wrong_kind_says_which_there_are(question: str) -> None:
    with pytest.raises(ValueError, match='^kind: there is no .* "nosuch".*; write "'):
        getattr(Grammar.from_rfc(1738), question)("port", kind="nosuch")


def test_a_number_out_of_range_is_named() -> None:
    grammar = Grammar.from_rfc(1738)
    with pytest.raises(ValueError, match="^count: -1 is not a number of texts; write 0 or more$"):
        grammar.generate(count=-1)
    with pytest.raises(ValueError, match="^extra_states: 256 is not from 0 to 255; 1 makes large suites$"):
        grammar.suite(extra_states=256)


def test_a_production_without_an_answer_raises_an_error() -> None:
    grammar = Grammar.from_abnf('a = "x" a\n', strict=False)
    for question in (grammar.generate, grammar.suite):
        with pytest.raises(GrammarError) as caught:
            question()
        assert caught.value.errors == ()


def test_a_case_of_a_suite_is_that_of_the_command(run_command: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "greek.abnf"
    file.write_text("greek = 1*%x3B1-3C9\n", encoding="utf-8")
    grammar = Grammar.from_abnf(file.read_text(encoding="utf-8"))
    lines = run_command("conformance", "export", "--grammar", str(file), "--format", "jsonl").splitlines()
    suite = grammar.suite()
    assert len(suite) == len(lines)
    for case, line in zip(suite, lines, strict=True):
        record = json.loads(line)
        assert json.loads(case.to_json()) == record
        assert case.octets == bytes.fromhex(record["hex"]) and case.valid == record["ok"]
        error = grammar.check(case.text)
        assert (error.offset if error else None) == case.offset
        error = grammar.check(case.octets)
        assert (error.offset if error else None) == record.get("offset")


def test_a_suite_can_be_read_twice() -> None:
    suite = Grammar.from_rfc(1738).suite("port")
    assert len(list(suite)) == len(list(suite)) == len(suite) == 742
    assert suite.rule == "port" and suite.depth is None
    assert Grammar.from_abnf(SUM).suite(depth=0, kind="complete").depth == 0


def test_smaller_suites_have_fewer_texts() -> None:
    grammar = Grammar.from_rfc(1738)
    complete, productions, quick = (
        len(grammar.suite("hostport", kind=kind)) for kind in ("complete", "productions", "quick")
    )
    assert (complete, productions) == (6858, 1356)
    assert 0 < quick < 50


def test_what_is_no_str_is_no_grammar() -> None:
    with pytest.raises(TypeError):
        Grammar.from_abnf(b"a = %x61")  # type: ignore[arg-type]
    with pytest.raises(ParseError):
        Grammar.from_abnf("a = %x61\n").parse(b"b")
