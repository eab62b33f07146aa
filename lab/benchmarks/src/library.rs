//! What the library costs its users before it runs: the time to compile it, and its static data.

use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSection, SectionKind};
use wait4::Wait4;

use crate::cargo::{self, Artifact};

/// The number of timed builds.
const ROUNDS: usize = 2;

/// The crates with the static data.
const CRATES: [&str; 2] = ["rfc1738", "rfcbnf_engine"];

/// The costs of the library in the release profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Library {
    /// The CPU seconds to compile `rfc1738` after its dependencies: the least of several builds, because
    /// other work on the machine makes a build slower and never faster.
    pub compilation: f64,
    /// The octets of static data in `rfc1738` and in the engine, whether a program uses them or not.
    pub static_data: u64,
}

/// Builds the library in a folder for this purpose and measures it.
///
/// # Errors
///
/// Fails if the library cannot be built, or if its files cannot be read.
pub fn measure() -> Result<Library> {
    let manifest = cargo::library_manifest();
    let target = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/library");
    let target = target.to_str().context("the folder is not UTF-8")?;
    let arguments = ["--release", "--package", "rfc1738", "--target-dir", target];
    cargo::build(&manifest, &arguments)?;
    let mut times = Vec::new();
    let mut artifacts = Vec::new();
    for _ in 0..ROUNDS {
        let clean = cargo::call("clean", &manifest).args(arguments).status();
        let clean = clean.context("cargo does not run")?;
        ensure!(clean.success(), "`cargo clean` failed: {clean}");
        let (time, built) = timed_build(&arguments)?;
        times.push(time);
        artifacts = built;
    }
    let mut static_data = 0;
    for name in CRATES {
        let built = artifacts.iter().find(|built| built.target.name == name);
        let built = built.with_context(|| format!("cargo built no {name}"))?;
        let files = built.filenames.iter();
        for file in files.filter(|file| file.extension().is_some_and(|end| end == "rlib")) {
            let octets = std::fs::read(file).context("a library cannot be read")?;
            static_data += in_archive(&octets)?;
        }
    }
    Ok(Library {
        compilation: times.into_iter().fold(f64::INFINITY, f64::min),
        static_data,
    })
}

/// Returns the CPU seconds of a build that compiles `rfc1738` and nothing else, and the artifacts.
fn timed_build(arguments: &[&str]) -> Result<(f64, Vec<Artifact>)> {
    let mut command = cargo::build_call(&cargo::library_manifest(), arguments);
    // A cache of compilations would make the time meaningless.
    let command = command
        .env_remove("RUSTC_WRAPPER")
        .env("CARGO_INCREMENTAL", "0");
    let command = command.stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().context("cargo does not run")?;
    let mut messages = Vec::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_end(&mut messages).context("cargo stopped")?;
    }
    let used = child.wait4().context("cargo stopped")?;
    ensure!(
        used.status.success(),
        "the library cannot be built: {}",
        used.status
    );
    let artifacts = cargo::artifacts(&messages);
    let compiled = artifacts.iter().filter(|built| !built.fresh);
    let compiled: Vec<&str> = compiled.map(|built| built.target.name.as_str()).collect();
    ensure!(compiled == ["rfc1738"], "cargo compiled {compiled:?}");
    let time = used.rusage.utime + used.rusage.stime;
    Ok((time.as_secs_f64(), artifacts))
}

/// Returns the octets of static data in a Rust library, which is an archive of object files.
fn in_archive(library: &[u8]) -> Result<u64> {
    let archive = ArchiveFile::parse(library).context("the library is no archive")?;
    let mut octets = 0;
    for member in archive.members() {
        let member = member?.data(library)?;
        // The metadata for the compiler is no object file on every system.
        if let Ok(object) = File::parse(member) {
            octets += in_object(&object);
        }
    }
    Ok(octets)
}

/// Returns the octets of static data in an object file. Tables for unwinding belong to the code.
fn in_object(object: &File) -> u64 {
    let sections = object.sections().filter(|section| {
        let name = section.name().unwrap_or_default();
        is_data(section.kind())
            && ![".eh_frame", ".gcc_except_table"]
                .iter()
                .any(|unwinding| name.starts_with(unwinding))
    });
    sections.map(|section| section.size()).sum()
}

fn is_data(kind: SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Data
            | SectionKind::ReadOnlyData
            | SectionKind::ReadOnlyDataWithRel
            | SectionKind::ReadOnlyString
            | SectionKind::Tls
    )
}

#[cfg(test)]
mod tests {
    use object::write::Object;
    use object::{Architecture, BinaryFormat, Endianness};

    use super::*;

    fn object(sections: &[(&str, SectionKind, u64)]) -> Vec<u8> {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        for (name, kind, size) in sections {
            let section = object.add_section(Vec::new(), name.as_bytes().to_vec(), *kind);
            object.append_section_data(section, &vec![1; usize::try_from(*size).unwrap()], 1);
        }
        object.write().unwrap()
    }

    #[test]
    fn tables_and_strings_are_static_data_and_code_is_not() {
        let file = object(&[
            (".text.a", SectionKind::Text, 1_000),
            (".rodata.a", SectionKind::ReadOnlyData, 1),
            (".rodata.str1.1", SectionKind::ReadOnlyString, 10),
            (".data.rel.ro.a", SectionKind::ReadOnlyDataWithRel, 100),
            (".rmeta", SectionKind::Metadata, 10_000),
        ]);
        assert_eq!(in_object(&File::parse(&*file).unwrap()), 111);
    }

    #[test]
    fn tables_for_unwinding_are_no_static_data() {
        let file = object(&[
            (".rodata.a", SectionKind::ReadOnlyData, 1),
            (".eh_frame", SectionKind::ReadOnlyData, 10),
            (".gcc_except_table.a", SectionKind::ReadOnlyData, 100),
        ]);
        assert_eq!(in_object(&File::parse(&*file).unwrap()), 1);
    }
}
