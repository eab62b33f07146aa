//! `rfc1738 parse`.

use crate::command::{exits, given, object, rfc1738, stderr, stdout, typed};
use crate::extent::few_or_many;
use serde_json::{Value, json};

#[test]
fn a_valid_text_is_shown_as_a_tree() {
    exits("parse ftp://ds.internic.net/rfc/rfc1738.txt;type=a", 0)
        .stderr("")
        .stdout(
            "\
url 0..44 \"ftp://ds.internic.net/rfc/rfc1738.txt;type=a\"
└─ ftpurl 0..44 \"ftp://ds.internic.net/rfc/rfc1738.txt;type=a\"
   ├─ login 6..21 \"ds.internic.net\"
   │  └─ hostport 6..21 \"ds.internic.net\"
   │     └─ host 6..21 \"ds.internic.net\"
   │        └─ hostname 6..21 \"ds.internic.net\"
   │           ├─ domainlabel 6..8 \"ds\"
   │           ├─ domainlabel 9..17 \"internic\"
   │           └─ toplabel 18..21 \"net\"
   ├─ fpath 22..37 \"rfc/rfc1738.txt\"
   │  ├─ fsegment 22..25 \"rfc\"
   │  └─ fsegment 26..37 \"rfc1738.txt\"
   └─ ftptype 43..44 \"a\"
",
        );
}

#[test]
fn the_full_derivation_is_shown_on_request() {
    exits("parse --rule port --detail characters 80", 0).stdout(
        "\
port 0..2 \"80\"
└─ digits 0..2 \"80\"
   ├─ digit 0..1 \"8\"
   └─ digit 1..2 \"0\"
",
    );
}

#[test]
fn only_the_text_of_inner_nodes_is_truncated() {
    let segment = "s".repeat(70);
    let shown = format!(
        "hpath 0..70 \"{}\"…\n└─ hsegment 0..70 \"{segment}\"\n",
        "s".repeat(60)
    );
    exits(&format!("parse --rule hpath {segment}"), 0).stdout(shown);
}

#[test]
fn a_nested_list_has_a_line_for_each_node() {
    exits("parse --rule hostport --format sexp a.b:80", 0)
        .stderr("")
        .stdout(
            "\
(hostport 0 6
  (host 0 3
    (hostname 0 3
      (domainlabel 0 1 \"a\")
      (toplabel 2 3 \"b\")))
  (port 4 6
    (digits 4 6 \"80\")))
",
        );
}

#[test]
fn json_lines_have_an_object_for_each_node() {
    exits("parse --rule hostport --format jsonl h:80", 0)
        .stderr("")
        .stdout(
            r#"{"rule":"hostport","start":0,"end":4,"depth":0}
{"rule":"host","start":0,"end":1,"depth":1}
{"rule":"hostname","start":0,"end":1,"depth":2}
{"rule":"toplabel","start":0,"end":1,"depth":3,"text":"h"}
{"rule":"port","start":2,"end":4,"depth":1}
{"rule":"digits","start":2,"end":4,"depth":2,"text":"80"}
"#,
        );
}

#[test]
fn json_lines_of_an_invalid_text_equal_its_json() {
    let of = |format| {
        let line = format!("parse --format {format} 'http://h/ x'");
        stdout(&exits(&line, 1).stderr(""))
    };
    assert_eq!(of("jsonl"), of("json"));
    assert!(of("jsonl").contains(r#""ok":false,"error":{"offset":9,"#));
}

#[test]
fn quotation_marks_and_backslashes_are_escaped_in_quoted_texts() {
    for format in ["tree", "sexp"] {
        let quote = exits(&format!("parse --rule punctuation --format {format} \""), 0);
        assert!(stdout(&quote).contains(r#""\"""#));
        let backslash = exits(&format!("parse --rule national --format {format} \\"), 0);
        assert!(stdout(&backslash).contains(r#""\\""#));
    }
}

#[test]
fn json_of_a_valid_text_has_the_documented_fields() {
    exits("parse --rule port --format json 80", 0).stderr("").stdout(
        "{\"input\":\"80\",\"rule\":\"port\",\"ok\":true,\"tree\":{\"rule\":\"port\",\"start\":0,\"end\":2,\"children\":\
         [{\"rule\":\"digits\",\"start\":0,\"end\":2,\"children\":[]}]}}\n",
    );
}

#[test]
fn json_of_an_invalid_text_has_the_documented_fields() {
    exits("parse --rule ftptype --format json x", 1).stderr("").stdout(
        "{\"input\":\"x\",\"rule\":\"ftptype\",\"ok\":false,\"error\":{\"offset\":0,\"start\":0,\"end\":1,\"found\":\"x\",\
         \"expected\":[\"\\\"A\\\"\",\"\\\"D\\\"\",\"\\\"I\\\"\",\"\\\"a\\\"\",\"\\\"d\\\"\",\"\\\"i\\\"\"],\
         \"next\":\"ADIadi\",\"can_end\":false,\"context\":[\"ftptype\"],\"notes\":[{\"section\":\"3.2.2\",\
         \"message\":\"the typecode is one of the characters \\\"a\\\", \\\"i\\\" and \\\"d\\\"\",\"id\":\"ftp-typecode\",\
         \"fixes\":[{\"start\":0,\"end\":1,\"replacement\":\"a\",\"certain\":false},{\"start\":0,\"end\":1,\"replacement\":\"i\",\"certain\":false},\
         {\"start\":0,\"end\":1,\"replacement\":\"d\",\"certain\":false}]}],\"id\":\"ftp-typecode\"}}\n",
    );
}

#[test]
fn json_lists_what_was_expected() {
    let error = json_of("parse --format json http://user@host/")["error"].take();
    assert_eq!(error["offset"], 11);
    assert_eq!(error["found"], "@");
    assert_eq!(
        error["expected"],
        json!([
            "alphadigit",
            "\"-\"",
            "\".\"",
            "\":\"",
            "\"/\"",
            "end of text"
        ])
    );
    assert_eq!(
        error["next"],
        "-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    );
    assert_eq!(error["can_end"], true);
    assert_eq!(error["context"], json!(["url", "httpurl", "hostport"]));
}

#[test]
fn json_shows_the_full_derivation_on_request() {
    let tree = json_of("parse --rule digits --detail characters --format json 7")["tree"].take();
    let digit = json!({"rule": "digit", "start": 0, "end": 1, "children": []});
    assert_eq!(
        tree,
        json!({"rule": "digits", "start": 0, "end": 1, "children": [digit]})
    );
}

#[test]
fn json_has_null_for_the_end_of_the_text() {
    let error = json_of("parse --format json http://")["error"].take();
    assert_eq!(
        (&error["found"], &error["start"], &error["end"]),
        (&Value::Null, &json!(7), &json!(7))
    );
}

#[test]
fn a_rejection_is_explained_in_the_style_of_rustc() {
    exits("parse http://user@host/", 1)
        .stdout("")
        .stderr(
            "\
error: not a valid url: found \"@\" at offset 11
   ,----
 1 | http://user@host/
   |            ^
   |            `-- expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text
   `----
  note: no user name or password is allowed in an http URL (RFC 1738, 3.3)
  help: write http://host/
  note: in url, httpurl, hostport
  help: `rfc1738 rules hostport` shows the production, https://www.rfc-editor.org/rfc/rfc1738#section-3.3 the prose
",
        );
}

#[test]
fn an_unfinished_escape_is_underlined_as_a_whole() {
    exits("parse --format sexp http://h/%4x", 1)
        .stdout("")
        .stderr(
            "\
error: not a valid url: found \"x\" at offset 11
   ,----
 1 | http://h/%4x
   |          ^^^
   |           `-- expected hex
   `----
  note: \"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25 (RFC 1738, 2.2)
  help: write http://h/%254x
  note: in url, httpurl, hpath, hsegment, uchar, escape
  help: `rfc1738 rules escape` shows the production, https://www.rfc-editor.org/rfc/rfc1738#section-2.2 the prose
",
        );
}

#[test]
fn the_empty_text_is_rejected_at_its_end() {
    exits("parse ''", 1).stdout("").stderr(
        "\
error: not a valid url: found the end of the text at offset 0
   ,----
 1 |\x20
   | ^
   | `-- expected alphadigit, \"+\", \"-\" or \".\"
   `----
  note: a URL begins with the name of its scheme (letters, digits, \"+\", \".\" and \"-\") and a colon (RFC 1738, 2.1)
  note: in url
  help: `rfc1738 rules url` shows the production, https://www.rfc-editor.org/rfc/rfc1738#section-2.1 the prose
",
    );
}

#[test]
fn the_help_falls_back_on_the_requested_production() {
    let errors = stderr(&exits("parse --rule hex x", 1));
    assert!(
        errors.contains("help: `rfc1738 rules hex` shows the production"),
        "{errors}"
    );
}

#[test]
fn a_long_text_is_truncated_around_the_error() {
    let text = format!("http://h/{}@ {}", "a".repeat(1000), "b".repeat(1000));
    let errors = stderr(&rfc1738(&["parse", &text]).assert().code(1));
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(
        lines[2],
        format!(" 1 | …{}@ {}…", "a".repeat(59), "b".repeat(20))
    );
    assert_eq!(lines[3].find('^'), Some("   | .".len() + 60));
}

#[test]
fn a_text_may_begin_with_a_hyphen_after_two_hyphens() {
    exits("parse --rule hsegment -- -x", 0).stdout("hsegment 0..2 \"-x\"\n");
    exits("parse -x", 2);
}

#[test]
fn a_hyphen_reads_standard_input_without_one_line_end() {
    for (input, code) in [
        ("80", 0),
        ("80\n", 0),
        ("80\r\n", 0),
        ("80\n\n", 1),
        ("80\r", 1),
    ] {
        given(input, "parse --rule port -", code);
    }
}

#[test]
fn an_unknown_production_gets_the_nearest_names() {
    let message = "\
error: there is no production `htpurl`; did you mean `httpurl`? `rfc1738 rules` lists them
";
    exits("parse --rule htpurl x", 2).stdout("").stderr(message);
    exits("check --rule htpurl", 2).stdout("").stderr(message);
    exits("rules htpurl", 2).stdout("").stderr(message);
    exits("rules xyz", 2)
        .stdout("")
        .stderr("error: there is no production `xyz`; `rfc1738 rules` lists them\n");
}

#[test]
fn usage_errors_exit_with_2() {
    for line in [
        "",
        "parse",
        "parse a b",
        "parse --format xml a",
        "prase",
        "grammar",
    ] {
        exits(line, 2).stdout("");
    }
}

#[test]
fn help_and_version_exit_with_0() {
    exits("--version", 0).stdout(format!("rfc1738 {}\n", env!("CARGO_PKG_VERSION")));
    for line in [
        "--help",
        "-h",
        "parse --help",
        "help check",
        "grammar check -h",
    ] {
        let shown = stdout(&exits(line, 0).stderr(""));
        assert!(
            shown.contains("  rfc1738 ") || shown.contains(": rfc1738 "),
            "{line}"
        );
    }
}

#[test]
fn a_long_text_is_parsed_in_every_format() {
    let text = format!("http://h/{}", "a".repeat(few_or_many(500_000, 2_000_000)));
    let wrong = text.clone() + " ";
    for format in ["tree", "json", "jsonl", "sexp"] {
        let line = format!("parse --format {format} -");
        given(text.as_str(), &line, 0).stderr("");
        given(wrong.as_str(), &line, 1);
    }
}

#[test]
fn a_text_with_many_parts_is_parsed_in_every_format() {
    let parts = few_or_many(10_000, 50_000);
    let text = format!("http://h/{}", "a/".repeat(parts));
    for format in ["tree", "json", "jsonl", "sexp"] {
        let output = stdout(&given(
            text.as_str(),
            &format!("parse --format {format} -"),
            0,
        ));
        assert_eq!(output.matches("hsegment").count(), parts + 1);
    }
}

#[cfg(unix)]
#[test]
fn octets_that_are_not_utf8_are_part_of_the_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let text = OsStr::from_bytes(b"http://h/\xe4\xff");
    let run = rfc1738(&["parse", "--format", "json"])
        .arg(text)
        .assert()
        .code(1)
        .stderr("");
    let record = object(&run);
    assert_eq!(record["input"], "http://h/\u{fffd}\u{fffd}");
    assert_eq!(
        (&record["error"]["start"], &record["error"]["end"]),
        (&json!(9), &json!(10))
    );
    assert_eq!(record["error"]["found"], "\u{fffd}");
    let errors = stderr(&rfc1738(&["parse"]).arg(text).assert().code(1).stdout(""));
    assert!(
        errors.contains(
            "found octet E4 at offset 9\n   ,----\n 1 | http://h/\\xe4\\xff\n   |          ^^^^\n"
        ),
        "{errors}"
    );
}

fn json_of(line: &str) -> Value {
    object(&typed(line).assert().stderr(""))
}

#[cfg(unix)]
#[test]
fn stray_continuation_octets_are_shown() {
    use std::os::unix::ffi::OsStrExt as _;
    let text = std::ffi::OsStr::from_bytes(b"http://h/%\x80\x80");
    rfc1738(&["parse"]).arg(text).assert().code(1).stderr(
        "\
error: not a valid url: found octet 80 at offset 10
   ,----
 1 | http://h/%\\x80\\x80
   |          ^^^^^
   |            `-- expected hex
   `----
  note: \"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25 (RFC 1738, 2.2)
  help: write http://h/%25%80%80
  note: in url, httpurl, hpath, hsegment, uchar, escape
  help: `rfc1738 rules escape` shows the production, https://www.rfc-editor.org/rfc/rfc1738#section-2.2 the prose
",
    );
}
