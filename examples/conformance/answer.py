"""What the programs around Python's parsers share: a line in, an answer out."""

import sys


def answer(scheme_of):
    """Answers `accept` or `reject` for each line of standard input.

    `scheme_of` returns the scheme of a text that the parser accepts, and otherwise None or "". A
    ValueError is a rejection too. The arguments of the program are the schemes to accept. Without
    arguments, every scheme is accepted.
    """
    schemes = sys.argv[1:]
    # A line ends with LF. All other octets, including CR, belong to the text.
    for line in sys.stdin.buffer:
        text = line.removesuffix(b"\n").decode(errors="surrogateescape")
        try:
            scheme = scheme_of(text)
        except ValueError:
            scheme = None
        is_url = scheme and (not schemes or scheme.lower() in schemes)
        print("accept" if is_url else "reject", flush=True)
