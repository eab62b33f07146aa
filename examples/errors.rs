//! Reports each wrong URL in a configuration file, with its line and column.
//!
//! ```text
//! cargo run --example errors [FILE]
//! ```
//!
//! A line of the file is `name = URL`, empty, or a comment that begins with `#`. Without FILE, the
//! program reads `feeds.conf` beside this source file.

use std::error::Error;
use std::io::Write;
use std::{env, fs, io};

use rfc1738::{Document, DocumentError, Url};

/// The file to read if the command line names none.
const OWN: &[u8] = include_bytes!("feeds.conf");

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let Some(file) = env::args().nth(1) else {
        return Ok(report(&Document::named("examples/feeds.conf", OWN), out)?);
    };
    let octets = fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    Ok(report(&Document::named(file, &octets), out)?)
}

/// Writes the errors of the document, and how many entries it has of either kind.
fn report(document: &Document<'_>, out: &mut impl Write) -> io::Result<()> {
    let entries: Vec<_> = entries(document).collect();
    for error in entries.iter().filter_map(|entry| entry.as_ref().err()) {
        writeln!(out, "{error:#}\n")?;
    }
    let wrong = entries.iter().filter(|entry| entry.is_err()).count();
    let right = entries.len() - wrong;
    writeln!(out, "{right} URLs can be used, {wrong} cannot")
}

/// Returns the URL of each line that has one.
fn entries<'d>(document: &Document<'d>) -> impl Iterator<Item = Result<Url<'d>, DocumentError>> {
    let spans = (1..=document.line_of(usize::MAX)).map(|line| document.line(line));
    spans.filter_map(|span| {
        let line = &document.octets()[span.clone()];
        let equals = line.iter().position(|&octet| octet == b'=')?;
        let is_comment = line.trim_ascii_start().starts_with(b"#");
        let url = line[equals + 1..].trim_ascii();
        let start = span.end - line[equals + 1..].trim_ascii_start().len();
        let parsed = Url::parse(url).map_err(|error| error.in_document(document, start));
        (!is_comment).then_some(parsed)
    })
}

#[cfg(test)]
mod tests {
    use super::{OWN, report};
    use rfc1738::Document;

    fn reported(document: &Document<'_>) -> String {
        let mut out = Vec::new();
        report(document, &mut out).expect("a vector takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn every_url_that_cannot_be_used_is_reported() {
        let document = Document::named("feeds.conf", OWN);
        assert_eq!(
            reported(&document),
            r#"feeds.conf:4:20: expected alphadigit, "-", ".", ":", "/" or end of text, found "@"
  |
4 | mirror  = http://me@mirror.dom/
  |                    ^ in url, httpurl, hostport
  = note: no user name or password is allowed in an http URL (RFC 1738, 3.3)
  = help: write http://mirror.dom/

feeds.conf:5:20: expected xchar or end of text, found "~"
  |
5 | page    = http://h/~jim/
  |                    ^ in url, httpurl, hpath, hsegment
  = note: "~" is unsafe and has to be encoded: %7E (RFC 1738, 2.2)
  = help: write http://h/%7Ejim/

feeds.conf:8:30: expected digit, "/" or end of text, found "O"
  |
8 | menu    = gopher://host.dom:7O/
  |                              ^ in url, gopherurl, hostport, port, digits
  = note: the port after the colon is a decimal number (RFC 1738, 3.1)

feeds.conf:9:19: expected alphadigit, "-", ".", ":", "/" or end of text, found "ü"
  |
9 | zürich  = http://zürich.dom/
  |                   ^ in url, httpurl, hostport
  = note: "ü" is not a US-ASCII character, and ToASCII of RFC 3490 writes a host name in ASCII (RFC 1738, 2.2)
  = help: write http://xn--zrich-kva.dom/

feeds.conf:10:20: expected xchar or end of text, found octet FF
   |
10 | broken  = http://h/\xff\u{1b}[2J
   |                    ^^^^ in url, httpurl, hpath, hsegment
   = note: octet FF is not a US-ASCII character and has to be encoded: %FF (RFC 1738, 2.2)
   = help: write http://h/%FF%1B%5B2J

2 URLs can be used, 5 cannot
"#
        );
    }

    #[test]
    fn a_missing_url_is_reported_after_the_equals_sign() {
        let out = reported(&Document::named("none", b"a =\t\r\n"));
        assert!(out.starts_with("none:1:5: expected alphadigit"), "{out}");
        assert!(out.ends_with("\n0 URLs can be used, 1 cannot\n"), "{out}");
    }

    #[test]
    fn an_empty_file_has_nothing_wrong_in_it() {
        let out = reported(&Document::named("none", ""));
        assert_eq!(out, "0 URLs can be used, 0 cannot\n");
    }
}
