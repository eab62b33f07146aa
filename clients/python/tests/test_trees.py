"""Trees."""

import json
from collections.abc import Callable

import pytest
from rfc1738 import Grammar, ParseError, tree


def test_a_node_has_production_span_text_and_children() -> None:
    root = tree("http://host.dom:80/a")
    assert (root.rule, root.start, root.end, root.text) == ("url", 0, 20, "http://host.dom:80/a")
    (http,) = root
    assert [child.rule for child in http.children] == ["hostport", "hpath"]
    port = root.find("port")
    assert port is not None and (port.text, port.start) == ("80", 16)
    assert root.find("ftpurl") is None and root.find("nosuch") is None
    assert [node.text for node in root.find_all("digits")] == ["80"]


def test_walk_goes_through_all_nodes_below_a_node() -> None:
    root = tree("host.dom:80", "hostport")
    rules = ["hostport", "host", "hostname", "domainlabel", "toplabel", "port", "digits"]
    assert [node.rule for node in root.walk()] == rules
    host = root.children[0]
    assert [node.rule for node in host.walk()] == rules[1:5]
    assert host.find("port") is None


def test_the_characters_are_in_the_tree_on_request() -> None:
    assert not tree("80", "port").find_all("digit")
    assert [node.text for node in tree("80", "port", characters=True).find_all("digit")] == ["8", "0"]


def test_str_and_json_are_those_of_the_command(run_command: Callable[..., str]) -> None:
    text = "ftp://ds.internic.net/rfc/rfc1738.txt;type=a"
    root = tree(text)
    assert str(root) + "\n" == run_command("parse", text)
    assert json.loads(root.to_json()) == json.loads(run_command("parse", "--format", "json", text))["tree"]


def test_spans_count_characters_of_str_and_octets_of_bytes() -> None:
    grammar = Grammar.from_abnf('pair = key "=" key\nkey = 1*%x3B1-3C9\n')
    text = "αβ=γ"
    spans = [(node.rule, node.start, node.end, node.text) for node in grammar.parse(text).walk()]
    assert spans == [("pair", 0, 4, text), ("key", 0, 2, "αβ"), ("key", 3, 4, "γ")]
    spans = [(node.rule, node.start, node.end, node.text) for node in grammar.parse(text.encode()).walk()]
    assert spans == [
        ("pair", 0, 7, text.encode()),
        ("key", 0, 4, "αβ".encode()),
        ("key", 5, 7, "γ".encode()),
    ]


def test_equal_nodes_are_those_at_one_place_of_one_tree() -> None:
    root, other = tree("80", "port"), tree("80", "port")
    assert root.children[0] == root.find("digits") and root != other
    assert len({root, root.children[0], next(iter(root))}) == 2


def test_a_deep_tree_takes_no_stack() -> None:
    grammar = Grammar.from_abnf('pair = "(" [ pair ] ")"\n')
    depth = 50_000
    root = grammar.parse("(" * depth + ")" * depth)
    assert sum(1 for _ in root.walk()) == depth
    assert str(root).count("\n") == depth - 1
    assert root.to_json().count("[") == depth


def test_a_wrong_text_has_no_tree() -> None:
    with pytest.raises(ParseError, match="^not a valid port: found "):
        tree("8o", "port")
