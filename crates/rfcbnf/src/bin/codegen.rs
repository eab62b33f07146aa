//! `cargo codegen` writes `src/rules/` and `src/tables/`, and the copies of the grammar in this package;
//! `cargo codegen --check` tells whether they are stale.
//!
//! Exit status: 0 on success, 1 if the check finds stale files or the grammar has errors, 2 for
//! wrong arguments or for files that cannot be read or written.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use rfcbnf::generate::{Files, generate};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Layout, LayoutError, Prose, ProseError, rfc1738};

const USAGE: &str = "\
Generates src/rules/ and src/tables/ from grammar/rfc1738.bnf, grammar/readings.toml,
grammar/prose.toml and grammar/layout.toml, and copies those that rfcbnf holds to
crates/rfcbnf/src/rfc1738/.

Usage: cargo codegen [--check]

  --check  write nothing; list the stale files and exit with 1 if there are any
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let check = match arguments
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        [] => false,
        ["--check"] => true,
        ["--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    // `cargo run` sets it, wherever the build directory is.
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let top = package
        .as_deref()
        .and_then(|package| package.ancestors().nth(2));
    let top = top.unwrap_or(Path::new("."));
    let files = match generated(&top.join("grammar")) {
        Ok(files) => files,
        Err(Failure::Unreadable(message)) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
        Err(Failure::Faulty(message)) => {
            eprintln!("error: {message}");
            return ExitCode::FAILURE;
        }
    };
    let stale = stale(top, &files);
    if check {
        for name in &stale {
            eprintln!("stale: {name}");
        }
        return if stale.is_empty() {
            ExitCode::SUCCESS
        } else {
            eprintln!("error: generated files are stale; run `cargo codegen`");
            ExitCode::FAILURE
        };
    }
    match write(top, &files, &stale) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: the generated files cannot be written: {error}");
            ExitCode::from(2)
        }
    }
}

/// The reason for which nothing was generated.
enum Failure {
    Unreadable(String),
    Faulty(String),
}

fn generated(folder: &Path) -> Result<Files, Failure> {
    let file = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path)
            .map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))
    };
    let faulty = |name: &str, error: &dyn std::fmt::Display| {
        Failure::Faulty(format!("in grammar/{name}:\n{error}"))
    };
    let [bnf, readings, prose] = COPIED.map(file);
    let (bnf, readings, prose, layout) = (bnf?, readings?, prose?, file("layout.toml")?);
    let copies = [&bnf, &readings, &prose].map(String::clone);
    let (grammar, readings) = rfc1738::load(&bnf, &readings).map_err(|error| match &error {
        rfc1738::LoadError::Grammar(_) => faulty("rfc1738.bnf", &error),
        rfc1738::LoadError::Readings(_) => faulty("readings.toml", &error),
    })?;
    let prose = checked(&prose, &grammar).map_err(|error| faulty("prose.toml", &error))?;
    let layout = laid_out(&layout, &grammar).map_err(|error| faulty("layout.toml", &error))?;
    let files = generate(&grammar, &readings, &prose, &layout);
    let files = files.map_err(|error| faulty("rfc1738.bnf", &error))?;
    let generated = files
        .into_iter()
        .map(|(name, text)| (format!("src/{name}"), text));
    let copies = COPIED
        .map(|name| format!("{COPIES}/{name}"))
        .into_iter()
        .zip(copies);
    Ok(generated.chain(copies).collect())
}

/// Returns the prose, if every production that it mentions exists.
fn checked(text: &str, grammar: &Grammar) -> Result<Prose, ProseError> {
    let prose = Prose::from_toml(text)?;
    prose.check(grammar)?;
    Ok(prose)
}

/// Returns the layout, if it fits the grammar.
fn laid_out(text: &str, grammar: &Grammar) -> Result<Layout, LayoutError> {
    let layout = Layout::from_toml(text)?;
    layout.check(grammar)?;
    Ok(layout)
}

/// The folders of generated files.
const FOLDERS: [&str; 2] = ["src/rules", "src/tables"];

/// The files that the package holds, and where.
const COPIED: [&str; 3] = ["rfc1738.bnf", "readings.toml", "prose.toml"];
const COPIES: &str = "crates/rfcbnf/src/rfc1738";

/// Returns the files that differ from those on disk, and generated files that are left over.
fn stale(folder: &Path, files: &Files) -> Vec<String> {
    let differs = |(name, text): &(&String, &String)| {
        fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text)
    };
    let mut stale: Vec<String> = files
        .iter()
        .filter(differs)
        .map(|(name, _)| name.clone())
        .collect();
    let present = FOLDERS.iter().flat_map(|inside| {
        let entries = fs::read_dir(folder.join(inside)).into_iter();
        entries
            .flatten()
            .flatten()
            .map(move |entry| (inside, entry))
    });
    let names = present.filter_map(|(inside, entry)| {
        let name = entry.file_name().into_string().ok()?;
        Some(format!("{inside}/{name}"))
    });
    let generated = |name: &String| {
        let text = fs::read_to_string(folder.join(name));
        text.is_ok_and(|text| text.starts_with("// @generated"))
    };
    stale.extend(names.filter(|name| !files.contains_key(name) && generated(name)));
    stale.sort();
    stale
}

fn write(folder: &Path, files: &Files, stale: &[String]) -> io::Result<()> {
    for inside in FOLDERS.into_iter().chain([COPIES]) {
        fs::create_dir_all(folder.join(inside))?;
    }
    // A full disk shows before a file changes.
    let new = |name: &str| folder.join(format!("{name}.new"));
    for name in stale {
        if let Some(text) = files.get(name) {
            fs::write(new(name), text)?;
        }
    }
    for name in stale {
        if files.contains_key(name) {
            fs::rename(new(name), folder.join(name))?;
        } else {
            fs::remove_file(folder.join(name))?;
        }
        eprintln!(
            "{} {name}",
            if files.contains_key(name) {
                "wrote"
            } else {
                "removed"
            }
        );
    }
    Ok(())
}
