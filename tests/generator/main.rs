//! The proof that the rules are generated: a copy of the project with changed productions, and no
//! other change, accepts other texts.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// Productions of the RFC, and their replacements in the copy. Together they need every combinator
/// of the engine, also the combinators that the RFC's productions do not need.
const CHANGES: [(&str, &str); 9] = [
    (
        r#"safe           = "$" | "-" | "_" | "." | "+""#,
        r#"safe           = "$" | "-" | "_" | "." | "+" | "~""#,
    ),
    ("port           = digits", "port           = 2*3digit"),
    (
        r#"user           = *[ uchar | ";" | "?" | "&" | "=" ]"#,
        r#"user           = *[ uchar | ";" | "?" | "&" | "=" | ":" ]"#,
    ),
    (
        r#"escape         = "%" hex hex"#,
        r#"escape         = "%" hex hex | "%""#,
    ),
    (
        "host           = hostname | hostnumber",
        "host           = hostnumber | hostname",
    ),
    (
        "                 prosperourl | otherurl",
        "                 prosperourl | ldapurl | httpsurl | httpxurl | otherurl",
    ),
    (
        "; Miscellaneous definitions",
        "; LDAP (see also RFC1777)\n\nldapurl        = \"ldap://\" hostport \"/\" [ dn ]\n\
         dn             = 1*alpha [ \",\" dn2 ]\ndn2            = 1*alpha\n\n; Miscellaneous definitions",
    ),
    ("gtype          = xchar", "gtype          = alphadigit"),
    (
        "; GOPHER (see also RFC1436)",
        "; HTTPS\n\nhttpsurl       = \"https://\" hostport\n\
         httpxurl       = httpurl \"#\" *xchar\n\n; GOPHER (see also RFC1436)",
    ),
];

/// Texts, and whether the copy accepts them.
const TEXTS: [(&str, bool); 16] = [
    ("http://h/~x", true),
    ("http://h:80/", true),
    ("http://h:8/", false),
    ("http://h:8080/", false),
    ("ftp://a:b:c@h/", true),
    ("http://h/100%", true),
    ("http://h/%zz", true),
    ("LDAP://h/abc,de", true),
    ("ldap://h", false),
    ("ldap://h/,", false),
    ("http://h/#a", true),
    ("https://h", true),
    ("https:h", false),
    ("httpss:h", true),
    ("gopher://h/0a%09b", true),
    ("gopher://h/-a", false),
];

#[test]
fn another_grammar_makes_another_library_and_command() {
    let copy = Copy::new();
    assert!(
        copy.run(&["codegen", "--check"]).status.success(),
        "the copy begins fresh"
    );

    copy.change_grammar();
    let check = copy.run(&["codegen", "--check"]);
    assert_eq!(check.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&check.stderr);
    assert!(
        complaint.contains("stale: src/rules/ldap.rs\n"),
        "{complaint}"
    );
    assert!(complaint.ends_with("run `cargo codegen`\n"), "{complaint}");

    copy.succeed(&["codegen"]);
    copy.succeed(&["codegen", "--check"]);
    for (text, accepted) in TEXTS {
        let output = copy.run(&["run", "--quiet", "--", "parse", text]);
        let expected = i32::from(!accepted);
        assert_eq!(output.status.code(), Some(expected), "{text}: {output:?}");
    }
    copy.succeed(&["test", "--quiet", "--test", "judged_alike"]);
}

/// A copy of the sources of the workspace.
struct Copy {
    folder: PathBuf,
}

impl Copy {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("another-grammar");
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in [".cargo", "grammar", "src", "examples", "views", "cli/src"] {
            copy_folder(&project.join(part), &folder.join(part));
        }
        for file in ["Cargo.toml", "Cargo.lock", "cli/Cargo.toml"] {
            copy_file(&project.join(file), &folder.join(file));
        }
        copy_file(
            &project.join("tests/generator/judged_alike.rs"),
            &folder.join("tests/judged_alike/main.rs"),
        );
        copy_file(
            &project.join("grammar/rfc1738.bnf"),
            &folder.join("tests/judged_alike/original.bnf"),
        );
        for file in [
            "tests/rfc1738/exactness/reference.rs",
            "tests/rfc1738/texts.rs",
        ] {
            copy_file(&project.join(file), &folder.join(file));
        }
        Self { folder }
    }

    fn change_grammar(&self) {
        let path = self.folder.join("grammar/rfc1738.bnf");
        let mut text = fs::read_to_string(&path).expect("the grammar is there");
        for (from, to) in CHANGES {
            assert_eq!(
                text.matches(from).count(),
                1,
                "{from} stands in the grammar once"
            );
            text = text.replace(from, to);
        }
        fs::write(path, text).expect("the grammar can be written");
    }

    /// Runs cargo in the copy; everything it needs was fetched to build this test.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR" {
                cargo.env_remove(name);
            }
        }
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target"));
        cargo.env("CARGO_NET_OFFLINE", "true").env("NO_COLOR", "1");
        let output = cargo.current_dir(&self.folder).args(arguments).output();
        output.expect("cargo can be started")
    }

    fn succeed(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        let (standard, error) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(
            output.status.success(),
            "cargo {arguments:?}:\n{standard}\n{error}"
        );
    }
}

/// Copies one folder to the other, and removes every other file there.
fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(to).into_iter().flatten().flatten() {
        if !from.join(entry.file_name()).exists() {
            fs::remove_file(entry.path()).expect("what is left over can be removed");
        }
    }
    for entry in fs::read_dir(from).expect("the folder is there").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            copy_file(&from, &to);
        }
    }
}

/// Copies a file only if it differs, so that a second run builds only the changed files.
fn copy_file(from: &Path, to: &Path) {
    let text = fs::read(from).expect("the file can be read");
    if fs::read(to).ok().as_ref() != Some(&text) {
        fs::create_dir_all(to.parent().expect("it lies in a folder"))
            .expect("a folder can be made");
        fs::write(to, text).expect("the file can be written");
    }
}
