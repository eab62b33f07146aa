//! Grammars in several files: `--grammar` more than once, `--import`, and files of imports.

use crate::command::{exits, file, given, rfc1738, stdout, typed};

const HTTP: &str = "\
Host = uri-host [ \":\" port ]
uri-host = <host, see [URI], Section 3.2.2>
port = <port, see [URI], Section 3.2.3>
";

const TREE: &str = "\
Host 0..4 \"h:80\"
├─ uri-host 0..1 \"h\"
│  └─ rfc3986-host 0..1 \"h\"
│     └─ reg-name 0..1 \"h\"
└─ port 2..4 \"80\"
";

#[test]
fn readings_apply_to_imported_files() {
    file(
        "import-lost.bnf",
        "target = name [ / name ]\nname = 1*letter\nletter = \"a\" | \"b\"\n",
    );
    file(
        "import-lost.toml",
        "[[reading]]\nid = \"slash\"\nproductions = [\"target\"]\nsection = \"1\"\n\
         decision = \"The bare / is a literal.\"\nwhy = \"The marks were lost.\"\napply = { quote = \"/\" }\n",
    );
    file("import-lost.abnf", "link = \"<\" target \">\"\n");
    exits("parse --grammar import-lost.abnf --import import-lost.bnf --readings import-lost.toml --rule link <a/b>", 0)
        .stdout("link 0..5 \"<a/b>\"\n└─ target 1..4 \"a/b\"\n   ├─ name 1..2 \"a\"\n   └─ name 3..4 \"b\"\n")
        .stderr("");
}

#[test]
fn prose_is_bound_to_a_grammar_of_this_program() {
    file("import-number.abnf", HTTP);
    let line = "parse --grammar import-number.abnf --import rfc3986 h:80";
    exits(line, 0).stdout(TREE).stderr("");
}

#[test]
fn every_command_reads_the_file_of_imports() {
    file("import-beside.abnf", HTTP);
    file(
        "import-beside.imports.toml",
        "[[import]]\nfrom = \"RFC3986\"\n",
    );
    exits("parse --grammar import-beside.abnf h:80", 0).stdout(TREE);
    exits("grammar check import-beside.abnf", 0).stderr("");
    exits("rules --grammar import-beside.abnf port", 0);
    let export = [
        "grammar",
        "export",
        "--to",
        "regex",
        "--rule",
        "port",
        "import-beside.abnf",
    ];
    rfc1738(&export).assert().code(0);
}

#[test]
fn files_of_imports_name_sources_and_map_their_names() {
    file(
        "import-from.abnf",
        "pair = key \"=\" <whatever a value is>\n",
    );
    file("import-values.abnf", "name = 1*ALPHA\nvalue = 1*DIGIT\n");
    file(
        "import-from.imports.toml",
        "[[import]]\nfrom = \"import-values.abnf\"\n\
         names = { key = \"name\", \"whatever a value is\" = \"value\" }\n",
    );
    exits("parse --grammar import-from.abnf a=1", 0)
        .stdout("pair 0..3 \"a=1\"\n├─ name 0..1 \"a\"\n└─ value 2..3 \"1\"\n");
}

#[test]
fn a_grammar_in_several_files_has_the_productions_of_all() {
    file("import-one.abnf", "list = item *( \",\" item )\n");
    file("import-two.abnf", "item = 1*DIGIT\nother = \"x\"\n");
    let line = "parse --grammar import-one.abnf --grammar import-two.abnf 1,2";
    exits(line, 0).stdout("list 0..3 \"1,2\"\n├─ item 0..1 \"1\"\n└─ item 2..3 \"2\"\n");
    let line = "check --rule other --grammar import-one.abnf --grammar import-two.abnf";
    given("x\n", line, 0);
}

#[test]
fn an_unknown_import_is_an_error_with_the_known_numbers() {
    file("import-unknown.abnf", HTTP);
    let run = typed("rules --grammar import-unknown.abnf --import rfc1").assert();
    let output = run.code(2).stdout("").get_output().clone();
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    let start = "error: --import rfc1: there is no such file, and this program has no grammar of this \
                 name; it has rfc";
    assert!(errors.starts_with(start), "{errors}");
}

#[test]
fn an_unreadable_file_of_imports_is_an_error() {
    file("import-malformed.abnf", HTTP);
    file(
        "import-malformed.imports.toml",
        "[[import]]\nform = \"rfc3986\"\n",
    );
    let run = rfc1738(&["rules", "--grammar", "import-malformed.abnf"]).assert();
    let output = run.code(2).stdout("").get_output().clone();
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    let start = "error: import-malformed.imports.toml: the imports cannot be read: TOML parse error at \
                 line 2, column 1\n";
    assert!(errors.starts_with(start), "{errors}");
}

#[test]
fn an_import_of_an_unknown_production_is_an_error() {
    file("import-hots.abnf", HTTP);
    file(
        "import-hots.imports.toml",
        "[[import]]\nfrom = \"rfc3986\"\nnames = { uri-host = \"hots\" }\n",
    );
    exits("rules --grammar import-hots.abnf", 2)
        .stdout("")
        .stderr(
            "error: import-hots.abnf: `uri-host` is imported from rfc3986: there is no \
             production `hots`; did you mean `host`?\n",
        );
}

#[test]
fn files_with_two_encodings_are_an_error() {
    file("import-octets.abnf", "a = b %x80\n");
    file("import-characters.abnf", "b = %x100\n");
    exits("rules --grammar import-octets.abnf --import import-characters.abnf", 2)
        .stdout("")
        .stderr(
            "error: import-octets.abnf: in `a` of import-octets, numbers above %x7F are octets, and in \
             `b` of import-characters, they are characters: leave one of the productions out, or write \
             its octets\n",
        );
}

#[test]
fn an_import_needs_a_grammar() {
    exits("parse --import rfc3986 x", 2);
    exits("naive --grammar --import rfc3986", 2)
        .stderr("error: --import needs a file behind --grammar\n");
}

#[test]
fn findings_are_about_the_file_that_is_checked() {
    file("import-findings.abnf", "; a file of one line\n\na = b\n");
    file("import-hazard.abnf", "b = \"x\" / \"xy\"\n");
    let found = stdout(&exits(
        "grammar check --show all --format json import-findings.abnf --import import-hazard.abnf",
        0,
    ));
    assert!(found.contains("\"findings\":[]"), "{found}");
}

#[test]
fn errors_of_an_imported_file_are_counted_under_its_name() {
    file("import-faulty.abnf", "a = b / \"x\"\n");
    file("import-fault.abnf", "b = \"y\nc = \"z\"\nd = nothing\n");
    let line = "rules --grammar import-faulty.abnf --import import-fault.abnf";
    exits(line, 0).stderr(
        "note: import-fault.abnf holds 1 error, and the productions without them are used; \
             `rfc1738 grammar check` shows them\n",
    );
}
