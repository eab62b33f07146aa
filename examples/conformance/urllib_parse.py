"""Says of each line of standard input whether Python's urllib.parse takes it for a URL.

Arguments are the schemes to take; without them, all are.
"""

import sys
from urllib.parse import urlsplit


def is_url(text, schemes):
    try:
        parts = urlsplit(text)
        # Whether the port is a number is looked at only where somebody asks for it.
        parts.port
    except ValueError:
        return False
    return parts.scheme in schemes if schemes else parts.scheme != ""


# A line ends with LF alone; all other characters belong to the text.
for line in sys.stdin.buffer:
    text = line.removesuffix(b"\n").decode()
    print("accept" if is_url(text, sys.argv[1:]) else "reject")
