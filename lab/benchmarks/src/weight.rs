//! What a program weighs that uses the library: the sizes of WebAssembly modules of one function, and
//! the costs of a small native program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use wait4::Wait4;

use crate::cargo;
use crate::figures::Measured;
use crate::wasm;

/// A WebAssembly module: the feature of the package `rfc1738-weight`, what its function does, and the
/// limit of its size in octets if it has one.
pub struct Module {
    feature: &'static str,
    /// What its function does.
    pub what: &'static str,
    /// The upper limit of its size in octets.
    pub most: Option<f64>,
}

/// The modules. Those of the library have no default features, except the last.
pub const MODULES: [Module; 9] = [
    Module::own("combinator", "`url` as a nom combinator", 60e3),
    Module::own("verdict", "`url::is_valid`", 32e3),
    Module::own("typed", "`Url::parse`", 80e3),
    Module::own("errors", "`Url::parse` and errors in one line", 130e3),
    Module::other("notes", "the same with the feature `notes`"),
    Module::other("fluent-uri", "fluent-uri"),
    Module::other("iri-string", "iri-string"),
    Module::other("url", "url"),
    Module::other("pest", "pest"),
];

/// The costs of a program that parses its argument and prints the host or the error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Program {
    /// The CPU seconds to compile it and all that it depends on, in the release profile.
    pub compilation: f64,
    /// The octets of the stripped program.
    pub size: f64,
}

/// The programs: the features of the library, the same in a manifest, and the limits of the CPU seconds
/// and of the octets.
pub const PROGRAMS: [(&str, &str, Option<f64>, Option<f64>); 3] = [
    (
        "the default features but `notes`",
        ", default-features = false, features = [\"fast\", \"nom_locate\", \"std\"]",
        Some(14.0),
        Some(500e3),
    ),
    (
        "no features",
        ", default-features = false",
        Some(11.0),
        None,
    ),
    ("default features", "", Some(17.0), Some(650e3)),
];

/// The weights of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Weight {
    /// The sizes of [`MODULES`] in octets.
    pub modules: Vec<f64>,
    /// The costs of [`PROGRAMS`].
    pub programs: Vec<Program>,
}

impl Module {
    const fn own(feature: &'static str, what: &'static str, most: f64) -> Self {
        Self {
            feature,
            what,
            most: Some(most),
        }
    }

    const fn other(feature: &'static str, what: &'static str) -> Self {
        Self {
            feature,
            what,
            most: None,
        }
    }

    /// Builds the module for size and returns its size in octets.
    fn size(&self) -> Result<f64> {
        let features = ["--no-default-features", "--features", self.feature];
        let package = ["--package", "rfc1738-weight", "--target", wasm::TARGET];
        let arguments = [&["--profile", "weight"], &package[..], &features].concat();
        let built = cargo::build(&cargo::own_manifest(), &arguments)?;
        let files = built.into_iter().flat_map(|artifact| artifact.filenames);
        let mut files = files.filter(|file| file.extension().is_some_and(|end| end == "wasm"));
        size(&files.next_back().context("cargo built no module")?)
    }
}

/// The program.
const PROGRAM: &str = r#"fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match rfc1738::Url::parse(&text) {
        Ok(url) => println!("{:?}", url.host().map(|host| host.raw())),
        Err(error) => println!("{error}"),
    }
}
"#;

/// Measures everything.
///
/// # Errors
///
/// Fails if something cannot be built.
pub fn measure() -> Result<Measured<Weight>> {
    if let Err(missing) = wasm::target()? {
        return Ok(Err(missing));
    }
    Ok(Ok(Weight {
        modules: MODULES.iter().map(Module::size).collect::<Result<_>>()?,
        programs: PROGRAMS
            .iter()
            .map(|(_, features, ..)| program(features))
            .collect::<Result<_>>()?,
    }))
}

/// Compiles the program and all that it depends on, from nothing.
fn program(features: &str) -> Result<Program> {
    let folder = tempfile::tempdir().context("there is no temporary folder")?;
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = std::path::absolute(library).context("the library has no path")?;
    let library = toml::Value::String(library.display().to_string());
    let mut manifest = String::from("[package]\nname = \"hello\"\nedition = \"2024\"\n");
    write!(
        manifest,
        "[workspace]\n[dependencies]\nrfc1738 = {{ path = {library}{features} }}\n\
         [profile.release]\nstrip = true\n"
    )?;
    std::fs::create_dir(folder.path().join("src"))?;
    std::fs::write(folder.path().join("src/main.rs"), PROGRAM)?;
    let file = folder.path().join("Cargo.toml");
    std::fs::write(&file, manifest)?;
    // The versions are those of the benchmarks, where they are the same.
    let lock = cargo::own_manifest().with_file_name("Cargo.lock");
    std::fs::copy(lock, folder.path().join("Cargo.lock"))?;
    let target: PathBuf = folder.path().join("target");
    let mut command = cargo::unlocked_call("build", &file);
    let command = command.args(["--release", "--target-dir"]).arg(&target);
    // A cache of compilations would make the time meaningless.
    let command = command
        .env_remove("RUSTC_WRAPPER")
        .env("CARGO_INCREMENTAL", "0");
    let command = command.stdout(Stdio::null()).stderr(Stdio::inherit());
    let child = command.spawn().context("cargo does not run")?;
    let used = child.wait4().context("cargo stopped")?;
    ensure!(used.status.success(), "the program cannot be built");
    let time = used.rusage.utime + used.rusage.stime;
    let name = format!("hello{}", std::env::consts::EXE_SUFFIX);
    Ok(Program {
        compilation: time.as_secs_f64(),
        size: size(&target.join("release").join(name))?,
    })
}

/// Returns the size of a file in octets.
fn size(file: &Path) -> Result<f64> {
    let metadata = std::fs::metadata(file);
    let metadata = metadata.with_context(|| format!("{} is missing", file.display()))?;
    #[allow(
        clippy::cast_precision_loss,
        reason = "a file is far below 2^52 octets"
    )]
    Ok(metadata.len() as f64)
}
