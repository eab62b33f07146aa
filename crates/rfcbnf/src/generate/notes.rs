//! The notes about errors.

use std::fmt::Write as _;

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::formatted;
use crate::prose::{ErrorNote, NoteFound};

/// The file up to the notes.
const ROOT: &str = "//! What the document says about errors.

use rfcbnf_engine::Note;

";

/// Returns the text of the file; `None` if there are no notes. A note about productions that have no code is left out.
pub(super) fn notes(context: &Context<'_>) -> Result<Option<String>, GenerateError> {
    if context.prose.notes().next().is_none() {
        return Ok(None);
    }
    let has_code = |name: &&String| context.grammar().production(name).is_some();
    let is_kept = |note: &&ErrorNote| {
        note.productions.is_empty() || note.productions.iter().any(|name| has_code(&name))
    };
    let mut entries = String::new();
    let kept: Vec<&ErrorNote> = context.prose.notes().filter(is_kept).collect();
    for note in &kept {
        let _ = write!(
            entries,
            "Note::new({:?}, {:?}, {:?})",
            note.id, note.section, note.message
        );
        let productions = note.productions.iter().filter(has_code);
        let variants = productions.map(|name| format!("Rule::{}.id()", names::variant(name)));
        let variants: Vec<String> = variants.collect();
        if !variants.is_empty() {
            let _ = write!(entries, ".within(&[{}])", variants.join(", "));
        }
        match &note.found {
            None => {}
            Some(NoteFound::Characters(characters)) => {
                let _ = write!(entries, ".found({characters:?})");
            }
            Some(NoteFound::AboveAscii) => entries += ".found_above_ascii()",
            Some(NoteFound::End) => entries += ".at_end()",
        }
        entries += ",";
    }
    let count = kept.len();
    let names_rules = kept.iter().any(|note| !note.productions.is_empty());
    let import = if names_rules {
        "use super::rule::Rule;\n\n"
    } else {
        ""
    };
    let code = format!("pub(super) static NOTES: [Note; {count}] = [{entries}];");
    Ok(Some(ROOT.to_owned() + import + &formatted("NOTES", &code)?))
}
