"""Builds the wheel: maturin, and the command beside the module.

maturin packs what is in target/data. This puts the command there first, so `pip wheel clients/python` makes
a whole wheel. The environment variable RFC1738_COMMAND names a command that is built already.

As a program, it puts the command there and does no more; `clients/python/wheel` calls it with a target.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
from maturin import (  # noqa: F401
    get_requires_for_build_editable,
    get_requires_for_build_wheel,
)

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "target" / "data" / "scripts"
SUFFIX = ".exe" if sys.platform == "win32" else ""

# The command shares the 6 MB of the wheel with the module. What it does most is built for speed.
PROFILE = {
    "inherits": '"archive"',
    "opt-level": '"z"',
    "package.rfc1738.opt-level": "3",
    "package.rfcbnf-engine.opt-level": "3",
}


def built_command(target: str | None) -> Path:
    """Builds the command for a target, and returns its path."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
    options = ["--locked", "--package", "rfc1738-cli", "--features", "lsp", "--target-dir", str(folder)]
    options += ["--profile", "wheel"]
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
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    shutil.copy2(command, SCRIPTS / f"rfc1738{SUFFIX}")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel with the command."""
    put_command()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel that leads to this folder, with the command."""
    put_command()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata. maturin wants the folder of the command to exist, which is not built yet."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


if __name__ == "__main__":
    put_command(*sys.argv[1:])
