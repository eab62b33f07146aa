//! Checks the URLs of a YAML file, and corrects them with `--fix`.
//!
//! ```text
//! cargo run --example fix_yaml [--fix] [FILE]
//! ```
//!
//! The file maps names to URLs. Each error has its line and column, whatever quotation marks and escapes
//! the file uses. `--fix` writes the file with all fixes that are certain to standard output. Without FILE,
//! the program reads `feeds.yaml` beside this source file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};

use rfc1738::{ColumnUnit, Document, DocumentError, StringLiteral, Url};
use serde_saphyr::Spanned;

/// The file to read if the command line names none.
const OWN: &str = include_str!("feeds.yaml");

fn main() -> Result<(), Box<dyn Error>> {
    let (options, files): (Vec<_>, Vec<_>) = env::args().skip(1).partition(|one| one == "--fix");
    let file = files.first().map_or("examples/feeds.yaml", String::as_str);
    let text = if files.is_empty() {
        OWN.to_owned()
    } else {
        fs::read_to_string(file)?
    };
    let errors = errors(file, &text)?;
    if options.is_empty() {
        for error in errors {
            println!("{error:#}\n");
        }
    } else {
        print!("{}", fixed(&text, &errors));
    }
    Ok(())
}

/// Returns the errors of all URLs of a file.
fn errors(file: &str, text: &str) -> Result<Vec<DocumentError>, Box<dyn Error>> {
    let document = Document::named(file, text);
    let mut errors = Vec::new();
    for url in serde_saphyr::from_str::<BTreeMap<String, Spanned<String>>>(text)?.values() {
        let Err(error) = Url::parse(&url.value) else {
            continue;
        };
        let (line, column) = (url.defined.line(), url.defined.column());
        let (line, column) = (line.try_into()?, column.try_into()?);
        let start = document.offset(line, column, ColumnUnit::Characters);
        let start = start.ok_or("the parser gives another place")?;
        errors.push(
            match StringLiteral::yaml(document.octets(), start, &url.value) {
                Some(string) => error.in_document(&document, string),
                None => error.in_document(&document, start),
            },
        );
    }
    errors.sort_by_key(|error| error.span().start);
    Ok(errors)
}

/// Returns the text with the fixes that are certain. The last is applied first, so that no other one moves.
fn fixed(text: &str, errors: &[DocumentError]) -> String {
    let certain =
        |error: &DocumentError| error.fixes().iter().find(|fix| fix.is_certain()).cloned();
    let mut fixes: Vec<_> = errors.iter().filter_map(certain).collect();
    fixes.sort_by_key(|fix| Reverse(fix.span().start));
    // An anchor that is used twice has one error for each use.
    fixes.dedup();
    let mut corrected = text.to_owned();
    for fix in fixes {
        corrected.replace_range(fix.span(), fix.replacement());
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::{OWN, errors, fixed};

    #[test]
    fn each_error_has_its_line_and_column() {
        let errors = errors("feeds.yaml", OWN).expect("it is YAML");
        let places = errors.iter().map(|error| error.position().to_string());
        let places: Vec<String> = places.collect();
        assert_eq!(places, ["4:16", "5:24", "6:27", "8:13", "10:16", "11:16"]);
    }

    #[test]
    fn only_the_certain_fixes_correct_the_file() {
        let errors = errors("feeds.yaml", OWN).expect("it is YAML");
        let fixed = fixed(OWN, &errors);
        let changed = |line: &&str| !OWN.lines().any(|before| before == *line);
        assert_eq!(
            fixed.lines().filter(changed).collect::<Vec<_>>(),
            [
                "page: http://h/%7Ejim/",
                "quoted: \"http:\\/\\/h\\x2f%7Ejane/\"",
                "\"zürich\": 'http://h/it''s/%7Ehere'",
                "  http://h/a%20b",
                "list: http://h/%5B1%5D",
            ],
        );
    }

    #[test]
    fn an_anchor_that_is_used_twice_is_corrected_once() {
        let text = "a: &a http://h/~\nb: *a\n";
        let errors = errors("feeds.yaml", text).expect("it is YAML");
        assert_eq!(fixed(text, &errors), "a: &a http://h/%7E\nb: *a\n");
    }
}
