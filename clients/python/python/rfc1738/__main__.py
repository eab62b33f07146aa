"""Runs the command of this package: python -m rfc1738 parse http://host.dom/"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def command() -> Path:
    """Returns the path of the command."""
    name = "rfc1738.exe" if sys.platform == "win32" else "rfc1738"
    user = sysconfig.get_preferred_scheme("user")
    folders = sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user)
    for folder in folders:
        path = Path(folder, name)
        if path.is_file():
            return path
    raise SystemExit(f"rfc1738: the command is in neither of {' and '.join(folders)}; install the wheel")


if __name__ == "__main__":
    arguments = [str(command()), *sys.argv[1:]]
    if sys.platform == "win32":
        sys.exit(subprocess.run(arguments).returncode)
    os.execv(arguments[0], arguments)
