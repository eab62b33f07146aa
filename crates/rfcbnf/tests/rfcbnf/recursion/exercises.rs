//! 200 hand-ins, made before they are graded: right ones in several shapes, wrong ones, lists of examples, broken and hostile
//! ones, and each says that it solves everything. An independent recognizer over the syntax tree judges the same grammars on
//! all short texts.

use std::collections::HashMap;

use rfcbnf::Grammar;
use rfcbnf::exercise::{
    Answer, AnswerText, Evidence, Exercise, Grader, HandIn, HandInError, HandInHead, Mistake,
    Outcome, Sheet, Verdict, hand_ins,
};

use super::courses::{Family, families};
use super::parts::Parts;
use super::texts;
use super::verdict::Spans;

/// The number of texts that are tried.
const TRIED: usize = 700;

/// What was handed in for one exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Made {
    Right(String),
    Wrong(String),
    /// It cannot be read, or not be compared.
    Hostile(String),
    Nothing,
}

/// Grammars that take much, or that no one can read.
const HOSTILE: [&str; 8] = [
    "s = 60000\"a\" 60000\"b\"\n",
    "s = s s s s s / *( s s ) / [ s ] [ s ] [ s ] [ s ]\n",
    "s = t\nt = u\nu = s\n",
    "s = \"a\n",
    "this is no grammar",
    "s = <a text with as many a as b>\n",
    "s = *999*998( *997( \"a\" / *996\"b\" ) )\n",
    "s = \u{202e}\"a\" \0\n",
];

fn made(family: &Family, choice: usize, student: usize) -> Made {
    match choice {
        0..=3 => Made::Right(family.equal[choice].source.clone()),
        4..=6 => Made::Wrong(family.others[choice - 4].source.clone()),
        7 => Made::Wrong(examples(family)),
        8 => Made::Nothing,
        _ => Made::Hostile(HOSTILE[student % HOSTILE.len()].to_owned()),
    }
}

/// Returns a grammar that lists the short texts of the solution.
fn examples(family: &Family) -> String {
    let grammar = &family.equal[0];
    let parts = Parts::of(grammar, "s");
    let texts = texts::short(family.alphabet, 100).into_iter();
    let texts = texts.filter(|text| Spans::of(&parts, text).is_derived());
    let texts = texts.map(|text| format!("\"{}\"", String::from_utf8_lossy(&text)));
    format!("s = {}\n", texts.collect::<Vec<_>>().join(" / "))
}

fn sheet(families: &[Family]) -> Sheet {
    let exercises = families.iter().map(|family| Exercise {
        title: family.name.to_owned(),
        solution: family.equal[0].source.clone(),
        ..Exercise::default()
    });
    Sheet {
        title: "Courses".to_owned(),
        exercises: exercises.collect(),
    }
}

/// Returns the hand-in of a student, and what is in it.
fn hand_in(families: &[Family], student: usize) -> (HandIn, Vec<Made>) {
    let mut hand_in = HandIn {
        head: HandInHead {
            name: format!("Student {student}"),
            sheet: "Courses".to_owned(),
            // Everybody says so.
            solved: Some(families.len()),
        },
        answers: Vec::new(),
    };
    let made: Vec<Made> = families
        .iter()
        .zip(0..)
        .map(|(family, number)| made(family, (student * 5 + number * 3) % 11, student))
        .collect();
    for (family, made) in families.iter().zip(&made) {
        if let Made::Right(grammar) | Made::Wrong(grammar) | Made::Hostile(grammar) = made {
            hand_in.answers.push(AnswerText {
                exercise: family.name.to_owned(),
                grammar: grammar.clone(),
                start: None,
            });
        }
    }
    (hand_in, made)
}

/// Returns the first short text in which a grammar differs from the solution.
fn differs(family: &Family, source: &str) -> Option<Vec<u8>> {
    let grammar = Grammar::from_abnf(source).expect("it is a grammar");
    let sides = [&grammar, &family.equal[0]];
    let parts = sides.map(|grammar| Parts::of(grammar, &grammar.productions[0].name));
    texts::short(family.alphabet, TRIED)
        .into_iter()
        .find(|text| {
            let [a, b] = [0, 1].map(|side| Spans::of(&parts[side], text).is_derived());
            a != b
        })
}

/// Returns the length of the shortest text of the evidence.
fn shortest_text(answer: &Answer) -> Option<usize> {
    match &answer.findings[0].verdict {
        Verdict::Refuted(Evidence::Differs {
            misses, derives, ..
        }) => {
            let misses = misses.iter().map(|one| one.text.len());
            misses.chain(derives.iter().map(|one| one.text.len())).min()
        }
        _ => None,
    }
}

#[test]
fn hand_ins_are_graded_as_an_independent_judge_does() {
    let mut families = families();
    families.truncate(5);
    let sheet = sheet(&families);
    let students: Vec<(HandIn, Vec<Made>)> = (0..200)
        .map(|student| hand_in(&families, student))
        .collect();
    let texts = students.iter().enumerate().map(|(student, (hand_in, _))| {
        let text = hand_in.to_toml();
        match student % 20 {
            // Cut off, forged, and packed by nobody.
            7 => text[..text.len() - 4].to_owned() + "\n",
            11 => text.replace("solved = 5", "solved = \"all\""),
            13 => format!("Student {student} #hand-in=2.x.{student}\n"),
            _ => text,
        }
    });
    let text: String = texts.collect();
    let unpack = |_: &str| Err(HandInError::Packed("it is damaged".to_owned()));
    let parts = hand_ins(&text, unpack);
    assert_eq!(parts.len(), 200);
    let mut grader = Grader::new(sheet.clone());
    let mut shortest: HashMap<String, Option<usize>> = HashMap::new();
    let mut all = Vec::new();
    let (mut broken, mut right, mut wrong, mut open) = (0, 0, 0, 0);
    for (student, (one, (_, made))) in parts.iter().zip(&students).enumerate() {
        let is_broken = [7, 11, 13].contains(&(student % 20));
        assert_eq!(
            one.content.is_err(),
            is_broken,
            "{student}: {:?}",
            one.content
        );
        let Ok(hand_in) = &one.content else {
            broken += 1;
            all.push(None);
            continue;
        };
        assert_eq!(hand_in.head.name, format!("Student {student}"));
        let found = grader.grade(hand_in);
        assert_eq!(found.remarks, [""; 0]);
        for (index, (made, answer)) in made.iter().zip(&found.answers).enumerate() {
            let family = &families[index];
            let shown = format!("{}: {made:?}\n{answer:?}", family.name);
            match (made, answer) {
                (Made::Nothing, None) => {}
                (Made::Right(source), Some(answer)) => {
                    assert_eq!(differs(family, source), None, "{shown}");
                    assert!(answer.outcome.is_solved(), "{shown}");
                    right += 1;
                }
                (Made::Wrong(source), Some(answer)) => {
                    let text = differs(family, source).expect("it differs in a short text");
                    assert_eq!(answer.outcome, Outcome::Wrong, "{shown}");
                    let length = shortest.entry(source.clone()).or_insert_with(|| {
                        let exercise = &sheet.exercises[index];
                        shortest_text(&exercise.answer(source, None))
                    });
                    assert_eq!(*length, Some(text.len()), "{shown}");
                    wrong += 1;
                }
                (Made::Hostile(_), Some(answer)) => {
                    assert!(
                        matches!(answer.outcome, Outcome::Wrong | Outcome::Undecided),
                        "{shown}"
                    );
                    open += 1;
                }
                _ => panic!("{shown}"),
            }
        }
        all.push(Some(found));
    }
    assert_eq!((broken, right, wrong, open), (30, 310, 308, 155));
    let mistakes = Mistake::of(all.iter().map(Option::as_ref));
    let first = &mistakes[0];
    assert_eq!(
        (first.exercise, first.mistake.as_str()),
        (0, "misses the empty text")
    );
}
