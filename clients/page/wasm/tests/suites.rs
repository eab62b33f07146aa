//! The conformance suites of productions, in pieces.

use page_engine::engine;
use page_engine::export::Session;
use rfcbnf::conformance::Suite;
use serde_json::Value;

const ARITHMETIC: &str = include_str!("../../../../examples/grammars/arithmetic.abnf");
const JSON: &str = include_str!("../../../../examples/grammars/rfc8259.abnf");
const RFC1738: &str = include_str!("../../../../grammar/rfc1738.bnf");

/// The lines of a suite, and what else its pieces say.
#[derive(Debug, Default)]
struct Written {
    lines: Vec<String>,
    texts: u64,
    undecided: u64,
    left_out: u64,
    pieces: usize,
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("the answer is JSON")
}

fn plan(session: &mut Session, rule: &str, depth: u32) -> Value {
    value(&session.suite(rule, depth).expect("the suite is small"))
}

fn written(session: &mut Session, rule: &str, depth: u32, format: &str) -> Written {
    let mut all = Written::default();
    let mut part = Some(0);
    while let Some(next) = part {
        let next = usize::try_from(next).expect("it is an index");
        let piece = session.suite_piece(rule, depth, format, next);
        let piece = value(&piece.expect("the suite is small"));
        let lines = piece["lines"].as_str().expect("the lines are UTF-8");
        all.lines.extend(lines.lines().map(str::to_owned));
        let count = |name: &str| piece[name].as_u64().expect("it is a number");
        all.texts += count("texts");
        all.undecided += count("undecided");
        all.left_out += count("left_out");
        all.pieces += 1;
        part = piece["next"].as_u64();
    }
    all
}

#[test]
fn the_suite_of_a_regular_production_agrees_with_its_automaton() {
    let mut session = Session::new(RFC1738, true, "");
    let planned = plan(&mut session, "port", 1);
    assert_eq!(
        (&planned["texts"], &planned["depth"]),
        (&742.into(), &Value::Null)
    );
    let suite = written(&mut session, "port", 1, "jsonl");
    assert_eq!((suite.texts, suite.lines.len()), (742, 742));
    for line in &suite.lines {
        let case = value(line);
        let input = case["input"].as_str().expect("the text is UTF-8");
        let is_port = !input.is_empty() && input.bytes().all(|octet| octet.is_ascii_digit());
        assert_eq!(case["ok"], is_port, "{line}");
    }
}

#[test]
fn the_pieces_of_a_suite_are_the_whole_suite() {
    let suite = written(
        &mut Session::new(ARITHMETIC, false, ""),
        "expression",
        1,
        "txt",
    );
    assert!(suite.pieces > 1);
    let grammar = rfcbnf::read(ARITHMETIC).expect("the grammar has no errors");
    let whole = Suite::to_depth(&grammar, "expression", 1, 0).expect("the suite is small");
    let texts = whole
        .texts()
        .map(|text| String::from_utf8(text).expect("the text is UTF-8"));
    assert!(texts.eq(suite.lines));
}

#[test]
fn verdicts_of_a_recursive_production_are_right_beyond_the_depth() {
    let mut session = Session::new(ARITHMETIC, false, "");
    let mut checker = engine::Session::new(ARITHMETIC, false, "");
    for depth in [0, 1] {
        let planned = plan(&mut session, "expression", depth);
        assert_eq!(planned["depth"], depth);
        let suite = written(&mut session, "expression", depth, "jsonl");
        assert_eq!(suite.texts, planned["texts"]);
        assert_eq!(
            (suite.undecided, suite.lines.len() as u64),
            (0, suite.texts)
        );
        let mut deepest = 0;
        for line in suite.lines.iter().step_by(7) {
            let case = value(line);
            let input = case["input"].as_str().expect("the text is UTF-8");
            let verdict = checker.verdict("expression", input, false);
            let verdict = value(&verdict.expect("it is decided"));
            assert_eq!(case["ok"], verdict["ok"], "{line}");
            if case["ok"] == false {
                let offset = &verdict["rejected"]["error"]["offset"];
                assert_eq!(&case["offset"], offset, "{line}");
            } else {
                deepest = deepest.max(input.matches('(').count());
            }
        }
        assert!(deepest > 0 || depth == 0);
    }
}

#[test]
fn a_piece_of_a_large_suite_is_small() {
    let mut session = Session::new(JSON, false, "");
    assert_eq!(plan(&mut session, "array", 1)["texts"], 201_515);
    let piece = session.suite_piece("array", 1, "jsonl", 0);
    let piece = value(&piece.expect("the suite is small"));
    let texts = piece["texts"].as_u64().expect("it is a number");
    assert!((2_000..20_000).contains(&texts), "{texts}");
    assert!(piece["next"].is_u64());
}

#[test]
fn a_text_that_no_line_can_hold_is_counted() {
    let mut session = Session::new("line = 1*%x61 %x0D %x0A\n", false, "");
    let cases = written(&mut session, "line", 1, "jsonl");
    assert_eq!((cases.left_out, cases.lines.len() as u64), (0, cases.texts));
    let texts = written(&mut session, "line", 1, "txt");
    assert_eq!(texts.texts, cases.texts);
    assert!(texts.left_out > 0);
    assert_eq!(texts.lines.len() as u64, texts.texts - texts.left_out);
}

#[test]
fn a_suite_that_cannot_be_made_has_a_reason() {
    let refusal = |source: &str, rule: &str, depth| {
        let mut session = Session::new(source, false, "");
        session.suite(rule, depth).expect_err("there is no suite")
    };
    let advice = "choose a smaller depth or production";
    for depth in [50, 4_000_000_000] {
        let deep = refusal(JSON, "JSON-text", depth);
        assert!(deep.ends_with(advice), "{deep}");
    }
    let wide = refusal(
        "s = 1*999( 1*999( \"a\" / \"b\" ) / 1*999( \"a\" \"c\" ) )\n",
        "s",
        1,
    );
    assert!(wide.ends_with("choose a smaller production"), "{wide}");
    let endless = refusal("a = \"x\" a\n", "a", 1);
    assert!(
        endless.contains("add an alternative that ends the recursion"),
        "{endless}"
    );
    assert!(refusal("a = \"x\"\n", "b", 1).contains('b'));
}

#[test]
fn the_outline_says_which_productions_recurse_but_have_an_automaton() {
    let session = engine::Session::new(
        "a = \"x\" a / \"y\"\nb = \"(\" b \")\" / \"y\"\nc = \"z\"\n",
        false,
        "",
    );
    let outline = value(&session.outline().expect("it is a grammar"));
    let automaton = |index: usize| outline["productions"][index]["obstacle"]["automaton"].as_bool();
    assert_eq!(
        [automaton(0), automaton(1), automaton(2)],
        [Some(true), Some(false), None]
    );
}
