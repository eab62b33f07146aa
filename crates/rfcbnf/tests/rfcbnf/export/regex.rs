//! Regular expressions, decided by `regex-automata`, and run by `regex`, Python and Perl.
//! As one engine writes them, they are run by that engine, of characters and of octets.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};
use rfcbnf::automaton::{Automata, Automaton, DfaState};
use rfcbnf::export::{Alphabet, Engine, ExportError, Regex, regex, regex_of_octets};
use rfcbnf::syntax::Grammar;

use super::{all, awkward, ignore_case, texts};
use crate::grammars::rfc1738;

/// Walks through both automata side by side. They agree if no text leads to different verdicts.
pub(super) fn assert_equal(name: &str, expression: &Regex, automaton: &Automaton) {
    let is_compared = assert_equal_within(None, name, expression, automaton);
    assert!(is_compared, "{name}");
}

/// Does the same, unless the automaton of the expression takes more octets than the limit: before it is minimal, it can
/// have exponentially more states than that of the production. Returns whether the two were compared.
pub(super) fn assert_equal_within(
    limit: Option<usize>,
    name: &str,
    expression: &Regex,
    automaton: &Automaton,
) -> bool {
    let config = dense::Config::new()
        .match_kind(MatchKind::All)
        .dfa_size_limit(limit)
        .determinize_size_limit(limit)
        .start_kind(StartKind::Anchored);
    let has_characters = expression.alphabet() == Alphabet::Characters;
    let syntax = syntax::Config::new()
        .unicode(has_characters)
        .utf8(has_characters);
    let built = dense::Builder::new()
        .configure(config)
        .syntax(syntax)
        .build(expression.as_str());
    let dense = match built {
        Ok(dense) => dense,
        Err(error) if error.is_size_limit_exceeded() => return false,
        Err(error) => panic!("{name}: {error}\n{expression}"),
    };
    let start = start::Config::new().anchored(Anchored::Yes);
    let start = dense.start_state(&start).expect("it has a start");
    let mut waiting = vec![(start, Some(automaton.start()), String::new())];
    let mut seen: std::collections::HashSet<(StateID, Option<DfaState>)> = waiting
        .iter()
        .map(|(one, other, _)| (*one, *other))
        .collect();
    while let Some((one, other, text)) = waiting.pop() {
        let is_word = other.is_some_and(|state| automaton.is_accepting(state));
        let is_matched = dense.is_match_state(dense.next_eoi_state(one));
        assert_eq!(is_matched, is_word, "{name} {text:?}");
        for octet in 0..=u8::MAX {
            let character = char::from(octet);
            let next = (
                dense.next_state(one, octet),
                other.and_then(|state| automaton.step(state, octet)),
            );
            if seen.insert(next) {
                waiting.push((next.0, next.1, format!("{text}{character}")));
            }
        }
    }
    true
}

/// Returns each production with its expression and its automaton.
fn for_each(grammar: &Grammar, mut check: impl FnMut(&str, &Regex, &Automaton)) {
    let automata = Automata::new(grammar).expect("the automata are small");
    for production in &grammar.productions {
        let expression = regex(grammar, &production.name).expect("the grammar can be exported");
        let automaton = automata
            .production(&production.name)
            .expect("the production exists");
        check(&production.name, &expression, automaton);
    }
}

#[test]
fn every_expression_matches_what_the_production_derives_and_nothing_else() {
    for grammar in all() {
        for_each(&grammar, assert_equal);
    }
}

#[test]
fn the_regex_crate_agrees_on_texts_all_over_the_automaton() {
    for grammar in all() {
        for_each(&grammar, |name, expression, automaton| {
            let compiled = regex::Regex::new(expression.as_str()).expect("it compiles");
            for (text, is_word) in texts(automaton) {
                assert_eq!(compiled.is_match(&text), is_word, "{name} {text:?}");
            }
        });
    }
}

fn written(grammar: &Grammar, production: &str) -> String {
    let expression = regex(grammar, production).expect("the grammar can be exported");
    expression.to_string()
}

/// A line for each text: the expression, the text in hexadecimal digits, and the verdict.
static AGREED_LINES: LazyLock<String> = LazyLock::new(|| {
    let mut lines = String::new();
    for grammar in all() {
        for_each(&grammar, |_, expression, automaton| {
            for (text, is_word) in texts(automaton).into_iter().step_by(4) {
                lines += expression.as_str();
                lines.push('\t');
                for octet in text.bytes() {
                    let _ = write!(lines, "{octet:02x}");
                }
                lines += if is_word { "\t1\n" } else { "\t0\n" };
            }
        });
    }
    lines
});

/// Runs a program that prints the number of lines on which it disagrees. Does nothing if the
/// program is not installed.
fn disagreements(program: &str, arguments: &[&str]) -> Option<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(AGREED_LINES.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn python_agrees_if_it_is_installed() {
    let script = "\
import re, sys, warnings
warnings.simplefilter('error')
wrong = 0
for line in sys.stdin:
    regex, text, answer = line.rstrip('\\n').split('\\t')
    text = bytes.fromhex(text).decode()
    wrong += (re.fullmatch(regex, text) is not None) != (answer == '1')
print(wrong)";
    if let Some(answer) = disagreements("python3", &["-c", script]) {
        assert_eq!(answer, "0");
    }
}

#[test]
fn perl_agrees_if_it_is_installed() {
    let script = "\
use strict; use warnings FATAL => 'all';
my $wrong = 0;
while (<STDIN>) {
    chomp;
    my ($regex, $text, $answer) = split /\\t/, $_, -1;
    $text = pack 'H*', $text;
    $regex =~ s/\\$\\z/\\\\z/;
    $wrong++ if ($text =~ m/$regex/ ? 1 : 0) != $answer;
}
print \"$wrong\\n\";";
    if let Some(answer) = disagreements("perl", &["-e", script]) {
        assert_eq!(answer, "0");
    }
}

#[test]
fn exclusions_are_computed_and_stay_short() {
    let grammar = rfc1738();
    let length = |name| written(&grammar, name).len();
    // Several thousand octets; the exclusion of the ten schemes takes a third of them.
    assert!(length("otherurl") < 2_500, "{}", length("otherurl"));
    assert!(length("url") < 7_000, "{}", length("url"));
    assert_eq!(written(&grammar, "ftptype"), "^[ADIadi]$");
}

#[test]
fn an_expression_can_stand_between_slashes_and_in_raw_literals() {
    for_each(&awkward(), |name, expression, _| {
        let bare = expression.as_str().replace("\\/", "").replace("\\@", "");
        let bare = bare.strip_suffix('$').expect("it ends").replace("\\$", "");
        assert!(
            !bare.contains(['/', '@', '$', '\'', '"', ' ']),
            "{name} {expression}"
        );
    });
}

#[test]
fn exclusions_hold_if_a_reading_ignores_case() {
    let mut grammar = rfcbnf::read("all = \"x\" some\nsome = 1*[ \"a\" | \"b\" | \"-\" ]\n")
        .expect("the grammar has no errors");
    grammar.productions[1].excluded = vec!["ab".to_owned(), "b-".to_owned()];
    ignore_case(&mut grammar, "all");
    for_each(&grammar, assert_equal);
    let all = regex::Regex::new(&written(&grammar, "all"));
    let all = all.expect("it compiles");
    assert!(all.is_match("xaAB-") && all.is_match("xBB-"));
    assert!(!all.is_match("xaB-") && !all.is_match("XaA") && !all.is_match("xB-"));
}

#[test]
fn productions_that_double_repeatedly_do_not_exhaust_the_memory() {
    let rules = (1..64).map(|number| {
        let before = number - 1;
        format!("r{number} = r{before} \"-\" r{before}\n")
    });
    let bnf: Vec<String> = rules.chain(["r0 = \"x\" [ \"y\" ]\n".to_owned()]).collect();
    let grammar = rfcbnf::read(&bnf.concat()).expect("the grammar has no errors");
    let error = regex(&grammar, "r63").expect_err("it is too long");
    assert!(matches!(&error, ExportError::TooLong { .. }), "{error:?}");
    assert!(error.to_string().ends_with(
        " is too long to be written in that notation: written out, its counts and what it uses \
         come to megabytes; divide it"
    ));
}

#[test]
fn long_literals_sequences_and_alternations_are_written_as_they_are() {
    let letters = "x".repeat(500_000);
    let bnf = format!(
        "literal = \"{letters}\"\nsequence = {}\nalternation = {}\n",
        "\"x\" ".repeat(20_000),
        (0..20_000)
            .map(|number| format!("\"{number:05}\""))
            .collect::<Vec<_>>()
            .join(" | ")
    );
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let literal = written(&grammar, "literal");
    assert_eq!(literal, format!("^{letters}$"));
    let sequence = written(&grammar, "sequence");
    assert_eq!(sequence.len(), 20_002);
    let alternation = written(&grammar, "alternation");
    assert!(alternation.ends_with("|19998|19999)$"), "{alternation}");
}

#[test]
fn a_production_that_derives_nothing_matches_nothing() {
    let mut grammar = rfcbnf::read("none = \"ab\" | \"ac\"\nall = [ none ]\n")
        .expect("the grammar has no errors");
    grammar.productions[0].excluded = vec!["a".to_owned()];
    assert_eq!(written(&grammar, "none"), r"^[^\s\S]$");
    assert_eq!(written(&grammar, "all"), "^$");
    for_each(&grammar, assert_equal);
}

#[test]
fn an_unknown_name_is_an_error() {
    let error = regex(&rfc1738(), "hostprot").expect_err("there is no such production");
    assert_eq!(
        error.to_string(),
        "there is no production `hostprot`; did you mean `hostport`?"
    );
}

#[test]
fn ranges_match_exactly_the_octets_of_their_texts() {
    for source in [
        "a = 1*( %x80-FF / %x00-1F )\n",
        "a = *( b / %x41-5A ) %xFF\nb = %x61.FF / \"x\"\n",
        "a = *( %x7E-3FF ) [ %xFFF0-1000F ]\n",
    ] {
        for_each(&crate::grammars::read(source), assert_equal);
    }
}

#[test]
fn an_expression_says_what_it_is_a_pattern_of() {
    let alphabet = |bnf: &str| {
        let expression = regex(&crate::grammars::read(bnf), "a").expect("it can be exported");
        expression.alphabet()
    };
    assert_eq!(alphabet("a = %x00-7F\n"), Alphabet::Ascii);
    assert_eq!(alphabet("a = %x00-80\n"), Alphabet::Octets);
    assert_eq!(alphabet("a = b\nb = %x66.6F.FF\n"), Alphabet::Octets);
    assert_eq!(
        alphabet("a = %x00-80 / b\nb = %x100\n"),
        Alphabet::Characters
    );
    // What the production does not use does not matter.
    assert_eq!(alphabet("a = %x41\nb = %x100\n"), Alphabet::Ascii);
}

#[test]
fn characters_are_written_as_python_and_rust_write_them() {
    let grammar = crate::grammars::read(
        "a = %x41-E4 / %x3B1.41.1F600 / \"k\"\nb = %x0-10FFFF\nc = %s\"A\" / %x100 / %x101 / %x103\n",
    );
    assert_eq!(
        written(&grammar, "a"),
        r"^(?:[A-Z\[\\\]\^_\x60a-z\{\|\}\~\x7f\u0080-\u00e4]|\u03b1A\U0001f600)$"
    );
    // Python has strings with surrogates, which no text in UTF-8 contains.
    let all = written(&grammar, "b");
    assert!(
        all.ends_with(r"\x7f\u0080-\ud7ff\ue000-\U0010ffff]$"),
        "{all}"
    );
    assert_eq!(written(&grammar, "c"), r"^[A\u0100-\u0101\u0103]$");
}

#[test]
fn excluding_texts_above_ascii_makes_a_pattern_of_characters() {
    let mut grammar = crate::grammars::read("a = \"x\" 1*%x3B1-3C9\nb = 1*%x61-7A\nc = b a\n");
    grammar.productions[1].excluded = vec!["no".to_owned()];
    let is = |grammar: &Grammar| regex(grammar, "c").expect("it can be exported").alphabet();
    grammar.productions[0].excluded = vec!["xα".to_owned()];
    assert_eq!(is(&grammar), Alphabet::Characters);
    for_each(&grammar, assert_equal);
}

/// Grammars of octets and of characters above ASCII, each with texts.
const ABOVE_ASCII: [(&str, &[&[u8]]); 3] = [
    (
        "a = 1*%xE4-F6 [ %x0A ]\n",
        &[b"\xe4", b"\xf6\xe5\n", b"\xe3", b"\xc3\xa4", b"", b"a"],
    ),
    (
        "a = 1*( %x3B1-3C9 / \"x\" / %x1F600 )\n",
        &[
            "α".as_bytes(),
            "αxXω".as_bytes(),
            "😀".as_bytes(),
            "😁".as_bytes(),
            "ʰ".as_bytes(),
            b"\xce\xb1\xff",
            b"\xce",
            b"",
        ],
    ),
    (
        "a = *( %x80-10FFFF )\n",
        &[
            "\u{80}\u{d7ff}\u{e000}".as_bytes(),
            b"\x7f",
            b"\xed\xa0\x80",
            b"",
        ],
    ),
];

#[test]
fn the_regex_crate_agrees_on_octets_and_on_characters() {
    for (bnf, texts) in ABOVE_ASCII {
        let grammar = crate::grammars::read(bnf);
        let automaton = Automaton::new(&grammar, "a").expect("it is small");
        let expression = regex(&grammar, "a").expect("it can be exported");
        for text in texts {
            let found = match expression.alphabet() {
                Alphabet::Octets => {
                    let compiled = regex::bytes::Regex::new(&format!("(?-u){expression}"));
                    compiled.expect("it compiles").is_match(text)
                }
                _ => std::str::from_utf8(text).is_ok_and(|text| {
                    let compiled = regex::Regex::new(expression.as_str());
                    compiled.expect("it compiles").is_match(text)
                }),
            };
            assert_eq!(found, automaton.accepts(text), "{bnf} {text:?}");
        }
    }
}

#[test]
fn python_agrees_on_octets_and_characters_if_it_is_installed() {
    let script = "\
import re, sys
kind, regex = sys.argv[1], sys.argv[2]
for text in map(bytes.fromhex, sys.argv[3:]):
    if kind == 'octets':
        found = re.fullmatch(regex.encode(), text)
    else:
        try:
            found = re.fullmatch(regex, text.decode())
        except UnicodeDecodeError:
            found = None
    print(found is not None)";
    for (bnf, texts) in ABOVE_ASCII {
        let grammar = crate::grammars::read(bnf);
        let automaton = Automaton::new(&grammar, "a").expect("it is small");
        let expression = regex(&grammar, "a").expect("it can be exported");
        let kind = match expression.alphabet() {
            Alphabet::Octets => "octets",
            _ => "characters",
        };
        let digits = texts.iter().map(|text| {
            text.iter().fold(String::new(), |mut digits, octet| {
                let _ = write!(digits, "{octet:02x}");
                digits
            })
        });
        let run = Command::new("python3")
            .args(["-c", script, kind, expression.as_str()])
            .args(digits)
            .output();
        let Ok(run) = run else {
            return;
        };
        let expected = texts.iter().map(|text| {
            if automaton.accepts(text) {
                "True"
            } else {
                "False"
            }
        });
        let answers = String::from_utf8_lossy(&run.stdout);
        assert!(answers.lines().eq(expected), "{bnf} {answers}");
    }
}

/// Grammars of characters and of octets. The last one has a production that is written from its automaton.
const GRAMMARS: [&str; 5] = [
    "a = 1*%xE4-F6 [ %x0A ]\n",
    "a = 1*( %x3B1-3C9 / \"x\" / %x1F600 )\n",
    "a = *( %x80-10FFFF )\n",
    "a = *( %x21-2F / %x3A-40 / %x5B-60 / %x7B-7E / %x100-101 / %x10FFFF )\n",
    "a = b [ %x20AC ]\nb = 1*( %x3B1 / %xE9 )\n",
];

/// Texts that are near those of the grammars, and octets that are no text.
fn engine_texts() -> Vec<Vec<u8>> {
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
            for text in engine_texts() {
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
            for text in engine_texts() {
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
