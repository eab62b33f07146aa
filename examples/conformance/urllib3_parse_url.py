"""The function parse_url of the package urllib3, which escapes what RFC 3986 does not allow."""

from answer import answer
from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url


def scheme_of(text):
    try:
        return parse_url(text).scheme
    except LocationParseError:
        return None


answer(scheme_of)
