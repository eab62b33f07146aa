"""Answers `accept` if jq reads a text as one value. One jq answers all texts.

`jq -R` takes a line as a string, and `fromjson` reads that as jq reads a file. In a string of JSON, jq takes U+FFFD for
octets that are no UTF-8, and nowhere else does it take either. `-R` can lose what comes after such octets, so this
program puts U+FFFD in their place.
"""

import subprocess, sys

ONE_VALUE = 'if [fromjson?] | length == 1 then "accept" else "reject" end'

jq = subprocess.Popen(
    ["jq", "--unbuffered", "-R", "-r", ONE_VALUE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
for line in sys.stdin.buffer:
    jq.stdin.write(line.decode(errors="replace").encode())
    jq.stdin.flush()
    sys.stdout.buffer.write(jq.stdout.readline())
    sys.stdout.buffer.flush()
