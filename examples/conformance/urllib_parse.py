"""urllib.parse of Python's standard library."""

from urllib.parse import urlsplit

from answer import answer, path_of


def read(text):
    parts = urlsplit(text)
    # urlsplit checks the port only when the property is read.
    parts.port
    named = {"scheme": parts.scheme or None, "user": parts.username, "host": parts.hostname}
    return parts.scheme, named | path_of(parts.scheme, parts.path)


answer(read)
