//! `rfc1738 extract`.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::command::{exits, file, given, rfc1738, running, typed};
use serde_json::{Value, json};

/// A letter with three URLs: a valid one, an invalid one, and one whose wrapper is not closed.
const LETTER: &str = "\
Dear J\u{fc}rgen,\r\n\
\r\n\
I found <URL:ftp://ds.in\r\n\
ternic.net/rfc#top> and <URL:http://h/\r\n\
\t~me>, but also\r\n\
<URL:http://i/ and\r\n\
\r\n\
URL:news:*. See http://bare/.\r\n";

/// Returns the JSON objects on standard output.
fn objects(line: &str, input: &[u8]) -> Vec<Value> {
    crate::command::objects(&typed(line).write_stdin(input).assert())
}

#[test]
fn matches_are_shown_with_their_positions_in_the_document() {
    file("letter.txt", LETTER);
    exits("extract letter.txt", 1)
        .stderr("4 URLs: 2 valid, 2 invalid\n")
        .stdout(
            "\
letter.txt:3:14: ftp://ds.internic.net/rfc #top
letter.txt:4:30: http://h/~me
error: not a valid url: found \"~\" at offset 9
   ,-[letter.txt:5:2]
 5 |     ~me>
   |     ^
   |     `-- expected xchar or end of text
   `----
  note: \"~\" is unsafe and has to be encoded: %7E (RFC 1738, 2.2)
  help: write http://h/%7Eme
  note: in url, httpurl, hpath, hsegment
  help: `rfc1738 rules hsegment` shows the production, https://www.rfc-editor.org/rfc/rfc1738#section-2.2 the prose
letter.txt:6:6: http://i/
error: a wrapper is not closed
   ,-[letter.txt:6:6]
 6 | <URL:http://i/
   |      ^^^^^^^^^
   |          `-- no \">\" follows before a \"<\", a blank line, another quotation or the end
   `----
  help: a URL in running text is written <URL:…>, and \"<\" and \">\" in it as %3C and %3E
letter.txt:8:5: news:*
",
        );
}

#[test]
fn bare_urls_are_found_on_request() {
    given("See http://bare/, (mailto:a@b.c).", "extract --bare", 0)
        .stdout("<stdin>:1:5: http://bare/\n<stdin>:1:20: mailto:a@b.c\n")
        .stderr("2 URLs: 2 valid, 0 invalid\n");
    given("See http://bare/.", "extract -", 0)
        .stdout("")
        .stderr("0 URLs: 0 valid, 0 invalid\n");
}

#[test]
fn the_object_of_a_match_has_the_documented_fields() {
    given("<URL:ftp://ds.in\n ternic.net/rfc> URL:http://h/#a\u{fc}", "extract --format json", 0)
        .stderr("")
        .stdout(
            "\
{\"start\":5,\"end\":32,\"line\":1,\"column\":6,\"raw\":\"ftp://ds.in\\n ternic.net/rfc\",\"text\":\"ftp://ds.internic.net/rfc\",\"fragment\":null,\"ok\":true,\"kind\":\"wrapped\"}
{\"start\":38,\"end\":51,\"line\":2,\"column\":22,\"raw\":\"http://h/#a\\u00fc\",\"text\":\"http://h/\",\"fragment\":\"a\\u00fc\",\"ok\":true,\"kind\":\"prefixed\"}
",
        );
}

#[test]
fn an_invalid_match_has_the_error_of_check() {
    let finds = objects("extract --format json -", LETTER.as_bytes());
    assert_eq!(finds.len(), 4);
    let start = LETTER.find('~').expect("a tilde");
    assert_eq!(finds[1]["ok"], false);
    assert_eq!(finds[1]["error"]["offset"], 9);
    assert_eq!(
        finds[1]["place"],
        json!({"start": start, "end": start + 1, "line": 5, "column": 2})
    );
    let checked = objects("check --format json", b"http://h/~me");
    assert_eq!(finds[1]["error"], checked[0]["error"]);
    assert_eq!(
        (&finds[2]["ok"], &finds[2]["fault"], &finds[2]["error"]),
        (&json!(false), &json!("unclosed"), &Value::Null)
    );
    for find in &finds {
        let offset = |name: &str| usize::try_from(find[name].as_u64()?).ok();
        let span = offset("start").expect("a number")..offset("end").expect("a number");
        assert_eq!(find["raw"], LETTER[span]);
    }
}

#[test]
fn both_readings_of_a_final_hyphen_are_offered() {
    let text = "<URL:http://h-\n.com/a-\nb>";
    given("<URL:http://h/a-\n  b>", "extract", 0)
        .stdout("<stdin>:1:6: http://h/a-b\n  or http://h/ab\n");
    given(text, "extract", 0).stdout(
        "\
<stdin>:1:6: http://h.com/a-b
  or http://h.com/ab
  left out: the hyphen at 1:14; the text with it is not a URL
",
    );
    let finds = objects("extract --format json", text.as_bytes());
    assert_eq!(finds[0]["text"], "http://h.com/a-b");
    assert_eq!(
        finds[0]["alternatives"],
        json!([
            {"text": "http://h-.com/a-b", "ok": false},
            {"text": "http://h-.com/ab", "ok": false},
            {"text": "http://h.com/ab", "ok": true},
        ])
    );
}

#[test]
fn omissions_and_cuts_are_reported() {
    let document = "\
> <URL:http://h/a b\n> /c\n> /d> and\n\
&lt;URL:http://h/<b>?</b>a&amp;b&gt;\n\
http://h/\u{fc} # <URL:http://h/\n\
\n\u{c}\n# a>\n";
    given(document, "extract --bare", 0).stdout(
        "\
<stdin>:1:8: http://h/ab/c/d
  left out: the quote mark at 2:1 and 1 more
  left out: the white space at 1:18; a space in a URL is written %20
<stdin>:4:9: http://h/?a&b
  left out: the tag at 4:18 and 1 more
  decoded: the character reference at 4:27
<stdin>:5:1: http://h/
  cut: the character at 5:10 is not in US-ASCII; in a URL it has to be encoded
<stdin>:5:19: http://h/a
  left out: the comment mark at 8:1
  left out: the page break at 6:1
",
    );
    let finds = objects("extract --format json", document.as_bytes());
    assert_eq!(
        finds[0]["repairs"],
        json!([
            {"id": "white-space", "start": 17, "end": 18, "line": 1, "column": 18},
            {"id": "quote-mark", "start": 20, "end": 21, "line": 2, "column": 1},
            {"id": "quote-mark", "start": 25, "end": 26, "line": 3, "column": 1},
        ])
    );
    for find in &finds {
        for repair in find["repairs"].as_array().into_iter().flatten() {
            let offset = |name: &str| usize::try_from(repair[name].as_u64()?).ok();
            let start = offset("start").expect("a number");
            let end = offset("end").expect("a number");
            let expected = match repair["id"].as_str().expect("a name") {
                "quote-mark" => ">",
                "white-space" => " ",
                "comment-mark" => "#",
                "reference" => "&amp;",
                _ => &document[start..end],
            };
            assert_eq!(&document[start..end], expected);
        }
    }
}

#[test]
fn the_url_of_an_open_wrapper_excludes_the_next_paragraph() {
    let document = "at <URL:http://a/\n\nThe next paragraph, 2 > 1.\n";
    let finds = objects("extract --format json", document.as_bytes());
    assert_eq!(finds.len(), 1);
    assert_eq!(
        (&finds[0]["text"], &finds[0]["fault"], &finds[0]["ok"]),
        (&json!("http://a/"), &json!("unclosed"), &json!(false))
    );
}

#[test]
fn files_are_named_in_json_if_there_are_several() {
    file("one.txt", "<URL:news:a>");
    file("other.txt", "\n<URL:news:b>");
    let finds = objects("extract --format json one.txt other.txt", b"");
    let places = finds.iter().map(|find| (&find["file"], &find["line"]));
    assert_eq!(
        places.collect::<Vec<_>>(),
        [
            (&json!("one.txt"), &json!(1)),
            (&json!("other.txt"), &json!(2))
        ]
    );
    let finds = objects("extract --format json one.txt", b"");
    assert_eq!(finds[0]["file"], Value::Null);
}

#[test]
fn an_unreadable_file_does_not_stop_the_search_of_others() {
    file("read.txt", "<URL:news:a~>");
    let run = rfc1738(&["extract", "missing.txt", "read.txt", "."]).assert();
    let shown = &run.get_output().stdout;
    assert!(shown.starts_with(b"read.txt:1:6: news:a~\nerror: "));
    run.code(2).stderr(
        "\
error: missing.txt: No such file or directory (os error 2)
error: .: is a directory
1 URL: 0 valid, 1 invalid
",
    );
}

#[test]
fn a_match_that_is_too_long_is_reported_as_such() {
    let document = format!("URL:news:{} <URL:news:b>", "a".repeat(1 << 20));
    let finds = objects("extract --format json", document.as_bytes());
    assert_eq!(finds[0]["fault"], "too-long");
    assert_eq!(finds[1]["text"], "news:b");
    let run = rfc1738(&["extract"]).write_stdin(document).output();
    let shown = String::from_utf8(run.expect("the command runs").stdout).expect("UTF-8");
    let explanation: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(explanation[0], "error: too long for a URL");
    assert!(explanation[4].ends_with("no end within 1048576 bytes"));
    assert_eq!(
        explanation[6],
        "  help: a \">\" ends a URL; after \"URL:\", white space ends it as well"
    );
}

#[test]
fn an_error_in_a_long_document_has_its_line() {
    let before = "a line\r".repeat(100_000) + &"x ".repeat(100);
    let document = format!("{before}<URL:http://h/a\r  b\\c> and so on");
    let run = rfc1738(&["extract"]).write_stdin(document).output();
    let shown = String::from_utf8(run.expect("the command runs").stdout).expect("UTF-8");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], r"<stdin>:100001:206: http://h/ab\\c");
    assert!(lines[2].ends_with("[<stdin>:100002:4]"), "{shown}");
    assert_eq!(lines[3], " 100002 |   b\\c>");
}

#[test]
fn a_match_is_shown_while_the_input_is_still_open() {
    let mut child = running(&["extract"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input
        .write_all(b"<URL:news:a> and so on")
        .expect("the command reads its input");
    input.flush().expect("the command reads its input");
    let mut first = String::new();
    output.read_line(&mut first).expect("a line");
    assert_eq!(first, "<stdin>:1:6: news:a\n");
    drop(input);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}

#[test]
fn help_shows_examples() {
    for help in ["-h", "--help"] {
        let run = rfc1738(&["extract", help])
            .output()
            .expect("the command runs");
        let shown = String::from_utf8(run.stdout).expect("UTF-8");
        assert!(shown.contains("rfc1738 extract mail.txt"), "{shown}");
    }
}

#[test]
fn nothing_is_counted_if_nothing_can_be_read() {
    exits("extract missing.txt", 2)
        .stdout("")
        .stderr("error: missing.txt: No such file or directory (os error 2)\n");
}
