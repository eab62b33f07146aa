//! The answer to an exercise: each condition, and what is known of it.

use super::Exercise;
use super::verdict::{Condition, Derived, Evidence, Finding, Missed, Proof, Verdict};
use crate::analysis::{Unambiguity, Unexplored, unambiguity};
use crate::derivations::derivations;
use crate::difference::{Among, Equality, PairResult, Pairs, Texts, compare_pairs, quick_equality};
use crate::obstacles::LeftRecursion;
use crate::reader::Reader;
use crate::recognizer::{ParserError, Recognizer};
use crate::syntax::{Case, Expression, Grammar, Kind, Notation};
use crate::tables::Tables;

/// The length in octets of the longest grammar of an answer.
pub const ANSWER_LENGTH: usize = 20_000;

/// What is known of an answer to an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The conditions, the language first. If the answer is no grammar, that is the only one.
    pub findings: Vec<Finding>,
    /// The production that it begins with; `None` if it has none.
    pub start: Option<String>,
}

/// Whether an answer solves its exercise: the weakest of its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Every condition is proved.
    Solved,
    /// Nothing is wrong in all texts up to a length, and the rest is proved.
    UpTo {
        /// The length in octets.
        length: usize,
    },
    /// A condition is undecided, and none is known to be unmet.
    Undecided,
    /// A condition is not met.
    Wrong,
}

impl Answer {
    /// Returns whether the answer solves the exercise.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let mut outcome = Outcome::Solved;
        for finding in &self.findings {
            outcome = match (&finding.verdict, outcome) {
                (Verdict::Refuted(_), _) => return Outcome::Wrong,
                (Verdict::Undecided(_), _) => Outcome::Undecided,
                (Verdict::UpTo { length }, Outcome::Solved) => Outcome::UpTo { length: *length },
                (Verdict::UpTo { length }, Outcome::UpTo { length: other }) => Outcome::UpTo {
                    length: other.min(*length),
                },
                (Verdict::Proved(_) | Verdict::UpTo { .. }, outcome) => outcome,
            };
        }
        outcome
    }

    /// Returns what is wrong, each in a few words that are the same for the same mistake. The texts of the exercise are left
    /// out where the shortest text that differs is known.
    #[must_use]
    pub fn mistakes(&self) -> Vec<String> {
        let mut mistakes: Vec<String> = Vec::new();
        let is_language = |one: &&Finding| one.condition == Condition::Language;
        let differs = self
            .findings
            .iter()
            .find(is_language)
            .is_some_and(Finding::is_refuted);
        let counts = |one: &&Finding| {
            !differs || !matches!(one.condition, Condition::Valid(_) | Condition::Invalid(_))
        };
        for mistake in self
            .findings
            .iter()
            .filter(counts)
            .flat_map(Finding::mistakes)
        {
            if !mistakes.contains(&mistake) {
                mistakes.push(mistake);
            }
        }
        mistakes
    }
}

impl Outcome {
    /// Returns whether nothing is wrong, as far as that is known: in all texts, or in all up to a length.
    #[must_use]
    pub fn is_solved(self) -> bool {
        matches!(self, Self::Solved | Self::UpTo { .. })
    }

    /// Returns the name in tables and for programs: `solved`, `up-to`, `undecided`, `wrong`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::UpTo { .. } => "up-to",
            Self::Undecided => "undecided",
            Self::Wrong => "wrong",
        }
    }
}

/// A grammar of an exercise, and the production that it begins with.
#[derive(Clone)]
pub(super) struct Side {
    pub(super) grammar: Grammar,
    pub(super) start: String,
}

impl Exercise {
    /// Answers a grammar: compares it with the solution, and checks the texts and the conditions. `start` names the production
    /// that it begins with; `None` for the first.
    #[must_use]
    pub fn answer(&self, grammar: &str, start: Option<&str>) -> Answer {
        self.answer_beside(self.solution().as_ref(), grammar, start)
    }

    /// Reads the solution. The error is for people.
    pub(super) fn solution(&self) -> Result<Side, String> {
        let read = read(&self.solution, &Reader::default(), None);
        read.map_err(|verdict| match *verdict {
            Verdict::Refuted(evidence) => format!("the solution is no grammar: {evidence}"),
            verdict => format!("the solution is no grammar that can be used: {verdict}"),
        })
    }

    /// Answers a grammar beside a solution that is read.
    pub(super) fn answer_beside(
        &self,
        solution: Result<&Side, &String>,
        grammar: &str,
        start: Option<&str>,
    ) -> Answer {
        let notation = solution.ok().map(|one| one.grammar.notation);
        let reader = Reader {
            expected: notation.filter(|one| one.is_of_rfcs()),
            ..Reader::default()
        };
        let own = match read(grammar, &reader, start) {
            Ok(own) => solution.map_or(own.clone(), |solution| own.beside(solution)),
            Err(verdict) => {
                let condition = Condition::Readable;
                return Answer {
                    findings: vec![Finding {
                        condition,
                        verdict: *verdict,
                    }],
                    start: None,
                };
            }
        };
        let language = match solution {
            Ok(solution) => self.at_least(language(&own, &solution.beside(&own))),
            Err(reason) => Verdict::Undecided(reason.clone()),
        };
        let mut findings = vec![Finding {
            condition: Condition::Language,
            verdict: language,
        }];
        findings.extend(self.conditions(&own));
        Answer {
            findings,
            start: Some(own.start),
        }
    }

    /// Returns what is known of the conditions other than the language.
    pub(super) fn conditions(&self, own: &Side) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut add = |condition, verdict| findings.push(Finding { condition, verdict });
        let (grammar, start) = (&own.grammar, own.start.as_str());
        for text in &self.valid {
            add(Condition::Valid(text.clone()), is_valid(own, text, true));
        }
        for text in &self.invalid {
            add(Condition::Invalid(text.clone()), is_valid(own, text, false));
        }
        if self.unambiguous {
            add(Condition::Unambiguous, self.at_least(one_tree(own)));
        }
        if self.no_left_recursion {
            let circle = LeftRecursion::of(grammar).reached_from(start);
            let refuted = circle.map(|circle| Verdict::Refuted(Evidence::Circle(circle)));
            let verdict = refuted.unwrap_or(Verdict::Proved(Proof::Computed));
            add(Condition::NoLeftRecursion, verdict);
        }
        if let Some(most) = self.productions {
            let count = own.count();
            let verdict = if count > most {
                Verdict::Refuted(Evidence::Count(count))
            } else {
                Verdict::Proved(Proof::Computed)
            };
            add(Condition::Productions(most), verdict);
        }
        if self.ll1 {
            add(Condition::Ll1, is_ll1(own));
        }
        findings
    }

    /// Returns the verdict, or that it is undecided if the texts are shorter than the exercise asks for.
    fn at_least(&self, verdict: Verdict) -> Verdict {
        match (verdict, self.length) {
            (Verdict::UpTo { length }, Some(least)) if length < least => {
                Verdict::Undecided(format!(
                    "because nothing is wrong in all texts up to {length} octets, and the exercise asks for {least}"
                ))
            }
            (verdict, _) => verdict,
        }
    }
}

impl Side {
    /// Returns the grammar as it is compared with another one. In ABNF, letters match in either case; an exercise is not about
    /// that, so beside a grammar in another notation they match as written.
    fn beside(&self, other: &Self) -> Self {
        let mut side = self.clone();
        let is_abnf = |side: &Self| side.grammar.notation == Notation::Abnf;
        if is_abnf(self) && !is_abnf(other) {
            for production in &mut side.grammar.productions {
                match_as_written(&mut production.body);
            }
        }
        side
    }

    /// Prepares the production. A recognizer takes less than a parser, which makes combinators of it.
    fn recognizer(&self) -> Result<Recognizer, ParserError> {
        let characters = self.grammar.character_productions();
        Recognizer::with_unknown(&self.grammar, &self.start, |name| characters.contains(name))
    }

    /// Returns why only people know some of its texts, if that is so.
    pub(super) fn obstacle(&self) -> Option<String> {
        let obstacle = self.grammar.obstacles().to_texts(&self.start)?;
        (!obstacle.is_recursion()).then(|| format!("because {obstacle}"))
    }

    /// Returns the number of productions of the file itself.
    fn count(&self) -> usize {
        let end = self.grammar.own_source().len();
        let productions = self.grammar.productions.iter();
        productions.filter(|one| one.span.start < end).count()
    }
}

/// Lets the letters of literals match as they are written.
fn match_as_written(expression: &mut Expression) {
    if let Kind::Literal { case, .. } = &mut expression.kind {
        *case = Case::Exact;
    }
    for child in expression.children_mut() {
        match_as_written(child);
    }
}

/// Reads a grammar. The error is the verdict on whether it is one.
pub(super) fn read(
    source: &str,
    reader: &Reader,
    start: Option<&str>,
) -> Result<Side, Box<Verdict>> {
    let undecided = |reason: String| Box::new(Verdict::Undecided(format!("because {reason}")));
    if source.len() > ANSWER_LENGTH {
        let length = source.len();
        return Err(undecided(format!(
            "the grammar has {length} octets, and {ANSWER_LENGTH} are the most"
        )));
    }
    let read = reader.read(source).into_result();
    let grammar = read.map_err(|errors| Verdict::Refuted(Evidence::Errors(errors)))?;
    let named = match start {
        Some(start) => Some(
            grammar
                .lookup(start)
                .map_err(|error| undecided(error.to_string()))?,
        ),
        None => grammar.productions.first(),
    };
    let Some(production) = named else {
        return Err(undecided("it has no production".to_owned()));
    };
    let start = production.name.clone();
    Ok(Side { grammar, start })
}

/// Compares the texts of an answer with those of the solution: all short ones, then by a proof, then by automata.
fn language(own: &Side, solution: &Side) -> Verdict {
    let sides = [
        (&own.grammar, own.start.as_str()),
        (&solution.grammar, &solution.start),
    ];
    let [a, b] = sides;
    let (whole, reason) = match quick_equality(a, b) {
        Equality::Proved { pairs } => return Verdict::Proved(Proof::Induction { pairs }),
        Equality::Differs { only, .. } => return differs(own, only, true),
        Equality::Unknown { length } => (length, own.obstacle().or_else(|| solution.obstacle())),
    };
    if let Some(reason) = reason {
        return Verdict::Undecided(reason);
    }
    let pairs = Pairs::of_names([(a.1, b.1)], a.0, b.0);
    let compared = compare_pairs(a.0, b.0, &pairs, 1).into_iter().next();
    match compared.map(|one| one.result) {
        Some(PairResult::Equal) => {
            let is_regular =
                |(grammar, start): (&Grammar, &str)| grammar.obstacle_to_automaton(start).is_none();
            let is_regular = is_regular(a) && is_regular(b);
            Verdict::Proved(if is_regular {
                Proof::Automata
            } else {
                Proof::Bodies
            })
        }
        Some(PairResult::Differs(texts)) => {
            let is_shortest = texts.among == Among::All;
            let Texts { only_a, only_b, .. } = shortened(texts);
            differs(own, [only_a, only_b], is_shortest)
        }
        Some(PairResult::NoneFound(_) | PairResult::Abstained { .. }) | None => match whole {
            Some(length) => Verdict::UpTo { length },
            None => {
                Verdict::Undecided("because the grammars are too large to be compared".to_owned())
            }
        },
    }
}

/// Leaves out a longer text that only one grammar derives, where a search that is not of all texts found two.
fn shortened(mut texts: Texts) -> Texts {
    if texts.among != Among::All
        && let (Some(a), Some(b)) = (&texts.only_a, &texts.only_b)
    {
        if a.len() > b.len() {
            texts.only_a = None;
        } else if a.len() < b.len() {
            texts.only_b = None;
        }
    }
    texts
}

fn differs(own: &Side, [derives, misses]: [Option<Vec<u8>>; 2], is_shortest: bool) -> Verdict {
    Verdict::Refuted(Evidence::Differs {
        is_shortest,
        misses: misses.map(|text| missed(own, text)),
        derives: derives.map(|text| derived(own, text)),
    })
}

/// Finds out how far an answer comes in a text that it does not derive.
fn missed(own: &Side, text: Vec<u8>) -> Missed {
    let recognizer = own.recognizer();
    let verdict = recognizer
        .ok()
        .and_then(|one| match one.rule().verdict(&text) {
            Ok(Err(error)) => Some((error.offset(), error.expected_list())),
            Ok(Ok(())) | Err(_) => None,
        });
    let (offset, expected) = verdict.unzip();
    Missed {
        text,
        offset,
        expected: expected.unwrap_or_default(),
    }
}

fn derived(own: &Side, text: Vec<u8>) -> Derived {
    let trees = derivations(&own.grammar, &own.start, &text);
    let tree = trees.ok().and_then(|mut trees| trees.next());
    Derived { text, tree }
}

fn is_valid(own: &Side, text: &str, wanted: bool) -> Verdict {
    let undecided = |reason: String| Verdict::Undecided(format!("because {reason}"));
    let recognizer = match own.recognizer() {
        Ok(recognizer) => recognizer,
        Err(error) => return undecided(error.to_string()),
    };
    match (recognizer.rule().is_valid(text.as_bytes()), wanted) {
        (Err(reason), _) => undecided(reason.to_string()),
        (Ok(true), false) => Verdict::Refuted(Evidence::Derived(derived(own, text.into()))),
        (Ok(false), true) => Verdict::Refuted(Evidence::Missed(missed(own, text.into()))),
        (Ok(_), _) => Verdict::Proved(Proof::Computed),
    }
}

fn one_tree(own: &Side) -> Verdict {
    match unambiguity(&own.grammar, &own.start) {
        Unambiguity::Proved(proof) => Verdict::Proved(Proof::Unambiguous(proof)),
        Unambiguity::Ambiguous {
            text,
            trees,
            is_infinite,
        } => Verdict::Refuted(Evidence::Trees {
            text,
            trees,
            is_infinite,
        }),
        Unambiguity::UpTo { length, .. } => Verdict::UpTo { length },
        Unambiguity::Undecided(Unexplored::TooLarge) => {
            Verdict::Undecided("because the grammar is too large to look for two trees".to_owned())
        }
        Unambiguity::Undecided(Unexplored::Obstacle(_)) => {
            let reason = own
                .obstacle()
                .unwrap_or_else(|| "because it has no texts to look at".to_owned());
            Verdict::Undecided(reason)
        }
    }
}

fn is_ll1(own: &Side) -> Verdict {
    let tables = match Tables::new(&own.grammar, &own.start) {
        Ok(tables) => tables,
        Err(error) => return Verdict::Undecided(format!("because {error}")),
    };
    let Some(conflict) = tables.conflicts().first() else {
        return Verdict::Proved(Proof::Computed);
    };
    Verdict::Refuted(Evidence::Conflict {
        row: Box::new(tables.rows()[conflict.row].clone()),
        conflict: conflict.clone(),
        count: tables.conflicts().len(),
    })
}
