//! The answers of the readers to any file: no panic, and spans that lie in the text.

use std::collections::HashSet;
use std::ops::Range;

use rfcbnf::syntax::{Grammar, Kind, Notation, Span};
use rfcbnf::{
    BareLiteral, GrammarDocument, GrammarErrors, Layout, LayoutError, Prose, ProseError, Reader,
    Readings, ReadingsError, read,
};

/// Reads a file and checks the answer. The first octet of the input chooses the reader.
///
/// The other readers need a grammar, which is the part of the input before the first NUL.
pub(crate) fn check_chosen(input: &[u8]) {
    let Some((choice, file)) = input.split_first() else {
        return;
    };
    let file = String::from_utf8_lossy(file);
    let (bnf, toml) = file
        .split_once('\0')
        .unwrap_or(("a = b\nb = \"b\"\n", &file));
    match choice % 4 {
        0 => {
            drop(read_and_check(&file, &[]));
            check_every_notation(&file);
        }
        1 => check_readings(bnf, toml),
        2 => check_layout(bnf, toml),
        _ => check_prose(bnf, toml),
    }
}

/// Reads a file in each notation and checks the answers.
pub(crate) fn check_every_notation(source: &str) {
    for notation in [Notation::Rfc822, Notation::Abnf, Notation::Bnf] {
        let reader = Reader {
            notation: Some(notation),
            ..Reader::default()
        };
        check_document(source, &reader.read(source));
    }
}

/// Reads a grammar and checks the answer.
pub(crate) fn read_and_check(source: &str, bare: &[BareLiteral]) -> Option<Grammar> {
    let reader = Reader {
        bare_literals: bare.to_vec(),
        ..Reader::default()
    };
    let document = reader.read(source);
    check_document(source, &document);
    document.into_result().ok()
}

fn check_document(source: &str, document: &GrammarDocument) {
    let GrammarDocument {
        grammar, errors, ..
    } = document;
    if let Some(errors) = errors {
        check_errors(errors);
    }
    // Core rules come after the file. Of a file that is too long, the beginning is kept.
    let file = &grammar.source;
    assert!(file.starts_with(source) || source.starts_with(file.as_str()));
    let mut names = HashSet::new();
    for production in &grammar.productions {
        let name = &production.name;
        if errors.is_none() {
            let written = &file[production.name_span.clone()];
            assert_eq!(written.replace(' ', "-"), *name);
        }
        assert!(names.insert(name), "{name} is defined twice");
        assert!(file.get(production.span.clone()).is_some());
        assert!(!grammar.text(production).is_empty());
        let parts = std::iter::once(&production.span).chain(&production.additions);
        let parts: Vec<&Span> = parts.collect();
        production.body.walk(&mut |expression| {
            let span = &expression.span;
            assert!(file.get(span.clone()).is_some());
            let is_around = |part: &&&Span| part.start <= span.start && span.end <= part.end;
            assert!(
                parts.iter().any(|part| is_around(&part)),
                "{span:?} in {source:?}"
            );
            match &expression.kind {
                Kind::Unreadable => assert!(errors.is_some()),
                Kind::Range { first, last } => assert!(first <= last),
                _ => assert!(errors.is_some() || !span.is_empty()),
            }
        });
    }
}

fn check_errors(errors: &GrammarErrors) {
    let source = errors.source();
    assert!(!errors.errors().is_empty());
    assert!(errors.errors().is_sorted_by_key(|error| error.span().start));
    for error in errors {
        assert!(source.get(error.span()).is_some(), "{error:?}");
        assert!(error.line() >= 1 && error.column() >= 1);
        let mut related = error.related().iter();
        assert!(related.all(|(span, _)| source.get(span.clone()).is_some()));
        assert!(!error.to_string().contains(char::is_control), "{error:?}");
    }
    let shown = errors.to_string();
    let is_shown = |character: char| !character.is_control() || character == '\n';
    assert!(shown.chars().all(is_shown), "{shown:?}");
}

/// Reads readings, and applies them to a grammar twice: up to the first that changes nothing, and
/// as far as possible.
fn check_readings(bnf: &str, toml: &str) {
    let readings = match Readings::from_toml(toml) {
        Ok(readings) => readings,
        Err(error) => {
            if let ReadingsError::Malformed(cause) = &error {
                check_span(toml, cause.span());
            }
            return assert_ne!(error.to_string(), "");
        }
    };
    let Some(grammar) = read_and_check(bnf, &readings.bare_literals()) else {
        return;
    };
    let mut changed = grammar.clone();
    let first = readings.apply(&mut changed).err();
    let mut most = grammar;
    let unused = readings.apply_where_possible(&mut most);
    let [first, expected] = [first.as_ref(), unused.first()];
    assert_eq!(
        first.map(ToString::to_string),
        expected.map(ToString::to_string)
    );
}

fn check_layout(bnf: &str, toml: &str) {
    match Layout::from_toml(toml) {
        Ok(layout) => {
            let Ok(grammar) = read(bnf) else { return };
            if let Err(error) = layout.check(&grammar) {
                assert_ne!(error.to_string(), "");
            }
            for heading in &grammar.headings {
                assert_ne!(layout.module(&heading.text), "");
            }
        }
        Err(error) => {
            if let LayoutError::Malformed(cause) = &error {
                check_span(toml, cause.span());
            }
            assert_ne!(error.to_string(), "");
        }
    }
}

fn check_prose(bnf: &str, toml: &str) {
    match Prose::from_toml(toml) {
        Ok(prose) => {
            let Ok(grammar) = read(bnf) else { return };
            let Err(error) = prose.check(&grammar) else {
                return;
            };
            assert_ne!(error.to_string(), "");
        }
        Err(error) => {
            if let ProseError::Malformed(cause) = &error {
                check_span(toml, cause.span());
            }
            assert_ne!(error.to_string(), "");
        }
    }
}

/// Asserts that the span of an error of a TOML file lies in the file.
fn check_span(toml: &str, span: Option<Range<usize>>) {
    let Some(span) = span else { return };
    assert!(toml.get(span.clone()).is_some(), "{span:?} in {toml:?}");
}
