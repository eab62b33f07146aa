//! The path from a crate to a checkout of the project.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::escaped;
use crate::outcome::Failure;

/// The packages that a crate depends on.
const PACKAGES: [&str; 2] = ["crates/engine", "crates/rfcbnf"];

/// Returns the path from the folder `out`, which need not exist yet, to the checkout. It has slashes
/// on every system.
pub(super) fn path_from(out: &Path, checkout: &Path) -> Result<String, Failure> {
    let name = escaped(checkout.as_os_str());
    for package in PACKAGES {
        if !checkout.join(package).join("Cargo.toml").is_file() {
            return Err(Failure::WrongUse(format!(
                "{name} is not a checkout of this project: {package}/Cargo.toml is missing"
            )));
        }
    }
    let unreadable = |name: &Path, error: &io::Error| Failure::Unreadable {
        name: escaped(name.as_os_str()),
        reason: error.to_string(),
    };
    let to = fs::canonicalize(checkout).map_err(|error| unreadable(checkout, &error))?;
    let from = canonical(out).map_err(|error| unreadable(out, &error))?;
    let path = relative(&from, &to).unwrap_or(to);
    let parts: Option<Vec<&str>> = path.components().map(text_of).collect();
    let path = parts.map(|parts| parts.join("/").replacen("//", "/", 1));
    path.ok_or_else(|| Failure::Unusable {
        name,
        reason: "the path is not UTF-8".to_owned(),
    })
}

fn text_of(component: Component<'_>) -> Option<&str> {
    component.as_os_str().to_str()
}

/// Returns the absolute path of a folder, without symbolic links as far as it exists.
fn canonical(folder: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(folder)?;
    for ancestor in absolute.ancestors() {
        if let Ok(exists) = fs::canonicalize(ancestor) {
            let rest = absolute.strip_prefix(ancestor).unwrap_or(Path::new(""));
            return Ok(exists.join(rest));
        }
    }
    Ok(absolute)
}

/// Returns the path from one folder to another; `None` if they are on different drives.
fn relative(from: &Path, to: &Path) -> Option<PathBuf> {
    let is_shared = |(one, other): &(Component<'_>, Component<'_>)| one == other;
    let shared = from.components().zip(to.components());
    let shared = shared.take_while(is_shared).count();
    if shared == 0 {
        return None;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(shared)).collect();
    let is_same = path.as_os_str().is_empty();
    Some(if is_same { PathBuf::from(".") } else { path })
}
