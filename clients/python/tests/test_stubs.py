"""The types that editors and mypy see."""

import ast
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
import rfc1738
from rfc1738 import _native

PACKAGE = Path(rfc1738.__file__).parent


def run(*arguments: str, folder: Path) -> None:
    ran = subprocess.run([sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_package_and_its_tests_pass_mypy(tmp_path: Path) -> None:
    cache = f"--cache-dir={tmp_path}"
    run("mypy", "--strict", cache, "--package", "rfc1738", folder=tmp_path)
    run("mypy", "--strict", cache, str(Path(__file__).parent), folder=tmp_path)


def test_the_package_and_its_tests_pass_pyright(tmp_path: Path) -> None:
    settings = {
        "typeCheckingMode": "strict",
        "include": ["package", "tests"],
        "reportMissingModuleSource": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    (tmp_path / "package").symlink_to(PACKAGE)
    (tmp_path / "tests").symlink_to(Path(__file__).parent)
    run("pyright", "--pythonpath", sys.executable, folder=tmp_path)


def test_the_stub_is_what_the_module_has(tmp_path: Path) -> None:
    run("mypy.stubtest", "rfc1738._native", folder=tmp_path)


def documented(
    tree: ast.Module | ast.ClassDef, path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], str | None]]:
    found: list[tuple[tuple[str, ...], str | None]] = []
    for member in tree.body:
        if isinstance(member, ast.FunctionDef | ast.ClassDef) and not member.name.startswith("__"):
            name = (*path, member.name)
            found.append((name, ast.get_docstring(member)))
            if isinstance(member, ast.ClassDef):
                found += documented(member, name)
    return found


@pytest.mark.parametrize(
    ("path", "text"),
    documented(ast.parse((PACKAGE / "_native.pyi").read_text(encoding="utf-8"))),
    ids=lambda value: "" if isinstance(value, str) else ".".join(value or ()),
)
def test_the_stub_documents_what_the_module_documents(path: tuple[str, ...], text: str | None) -> None:
    member: object = _native
    for name in path:
        member = getattr(member, name)
    assert text is not None
    assert text == inspect.cleandoc(member.__doc__ or "")
