//! The valid texts that are nearest to a text of the page.

use page_engine::engine::Session;
use serde_json::{Value, json};

fn nearest(session: &mut Session, rule: &str, text: &str, most: usize) -> Value {
    let answer = session.nearest(rule, text, most).expect("it answers");
    serde_json::from_str(&answer).expect("it is JSON")
}

#[test]
fn nearest_texts_have_their_edits_and_what_is_expected() {
    let mut session = Session::new("s = \"<\" *s \">\"\nu = 1*2\"x\" <prose>\n", false, "");
    let answer = nearest(&mut session, "s", "<<>", 1);
    let edits = json!([{
        "start": 3, "end": 3, "text": ">", "expected": ["\"<\"", "\">\""], "context": ["s"],
    }]);
    assert_eq!(
        answer,
        json!({
            "repairs": [{ "text": "<<>>", "distance": 1, "edits": edits }],
            "repairs_count": 2,
        })
    );
}

#[test]
fn nearest_texts_that_are_not_known_have_a_reason() {
    let mut session = Session::new("s = \"<\" *s \">\"\nu = 1*2\"x\" <prose>\n", false, "");
    let answer = nearest(&mut session, "s", "no such thing", 1);
    let reason = "no text is valid after at most 5 edits";
    assert_eq!(answer, json!({ "repairs_undecided": reason }));
    let unknown = session.nearest("t", "x", 1).expect_err("it has no name");
    assert!(unknown.contains("there is no production"), "{unknown}");
}
