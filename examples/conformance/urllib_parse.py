"""urllib.parse of Python's standard library."""

from urllib.parse import urlsplit

from answer import answer


def scheme_of(text):
    parts = urlsplit(text)
    # urlsplit checks the port only when the property is read.
    parts.port
    return parts.scheme


answer(scheme_of)
