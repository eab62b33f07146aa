//! Names in all files of a workspace.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::client::Client;
use super::places::{edited, position, range};

/// Texts in a folder.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Writes files, also into folders. No two tests have a folder of the same name.
    pub(super) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder is made");
        let folder = Self(folder.canonicalize().expect("it is there"));
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(path, text).expect("the file is written");
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    pub(super) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// Starts a server for the folder.
    pub(super) fn client(&self, arguments: &[&str], capabilities: &Value) -> Client {
        let mut client = Client::start(arguments);
        let folders = json!([{ "uri": self.uri(""), "name": "grammars" }]);
        client.ask(
            "initialize",
            &json!({ "capabilities": capabilities, "workspaceFolders": folders }),
        );
        client.tell("initialized", &json!({}));
        client
    }

    /// Opens a file as it is stored.
    pub(super) fn open(&self, client: &mut Client, name: &str) -> String {
        let uri = self.uri(name);
        client.open(&uri, &self.read(name));
        uri
    }

    /// Returns the position of the first `needle` in a file.
    fn at(&self, name: &str, needle: &str) -> (u32, u32) {
        let text = self.read(name);
        position(&text, text.find(needle).expect("it is there"))
    }

    /// Returns each place as the name of its file and the text there.
    fn shown(&self, locations: &Value) -> Vec<String> {
        let start = self.uri("");
        let locations = locations.as_array().expect("a list").iter();
        let shown = locations.map(|location| {
            let uri = location["uri"].as_str().expect("an address");
            let name = uri.strip_prefix(&start).expect("it is in the folder");
            let text = self.read(name);
            let ends = [&location["range"]["start"], &location["range"]["end"]];
            let is_end = |offset: &usize, end: &Value| {
                let (line, character) = position(&text, *offset);
                *end == json!({ "line": line, "character": character })
            };
            let ends = ends.map(|end| {
                let mut offsets = 0..=text.len();
                offsets
                    .find(|offset| is_end(offset, end))
                    .expect("it is there")
            });
            let before = text[..ends[0]].matches('\n').count();
            format!("{name}:{}: {}", before + 1, &text[ends[0]..ends[1]])
        });
        shown.collect()
    }

    /// Applies an edit of several files. Returns the version that each is for.
    fn apply(&self, edit: &Value) -> Vec<(String, Value)> {
        let start = self.uri("");
        let changes = edit["documentChanges"].as_array().expect("a list").iter();
        let applied = changes.map(|change| {
            let document = &change["textDocument"];
            let uri = document["uri"].as_str().expect("an address");
            let name = uri.strip_prefix(&start).expect("it is in the folder");
            self.write(name, &edited(&self.read(name), &change["edits"]));
            (name.to_owned(), document["version"].clone())
        });
        applied.collect()
    }
}

const URI: &str = "URI = host [ \":\" Port ]\nhost = 1*ALPHA\nport = *DIGIT\nrest = *OCTET\n";
const HTTP: &str = "Host = uri-host [ \":\" PORT ]\nother = port\n";
const MAIL: &str = "mail = %x40 host <port, see [URI], Section 3>\n";

/// Three grammars: two import the first, by names and by prose.
fn three_files(name: &str) -> Folder {
    Folder::new(
        name,
        &[
            ("uri.abnf", URI),
            (
                "uri.imports.toml",
                "[[length]]\nproduction = \"Rest\"\nreason = \"port is the number of its octets\"\nsection = \"3\"\n",
            ),
            ("http.abnf", HTTP),
            (
                "http.imports.toml",
                "[[import]]\nfrom = \"uri.abnf\"\nnames = { uri-host = \"host\" }\n",
            ),
            ("sub/mail.abnf", MAIL),
            (
                "sub/mail.imports.toml",
                "[[import]]\nfrom = \"../uri.abnf\"\n",
            ),
            ("node_modules/x/uri.abnf", URI),
        ],
    )
}

fn versioned() -> Value {
    json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } })
}

fn rename(client: &mut Client, uri: &str, (line, character): (u32, u32), new: &str) -> Value {
    let parameters = json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": character },
        "newName": new,
    });
    client.ask("textDocument/rename", &parameters)
}

#[test]
fn a_name_changes_in_all_files_that_use_it() {
    let folder = three_files("lsp-rename");
    let mut client = folder.client(&[], &versioned());
    let http = folder.open(&mut client, "http.abnf");
    // From a file that imports the production, and with another one that is open.
    let renamed = rename(
        &mut client,
        &http,
        folder.at("http.abnf", "PORT"),
        "tcp-port",
    );
    let applied = folder.apply(&renamed["result"]);
    assert_eq!(
        applied,
        [
            ("uri.abnf".to_owned(), Value::Null),
            ("http.abnf".to_owned(), json!(1)),
            ("sub/mail.abnf".to_owned(), Value::Null),
        ]
    );
    assert_eq!(
        folder.read("uri.abnf"),
        URI.replace("Port", "tcp-port")
            .replace("port =", "tcp-port =")
    );
    assert_eq!(
        folder.read("http.abnf"),
        "Host = uri-host [ \":\" tcp-port ]\nother = tcp-port\n"
    );
    assert_eq!(
        folder.read("sub/mail.abnf"),
        "mail = %x40 host <tcp-port, see [URI], Section 3>\n"
    );
    client.leave();
    // The files that say what is imported name it, too.
    let mut client = folder.client(&[], &versioned());
    let uri = folder.open(&mut client, "uri.abnf");
    let renamed = rename(&mut client, &uri, folder.at("uri.abnf", "host ="), "name");
    folder.apply(&renamed["result"]);
    let imports = folder.read("http.imports.toml");
    assert!(
        imports.ends_with("names = { uri-host = \"name\" }\n"),
        "{imports}"
    );
    assert!(folder.read("http.abnf").starts_with("Host = uri-host"));
    assert!(folder.read("sub/mail.abnf").starts_with("mail = %x40 name"));
    let renamed = rename(&mut client, &uri, folder.at("uri.abnf", "rest ="), "body");
    // It was opened before the change of the file.
    assert_eq!(
        renamed["result"]["documentChanges"][1]["textDocument"]["version"],
        Value::Null
    );
    client.leave();
}

#[test]
fn cases_name_the_production_as_the_grammar_does() {
    let cases = "# date\n\n=== a day\n7-1\n--- day=7 month=1\n\n# day\n\n=== none\nday\n--- error at 0\nexpected DIGIT, \"day\" or Day\n\n\
                 === both\n1-2\n--- tree\ndate\n  day \"1\"\n  month \"2\"\n";
    let folder = Folder::new(
        "lsp-rename-cases",
        &[
            (
                "date.abnf",
                "date = day \"-\" month\nday = 1*DIGIT\nmonth = 1*DIGIT\n",
            ),
            ("date.cases.txt", cases),
            ("dates.abnf", "dates = date \",\" date\n"),
            ("dates.imports.toml", "[[import]]\nfrom = \"date.abnf\"\n"),
            (
                "dates.cases.txt",
                "# dates\n\n=== two\n1-2,3-4\n--- day=1 day=3\n",
            ),
        ],
    );
    let mut client = folder.client(&[], &versioned());
    let uri = folder.open(&mut client, "date.abnf");
    let renamed = rename(&mut client, &uri, folder.at("date.abnf", "day ="), "dom");
    folder.apply(&renamed["result"]);
    assert_eq!(
        folder.read("date.cases.txt"),
        "# date\n\n=== a day\n7-1\n--- dom=7 month=1\n\n# dom\n\n=== none\nday\n--- error at 0\nexpected DIGIT, \"day\" or dom\n\n\
         === both\n1-2\n--- tree\ndate\n  dom \"1\"\n  month \"2\"\n"
    );
    assert!(
        folder
            .read("dates.cases.txt")
            .ends_with("--- dom=1 dom=3\n")
    );
    client.leave();
}

#[test]
fn a_name_that_stands_for_another_is_changed_alone() {
    let folder = three_files("lsp-alias");
    let mut client = folder.client(&[], &versioned());
    let http = folder.open(&mut client, "http.abnf");
    let renamed = rename(
        &mut client,
        &http,
        folder.at("http.abnf", "uri-host"),
        "authority",
    );
    folder.apply(&renamed["result"]);
    assert!(folder.read("http.abnf").starts_with("Host = authority ["));
    let imports = folder.read("http.imports.toml");
    assert!(
        imports.ends_with("names = { authority = \"host\" }\n"),
        "{imports}"
    );
    assert_eq!(folder.read("uri.abnf"), URI);
    client.leave();
}

#[test]
fn definitions_and_uses_are_found_in_all_files() {
    let folder = three_files("lsp-references");
    let mut client = folder.client(&[], &json!({}));
    let http = folder.open(&mut client, "http.abnf");
    let defined = client.at("definition", &http, folder.at("http.abnf", "uri-host"));
    assert_eq!(folder.shown(&defined["result"]), ["uri.abnf:2: host"]);
    let everywhere = [
        "uri.abnf:1: Port",
        "uri.abnf:3: port",
        "http.abnf:1: PORT",
        "http.abnf:2: port",
        "sub/mail.abnf:1: port",
    ];
    let used = client.at("references", &http, folder.at("http.abnf", "PORT"));
    assert_eq!(folder.shown(&used["result"]), everywhere);
    let mail = folder.open(&mut client, "sub/mail.abnf");
    let prose = folder.at("sub/mail.abnf", "port, see");
    let used = client.at("references", &mail, prose);
    assert_eq!(folder.shown(&used["result"]), everywhere);
    let defined = client.at("definition", &mail, prose);
    assert_eq!(folder.shown(&defined["result"]), ["uri.abnf:3: port"]);
    let shown = client.at("hover", &mail, prose);
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(value.starts_with("port = *DIGIT"), "{value}");
    // What is typed counts, not what is stored.
    client.replace(&http, 2, "Host = uri-host\n");
    let used = client.at("references", &mail, prose);
    assert_eq!(
        folder.shown(&used["result"]),
        [
            "uri.abnf:1: Port",
            "uri.abnf:3: port",
            "sub/mail.abnf:1: port"
        ]
    );
    // Files that come later are found, because this client does not tell of them.
    folder.write("late.abnf", "late = port\n");
    folder.write("late.imports.toml", "[[import]]\nfrom = \"./uri.abnf\"\n");
    let used = client.at("references", &mail, prose);
    assert_eq!(folder.shown(&used["result"])[2], "late.abnf:1: port");
    client.leave();
}

#[test]
fn alternatives_that_a_file_adds_belong_to_the_production() {
    let folder = Folder::new(
        "lsp-additions",
        &[
            ("a.abnf", "method = \"GET\"\n"),
            ("b.abnf", "all = method\nMethod =/ \"PATCH\"\n"),
            ("b.imports.toml", "[[import]]\nfrom = \"a.abnf\"\n"),
        ],
    );
    let mut client = folder.client(&[], &versioned());
    let b = folder.open(&mut client, "b.abnf");
    let defined = client.at("definition", &b, folder.at("b.abnf", "method"));
    assert_eq!(
        folder.shown(&defined["result"]),
        ["a.abnf:1: method", "b.abnf:2: Method"]
    );
    let renamed = rename(&mut client, &b, folder.at("b.abnf", "Method"), "verb");
    folder.apply(&renamed["result"]);
    assert_eq!(folder.read("a.abnf"), "verb = \"GET\"\n");
    assert_eq!(folder.read("b.abnf"), "all = verb\nverb =/ \"PATCH\"\n");
    client.leave();
}

#[test]
fn names_that_would_mean_something_else_are_refused() {
    let folder = three_files("lsp-refused");
    let mut client = folder.client(&[], &versioned());
    let uri = folder.open(&mut client, "uri.abnf");
    let place = folder.at("uri.abnf", "host =");
    let mut refusal = |uri: &str, place, new: &str| {
        let answer = rename(&mut client, uri, place, new);
        assert_eq!(answer["error"]["code"], -32803, "{answer}");
        answer["error"]["message"]
            .as_str()
            .expect("a message")
            .to_owned()
    };
    assert_eq!(
        refusal(&uri, place, "OTHER"),
        "http.abnf imports this production and has the name `OTHER` already; choose one that is free"
    );
    assert_eq!(
        refusal(&uri, place, "Rest"),
        "`Rest` is the name of another production; choose one that is free"
    );
    assert_eq!(
        refusal(&uri, place, "ctl"),
        "`ctl` is a core rule of RFC 5234, which every grammar can use; choose another name"
    );
    assert!(refusal(&uri, place, "a b").starts_with("`a b` cannot be the name of a production: "));
    let core = folder.at("uri.abnf", "ALPHA");
    assert_eq!(
        refusal(&uri, core, "x"),
        "`ALPHA` is a core rule of RFC 5234, and no file has a rule for it"
    );
    // Prose means the production without its name.
    folder.write(
        "sub/mail.abnf",
        "mail = host\nHost = <see [URI], Section 3>\n",
    );
    assert_eq!(
        refusal(&uri, place, "x"),
        "prose in mail.abnf means `host` without naming it, so it would mean nothing afterwards; \
         begin that prose with the name first"
    );
    folder.write(
        "sub/mail.imports.toml",
        "[[import]]\nfrom = \"../uri.abnf\"\n[[import]]\nfrom = \"no\"\n",
    );
    let unreadable = refusal(&uri, place, "x");
    let start = "mail.abnf may use this production, and it is unknown what it imports: ";
    assert!(unreadable.starts_with(start), "{unreadable}");
    client.leave();
}

#[test]
fn prose_that_begins_with_no_name_is_not_renamed() {
    let folder = three_files("lsp-prose");
    folder.write(
        "sub/mail.abnf",
        "mail = host\nHost = <see [URI], Section 3>\n",
    );
    let mut client = folder.client(&[], &json!({}));
    let mail = folder.open(&mut client, "sub/mail.abnf");
    let place = folder.at("sub/mail.abnf", "see");
    let refused = client.at("prepareRename", &mail, place);
    let message = "prose in this file means `host` without naming it, so it would mean nothing afterwards; \
                   begin that prose with the name first";
    assert_eq!(
        refused["error"],
        json!({ "code": -32803, "message": message })
    );
    client.leave();
}

#[test]
fn productions_of_the_library_are_shown_and_not_renamed() {
    let folder = Folder::new(
        "lsp-library",
        &[
            ("a.abnf", "a = port / <scheme, see [RFC3986], Section 3>\n"),
            ("a.imports.toml", "[[import]]\nfrom = \"rfc3986\"\n"),
            ("b.abnf", "b = port\n"),
        ],
    );
    let mut client = folder.client(&["--import", "rfc3986"], &json!({}));
    let a = folder.open(&mut client, "a.abnf");
    let place = folder.at("a.abnf", "port");
    assert_eq!(client.at("definition", &a, place)["result"], json!([]));
    for (place, name) in [(place, "port"), (folder.at("a.abnf", "scheme"), "scheme")] {
        for method in ["prepareRename", "rename"] {
            let refused = client.at(method, &a, place);
            let message = format!(
                "`{name}` is a production of rfc3986, which comes with this program and cannot be changed; \
                 a copy of it in a file can"
            );
            assert_eq!(
                refused["error"],
                json!({ "code": -32803, "message": message })
            );
        }
    }
    // Every file imports what the option says.
    let used = client.at("references", &a, place);
    assert_eq!(
        folder.shown(&used["result"]),
        ["a.abnf:1: port", "b.abnf:1: port"]
    );
    client.leave();
    let mut client = folder.client(&[], &json!({ "workspace": { "textDocumentContent": {} } }));
    let a = folder.open(&mut client, "a.abnf");
    let defined = client.at("definition", &a, place);
    let location = &defined["result"][0];
    assert_eq!(location["uri"], "rfc1738:/rfc3986.abnf");
    let content = client.ask(
        "workspace/textDocumentContent",
        &json!({ "uri": location["uri"] }),
    );
    let text = content["result"]["text"].as_str().expect("a text");
    let port = text.find("port          =").expect("it is there");
    assert_eq!(location["range"], range(text, port..port + 4));
    let refused = client.ask(
        "workspace/textDocumentContent",
        &json!({ "uri": "rfc1738:/no" }),
    );
    let message =
        "rfc1738:/no is no grammar of this program; those are rfc1738:/rfc3986.abnf and so on";
    assert_eq!(
        refused["error"],
        json!({ "code": -32602, "message": message })
    );
    client.leave();
}

#[test]
fn what_is_imported_completes() {
    let folder = three_files("lsp-completion");
    let mut client = folder.client(&[], &json!({}));
    let http = folder.open(&mut client, "http.abnf");
    let completed = client.at("completion", &http, (0, 7));
    let items = completed["result"].as_array().expect("a list").iter();
    let rest = items.filter(|item| item["label"] == "rest");
    let details: Vec<&Value> = rest.map(|item| &item["detail"]).collect();
    assert_eq!(details, [&json!("imported production")]);
    client.leave();
}

#[test]
fn a_file_is_told_of_by_a_client_that_watches() {
    let folder = three_files("lsp-watched");
    let watches =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = folder.client(&[], &watches);
    let uri = folder.open(&mut client, "uri.abnf");
    let place = folder.at("uri.abnf", "host =");
    let count = |client: &mut Client| {
        let used = client.at("references", &uri, place);
        used["result"].as_array().expect("a list").len()
    };
    assert_eq!(count(&mut client), 4);
    folder.write("late.abnf", "late = host\n");
    folder.write("late.imports.toml", "[[import]]\nfrom = \"uri.abnf\"\n");
    assert_eq!(count(&mut client), 4);
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    assert_eq!(count(&mut client), 5);
    client.leave();
}
