//! The notes from the prose of the RFC on rejected texts.

use std::collections::HashSet;

use rfc1738::{Fix, Note, NoteId, Rule, SyntaxError, parse};

use super::note_cases::CASES;

pub(crate) fn error(rule: Rule, text: impl AsRef<[u8]>) -> SyntaxError {
    match parse(rule, text.as_ref()) {
        Ok(tree) => panic!("accepted as\n{tree}"),
        Err(error) => error,
    }
}

pub(crate) fn fixed(note: &Note) -> Vec<&str> {
    note.fixes().iter().map(Fix::text).collect()
}

#[test]
fn wrong_texts_get_the_notes_that_a_person_needs() {
    for (rule, text, notes) in CASES.iter() {
        let error = error(*rule, text);
        let found = error.notes();
        let found: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|note| (note.id().as_str(), fixed(note)))
            .collect();
        assert_eq!(found, *notes, "{rule} on {text}");
    }
}

#[test]
fn every_production_gets_a_note_where_it_is_parsed_alone() {
    for rule in Rule::ALL {
        for text in ["", "\0", "~", "a~", "%", "%4", "1.", "//", ":", "a b", "é"] {
            if let Err(error) = parse(rule, text) {
                assert!(!error.notes().is_empty(), "{rule} on {text:?}");
            }
        }
    }
}

#[test]
fn a_headline_has_the_first_note_and_fix() {
    let mut later_fixes = 0;
    let examples = Rule::ALL.map(|rule| (rule, format!("{}~é", rule.example())));
    let cases = CASES
        .iter()
        .map(|(rule, text, _)| (*rule, (*text).to_owned()));
    for (rule, text) in cases.chain(examples) {
        let Err(error) = parse(rule, text.as_str()) else {
            continue;
        };
        let (headline, notes) = (error.headline(), error.notes());
        let fix = notes.iter().flat_map(Note::fixes).next();
        later_fixes += usize::from(fix.is_some() && notes[0].fixes().is_empty());
        assert_eq!(headline.fix.as_ref(), fix, "{rule} on {text}");
        assert_eq!(
            headline.note.message(),
            notes[0].message(),
            "{rule} on {text}"
        );
        assert_eq!(
            (headline.note.id(), headline.id),
            (notes[0].id(), error.id())
        );
        assert!(headline.note.fixes().is_empty(), "{rule} on {text}");
    }
    assert!(later_fixes > 1, "{later_fixes}");
}

/// Asserts that the first note on each text as a URL has the id.
fn check(id: NoteId, texts: &[&str]) {
    for text in texts {
        let error = error(Rule::Url, text);
        assert_eq!(error.notes()[0].id(), id, "{text}: {error}");
    }
}

#[test]
fn an_at_sign_elsewhere_gets_no_note_on_user_names() {
    check(NoteId::UnsafeCharacter, &["http://h/a@b~c"]);
    check(NoteId::HostLabel, &["http://h.-/a@b"]);
    check(NoteId::FileUser, &["file://h:80/a"]);
}

#[test]
fn delimiters_in_a_user_name_or_password_are_explained() {
    let texts = [
        "ftp://me@work@h/",
        "ftp://me:a:b@h/",
        "telnet://me:a@b@h/",
        "ftp://me@work:pw@h/",
    ];
    check(NoteId::LoginReserved, &texts);
}

#[test]
fn an_unfinished_escape_is_explained() {
    let texts = [
        "http://h/100%",
        "http://h/100%/",
        "http://h/%4",
        "http://h/%zz",
        "gopher://h/0a%0",
    ];
    check(NoteId::UnfinishedEscape, &texts);
    check(NoteId::MailtoPercent, &["mailto:a%b", "mailto:a%b@c"]);
}

#[test]
fn an_empty_port_is_explained() {
    let texts = [
        "http://h:/",
        "http://h:",
        "ftp://h:/a",
        "telnet://me:a@h:/",
        "gopher://1.2.3.4:/",
    ];
    check(NoteId::EmptyPort, &texts);
    check(NoteId::PortDigits, &["http://h:a/", "ftp://h:21a/"]);
}

#[test]
fn labels_of_host_names_are_explained() {
    let texts = [
        "http://a-/",
        "http://a-.b/",
        "http://a-:80/",
        "http://-a/",
        "http://.a/",
        "http://a./",
        "http://a..b/",
        "http://a_b/",
        "http://a%41/",
        "ftp://me@a-/",
        "ftp://a-/",
        "ftp://a_b/",
        "file://a-/b",
        "news:1@h_",
        "ftp://a$-",
    ];
    check(NoteId::HostLabel, &texts);
    let texts = [
        "http://a.1/",
        "http://1.2.3/",
        "http://1.2.3.4.5/",
        "http://3com/",
        "http://1:80/",
    ];
    check(NoteId::RightmostLabel, &texts);
    check(NoteId::HostMissing, &["http:///a", "http://", "ftp://:21/"]);
}

#[test]
fn a_scheme_that_nearly_is_a_predefined_one_is_named() {
    for (text, name, near) in [
        ("htp://h/a b", "htp", "http"),
        ("htps://h/a b", "htps", "https"),
        ("httpd://h/a b", "httpd", "https"),
        ("stfp://h/a b", "stfp", "sftp"),
        ("HTPT://h/a b", "htpt", "http"),
        ("fpt:a b", "fpt", "ftp"),
        ("new:a b", "new", "news"),
        ("goper:a b", "goper", "gopher"),
        ("mailto-:a b", "mailto-", "mailto"),
    ] {
        let error = error(Rule::Url, text);
        let message = format!("\"{name}\" is not a registered scheme, but \"{near}\" is");
        assert_eq!(error.notes()[1].message(), message);
    }
    for text in [
        "x-new:a b",
        "ldap://h/a b",
        "HTTP://h/a b",
        "http+news:a b",
        "https://h/a b",
        "FTPS://h/a b",
        "sftp://h/a b",
        "tftp://h/a b",
        "git+ssh://h/a b",
        "svn+ssh://h/a b",
        "pttp://h/a b",
        "nntps://h/a b",
        "tp:a b",
    ] {
        assert_eq!(error(Rule::Url, text).notes().len(), 1, "{text}");
    }
}

#[test]
fn a_text_without_a_scheme_is_explained() {
    let texts = [
        "",
        "www.w3.org",
        "/etc/motd",
        "http//h/",
        "http",
        "a_b:c",
        ":a",
        "é:",
    ];
    check(NoteId::SchemeMissing, &texts);
}

#[test]
fn missing_slashes_are_explained() {
    check(
        NoteId::DoubleSlash,
        &["http:", "http:h", "http:/h", "ftp:a/b"],
    );
    check(NoteId::FileForm, &["file:/a", "file:a", "FILE:"]);
}

#[test]
fn a_missing_slash_before_a_search_part_is_explained() {
    check(
        NoteId::HttpSlash,
        &["http://h?a", "http://h:80?a=b", "http://1.2.3.4?"],
    );
    check(NoteId::WaisForm, &["wais://h?a"]);
}

#[test]
fn reserved_characters_in_a_search_part_are_shown_encoded() {
    let message = |text| error(Rule::Url, text).notes()[0].message().to_owned();
    assert!(message("http://h/?a/b").ends_with(": %2F"));
    assert!(message("http://h/?a?b").ends_with(": %3F"));
    check(
        NoteId::WaisReserved,
        &["wais://h/db?a?b", "wais://h/db?a/b"],
    );
}

#[test]
fn a_wrong_typecode_is_explained() {
    check(
        NoteId::FtpTypecode,
        &["ftp://h/a;type=x", "ftp://h/a;type=", "ftp://h/a;type=ai"],
    );
    check(NoteId::FtpType, &["ftp://h/a;typ=a", "ftp://h/a;tpye=a"]);
}

/// Section 3.2.2 says nothing about the case of `;type=`: the BNF decides, by `literal-case`.
#[test]
fn capitals_in_the_word_type_are_explained_by_the_bnf() {
    let wrong = ["ftp://h/a;TYPE=a", "ftp://h/a;Type=D", "ftp://h/;tYPE=i"];
    check(NoteId::LiteralCase, &wrong);
    assert_eq!(NoteId::LiteralCase.section(), "5");
    for text in wrong {
        let notes = error(Rule::Url, text).notes();
        let fix = notes[0].fixes()[0].text();
        let (path, code) = text.split_once('=').unwrap();
        assert_eq!(fix, format!("{}type={code}", &path[..path.len() - 4]));
    }
}

#[test]
fn every_id_parses_from_its_name_and_from_nothing_else() {
    let ids = NoteId::ALL.map(NoteId::as_str);
    assert_eq!(HashSet::from(ids).len(), ids.len());
    for id in NoteId::ALL {
        assert_eq!(id.as_str().parse(), Ok(id));
        assert_eq!(format!("{id:>30}"), format!("{:>30}", id.as_str()));
    }
    for unknown in ["", "Space", "space ", "spac"] {
        let error = unknown.parse::<NoteId>().unwrap_err();
        assert_eq!(error.id(), unknown);
        assert_eq!(error.to_string(), format!("there is no note {unknown:?}"));
    }
}

#[test]
fn a_user_name_where_the_scheme_has_none_is_explained() {
    for scheme in ["http", "prospero", "gopher", "nntp", "wais", "file"] {
        let id = format!("{scheme}-user");
        for user in ["me", "me:secret", "", "a_b", "me%40x"] {
            let error = error(Rule::Url, format!("{scheme}://{user}@h/a"));
            let [note] = &error.notes()[..] else {
                panic!("one note is enough: {error}");
            };
            assert_eq!(note.id().as_str(), id);
            assert_eq!(fixed(note), [format!("{scheme}://h/a")]);
        }
    }
}

#[test]
fn characters_that_need_encoding_are_shown_encoded() {
    for (character, encoded) in [
        (" ", "%20"),
        ("~", "%7E"),
        ("[", "%5B"),
        ("`", "%60"),
        ("<", "%3C"),
        ("\u{7f}", "%7F"),
        ("é", "%C3%A9"),
        ("\u{1f600}", "%F0%9F%98%80"),
    ] {
        for before in [
            "http://h/a",
            "ftp://h/",
            "gopher://h/1",
            "mailto:a",
            "x-new:a",
        ] {
            let error = error(Rule::Url, format!("{before}{character}b"));
            let [note] = &error.notes()[..] else {
                panic!("one note is enough: {error}");
            };
            let end = format!(" and has to be encoded: {encoded}");
            assert!(note.message().ends_with(&end), "{note}");
            assert_eq!(note.section(), "2.2");
            assert_eq!(fixed(note), [format!("{before}{encoded}b")]);
        }
    }
    let error = error(Rule::Url, b"mailto:a\xffb");
    let message = "octet FF is not a US-ASCII character and has to be encoded: %FF";
    assert_eq!(error.notes()[0].message(), message);
    assert_eq!(fixed(&error.notes()[0]), ["mailto:a%FFb"]);
}

#[test]
fn no_note_suggests_encoding_that_leads_to_another_error() {
    for text in [
        "http://h#a",
        "http://h /",
        "telnet://h/~",
        "news:a b",
        "ftp://h>",
    ] {
        for note in error(Rule::Url, text).notes() {
            assert!(!note.message().contains("encoded: "), "{text}: {note}");
        }
    }
}

#[test]
fn notes_are_equal_and_in_order_every_time() {
    let error = error(Rule::Url, "htp://h/a b");
    let copy = error.clone();
    assert_eq!(error.notes(), error.notes());
    assert_eq!((copy.notes(), &copy), (error.notes(), &error));
    let notes = copy.notes();
    let ids: Vec<&str> = notes.iter().map(|note| note.id().as_str()).collect();
    assert_eq!(ids, ["space", "near-scheme"]);
}

#[test]
fn the_fix_lines_of_a_long_text_are_short() {
    let long = "a".repeat(100_000);
    for text in [
        format!("http://h/{long}~{long}"),
        format!("http://h/~{long}"),
        format!("www.h.org/{long}"),
    ] {
        let error = error(Rule::Url, &text);
        let lines: Vec<String> = error.notes()[0].fix_lines().collect();
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0].starts_with("write ") && lines[0].len() < 120,
            "{}",
            lines[0]
        );
        assert!(lines[0].contains('…'));
    }
    let two = error(Rule::Url, "http://h/a>");
    let lines: Vec<String> = two.notes()[0].fix_lines().collect();
    assert_eq!(lines, ["write http://h/a", "or write http://h/a%3E"]);
}
