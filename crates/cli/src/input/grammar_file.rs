//! Grammar files.

use std::io::{self, Write};

use rfc1738_views::count::counted;
use rfc1738_views::diagnostic::grammar_file::{GrammarFile, grammar_error, not_utf8};
use rfc1738_views::palette::Palette;
use rfcbnf::extract::TextEncoding;
use rfcbnf::limits::{ERRORS_SHOWN, FILE_LENGTH};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{Document, GrammarError, GrammarErrorKind, GrammarErrors, Reader, Readings};

use crate::arguments::notation::NotationName;
use crate::input::readings::ChosenReadings;
use crate::input::source::Source;
use crate::input::toml_file::escaped_lines;
use crate::outcome::Failure;
use crate::output::streams::{self, show_remark, write_diagnostic};

/// The remedy for the one error of the RFC's own text.
const BARE_SLASH: &str = "\
the `/` of gopherurl stands without quotation marks, as RFC 1738 prints it; write \"/\",
      or apply the readings of RFC 1738 with --readings rfc1738";

/// Returns the grammar of RFC 1738 inside this program, and the readings that were applied to it.
pub(crate) fn own_grammar() -> Result<(Grammar, Readings), Failure> {
    load(BNF, READINGS).map_err(|error| Failure::OwnGrammar(error.to_string()))
}

/// Writes one line to standard error that counts the errors of a grammar file, if there are any.
pub(crate) fn remark_on_errors(name: &str, count: usize) -> io::Result<()> {
    errors_note(name, count).map_or(Ok(()), |note| show_remark("note", &note))
}

/// Returns a line that counts the errors of a grammar file, if there are any.
pub(crate) fn errors_note(name: &str, count: usize) -> Option<String> {
    let counted = counted(count, "error", "errors", Palette::COLORED.number);
    (count > 0).then(|| {
        format!(
            "{name} holds {counted}, and the productions without them are used; \
             `rfc1738 grammar check` shows them"
        )
    })
}

/// Applies readings where they fit. Fails if those of RFC 1738 fit nowhere.
pub(crate) fn apply_readings(
    source: Source,
    ChosenReadings { readings, are_own }: &ChosenReadings,
    grammar: &mut Grammar,
) -> Result<(), Failure> {
    let name = source.to_string();
    let unused = readings.apply_where_possible(grammar);
    let decisions: usize = readings.iter().map(|one| one.productions.len()).sum();
    if *are_own && unused.len() == decisions {
        let reason = "the readings of RFC 1738 apply to none of its productions; omit \
                      --readings rfc1738, or name a file of readings for this grammar";
        return Err(Failure::Unusable {
            name,
            reason: reason.to_owned(),
        });
    }
    for unused in unused {
        show_remark("note", &format!("{name}: {}", escaped_lines(&unused)))?;
    }
    Ok(())
}

/// Reads the text of a grammar file. Writes a remark to standard error if the file leaves its notation
/// open and the choice decides how letters match.
pub(crate) fn read_document(
    source: Source,
    text: &str,
    readings: &Readings,
    notation: Option<NotationName>,
) -> io::Result<Document> {
    let document = reader(source, readings, notation).read(text);
    if let Some(note) = choice_note(source, &document) {
        show_remark("note", &note)?;
    }
    Ok(document)
}

pub(crate) fn reader(
    source: Source,
    readings: &Readings,
    notation: Option<NotationName>,
) -> Reader {
    Reader {
        expected: source.notation(),
        ..readings.reader(notation.map(Notation::from))
    }
}

/// Returns a remark if the file leaves its notation open and the choice decides how letters match.
pub(crate) fn choice_note(source: Source, document: &Document) -> Option<String> {
    // The name says that letters match as written, as in all notations that came before ABNF.
    let is_said = source.is_bnf() && document.grammar.notation != Notation::Abnf;
    let choice = document.open_choice().filter(|_| !is_said)?;
    let other = NotationName::from(choice.other());
    Some(format!(
        "{source} {choice}; --notation {other} chooses that"
    ))
}

/// Returns whether errors leave no production to use.
pub(crate) fn is_spoilt(grammar: &Grammar) -> bool {
    let obstacles = grammar.obstacles();
    let mut productions = grammar.productions.iter();
    productions.all(|production| {
        let obstacle = obstacles.of(&production.name);
        obstacle.is_some_and(|obstacle| obstacle.is_error())
    })
}

/// Writes the errors of a grammar file to standard error, the remedy if one remedy is enough, and the
/// notation if the errors leave no production to use.
pub(crate) fn show_all_errors(
    name: &str,
    grammar: &Grammar,
    errors: Option<&GrammarErrors>,
) -> io::Result<()> {
    let Some(errors) = errors else {
        return Ok(());
    };
    show_errors(name, errors)?;
    if lacks_only_quotation_marks(errors) {
        show_remark("help", BARE_SLASH)?;
    }
    let notation = grammar.notation;
    if notation != Notation::default() && is_spoilt(grammar) {
        show_remark("note", &format!("{name} is read as {notation}"))?;
    }
    Ok(())
}

/// Whether the only errors are literals without quotation marks that the readings of RFC 1738
/// know.
fn lacks_only_quotation_marks(errors: &GrammarErrors) -> bool {
    let is_candidate =
        |error: &GrammarError| matches!(error.kind(), GrammarErrorKind::EmptyAlternative { .. });
    if !errors.iter().all(is_candidate) {
        return false;
    }
    let readings = Readings::from_toml(READINGS);
    readings.is_ok_and(|readings| readings.reader(None).read(errors.source()).errors.is_none())
}

/// Reads the text of a grammar file. Writes an error and returns `None` if it is not UTF-8.
pub(crate) fn read_text(source: Source) -> Result<Option<String>, Failure> {
    let octets = source.read_limited(
        FILE_LENGTH,
        "a grammar file; keep the grammar and remove the text around it",
    )?;
    let encoding = TextEncoding::of(&octets);
    if matches!(encoding, TextEncoding::Utf16Le | TextEncoding::Utf16Be) {
        let error = format!(
            "{source} is in {encoding}, and a grammar file is in UTF-8; convert it: \
             iconv -f {encoding} -t UTF-8"
        );
        show_remark("error", &error)?;
        return Ok(None);
    }
    match String::from_utf8(octets) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let name = source.to_string();
            write_diagnostic(&not_utf8(&name, error.as_bytes(), offset))?;
            Ok(None)
        }
    }
}

/// Writes the errors of a grammar file and their number to standard error. The name is escaped.
pub(crate) fn show_errors(name: &str, errors: &GrammarErrors) -> io::Result<()> {
    let file = GrammarFile::new(name, errors.source().as_bytes());
    let Palette { error, number, .. } = Palette::COLORED;
    let count = counted(errors.errors().len(), "error", "errors", number);
    let cut = if errors.errors().len() > ERRORS_SHOWN {
        format!(", the first {ERRORS_SHOWN} are shown")
    } else {
        String::new()
    };
    streams::message(|out| {
        for error in errors.iter().take(ERRORS_SHOWN) {
            let error = grammar_error(&file, error);
            writeln!(out, "{}\n", error.render(Palette::COLORED))?;
        }
        writeln!(out, "{error}error:{error:#} {name} holds {count}{cut}")
    })
}
