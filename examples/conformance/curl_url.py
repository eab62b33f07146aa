"""Answers for each line of standard input whether libcurl's URL parser accepts it.

The arguments are the schemes to accept. Without arguments, every scheme is accepted, also those that
curl cannot transfer. With `--parts`, answers have the parts of the URL.
"""

import ctypes
import ctypes.util
import sys

from answer import path_of, written

URL, SCHEME, USER, HOST, PATH = 0, 1, 2, 5, 7
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
has_parts = "--parts" in sys.argv[1:]
schemes = [scheme for scheme in sys.argv[1:] if scheme != "--parts"]


def get(handle, part):
    text = ctypes.c_char_p()
    curl.curl_url_get(handle, part, ctypes.byref(text), 0)
    return None if text.value is None else text.value.decode(errors="surrogateescape")


def parts_of(handle):
    """Returns the parts of the URL as an answer has them."""
    if not has_parts:
        return ""
    names = [("scheme", SCHEME), ("user", USER), ("host", HOST)]
    texts = {name: get(handle, part) for name, part in names}
    if texts["host"]:
        texts["host"] = texts["host"].removeprefix("[").removesuffix("]")
    # curl has a slash for a path that is absent, so that is unknown.
    path = get(handle, PATH) or "/"
    path = path_of(texts["scheme"], path) if path != "/" else {}
    return written(texts | path)


def answer_to(text):
    if b"\0" in text:
        # A string of C ends there, so curl never sees the rest.
        return "reject"
    handle = curl.curl_url()
    try:
        if curl.curl_url_set(handle, URL, text, NON_SUPPORT_SCHEME) != 0:
            return "reject"
        if schemes and get(handle, SCHEME) not in schemes:
            return "reject"
        return "accept" + parts_of(handle)
    finally:
        curl.curl_url_cleanup(handle)


# A line ends with LF. All other octets, including CR, belong to the text.
for line in sys.stdin.buffer:
    print(answer_to(line.removesuffix(b"\n")), flush=True)
