"""Answers `accept` if `json.loads` of Python's standard library takes a text."""

import json, sys

for line in sys.stdin.buffer:
    try:
        json.loads(line.removesuffix(b"\n").decode())
        is_json = True
    except (ValueError, RecursionError):
        is_json = False
    print("accept" if is_json else "reject", flush=True)
