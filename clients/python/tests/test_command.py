"""The command that the wheel installs."""

import subprocess
import sys

import rfc1738
from rfc1738.__main__ import command


def test_the_wheel_has_the_command_in_the_same_version() -> None:
    ran = subprocess.run([command(), "--version"], capture_output=True, text=True)
    assert ran.stdout.split() == ["rfc1738", rfc1738.__version__]


def test_python_runs_the_command_as_a_module() -> None:
    arguments = [sys.executable, "-m", "rfc1738", "check", "--format", "json"]
    ran = subprocess.run(arguments, input="http://me@host/\n", capture_output=True, text=True)
    assert ran.returncode == 1
    assert '"id":"http-user"' in ran.stdout
