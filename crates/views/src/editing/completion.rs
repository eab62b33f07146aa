//! The names that could be written at an offset.

use std::collections::HashSet;

use rfcbnf::syntax::{Notation, Span};

use super::GrammarText;

/// A name that could be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The name.
    pub name: String,
    /// What is written: the name, in BNF with its angle brackets.
    pub written: String,
    /// What kind of production it is.
    pub kind: CompletionKind,
}

/// Where the production of a completion is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// The file defines it.
    Defined,
    /// The file uses it and does not define it.
    Undefined,
    /// Another file of the grammar has it.
    Imported,
    /// It is a core rule of RFC 5234.
    CoreRule,
}

/// Returns the part of the text that a completion at the offset replaces, and the names that could be
/// there, whatever is there already: an editor chooses among them by what was typed. There are none in
/// a comment, a literal or prose.
///
/// At the beginning of a line, where a rule begins, the names are those that the text uses and does not
/// define. Elsewhere they are those of productions: of this text, of the files that it imports, and of RFC 5234.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, completions};
///
/// let text = GrammarText::new("port = 1*di\ndigit = %x30\n", &rfcbnf::Reader::default());
/// let (replaced, names) = completions(&text, &[], 11);
/// assert_eq!(replaced, 9..11);
/// assert!(names.iter().any(|one| one.name == "digit"));
/// let (_, names) = completions(&text, &[], 12);
/// assert_eq!(names.iter().map(|one| &*one.name).collect::<Vec<_>>(), ["di"]);
/// ```
#[must_use]
pub fn completions(
    text: &GrammarText,
    imported: &[String],
    offset: usize,
) -> (Span, Vec<Completion>) {
    let offset = floor(&text.text, offset);
    let start = text.text[..offset]
        .rfind(['\n', '\r'])
        .map_or(0, |end| end + 1);
    let line = &text.text[start..offset];
    let is_bnf = text.names.notation == Notation::Bnf;
    let word = line.trim_end_matches(is_part_of_name).len();
    // The bracket belongs to the name in BNF.
    let has_bracket = is_bnf && line[..word].ends_with('<');
    let word = word - usize::from(has_bracket);
    let replaced = start + word..offset;
    if !is_code(&line[..word]) {
        return (replaced, Vec::new());
    }
    let begins_rule = word == 0;
    let candidates = if begins_rule {
        undefined(text, &replaced)
    } else {
        productions(text, imported)
    };
    let completions = candidates.into_iter().map(|(name, kind)| Completion {
        written: if is_bnf {
            format!("<{name}>")
        } else {
            name.clone()
        },
        name,
        kind,
    });
    (replaced, completions.collect())
}

fn is_part_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-_+".contains(character)
}

/// Returns the greatest offset up to this one that is a character boundary.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Returns whether a name can follow the beginning of a line: it is not within a comment, a literal,
/// prose or a number.
fn is_code(line: &str) -> bool {
    let mut is_quoted = false;
    let mut prose = 0_usize;
    for (offset, character) in line.char_indices() {
        match character {
            // `<">` is a quotation mark.
            '"' if line[..offset].ends_with('<') && line[offset..].starts_with("\">") => {}
            '"' if prose == 0 => is_quoted = !is_quoted,
            _ if is_quoted => {}
            ';' if prose == 0 => return false,
            '<' => prose += 1,
            '>' => prose = prose.saturating_sub(1),
            _ => {}
        }
    }
    !is_quoted && prose == 0 && !line.ends_with(['%', '.'])
}

/// Returns the names that the text uses and does not define, each once, in the order of their first use,
/// without the word that is being written.
fn undefined(text: &GrammarText, written: &Span) -> Vec<(String, CompletionKind)> {
    let names = &text.names;
    let key = |name: &str| match names.notation {
        Notation::Abnf => name.to_ascii_lowercase(),
        _ => name.to_owned(),
    };
    let defined = names
        .rules
        .iter()
        .filter(|rule| rule.name.span.start != written.start);
    let core = names.core_rules().map(key);
    let mut seen: HashSet<String> = defined
        .map(|rule| key(&rule.name.text))
        .chain(core)
        .collect();
    let used = names.rules.iter().flat_map(|rule| &rule.references);
    let used = used.filter(|used| used.span.start != written.start && seen.insert(key(&used.text)));
    used.map(|used| (used.text.clone(), CompletionKind::Undefined))
        .collect()
}

/// Returns the names of productions, each once.
fn productions(text: &GrammarText, imported: &[String]) -> Vec<(String, CompletionKind)> {
    let own = text
        .names
        .rules
        .iter()
        .filter(|rule| rfcbnf::Names::can_have(&rule.name.text));
    let own = own.map(|rule| (&*rule.name.text, CompletionKind::Defined));
    let core = text
        .names
        .core_rules()
        .map(|name| (name, CompletionKind::CoreRule));
    let others = imported
        .iter()
        .map(|name| (&**name, CompletionKind::Imported));
    let mut seen = HashSet::new();
    let all = own.chain(core).chain(others);
    let all = all.filter(|(name, _)| seen.insert(name.to_ascii_lowercase()));
    all.map(|(name, kind)| (name.to_owned(), kind)).collect()
}
