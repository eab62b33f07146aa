import json, sys

for line in sys.stdin.buffer:
    try:
        text = line.decode().removesuffix("\n")
        # Blanks around a number are part of JSON, and not of the number.
        is_number = type(json.loads(text)) in (int, float) and text == text.strip()
    except ValueError:
        is_number = False
    print("accept" if is_number else "reject", flush=True)
