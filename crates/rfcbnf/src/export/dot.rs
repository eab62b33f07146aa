//! Automata for Graphviz.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::ExportError;
use super::characters::{is_printable, ranges};
use crate::automaton::{Automaton, DfaState};
use crate::octets::OctetSet;
use crate::syntax::{Encoding, Grammar};

/// The greatest width of a line of a label, in characters.
const WIDTH: usize = 24;

/// Writes the minimal automaton of a production in the language of Graphviz.
///
/// An arrow points to the start, and accepting states have a double line. The label of an edge lists
/// its characters: runs of letters and digits as `a-z`, the others one by one, separated by blanks.
/// A blank is written `space`. Octets and characters outside printable ASCII are numbers: `%x80-FF`. In a
/// grammar of characters, an edge is a character, and the states within characters are left out.
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
    let _ = write_automaton(
        &mut text,
        production,
        &Graph::of(&automaton, grammar.encoding),
    );
    Ok(text)
}

/// The states, and what leads from one to another.
struct Graph {
    start: usize,
    /// The numbers of the states, and whether they are accepting.
    states: Vec<(usize, bool)>,
    labels: BTreeMap<(usize, usize), Label>,
}

/// What leads from one state to another.
#[derive(Default)]
struct Label {
    octets: OctetSet,
    /// Ranges of characters above ASCII.
    characters: Vec<RangeInclusive<char>>,
}

impl Graph {
    fn of(automaton: &Automaton, encoding: Encoding) -> Self {
        let numbered = |state: DfaState| (state.number(), automaton.is_accepting(state));
        let mut graph = Self {
            start: automaton.start().number(),
            states: Vec::new(),
            labels: BTreeMap::new(),
        };
        match encoding {
            Encoding::Octets => {
                graph.states = automaton.states().map(numbered).collect();
                for state in automaton.states() {
                    for (class, octets) in automaton.classes().iter().enumerate() {
                        if let Some(target) = automaton.step_by_class(state, class) {
                            graph.label(state, target).octets |= *octets;
                        }
                    }
                }
            }
            // States within characters are left out, and their numbers with them.
            Encoding::Utf8 => {
                for (state, steps) in automaton.between_characters() {
                    graph.states.push(numbered(state));
                    for (range, target) in steps {
                        graph.label(state, target).add(&range);
                    }
                }
                graph.states.sort_unstable();
            }
        }
        graph
    }

    fn label(&mut self, from: DfaState, to: DfaState) -> &mut Label {
        self.labels.entry((from.number(), to.number())).or_default()
    }
}

impl Label {
    fn add(&mut self, range: &RangeInclusive<char>) {
        let ascii = (0..=0x7f).filter(|octet| range.contains(&char::from(*octet)));
        self.octets |= ascii.collect();
        let above = *range.start().max(&'\u{80}')..=*range.end();
        self.characters
            .extend(Some(above).filter(|above| !above.is_empty()));
    }
}

fn write_automaton(out: &mut String, name: &str, automaton: &Graph) -> std::fmt::Result {
    let name = quoted(name);
    writeln!(out, "digraph {name} {{")?;
    writeln!(out, "  label={name};\n  labelloc=t;\n  rankdir=LR;")?;
    writeln!(out, "  node [shape=circle, fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"monospace\"];")?;
    writeln!(out, "  start [shape=point];")?;
    writeln!(out, "  start -> {};", automaton.start)?;
    for (number, is_accepting) in &automaton.states {
        if *is_accepting {
            writeln!(out, "  {number} [shape=doublecircle];")?;
        } else {
            writeln!(out, "  {number};")?;
        }
    }
    for ((from, target), label) in &automaton.labels {
        let label = quoted(&lines(label));
        writeln!(out, "  {from} -> {target} [label={label}];")?;
    }
    writeln!(out, "}}")
}

/// Returns a label on lines: lower case letters, upper case letters, digits, then the rest.
fn lines(label: &Label) -> String {
    let mut ranges = ranges(label.octets);
    ranges.extend(label.characters.iter().cloned());
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
