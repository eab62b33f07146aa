"""The class URL of the package httpx."""

import httpx
from answer import answer


def read(text):
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return None
    # An empty user and one that is absent are the same here, so it is unknown.
    user = {"user": url.username} if url.username else {}
    return url.scheme, {"scheme": url.scheme, "host": url.host or None} | user


answer(read)
