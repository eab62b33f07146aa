"""The native part of the package rfc1738."""

from collections.abc import Iterator
from typing import Literal, final

from rfc1738._errors import Fault, ParseError
from rfc1738._nearest import Nearest
from rfc1738._url import Component

_Text = str | bytes | bytearray | memoryview

__all__ = [
    "RFCS",
    "RULES",
    "Case",
    "Grammar",
    "Node",
    "NodeIterator",
    "Suite",
    "SuiteIterator",
    "Url",
    "__version__",
    "advise",
    "check",
    "extract",
    "inspect",
    "is_valid",
    "offsets",
    "parse",
    "tree",
]

RULES: tuple[str, ...]
RFCS: tuple[int, ...]
__version__: str

def is_valid(text: _Text, rule: str | None = None) -> bool:
    """Returns whether the production of RFC 1738 derives the text.

    A text is a str or bytes. No text raises an exception, and anything else raises TypeError.
    """

def parse(text: _Text, /) -> Url:
    """Parses a URL. Raises ParseError, which is a ValueError, for a text that is none."""

def check(text: _Text, rule: str | None = None) -> ParseError | None:
    """Returns the ParseError of the text without raising it, or None if the production of RFC 1738
    derives the text.
    """

def tree(text: _Text, rule: str | None = None, *, characters: bool = False) -> Node:
    """Returns the tree of the text by a production of RFC 1738. Raises ParseError if the production does
    not derive it. With characters=True, the tree has the productions that derive single characters.
    """

def offsets(text: _Text, octets: list[int]) -> list[int]:
    """Returns the offsets in the text of these offsets in its octets: in characters for a str. Raises
    IndexError for one after the end.
    """

def extract(text: _Text, unmarked: bool) -> str:
    """Returns the URLs in a text, as JSON with offsets in octets."""

def advise(url: _Text | Url) -> str:
    """Returns the advice on a URL, as JSON."""

def inspect(url: _Text | Url) -> str:
    """Returns what `rfc1738 inspect --format json` says of a URL, as JSON."""

@final
class Url:
    """A URL by RFC 1738, with the components that its scheme has.

    Url(text) parses like rfc1738.parse, and raises ParseError for a text that is no URL. A Url equals,
    sorts and hashes like its text, so a str finds it in a dict; is_equivalent compares the meaning.
    repr hides the password, and str does not.
    """

    def __new__(cls, text: _Text, /) -> Url: ...
    @property
    def rule(self) -> str:
        """The production of its scheme, such as "ftpurl", or "otherurl"."""

    @property
    def scheme(self) -> Component:
        """The scheme, as written. Its case does not matter."""

    @property
    def authority(self) -> Component | None:
        """User, password, host and port with the delimiters between them; None without a host."""

    @property
    def user(self) -> Component | None:
        """The user name, as written; None if the URL has none."""

    @property
    def password(self) -> Component | None:
        """The password, as written; None if the URL has none. An empty one is not None."""

    @property
    def host(self) -> Component | None:
        """The host to connect to, as written; None if the URL names none."""

    @property
    def port(self) -> int | None:
        """The port that the URL names, which can be above 65535; None if it names none. A number of too many
        digits raises ValueError, as int does.
        """

    @property
    def port_or_default(self) -> int | None:
        """The port to connect to: that of the URL, or else that of the scheme. None if the scheme has none,
        or if the URL names a port above 65535.
        """

    @property
    def default_port(self) -> int | None:
        """The default port of the scheme; None if it has none."""

    @property
    def path(self) -> Component | None:
        """The path, without the slash before it; None if the URL ends before that slash, or has no path."""

    @property
    def segments(self) -> tuple[Component, ...]:
        """The segments of the path. Schemes in which slashes separate nothing have none."""

    @property
    def query(self) -> Component | None:
        """The query, which the RFC calls search; None if the URL has none."""

    @property
    def components(self) -> tuple[Component, ...]:
        """All components in the order of the text, the scheme first."""

    def normalized(self) -> Url:
        """Returns the normal form, which is the same text for all URLs that mean the same by the RFC."""

    def is_equivalent(self, other: _Text | Url) -> bool:
        """Returns whether both URLs mean the same by the RFC. The other one can be a text."""

    def __format__(self, form: str, /) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: str | Url, /) -> bool: ...
    def __le__(self, other: str | Url, /) -> bool: ...
    def __gt__(self, other: str | Url, /) -> bool: ...
    def __ge__(self, other: str | Url, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Url], tuple[str]]: ...

@final
class Node:
    """A node of a tree: a production, and the part of the text that it derives.

    Offsets are in characters if the text was a str, and in octets if it was bytes. Iterating over a
    node gives the nodes directly below it, and walk gives all. str(node) draws the tree.
    """

    @property
    def rule(self) -> str:
        """The name of the production."""

    @property
    def start(self) -> int:
        """The offset at which its text begins."""

    @property
    def end(self) -> int:
        """The offset after its text."""

    @property
    def text(self) -> str | bytes:
        """The part of the text that the production derives: a str or bytes, as the text was."""

    @property
    def children(self) -> list[Node]:
        """The nodes directly below, in order."""

    def walk(self) -> NodeIterator:
        """Returns an iterator over this node and all nodes below it, in the order of a book."""

    def find(self, rule: str) -> Node | None:
        """Returns the first node of the production among this one and all below it; None if there is none."""

    def find_all(self, rule: str) -> list[Node]:
        """Returns all nodes of the production, among this one and all below it."""

    def to_json(self) -> str:
        """Returns the tree as JSON, as in the field tree of `rfc1738 parse --format json`."""

    def __iter__(self) -> NodeIterator: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class NodeIterator(Iterator[Node]):
    """An iterator over nodes."""

    def __iter__(self) -> NodeIterator: ...
    def __next__(self) -> Node: ...

@final
class Grammar:
    """A grammar of an RFC, or one of your own, whose productions parse texts.

    Grammar.from_abnf, from_bnf, from_rfc822 and read take the text of a grammar, and from_rfc takes the
    number of an RFC. Every method takes the name of a production; without one it is the first, and url
    in RFC 1738. A name that no production has raises LookupError.
    """

    @staticmethod
    def from_abnf(source: str, *, strict: bool = True) -> Grammar:
        """Reads a grammar in ABNF (RFC 5234 and 7405).

        Raises GrammarError if it has errors. With strict=False, its errors are in the attribute errors,
        and the productions that they spare can be used.
        """

    @staticmethod
    def from_bnf(source: str, *, strict: bool = True) -> Grammar:
        """Reads a grammar in BNF: <name> ::= body. For strict, see from_abnf."""

    @staticmethod
    def from_rfc822(source: str, *, strict: bool = True) -> Grammar:
        """Reads a grammar in the notation of RFC 822, as RFC 1738 uses it. For strict, see from_abnf."""

    @staticmethod
    def read(source: str, *, strict: bool = True) -> Grammar:
        """Reads a grammar in the notation that its text shows. For strict, see from_abnf."""

    @staticmethod
    def from_rfc(number: int) -> Grammar:
        """Returns the grammar of an RFC that is in this package, with what it imports from others.

        Raises LookupError for a number that is not in rfc1738.RFCS.
        """

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the productions, in the order of the grammar."""

    @property
    def start(self) -> str:
        """The production that questions are about without a name."""

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The errors of the grammar, which it can have if it was read with strict=False."""

    def is_valid(self, text: _Text, rule: str | None = None) -> bool:
        """Returns whether the production derives the text. Raises Undecided if nobody can tell."""

    def parse(self, text: _Text, rule: str | None = None, *, characters: bool = False) -> Node:
        """Returns the tree of the text. Raises ParseError if the production does not derive it, and
        Undecided if nobody can tell. With characters=True, the tree has the productions that derive
        single characters.
        """

    def check(self, text: _Text, rule: str | None = None) -> ParseError | None:
        """Returns the ParseError of the text without raising it, or None if the production derives the
        text. Raises Undecided if nobody can tell.
        """

    def nearest(self, text: _Text, rule: str | None = None, count: int = 10) -> Nearest:
        """Returns the valid texts that the fewest edits make of the text, and at most count of them.

        Nothing is nearer, and the list is whole or not at all: raises Undecided if a limit is reached,
        such as 5 edits.
        """

    def generate(
        self,
        rule: str | None = None,
        count: int = 10,
        *,
        kind: Literal["valid", "invalid", "cover"] = "valid",
        seed: int = 0,
    ) -> list[str]:
        """Returns texts of the production, each once. The same seed gives the same texts everywhere.

        The kind is "valid", "invalid" for texts that one edit makes valid, or "cover" for a few texts
        that together use every alternative. There can be fewer texts than the count. A lone surrogate
        stands for an octet that is not UTF-8, as with the error handler surrogateescape.
        """

    def suite(
        self,
        rule: str | None = None,
        *,
        kind: Literal["complete", "productions", "quick"] = "complete",
        extra_states: int = 0,
        depth: int = 1,
    ) -> Suite:
        """Returns the conformance suite of the production.

        The kind is "complete", "productions" for a smaller suite that is complete for each production on
        its own, or "quick" for a small one. A complete suite finds every wrong parser with at most
        extra_states states more than the smallest automaton. If the production recurses in the middle,
        the suite is that of its texts to the depth.
        """

@final
class Suite:
    """The texts of a production with the verdicts of a right parser: an iterable of Case, as often as
    you like. len(suite) is the number of texts.
    """

    @property
    def rule(self) -> str:
        """The production."""

    @property
    def depth(self) -> int | None:
        """The depth of the texts whose suite this is; None if it is that of all texts."""

    def __len__(self) -> int: ...
    def __iter__(self) -> SuiteIterator: ...

@final
class SuiteIterator(Iterator[Case]):
    """An iterator over the texts of a suite."""

    def __iter__(self) -> SuiteIterator: ...
    def __next__(self) -> Case: ...

@final
class Case:
    """A text of a suite, and the verdict of a right parser."""

    @property
    def rule(self) -> str:
        """The production."""

    @property
    def text(self) -> str:
        """The text. A lone surrogate stands for an octet that is not UTF-8, as with the error handler
        surrogateescape.
        """

    @property
    def octets(self) -> bytes:
        """The octets of the text."""

    @property
    def valid(self) -> bool:
        """Whether the production derives the text."""

    @property
    def offset(self) -> int | None:
        """The offset of the error in the characters of the text; None if the text is valid."""

    def to_json(self) -> str:
        """Returns the case as a line of `rfc1738 conformance export`. Its offset is in octets."""
