"""Builds the wheel: maturin, and the command beside the module.

maturin packs what is in target/data. This puts the command there first, so `pip wheel bindings/python` makes
a whole wheel. The environment variable RFC1738_COMMAND names a command that is built already.

As a program, it puts the command there and does no more; `bindings/python/wheel` calls it with a target.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
from maturin import (  # noqa: F401
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

HERE = Path(__file__).resolve().parent
SUFFIX = ".exe" if sys.platform == "win32" else ""

# The command shares the 6 MB of the wheel with the module.
PROFILE = {
    "inherits": '"release"',
    "opt-level": '"s"',
    "lto": '"fat"',
    "codegen-units": "1",
    "strip": '"symbols"',
}


def built_command(target: str | None) -> Path:
    """Builds the command for a target, and returns its path."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
    options = ["--locked", "--package", "rfc1738-cli", "--target-dir", str(folder), "--profile", "wheel"]
    for name, value in PROFILE.items():
        options += ["--config", f"profile.wheel.{name}={value}"]
    if target is not None:
        options += ["--target", target]
        folder /= target
    subprocess.run(["cargo", "build", "--quiet", *options], cwd=HERE.parent.parent, check=True)
    return folder / "wheel" / f"rfc1738{SUFFIX}"


def put_command(target: str | None = None) -> None:
    """Puts the command where maturin packs it."""
    given = os.environ.get("RFC1738_COMMAND")
    command = Path(given) if given else built_command(target)
    scripts = HERE / "target" / "data" / "scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    shutil.copy2(command, scripts / f"rfc1738{SUFFIX}")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel with the command."""
    put_command()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


if __name__ == "__main__":
    put_command(*sys.argv[1:])
