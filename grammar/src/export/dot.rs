//! Automata for Graphviz.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::ExportError;
use super::characters::{is_printable, ranges};
use crate::automaton::Automaton;
use crate::octets::OctetSet;
use crate::syntax::Grammar;

/// The greatest width of a line of a label, in characters.
const WIDTH: usize = 24;

/// Writes the minimal automaton of a production in the language of Graphviz.
///
/// An arrow points to the start, and accepting states have a double line. The label of an edge lists
/// its characters: runs of letters and digits as `a-z`, the others one by one, separated by blanks.
/// A blank is written `space`. Octets outside printable ASCII are numbers: `%x80-FF`.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`], or [`ExportError::Automaton`] if the automaton is too
/// large.
///
/// ```
/// let grammar = rfcbnf::read("digits = 1*digit\ndigit = \"0\" | \"1\" | \"2\" | <\">\n")?;
/// let dot = rfcbnf::export::dot(&grammar, "digits")?;
/// assert!(dot.contains(r#"0 -> 1 [label="0-2 \""];"#));
/// assert!(dot.contains("1 [shape=doublecircle];"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dot(grammar: &Grammar, production: &str) -> Result<String, ExportError> {
    let production = grammar.lookup(production)?.name.as_str();
    let automaton = Automaton::new(grammar, production)?;
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_automaton(&mut text, production, &automaton);
    Ok(text)
}

fn write_automaton(out: &mut String, name: &str, automaton: &Automaton) -> std::fmt::Result {
    let name = quoted(name);
    writeln!(out, "digraph {name} {{")?;
    writeln!(out, "  label={name};\n  labelloc=t;\n  rankdir=LR;")?;
    writeln!(out, "  node [shape=circle, fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"monospace\"];")?;
    writeln!(out, "  start [shape=point];")?;
    writeln!(out, "  start -> {};", automaton.start().number())?;
    for state in automaton.states() {
        let number = state.number();
        if automaton.is_accepting(state) {
            writeln!(out, "  {number} [shape=doublecircle];")?;
        } else {
            writeln!(out, "  {number};")?;
        }
    }
    for state in automaton.states() {
        let mut edges: BTreeMap<usize, OctetSet> = BTreeMap::new();
        for (class, octets) in automaton.classes().iter().enumerate() {
            if let Some(target) = automaton.step_by_class(state, class) {
                *edges.entry(target.number()).or_default() |= *octets;
            }
        }
        for (target, octets) in edges {
            let label = quoted(&label(octets));
            writeln!(out, "  {} -> {target} [label={label}];", state.number())?;
        }
    }
    writeln!(out, "}}")
}

/// Returns the octets on lines: lower case letters, upper case letters, digits, then the rest.
fn label(octets: OctetSet) -> String {
    let mut ranges = ranges(octets);
    let kind = |range: &RangeInclusive<char>| match range.start() {
        'a'..='z' => 0,
        'A'..='Z' => 1,
        '0'..='9' => 2,
        ' '..='~' => 3,
        _ => 4,
    };
    ranges.sort_by_key(kind);
    let mut lines: Vec<String> = Vec::new();
    for range in ranges {
        let word = word(&range);
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines.join("\n")
}

fn word(range: &RangeInclusive<char>) -> String {
    match (*range.start(), *range.end()) {
        (' ', ' ') => "space".to_owned(),
        (first, last) if !is_printable(first) => {
            let (first, last) = (u32::from(first), u32::from(last));
            if first == last {
                format!("%x{first:02X}")
            } else {
                format!("%x{first:02X}-{last:02X}")
            }
        }
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    }
}

/// Returns a string of the language: `\n` ends lines, and `\` and `"` are escaped.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
