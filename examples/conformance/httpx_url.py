"""The class URL of the package httpx."""

import httpx
from answer import answer


def scheme_of(text):
    try:
        return httpx.URL(text).scheme
    except httpx.InvalidURL:
        return None


answer(scheme_of)
