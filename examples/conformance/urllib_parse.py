"""Answers for each line of standard input whether Python's urllib.parse accepts it as a URL.

The arguments are the schemes to accept. Without arguments, every scheme is accepted.
"""

import sys
from urllib.parse import urlsplit


def is_url(text, schemes):
    try:
        parts = urlsplit(text)
        # urlsplit checks the port only when the property is read.
        parts.port
    except ValueError:
        return False
    return parts.scheme in schemes if schemes else parts.scheme != ""


# A line ends with LF. All other characters, including CR, belong to the text.
for line in sys.stdin.buffer:
    text = line.removesuffix(b"\n").decode(errors="surrogateescape")
    print("accept" if is_url(text, sys.argv[1:]) else "reject", flush=True)
