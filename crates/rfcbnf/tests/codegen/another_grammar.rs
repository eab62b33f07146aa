//! The proof that the rules are generated: a copy of the project with other productions
//! accepts other texts, and nothing but the grammar file was changed.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use rfcbnf::Layout;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::derivations::{DerivationTree, derivations};
use rfcbnf::interpret::Interpreter;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

use crate::cargo::{cargo, folder, output_of, project, target};
use crate::extent::few_or_many;
use crate::texts::utf8;

/// Productions of the RFC, each with its replacement in the copy. Together they need every
/// combinator of the engine, even those that the RFC's own productions do not need.
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
         dn             = 1*alpha [ \",\" dn2 ]\ndn2            = 1*alpha\n\
         pair           = 2( optional ) [ \"-\" ]\noptional       = [ \"a\" ]\n\
         three          = 3( [ \"a\" ] \"b\" | [ \"1\" ] ) \"1\"\n\n; Miscellaneous definitions",
    ),
    ("gtype          = xchar", "gtype          = alphadigit"),
    (
        "; GOPHER (see also RFC1436)",
        "; HTTPS\n\nhttpsurl       = \"https://\" hostport\n\
         httpxurl       = httpurl \"#\" *xchar\n\n; GOPHER (see also RFC1436)",
    ),
];

/// Texts, and whether the copy accepts them as `url`.
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

/// Characters and parts of texts that the changed productions tell apart.
const PIECES: [&str; 14] = [
    "a", "b", "1", "12", "%", "%41", "-", ".", "/", ":", "@", ",", "~", ";",
];

/// Beginnings of URLs whose scheme the changes concern.
const PREFIXES: [&str; 7] = [
    "http://h",
    "ftp://",
    "ldap://h/",
    "https:",
    "http",
    "gopher://h/",
    "x://",
];

/// What no part of the library or the command is built from.
const NOT_COPIED: [&str; 10] = [
    ".git",
    "benchmarks",
    "datafusion",
    "dist",
    "editors",
    "fuzz",
    "node_modules",
    "shared",
    "snapshots",
    "target",
];

/// `crates` shows that code of other grammars compiles, and what it answers.
#[test]
fn another_grammar_makes_other_rules() {
    let (sources, changed) = generated("another-rules/sources");
    let (grammar, _) = load(&changed, READINGS).expect("the changed grammar can be read");
    let read = |path: &str| fs::read_to_string(sources.join("src").join(path));
    let descriptions = read("tables/descriptions.rs").expect("it is generated");
    for production in &grammar.productions {
        let name = format!("name: \"{}\"", production.name);
        assert!(descriptions.contains(&name), "{name}");
    }
    let ldap = read("rules/ldap.rs").expect("it is generated");
    assert!(ldap.contains("ldapurl        = \"ldap://\" hostport \"/\" [ dn ]"));
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn another_grammar_makes_another_library() {
    let (sources, changed) = generated("another-grammar/sources");
    let (grammar, _) = load(&changed, READINGS).expect("the changed grammar can be read");
    let copy = Copy::new(&grammar, build_judge(&sources));
    copy.assert_answers(&short_texts(&grammar));
    copy.assert_suites_of_the_original_notice_every_change();
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn another_grammar_makes_another_command() {
    let (sources, _) = generated("another-command/sources");
    let command = build_command(&sources);
    for (text, accepted) in TEXTS {
        let output = output_of(Command::new(&command).args(["parse", text]));
        let expected = i32::from(!accepted);
        assert_eq!(output.status.code(), Some(expected), "{text}: {output:?}");
    }
}

/// Copies the project into a folder, changes the grammar, and generates the rules from it. Returns the folder
/// and the grammar.
fn generated(name: &str) -> (PathBuf, String) {
    let sources = folder(name);
    copy_folder(&project(), &sources);
    let changed = change_grammar(&sources);
    let (status, complaint) = codegen(&sources, &["--check"]);
    assert_eq!(status, 1);
    assert!(
        complaint.contains("stale: src/rules/ldap.rs\n"),
        "{complaint}"
    );
    assert!(complaint.ends_with("run `cargo codegen`\n"), "{complaint}");
    assert_eq!(codegen(&sources, &[]).0, 0);
    // A test of the committed code asserts that the check finds nothing in what was written.
    if few_or_many(false, true) {
        assert_eq!(codegen(&sources, &["--check"]), (0, String::new()));
    }
    (sources, changed)
}

/// Returns every short text for each production, and every short URL of a changed scheme.
fn short_texts(grammar: &Grammar) -> Vec<(&str, String)> {
    let mut texts = Vec::new();
    for production in &grammar.productions {
        add_texts(&production.name, "", 2, &mut texts);
    }
    for prefix in PREFIXES {
        add_texts("url", prefix, 2, &mut texts);
    }
    texts
}

/// Adds the prefix followed by every sequence of at most `most` pieces.
fn add_texts<'g>(rule: &'g str, prefix: &str, most: usize, texts: &mut Vec<(&'g str, String)>) {
    texts.push((rule, prefix.to_owned()));
    if most > 0 {
        for piece in PIECES {
            add_texts(rule, &[prefix, piece].concat(), most - 1, texts);
        }
    }
}

/// The changed grammar, and the library that was generated from it.
struct Copy<'g> {
    grammar: &'g Grammar,
    automata: Automata<'g>,
    /// Finds errors without a table.
    interpreter: Interpreter,
    layout: Layout,
    judge: PathBuf,
}

impl<'g> Copy<'g> {
    fn new(grammar: &'g Grammar, judge: PathBuf) -> Self {
        let layout = Layout::from_toml(include_str!("../../../../grammar/layout.toml"));
        let layout = layout.expect("the layout can be read");
        let interpreter = Interpreter::with_characters(grammar, |name| layout.is_character(name));
        Self {
            grammar,
            automata: Automata::new(grammar).expect("no production is too large"),
            interpreter: interpreter.expect("the grammar can be interpreted"),
            layout,
            judge,
        }
    }

    /// Asserts that the library says of each text what the automata and derivations say.
    fn assert_answers(&self, texts: &[(&str, String)]) {
        let answers = self.answers_of_library("answers", texts);
        for ((rule, text), answer) in texts.iter().zip(answers) {
            let expected = self.expected_answer(rule, text);
            assert_eq!(answer, expected, "{rule} on {text:?}");
        }
    }

    /// Asserts that a suite of the original grammar fails if and only if the copy's production
    /// derives other texts.
    fn assert_suites_of_the_original_notice_every_change(&self) {
        let (original, _) = load(BNF, READINGS).expect("the original can be read");
        let automata = Automata::new(&original).expect("no production is too large");
        let automaton = |name: &str| automata.production(name).expect("it has an automaton");
        let mut texts = Vec::new();
        for production in &original.productions {
            let name = production.name.as_str();
            let suite = Suite::new(automaton(name), 0).expect("it is not too large");
            texts.extend(suite.texts().map(|text| (name, utf8(text))));
        }
        let answers = self.answers_of_library("verdicts", &texts);
        let wrong: HashSet<&str> = texts
            .iter()
            .zip(answers)
            .filter(|((name, text), answer)| {
                (answer == "true") != automaton(name).accepts(text.as_bytes())
            })
            .map(|((name, _), _)| *name)
            .collect();
        let mut changed = 0;
        for production in &original.productions {
            let name = production.name.as_str();
            let differs = automaton(name) != self.automaton(name);
            assert_eq!(wrong.contains(name), differs, "{name}");
            changed += usize::from(differs);
        }
        // The changed productions, and those that use them.
        assert_eq!(changed, 48);
    }

    /// Returns what the copy's library says of each text.
    fn answers_of_library(&self, what: &str, texts: &[(&str, String)]) -> Vec<String> {
        let mut questions = String::new();
        for (rule, text) in texts {
            questions += rule;
            for byte in text.bytes() {
                write!(questions, " {byte}").expect("a string takes everything");
            }
            questions.push('\n');
        }
        let file = folder("another-grammar").join("questions.txt");
        fs::write(&file, questions).expect("the questions can be written");
        let file = fs::File::open(file).expect("the questions can be read");
        let output = output_of(Command::new(&self.judge).arg(what).stdin(file));
        assert!(output.status.success(), "{output:?}");
        let output = String::from_utf8(output.stdout).expect("the answers are UTF-8");
        let mut answers = output.lines().map(str::to_owned);
        let names: Vec<_> = self.grammar.productions.iter().map(|p| &p.name).collect();
        assert_eq!(answers.next(), Some(format!("{names:?}")));
        let answers: Vec<String> = answers.collect();
        assert_eq!(answers.len(), texts.len());
        answers
    }

    /// Returns what the library has to say of a text, as `judge.rs` prints it.
    fn expected_answer(&self, rule: &str, text: &str) -> String {
        let automaton = self.automaton(rule);
        let prefix = automaton.viable_prefix(text.as_bytes());
        let is_valid = prefix.length() == text.len() && prefix.can_end();
        let error = (!is_valid).then(|| {
            (
                prefix.length(),
                prefix.next().characters(),
                prefix.can_end(),
            )
        });
        let trees = derivations(self.grammar, rule, text);
        let full = trees.expect("the grammar has the production").next();
        let plain = full.as_ref();
        let plain = plain.map(|tree| tree.without_characters(&self.layout));
        let nodes = |tree: DerivationTree| {
            let nodes = tree.iter_with_depth();
            let node =
                nodes.map(|(depth, node)| (depth, node.production().to_owned(), node.span()));
            node.collect::<Vec<_>>()
        };
        let trees = [full.map(nodes), plain.map(nodes)];
        let interpreted = self.interpreter.find(rule).expect("every rule is there");
        let message = rfcbnf_engine::parse(interpreted, text).err();
        let message = message.map(|error| format!("{error:#}"));
        let matched = automaton.longest_prefix(text.as_bytes());
        format!("{:?}", (is_valid, matched, message, error, trees))
    }

    fn automaton(&self, production: &str) -> &Automaton {
        let automaton = self.automata.production(production);
        automaton.expect("the copy has every production of the original")
    }
}

/// Builds a program that asks the library of the copy. Returns its path.
///
/// It is a package of its own: an example of the library would need what the tests of the library need.
fn build_judge(sources: &Path) -> PathBuf {
    let package = sources.join("judge");
    fs::create_dir_all(package.join("src")).expect("a folder can be made");
    let manifest = include_str!("judge.toml");
    fs::write(package.join("Cargo.toml"), manifest).expect("the manifest can be written");
    let program = include_str!("judge.rs");
    fs::write(package.join("src/main.rs"), program).expect("the program can be written");
    replace(
        &sources.join("Cargo.toml"),
        "members = [\n",
        "members = [\n    \"judge\",\n",
    );
    build(sources, &["--package", "judge"], "judge")
}

/// Builds the command of the copy under a name of its own. Returns its path.
fn build_command(sources: &Path) -> PathBuf {
    let manifest = sources.join("crates/cli/Cargo.toml");
    let name = "rfc1738-of-another-grammar";
    replace(
        &manifest,
        "name = \"rfc1738\"\n",
        &format!("name = \"{name}\"\n"),
    );
    replace(&manifest, "default-run = \"rfc1738\"\n", "");
    build(sources, &["--workspace", "--bin", name], name)
}

/// Builds a program of the copy. Returns its path.
fn build(sources: &Path, arguments: &[&str], program: &str) -> PathBuf {
    // Cargo goes by the times of files: those that are as they were stay untouched.
    let built = sources.with_file_name("built");
    copy_folder(sources, &built);
    cargo(&built, "build", arguments);
    let program = target().join("debug").join(program);
    program.with_extension(env::consts::EXE_EXTENSION)
}

/// Runs the generator on a copy of the project. Returns its exit status and its messages.
fn codegen(sources: &Path, arguments: &[&str]) -> (i32, String) {
    let mut codegen = Command::new(env!("CARGO_BIN_EXE_codegen"));
    codegen.env("CARGO_MANIFEST_DIR", sources.join("crates/rfcbnf"));
    let output = output_of(codegen.args(arguments));
    let status = output.status.code().expect("no signal ends it");
    (
        status,
        String::from_utf8(output.stderr).expect("the messages are UTF-8"),
    )
}

/// Changes the copy's grammar file. Returns its text.
fn change_grammar(sources: &Path) -> String {
    let path = sources.join("grammar/rfc1738.bnf");
    for (from, to) in CHANGES {
        replace(&path, from, to);
    }
    fs::read_to_string(path).expect("the grammar can be read")
}

/// Replaces the one occurrence of a text in a file.
fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("the file can be read");
    assert_eq!(
        text.matches(from).count(),
        1,
        "{from} in {}",
        path.display()
    );
    fs::write(path, text.replace(from, to)).expect("the file can be written");
}

/// Makes the folder `to` like the folder `from`, without what is not copied.
fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(to).into_iter().flatten().flatten() {
        let left_over = entry.path();
        if from.join(entry.file_name()).exists() {
            continue;
        }
        if left_over.is_dir() {
            fs::remove_dir_all(left_over).expect("the folder can be removed");
        } else {
            fs::remove_file(left_over).expect("the file can be removed");
        }
    }
    for entry in fs::read_dir(from).expect("the folder is there").flatten() {
        if NOT_COPIED.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            copy_file(&from, &to);
        }
    }
}

/// Copies a file unless its content is already there, so that a second run builds nothing.
fn copy_file(from: &Path, to: &Path) {
    let text = fs::read(from).expect("the file can be read");
    if fs::read(to).ok().as_ref() != Some(&text) {
        fs::create_dir_all(to.parent().expect("it lies in a folder"))
            .expect("a folder can be made");
        fs::write(to, text).expect("the file can be written");
    }
}
