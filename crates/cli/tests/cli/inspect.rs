//! `rfc1738 inspect`.

use crate::command::{exits, given, object, rfc1738, stdout};
use serde_json::{Value, json};

fn json_of(line: &str) -> Value {
    object(&exits(&format!("inspect --format json {line}"), 0).stderr(""))
}

fn page_of(line: &str) -> String {
    stdout(&exits(&format!("inspect {line}"), 0).stderr(""))
}

#[test]
fn json_begins_with_its_fields_in_the_documented_order() {
    let output = page_of("--format json ftp://my%40me@h/etc/motd;type=i");
    let expected = "{\"input\":\"ftp://my%40me@h/etc/motd;type=i\",\"scheme\":\"ftp\",\"rule\":\"ftpurl\",\
        \"components\":[{\"name\":\"user\",\"start\":6,\"end\":13,\"raw\":\"my%40me\",\"decoded\":\"my@me\"},\
        {\"name\":\"host\",\"start\":14,\"end\":15,\"raw\":\"h\",\"decoded\":\"h\"},\
        {\"name\":\"fsegment\",\"start\":16,\"end\":19,\"raw\":\"etc\",\"decoded\":\"etc\"},\
        {\"name\":\"fsegment\",\"start\":20,\"end\":24,\"raw\":\"motd\",\"decoded\":\"motd\"},\
        {\"name\":\"ftptype\",\"start\":30,\"end\":31,\"raw\":\"i\",\"decoded\":\"i\"}],\
        \"port\":21,\"client\":[\"USER my@me\",\"CWD etc\",\"TYPE I\",\"RETR motd\"]";
    assert!(output.starts_with(expected), "{output}");
}

#[test]
fn octets_that_are_not_utf8_are_hexadecimal() {
    let page = json_of("gopher://h/7find%09a%FF");
    assert_eq!(page["components"][3]["decoded"], json!({"hex": "61ff"}));
    assert_eq!(page["client"], json!([{"hex": "66696e640961ff0d0a"}]));
}

#[test]
fn the_port_is_the_one_to_connect_to() {
    assert_eq!(json_of("http://h/")["port"], 80);
    assert_eq!(json_of("http://h:8080/")["port"], 8080);
    assert_eq!(json_of("http://h:99999/")["port"], Value::Null);
    assert_eq!(json_of("NEWS:a")["port"], Value::Null);
    assert_eq!(json_of("NEWS:a")["scheme"], "news");
    assert_eq!(json_of("https://h/")["port"], 443);
    assert_eq!(json_of("HTTPS://h:444/")["port"], 444);
    assert_eq!(json_of("https:h")["port"], Value::Null);
}

#[test]
fn only_ftp_and_gopher_say_what_is_sent() {
    for text in [
        "http://h/a",
        "mailto:a@b",
        "news:*",
        "nntp://h/a/1",
        "telnet://h",
        "wais://h/a",
        "file:///a",
        "prospero://h/a",
        "x-a:b",
    ] {
        assert_eq!(json_of(text)["client"], json!([]), "{text}");
    }
}

#[test]
fn anonymous_ftp_uses_the_user_address_as_its_password() {
    let commands = |line| json_of(line)["client"].clone();
    assert_eq!(
        commands("ftp://h/a"),
        json!(["USER anonymous", "PASS <e-mail address>", "RETR a"])
    );
    assert_eq!(
        commands("--email me@here.dom ftp://h/a"),
        json!(["USER anonymous", "PASS me@here.dom", "RETR a"])
    );
}

#[test]
fn an_address_that_is_more_than_one_argument_is_refused() {
    for (address, offset, delimiter) in [
        (
            "me\r\nDELE a",
            2,
            "CR, which ends a line: the rest may be read as another command",
        ),
        (
            "me\nDELE a",
            2,
            "LF, which ends a line: the rest may be read as another command",
        ),
    ] {
        for more in [&[][..], &["--decode-delimiters"]] {
            let arguments = [&["inspect", "--email", address], more, &["ftp://h/a"]].concat();
            rfc1738(&arguments).assert().code(2).stdout("").stderr(format!(
                "error: --email: not sent: at offset {offset}, the e-mail address holds {delimiter} \
                 (RFC 1738, 6); correct the address\n"
            ));
        }
    }
}

#[test]
fn a_page_shows_components_and_what_a_client_does() {
    let page = page_of("ftp://my%40me@h/%2Fetc/motd");
    let expected = "\
ftp://my%40me@h/%2Fetc/motd
Rule      ftpurl, which Section 3.2 explains

Components
  scheme    0..3    \"ftp\"
  user      6..13   \"my%40me\" stands for \"my@me\"
  host      14..15  \"h\"
  fsegment  16..22  \"%2Fetc\" stands for \"/etc\"
  fsegment  23..27  \"motd\"

What a client does
  connect to h, port 21
  ask the user for a password if the server requests one (3.2.1)
  guess whether the file is text, as there is no typecode

What it sends
  USER my@me
  CWD /etc
  RETR motd
";
    assert!(page.starts_with(expected), "{page}");
}

/// Asserts that the page of each URL contains the sentence.
fn check_sentences(rows: &[(&str, &str)]) {
    for (text, sentence) in rows {
        let page = page_of(text);
        assert!(page.contains(sentence), "{page}");
    }
}

#[test]
fn ftp_and_gopher_have_their_sentences() {
    check_sentences(&[
        (
            "gopher://h",
            "connect to h, port 70\n  expect an item of type 1",
        ),
        (
            "gopher://h/0a%09%09+",
            "ask for the default view of the Gopher+ item",
        ),
        (
            "gopher://h/0a%09%09+text%20De",
            "ask for the view text in De",
        ),
        (
            "gopher://h/0a%09%09?",
            "fetch the attribute +ASK, which defines the form of the item; have the user fill out the form, and send the answers with the selector (3.4.5)\n\nWhat it sends\n  a\\t\\t!+ASK\\r\\n\n",
        ),
        (
            "gopher://h/0a%09b%09+%091%0D%0A+-1%0D%0A.%0D%0A",
            "drop the search string \"b\": a filled-out form leaves no room for it (3.4.9)",
        ),
        (
            "gopher://h/",
            "expect an item of type 1, the default (3.4.1)",
        ),
        (
            "ftp://h/a",
            "if the server requests a user name, log in as anonymous, with the e-mail address of the user as the password (3.2.1)",
        ),
        (
            "ftp://me@h//a",
            "ask the user for a password if the server requests one (3.2.1)\n  send CWD with a null argument for an empty segment (3.2.2)",
        ),
        (
            "ftp://me:@h",
            "connect to h, port 21\n  access no file: the URL has no path\n",
        ),
        (
            "ftp://me:@h/a/b;type=d",
            "connect to h, port 21\n  read the answer to NLST as a list of files (3.2.2)\n",
        ),
        (
            "ftp://me:@h/a/;type=D",
            "list the current directory: the name is empty, so NLST has no argument",
        ),
        (
            "ftp://me:@h/a/",
            "list the directory, as the name of the file is empty: 3.2.2 would have RETR with a null argument, which RFC 959 does not know",
        ),
        (
            "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Ax%0D%0A.%0D%0A",
            "send the form of the item, filled out with 1 value",
        ),
        ("gopher://h/0a%09%09!", "ask for all attributes of the item"),
        (
            "gopher://h/0a%09%09$+A%20+B",
            "ask for the attributes +A, +B of all items in the directory",
        ),
        (
            "gopher://h/0a%09%09x",
            "send a Gopher+ string that the RFC does not describe",
        ),
    ]);
}

#[test]
fn each_scheme_has_its_sentences() {
    check_sentences(&[
        (
            "http://h:99999/a%20b?c",
            "connect to h, a port that does not exist\n  ask for /a%20b?c",
        ),
        (
            "http://h/a%2Fb/c%20d",
            "\"a%2Fb/c%20d\" stands for \"a/b\" / \"c d\"\n",
        ),
        ("http://h/a/c%20d", "\"a/c%20d\" stands for \"a/c d\"\n"),
        ("x-a://h/%2f/", "\"%2f/\" stands for \"/\" / \"\"\n"),
        ("mailto:a%0D%0Ab@h", "refuse to send mail to \"a\\r\\nb@h\""),
        ("news:a%0A@h", "refuse to show the article \"a\\n@h\""),
        ("prospero://h/a%00", "refuse to ask how to get at \"a\\0\""),
        ("mailto:a%25b@h", "send mail to \"a%b@h\""),
        ("news:*", "show all available news groups"),
        ("news:alt.test", "show the news group \"alt.test\""),
        ("news:1@h", "show the article \"1@h\""),
        (
            "nntp://h/alt.test/7",
            "show the article 7 of the news group \"alt.test\"",
        ),
        ("nntp://h/alt.test", "show the news group \"alt.test\""),
        (
            "telnet://me:pw@h",
            "advise the user of the user name \"me\" and the password \"pw\"",
        ),
        ("wais://h/db", "search the database \"db\""),
        ("wais://h/db?x", "search the database \"db\" for \"x\""),
        (
            "wais://h/db/t/1",
            "retrieve the document \"1\" of type \"t\" from the database \"db\"",
        ),
        (
            "file://h/a",
            "open no file: the file is on the host \"h\", which may be another machine",
        ),
        (
            "prospero://h/a;b=c",
            "ask how to get at \"a\"\n  where \"b\" is \"c\"",
        ),
        (
            "x-a:b",
            "look up the scheme x-a: the RFC does not define it",
        ),
        (
            "x-a://h:7/b",
            "look up the scheme x-a: the RFC does not define it",
        ),
        (
            "https://h/a",
            "connect to h, port 443\n  look up the scheme https: the RFC does not define it",
        ),
    ]);
}

#[test]
fn decoded_octets_reach_the_terminal_escaped() {
    let url = "ftp://h/%1B%5B31m%0D%0A%FF%C2%9B%E2%80%AE";
    let page = page_of(&format!("--decode-delimiters {url}"));
    assert!(
        page.contains("RETR \\u{1b}[31m\\r\\n\\xff\\u{9b}\\u{202e}\n"),
        "{page}"
    );
    assert!(!page.contains(|character: char| character.is_control() && character != '\n'));
}

#[test]
fn a_text_that_is_no_url_gets_the_parse_error() {
    for format in ["human", "json"] {
        let inspected = exits(&format!("inspect --format {format} http://me@h/"), 1);
        let parsed_format = if format == "json" { "json" } else { "tree" };
        let parsed = exits(&format!("parse --format {parsed_format} http://me@h/"), 1);
        assert_eq!(inspected.get_output().stdout, parsed.get_output().stdout);
        assert_eq!(inspected.get_output().stderr, parsed.get_output().stderr);
    }
}

#[test]
fn the_url_can_come_from_standard_input() {
    let output = given("news:*\n", "inspect -", 0)
        .get_output()
        .stdout
        .clone();
    assert!(output.starts_with(b"news:*\nRule"));
}

#[test]
fn advice_and_the_normal_form_come_last() {
    let text = "FTP://me:secret@h:21/%61";
    let page = json_of(text);
    let keys: Vec<&String> = page.as_object().expect("it is an object").keys().collect();
    assert_eq!(keys.len(), 11, "{keys:?}");
    assert_eq!(page["normal"], "ftp://me:secret@h/a");
    let ids: Vec<&str> = page["advice"]
        .as_array()
        .expect("it is a list")
        .iter()
        .filter_map(|finding| finding["id"].as_str())
        .collect();
    assert!(ids.contains(&"password"), "{ids:?}");
    let password = &page["advice"][1];
    assert_eq!(
        (&password["start"], &password["end"], &password["section"]),
        (&json!(9), &json!(15), &json!("6"))
    );
    let page = page_of(text);
    let (advice, normal) = page.split_once("\nNormal form\n").expect("it has both");
    assert!(advice.contains("\nAdvice\n  "), "{page}");
    assert_eq!(normal, "  ftp://me:secret@h/a\n");
    assert!(!page_of("http://h/").contains("Advice"));
    assert_eq!(json_of("http://h/")["advice"], json!([]));
    let normal = |text| json_of(text)["normal"].clone();
    assert_eq!(normal("https://H:443"), "https://h/");
    assert_eq!(normal("file://LOCALHOST/a"), "file:///a");
}

/// Section 6: embedded delimiters are not decoded and sent unless the user asks for it.
#[test]
fn delimiters_of_the_protocol_are_refused_with_their_place() {
    let text = "ftp://me:pw@h/a%0D%0ADELE%20b";
    let page = page_of(text);
    let expected = "
What it refuses to send
  15..18 \"%0D\" in the fsegment: CR, which ends a line: the rest may be read as another command (RFC 1738, 6)
  18..21 \"%0A\" in the fsegment: LF, which ends a line: the rest may be read as another command (RFC 1738, 6)
  correct the URL; if you trust it, --decode-delimiters shows the request that holds them
";
    assert!(page.contains(expected), "{page}");
    assert!(!page.contains("What it sends"), "{page}");
    let record = json_of(text);
    assert_eq!(record["client"], json!([]));
    assert_eq!(
        record["refused"][0],
        json!({
            "delimiter": "cr",
            "component": "fsegment",
            "start": 15,
            "end": 18,
            "section": "6",
            "message": "CR, which ends a line: the rest may be read as another command",
        })
    );
    let form = "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0ADELE%20x%0D%0A.%0D%0A";
    let record = json_of(form);
    assert_eq!(record["client"], json!([]));
    assert_eq!(record["refused"][0]["delimiter"], "form-end");
    assert_eq!(record["refused"][1], Value::Null);
    for text in [
        "http://h/%0D%0A",
        "wais://h/%00",
        "telnet://%0D@h",
        "ftp://h/a%20b",
    ] {
        assert_eq!(json_of(text)["refused"], json!([]), "{text}");
    }
    for text in ["mailto:a%0A@h", "news:%3Ea@h", "prospero://h/a;b=%0D"] {
        assert_eq!(
            json_of(text)["refused"].as_array().map(Vec::len),
            Some(1),
            "{text}"
        );
    }
}

#[test]
fn delimiters_of_the_protocol_are_decoded_on_request() {
    let record = json_of("--decode-delimiters ftp://me:pw@h/a%0D%0ADELE%20b");
    assert_eq!(
        record["client"],
        json!(["USER me", "PASS pw", "RETR a\r\nDELE b"])
    );
    assert_eq!(record["refused"], json!([]));
    let page = page_of("--decode-delimiters mailto:a%0Ab@h");
    assert!(page.contains("\n  send mail to \"a\\nb@h\"\n"), "{page}");
    let record = json_of("--decode-delimiters gopher://h/0a%00");
    assert_eq!(record["client"], json!(["a\0\r\n"]));
}

#[test]
fn json_has_the_item_type_and_the_password_source() {
    for (text, item_type) in [
        ("gopher://h", json!("1")),
        ("gopher://h/7", json!("7")),
        ("gopher://h/%FF", json!({"hex": "ff"})),
        ("http://h/7", Value::Null),
    ] {
        assert_eq!(json_of(text)["item_type"], item_type, "{text}");
    }
    for (text, source) in [
        ("ftp://h/", json!("address")),
        ("ftp://@h/", json!("user")),
        ("ftp://me@h/", json!("user")),
        ("ftp://me:@h/", json!("url")),
        ("telnet://me@h/", Value::Null),
    ] {
        assert_eq!(json_of(text)["password_source"], source, "{text}");
    }
}

/// Section 2.2: an encoded slash separates nothing.
#[test]
fn json_keeps_the_segments_of_a_path_apart() {
    let path = |text: &str| json_of(text)["components"][1].clone();
    let http = path("http://h/a%2Fb/c%20d//%FF");
    assert_eq!(http["name"], "hpath");
    assert_eq!(http["segments"], json!(["a/b", "c d", "", {"hex": "ff"}]));
    assert_eq!(path("nfs://h/a/%2f")["segments"], json!(["a", "/"]));
    assert_eq!(path("prospero://h/a%2Fb/c").get("segments"), None);
}
