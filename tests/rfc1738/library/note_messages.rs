//! The text and the fixes of each note, and the list of all notes in the manual.

use rfc1738::NoteId;

use super::notes::{error, fixed};

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
