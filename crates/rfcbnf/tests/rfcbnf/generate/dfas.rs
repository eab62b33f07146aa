//! The generated DFAs.

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::generate::{Files, generate};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Layout, Prose, Readings};

use super::support::{body, files, grammar, small, things};

/// Returns the first lines of the scan of `a` in a small grammar.
fn scan(bnf: &str) -> String {
    let files = small(bnf, "").expect("code can be generated");
    let scans = &files["tables/dfas.rs"];
    let start = scans.find("static A: ").expect("the file contains the DFA");
    let lines = scans[start..].lines().take(3).map(str::trim);
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_production_that_separators_divide_is_a_list() {
    let list = |bnf: &str| {
        let scan = scan(bnf);
        let list = scan.split_once("of_list( ").map(|(_, list)| list);
        list.and_then(|list| list.split_once(", ShiftTable"))
            .map(|(list, _)| list.to_owned())
    };
    let rest = "b = *\"x\"\nc = \"y\" *\"z\"\n";
    for (body, expected) in [
        (
            "*[ b \"/\" ] c",
            Some("List::separated(Rule::B.id(), '/', Rule::C.id())"),
        ),
        (
            "b *[ \"/\" b ]",
            Some("List::separated(Rule::B.id(), '/', Rule::B.id())"),
        ),
        (
            "b \".\" b \".\" b",
            Some("List::separated(Rule::B.id(), '.', Rule::B.id())"),
        ),
        (
            "b \".\" c",
            Some("List::separated(Rule::B.id(), '.', Rule::C.id())"),
        ),
        ("b", Some("List::one(Rule::B.id())")),
        // The separator occurs in the parts, varies, or is empty.
        ("b *[ \"x\" b ]", None),
        ("b *[ \"y\" c ]", None),
        ("b *[ \"/\" c ]", None),
        ("b \"/\" b \".\" b", None),
        ("b *[ \"//\" b ]", None),
        ("b *[ \"a\" b ]", None),
        ("b *[ [ \"/\" ] c ]", None),
        ("[ b ] \"/\" b", None),
        ("b c", None),
    ] {
        let found = list(&format!("a = {body}\n{rest}"));
        assert_eq!(found.as_deref(), expected, "{body}");
    }
    // A part that contains another production is not examined.
    assert_eq!(list("a = b \"/\" b\nb = *c\nc = \"x\" | \"y\"\n"), None);
}

#[test]
fn the_last_state_tells_which_list_an_alternative_is() {
    let alternatives = |bnf: &str| {
        let files = small(bnf, "").expect("code can be generated");
        let words: Vec<&str> = files["tables/mod.rs"].split_whitespace().collect();
        let words = words.join(" ");
        let (_, alternatives) = words.split_once("Alternatives { ")?;
        let (alternatives, _) = alternatives.split_once(" }, );")?;
        Some(alternatives.to_owned())
    };
    let parts = "d = 1*\"0\"\nl = 1*\"x\"\n";
    let bnf = format!("a = b | c\nb = d *[ \".\" d ]\nc = *[ d \".\" ] l\n{parts}");
    let expected = "decisive: &[(CharacterSet::of(\"x\"), 1)], members: &[ \
        ( 0, Alternative { production: Rule::B.id(), list: Some(List::separated(Rule::D.id(), '.', Rule::D.id())), }, ), \
        ( 1, Alternative { production: Rule::C.id(), list: Some(List::separated(Rule::D.id(), '.', Rule::L.id())), }, ), \
        ], chosen: &[0, 0, 1],";
    assert_eq!(alternatives(&bnf).as_deref(), Some(expected));
    // An alternative that is no list, or no production, is decided for, and its body runs.
    for body in ["c\nc = d l", "\"y\" l"] {
        let found = alternatives(&format!("a = b | {body}\nb = d *[ \".\" d ]\n{parts}"));
        let found = found.expect("the states decide");
        let (first, second) = (
            found.contains("0, Alternative"),
            found.contains("1, Alternative"),
        );
        assert!(first && !second, "{found}");
    }
    // Both derive the same texts.
    let same = "a = b | c\nb = d *[ \".\" d ]\nc = e *[ \".\" e ]\ne = 1*\"0\" | \"x\"\n";
    assert_eq!(alternatives(&format!("{same}{parts}")), None);
}

#[test]
fn parts_that_trees_do_not_show_form_no_list() {
    let layout = Layout::from_toml("[characters]\nproductions = [\"b\"]\n")
        .expect("the layout is well formed");
    let grammar = rfcbnf::read("; Things\n\na = b *[ \"/\" b ]\nb = \"x\" | \"y\"\n");
    let grammar = grammar.expect("the grammar has no errors");
    let files = generate(&grammar, &Readings::default(), &Prose::default(), &layout);
    let scans = &files.expect("code can be generated")["tables/dfas.rs"];
    assert!(
        scans.contains("static A: LeafDfa = LeafDfa::new("),
        "{scans}"
    );
}

#[test]
fn an_automaton_of_many_states_takes_two_octets_per_step() {
    let literal = "abcdefgh";
    assert!(scan(&format!("a = *\"{literal}\"\n")).contains("ShiftTable::new("));
    assert!(scan(&format!("a = *\"{literal}ij\"\n")).contains("PairTable::new("));
    let huge = "abcdefghij".repeat(7);
    let code = things(&format!("a = *\"{huge}\"\n"));
    assert!(body(&code, "a").starts_with("production("));
}

/// A generated DFA, read back from the text of the file.
struct Written {
    /// The names of the productions that use it.
    productions: Vec<String>,
    classes: Vec<String>,
    /// Whether each state accepts, and the number of its next state for each class. The numbers
    /// begin at 1.
    states: Vec<(bool, Vec<usize>)>,
}

impl Written {
    /// Reads all DFAs of a file.
    fn all(file: &str) -> Vec<Self> {
        let statics: Vec<usize> = file.match_indices("\n/// `").map(|(at, _)| at).collect();
        let ends = statics.iter().skip(1).copied().chain([file.len()]);
        let texts = statics
            .iter()
            .zip(ends)
            .map(|(&start, end)| &file[start..end]);
        texts.map(Self::read).collect()
    }

    fn read(text: &str) -> Self {
        let names = text
            .trim_start()
            .lines()
            .next()
            .expect("it has a first line");
        let lines = || text.lines().map(str::trim);
        let class = |line: &str| {
            let line = line.strip_suffix(',')?;
            let literal: syn::LitStr = syn::parse_str(line).ok()?;
            Some(literal.value())
        };
        let state = |line: &str| {
            let (_, state) = line.strip_suffix("]),")?.split_once("State(")?;
            let (accepting, steps) = state.split_once(", [")?;
            let steps = steps
                .split(", ")
                .map(|step| step.parse().expect("it is a number"));
            Some((accepting == "true", steps.collect()))
        };
        Self {
            productions: names
                .split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect(),
            classes: lines().filter_map(class).collect(),
            states: lines().filter_map(state).collect(),
        }
    }

    /// Compares the DFA with an automaton, state by state.
    fn assert_equals(&self, automaton: &Automaton, name: &str) {
        assert_eq!(self.states.len(), automaton.states().len(), "{name}");
        for state in automaton.states() {
            let (accepting, steps) = &self.states[state.number()];
            assert_eq!(*accepting, automaton.is_accepting(state), "{name}");
            for character in (0..128_u8).map(char::from) {
                let class = self
                    .classes
                    .iter()
                    .position(|class| class.contains(character));
                let written = class.map_or(0, |class| steps[class]);
                let next = automaton.step(state, character as u8);
                let expected = next.map_or(0, |next| next.number() + 1);
                assert_eq!(written, expected, "{name}: {character:?}");
            }
        }
    }
}

#[test]
fn a_dfa_has_the_states_of_the_minimal_automaton() {
    let check = |grammar: &Grammar, files: &Files| {
        let automata = Automata::new(grammar).expect("no production is too large");
        let dfas = Written::all(&files["tables/dfas.rs"]);
        for dfa in &dfas {
            for name in &dfa.productions {
                let automaton = automata.production(name).expect("the production exists");
                dfa.assert_equals(automaton, name);
            }
        }
        dfas.iter().flat_map(|dfa| &dfa.productions).count()
    };
    assert!(check(grammar(), files()) > 40);
    for bnf in [
        include_str!("../../grammars/dates.bnf"),
        include_str!("../../grammars/phone.bnf"),
    ] {
        let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
        let files = generate(
            &grammar,
            &Readings::default(),
            &Prose::default(),
            &Layout::default(),
        );
        check(&grammar, &files.expect("code can be generated"));
    }
}
