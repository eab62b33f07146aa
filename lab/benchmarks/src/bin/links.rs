//! Writes the URLs that the crate linkify finds in files, for the comparison with `rfc1738 extract`.

use std::env;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use anyhow::Result;
use linkify::{LinkFinder, LinkKind};

/// The octets of a read.
const BLOCK: usize = 256 * 1024;

fn main() -> Result<()> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    for path in env::args_os().skip(1) {
        write_links(&finder, File::open(path)?, &mut out)?;
    }
    Ok(out.flush()?)
}

/// Writes the links of whole lines after each read.
fn write_links(finder: &LinkFinder, mut file: File, out: &mut impl Write) -> Result<()> {
    let mut octets = vec![0; BLOCK];
    let mut held = 0;
    loop {
        if held == octets.len() {
            octets.resize(2 * held, 0);
        }
        let read = file.read(&mut octets[held..])?;
        let end = held + read;
        let line_end = octets[..end].iter().rposition(|octet| *octet == b'\n');
        let cut = match line_end {
            _ if read == 0 => end,
            Some(line_end) => line_end + 1,
            None => 0,
        };
        for link in finder.links(&String::from_utf8_lossy(&octets[..cut])) {
            writeln!(out, "{}", link.as_str())?;
        }
        if read == 0 {
            return Ok(());
        }
        octets.copy_within(cut..end, 0);
        held = end - cut;
    }
}
