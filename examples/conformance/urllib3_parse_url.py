"""The function parse_url of the package urllib3, which escapes what RFC 3986 does not allow."""

from answer import answer, path_of
from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url


def read(text):
    try:
        url = parse_url(text)
    except LocationParseError:
        return None
    if url.scheme is None:
        return None
    user = None if url.auth is None else url.auth.split(":")[0]
    host = url.host and url.host.removeprefix("[").removesuffix("]")
    named = {"scheme": url.scheme, "user": user, "host": host}
    return url.scheme, named | path_of(url.scheme, url.path)


answer(read)
