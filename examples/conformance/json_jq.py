"""Answers `accept` if jq reads a text as one value. jq is started for each text."""

import subprocess, sys

for line in sys.stdin.buffer:
    # -s collects all values of the input, so that several are told from one.
    run = subprocess.run(
        ["jq", "-s", "length"], input=line.removesuffix(b"\n"), capture_output=True
    )
    is_json = run.returncode == 0 and run.stdout.strip() == b"1"
    print("accept" if is_json else "reject", flush=True)
