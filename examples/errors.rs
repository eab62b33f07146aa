//! Reports each wrong URL in a configuration file, with its line and column.
//!
//! ```text
//! cargo run --example errors [FILE]
//! ```
//!
//! A line of the file is `name = URL`, empty, or a comment that begins with `#`. The program checks
//! every line, even after an error. It escapes control characters before they reach the terminal.
//! Without FILE, it reads `feeds.conf` beside this source file.

use std::io::{self, Write};
use std::process::ExitCode;
use std::{env, fs};

use rfc1738::{Rule, SyntaxError, parse};

/// The file to read if the command line names none.
const OWN: &[u8] = include_bytes!("feeds.conf");

fn main() -> io::Result<ExitCode> {
    let Some(file) = env::args_os().nth(1) else {
        return run("examples/feeds.conf", OWN);
    };
    let name = shown(file.as_encoded_bytes());
    match fs::read(&file) {
        Ok(octets) => run(&name, &octets),
        Err(error) => {
            writeln!(io::stderr(), "{name}: {error}")?;
            Ok(ExitCode::from(2))
        }
    }
}

fn run(file: &str, octets: &[u8]) -> io::Result<ExitCode> {
    let all_valid = report(file, octets, &mut io::stdout().lock())?;
    Ok(if all_valid {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Writes the errors of the file and a summary. Returns whether every line is right.
fn report(file: &str, octets: &[u8], out: &mut impl Write) -> io::Result<bool> {
    let (mut valid, mut invalid) = (0, 0);
    for (number, line) in (1..).zip(octets.split(|&octet| octet == b'\n')) {
        let entry = line.trim_ascii();
        if entry.is_empty() || entry.starts_with(b"#") {
            continue;
        }
        let place = Place { file, number, line };
        match url_in(line) {
            None => {
                place.write(out, 0, "no `=` stands between a name and a URL")?;
                invalid += 1;
            }
            Some((start, url)) => match parse(Rule::Url, url) {
                Ok(_) => valid += 1,
                Err(error) => {
                    place.write_error(out, start, &error)?;
                    invalid += 1;
                }
            },
        }
    }
    writeln!(out, "{valid} entries can be used, {invalid} cannot")?;
    Ok(invalid == 0)
}

/// Returns the URL of a line and its byte offset in the line.
fn url_in(line: &[u8]) -> Option<(usize, &[u8])> {
    let equals = line.iter().position(|&octet| octet == b'=')?;
    let behind = line[equals + 1..].trim_ascii_end();
    let url = behind.trim_ascii_start();
    Some((equals + 1 + behind.len() - url.len(), url))
}

/// A line of a file.
struct Place<'a> {
    /// The name of the file, escaped for the terminal.
    file: &'a str,
    /// The line number, from 1.
    number: usize,
    /// The line without its line end.
    line: &'a [u8],
}

impl Place<'_> {
    /// Formats the error of a URL that begins at byte offset `start` of the line.
    fn write_error(
        &self,
        out: &mut impl Write,
        start: usize,
        error: &SyntaxError,
    ) -> io::Result<()> {
        let expected = error.expected_list();
        let message = match error.found() {
            Some(found) => format!("found {found}, expected {expected}"),
            None => format!("the URL ends here, expected {expected}"),
        };
        self.write(out, start + error.offset(), &message)?;
        for note in error.notes() {
            let (message, section) = (note.message(), note.section());
            writeln!(out, "      | {message} (RFC 1738, {section})")?;
            for fix in note.fix_lines() {
                writeln!(out, "      | {fix}")?;
            }
        }
        Ok(())
    }

    /// Formats a message about byte offset `offset` of the line.
    fn write(&self, out: &mut impl Write, offset: usize, message: &str) -> io::Result<()> {
        let Self { file, number, line } = self;
        let column = String::from_utf8_lossy(&line[..offset]).chars().count() + 1;
        let indent = " ".repeat(shown(&line[..offset]).chars().count());
        writeln!(out, "{file}:{number}:{column}: {message}")?;
        writeln!(out, "{number:5} | {}", shown(line.trim_ascii_end()))?;
        writeln!(out, "      | {indent}^")
    }
}

/// Returns the bytes as text, with escapes for those that do not print.
fn shown(octets: &[u8]) -> String {
    let mut text = String::new();
    for character in String::from_utf8_lossy(octets).chars() {
        if matches!(character, '"' | '\'' | '\\') {
            text.push(character);
        } else {
            text.extend(character.escape_debug());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{OWN, report};

    #[test]
    fn every_line_is_reported_that_cannot_be_used() {
        let mut out = Vec::new();
        assert!(!report("feeds.conf", OWN, &mut out).expect("a vector takes all"));
        assert_eq!(
            String::from_utf8(out).expect("UTF-8"),
            r#"feeds.conf:4:20: found "@", expected alphadigit, "-", ".", ":", "/" or end of text
    4 | mirror  = http://me@mirror.dom/
      |                    ^
      | no user name or password is allowed in an http URL (RFC 1738, 3.3)
      | write http://mirror.dom/
feeds.conf:5:20: found "~", expected xchar or end of text
    5 | page    = http://h/~jim/
      |                    ^
      | "~" is unsafe and has to be encoded: %7E (RFC 1738, 2.2)
      | write http://h/%7Ejim/
feeds.conf:6:1: no `=` stands between a name and a URL
    6 | news
      | ^
feeds.conf:8:30: found "O", expected digit, "/" or end of text
    8 | menu    = gopher://host.dom:7O/
      |                              ^
      | the port after the colon is a decimal number (RFC 1738, 3.1)
feeds.conf:9:19: found "ü", expected alphadigit, "-", ".", ":", "/" or end of text
    9 | zürich  = http://zürich.dom/
      |                   ^
      | a host name is labels of letters, digits and "-", separated by ".", and each begins and ends with a letter or a digit (RFC 1738, 3.1)
feeds.conf:10:20: found octet FF, expected xchar or end of text
   10 | broken  = http://h/�\u{1b}[2J
      |                    ^
      | octet FF is not a US-ASCII character and has to be encoded: %FF (RFC 1738, 2.2)
      | write http://h/%FF%1B%5B2J
2 entries can be used, 6 cannot
"#
        );
    }

    #[test]
    fn a_url_that_is_missing_is_missed_behind_the_equals_sign() {
        let mut out = Vec::new();
        assert!(!report("none", b"a =\t\r\n", &mut out).expect("a vector takes all"));
        let out = String::from_utf8(out).expect("UTF-8");
        assert!(out.starts_with("none:1:4: the URL ends here"), "{out}");
    }

    #[test]
    fn an_empty_file_has_nothing_wrong_in_it() {
        let mut out = Vec::new();
        assert!(report("none", b"", &mut out).expect("a vector takes all"));
        assert_eq!(out, b"0 entries can be used, 0 cannot\n");
    }
}
