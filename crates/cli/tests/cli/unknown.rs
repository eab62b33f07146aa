//! Productions of unknown texts: prose, and names that nothing defines.

use crate::command::{exits, file, given, rfc1738};

const CALL: &str = "\
call = name [ \"@\" host ]
name = 1*%x61-7A
";

/// Returns what a command writes beside its answers.
fn notes(name: &str) -> String {
    format!(
        "note: {name} holds 1 error, and the productions without them are used; \
         `rfc1738 grammar check` shows them\n\
         note: production `call` uses `host`, which the grammar does not define; a text that could need it \
         is undecided\n"
    )
}

const UNDECIDED: &str = "the text is valid only if a part of it at offset 4 is derived by `host`, which the \
                         grammar does not define";

#[test]
fn a_line_that_could_need_an_undefined_name_is_undecided() {
    file("unknown-check.abnf", CALL);
    given("bob\nbob@h\nb0b\n", "check --grammar unknown-check.abnf", 2)
        .stdout(format!(
            "<stdin>:2: undecided: {UNDECIDED}\n\
             <stdin>:3:2: found \"0\", expected an octet from %x61 to %x7A, \"@\" or end of text \
             [call-syntax]\n"
        ))
        .stderr(format!(
            "{}3 lines: 1 valid, 1 invalid, 1 undecided\n  valid as\n    name  1\n  invalid in\n    \
             call  1\n",
            notes("unknown-check.abnf")
        ));
}

#[test]
fn the_record_of_an_undecided_text_has_the_offset() {
    file("unknown-json.abnf", CALL);
    let record = format!(
        "\"rule\":\"call\",\"ok\":null,\"undecided\":{{\"reason\":\"{UNDECIDED}\",\
         \"production\":\"host\",\"offset\":4}}"
    );
    exits("parse --grammar unknown-json.abnf --format json bob@h", 2)
        .stdout(format!("{{\"input\":\"bob@h\",{record}}}\n"));
    let line = "check --grammar unknown-json.abnf --format json";
    given("bob@h\n", line, 2).stdout(format!(
        "{{\"line\":1,\"input\":\"bob@h\",{record},\"file\":\"<stdin>\"}}\n"
    ));
}

#[test]
fn a_text_without_the_undefined_name_has_a_tree() {
    file("unknown-tree.abnf", CALL);
    exits("parse --grammar unknown-tree.abnf bob", 0)
        .stdout("call 0..3 \"bob\"\n└─ name 0..3 \"bob\"\n")
        .stderr(notes("unknown-tree.abnf"));
    exits("trace --grammar unknown-tree.abnf bob", 0);
    exits("trace --grammar unknown-tree.abnf bob@h", 2)
        .stdout("")
        .stderr(format!(
            "{}undecided: {UNDECIDED}\n",
            notes("unknown-tree.abnf")
        ));
}

#[test]
fn prose_about_a_known_rfc_suggests_the_import() {
    file(
        "unknown-import.abnf",
        "host-port = 1*ALPHA \":\" <port, see [RFC3986], Section 3.2.3>\n",
    );
    exits("parse --grammar unknown-import.abnf h:80", 2)
        .stdout("")
        .stderr(
            "note: production `host-port` uses prose: <port, see [RFC3986], Section 3.2.3>; a text that \
             could need it is undecided; --import rfc3986 may define it\n\
             undecided: the text is valid only if a part of it at offset 2 is what the grammar describes \
             in prose: <port, see [RFC3986], Section 3.2.3>\n",
        );
    exits("generate --grammar unknown-import.abnf", 2)
        .stdout("")
        .stderr(
            "error: unknown-import.abnf: production `host-port` uses prose: <port, see [RFC3986], Section \
             3.2.3>; write a production in place of the prose, add --import rfc3986, or choose another \
             production with --rule\n",
        );
}

/// Messages of the RFCs, as far as one line has them, with the grammars that come with the command.
#[test]
fn the_grammars_of_known_rfcs_are_usable_by_their_numbers() {
    for (number, rule, text) in [
        (
            "rfc3261",
            "SIP-URI",
            "sip:+1-212-555-1212:1234@gateway.com;user=phone",
        ),
        (
            "rfc3501",
            "address",
            "(NIL NIL \"mrc\" \"cac.washington.edu\")",
        ),
        ("rfc9110", "Content-Language", "mi, en"),
        ("rfc5545", "dtstval", "20040624T120000"),
        ("rfc6350", "mediatype-param", "MEDIATYPE=text/plain"),
        ("rfc5322", "mailbox", "John Doe <jdoe@machine.example>"),
    ] {
        let name: &'static str = Box::leak(format!("unknown-{number}.abnf").into_boxed_str());
        file(name, format!("text = {rule}\n"));
        let import = ["--import", number];
        rfc1738(&[&["parse", "--grammar", name], &import[..], &[text]].concat())
            .assert()
            .code(0);
    }
}
