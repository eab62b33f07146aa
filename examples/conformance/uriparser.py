"""The C library uriparser, which follows RFC 3986."""

import ctypes
import ctypes.util

from answer import answer


class Uri(ctypes.Structure):
    """The start of UriUriA, up to the scheme, and enough room for the rest."""

    _fields_ = [
        ("scheme_start", ctypes.c_void_p),
        ("scheme_end", ctypes.c_void_p),
        ("rest", ctypes.c_char * 1024),
    ]


uriparser = ctypes.CDLL(ctypes.util.find_library("uriparser") or "liburiparser.so.1")
uriparser.uriParseSingleUriA.argtypes = [
    ctypes.POINTER(Uri),
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_char_p),
]
uriparser.uriFreeUriMembersA.argtypes = [ctypes.POINTER(Uri)]


def scheme_of(text):
    octets = text.encode(errors="surrogateescape")
    if b"\0" in octets:
        # A string of C ends there, so uriparser never sees the rest.
        return None
    uri = Uri()
    if uriparser.uriParseSingleUriA(uri, octets, None) != 0:
        return None
    try:
        # Without a scheme, both pointers are null.
        if not uri.scheme_start:
            return None
        return ctypes.string_at(uri.scheme_start, uri.scheme_end - uri.scheme_start).decode()
    finally:
        uriparser.uriFreeUriMembersA(uri)


answer(scheme_of)
