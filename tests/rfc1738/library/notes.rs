//! The notes from the prose of the RFC on rejected texts.

use rfc1738::{Rule, parse};

/// Returns the notes on a text that the production does not derive.
fn notes(rule: Rule, text: impl AsRef<[u8]>) -> Vec<String> {
    let error = match parse(rule, text.as_ref()) {
        Ok(tree) => panic!("accepted as\n{tree}"),
        Err(error) => error,
    };
    error.notes().iter().map(ToString::to_string).collect()
}

/// Asserts that the text as a URL gets exactly this note.
fn check(text: impl AsRef<[u8]>, note: &str) {
    let shown = text.as_ref().escape_ascii().to_string();
    assert_eq!(notes(Rule::Url, text), [note], "{shown}");
}

const LABELS: &str = "a host name is labels of letters, digits and \"-\", separated by \".\", \
    and each begins and ends with a letter or a digit (RFC 1738, 3.1)";

const RIGHTMOST: &str = "the rightmost label of a host name cannot begin with a digit, \
    unless the host is an IP address of four numbers (RFC 1738, 3.1)";

const SCHEME: &str = "a URL begins with the name of its scheme (letters, digits, \"+\", \
    \".\" and \"-\") and a colon (RFC 1738, 2.1)";

#[test]
fn a_user_name_where_the_scheme_has_none_is_explained() {
    for (scheme, note) in [
        (
            "http",
            "no user name or password is allowed in an http URL (RFC 1738, 3.3)",
        ),
        (
            "prospero",
            "no user name or password is allowed in a prospero URL (RFC 1738, 3.11)",
        ),
        (
            "gopher",
            "a gopher URL names a host and a port, but no user (RFC 1738, 3.4.1)",
        ),
        (
            "nntp",
            "an nntp URL names a host and a port, but no user (RFC 1738, 3.7)",
        ),
        (
            "wais",
            "a wais URL names a host and a port, but no user (RFC 1738, 3.9)",
        ),
        (
            "file",
            "a file URL names a host, but neither a user nor a port (RFC 1738, 3.10)",
        ),
    ] {
        for user in ["me@h/a", "me:secret@h/a", "@h/a", "a_b@h/a", "me%40x@h"] {
            check(format!("{scheme}://{user}"), note);
        }
    }
}

#[test]
fn an_at_sign_outside_a_user_name_gets_no_note_on_user_names() {
    assert_eq!(
        notes(Rule::Url, "http://h/a@b~c")[0],
        "\"~\" is unsafe and has to be encoded: %7E (RFC 1738, 2.2)"
    );
    check("http://h.-/a@b", LABELS);
    check(
        "file://h:80/a",
        "a file URL names a host, but neither a user nor a port (RFC 1738, 3.10)",
    );
}

#[test]
fn delimiters_in_a_user_name_or_password_are_explained() {
    let note = "in a user name and a password, \":\", \"@\" and \"/\" are encoded: %3A, %40, %2F (RFC 1738, 3.1)";
    for text in ["ftp://me@work@h/", "ftp://me:a:b@h/", "telnet://me:a@b@h/"] {
        check(text, note);
    }
}

#[test]
fn characters_that_need_encoding_are_shown_encoded() {
    for (character, note) in [
        (" ", "a space is unsafe and has to be encoded: %20"),
        ("~", "\"~\" is unsafe and has to be encoded: %7E"),
        ("[", "\"[\" is unsafe and has to be encoded: %5B"),
        ("\\", "\"\\\" is unsafe and has to be encoded: %5C"),
        ("`", "\"`\" is unsafe and has to be encoded: %60"),
        (
            "#",
            "\"#\" is unsafe (it delimits a URL from a fragment identifier) and has to be encoded: %23",
        ),
        (
            ">",
            "\">\" is unsafe (it delimits URLs in text) and has to be encoded: %3E",
        ),
        (
            "\n",
            "\"\\n\" is a control character and has to be encoded: %0A",
        ),
        (
            "\u{7f}",
            "\"\\u{7f}\" is a control character and has to be encoded: %7F",
        ),
        (
            "é",
            "\"é\" is not a US-ASCII character and has to be encoded: %C3%A9",
        ),
        (
            "\u{1f600}",
            "\"\u{1f600}\" is not a US-ASCII character and has to be encoded: %F0%9F%98%80",
        ),
    ] {
        for before in ["http://h/a", "ftp://h/", "mailto:", "x-new:"] {
            check(
                format!("{before}{character}b"),
                &format!("{note} (RFC 1738, 2.2)"),
            );
        }
    }
    check(
        b"mailto:a\xffb",
        "octet FF is not a US-ASCII character and has to be encoded: %FF (RFC 1738, 2.2)",
    );
}

#[test]
fn no_escape_is_proposed_where_none_is_allowed() {
    check(
        "http://h#a",
        "\"#\" is unsafe (it delimits a URL from a fragment identifier) (RFC 1738, 2.2)",
    );
    check("http://h /", "a space is unsafe (RFC 1738, 2.2)");
    check("http://h:8 0/", "a space is unsafe (RFC 1738, 2.2)");
    check("telnet://h/~", "\"~\" is unsafe (RFC 1738, 2.2)");
}

#[test]
fn an_unfinished_escape_is_explained() {
    let note = "\"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25 (RFC 1738, 2.2)";
    for text in [
        "http://h/100%",
        "http://h/100%/",
        "http://h/%4",
        "http://h/%zz",
        "mailto:a%b",
        "gopher://h/0a%0",
    ] {
        check(text, note);
    }
    assert!(notes(Rule::Port, "8f").is_empty());
}

#[test]
fn an_empty_port_is_explained() {
    let note = "if the port is omitted, the colon is omitted as well (RFC 1738, 3.1)";
    for text in [
        "http://h:/",
        "http://h:",
        "ftp://h:/a",
        "telnet://me:a@h:/",
        "gopher://1.2.3.4:/",
    ] {
        check(text, note);
    }
    assert_eq!(notes(Rule::Hostport, "h:"), [note]);
    assert!(notes(Rule::Url, "http://h:a/").is_empty());
}

#[test]
fn labels_of_host_names_are_explained() {
    for text in [
        "http://a-/",
        "http://a-.b/",
        "http://a-:80/",
        "http://-a/",
        "http://.a/",
        "http://a./",
        "http://a..b/",
        "http://a_b/",
        "http://a%41/",
        "http://bücher/",
        "http://[::1]/",
        "ftp://me@a-/",
        "ftp://a-/",
        "file://a-/b",
    ] {
        check(text, LABELS);
    }
    assert_eq!(notes(Rule::Hostname, "a-"), [LABELS]);
    assert_eq!(notes(Rule::Host, "a_b"), [LABELS]);
    for text in [
        "http://a.1/",
        "http://1.2.3/",
        "http://1.2.3.4.5/",
        "http://3com/",
        "http://1:80/",
    ] {
        check(text, RIGHTMOST);
    }
    assert_eq!(notes(Rule::Url, "news:1@h_"), [LABELS]);
    for text in [
        "http:///a",
        "http://",
        "ftp://a_b/",
        "ftp://1.2.3.4;type=a",
        "ftp://a$-",
        "ftp://$.1",
    ] {
        assert!(notes(Rule::Url, text).is_empty(), "{text}");
    }
}

#[test]
fn a_scheme_that_nearly_is_a_predefined_one_is_named() {
    for (text, name, near) in [
        ("htp://h/a b", "htp", "http"),
        ("https://h/a b", "https", "http"),
        ("HTPT://h/a b", "htpt", "http"),
        ("fpt:a b", "fpt", "ftp"),
        ("new:a b", "new", "news"),
        ("goper:a b", "goper", "gopher"),
        ("mailto-:a b", "mailto-", "mailto"),
    ] {
        let found = notes(Rule::Url, text);
        let space = "a space is unsafe and has to be encoded: %20 (RFC 1738, 2.2)".to_owned();
        let scheme =
            format!("\"{name}\" is not a scheme of this RFC, but \"{near}\" is (RFC 1738, 3)");
        assert_eq!(found, [space, scheme], "{text}");
    }
    assert_eq!(
        notes(Rule::Ftpurl, "fttp://h/"),
        ["\"fttp\" is not a scheme of this RFC, but \"ftp\" is (RFC 1738, 3)"]
    );
    for text in ["x-new:a b", "ldap://a b", "HTTP://h/a b", "http+news:a b"] {
        assert_eq!(notes(Rule::Url, text).len(), 1, "{text}");
    }
}

#[test]
fn a_text_without_a_scheme_is_explained() {
    for text in [
        "",
        "www.w3.org",
        "/etc/motd",
        "http//h/",
        "http",
        "a_b:c",
        ":a",
        "é:",
    ] {
        assert_eq!(notes(Rule::Url, text)[0], SCHEME, "{text}");
    }
    assert!(notes(Rule::Port, "a").is_empty());
}

#[test]
fn missing_slashes_are_explained() {
    let note = "a scheme that takes an Internet host is followed by \"://\" (RFC 1738, 3.1)";
    for text in ["http:", "http:h", "http:/h", "ftp:a/b"] {
        check(text, note);
    }
    let note = "a file URL takes the form file://<host>/<path>, and the host can be empty (RFC 1738, 3.10)";
    for text in ["file:/a", "file:a", "FILE:"] {
        check(text, note);
    }
}

#[test]
fn a_missing_slash_before_a_search_part_is_explained() {
    let note = "the \"/\" after the host and port can be omitted only if neither a path nor a search part follows (RFC 1738, 3.3)";
    for text in ["http://h?a", "http://h:80?a=b", "http://1.2.3.4?"] {
        check(text, note);
    }
    for text in ["http://h:?", "wais://h?a", "ftp://h:1?"] {
        assert_ne!(notes(Rule::Url, text), [note], "{text}");
    }
}

#[test]
fn reserved_characters_in_a_search_part_are_shown_encoded() {
    let note = "\"/\" and \"?\" are reserved in an http URL, so its search part holds them encoded";
    check("http://h/?a/b", &format!("{note}: %2F (RFC 1738, 3.3)"));
    check("http://h/?a?b", &format!("{note}: %3F (RFC 1738, 3.3)"));
    assert!(notes(Rule::Url, "wais://h/db?a?b").is_empty());
}

#[test]
fn a_wrong_typecode_is_explained() {
    let note = "the typecode is one of the characters \"a\", \"i\" and \"d\" (RFC 1738, 3.2.2)";
    check("ftp://h/a;type=x", note);
    check("ftp://h/a;type=", note);
    check("ftp://h/a;type=ai", note);
}
