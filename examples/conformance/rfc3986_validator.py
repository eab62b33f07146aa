"""The validator of the package rfc3986, which follows RFC 3986."""

from answer import answer
from rfc3986 import uri_reference
from rfc3986.exceptions import RFC3986Exception
from rfc3986.validators import Validator

VALIDATOR = (
    Validator()
    .require_presence_of("scheme")
    .check_validity_of("scheme", "userinfo", "host", "port", "path", "query", "fragment")
)


def scheme_of(text):
    uri = uri_reference(text)
    try:
        VALIDATOR.validate(uri)
    except RFC3986Exception:
        return None
    return uri.scheme


answer(scheme_of)
