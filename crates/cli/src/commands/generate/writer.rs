//! Writes texts, each as soon as it is made, until there are enough.

use std::io::{self, Write};

use rfc1738_views::json::{self, Octets};
use rfcbnf_engine::escape::Printable;
use serde::Serialize;

use super::arguments::{GenerateArguments, GenerateFormat};
use super::separator::Separator;
use crate::output::lines;
use crate::output::streams::{flushed, plain_output};

/// The most texts that are left out before another one is written. If no text of a production fits, as
/// no vCard fits into a line, there is an end.
const LEFT_OUT_AT_ONCE: u64 = 1_000;

/// A text, for programs.
#[derive(Serialize)]
struct TextRecord<'a> {
    text: Octets<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Writes texts, and counts those that the format cannot hold.
pub(super) struct TextWriter {
    format: GenerateFormat,
    separator: Separator,
    /// The number of texts that are still wanted.
    wanted: u64,
    left_out: u64,
    /// The number of texts that were left out since the last one was written.
    left_out_at_once: u64,
}

impl TextWriter {
    /// Returns a writer of a limited number of texts.
    pub(super) fn new(arguments: &GenerateArguments, wanted: u64) -> Self {
        Self {
            format: arguments.format,
            separator: arguments.separator.clone(),
            wanted,
            left_out: 0,
            left_out_at_once: 0,
        }
    }

    /// Returns whether another text is wanted.
    pub(super) fn wants_more(&self) -> bool {
        self.wanted > 0 && self.left_out_at_once < LEFT_OUT_AT_ONCE
    }

    pub(super) fn write_all(mut self, mut texts: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
        flushed(plain_output(), |out| {
            while self.wants_more()
                && let Some(text) = texts.next()
            {
                self.write(out, &text, None)?;
            }
            Ok(())
        })?;
        self.finish()
    }

    pub(super) fn write(
        &mut self,
        out: &mut impl Write,
        text: &[u8],
        error: Option<&str>,
    ) -> io::Result<()> {
        if self.format == GenerateFormat::Jsonl {
            self.wanted -= 1;
            let text = Octets(text);
            return json::write(out, &TextRecord { text, error });
        }
        // The error keeps a carriage return apart from the line end.
        let fits = match error {
            Some(_) if self.separator.is_line_feed() => !text.contains(&b'\n'),
            _ => self.separator.fits(text),
        };
        if !fits {
            self.left_out += 1;
            self.left_out_at_once += 1;
            return Ok(());
        }
        self.left_out_at_once = 0;
        self.wanted -= 1;
        out.write_all(text)?;
        if let Some(error) = error {
            write!(out, "\t{}", Printable(error.as_bytes()))?;
        }
        out.write_all(self.separator.octets())
    }

    /// Writes a note about texts that were left out.
    pub(super) fn finish(self) -> io::Result<()> {
        if self.separator.is_line_feed() {
            let remedy = "--separator '\\0' or --format jsonl writes them";
            return lines::write_left_out(self.left_out, remedy);
        }
        lines::write_left_out_with(self.left_out, &self.separator.to_string())
    }
}
