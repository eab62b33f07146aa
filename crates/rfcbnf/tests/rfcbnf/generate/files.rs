//! The generated files: their names, their order and their documentation; the bodies of the functions, and the DFAs.

use std::fs;
use std::path::Path;

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::generate::{Files, generate};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Layout, Prose, Readings};

use super::{body, files, grammar, small, things};

#[test]
fn the_rules_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../src");
    let files = files();
    for (name, text) in files {
        let present = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(present == *text, "src/{name} is stale: run `cargo codegen`");
    }
    for inside in ["rules", "tables"] {
        for entry in fs::read_dir(folder.join(inside))
            .expect("it is there")
            .flatten()
        {
            let name = entry.file_name().into_string().expect("the name is plain");
            assert!(
                files.contains_key(&format!("{inside}/{name}")),
                "src/{inside}/{name} is left over: run `cargo codegen`"
            );
        }
    }
}

#[test]
fn the_modules_are_those_of_the_design_in_file_order() {
    let files = files();
    let root = &files["rules/mod.rs"];
    let modules: Vec<&str> = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(
        modules,
        [
            "generic", "ip", "ftp", "file", "http", "gopher", "mailto", "news", "nntp", "telnet",
            "wais", "prospero", "misc",
        ]
    );
}

#[test]
fn the_rules_depend_on_the_tables_and_not_the_reverse() {
    for (name, text) in files() {
        let lines = text.lines().map(str::trim);
        let mut code = lines.filter(|line| !line.starts_with("//"));
        let names_rules = code.any(|line| line.contains("rules::") || line.contains("bodies"));
        assert!(!name.starts_with("tables/") || !names_rules, "{name}");
    }
}

#[test]
fn every_production_has_its_function_in_file_order() {
    let (grammar, files) = (grammar(), files());
    let modules = files["rules/mod.rs"]
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let code: String = modules
        .map(|module| files[&format!("rules/{module}.rs")].as_str())
        .collect();
    let mut rest = code.as_str();
    for production in &grammar.productions {
        let printed = grammar.text(production);
        let text = printed.lines().fold(String::new(), |text, line| {
            text + "    /// " + line.trim_end() + "\n"
        });
        let place = rest.find(&format!("    /// ```bnf\n{text}    /// ```\n"));
        rest =
            &rest[place.unwrap_or_else(|| panic!("{} is not where it belongs", production.name))..];
        let function = rest.find("\n    pub fn ").expect("its function follows");
        assert!(
            rest[..function].contains("assert_eq!"),
            "{} has an example",
            production.name
        );
    }
    assert_eq!(code.matches("\n    pub fn ").count(), 67);
}

#[test]
fn a_heading_that_the_layout_lacks_names_its_module() {
    let files = small("a = \"x\"\n\n; 2nd part (see there)\n\nb = \"y\"\n", "")
        .expect("code can be generated");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "rules/mod.rs",
            "rules/part_2nd.rs",
            "rules/things.rs",
            "tables/character_tables.rs",
            "tables/descriptions.rs",
            "tables/dfas.rs",
            "tables/errors.rs",
            "tables/mod.rs",
            "tables/rule.rs"
        ]
    );
}

#[test]
fn productions_under_no_heading_have_a_module_of_their_own() {
    let grammar = rfcbnf::read("a = \"x\"\n").expect("the grammar has no errors");
    let (readings, layout) = (Readings::default(), Layout::default());
    let files = generate(&grammar, &readings, &Prose::default(), &layout);
    let files = files.expect("code can be generated");
    assert!(files["rules/mod.rs"].contains("\npub mod productions;\n"));
    assert!(files["rules/productions.rs"].contains("\n    pub fn a<"));
}

#[test]
fn the_documentation_contains_the_prose() {
    let prose = "[[remark]]\nproductions = [\"a\"]\nsection = \"2.1\"\n\
                 text = \"One letter and no more, whatever some of the programs that are in wide use make of it.\"\n";
    let prose = Prose::from_toml(prose).expect("the prose is well formed");
    let grammar =
        rfcbnf::read("; Things\n\na = \"x\"\nb = a\n").expect("the grammar has no errors");
    let files = generate(&grammar, &Readings::default(), &prose, &Layout::default());
    let things = &files.expect("code can be generated")["rules/things.rs"];
    assert!(
        things.contains(
            "/// a = \"x\"\n    /// ```\n    ///\n    \
             /// Section 2.1: One letter and no more, whatever some of the programs that are in wide use\n    \
             /// make of it.\n    ///\n    /// ```\n"
        ),
        "{things}"
    );
    assert_eq!(things.matches("Section").count(), 1);
}

/// Checks the bodies of functions, each a line after the name.
#[track_caller]
fn assert_bodies(code: &str, bodies: &str) {
    for line in bodies.lines() {
        let (name, expected) = line.split_once(": ").expect("a name and a body");
        assert_eq!(body(code, name), expected);
    }
}

#[test]
fn a_body_reads_like_its_production() {
    let code = things("a = \"x\" b [ \":\" c ] *( \",\" b )\nb = 1*c\nc = \"0\" | \"1\"\n");
    assert_bodies(
        &code,
        "\
a: with_dfa((literal(\"x\"), b, opt((literal(\":\"), c)), many0((literal(\",\"), b))))
b: with_dfa(many1(c))
c: production(any_of(\"01\"))
",
    );
}

#[test]
fn only_expressions_that_need_it_get_more_than_nom() {
    let code = things(
        "a = [ b ] b\nc = *b \"x\"\nd = \"x\" | \"xy\"\ne = \"p\" | \"q\" b\nf = g \"yz\"\n\
         g = \"x\" [ \"y\" ]\nh = *i\ni = \"x\" [ \"yx\" ] | \"yxz\"\nj = 2*3e\nb = \"x\" | \"y\"\n",
    );
    assert_bodies(
        &code,
        "\
a: production(backtrack::greedy_optional(b, b))
c: with_dfa(backtrack::many(0, None, b, literal(\"x\")))
d: production(ranked(&[1, 0], (literal(\"x\"), literal(\"xy\"))))
e: production(alt((literal(\"p\"), (literal(\"q\"), b))))
f: production(first_derivation(&tables::F_STATES))
h: with_dfa(first_derivation(&tables::H_STATES))
j: production(repeat(2, Some(3), e))
",
    );
}

#[test]
fn alternatives_are_ranked_if_no_later_one_outreaches_them() {
    let code = things(
        "a = \"x\" | \"xy\" | \"xyz\"\nb = \"x\" | \"xy\" | *\"x\"\n\
         c = \"x\" | \"xy\" | \"x\" [ \"yz\" ]\n",
    );
    assert_eq!(
        body(&code, "a"),
        "production(ranked(&[2, 1, 0], (literal(\"x\"), literal(\"xy\"), \
         literal(\"xyz\"))))"
    );
    // Each alternative has a text with a prefix that the other derives.
    assert!(body(&code, "b").contains("longest((literal(\"x\"), literal(\"xy\"), "));
    assert!(body(&code, "c").contains("longest((literal(\"x\"), literal(\"xy\"), "));
}

#[test]
fn alternatives_are_not_ranked_if_several_are_written_as_one() {
    let characters = ["\"a\"", "\"b\"", "\"c\"", "\"d\"", "\"e\"", "\"f\""].join(" | ");
    let literals: Vec<String> = (b'a'..=b's')
        .map(|letter| format!("\"{}z\"", char::from(letter)))
        .collect();
    // Twenty parsers for 25 alternatives.
    let code = things(&format!("a = {characters} | {}\n", literals.join(" | ")));
    assert!(body(&code, "a").contains("longest((any_of(\"abcdef\"), literal(\"az\"), "));
}

#[test]
fn an_alternation_of_productions_looks_at_the_next_character_first() {
    let code = things(
        "a = b | c | d | f | e\ng = b | c | d\nb = \"bx\"\nc = \"c\" | \"C\"\nd = [ \"d\" ] \"x\"\n\
         e = [ \"e\" ]\nf = \"f\"\n",
    );
    assert_bodies(
        &code,
        "\
a: production(alt((predicted(\"b\", b), predicted(\"Cc\", c), predicted(\"dx\", d), predicted(\"f\", f), e)))
g: production(alt((b, c, d)))
",
    );
}

#[test]
fn an_alternative_that_ignores_case_is_predicted_in_any_case() {
    let bnf = "top = u\nu = \"n:\" s\ns = 1*[ p ]\np = a | b | c | d\na = \"x\"\nb = \"Y\" | \"+\"\n\
               c = \"1\"\nd = \"2\"\n";
    let reading = "[[reading]]\nid = \"r\"\nproductions = [\"s\"]\nsection = \"1\"\ndecision = \"d\"\n\
                   why = \"w\"\napply = { ignore-case = { names-under = \"top\" } }\n";
    let code = &small(bnf, reading).expect("code can be generated")["rules/things.rs"];
    let body = body(code, "p_any_case");
    assert!(body.contains("predicted(\"Xx\", a_any_case)"), "{body}");
    assert!(body.contains("predicted(\"+Yy\", b_any_case)"), "{body}");
}

#[test]
fn a_production_in_any_case_has_its_own_plan() {
    let bnf = "top = u\nu = \"n:\" s\ns = p\np = a | b\na = \"x\"\nb = \"X\" \"y\"\n";
    let reading = "[[reading]]\nid = \"r\"\nproductions = [\"s\"]\nsection = \"1\"\ndecision = \"d\"\n\
                   why = \"w\"\napply = { ignore-case = { names-under = \"top\" } }\n";
    let code = &small(bnf, reading).expect("code can be generated")["rules/things.rs"];
    assert_eq!(body(code, "p"), "production(alt((a, b)))");
    assert_eq!(
        body(code, "p_any_case"),
        "production(ranked(&[1, 0], (a_any_case, b_any_case)))"
    );
}

#[test]
fn a_repetition_of_a_nullable_part_allows_empty_rounds() {
    let code = things("a = 2b [ \"-\" ]\nb = [ \"x\" ]\n");
    assert_eq!(
        body(&code, "a"),
        "production(first_derivation(&tables::A_STATES))"
    );
}

#[test]
fn a_search_has_a_table_of_states() {
    let files =
        small("a = b *\"Y\"\nb = \"x\" | \"x\" \"Y\"\n", "").expect("code can be generated");
    let (code, tables) = (&files["rules/things.rs"], &files["tables/mod.rs"]);
    assert_eq!(
        body(code, "a"),
        "with_dfa(first_derivation(&tables::A_STATES))"
    );
    let table = "static A_STATES: [SearchState; 9] = [
    SearchState::Open(Rule::B.id(), 1),
    SearchState::Either(2, 7),
    SearchState::Consume(CharacterSet::of(\"x\"), 3),
    SearchState::Close(4),
    SearchState::Either(5, 6),
    SearchState::Consume(CharacterSet::of(\"Y\"), 4),
    SearchState::Accept,
    SearchState::Consume(CharacterSet::of(\"x\"), 8),
    SearchState::Consume(CharacterSet::of(\"Y\"), 3),
];";
    assert!(tables.contains(table), "{tables}");
}

#[test]
fn backtracking_is_greedy_if_no_shorter_match_reaches_as_far() {
    let code = things(
        "a = [ b \"@\" ] b\nc = *( b \".\" ) b\nd = [ \"x\" ] f\nf = \"y\" | \"xyz\"\n\
         e = *( b \".\" ) b [ \".\" ]\nb = \"x\" | \"y\"\n",
    );
    assert_bodies(
        &code,
        "\
a: production(backtrack::greedy_optional((b, literal(\"@\")), b))
c: with_dfa(backtrack::greedy_many(0, None, (b, literal(\".\")), b))
d: production(backtrack::optional(literal(\"x\"), f))
e: with_dfa(backtrack::many(0, None, (b, literal(\".\")), (b, opt(literal(\".\")))))
",
    );
}

#[test]
fn a_dfa_consumes_texts_of_any_length() {
    let code = things("a = b \"x\"\nb = *c\nc = \"y\"\nd = 3c\ne = \"z\" a\n");
    assert_eq!(body(&code, "a"), "with_dfa((b, literal(\"x\")))");
    assert!(body(&code, "d").starts_with("production("));
    assert!(body(&code, "e").starts_with("with_dfa("));
}

#[test]
fn a_mere_alternative_of_a_dfa_has_no_dfa_itself() {
    let code = things("a = b \"x\"\nb = *c\nc = \"y\"\ne = \"z\" | a\n");
    assert_eq!(body(&code, "a"), "production((b, literal(\"x\")))");
    assert!(body(&code, "e").starts_with("with_dfa("));
}

#[test]
fn more_alternatives_than_nom_takes_are_nested() {
    let alternatives: Vec<String> = ('a'..='z')
        .map(|letter| format!("\"{letter}{letter}\""))
        .collect();
    let code = things(&format!("a = {}\n", alternatives.join(" | ")));
    assert_eq!(body(&code, "a").matches("alt((").count(), 2);
}

#[test]
fn names_that_rust_keeps_for_itself_are_written_around() {
    let code = things(
        "type = \"a\"\ngen = \"g\"\nself = \"b\"\nliteral = \"c\"\ninput = \"d\"\nA+b-c_d = \"e\"\n",
    );
    for name in ["r#type", "r#gen", "self_", "literal_", "input", "a_b_c_d"] {
        assert!(code.contains(&format!("pub fn {name}<")), "{name} is there");
    }
}

#[test]
fn a_character_of_several_octets_is_one_terminal() {
    let code = things("a = %x3B1-3C9 / %x61-7A\n");
    assert_eq!(
        body(&code, "a"),
        "production(alt((alt((in_ranges([0xce..=0xce, 0xb1..=0xbf]), \
         in_ranges([0xcf..=0xcf, 0x80..=0x89]))), in_range(b'a'..=b'z'))))"
    );
}

#[test]
fn errors_in_grammars_of_characters_know_what_could_follow() {
    let has_characters = |abnf: &str| {
        let files = small(abnf, "").expect("code can be generated");
        files["tables/descriptions.rs"].contains("fn characters_after")
            && files["tables/errors.rs"].contains("fn characters_after")
    };
    assert!(has_characters("a = %x3B1-3C9\n"));
    assert!(!has_characters("a = %x61-7A\n"));
}

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
