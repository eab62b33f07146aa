//! Grammars in other notations, read back by independent readers of these notations.

mod abnf;
mod dot;
mod ebnf;
mod pest;
mod random;
mod regex;
mod round_trip;

use std::sync::Mutex;

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::syntax::{Case, Grammar, Kind};

use crate::extent::few_or_many;
use crate::grammars::{foreign, rfc1738};
use crate::texts::utf8;

/// The greatest number of texts of a suite that are tried.
fn most_texts() -> usize {
    few_or_many(40, 120)
}

/// Returns the grammar of RFC 1738, the awkward one and the foreign ones.
pub(crate) fn all() -> impl Iterator<Item = Grammar> {
    [rfc1738(), awkward()].into_iter().chain(foreign())
}

/// Makes the references of the production match in any case, as a reading can.
pub(crate) fn ignore_case(grammar: &mut Grammar, production: &str) {
    let mut productions = grammar.productions.iter_mut();
    let production = productions.find(|one| one.name == production);
    let body = &mut production.expect("the production exists").body;
    for member in body.children_mut() {
        if let Kind::Reference { case, .. } = &mut member.kind {
            *case = Case::Ignored;
        }
    }
}

/// Features that notations write in different ways or lack: names, counts, case, special
/// characters, empty alternatives, comments that end comments.
pub(crate) fn awkward() -> Grammar {
    let bnf = r##"; A heading */ of its own (* -- \ "

; another, with nothing below it

; §3 ends here: */

Rule      = rule | RULE ; */ /* // ; "
rule      = a_b a-b A+b
; three of a kind
RULE      = 3a_b 2*4a-b 2*A+b *3marks 1*[ "x" "yz" ]
a_b       = "_" | "a-b"
a-b       = "-" | "&&" | "--" | "[[" | "~~" | "||"
A+b       = <"> | "\" | "say \" | "'" | "<b>" | "#x22" | " " | "{2}" | "%41"
marks     = "^" | "]" | "$" | "@" | "/" | "." | "*" | "(?" | "`" | "\d"
letters   = "a" | "b" | "c" | "A" | "B" | "C" | "7" | "8" | "9" | "d" | "z"
push      = ANY | super
ANY       = [ letters ] "."
super     = *letters | "!" | [ "?" ] | marks
twice     = ( letters | "!" ) 2( 2*3letters )

; nothing below this either
"##;
    rfcbnf::read(bnf).expect("the grammar has no errors")
}

/// Compares each production with the grammar read back. `name` maps a production to its new name.
pub(crate) fn assert_same(grammar: &Grammar, bnf: &str, name: impl Fn(&str) -> String) {
    let read = rfcbnf::read(bnf).unwrap_or_else(|errors| panic!("{errors}\n{bnf}"));
    let read = Automata::new(&read).expect("the automata are small");
    let automata = Automata::new(grammar).expect("the automata are small");
    for production in &grammar.productions {
        let before = automata
            .production(&production.name)
            .expect("the production exists");
        let name = name(&production.name);
        let after = read.production(&name);
        let after = after.unwrap_or_else(|| panic!("there is no {name}\n{bnf}"));
        assert_eq!(
            (before.difference(after), after.difference(before)),
            (None, None),
            "{name}\n{bnf}"
        );
    }
}

/// Texts, each with its verdict.
type Texts = Vec<(String, bool)>;

/// The texts of the automata that a test asked for.
static KNOWN: Mutex<Vec<(Automaton, Texts)>> = Mutex::new(Vec::new());

/// Returns texts spread over a complete suite for the automaton, each with its verdict.
pub(crate) fn texts(automaton: &Automaton) -> Texts {
    let known = || KNOWN.lock().expect("nothing panics here");
    let find = |known: &[(Automaton, Texts)]| {
        let mut known = known.iter();
        let found = known.find(|(other, _)| other == automaton);
        found.map(|(_, texts)| texts.clone())
    };
    let found = find(&known());
    found.unwrap_or_else(|| {
        let texts = made(automaton);
        known().push((automaton.clone(), texts.clone()));
        texts
    })
}

fn made(automaton: &Automaton) -> Texts {
    let suite = Suite::new(automaton, 0).expect("the suite is small");
    let step = usize::try_from(suite.size()).expect("the suite is small") / most_texts();
    let texts = suite.texts().step_by(step.max(1));
    let mut texts: Texts = texts
        .map(|text| (automaton.accepts(&text), utf8(text)))
        .map(|(is_word, text)| (text, is_word))
        .collect();
    texts.extend(automaton.shortest().map(|text| (utf8(text), true)));
    texts
}

/// Returns a literal in the notation of RFC 822.
pub(crate) fn literal(text: &str) -> String {
    let parts = text.split_inclusive('"').flat_map(|part| {
        let quotation_mark = part.ends_with('"').then(|| "<\">".to_owned());
        let before = part.trim_end_matches('"');
        let before = (!before.is_empty()).then(|| format!("\"{before}\""));
        before.into_iter().chain(quotation_mark)
    });
    format!("( {} )", parts.collect::<Vec<_>>().join(" "))
}

/// Returns an alternation of the characters in the notation of RFC 822.
pub(crate) fn one_of(characters: impl IntoIterator<Item = char>) -> String {
    let literals = characters.into_iter().map(|one| literal(&one.to_string()));
    format!("( {} )", literals.collect::<Vec<_>>().join(" | "))
}
