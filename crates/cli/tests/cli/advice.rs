//! Advice: below a tree of `parse`, in the counts and objects of `check`, and as a reason to
//! fail.

use crate::command::{exits, file, given, rfc1738, stdout, typed};
use serde_json::{Value, json};

const SMTP: &str = "gopher://h:25/0%0AHELO";

const SMTP_TREE: &str = "\
url 0..22 \"gopher://h:25/0%0AHELO\"
└─ gopherurl 0..22 \"gopher://h:25/0%0AHELO\"
   ├─ hostport 9..13 \"h:25\"
   │  ├─ host 9..10 \"h\"
   │  │  └─ hostname 9..10 \"h\"
   │  │     └─ toplabel 9..10 \"h\"
   │  └─ port 11..13 \"25\"
   │     └─ digits 11..13 \"25\"
   ├─ gtype 14..15 \"0\"
   └─ selector 15..22 \"%0AHELO\"
";

const NON_DEFAULT: &str = "[non-default-port] 11..13 \"25\": port 25 is not 70, the default of gopher: something else may listen there (RFC 1738, 6)\n";

const RESERVED: &str = "[reserved-port] 11..13 \"25\": port 25 is reserved, like all ports below 1024 (RFC 6335, 6): a server of another protocol may read the request as commands (RFC 1738, 6)\n";

const DELIMITER: &str = "[encoded-delimiter] 15..18 \"%0A\": decoded, \"%0A\" is LF, which ends a line: the rest may be read as another command (RFC 1738, 6)\n";

const SELECTOR: &str = "[gopher-selector] 15..18 \"%0A\": a Gopher selector cannot contain a tab, LF or CR (RFC 1738, 3.4.1)\n";

#[test]
fn advice_is_shown_under_the_tree() {
    let advice = format!("warning{NON_DEFAULT}danger{RESERVED}danger{DELIMITER}warning{SELECTOR}");
    exits(&format!("parse {SMTP}"), 0)
        .stdout(format!("{SMTP_TREE}{advice}"))
        .stderr("");
}

#[test]
fn advice_is_left_out_on_request() {
    exits(&format!("parse --no-advice {SMTP}"), 0)
        .stdout(SMTP_TREE)
        .stderr("");
}

#[test]
fn denied_advice_is_an_error_beside_omitted_advice() {
    let line = format!("parse --deny reserved-port --deny gopher-selector {SMTP}");
    exits(&line, 1)
        .stdout(format!("{SMTP_TREE}warning{NON_DEFAULT}danger{DELIMITER}"))
        .stderr(format!("error{RESERVED}error{SELECTOR}"));
    exits(&format!("parse --no-advice --deny reserved-port {SMTP}"), 1)
        .stdout(SMTP_TREE)
        .stderr(format!("error{RESERVED}"));
    exits(&format!("parse --deny all {SMTP}"), 1)
        .stdout(SMTP_TREE)
        .stderr(format!(
            "error{NON_DEFAULT}error{RESERVED}error{DELIMITER}error{SELECTOR}"
        ));
}

#[test]
fn denied_advice_that_is_absent_causes_no_failure() {
    exits(&format!("parse --no-advice --deny password {SMTP}"), 0)
        .stdout(SMTP_TREE)
        .stderr("");
    exits("parse --deny all news:a", 0).stderr("");
}

#[test]
fn nested_lists_contain_no_advice() {
    let sexp = rfc1738(&["parse", "--format", "sexp", SMTP])
        .output()
        .unwrap();
    let line = format!("parse --format sexp --deny reserved-port {SMTP}");
    exits(&line, 1)
        .stdout(sexp.stdout)
        .stderr(format!("error{RESERVED}"));
    assert_eq!(sexp.status.code(), Some(0));
    assert!(sexp.stderr.is_empty());
}

#[test]
fn a_long_text_is_truncated() {
    let host = "a.".repeat(140) + "a";
    let shown = "a.".repeat(30);
    let stdout = rfc1738(&["parse", &format!("new://{host}")])
        .output()
        .unwrap()
        .stdout;
    let stdout = String::from_utf8(stdout).unwrap();
    assert_eq!(
        stdout.lines().last().unwrap(),
        format!(
            "warning[long-host] 6..287 \"{shown}\"…: a domain name has at most 253 octets, this one has 281 (RFC 1034, 3.1)"
        )
    );
}

#[test]
fn severities_have_their_colours() {
    let output = typed("parse --color always --rule ftpurl FTP://:a@h:8080")
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    for word in [
        "\u{1b}[1m\u{1b}[92mnote[upper-case-scheme]\u{1b}[0m",
        "\u{1b}[1m\u{1b}[91mdanger[password]\u{1b}[0m",
        "\u{1b}[1m\u{1b}[33mwarning[non-default-port]\u{1b}[0m",
    ] {
        assert!(stdout.contains(word), "{word:?} in {stdout:?}");
    }
}

#[test]
fn a_rejected_text_has_no_advice() {
    let plain = rfc1738(&["parse", "http://me:secret@h:81/"])
        .output()
        .unwrap();
    exits("parse --deny all http://me:secret@h:81/", 1)
        .stdout("")
        .stderr(plain.stderr);
}

#[test]
fn json_contains_advice_if_there_is_any() {
    let parse = |arguments: &[&str], code| {
        let mut command = rfc1738(&["parse", "--format", "json"]);
        stdout(&command.args(arguments).assert().code(code).stderr(""))
    };
    let mailto = |advice| {
        format!(
            "{{\"input\":\"Mailto:a@b\",\"rule\":\"mailtourl\",\"ok\":true,\"tree\":{{\"rule\":\"mailtourl\",\"start\":0,\"end\":10,\
             \"children\":[{{\"rule\":\"encoded822addr\",\"start\":7,\"end\":10,\"children\":[]}}]}}{advice}}}\n"
        )
    };
    let advice = ",\"advice\":[{\"id\":\"upper-case-scheme\",\"severity\":\"note\",\"start\":0,\"end\":6,\"section\":\"2.1\",\
                  \"message\":\"the name of a scheme is written in lower case\",\"reference\":null}]";
    let rule = "--rule=mailtourl";
    assert_eq!(parse(&[rule, "Mailto:a@b"], 0), mailto(advice));
    assert_eq!(parse(&[rule, "--no-advice", "Mailto:a@b"], 0), mailto(""));
    let denied = ["--no-advice", "--deny", "all", rule, "Mailto:a@b"];
    assert_eq!(parse(&denied, 1), mailto(advice));
    assert_eq!(
        parse(&[rule, "mailto:a@b"], 0),
        mailto("").replace('M', "m")
    );
}

const LINES: &[u8] =
    b"http://h/\nhttp://h:81/%41\nhttp://me@h\nftp://a:b@1.2.3.256/\nftp://a:b@h\n";

#[test]
fn check_counts_advice_on_request() {
    file("advice.txt", LINES);
    let invalid = "advice.txt:3:10: found \"@\", expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text; no user name or password is allowed in an http URL (RFC 1738, 3.3) [http-user]; write http://h\n";
    let counts = "  valid as
    ftpurl   2
    httpurl  2
  invalid in
    hostport  1
";
    exits("check advice.txt", 1)
        .stdout(invalid)
        .stderr(format!("5 lines: 4 valid, 1 invalid\n{counts}"));
    exits("check --advice advice.txt", 1)
        .stdout(invalid)
        .stderr(format!(
            "5 lines: 4 valid, 1 invalid\n{counts}  advice
    password               2
    needless-escape        1
    host-number-above-255  1
    non-default-port       1
    reserved-port          1
"
        ));
}

#[test]
fn check_reports_denied_advice() {
    let lines = "http://h:8080/\nftp://a:b@1.2.3.256/\nftp://a:b@h\n";
    let valid = "\n  valid as\n    ftpurl   2\n    httpurl  1\n";
    let sentence = "password: a password in a URL is not secret (RFC 1738, 6)";
    given(lines, "check --deny password", 1)
        .stdout(format!(
            "<stdin>:2:9: {sentence}\n<stdin>:3:9: {sentence}\n"
        ))
        .stderr(format!(
            "3 lines: 3 valid, 0 invalid, 2 denied{valid}  advice\n    password  2\n"
        ));
    given(lines, "check --advice --deny addr-spec", 0)
        .stdout("")
        .stderr(format!(
            "3 lines: 3 valid, 0 invalid{valid}  advice
    password               2
    host-number-above-255  1
    non-default-port       1
"
        ));
}

#[test]
fn denied_advice_is_shown_under_the_tree_of_its_line() {
    given("mailto:a\n", "check --tree --deny addr-spec", 1)
        .stdout(
            "\
<stdin>:1:
url 0..8 \"mailto:a\"
└─ mailtourl 0..8 \"mailto:a\"
   └─ encoded822addr 7..8 \"a\"
<stdin>:1:8: addr-spec: the address is not an addr-spec of RFC 822: something is missing at its end (RFC 1738, 3.5)
",
        );
}

fn advice_of_lines(arguments: &[&str], code: i32) -> Vec<Option<Value>> {
    let mut command = rfc1738(&["check", "--format", "json"]);
    let assert = command
        .args(arguments)
        .write_stdin(LINES)
        .assert()
        .code(code)
        .stderr("");
    let stdout = stdout(&assert);
    let records = stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ids = |advice: &Value| {
        let findings = advice.as_array().unwrap().iter();
        findings.map(|finding| finding["id"].clone()).collect()
    };
    records
        .map(|record| record.get("advice").map(ids))
        .collect()
}

#[test]
fn check_adds_advice_to_each_object_on_request() {
    assert_eq!(advice_of_lines(&[], 1), [None, None, None, None, None]);
    let ports = json!(["non-default-port", "reserved-port", "needless-escape"]);
    let host = json!(["password", "host-number-above-255"]);
    assert_eq!(
        advice_of_lines(&["--advice", "--deny", "password"], 1),
        [
            Some(json!([])),
            Some(ports),
            Some(json!([])),
            Some(host),
            Some(json!(["password"]))
        ]
    );
    let password = || Some(json!(["password"]));
    assert_eq!(
        advice_of_lines(&["--deny", "password"], 1),
        [None, None, None, password(), password()]
    );
}

#[test]
fn parts_of_urls_get_no_advice() {
    exits("parse --rule port 99999", 0).stdout("port 0..5 \"99999\"\n└─ digits 0..5 \"99999\"\n");
    let refusal = "error: advice is for URLs, and host derives other texts: use --rule url, or omit --advice and --deny\n";
    for arguments in [
        &["parse", "--rule", "host", "--deny", "all", "h"][..],
        &["check", "--rule", "host", "--deny", "all"],
        &["check", "--rule", "host", "--advice"],
    ] {
        rfc1738(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(refusal);
    }
}

#[test]
fn every_production_of_urls_gets_advice() {
    for (rule, text) in [
        ("url", "wais://h:1/d"),
        ("waisurl", "wais://h:1/d"),
        ("waisdatabase", "wais://h:1/d"),
        ("genericurl", "wais://h:1/d"),
        ("otherurl", "new:"),
    ] {
        let fails = i32::from(rule != "otherurl");
        rfc1738(&["parse", "--rule", rule, "--deny", "all", text])
            .assert()
            .code(fails);
    }
    // A text that only looks like a URL gets no advice.
    exits("parse --rule genericurl --deny all Http:x", 0);
}

#[test]
fn a_misspelt_id_gets_a_suggestion() {
    for (id, question) in [
        ("pasword", "; did you mean password?"),
        ("Long-Host", "; did you mean long-host or long-host-label?"),
        ("al", "; did you mean all?"),
        ("nothing-like-it", ""),
    ] {
        exits(&format!("check --deny {id}"), 2).stdout("").stderr(format!(
            "error: there is no advice {id:?}{question}\n\nFor all ids, try 'rfc1738 check --help'.\n"
        ));
    }
}

#[test]
fn an_id_is_escaped_before_it_is_shown() {
    exits("parse --deny \u{1b}[31m\u{202e} a:b", 2)
        .stdout("")
        .stderr("error: there is no advice \"\\u{1b}[31m\\u{202e}\"\n\nFor all ids, try 'rfc1738 check --help'.\n");
}

#[test]
fn the_help_lists_every_id() {
    for command in ["parse", "check"] {
        let help = rfc1738(&[command, "--help"]).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        for id in rfc1738::AdviceId::ALL {
            let row = format!("  {:7}  {:24}  {}", id.severity(), id, id.condition());
            assert!(help.lines().any(|line| line == row), "{row} in {help}");
        }
    }
}
