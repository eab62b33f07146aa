//! The bodies of the generated functions.

use super::support::{body, small, things};

/// Checks the bodies of functions, each a line behind the name.
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
