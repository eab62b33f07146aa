"""The request line of HTTP as Python's http.server reads it, for `request-line` of RFC 9112."""

import io
import sys
from http.server import BaseHTTPRequestHandler

from answer import written


class Handler(BaseHTTPRequestHandler):
    """A handler that only parses."""

    def __init__(self, line):
        self.raw_requestline = line + b"\r\n"
        self.rfile = io.BytesIO(b"\r\n")
        self.wfile = io.BytesIO()
        self.client_address = ("", 0)
        self.is_valid = self.parse_request()

    def log_message(self, *_):
        pass


# A line ends with LF. All other octets, including CR, belong to the text.
for line in sys.stdin.buffer:
    handler = Handler(line.removesuffix(b"\n"))
    if not handler.is_valid or handler.command is None:
        print("reject", flush=True)
        continue
    # http.server reads the octets as Latin-1.
    parts = {
        "method": handler.command,
        "request-target": handler.path,
        "HTTP-version": handler.request_version,
    }
    parts = {name: text for name, text in parts.items() if text.isascii()}
    print("accept" + written(parts), flush=True)
