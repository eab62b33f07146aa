//! Exercises of the page, and what a course shows.

use page_engine::exercise::{Session, answer_to, check};
use page_engine::grading::{Grading, sheet, sheet_file};
use rfc1738_views::exercise::packed::pack;
use rfcbnf::exercise::HandIn;
use serde_json::{Value, json};

fn value(answer: Result<String, String>) -> Value {
    serde_json::from_str(&answer.expect("it answers")).expect("it is JSON")
}

const BRACKETS: &str =
    r#"{"title":"Brackets","solution":"s = *( \"(\" s \")\" )\n","unambiguous":true}"#;

#[test]
fn answers_have_the_shortest_text_and_its_tree() {
    let answer = value(answer_to(BRACKETS, "s = \"(\" s / s \")\" / \"\"\n", ""));
    assert_eq!(answer["outcome"], "wrong");
    assert_eq!(answer["mistakes"][0], "misses \"()()\"");
    let language = &answer["findings"][0];
    assert_eq!(
        (&language["condition"], &language["verdict"]),
        (&json!("language"), &json!("refuted"))
    );
    assert_eq!(language["derives"]["text"], "(");
    assert_eq!(
        language["derives"]["tree"]["nodes"],
        json!([["s", 0, 1, 0], ["s", 1, 1, 1]])
    );
    let ambiguous = &answer["findings"][1]["ambiguous"];
    assert_eq!(
        (
            &ambiguous["text"],
            ambiguous["trees"].as_array().map(Vec::len)
        ),
        (&json!("()"), Some(2))
    );
}

#[test]
fn exercises_are_checked_and_read() {
    assert_eq!(value(check(BRACKETS))["ready"], true);
    let written = value(sheet(
        "[[exercise]]\ntitle = \"A\"\nsolution = 's = \"a\"'\n",
    ));
    assert_eq!(
        written,
        json!({ "exercise": [{ "title": "A", "solution": "s = \"a\"" }] })
    );
    let file = value(sheet_file(&written.to_string()));
    assert_eq!(value(sheet(file.as_str().expect("a string"))), written);
    let error = sheet("[[exercise]]\n").expect_err("it has no title");
    assert_eq!(error, "line 1: missing field `title`");
    assert!(
        check("{}")
            .expect_err("it has no title")
            .starts_with("missing field `title`")
    );
}

#[test]
fn pasted_hand_ins_are_answered_one_by_one() {
    let hand_in = "[hand-in]\nname = \"Ada\"\nsolved = 1\n[[answer]]\nexercise = \"Brackets\"\ngrammar = 's = \"(\" s \")\" / \"\"'\n";
    let hand_in = HandIn::from_toml(hand_in).expect("it can be read");
    let packed = pack(&hand_in);
    let text = format!(
        "Ada #hand-in={packed}\nBen #hand-in={}\n",
        &packed[..packed.len() - 8]
    );
    let mut grading =
        Grading::new(&format!("{{\"exercise\":[{BRACKETS}]}}")).expect("it is a sheet");
    assert_eq!(grading.read(&text), 2);
    let answers = value(grading.answers(0));
    let grammar = "s = \"(\" s \")\" / \"\"";
    assert_eq!(
        answers,
        json!([{ "exercise": "Brackets", "grammar": grammar }])
    );
    assert_eq!(value(grading.answers(1)), json!([]));
    let known = value(answer_to(BRACKETS, grammar, ""));
    let row = value(grading.row(0, &json!([known]).to_string()));
    assert_eq!(
        row,
        json!({
            "line": 1, "name": "Ada", "read": true, "remarks": [], "solved": 0, "says": 1,
            "answers": [{ "outcome": "wrong", "mistakes": ["misses \"()()\""] }],
        })
    );
    let row = value(grading.row(1, "[]"));
    assert_eq!((&row["name"], &row["read"]), (&json!("Ben"), &json!(false)));
    assert_eq!(
        row["remarks"],
        json!(["the packed hand-in cannot be read: it ends too early"])
    );
    let table = value(grading.table());
    assert_eq!(table["mistakes"][0]["made_by"], json!([0]));
    assert!(
        value(grading.csv())
            .as_str()
            .is_some_and(|csv| csv.starts_with("name,Brackets,solved,"))
    );
    assert!(grading.row(2, "[]").is_err());
    assert!(Grading::new("{}").is_err());
}

#[test]
fn a_course_sees_tables_forms_and_pictures() {
    let session = Session::new("S → a S b | ε\n", false, "");
    let tables = value(session.tables("S"));
    assert_eq!(tables["rows"][0]["cells"], json!([[0], [1], [1]]));
    let forms = value(session.forms("S", "ab", 0, true, true));
    assert_eq!(forms["forms"][1]["parts"], json!([[0, 1], 1, [1, 2]]));
    let picture = value(session.picture("S", "ab", 0, true));
    assert!(picture.as_str().is_some_and(|svg| svg.starts_with("<svg ")));
    let error = session
        .forms("S", "a", 0, true, true)
        .expect_err("it is invalid");
    assert_eq!(error, "the text has no such derivation");
}
