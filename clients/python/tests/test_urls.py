"""URLs of RFC 1738: verdicts and components."""

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
import rfc1738
from rfc1738 import ParseError, Url, is_valid, parse

FTP = "ftp://me:secret@host.dom:2121/etc/mo%20td;type=a"


def test_a_production_decides_about_str_and_bytes() -> None:
    assert is_valid("news:comp.infosystems.www.misc")
    assert is_valid(b"http://host/")
    assert not is_valid("http://user@host/")
    assert is_valid("80", "port")
    assert not is_valid(b"8o", rule="port")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_every_object_of_octets_is_a_text(kind: type) -> None:
    assert is_valid(kind(b"http://host/"))
    assert parse(kind(b"http://host/")) == "http://host/"
    with pytest.raises(ParseError) as caught:
        parse(kind(b"http://me@host/"))
    assert caught.value.text == b"http://me@host/"


def test_a_part_of_a_memoryview_is_a_text() -> None:
    octets = memoryview(b"<http://host/>")
    assert is_valid(octets[1:-1])
    assert not is_valid(octets[::2])


@pytest.mark.parametrize("wrong", [None, 80, 1.5, ["http://host/"], object(), Url])
def test_anything_else_is_a_type_error(wrong: Any) -> None:
    for function in (is_valid, parse, rfc1738.check, rfc1738.tree, rfc1738.extract):
        with pytest.raises(TypeError, match="^the text must be str, bytes, bytearray or memoryview, not "):
            function(wrong)


def test_a_wrong_name_of_a_production_is_no_verdict() -> None:
    with pytest.raises(LookupError) as caught:
        is_valid("80", "prot")
    assert str(caught.value) == (
        "there is no production `prot`; did you mean `port`? `rfc1738.RULES` lists them"
    )
    assert not isinstance(caught.value, ValueError)


@pytest.mark.parametrize("text", ["http://h/\ud800", "\udc41", "\U0010ffff", "\0", ""])
def test_no_str_raises_an_exception(text: str) -> None:
    assert not is_valid(text)


def test_the_components_are_those_of_the_scheme() -> None:
    url = parse(FTP)
    assert (url.scheme, url.user, url.password, url.host) == ("ftp", "me", "secret", "host.dom")
    assert (url.port, url.port_or_default, url.default_port) == (2121, 2121, 21)
    assert (url.path, url.segments, url.query) == ("etc/mo%20td", ("etc", "mo%20td"), None)
    assert (url.authority, url.rule) == ("me:secret@host.dom:2121", "ftpurl")
    names = [component.name for component in url.components]
    assert names == ["scheme", "user", "password", "host", "port", "fsegment", "fsegment", "ftptype"]
    assert all(FTP[one.start : one.end] == one for one in url.components)


def test_a_component_is_a_str_that_knows_its_octets() -> None:
    name = parse(FTP).segments[1]
    assert name == "mo%20td" and isinstance(name, str)
    assert (name.decoded, name.text) == (b"mo td", "mo td")
    assert parse("http://h/%FF").segments[0].text is None
    copy = pickle.loads(pickle.dumps(name))
    assert (copy, copy.name, copy.start, copy.decoded) == (name, name.name, name.start, name.decoded)


def test_what_a_url_lacks_is_none() -> None:
    url = parse("mailto:me@host.dom")
    assert (url.host, url.port, url.port_or_default, url.path, url.segments) == (None, None, None, None, ())
    assert parse("http://h").path is None
    assert parse("http://h/").path == ""
    assert parse("ftp://me:@h").password == ""


def test_a_port_above_65535_is_not_one_to_connect_to() -> None:
    url = parse("http://h:65536/")
    assert (url.port, url.port_or_default) == (65536, None)


def test_a_url_equals_sorts_and_hashes_like_its_text() -> None:
    one, other = parse("http://a/"), parse("http://b/")
    assert one == "http://a/" and one == Url("http://a/") and one != other
    assert one < other and one <= "http://b/" and not one > other
    assert {"http://a/": 1}[one] == 1  # type: ignore[index]
    assert sorted([other, one]) == [one, other]
    assert one != 1 and one != b"http://a/" and one != "http://a/\ud800"
    with pytest.raises(TypeError):
        one < 1  # type: ignore[operator]  # noqa: B015


def test_a_url_survives_pickle_and_copy() -> None:
    url = parse(FTP)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(url, protocol)) == url


def test_a_url_is_formatted_like_its_text() -> None:
    assert f"{parse('http://h/'):>12}|{parse('http://h/')}" == "   http://h/|http://h/"


def test_repr_hides_the_password_and_str_does_not() -> None:
    url = parse(FTP)
    assert repr(url) == 'Url("ftp://me:***@host.dom:2121/etc/mo%20td;type=a")'
    assert str(url) == FTP


def test_the_normal_form_is_that_of_the_rfc() -> None:
    url = parse("HTTP://Host.DOM:80/%7euser/%61")
    assert url.normalized() == "http://host.dom/%7Euser/a"
    assert url.is_equivalent("http://host.dom/%7Euser/a")
    assert not url.is_equivalent(parse("http://host.dom/"))
    with pytest.raises(ParseError):
        url.is_equivalent("http://host.dom/~user")


def test_inspect_says_what_the_command_says(run_command: Callable[..., str]) -> None:
    assert rfc1738.inspect(FTP) == json.loads(run_command("inspect", "--format", "json", FTP))
    assert rfc1738.inspect(parse(FTP)) == rfc1738.inspect(FTP)


def test_advice_has_the_span_and_the_reason() -> None:
    (advice,) = rfc1738.advise("http://host.dom:8080/")
    assert (advice.id, advice.severity, advice.section) == ("non-default-port", "warning", "6")
    assert "http://host.dom:8080/"[advice.start : advice.end] == "8080"
    assert str(advice).endswith("something else may listen there (RFC 1738, 6)")
    near = rfc1738.advise(parse("htpp://host.dom/"))[0]
    assert near.fixes[0].apply("htpp://host.dom/") == "http://host.dom/"
    with pytest.raises(ParseError):
        rfc1738.advise("http://host.dom:/")
