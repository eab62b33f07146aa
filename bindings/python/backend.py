"""Builds the wheel: maturin, and the command beside the module.

maturin packs what is in target/data. This puts the command there first, so `pip wheel bindings/python` makes
a whole wheel. The environment variable RFC1738_COMMAND names a command that is built already.
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

# The module is for speed, and the command shares the 6 MB of the wheel with it.
PROFILE = {
    "inherits": '"release"',
    "opt-level": '"s"',
    "lto": '"fat"',
    "codegen-units": "1",
    "strip": '"symbols"',
}


def built_command() -> Path:
    """Builds the command, and returns its path."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
    options = ["--target-dir", str(target), "--profile", "wheel"]
    for name, value in PROFILE.items():
        options += ["--config", f"profile.wheel.{name}={value}"]
    root = HERE.parent.parent
    subprocess.run(
        ["cargo", "build", "--locked", "--package", "rfc1738-cli", *options],
        cwd=root,
        check=True,
    )
    return target / "wheel" / f"rfc1738{SUFFIX}"


def put_command() -> None:
    """Puts the command where maturin packs it."""
    given = os.environ.get("RFC1738_COMMAND")
    command = Path(given) if given else built_command()
    scripts = HERE / "target" / "data" / "scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    shutil.copy2(command, scripts / f"rfc1738{SUFFIX}")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel with the command."""
    put_command()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
