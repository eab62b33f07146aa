//! The types of the answers as TypeScript: `clients/page/src/engine/answers.ts`.
//!
//! `SNAPSHOTS=overwrite cargo test --workspace --lib types` writes the file.

use std::env;
use std::fs;
use std::path::Path;

use rfc1738::Rule;
use rfc1738_views::analysis::FindingsRecord;
use rfc1738_views::automaton::AutomatonRecord;
use rfc1738_views::conformance::case::CaseRecord;
use rfc1738_views::derivations::forms::FormsRecord;
use rfc1738_views::derivations::record::DerivationList;
use rfc1738_views::difference::pairs::PairsRecord;
use rfc1738_views::exercise::grades::{GradesRecord, HandInRecord};
use rfc1738_views::exercise::record::{AnswerRecord, ExerciseCheck};
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::json::Octets;
use rfc1738_views::ordered_choice::comparison::SideBySide;
use rfc1738_views::ordered_choice::list::NaiveListRecord;
use rfc1738_views::outline::GrammarOutline;
use rfc1738_views::railroad::record::RailsRecord;
use rfc1738_views::repairs::RepairsRecord;
use rfc1738_views::tables::record::TablesRecord;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::typescript::{self, Declarations};
use rfc1738_views::verdict::VerdictRecord;
use rfcbnf::exercise::HandIn;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ts_rs::TS;

use crate::choice::AlikeRecord;
use crate::engine::keys::AboutRecord;
use crate::engine::open::{OpenRecord, PathsRecord};
use crate::export::{PieceRecord, PlanRecord};
use crate::notations::FittingRecord;
use crate::{choice, engine, grading, prose};

const FILE: &str = "../src/engine/answers.ts";

/// The declarations, and the answer to each question.
#[derive(Default)]
struct Types {
    declarations: Declarations,
    answers: Vec<String>,
}

impl Types {
    fn answer<T: TS + 'static>(&mut self, question: &str) {
        let name = self.declarations.add::<T>();
        self.answers.push(format!("  {question}: {name};\n"));
    }

    fn written(&self) -> String {
        format!(
            "// The answers of the engine. Generated from its records by `clients/page/wasm/src/types.rs`; do not edit.\n\
             // Offsets are octets.\n\n{}\n/** The answer to each question. */\nexport interface Answers {{\n{}}}\n",
            self.declarations.written(),
            self.answers.concat(),
        )
    }
}

#[test]
fn the_types_of_the_page_are_those_of_the_records() {
    let mut types = Types::default();
    types.answer::<GrammarOutline>("open");
    types.answer::<Vec<FittingRecord>>("notations");
    types.answer::<VerdictRecord<Rule>>("verdict");
    types.answer::<TraceRecord<Rule>>("steps");
    types.answer::<RailsRecord>("rails");
    types.answer::<PathsRecord>("paths");
    types.answer::<Vec<OpenRecord>>("places");
    types.answer::<AboutRecord>("about");
    types.answer::<FindingsRecord>("findings");
    types.answer::<DerivationList>("derivations");
    types.answer::<Vec<Octets>>("sentences");
    types.answer::<RepairsRecord>("nearest");
    types.answer::<AutomatonRecord>("automaton");
    types.answer::<PlanRecord>("suite");
    types.answer::<PieceRecord>("suite_piece");
    types.answer::<NaiveListRecord>("naive");
    types.answer::<SideBySide>("compare_readings");
    types.answer::<PairsRecord>("difference");
    types.answer::<AlikeRecord>("alike");
    types.answer::<Vec<typescript::Note>>("notes");
    types.answer::<Vec<(String, String)>>("remarks");
    types.answer::<Option<InspectionRecord>>("inspect");
    types.answer::<TablesRecord>("tables");
    types.answer::<FormsRecord>("forms");
    types.answer::<String>("picture");
    types.answer::<ExerciseCheck>("exercise_check");
    types.answer::<AnswerRecord>("exercise_answer");
    types.answer::<typescript::Sheet>("sheet");
    types.answer::<String>("sheet_file");
    types.answer::<Vec<Option<typescript::AnswerText>>>("hand_in_answers");
    types.answer::<HandInRecord>("hand_in");
    types.answer::<GradesRecord>("grades");
    types.declarations.add::<typescript::HandIn>();
    types.declarations.add::<CaseRecord<String>>();
    let written = types.written();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os("SNAPSHOTS").is_some_and(|it| it == "overwrite") {
        fs::write(&path, &written).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == written,
        "{FILE} is stale: `SNAPSHOTS=overwrite cargo test --workspace --lib types` writes it"
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
fn values_that_write_json_have_the_fields_of_their_types() {
    let source = include_str!("../../../../grammar/rfc1738.bnf");
    let mut session = engine::Session::new(source, true, "");
    for text in ["http://user@host/", "", "x:\u{e9}", "http://h:8o/"] {
        let verdict = value(session.verdict("url", text, false));
        if let Some(rejected) = verdict.get("rejected") {
            let _: typescript::SyntaxError = read(&rejected["error"]);
        }
    }
    let notes = value(prose::notes("url", "http://user@host/", 11));
    let notes: Vec<typescript::Note> = read(&notes);
    assert!(!notes[0].fixes.is_empty());
    let remarks: Vec<(String, String)> = read(&value(prose::remarks("port")));
    assert!(!remarks.is_empty());
    let inspected = value(prose::inspect("FTP://h:21/%7ea;type=a"));
    let _: Vec<typescript::Advice> = read(&inspected["advice"]);
    assert_ne!(inspected["advice"], Value::Array(Vec::new()));
    assert_eq!(value(prose::inspect("x")), Value::Null);

    let source = "s = t \"a\"\nt = \"a\" t / \"a\"\nu = u \"b\" / \"b\"\n";
    let mut recursive = engine::Session::new(source, false, "");
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
    let session = choice::Session::new(source, false, "");
    let compared = value(session.difference(other, false, pairs));
    let pairs: Vec<typescript::Pair> = read(&compared["pairs"]);
    assert_eq!(pairs.len(), 3);
}

#[test]
fn sheets_and_hand_ins_have_the_fields_of_their_types() {
    let sheet = "title = \"T\"\n[[exercise]]\ntitle = \"A\"\ntask = \"?\"\nstart = \"s = 'a'\"\nsolution = \"s = 'b'\"\n\
                 show-solution = true\nvalid = [\"b\"]\ninvalid = [\"a\"]\nunambiguous = true\nno-left-recursion = true\n\
                 productions = 1\nll1 = true\nlength = 3\n";
    let sheet: typescript::Sheet = read(&value(grading::sheet(sheet)));
    assert_eq!(sheet.exercise.len(), 1);
    let hand_in = "[hand-in]\nname = \"A\"\nsheet = \"T\"\nsolved = 1\n[[answer]]\nexercise = \"A\"\ngrammar = \"s\"\nstart = \"s\"\n";
    let hand_in = HandIn::from_toml(hand_in).expect("it can be read");
    let hand_in: typescript::HandIn = read(&serde_json::to_value(hand_in).expect("it is JSON"));
    assert_eq!(hand_in.answer.len(), 1);
}
