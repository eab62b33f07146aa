//! The files that the programs read, the same in every run.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use rfc1738::{Rule, is_valid};

use crate::corpus::Corpus;
use crate::versions;

/// What makes a URL invalid, as users do it.
const FAULTS: [fn(&str) -> String; 6] = [
    |url| format!("{url}#top"),
    |url| url.replacen("//", "//~", 1),
    |url| url.replacen('.', "_.", 1),
    |url| {
        url.split_once("//")
            .map_or(url, |(_, rest)| rest)
            .to_owned()
    },
    |url| format!("{url} "),
    |url| format!("{url}%zz"),
];

/// Lines of which some are invalid.
#[derive(Debug)]
pub struct Lines(Vec<String>);

impl Lines {
    /// Returns this number of lines. Of a thousand, `invalid` are invalid on average.
    #[must_use]
    pub fn new(number: usize, invalid: u32) -> Self {
        let mut random = Rng::with_seed(1738);
        let corpus = Corpus::logs();
        let urls = corpus.urls.iter().cycle().take(number);
        let lines = urls.map(|url| {
            if random.u32(..1000) >= invalid {
                return url.clone();
            }
            let first = random.usize(..FAULTS.len());
            let faults = FAULTS.iter().cycle().skip(first).map(|fault| fault(url));
            let fragment = format!("{url}#top");
            let is_invalid = |text: &String| !is_valid(Rule::Url, text);
            let fault = faults.take(FAULTS.len()).find(is_invalid);
            fault.unwrap_or(fragment)
        });
        Self(lines.collect())
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// Writes a line for each text.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        self.write_as(path, "", |_, text| text.to_owned())
    }

    /// Writes a table with three columns. The column `url` holds the texts.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write_csv(&self, path: &Path) -> Result<()> {
        self.write_as(path, "id,url,n\n", |number, text| {
            if text.contains([',', '"']) {
                let doubled = text.replace('"', "\"\"");
                format!("{number},\"{doubled}\",x")
            } else {
                format!("{number},{text},x")
            }
        })
    }

    /// Writes an object for each text, in its field `url`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write_jsonl(&self, path: &Path) -> Result<()> {
        self.write_as(path, "", |number, text| {
            serde_json::json!({"id": number, "url": text}).to_string()
        })
    }

    fn write_as(
        &self,
        path: &Path,
        header: &str,
        line: impl Fn(usize, &str) -> String,
    ) -> Result<()> {
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(path)?);
            file.write_all(header.as_bytes())?;
            for (number, text) in self.0.iter().enumerate() {
                writeln!(file, "{}", line(number, text))?;
            }
            file.flush()
        };
        write().with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// Writes this many octets of the sources and documents of the packages that this program is built of,
/// over and over if they have fewer.
///
/// # Errors
///
/// Fails if cargo keeps no sources, or if the file cannot be written.
pub fn write_documents(path: &Path, octets: u64) -> Result<()> {
    let mut files = Vec::new();
    for (name, version) in versions::all() {
        for registry in registries()? {
            collect(&registry.join(format!("{name}-{version}")), &mut files);
        }
    }
    ensure!(!files.is_empty(), "cargo keeps no sources of packages");
    let mut out = BufWriter::new(File::create(path).context("no file for the documents")?);
    let mut left = octets;
    for file in files.iter().cycle() {
        let document = File::open(file).context("a source cannot be read")?;
        left -= io::copy(&mut document.take(left), &mut out).context("documents are not copied")?;
        if left == 0 {
            break;
        }
    }
    out.flush().context("the documents cannot be written")
}

/// Returns the folders in which cargo keeps the sources of packages.
fn registries() -> Result<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.context("no folder of cargo")?.join("registry/src");
    let folders = fs::read_dir(&sources).with_context(|| sources.display().to_string())?;
    let folders: io::Result<Vec<PathBuf>> = folders.map(|entry| Ok(entry?.path())).collect();
    folders.context("the sources of packages cannot be listed")
}

/// Collects the sources and documents in a folder, in the order of their names.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let end = path.extension().and_then(|end| end.to_str());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(end, Some("rs" | "md" | "txt" | "toml")) {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_invalid_as_often_as_asked() {
        let lines = Lines::new(20_000, 100);
        let invalid = lines.0.iter().filter(|line| !is_valid(Rule::Url, line));
        let invalid = invalid.count();
        assert!((1_800..2_200).contains(&invalid), "{invalid}");
        assert!(
            Lines::new(2_000, 0)
                .0
                .iter()
                .all(|line| is_valid(Rule::Url, line))
        );
    }

    #[test]
    fn every_fault_is_found_among_the_lines() {
        let lines = Lines::new(5_000, 1_000);
        let ends = |end: &str| lines.0.iter().any(|line| line.ends_with(end));
        assert!(ends("#top") && ends(" ") && ends("%zz"));
        assert!(lines.0.iter().any(|line| !line.contains(':')));
    }

    #[test]
    fn documents_have_the_length_that_was_asked_for() {
        let file = tempfile::NamedTempFile::new().expect("there is room");
        write_documents(file.path(), 100_000).expect("cargo has built this");
        let length = file.path().metadata().expect("it is there").len();
        assert_eq!(length, 100_000);
    }
}
