"""URLs exactly as RFC 1738 defines them, and the grammars of other RFCs.

>>> import rfc1738
>>> rfc1738.is_valid("http://host.dom/")
True
>>> rfc1738.parse("ftp://me@host.dom/etc/motd").host
'host.dom'
>>> str(rfc1738.check("http://me@host.dom/"))
'not a valid url: found "@" at offset 9; no user name or password is allowed in an http URL (RFC 1738, 3.3)'

A text is a str or bytes, also a bytearray or a memoryview. Offsets are in characters for a str, and in
octets for the others.
"""

from rfc1738._errors import Fault, Fix, GrammarError, Note, ParseError, Undecided
from rfc1738._found import Advice, Match, advise, extract, inspect
from rfc1738._native import (
    RFCS,
    RULES,
    Case,
    Grammar,
    Node,
    Suite,
    Url,
    __version__,
    check,
    is_valid,
    parse,
    tree,
)
from rfc1738._nearest import Edit, Nearest, Repair
from rfc1738._url import Component

__all__ = [
    "RFCS",
    "RULES",
    "Advice",
    "Case",
    "Component",
    "Edit",
    "Fault",
    "Fix",
    "Grammar",
    "GrammarError",
    "Match",
    "Nearest",
    "Node",
    "Note",
    "ParseError",
    "Repair",
    "Suite",
    "Undecided",
    "Url",
    "__version__",
    "advise",
    "check",
    "extract",
    "inspect",
    "is_valid",
    "parse",
    "tree",
]
