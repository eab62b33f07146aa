"""Errors: their fields, their messages, and what a traceback shows."""

import json
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable

import pytest
import rfc1738
from rfc1738 import Grammar, GrammarError, ParseError, Undecided, check, parse

USER = "http://me@host.dom/"


def error_of(text: str | bytes, rule: str | None = None) -> ParseError:
    error = check(text, rule)
    assert error is not None
    return error


def shown(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).rstrip()


def test_an_error_is_a_value_error_with_all_facts() -> None:
    with pytest.raises(ValueError) as caught:
        parse(USER)
    error = caught.value
    assert isinstance(error, ParseError)
    assert (error.offset, error.start, error.end) == (9, 9, 10)
    assert (error.text, error.rule, error.id, error.found) == (USER, "url", "http-user", "@")
    assert error.expected == ("alphadigit", '"-"', '"."', '":"', '"/"', "end of text")
    assert error.next.startswith("-./0123456789:A") and error.can_end
    assert error.context == ("url", "httpurl", "hostport")
    (note,) = error.notes
    assert (note.id, note.section) == ("http-user", "3.3")
    assert str(note) == "no user name or password is allowed in an http URL (RFC 1738, 3.3)"
    assert note.fixes[0].apply(USER) == "http://host.dom/"
    assert not note.fixes[0].certain


def test_the_end_of_the_text_is_found_as_none() -> None:
    error = error_of("http://")
    assert (error.offset, error.found, error.can_end) == (7, None, False)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have notes from Python 3.11 on")
def test_a_traceback_shows_the_place_the_notes_and_the_fixes() -> None:
    assert shown(error_of(USER)) == (
        'rfc1738.ParseError: not a valid url: found "@" at offset 9; '
        "no user name or password is allowed in an http URL (RFC 1738, 3.3)\n"
        "  |\n"
        "  | http://me@host.dom/\n"
        "  |          ^ in url, httpurl, hostport\n"
        "  = note: no user name or password is allowed in an http URL (RFC 1738, 3.3)\n"
        "  = help: write http://host.dom/"
    )


def test_no_message_shows_a_password() -> None:
    error = error_of("ftp://me:secret@ho_st/")
    assert "secret" not in shown(error) + str(error) + repr(error)
    assert "secret" in str(error.text)


def test_the_record_is_that_of_the_command(run_command: Callable[..., str]) -> None:
    texts = [USER, "http://h/~é~", "ftp://u:secret@ho_st/", "x", "http://h:/"]
    lines = run_command("check", "--format", "json", stdin="\n".join(texts).encode())
    for text, line in zip(texts, lines.splitlines(), strict=True):
        expected = json.loads(line)
        del expected["line"], expected["file"]
        assert error_of(text).record == expected


def test_offsets_count_characters_of_str_and_octets_of_bytes() -> None:
    text = "http://h/~é~"
    error, of_bytes = error_of(text), error_of(text.encode())
    assert (error.offset, error.end) == (9, 10)
    fix, fix_of_bytes = error.notes[0].fixes[0], of_bytes.notes[0].fixes[0]
    assert (fix.start, fix.end) == (9, 12)
    assert (fix_of_bytes.start, fix_of_bytes.end) == (9, 13)
    assert fix.apply(text) == "http://h/%7E%C3%A9%7E"
    assert fix_of_bytes.apply(text.encode()) == b"http://h/%7E%C3%A9%7E"


def test_an_error_survives_pickle() -> None:
    error = error_of("http://h/~é~")
    copy = pickle.loads(pickle.dumps(error))
    assert shown(copy) == shown(error)
    assert (copy.offset, copy.notes, copy.text) == (error.offset, error.notes, error.text)


def test_check_returns_none_for_a_valid_text() -> None:
    assert check("http://host/") is None
    assert check(b"80", "port") is None


def test_undecided_is_no_verdict_and_no_value_error() -> None:
    grammar = Grammar.from_abnf('greeting = "é " day "!"\n'.replace("é ", "hi "), strict=False)
    with pytest.raises(Undecided) as caught:
        grammar.is_valid("hi 1!")
    error = caught.value
    assert not isinstance(error, ValueError)
    assert (error.production, error.offset, error.text) == ("day", 3, "hi 1!")
    assert str(error) == (
        "the text is valid only if a part of it at offset 3 is derived by `day`, "
        "which the grammar does not define"
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    for question in (grammar.parse, grammar.check):
        with pytest.raises(Undecided):
            question("hi 1!")
    assert grammar.is_valid("ho 1!") is False


def test_a_limit_of_the_recognizer_is_undecided() -> None:
    grammar = Grammar.from_abnf('a = a a a / "x" / ""\n')
    with pytest.raises(Undecided, match="^the text takes more than "):
        grammar.is_valid("x" * 3000)


def test_a_grammar_error_has_all_errors_with_their_places() -> None:
    with pytest.raises(GrammarError) as caught:
        Grammar.from_abnf('a = "x" [ day ] "!"\nb = = "y"\n')
    error = caught.value
    assert isinstance(error, ValueError)
    assert str(error) == "1:11: the production `day` is used and never defined, and 1 more error"
    assert [(one.line, one.column) for one in error.errors] == [(1, 11), (2, 5)]
    assert str(error.errors[1]) == "2:5: `=` has no meaning here"
    assert error.errors[1].help == "begin each production on a line of its own"
    if sys.version_info >= (3, 11):
        assert ' 2 | b = = "y"\n   |     ^\nhelp: begin each production' in shown(error)
    assert pickle.loads(pickle.dumps(error)).errors == error.errors


def test_an_uncaught_error_is_shown_by_the_interpreter() -> None:
    program = "import rfc1738; rfc1738.parse('http://h:/')"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 1
    assert 'rfc1738.ParseError: not a valid url: found "/" at offset 9; ' in ran.stderr


def test_all_classes_are_those_of_the_package() -> None:
    for name in rfc1738.__all__:
        member = getattr(rfc1738, name)
        if isinstance(member, type):
            assert member.__module__ == "rfc1738", name
