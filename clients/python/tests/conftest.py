"""What the tests share: the command, which answers by Rust alone."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from rfc1738.__main__ import command

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def run_command() -> Callable[..., str]:
    """Runs the command, and returns its standard output."""

    def run(*arguments: str, stdin: bytes = b"") -> str:
        # The command of Rust's own build, or else that of the wheel.
        path = os.environ.get("RFC1738") or str(command())
        ran = subprocess.run([path, *arguments], input=stdin, capture_output=True)
        assert ran.returncode in (0, 1), ran.stderr.decode()
        return ran.stdout.decode()

    return run
