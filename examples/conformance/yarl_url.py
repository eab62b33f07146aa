"""The class URL of the package yarl, which aiohttp uses."""

from answer import answer
from yarl import URL


def read(text):
    try:
        url = URL(text)
    except IndexError:
        # yarl looks for the first character of an empty host, as in http://[v0.a]@.
        return None
    return url.scheme, {"scheme": url.scheme, "user": url.user, "host": url.host}


answer(read)
