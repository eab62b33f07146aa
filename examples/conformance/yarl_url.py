"""The class URL of the package yarl, which aiohttp uses."""

from answer import answer
from yarl import URL

answer(lambda text: URL(text).scheme)
