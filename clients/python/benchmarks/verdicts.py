"""How long verdicts take, beside urllib.parse.urlsplit and rfc3986.

    pip install rfc3986 && python benchmarks/verdicts.py

The texts are a million different http and ftp URLs, and one URL a million times. urlsplit keeps what it has
split before, so the second is its cache. urlsplit and rfc3986 follow other grammars: they answer another
question, in the place where a program would ask one of the three. Times are CPU time, the best of three
rounds, in nanoseconds for one text, with the loop that asks.
"""

import argparse
import platform
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import rfc1738

Parser = Callable[[str], object]


def different(count: int) -> list[str]:
    """Returns different URLs, of 40 to 60 characters as in the log of a server."""
    kinds = (
        "http://www.host{0}.example.org/items/{0}/page.html",
        "http://host.dom:8080/search?query={0}&page=2",
        "ftp://ftp.host.dom/pub/archive/{0}/file.tar.gz",
        "https://shop.example.com/category/{0}/product/{0}",
    )
    return [kinds[number % len(kinds)].format(number) for number in range(count)]


def nanoseconds(parser: Parser, texts: Sequence[str], rounds: int) -> float:
    """Returns the time for one text, in the best round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for text in texts:
            parser(text)
        best = min(best, time.process_time() - start)
    return best / len(texts) * 1e9


def parsers() -> dict[str, Parser]:
    """Returns the parsers, those of this package first."""
    found: dict[str, Parser] = {
        "rfc1738.is_valid": rfc1738.is_valid,
        "rfc1738.parse": rfc1738.parse,
        "urllib.parse.urlsplit": urlsplit,
    }
    try:
        import rfc3986
    except ImportError:
        print("rfc3986 is not installed, and left out")
    else:
        found["rfc3986.is_valid_uri"] = rfc3986.is_valid_uri
    return found


def main() -> None:
    """Measures, and prints the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--count", type=int, default=1_000_000, help="number of texts")
    options.add_argument("--rounds", type=int, default=3, help="number of rounds")
    arguments = options.parse_args()
    texts = different(arguments.count)
    assert all(rfc1738.is_valid(text) for text in texts)
    corpora = {"different": texts, "one repeated": [texts[0]] * len(texts)}
    print(f"Python {platform.python_version()}, {arguments.count} texts, nanoseconds for one")
    print(f"{'':24}{'different':>12}{'ratio':>8}{'repeated':>12}{'ratio':>8}")
    own: list[float] = []
    for name, parser in parsers().items():
        times = [nanoseconds(parser, corpus, arguments.rounds) for corpus in corpora.values()]
        own = own or times
        cells = "".join(f"{time:12.0f}{time / base:8.1f}" for time, base in zip(times, own, strict=True))
        print(f"{name:24}{cells}", flush=True)


if __name__ == "__main__":
    main()
