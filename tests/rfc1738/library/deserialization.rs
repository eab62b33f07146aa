//! URLs from serde: a wrong URL keeps everything that its error says.

use rfc1738::{OwnedUrl, Rule, Url, parse};
use serde_json::Value;

use super::note_cases::CASES;

#[test]
fn the_error_of_a_wrong_url_keeps_notes_and_fixes() {
    for (rule, wrong, _) in CASES.iter() {
        if *rule != Rule::Url {
            continue;
        }
        let error = parse(*rule, wrong).expect_err(wrong);
        let value = Value::String((*wrong).to_owned());
        let lent = serde::Deserialize::deserialize(&value).map(|_: Url<'_>| ());
        let owned = serde_json::from_value::<OwnedUrl>(value.clone());
        let message = owned.expect_err(wrong).to_string();
        assert_eq!(message, lent.expect_err(wrong).to_string());
        assert!(!message.contains('\n'), "{message}");
        assert!(message.starts_with(&error.to_string()), "{message}");
        assert!(
            message.ends_with(&format!(" [{}]", error.id())),
            "{message}"
        );
        for note in error.notes() {
            let fixes = note.fix_lines().chain([note.to_string()]);
            for said in fixes {
                let parts = [format!("; {said}; "), format!("; {said} [")];
                let times = parts.iter().map(|part| message.matches(part).count());
                assert_eq!(times.sum::<usize>(), 1, "{said} in {message}");
            }
        }
    }
}

#[test]
fn the_error_has_the_position_of_the_string() {
    let error =
        serde_json::from_str::<Vec<OwnedUrl>>("[\n \"news:*\",\n \"news:\"\n]").unwrap_err();
    assert_eq!((error.line(), error.column()), (3, 8));
    let error = serde_json::from_str::<Vec<Rule>>("[\n \"url\",\n \"uri\"\n]").unwrap_err();
    assert_eq!((error.line(), error.column()), (3, 6));
    assert!(
        serde_json::from_str::<OwnedUrl>("1")
            .unwrap_err()
            .to_string()
            .contains("a URL of RFC 1738")
    );
}
