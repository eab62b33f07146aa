//! The types of the answers as TypeScript: `page/src/engine/answers.ts`.
//!
//! `SNAPSHOTS=overwrite cargo test --package page-engine types` in `page/` writes the file.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use rfc1738::Rule;
use rfc1738_views::analysis::FindingsRecord;
use rfc1738_views::automaton::AutomatonRecord;
use rfc1738_views::conformance::case::CaseRecord;
use rfc1738_views::derivations::list::DerivationList;
use rfc1738_views::difference::pairs::PairsRecord;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::json::Octets;
use rfc1738_views::naive::list::NaiveListRecord;
use rfc1738_views::naive::side_by_side::SideBySide;
use rfc1738_views::outline::GrammarOutline;
use rfc1738_views::railroad::record::RailsRecord;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::typescript;
use rfc1738_views::verdict::VerdictRecord;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

use crate::Session;
use crate::session::keys::AboutRecord;
use crate::session::open::OpenRecord;
use crate::session::suites::{PieceRecord, PlanRecord};

const FILE: &str = "../src/engine/answers.ts";

/// The declarations by their names, and the answer to each question.
#[derive(Default)]
struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
    answers: Vec<String>,
}

impl Types {
    fn answer<T: TS + 'static>(&mut self, question: &str) {
        let name = T::name(&self.config);
        self.answers.push(format!("  {question}: {name};\n"));
        self.visit::<T>();
        T::visit_generics(self);
    }

    fn written(&self) -> String {
        let declared: Vec<&str> = self.declared.values().map(String::as_str).collect();
        format!(
            "// The answers of the engine. Generated from its records by `page/wasm/src/types.rs`; do not edit.\n\
             // Offsets are octets.\n\n{}\n/** The answer to each question. */\nexport interface Answers {{\n{}}}\n",
            declared.join("\n"),
            self.answers.concat(),
        )
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let (docs, declaration) = (T::docs().unwrap_or_default(), T::decl(&self.config));
        let declared = with_short_comments(&format!("{docs}export {declaration}\n"));
        let other = self
            .declared
            .insert(T::ident(&self.config), declared.clone());
        match other {
            Some(other) => assert_eq!(other, declared, "two types have one name"),
            None => T::visit_dependencies(self),
        }
    }
}

/// Leaves the first paragraph of each comment, on one line.
fn with_short_comments(declared: &str) -> String {
    let mut parts = declared.split("/**");
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (comment, rest) = part.split_once("*/").unwrap_or((part, ""));
        let lines = comment
            .lines()
            .map(|line| line.trim_start_matches([' ', '*']));
        let lines = lines
            .skip_while(|line| line.is_empty())
            .take_while(|line| !line.is_empty());
        let comment = lines.collect::<Vec<_>>().join(" ");
        let comment = comment.replace("`None`", "`null`");
        let (indent, begin) = match short.strip_suffix(" \n") {
            Some(begin) => ("  ", begin.len()),
            None => ("", short.len()),
        };
        short.truncate(begin);
        let line = if indent.is_empty() { "" } else { "\n" };
        short.extend([
            line,
            indent,
            "/** ",
            &comment,
            " */\n",
            indent,
            rest.trim_start(),
        ]);
    }
    short.replace(", }", " }")
}

#[test]
fn the_types_of_the_page_are_those_of_the_records() {
    let mut types = Types {
        config: Config::new().with_large_int("number"),
        ..Types::default()
    };
    types.answer::<GrammarOutline>("open");
    types.answer::<VerdictRecord<Rule>>("verdict");
    types.answer::<TraceRecord<Rule>>("steps");
    types.answer::<RailsRecord>("rails");
    types.answer::<Vec<[usize; 2]>>("path");
    types.answer::<Vec<OpenRecord>>("places");
    types.answer::<AboutRecord>("about");
    types.answer::<FindingsRecord>("findings");
    types.answer::<DerivationList>("derivations");
    types.answer::<Vec<Octets>>("sentences");
    types.answer::<AutomatonRecord>("automaton");
    types.answer::<PlanRecord>("suite");
    types.answer::<PieceRecord>("suite_piece");
    types.answer::<NaiveListRecord>("naive");
    types.answer::<SideBySide>("compare_readings");
    types.answer::<PairsRecord>("difference");
    types.answer::<Vec<typescript::Note>>("notes");
    types.answer::<Option<InspectionRecord>>("inspect");
    types.visit::<CaseRecord<String>>();
    let written = types.written();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os("SNAPSHOTS").is_some_and(|it| it == "overwrite") {
        fs::write(&path, &written).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == written,
        "{FILE} is stale: `SNAPSHOTS=overwrite cargo test --package page-engine types` writes it"
    );
}

/// Reads a part of an answer as the type that was written for it by hand.
fn read<T: DeserializeOwned>(part: &Value) -> T {
    serde_json::from_value(part.clone()).unwrap_or_else(|error| panic!("{error}: {part}"))
}

fn value(answer: crate::Answer) -> Value {
    let answer = answer.expect("there is an answer");
    serde_json::from_str(&answer).expect("it is JSON")
}

#[test]
fn values_that_write_their_own_json_have_the_fields_of_their_types() {
    let source = include_str!("../../../grammar/rfc1738.bnf");
    let mut session = Session::new(source, true);
    for text in ["http://user@host/", "", "x:\u{e9}", "http://h:8o/"] {
        let verdict = value(session.verdict("url", text, false));
        if let Some(rejected) = verdict.get("rejected") {
            let _: typescript::SyntaxError = read(&rejected["error"]);
        }
    }
    let notes = value(crate::notes("url", "http://user@host/", 11));
    let notes: Vec<typescript::Note> = read(&notes);
    assert!(!notes[0].fixes.is_empty());
    let inspected = value(crate::inspect("FTP://h:21/%7ea;type=a"));
    let _: Vec<typescript::Advice> = read(&inspected["advice"]);
    assert_ne!(inspected["advice"], Value::Array(Vec::new()));
    assert_eq!(value(crate::inspect("x")), Value::Null);

    let mut recursive = Session::new(
        "s = t \"a\"\nt = \"a\" t / \"a\"\nu = u \"b\" / \"b\"\n",
        false,
    );
    let sources = [
        (&mut session, "hostname", "a.b"),
        (&mut recursive, "s", "aaa"),
    ];
    for (session, rule, text) in sources {
        let steps = value(session.steps(rule, text));
        let _: Vec<typescript::Step> = read(&steps["steps"]);
    }
    let endless = value(recursive.steps("u", "bb"));
    let _: Vec<typescript::Step> = read(&endless["steps"]);
    let pairs = "[[\"s\",\"s\"],[\"u\",\"u\"],[\"t\",\"v\"]]";
    let other = "s = \"a\"\nu = 1*\"b\"\nv = <prose>\n";
    let compared = value(recursive.difference(other, false, pairs));
    let pairs: Vec<typescript::Pair> = read(&compared["pairs"]);
    assert_eq!(pairs.len(), 3);
}
