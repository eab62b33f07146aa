//! The answers of many hand-ins, computed again, and the commonest mistakes.

use std::collections::HashMap;

use super::answer::{Outcome, Side};
use super::hand_in::{AnswerText, HandIn};
use super::{Exercise, Sheet};

/// Answers hand-ins to a sheet. Equal answers to one exercise are computed once.
///
/// ```
/// use rfcbnf::exercise::{Exercise, Grader, HandIn, Sheet};
///
/// let exercise = Exercise {
///     title: "As".to_owned(),
///     solution: "s = *\"a\"\n".to_owned(),
///     ..Exercise::default()
/// };
/// let sheet = Sheet { exercises: vec![exercise], ..Sheet::default() };
/// let mut grader = Grader::new(sheet);
/// let hand_in = HandIn::from_toml(
///     "[hand-in]\nname = \"Ada\"\nsolved = 1\n[[answer]]\nexercise = \"As\"\ngrammar = 's = 1*\"a\"'\n",
/// )?;
/// let grades = grader.grade(&hand_in);
/// assert_eq!(grades.answers[0].as_ref().unwrap().mistakes, ["misses the empty text"]);
/// assert_eq!(grades.solved(), 0);
/// # Ok::<(), rfcbnf::exercise::HandInError>(())
/// ```
pub struct Grader {
    sheet: Sheet,
    solutions: Vec<Result<Side, String>>,
    known: HashMap<(usize, String, Option<String>), Graded>,
}

/// The answers of one hand-in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grades {
    /// For each exercise of the sheet, what is known of the answer; `None` if there is none.
    pub answers: Vec<Option<Graded>>,
    /// What is odd about the hand-in, each in a sentence without a full stop.
    pub remarks: Vec<String>,
}

/// What is known of an answer, without its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graded {
    /// Whether it solves the exercise.
    pub outcome: Outcome,
    /// What is wrong, each in a few words that are the same for the same mistake.
    pub mistakes: Vec<String>,
}

/// The answers of a hand-in, before they are computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assigned<'h> {
    /// For each exercise of the sheet, the answer; `None` if there is none.
    pub texts: Vec<Option<&'h AnswerText>>,
    /// What is odd about the hand-in, each in a sentence without a full stop.
    pub remarks: Vec<String>,
}

/// A mistake that hand-ins make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The index of the exercise.
    pub exercise: usize,
    /// The mistake, in a few words.
    pub mistake: String,
    /// The indices of the hand-ins that make it.
    pub made_by: Vec<usize>,
}

impl Grader {
    /// Reads the solutions of a sheet.
    #[must_use]
    pub fn new(sheet: Sheet) -> Self {
        Self {
            solutions: sheet.exercises.iter().map(Exercise::solution).collect(),
            sheet,
            known: HashMap::new(),
        }
    }

    /// Returns the sheet.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Answers a hand-in. Of two answers to one exercise, the last counts.
    pub fn grade(&mut self, hand_in: &HandIn) -> Grades {
        let Assigned { texts, remarks } = self.sheet.assign(hand_in);
        let texts = texts.into_iter().enumerate();
        let answers = texts.map(|(index, text)| text.map(|text| self.answer(index, text)));
        Grades {
            answers: answers.collect(),
            remarks,
        }
    }

    fn answer(&mut self, index: usize, text: &AnswerText) -> Graded {
        let key = (index, text.grammar.clone(), text.start.clone());
        let known = self.known.entry(key).or_insert_with(|| {
            let solution = self.solutions[index].as_ref();
            let exercise = &self.sheet.exercises[index];
            let answer = exercise.answer_beside(solution, &text.grammar, text.start.as_deref());
            Graded {
                outcome: answer.outcome(),
                mistakes: answer.mistakes(),
            }
        });
        known.clone()
    }
}

impl Sheet {
    /// Finds the answer to each exercise in a hand-in. Of two to one exercise, the last counts; one without a grammar was not
    /// begun.
    #[must_use]
    pub fn assign<'h>(&self, hand_in: &'h HandIn) -> Assigned<'h> {
        let mut texts: Vec<Option<&AnswerText>> = vec![None; self.exercises.len()];
        let mut remarks = Vec::new();
        let title = hand_in.head.sheet.trim();
        if !title.is_empty() && title != self.title.trim() {
            remarks.push(format!("it is for the sheet `{title}`"));
        }
        for answer in &hand_in.answers {
            let Some(index) = self.find(&answer.exercise) else {
                let title = &answer.exercise;
                remarks.push(format!("the sheet has no exercise `{title}`"));
                continue;
            };
            if !answer.grammar.trim().is_empty() && texts[index].replace(answer).is_some() {
                let title = &self.exercises[index].title;
                remarks.push(format!(
                    "it has two answers to `{title}`, and the last counts"
                ));
            }
        }
        Assigned { texts, remarks }
    }
}

impl Grades {
    /// Returns the number of exercises that are solved, as far as that is known: no text up to a length is wrong.
    #[must_use]
    pub fn solved(&self) -> usize {
        let answers = self.answers.iter().flatten();
        answers.filter(|answer| answer.outcome.is_solved()).count()
    }
}

impl Mistake {
    /// Returns the mistakes of hand-ins, those of the first exercise first, the commonest first. Hand-ins that could not be
    /// read are `None`.
    ///
    /// ```
    /// use rfcbnf::exercise::{Exercise, Grader, HandIn, Mistake, Sheet};
    ///
    /// let exercise = Exercise {
    ///     title: "As".to_owned(),
    ///     solution: "s = *\"a\"\n".to_owned(),
    ///     ..Exercise::default()
    /// };
    /// let sheet = Sheet { exercises: vec![exercise], ..Sheet::default() };
    /// let mut grader = Grader::new(sheet);
    /// let mut grades = |grammar: &str| {
    ///     let text = format!("[hand-in]\nname = \"A\"\n[[answer]]\nexercise = \"As\"\ngrammar = '{grammar}'\n");
    ///     Ok::<_, rfcbnf::exercise::HandInError>(grader.grade(&HandIn::from_toml(&text)?))
    /// };
    /// let all = [grades("s = \"a\"")?, grades("s = \"a\" s / \"a\"")?, grades("s = 1*\"a\"")?];
    /// let mistakes = Mistake::of(all.iter().map(Some));
    /// assert_eq!((mistakes[0].mistake.as_str(), mistakes[0].made_by.len()), ("misses the empty text", 3));
    /// # Ok::<(), rfcbnf::exercise::HandInError>(())
    /// ```
    #[must_use]
    pub fn of<'g>(grades: impl IntoIterator<Item = Option<&'g Grades>>) -> Vec<Self> {
        let mut mistakes: Vec<Self> = Vec::new();
        let mut known: HashMap<(usize, String), usize> = HashMap::new();
        for (hand_in, grades) in grades.into_iter().enumerate() {
            let answers = grades
                .iter()
                .flat_map(|grades| grades.answers.iter().enumerate());
            for (exercise, answer) in answers {
                for mistake in answer.iter().flat_map(|answer| answer.mistakes.clone()) {
                    let index = *known.entry((exercise, mistake.clone())).or_insert_with(|| {
                        mistakes.push(Self {
                            exercise,
                            mistake,
                            made_by: Vec::new(),
                        });
                        mistakes.len() - 1
                    });
                    mistakes[index].made_by.push(hand_in);
                }
            }
        }
        mistakes.sort_by_key(|one| (one.exercise, std::cmp::Reverse(one.made_by.len())));
        mistakes
    }
}
