//! What a run uses: the versions of the packages and tools, and the processor, which is the heading of its tables.

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

/// Returns the name of this machine's processor, and the architecture.
#[must_use]
pub fn processor() -> String {
    let description = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let architecture = std::env::consts::ARCH;
    model(&description).map_or_else(
        || architecture.to_owned(),
        |model| format!("{model}, {architecture}"),
    )
}

/// Returns the model in a description by Linux. A virtual machine may hide the rest of the name, but not
/// the numbers of the family and the model.
fn model(description: &str) -> Option<String> {
    let field = |name: &str| {
        description.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name).then(|| value.trim())
        })
    };
    let name = field("model name")?;
    Some(match field("cpu family").zip(field("model")) {
        Some((family, model)) => format!("{name} (family {family}, model {model})"),
        None => name.to_owned(),
    })
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

    #[test]
    fn the_numbers_of_family_and_model_follow_the_name() {
        let first = "cpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n";
        let second = "cpu family\t: 6\nmodel\t\t: 2\nmodel name\t: another\n";
        assert_eq!(
            model(&format!("processor\t: 0\n{first}\n{second}")).unwrap(),
            "AMD EPYC (family 25, model 1)"
        );
    }

    #[test]
    fn a_name_without_numbers_is_shown_alone() {
        assert_eq!(model("model name\t: a\n").unwrap(), "a");
        assert_eq!(model("CPU implementer\t: 0x41\n"), None);
    }
}
