//! The generator: its output is what lies in `src/rules/`, it reads like the grammar, and it
//! says what it cannot do.

use std::fs;
use std::path::Path;
use std::process::Command;

use rfcbnf::automaton::Automaton;
use rfcbnf::generate::{Files, GenerateError, generate};
use rfcbnf::language::{Languages, SmallState};
use rfcbnf::{Layout, Prose, Readings, rfc1738};

const LAYOUT: &str = include_str!("../../layout.toml");

fn files() -> Files {
    let (grammar, readings) =
        rfc1738::load(rfc1738::BNF, rfc1738::READINGS).expect("the grammar loads");
    let layout = Layout::from_toml(LAYOUT).expect("the layout is well formed");
    let prose = Prose::from_toml(rfc1738::PROSE).expect("the prose is well formed");
    generate(&grammar, &readings, &prose, &layout).expect("code can be generated")
}

/// What becomes of a small grammar whose productions stand under the heading `Things`.
fn small(bnf: &str, readings: &str) -> Result<Files, GenerateError> {
    let readings = Readings::from_toml(readings).expect("the readings are well formed");
    let mut grammar = rfcbnf::read(&format!("; Things\n\n{bnf}")).expect("the grammar is fine");
    readings.apply(&mut grammar).expect("the readings fit");
    generate(&grammar, &readings, &Prose::default(), &Layout::default())
}

fn things(bnf: &str) -> String {
    let mut files = small(bnf, "").expect("code can be generated");
    files
        .remove("things.rs")
        .expect("there is a module for the heading")
}

fn refusal(bnf: &str) -> String {
    small(bnf, "")
        .expect_err("no code can be generated")
        .to_string()
}

/// The body of a generated function, its white space folded.
fn body(code: &str, function: &str) -> String {
    let start = code
        .find(&format!("fn {function}<"))
        .expect("the function is there");
    let code = &code[start..];
    let inside =
        &code[code.find('{').expect("it has a body") + 1..code.find("\n}").expect("it ends")];
    let folded = inside.split_whitespace().collect::<Vec<_>>().join(" ");
    folded
        .replace("( ", "(")
        .replace(", )", ")")
        .replace(" )", ")")
}

#[test]
fn the_rules_are_what_the_grammar_gives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/rules");
    let files = files();
    for (name, text) in &files {
        let present = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(
            present == *text,
            "src/rules/{name} is stale: run `cargo codegen`"
        );
    }
    for entry in fs::read_dir(folder).expect("the rules are there").flatten() {
        let name = entry.file_name().into_string().expect("the name is plain");
        assert!(
            files.contains_key(&name),
            "src/rules/{name} is left over: run `cargo codegen`"
        );
    }
}

#[test]
fn the_modules_are_those_of_the_design_in_file_order() {
    let files = files();
    let root = &files["mod.rs"];
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
fn every_production_has_its_function_in_file_order_with_its_text_and_an_example() {
    let (grammar, _) = rfc1738::load(rfc1738::BNF, rfc1738::READINGS).expect("the grammar loads");
    let files = files();
    let modules = files["mod.rs"]
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let code: String = modules
        .map(|module| files[&format!("{module}.rs")].as_str())
        .collect();
    let mut rest = code.as_str();
    for production in &grammar.productions {
        let lines = grammar.text(production).lines();
        let text = lines.fold(String::new(), |text, line| {
            text + "/// " + line.trim_end() + "\n"
        });
        let place = rest.find(&format!("/// ```bnf\n{text}/// ```\n"));
        rest =
            &rest[place.unwrap_or_else(|| panic!("{} is not where it belongs", production.name))..];
        let function = rest.find("\npub fn ").expect("its function follows");
        assert!(
            rest[..function].contains("assert_eq!"),
            "{} has an example",
            production.name
        );
    }
    assert_eq!(code.matches("\npub fn ").count(), 67);
}

#[test]
fn a_body_reads_like_its_production() {
    let code = things("a = \"x\" b [ \":\" c ] *( \",\" b )\nb = 1*c\nc = \"0\" | \"1\"\n");
    assert_eq!(
        body(&code, "a"),
        "scanned(Rule::A, &A, (literal(\"x\"), b, opt((literal(\":\"), c)), \
         many0_count((literal(\",\"), b))))(input)"
    );
    assert_eq!(
        body(&code, "b"),
        "scanned(Rule::B, &B, many1_count(c))(input)"
    );
    assert_eq!(
        body(&code, "c"),
        "production(Rule::C, any_of(\"01\"))(input)"
    );
}

#[test]
fn only_the_places_that_need_it_get_more_than_nom() {
    let code = things(
        "a = [ b ] b\nc = *b \"x\"\nd = \"x\" | \"xy\"\ne = \"p\" | \"q\" b\nf = g \"yz\"\n\
         g = \"x\" [ \"y\" ]\nh = *i\ni = \"x\" [ \"yx\" ] | \"yxz\"\nj = 2*3e\nb = \"x\" | \"y\"\n",
    );
    assert_eq!(
        body(&code, "a"),
        "production(Rule::A, give_back::greedy_optional(b, b))(input)"
    );
    assert_eq!(
        body(&code, "c"),
        "scanned(Rule::C, &C, give_back::many(0, None, b, literal(\"x\")))(input)"
    );
    assert_eq!(
        body(&code, "d"),
        "production(Rule::D, ranked(&[1, 0], (literal(\"x\"), literal(\"xy\"))))(input)"
    );
    assert_eq!(
        body(&code, "e"),
        "production(Rule::E, alt((literal(\"p\"), recognize((literal(\"q\"), b)))))(input)"
    );
    assert_eq!(
        body(&code, "f"),
        "production(Rule::F, give_back::any(g, literal(\"yz\")))(input)"
    );
    assert_eq!(
        body(&code, "h"),
        "scanned(Rule::H, &H, give_back::rounds(0, None, i))(input)"
    );
    assert_eq!(
        body(&code, "j"),
        "production(Rule::J, repeat(2, Some(3), e))(input)"
    );
}

#[test]
fn alternatives_are_ranked_where_none_is_outreached_by_a_later_one() {
    let code = things(
        "a = \"x\" | \"xy\" | \"xyz\"\nb = \"x\" | \"xy\" | *\"x\"\n\
         c = \"x\" | \"xy\" | \"x\" [ \"yz\" ]\n",
    );
    assert_eq!(
        body(&code, "a"),
        "production(Rule::A, ranked(&[2, 1, 0], (literal(\"x\"), literal(\"xy\"), \
         literal(\"xyz\"))))(input)"
    );
    // After a word of either, the other may go on.
    assert!(body(&code, "b").contains("longest((literal(\"x\"), literal(\"xy\"), "));
    assert!(body(&code, "c").contains("longest((literal(\"x\"), literal(\"xy\"), "));
}

#[test]
fn alternatives_are_not_ranked_where_several_are_written_as_one() {
    let characters = ["\"a\"", "\"b\"", "\"c\"", "\"d\"", "\"e\"", "\"f\""].join(" | ");
    let words: Vec<String> = (b'a'..=b's')
        .map(|letter| format!("\"{}z\"", char::from(letter)))
        .collect();
    // Twenty parsers for 25 alternatives.
    let code = things(&format!("a = {characters} | {}\n", words.join(" | ")));
    assert!(body(&code, "a").contains("longest((any_of(\"abcdef\"), literal(\"az\"), "));
}

#[test]
fn an_alternation_of_productions_looks_at_the_next_character_first() {
    let code = things(
        "a = b | c | d | f | e\ng = b | c | d\nb = \"bx\"\nc = \"c\" | \"C\"\nd = [ \"d\" ] \"x\"\n\
         e = [ \"e\" ]\nf = \"f\"\n",
    );
    assert_eq!(
        body(&code, "a"),
        "production(Rule::A, alt((predicted(\"b\", b), predicted(\"Cc\", c), \
         predicted(\"dx\", d), predicted(\"f\", f), e)))(input)"
    );
    assert_eq!(
        body(&code, "g"),
        "production(Rule::G, alt((b, c, d)))(input)"
    );
}

#[test]
fn what_matches_in_any_case_is_looked_for_in_any_case() {
    let bnf = "top = u\nu = \"n:\" s\ns = 1*[ p ]\np = a | b | c | d\na = \"x\"\nb = \"Y\" | \"+\"\n\
               c = \"1\"\nd = \"2\"\n";
    let reading = "[[reading]]\nid = \"r\"\nproductions = [\"s\"]\nsection = \"1\"\ndecision = \"d\"\n\
                   why = \"w\"\napply = { ignore-case = { names-under = \"top\" } }\n";
    let code = &small(bnf, reading).expect("code can be generated")["things.rs"];
    let body = body(code, "p_any_case");
    assert!(body.contains("predicted(\"Xx\", a_any_case)"), "{body}");
    assert!(body.contains("predicted(\"+Yy\", b_any_case)"), "{body}");
}

#[test]
fn what_gives_back_is_greedy_where_nothing_shorter_reaches_as_far() {
    let code = things(
        "a = [ b \"@\" ] b\nc = *( b \".\" ) b\nd = [ \"x\" ] f\nf = \"y\" | \"xyz\"\n\
         e = *( b \".\" ) b [ \".\" ]\nb = \"x\" | \"y\"\n",
    );
    assert_eq!(
        body(&code, "a"),
        "production(Rule::A, give_back::greedy_optional((b, literal(\"@\")), b))(input)"
    );
    assert_eq!(
        body(&code, "c"),
        "scanned(Rule::C, &C, give_back::greedy_many(0, None, (b, literal(\".\")), b))(input)"
    );
    assert_eq!(
        body(&code, "d"),
        "production(Rule::D, give_back::optional(literal(\"x\"), f))(input)"
    );
    assert_eq!(
        body(&code, "e"),
        "scanned(Rule::E, &E, give_back::many(0, None, (b, literal(\".\")), \
         (b, opt(literal(\".\")))))(input)"
    );
}

#[test]
fn what_derives_texts_of_any_length_is_scanned_however_deep_it_repeats() {
    let code = things("a = b \"x\"\nb = *c\nc = \"y\"\nd = 3c\ne = \"z\" | a\n");
    assert_eq!(
        body(&code, "a"),
        "scanned(Rule::A, &A, (b, literal(\"x\")))(input)"
    );
    assert!(body(&code, "d").starts_with("production(Rule::D, "));
    assert!(body(&code, "e").starts_with("scanned(Rule::E, &E, "));
}

/// The first lines of the scan of `a`, in a small grammar.
fn scan(bnf: &str) -> String {
    let files = small(bnf, "").expect("code can be generated");
    let scans = &files["scans.rs"];
    let start = scans.find("static A: ").expect("there is one");
    let lines = scans[start..].lines().take(3).map(str::trim);
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_production_whose_parts_are_told_by_what_is_between_them_is_a_list() {
    let list = |bnf: &str| {
        let scan = scan(bnf);
        let list = scan.split_once("of_list( ").map(|(_, list)| list);
        list.and_then(|list| list.split_once(", Automaton"))
            .map(|(list, _)| list.to_owned())
    };
    let rest = "b = *\"x\"\nc = \"y\" *\"z\"\n";
    for (body, expected) in [
        (
            "*[ b \"/\" ] c",
            Some("List::separated(Rule::B, '/', Rule::C)"),
        ),
        (
            "b *[ \"/\" b ]",
            Some("List::separated(Rule::B, '/', Rule::B)"),
        ),
        (
            "b \".\" b \".\" b",
            Some("List::separated(Rule::B, '.', Rule::B)"),
        ),
        ("b \".\" c", Some("List::separated(Rule::B, '.', Rule::C)")),
        ("b", Some("List::one(Rule::B)")),
        // What stands between stands in the parts, or is not always the same, or nothing.
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
    // A part that holds another production is not looked into.
    assert_eq!(list("a = b \"/\" b\nb = *c\nc = \"x\" | \"y\"\n"), None);
}

#[test]
fn parts_that_trees_do_not_show_make_no_list() {
    let layout = Layout::from_toml("[characters]\nproductions = [\"b\"]\n")
        .expect("the layout is well formed");
    let grammar = rfcbnf::read("; Things\n\na = b *[ \"/\" b ]\nb = \"x\" | \"y\"\n");
    let grammar = grammar.expect("the grammar is fine");
    let files = generate(&grammar, &Readings::default(), &Prose::default(), &layout);
    let scans = &files.expect("code can be generated")["scans.rs"];
    assert!(scans.contains("static A: Single = Single::new("), "{scans}");
}

#[test]
fn an_automaton_of_many_states_takes_two_octets_in_a_step() {
    let word = "abcdefgh";
    assert!(scan(&format!("a = *\"{word}\"\n")).contains("Automaton::Shifts(&Shifts::new("));
    assert!(scan(&format!("a = *\"{word}ij\"\n")).contains("Automaton::Pairs(Tables::new("));
    let huge = "abcdefghij".repeat(7);
    let code = things(&format!("a = *\"{huge}\"\n"));
    assert!(body(&code, "a").starts_with("production("));
}

#[test]
fn the_states_of_a_scan_are_those_of_the_minimal_automaton() {
    for bnf in [
        rfc1738::BNF,
        include_str!("../grammars/dates.bnf"),
        include_str!("../grammars/phone.bnf"),
    ] {
        let readings = if bnf == rfc1738::BNF {
            rfc1738::READINGS
        } else {
            ""
        };
        let (grammar, _) = rfc1738::load(bnf, readings).expect("the grammar loads");
        let languages = Languages::new(&grammar).expect("no production is too large");
        for production in &grammar.productions {
            let automaton = Automaton::new(&grammar, &production.name).expect("it has one");
            let language = languages.production(&production.name).expect("it has one");
            let count = automaton.states().len();
            assert_eq!(language.at_most(count - 1), None, "{}", production.name);
            let states = language.at_most(count).expect("there are so many");
            assert_same_states(&automaton, &states);
        }
    }
}

/// Walks through both at once, from the start to wherever a character leads.
fn assert_same_states(automaton: &Automaton, states: &[SmallState]) {
    assert_eq!(automaton.states().len(), states.len());
    let mut numbers = vec![None; states.len()];
    let mut waiting = vec![(automaton.start(), 0)];
    while let Some((state, number)) = waiting.pop() {
        if let Some(other) = numbers[state.number()] {
            assert_eq!(other, number);
            continue;
        }
        numbers[state.number()] = Some(number);
        assert_eq!(automaton.is_accepting(state), states[number].accepting);
        for character in (0..128_u8).map(char::from) {
            let mut steps = states[number].steps.iter();
            let step = steps.find(|(characters, _)| characters.contains(character));
            match (automaton.step(state, character), step) {
                (Some(next), Some((_, target))) => waiting.push((next, *target)),
                (None, None) => {}
                (one, other) => panic!("{character:?}: {one:?}, {other:?}"),
            }
        }
    }
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
    let code =
        things("type = \"a\"\nself = \"b\"\nliteral = \"c\"\ninput = \"d\"\nA+b-c_d = \"e\"\n");
    for name in ["r#type", "self_", "literal_", "input_", "a_b_c_d"] {
        assert!(code.contains(&format!("pub fn {name}<")), "{name} is there");
    }
}

#[test]
fn a_heading_without_an_entry_in_the_layout_names_its_module() {
    let files = small("a = \"x\"\n\n; 2nd part (see there)\n\nb = \"y\"\n", "")
        .expect("code can be generated");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "descriptions.rs",
            "mod.rs",
            "part_2nd.rs",
            "scans.rs",
            "things.rs"
        ]
    );
}

#[test]
fn what_the_prose_adds_stands_in_the_documentation() {
    let prose = "[[remark]]\nproductions = [\"a\"]\nsection = \"2.1\"\n\
                 text = \"One letter and no more, whatever some of the programs that are in wide use make of it.\"\n";
    let prose = Prose::from_toml(prose).expect("the prose is well formed");
    let grammar = rfcbnf::read("; Things\n\na = \"x\"\nb = a\n").expect("the grammar is fine");
    let files = generate(&grammar, &Readings::default(), &prose, &Layout::default());
    let things = &files.expect("code can be generated")["things.rs"];
    assert!(
        things.contains(
            "/// a = \"x\"\n/// ```\n///\n\
             /// Section 2.1: One letter and no more, whatever some of the programs that are in wide use\n\
             /// make of it.\n///\n/// ```\n"
        ),
        "{things}"
    );
    assert_eq!(things.matches("Section").count(), 1);
}

#[test]
fn prose_on_what_there_is_not_stops_the_generator() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prose-on-nothing");
    fs::create_dir_all(&folder).expect("the folder is made");
    let files = [
        ("rfc1738.bnf", rfc1738::BNF),
        ("readings.toml", rfc1738::READINGS),
        ("layout.toml", LAYOUT),
        ("prose.toml", "[examples]\nhots = \"host.dom\"\n"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("the file is written");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_codegen"))
        .arg("--check")
        .env("CARGO_MANIFEST_DIR", &folder)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: in grammar/prose.toml:\nthe prose is about production `hots`, and there is no such production\n"
    );
}

#[test]
fn a_production_under_no_heading_is_refused() {
    let grammar = rfcbnf::read("a = \"x\"\n").expect("the grammar is fine");
    let readings = Readings::default();
    let error = generate(&grammar, &readings, &Prose::default(), &Layout::default());
    assert_eq!(
        error.expect_err("it has no module").to_string(),
        "production `a` stands under no heading: put a comment line of its own above it"
    );
}

#[test]
fn two_productions_of_one_name_in_rust_are_refused() {
    assert_eq!(
        refusal("a-b = \"x\"\na_b = \"y\"\n"),
        "productions `a-b` and `a_b` would both be called `a_b` in Rust: rename one of them"
    );
}

#[test]
fn a_production_that_is_too_large_is_refused() {
    assert_eq!(
        refusal("a = 1000( 1000\"xy\" )\n"),
        "production `a`: it is too large to be decided: its automaton has more than 10000 states"
    );
}

#[test]
fn a_production_of_which_a_reading_leaves_nothing_is_refused() {
    let reading = "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                   why = \"Because.\"\napply = { exclude = { names-under = \"a\" } }\n";
    assert_eq!(
        small("a = \"x:\"\nb = \"x:\" \"y\"\n", reading)
            .expect_err("nothing is left")
            .to_string(),
        "production `b` derives no text"
    );
}
