"""What the programs around Python's parsers share: a line in, an answer out."""

import json
import sys


def answer(read):
    """Answers `accept` or `reject` for each line of standard input.

    `read` returns the scheme of a text that the parser accepts, and otherwise None or "". A ValueError is a
    rejection too. With the scheme it can return the parts that the parser reads, by their names: a text, or None
    for a part that the URL does not have. A part that is left out is unknown. The arguments of the program are the
    schemes to accept. Without arguments, every scheme is accepted. With `--parts`, answers have the parts. With
    `--references`, a text without a scheme is accepted, too, as `//host`.
    """
    schemes = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    has_parts = "--parts" in sys.argv[1:]
    takes_references = "--references" in sys.argv[1:]
    # A line ends with LF. All other octets, including CR, belong to the text.
    for line in sys.stdin.buffer:
        text = line.removesuffix(b"\n").decode(errors="surrogateescape")
        try:
            found = read(text)
        except ValueError:
            found = None
        is_read = found is not None
        scheme, parts = found if isinstance(found, tuple) else (found, {})
        is_url = scheme and (not schemes or scheme.lower() in schemes)
        is_url = is_url or is_read and not scheme and takes_references
        if not is_url:
            print("reject", flush=True)
        else:
            print("accept" + (written(parts) if has_parts else ""), flush=True)


def written(parts):
    """Writes parts as an answer has them. One that is no UTF-8 is unknown."""
    line = ""
    for name, text in parts.items():
        if text is None:
            line += f" {name}="
        elif not any("\ud800" <= character <= "\udfff" for character in text):
            line += f" {name}={json.dumps(text)}"
    return line


def path_of(scheme, path):
    """Returns the path of an http URL as RFC 1738 has it: without its first slash."""
    if scheme.lower() != "http":
        return {}
    if not path:
        return {"hpath": None}
    return {"hpath": path[1:]} if path.startswith("/") else {"hpath": path}
