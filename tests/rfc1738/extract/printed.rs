//! URLs in text that was printed, numbered or encoded for the way, and templates of URLs.

use rfc1738::extract::{Fault, Match, RepairKind, extract};

use super::{all, texts};

fn wrapped(document: &str) -> Match {
    extract(document).next().expect("a wrapper")
}

/// Returns the kinds of the repairs, with what they leave out of the document.
fn repairs<'d>(document: &'d str, found: &Match) -> Vec<(RepairKind, &'d str)> {
    let repairs = found.repairs().iter();
    let repairs = repairs.map(|repair| (repair.kind(), &document[repair.span()]));
    repairs.collect()
}

#[test]
fn the_hyphen_of_a_typesetter_is_left_out() {
    for hyphen in ["\u{ad}", "\u{2010}"] {
        let document = format!("> at <URL:http://a.dom/long{hyphen}\n>  name{hyphen}\r\n> /x>");
        let found = wrapped(&document);
        assert_eq!(found.text(), b"http://a.dom/longname/x");
        let quote = (RepairKind::QuoteMark, ">");
        let hyphen = (RepairKind::Hyphen, hyphen);
        assert_eq!(repairs(&document, &found), [hyphen, quote, hyphen, quote]);
        let name = found.document_span(17..21);
        assert_eq!(&document[name], "name");
    }
    // Within a line, it is an error.
    assert!(!wrapped("<URL:http://a.dom/long\u{ad}name>").is_valid());
}

#[test]
fn numbers_of_lines_are_left_out_if_they_follow() {
    let document = "   9at <URL:http://a.dom/\n  10long\n\t11name/>\n";
    let found = wrapped(document);
    assert_eq!(found.text(), b"http://a.dom/longname/");
    let number = RepairKind::LineNumber;
    assert_eq!(
        repairs(document, &found),
        [(number, "  10"), (number, "\t11")]
    );
    let other = "   9at <URL:http://a.dom/\n  12long>\n";
    assert_eq!(wrapped(other).text(), b"http://a.dom/12long");
    let other = "at <URL:http://a.dom/\n1long\n2x>\n";
    assert_eq!(wrapped(other).text(), b"http://a.dom/1long2x");
}

#[test]
fn a_soft_line_break_makes_no_valid_url() {
    // The encoder of Python's `quopri` breaks lines of 76 octets.
    let url = format!("http://a.dom/{}", "b".repeat(80));
    let (begin, rest) = url.split_at(71);
    for (end, follows) in [("=\n", "c d\n"), ("=\r\n", "c")] {
        let mail = format!("See {begin}{end}{rest}{follows}");
        let found = all(mail.as_str());
        assert_eq!(found[0].fault(), Some(Fault::SoftBreak));
        assert!(!found[0].is_valid());
        let mail = format!("x\n<URL:{}{end}{}>", &url[..70], &url[70..]);
        let found = wrapped(&mail);
        assert_eq!(found.text(), url.as_bytes());
        assert_eq!(repairs(&mail, &found), [(RepairKind::SoftBreak, "=")]);
    }
    // A line of another length, and one that nothing follows.
    let kept = format!("{begin}=");
    for mail in [
        format!("{kept}\n{rest}"),
        format!("See {kept}\n\nx"),
        format!("See {kept}"),
    ] {
        let found = all(mail.as_str());
        assert_eq!((found[0].text(), found[0].fault()), (kept.as_bytes(), None));
    }
}

#[test]
fn a_template_of_a_host_is_no_bare_url() {
    for template in [
        "http://${host}/x",
        "http://$HOST/x",
        "http://www.{domain}/x",
        "http://me:pw@{host}:80/",
        "http://%s/x",
        "http://%(host)s/x",
        "http://h:${port}/",
        "http://www.<domain>/",
    ] {
        assert_eq!(texts(&all(template)), [""; 0], "{template}");
        // Its mark says that it is meant as one.
        assert_eq!(extract(&format!("<URL:{template}>")).count(), 1);
    }
    let kept = ["http://h/${path}", "ftp://u:pa$word@h/", "http://h/?a={b}"];
    for text in kept {
        assert_eq!(texts(&all(text)), [text]);
    }
}

#[test]
fn a_letter_can_be_a_scheme() {
    assert_eq!(
        texts(&all("x://h/a, (y://h/b) s://h")),
        ["x://h/a", "y://h/b", "s://h"]
    );
    assert_eq!(
        texts(&all("%s://h/a $x://h/ \\w://h http(s)://h/")),
        [""; 0]
    );
}
