"""Answers for each line of standard input whether libcurl's URL parser accepts it.

The arguments are the schemes to accept. Without arguments, every scheme is accepted, also those that
curl cannot transfer.
"""

import ctypes
import ctypes.util
import sys

SCHEME, URL = 1, 0
NON_SUPPORT_SCHEME = 1 << 3

curl = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
curl.curl_url.restype = ctypes.c_void_p
curl.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
curl.curl_url_get.argtypes = [
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_char_p),
    ctypes.c_uint,
]
curl.curl_url_cleanup.argtypes = [ctypes.c_void_p]
schemes = [scheme.encode() for scheme in sys.argv[1:]]


def is_url(text):
    if b"\0" in text:
        # A string of C ends there, so curl never sees the rest.
        return False
    handle = curl.curl_url()
    try:
        if curl.curl_url_set(handle, URL, text, NON_SUPPORT_SCHEME) != 0:
            return False
        if not schemes:
            return True
        scheme = ctypes.c_char_p()
        curl.curl_url_get(handle, SCHEME, ctypes.byref(scheme), 0)
        return scheme.value in schemes
    finally:
        curl.curl_url_cleanup(handle)


# A line ends with LF. All other octets, including CR, belong to the text.
for line in sys.stdin.buffer:
    print("accept" if is_url(line.removesuffix(b"\n")) else "reject", flush=True)
