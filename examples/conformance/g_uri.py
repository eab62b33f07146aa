"""The function g_uri_parse of the C library GLib, without any of its flags."""

import ctypes
import ctypes.util

from answer import answer

FLAGS_NONE = 0

glib = ctypes.CDLL(ctypes.util.find_library("glib-2.0") or "libglib-2.0.so.0")
glib.g_uri_parse.restype = ctypes.c_void_p
glib.g_uri_parse.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
glib.g_uri_get_scheme.restype = ctypes.c_char_p
glib.g_uri_get_scheme.argtypes = [ctypes.c_void_p]
glib.g_uri_unref.argtypes = [ctypes.c_void_p]


def scheme_of(text):
    octets = text.encode(errors="surrogateescape")
    if b"\0" in octets:
        # A string of C ends there, so GLib never sees the rest.
        return None
    uri = glib.g_uri_parse(octets, FLAGS_NONE, None)
    if not uri:
        return None
    try:
        return glib.g_uri_get_scheme(uri).decode()
    finally:
        glib.g_uri_unref(uri)


answer(scheme_of)
