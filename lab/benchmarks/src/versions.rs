//! The versions of the packages and tools that a run uses.

use std::process::{Command, Stdio};

use serde::Deserialize;

/// The packages of the build of this program, because cargo runs it with `--locked`.
const LOCK: &str = include_str!("../Cargo.lock");

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

/// Returns the versions of the package in this build. All but a few packages have one.
///
/// # Panics
///
/// Panics if `Cargo.lock` is malformed.
#[must_use]
pub fn of_package(name: &str) -> Vec<String> {
    all()
        .filter(|(package, _)| package == name)
        .map(|(_, version)| version)
        .collect()
}

/// Returns the names and versions of all packages in this build.
///
/// # Panics
///
/// Panics if `Cargo.lock` is malformed.
pub fn all() -> impl Iterator<Item = (String, String)> {
    let lock: Lock = toml::from_str(LOCK).expect("cargo wrote the file");
    let packages = lock.package.into_iter();
    packages.map(|package| (package.name, package.version))
}

/// Returns the version that the tool tells, or `None` if it is not installed.
#[must_use]
pub fn of_tool(program: &str) -> Option<String> {
    let mut command = Command::new(program);
    let output = command
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    number(&String::from_utf8_lossy(&output.stdout)).map(str::to_owned)
}

/// Returns the first word that is a version number, without a `v` or the name before it.
fn number(text: &str) -> Option<&str> {
    let words = text.split([' ', '-', '\n']);
    words
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_prints_its_version_after_its_name() {
        assert_eq!(
            number("rustc 1.95.0 (59807616e 2026-04-14)\n"),
            Some("1.95.0")
        );
        assert_eq!(number("v20.20.2\n"), Some("20.20.2"));
        assert_eq!(number("valgrind-3.19.0\n"), Some("3.19.0"));
        assert_eq!(number("version unknown\n"), None);
    }

    #[test]
    fn a_tool_that_is_not_installed_has_no_version() {
        assert_eq!(of_tool("rfc1738-no-such-tool"), None);
    }

    #[test]
    fn the_package_itself_is_in_the_lock() {
        assert_eq!(
            of_package(env!("CARGO_PKG_NAME")),
            [env!("CARGO_PKG_VERSION")]
        );
        assert!(of_package("rfc1738-no-such-package").is_empty());
    }
}
