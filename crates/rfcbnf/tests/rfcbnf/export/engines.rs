//! Regular expressions as one engine writes them, run by that engine, of characters and of octets.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use rfcbnf::automaton::Automaton;
use rfcbnf::export::{Alphabet, Engine, Regex, regex, regex_of_octets};
use rfcbnf::syntax::Grammar;

/// Grammars of characters and of octets. The last one has a production that is written from its automaton.
const GRAMMARS: [&str; 5] = [
    "a = 1*%xE4-F6 [ %x0A ]\n",
    "a = 1*( %x3B1-3C9 / \"x\" / %x1F600 )\n",
    "a = *( %x80-10FFFF )\n",
    "a = *( %x21-2F / %x3A-40 / %x5B-60 / %x7B-7E / %x100-101 / %x10FFFF )\n",
    "a = b [ %x20AC ]\nb = 1*( %x3B1 / %xE9 )\n",
];

/// Texts that are near those of the grammars, and octets that are no text.
fn texts() -> Vec<Vec<u8>> {
    let characters = "aAx!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u{7f}\u{80}\u{e3}\u{e9}\u{f6}\u{ff}\u{100}\u{101}\u{102}\
        \u{3b0}αωϊ€\u{20ad}\u{d7ff}\u{e000}\u{ffff}\u{10000}😀😁\u{10ffff}\n";
    let mut texts = vec![
        Vec::new(),
        b"\xce".to_vec(),
        b"\xe4".to_vec(),
        b"\xf6\xe5\n".to_vec(),
    ];
    for one in characters.chars() {
        texts.push(one.to_string().into_bytes());
        for other in ["x", "é", "α", "€", "\n"] {
            texts.push(format!("{other}{one}").into_bytes());
            texts.push(format!("{one}{other}").into_bytes());
        }
    }
    texts
}

/// Returns each grammar with its expressions.
fn expressions() -> Vec<(Grammar, Vec<Regex>)> {
    let expressions = GRAMMARS.iter().map(|source| {
        let mut grammar = crate::grammars::read(source);
        if let Some(production) = grammar.productions.get_mut(1) {
            production.excluded = vec!["éé".to_owned()];
        }
        let both = [regex(&grammar, "a"), regex_of_octets(&grammar, "a")];
        let both = both.map(|one| one.expect("it can be exported"));
        (grammar, both.into())
    });
    expressions.collect()
}

/// Returns a line for each expression and text: the alphabet, the expression, the text and the right answer.
fn lines(engine: Engine) -> String {
    let mut lines = String::new();
    for (grammar, both) in expressions() {
        let automaton = Automaton::new(&grammar, "a").expect("it is small");
        for expression in both {
            let is_of_octets = expression.alphabet() == Alphabet::Octets;
            let written = expression.for_engine(engine);
            for text in texts() {
                if !is_of_octets && std::str::from_utf8(&text).is_err() {
                    continue;
                }
                let unit = if is_of_octets { "octets" } else { "characters" };
                let digits = text.iter().fold(String::new(), |mut digits, octet| {
                    let _ = write!(digits, "{octet:02x}");
                    digits
                });
                let answer = u8::from(automaton.accepts(&text));
                let _ = writeln!(lines, "{unit}\t{written}\t{digits}\t{answer}");
            }
        }
    }
    lines
}

/// Returns what a program says of the lines; `None` if it is not installed.
fn said(engine: Engine, program: &str, script: [&str; 2]) -> Option<String> {
    let child = Command::new(program)
        .args(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(lines(engine).as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn rust_gets_no_backslash_that_its_engine_refuses() {
    for (_, both) in expressions() {
        for expression in both {
            let written = expression.for_engine(Engine::Rust);
            let mut characters = written.chars();
            while characters.any(|one| one == '\\') {
                let behind = characters.next().expect("a backslash is not the last");
                let is_allowed =
                    !behind.is_ascii_punctuation() || "\\.+*?()|[]{}^$#&-~".contains(behind);
                assert!(is_allowed, "{behind} in {written}");
            }
        }
    }
}

#[test]
fn python_agrees_with_what_is_written_for_it() {
    let script = "\
import re, sys
wrong = []
for line in sys.stdin:
    unit, regex, text, answer = line.rstrip('\\n').split('\\t')
    text = bytes.fromhex(text)
    found = re.match(regex.encode(), text) if unit == 'octets' else re.match(regex, text.decode())
    if (found is not None) != (answer == '1'): wrong.append((regex, text))
print(wrong)";
    if let Some(answer) = said(Engine::Python, "python3", ["-c", script]) {
        assert_eq!(answer, "[]");
    }
}

#[test]
fn javascript_agrees_with_what_is_written_for_it() {
    let script = "\
const wrong = [];
for (const line of require('fs').readFileSync(0, 'utf8').split('\\n').slice(0, -1)) {
  const [unit, regex, text, answer] = line.split('\\t');
  const octets = unit === 'octets';
  const string = Buffer.from(text, 'hex').toString(octets ? 'latin1' : 'utf8');
  if (new RegExp(regex, octets ? '' : 'u').test(string) !== (answer === '1')) wrong.push([regex, text]);
}
console.log(JSON.stringify(wrong));";
    if let Some(answer) = said(Engine::JavaScript, "node", ["-e", script]) {
        assert_eq!(answer, "[]");
    }
}

#[test]
fn perl_agrees_with_what_is_written_for_pcre() {
    let script = "\
use strict;
my $wrong = '';
while (<STDIN>) {
    chomp;
    my ($unit, $regex, $text, $answer) = split /\\t/, $_, -1;
    $text = pack 'H*', $text;
    utf8::decode($text) if $unit eq 'characters';
    $wrong .= \"$regex \" if ($text =~ m/$regex/ ? 1 : 0) != $answer;
}
print \"[$wrong]\\n\";";
    if let Some(answer) = said(Engine::Pcre, "perl", ["-e", script]) {
        assert_eq!(answer, "[]");
    }
}

#[test]
fn the_regex_crate_agrees_with_what_is_written_for_it() {
    for (grammar, both) in expressions() {
        let automaton = Automaton::new(&grammar, "a").expect("it is small");
        for expression in both {
            let written = expression.for_engine(Engine::Rust);
            let of_octets = regex::bytes::Regex::new(&written);
            let of_characters = regex::Regex::new(&written);
            for text in texts() {
                let found = if expression.alphabet() == Alphabet::Octets {
                    let compiled = of_octets.as_ref();
                    compiled.expect("it compiles").is_match(&text)
                } else if let Ok(text) = std::str::from_utf8(&text) {
                    let compiled = of_characters.as_ref();
                    compiled.expect("it compiles").is_match(text)
                } else {
                    continue;
                };
                assert_eq!(found, automaton.accepts(&text), "{written} {text:?}");
            }
        }
    }
}
