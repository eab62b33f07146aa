//! The notes from the prose of the RFC on rejected texts: their ids, their texts and fixes, and the list of all in the manual.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use rfc1738::{ErrorId, Fix, Note, NoteId, Rule, SyntaxError, parse};

/// A production, a text that it does not derive, and its notes with their fixes.
pub(crate) type Case = (Rule, &'static str, Vec<(&'static str, Vec<&'static str>)>);

pub(crate) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |line: &'static str| {
        let (rule, rest) = line.split_once(' ').expect("a production and a text");
        let mut parts = rest.split(" → ");
        let text: &str = parts.next().expect("a text").replace('␉', "\t").leak();
        let notes = parts.map(|note| {
            let mut words = note.split(' ');
            (words.next().expect("an id"), words.collect())
        });
        (rule.parse().expect("a production"), text, notes.collect())
    };
    let lines = include_str!("../../notes.txt").lines();
    let cases: Vec<Case> = lines
        .filter(|line| !line.starts_with('#'))
        .map(case)
        .collect();
    assert!(cases.len() > 150, "{} cases", cases.len());
    cases
});

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

/// Each note once: a production and a text, the note with its section, and the texts of its fixes.
const MESSAGES: &str = "\
url www.w3.org
  a URL begins with the name of its scheme (letters, digits, \"+\", \".\" and \"-\") and a colon (RFC 1738, 2.1)
    http://www.w3.org
scheme a_b
  the name of a scheme consists of letters, digits, \"+\", \".\" and \"-\" (RFC 1738, 2.1)
url http://http://h/
  a URL has one scheme, at its beginning (RFC 1738, 2.1)
    http://h/
otherurl http://h/
  the RFC defines this scheme, so a URL of a new scheme cannot have it (RFC 1738, 5)
url http://h/a b
  a space is unsafe and has to be encoded: %20 (RFC 1738, 2.2)
    http://h/a%20b
url http://h/a<b
  \"<\" is unsafe (it delimits URLs in text) and has to be encoded: %3C (RFC 1738, 2.2)
    http://h/a%3Cb
url \"http://h/\"
  quotation marks delimit a URL in some systems, but are not part of it (RFC 1738, 2.2)
    http://h/
url http://h/a#b
  \"#\" is unsafe (it delimits a URL from a fragment identifier): the URL ends before it (RFC 1738, 2.2)
    http://h/a
url http://h/~me
  \"~\" is unsafe and has to be encoded: %7E (RFC 1738, 2.2)
    http://h/%7Eme
url mailto:a\u{7f}b
  \"\\u{7f}\" is a control character and has to be encoded: %7F (RFC 1738, 2.2)
    mailto:a%7Fb
url http://h/é
  \"é\" is not a US-ASCII character and has to be encoded: %C3%A9 (RFC 1738, 2.2)
    http://h/%C3%A9
url http://h/~a?b=c&amp;d
  \"&amp;\" is \"&\" in HTML and XML; a URL holds \"&\" alone (RFC 1738, 2.2)
url http://h/100%
  \"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25 (RFC 1738, 2.2)
    http://h/100%25
url http:/h
  a scheme that takes an Internet host is followed by \"://\" (RFC 1738, 3.1)
    http://h
ip-schemepart /h
  the common Internet scheme syntax is //<user>:<password>@<host>:<port>/<url-path> (RFC 1738, 3.1)
url ftp://me@work@h/
  in a user name and a password, \":\", \"@\" and \"/\" are encoded: %3A, %40, %2F (RFC 1738, 3.1)
    ftp://me%40work@h/
url http:///a.dom/b
  the host is missing: a domain name, or an IP address of four decimal numbers (RFC 1738, 3.1)
    http://a.dom/b
url http://a./
  a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and ends with a letter or a digit (RFC 1738, 3.1)
    http://a/
url http://1.2.3/
  the rightmost label of a host name cannot begin with a digit, unless the host is an IP address of four numbers (RFC 1738, 3.1)
url http://[::1]/
  IPv6 addresses in brackets came later, with RFC 2732 and RFC 3986; in RFC 1738, an IP address is four decimal numbers, separated by \".\" (RFC 1738, 3.1)
hostnumber 1.2.3
  an IP address is four decimal numbers, separated by \".\" (RFC 1738, 3.1)
url ftp://u:a b@h/
  a character of the password has to be encoded: \"%\" and two hexadecimal digits (RFC 1738, 2.2)
    ftp://u:a%20b@h/
url http://<host>/
  a placeholder such as <host>, {host} or $HOST is not a host or a port; write the value in its place (RFC 1738, 3.1)
url http://h:/
  if the port is omitted, the colon is omitted as well (RFC 1738, 3.1)
    http://h/
url http://h:80a/
  the port after the colon is a decimal number (RFC 1738, 3.1)
url ftp://h;type=a
  an ftp URL takes the form ftp://<user>:<password>@<host>:<port>/<cwd>/<name>;type=<typecode> (RFC 1738, 3.2.2)
    ftp://h/;type=a
url ftp://h/a;b
  in a name of an ftp path, \"/\" and \";\" are reserved and have to be encoded: %2F, %3B (RFC 1738, 3.2.2)
    ftp://h/a%3Bb
url ftp://h/a;typ=a
  the typecode of an ftp URL follows \";type=\" (RFC 1738, 3.2.2)
    ftp://h/a;type=a
    ftp://h/a%3Btyp=a
url ftp://h/a;TYPE=a
  \";type=\" is in lower case: where the BNF means either case, it lists both, as in \"A\" and \"a\" (RFC 1738, 5)
    ftp://h/a;type=a
    ftp://h/a%3BTYPE=a
url ftp://h/a;type=x
  the typecode is one of the characters \"a\", \"i\" and \"d\" (RFC 1738, 3.2.2)
    ftp://h/a;type=a
    ftp://h/a;type=i
    ftp://h/a;type=d
url http://h\\a
  an http URL takes the form http://<host>:<port>/<path>?<searchpart> (RFC 1738, 3.3)
    http://h/a
url http://me@h/
  no user name or password is allowed in an http URL (RFC 1738, 3.3)
    http://h/
url http://h?a
  the \"/\" after the host and port can be omitted only if neither a path nor a search part follows (RFC 1738, 3.3)
    http://h/?a
url http://h/?a/b
  \"/\" and \"?\" are reserved in the path and the search part of an http URL and have to be encoded: %2F (RFC 1738, 3.3)
    http://h/?a%2Fb
url gopher://h?a
  a gopher URL takes the form gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string> (RFC 1738, 3.4.1)
url gopher://me@h/
  a gopher URL names a host and a port, but no user (RFC 1738, 3.4.1)
    gopher://h/
url mailto:
  a mailto URL takes the form mailto:<rfc822-addr-spec>, such as mailto:me@host.dom (RFC 1738, 3.5)
url mailto:Me <me@h>
  a mailto URL holds the address alone, without a name, \"<\" and \">\" (RFC 1738, 3.5)
    mailto:me@h
url mailto:a%b@h
  \"%\" is common in mail addresses and has to be encoded: %25 (RFC 1738, 3.5)
    mailto:a%25b@h
url news:3b
  a news URL names a newsgroup (a letter, then letters, digits, \"-\", \".\", \"+\" and \"_\"), \"*\" for all newsgroups, or a message id of the form <unique>@<full_domain_name> (RFC 1738, 3.6)
url news:<a@b>
  a news URL holds the message id without the enclosing \"<\" and \">\" (RFC 1738, 3.6)
    news:a@b
url news://h/comp.x
  a news URL names no host, but an nntp URL does (RFC 1738, 3.6)
    news:comp.x
    nntp://h/comp.x
url nntp://h/
  an nntp URL takes the form nntp://<host>:<port>/<newsgroup-name>/<article-number>, and the name of a newsgroup begins with a letter (RFC 1738, 3.7)
url nntp://me@h/a
  an nntp URL names a host and a port, but no user (RFC 1738, 3.7)
    nntp://h/a
url nntp://h/a/
  the number of an article consists of digits; without a number, the \"/\" before it is omitted as well (RFC 1738, 3.7)
    nntp://h/a
url telnet://h/x
  a telnet URL takes the form telnet://<user>:<password>@<host>:<port>/, and nothing follows the last \"/\" (RFC 1738, 3.8)
    telnet://h/
url wais://h/db/T
  a wais URL has <database>, <database>?<search> or <database>/<wtype>/<wpath> after wais://<host>:<port>/ (RFC 1738, 3.9)
url wais://me@h/a
  a wais URL names a host and a port, but no user (RFC 1738, 3.9)
    wais://h/a
url wais://h/db?a/b
  reserved characters separate the parts of a wais URL, so the parts hold them encoded: %2F (RFC 1738, 3.9)
    wais://h/db?a%2Fb
url file:/a
  a file URL takes the form file://<host>/<path>, and the host can be empty (RFC 1738, 3.10)
    file:///a
url file://h:80/a
  a file URL names a host, but neither a user nor a port (RFC 1738, 3.10)
    file://h/a
url C:\\a b
  a path on a computer is not a URL; a file URL takes the form file://<host>/<path>, and \"/\" separates the directories (RFC 1738, 3.10)
    file:///C:/a%20b
url prospero://h
  a prospero URL takes the form prospero://<host>:<port>/<hsoname>;<field>=<value> (RFC 1738, 3.11)
    prospero://h/
url prospero://me@h/a
  no user name or password is allowed in a prospero URL (RFC 1738, 3.11)
    prospero://h/a
url prospero://h/n;a=b/c
  reserved characters separate the fields of a prospero URL, so a name or a value holds them encoded: %2F (RFC 1738, 3.11)
    prospero://h/n;a=b%2Fc
url prospero://h/n;a
  a field of a prospero URL takes the form ;<field>=<value>, and a \";\" in the object name is encoded: %3B (RFC 1738, 3.11)
    prospero://h/n;a=
    prospero://h/n%3Ba
url htpp://h/a b
  \"htpp\" is not a registered scheme, but \"http\" is (RFC 1738, 4)
    http://h/a%20b
url file:///a;b
  the path of a file URL consists of the segments of an ftp path, which hold \";\" encoded: %3B (RFC 1738, 5)
    file:///a%3Bb
digits 1a
  a number consists of the digits 0 to 9 (RFC 1738, 5)
hex ab
  hex derives one character, such as 0, and no more (RFC 1738, 5)
url <URL:http://h/a>
  \"URL:\", \"<\" and \">\" mark a URL in a text, but are not part of it (RFC 1738, Appendix)
    http://h/a
url  http://h/
  white space that surrounds a URL or breaks its line is not part of it (RFC 1738, Appendix)
    http://h/
";

#[test]
fn every_note_has_a_pinned_text_and_pinned_fixes() {
    let mut ids = Vec::new();
    let mut lines = MESSAGES.lines().peekable();
    while let Some(line) = lines.next() {
        let (rule, text) = line.split_once(' ').expect("a production and a text");
        let message = lines.next().expect("a message").trim_start();
        let fixes = std::iter::from_fn(|| lines.next_if(|line| line.starts_with("    ")));
        let fixes: Vec<&str> = fixes.map(str::trim_start).collect();
        let error = error(rule.parse().expect("a production"), text);
        let notes = error.notes();
        let Some(note) = notes.iter().find(|note| note.to_string() == message) else {
            panic!("{:#?} on {text}", error.notes());
        };
        assert_eq!(fixed(note), fixes, "{text}");
        ids.push(note.id());
    }
    for id in NoteId::ALL {
        let rows = ids.iter().filter(|one| **one == id).count();
        assert_eq!(rows, 1, "rows of `{id}` in the table");
    }
}

#[test]
fn the_manual_lists_all_notes() {
    let manual = include_str!("../../../docs/notes.md");
    let rows =
        NoteId::ALL.map(|id| format!("| `{id}` | {} | `{}` |\n", id.section(), id.sentence()));
    assert!(
        manual.contains(&rows.concat()),
        "the table should be:\n{}",
        rows.concat()
    );
}

fn id_of(rule: Rule, text: &str) -> String {
    parse(rule, text).expect_err(text).id().to_string()
}

#[test]
fn the_id_names_the_explanation_or_the_production() {
    for (text, wanted) in [
        ("http://me@h/", "http-user"),
        ("http://h:/", "empty-port"),
        ("http://h:8o/", "port-digits"),
        ("http://h/~", "unsafe-character"),
        ("http://h/%zz", "unfinished-escape"),
        ("http:/h/", "double-slash"),
        ("http://a_b/", "host-label"),
        ("ftp://h/a;type=x", "ftp-typecode"),
        ("http://h/a b", "space"),
        ("", "scheme-missing"),
        ("telnet://h/x", "telneturl-syntax"),
        ("wais://h/a/b", "wtype-syntax"),
    ] {
        assert_eq!(id_of(Rule::Url, text), wanted, "{text}");
    }
    assert_eq!(id_of(Rule::Port, "8o"), "port-digits");
    assert_eq!(id_of(Rule::Digits, "x"), "digits-syntax");
    assert_eq!(id_of(Rule::Lowalpha, "A"), "lowalpha-syntax");
}

#[test]
fn each_id_is_listed_once_and_parses_back() {
    let names: Vec<String> = ErrorId::all().map(|id_of| id_of.to_string()).collect();
    let unique: BTreeSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
    for (name, id_of) in names.iter().zip(ErrorId::all()) {
        assert_eq!(name.parse(), Ok(id_of));
    }
    let forms = NoteId::ALL.iter().filter(|note| note.is_form()).count();
    assert_eq!(names.len(), NoteId::ALL.len() - forms + Rule::ALL.len());
}

#[test]
fn an_id_that_no_error_has_is_refused() {
    for unknown in [
        "",
        "http",
        "-syntax",
        "httpurl",
        "HTTP-USER",
        "http-form",
        "http-user-syntax",
    ] {
        let error = unknown.parse::<ErrorId>().unwrap_err();
        assert_eq!(error.id(), unknown);
        assert_eq!(error.to_string(), format!("there is no error {unknown:?}"));
    }
}

#[test]
fn the_id_of_an_explained_error_is_its_first_note() {
    let listed: Vec<ErrorId> = ErrorId::all().collect();
    for (rule, text, notes) in CASES.iter() {
        let error = parse(*rule, text).expect_err(text);
        assert!(listed.contains(&error.id()), "{text}");
        let first: NoteId = notes[0].0.parse().expect("a note");
        match error.id() {
            ErrorId::Note(note) => {
                assert_eq!(note, first, "{text}");
                assert_eq!(error.id().section(), note.section());
            }
            ErrorId::Syntax(rule) => {
                assert!(first.is_form(), "{text}");
                assert_eq!(rule, error.help_rule());
                assert_eq!(error.id().section(), rule.section());
            }
        }
    }
}
