//! Reads a grammar file, checks it, draws it, follows a text through it, and parses the text.
//!
//! ```text
//! cargo run --example grammar_of_ones_own [FILE [TEXT]]
//! ```
//!
//! Without FILE, the program reads the grammar of dates in `examples/grammars`. Without TEXT, it
//! follows a shortest text of the grammar, or a longer one of the dates.
//! `rfc1738 grammar railroad FILE` draws the productions of such a file on a page.

use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};

use rfcbnf::analysis::analyse;
use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::engine::escape::Quoted;
use rfcbnf::ordered_choice::Naive;
use rfcbnf::syntax::{Expression, Grammar, Kind};

/// The file to read if the command line names none.
const OWN: &str = include_str!("grammars/date.bnf");

/// The text to follow through that file.
const TEXT: &str = "27 Nov 2026";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let out = &mut io::stdout().lock();
    match arguments.next() {
        Some(file) => run(&read(&file)?, arguments.next(), out),
        None => run(OWN, Some(TEXT.to_owned()), out),
    }
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}

/// Shows the grammar and the text, or the errors of the grammar.
fn run(source: &str, text: Option<String>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let grammar = match rfcbnf::read(source) {
        Ok(grammar) => grammar,
        Err(errors) => {
            for error in errors.errors() {
                writeln!(out, "{}", error.to_string().escape_debug())?;
            }
            return Ok(());
        }
    };
    let Some(start) = grammar.start() else {
        writeln!(out, "each production is used by another")?;
        return Ok(());
    };
    check(&grammar, out)?;
    writeln!(out, "\nThe production {}", start.name)?;
    draw(source, &start.body, 1, out)?;
    let automaton = Automaton::new(&grammar, &start.name)?;
    let text = text.map(String::into_bytes);
    let text = text.or_else(|| automaton.shortest()).unwrap_or_default();
    follow(&automaton, &text, out)?;
    derive(&grammar, &start.name, &text, out)
}

/// Shows the findings of the analysis.
fn check(grammar: &Grammar, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "productions: {}", grammar.productions.len())?;
    for finding in analyse(grammar).findings() {
        let (kind, production) = (finding.kind(), finding.production());
        writeln!(out, "  {kind} in {production}: {}", finding.message())?;
    }
    Ok(())
}

/// Draws an expression as an outline: its parts are below it, indented.
fn draw(
    source: &str,
    expression: &Expression,
    depth: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let label = match &expression.kind {
        Kind::Alternation(_) => "one of",
        Kind::Sequence(_) => "in this order",
        Kind::Optional(_) => "perhaps",
        Kind::Repetition { least, most, .. } => &match most {
            Some(most) if most == least => format!("{least} times"),
            Some(most) => format!("{least} to {most} times"),
            None => format!("{least} times or more"),
        },
        _ => &source[expression.span.clone()],
    };
    writeln!(out, "{}{label}", "  ".repeat(depth))?;
    for part in expression.children() {
        draw(source, part, depth + 1, out)?;
    }
    Ok(())
}

/// Shows the states that the automaton enters while it reads the text.
fn follow(automaton: &Automaton, text: &[u8], out: &mut impl Write) -> io::Result<()> {
    let states = automaton.states().len();
    writeln!(
        out,
        "\nThe text {}, in an automaton of {states} states",
        Quoted(text)
    )?;
    let mut state = automaton.start();
    for &octet in text {
        let number = state.number();
        let next = automaton.next(state);
        write!(out, "  {number:3}  reads {:?}", char::from(octet))?;
        let Some(reached) = automaton.step(state, octet) else {
            writeln!(
                out,
                ", but {} could have followed",
                Quoted(&next.iter().collect::<Vec<u8>>())
            )?;
            return Ok(());
        };
        writeln!(out)?;
        state = reached;
    }
    let (number, is_accepting) = (state.number(), automaton.is_accepting(state));
    let verdict = if is_accepting { "may" } else { "may not" };
    writeln!(out, "  {number:3}  the text {verdict} end here")?;
    Ok(())
}

/// Shows the error in the text or its derivations, and the result of a parser that never
/// backtracks.
fn derive(
    grammar: &Grammar,
    production: &str,
    text: &[u8],
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    if let Err(error) = grammar.parser(production)?.check(text) {
        writeln!(out, "\n{error:#}")?;
    }
    for tree in derivations(grammar, production, text)?.take(2) {
        write!(out, "\nA derivation\n{tree}")?;
    }
    let compared = Naive::new(grammar, production)?.compare(text)?;
    let ordered = if compared.is_accepted() {
        "accepts"
    } else {
        "rejects"
    };
    writeln!(out, "\nOrdered choice {ordered} the text")?;
    if let Some(cause) = compared.cause {
        let part = &text[cause.derives.clone()];
        writeln!(out, "  because of {} at {}", cause.production, Quoted(part))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{OWN, TEXT, run};

    fn printed(source: &str, text: &str) -> String {
        let mut out = Vec::new();
        run(source, Some(text.to_owned()), &mut out).expect("the grammar is small enough");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn the_grammar_is_checked_and_the_text_is_followed() {
        assert_eq!(
            printed(OWN, TEXT),
            r#"productions: 6
  prefix alternative in date: derives "0000", a prefix of "0000-00-00", which alternative 2 derives
  prefix alternative in day: derives "0", a prefix of "00", which alternative 2 derives

The production date
  one of
    year
    in this order
      year
      "-"
      number
      "-"
      number
    in this order
      day
      " "
      month
      " "
      year

The text "27 Nov 2026", in an automaton of 33 states
    0  reads '2'
    1  reads '7'
    3  reads ' '
    2  reads 'N'
    9  reads 'o'
   20  reads 'v'
   24  reads ' '
   26  reads '2'
   28  reads '0'
   30  reads '2'
   31  reads '6'
   32  the text may end here

A derivation
date 0..11 "27 Nov 2026"
  day 0..2 "27"
    digit 0..1 "2"
    digit 1..2 "7"
  month 3..6 "Nov"
  year 7..11 "2026"
    digit 7..8 "2"
    digit 8..9 "0"
    digit 9..10 "2"
    digit 10..11 "6"

Ordered choice rejects the text
  because of day at "27"
"#
        );
    }

    #[test]
    fn a_text_that_is_not_derived_is_partly_followed() {
        assert_eq!(
            printed("s = \"a\" 2\"b\"\n", "ac"),
            r#"productions: 1

The production s
  in this order
    "a"
    2 times
      "b"

The text "ac", in an automaton of 4 states
    0  reads 'a'
    1  reads 'c', but "b" could have followed

expected "b", found "c" at offset 1
  |
  | ac
  |  ^ in s

Ordered choice rejects the text
"#
        );
    }

    #[test]
    fn what_is_wrong_with_a_grammar_is_shown_instead() {
        assert_eq!(
            printed("s = t\n", "a"),
            "1:5: the production `t` is used and never defined\n"
        );
    }
}
