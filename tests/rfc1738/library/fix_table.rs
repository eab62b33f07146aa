//! The fixes of wrong URLs that people write, judged one by one in `fixes.tsv`.

use std::collections::HashSet;

use rfc1738::{Fix, Note, NoteId, Rule, Url, is_valid};

use super::notes::error;

/// A line of the table.
struct Row {
    wrong: String,
    id: &'static str,
    fixes: Vec<String>,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("fixes.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with("# "));
    let rows = lines.map(|line| {
        let mut fields = line.split('\t');
        let (_source, wrong) = (fields.next(), fields.next());
        Row {
            wrong: unescaped(wrong.expect("a text")),
            id: fields.next().expect("an id"),
            fixes: fields.map(unescaped).collect(),
        }
    });
    rows.collect()
}

/// Returns the text with line ends and backslashes for their escapes.
fn unescaped(field: &str) -> String {
    let parts = field.split("\\\\");
    let parts: Vec<String> = parts.map(|part| part.replace("\\n", "\n")).collect();
    parts.join("\\")
}

/// Calls the function with each fix of each row, and the note that has it.
fn each_fix(mut judge: impl FnMut(&Row, &Note, &Fix)) {
    for row in rows() {
        for note in error(Rule::Url, &row.wrong).notes() {
            note.fixes().iter().for_each(|fix| judge(&row, &note, fix));
        }
    }
}

/// Returns the scheme in lower case, if the text begins with one.
fn scheme(text: &str) -> Option<String> {
    let (scheme, _) = text.split_once(':')?;
    is_valid(Rule::Scheme, scheme).then(|| scheme.to_ascii_lowercase())
}

#[test]
fn every_row_has_the_judged_id_and_fixes() {
    let rows = rows();
    assert!(rows.len() >= 300, "{}", rows.len());
    let texts: HashSet<&str> = rows.iter().map(|row| &*row.wrong).collect();
    assert_eq!(texts.len(), rows.len(), "a text is in the table twice");
    for row in rows {
        let error = error(Rule::Url, &row.wrong);
        let notes = error.notes();
        let fixes = notes.iter().flat_map(Note::fixes).map(Fix::text);
        let fixes: Vec<&str> = fixes.collect();
        let found = (error.id().to_string(), fixes);
        let wanted = row.fixes.iter().map(String::as_str).collect();
        assert_eq!(found, (row.id.to_owned(), wanted), "{}", row.wrong);
    }
}

#[test]
fn every_fix_of_a_row_is_valid_as_an_edit() {
    each_fix(|row, _, fix| {
        let mut applied = row.wrong.clone();
        applied.replace_range(fix.span(), fix.replacement());
        assert_eq!(applied, fix.text(), "{}", row.wrong);
        assert!(is_valid(Rule::Url, fix.text()), "{}", row.wrong);
    });
}

#[test]
fn no_fix_of_a_row_changes_the_protocol() {
    // The first scheme of two is one too many, and a news article is read from any server.
    let others = ["doubled-scheme", "news-host", "nntp-number", "file-path"];
    each_fix(|row, note, fix| {
        let (old, new) = (scheme(&row.wrong), scheme(fix.text()));
        if old.as_deref() == Some("https") || old.as_deref() == Some("sftp") {
            assert_eq!(new, old, "{}", row.wrong);
        }
        let is_other = others.contains(&note.id().as_str()) || note.id() == NoteId::NearScheme;
        let is_missing = note.id() == NoteId::SchemeMissing;
        assert!(
            is_other || is_missing || old.is_none() || old == new,
            "{}: {}",
            row.wrong,
            fix.text()
        );
    });
}

#[test]
fn no_fix_of_a_row_changes_the_host() {
    each_fix(|row, _, fix| {
        let url = Url::parse(fix.text()).expect("the fix is valid");
        let Some(host) = url.host().map(|host| host.to_string().to_ascii_lowercase()) else {
            return;
        };
        let mut written = row.wrong.to_lowercase().replace("%2e", ".");
        written.retain(|character| !character.is_ascii_whitespace());
        while written.contains("..") {
            written = written.replace("..", ".");
        }
        let is_ascii_form = host.contains("xn--") && !row.wrong.is_ascii();
        assert!(
            written.contains(&host) || is_ascii_form,
            "{}: {}",
            row.wrong,
            fix.text()
        );
    });
}

#[test]
fn no_fix_of_a_row_encodes_a_fragment_identifier() {
    let mut fragments = 0;
    each_fix(|row, _, fix| {
        let Some((_, fragment)) = row.wrong.split_once('#') else {
            return;
        };
        // In front of an `@`, a number sign belongs to a password or an address.
        if !fragment.contains('@') {
            fragments += 1;
            assert!(!fix.text().contains("%23"), "{}: {}", row.wrong, fix.text());
        }
    });
    assert!(fragments > 80, "{fragments}");
}

#[test]
fn no_fix_of_a_row_has_an_address_mailers_reject() {
    each_fix(|_, _, fix| {
        let Some(address) = fix.text().strip_prefix("mailto:") else {
            return;
        };
        let address = address.split('?').next().unwrap_or_default();
        assert_eq!(address.matches('@').count(), 1, "{}", fix.text());
        assert!(!address.contains(','), "{}", fix.text());
        assert!(!address.contains("%20"), "{}", fix.text());
    });
}
