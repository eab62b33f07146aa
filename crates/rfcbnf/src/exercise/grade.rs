//! The answers of many hand-ins, computed again, and the commonest mistakes.

use std::collections::HashMap;
use std::sync::Arc;

use super::answer::{Answer, Outcome, Side};
use super::hand_in::{AnswerText, HandIn};
use super::{Exercise, Sheet};

/// Answers hand-ins to a sheet. Equal answers to one exercise are computed once.
///
/// ```
/// use rfcbnf::exercise::{Exercise, Grader, HandIn, Outcome, Sheet};
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
/// assert_eq!(grades.answers[0].as_ref().unwrap().mistakes(), ["misses the empty text"]);
/// assert_eq!(grades.solved(), 0);
/// # Ok::<(), rfcbnf::exercise::HandInError>(())
/// ```
pub struct Grader {
    sheet: Sheet,
    solutions: Vec<Result<Side, String>>,
    known: HashMap<(usize, String, Option<String>), Arc<Answer>>,
}

/// The answers of one hand-in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grades {
    /// For each exercise of the sheet, what is known of the answer; `None` if there is none.
    pub answers: Vec<Option<Arc<Answer>>>,
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
        let (texts, remarks) = self.sheet.answers_in(hand_in);
        let answers = texts.into_iter().enumerate();
        let answers = answers.map(|(index, text)| text.map(|text| self.answer(index, text)));
        Grades {
            answers: answers.collect(),
            remarks,
        }
    }

    fn answer(&mut self, index: usize, text: &AnswerText) -> Arc<Answer> {
        let key = (index, text.grammar.clone(), text.start.clone());
        let known = self.known.entry(key).or_insert_with(|| {
            let solution = self.solutions[index].as_ref();
            let exercise = &self.sheet.exercises[index];
            Arc::new(exercise.answer_beside(solution, &text.grammar, text.start.as_deref()))
        });
        Arc::clone(known)
    }
}

impl Sheet {
    /// Returns the answer of a hand-in to each exercise, and what is odd about it, each in a sentence without a full stop.
    /// Of two answers to one exercise, the last counts.
    ///
    /// ```
    /// use rfcbnf::exercise::{HandIn, Sheet};
    ///
    /// let sheet = Sheet::from_toml("[[exercise]]\ntitle = \"As\"\nsolution = 's = *\"a\"'\n")?;
    /// let hand_in = "[hand-in]\nname = \"Ada\"\n[[answer]]\nexercise = \"Bs\"\ngrammar = 's = \"b\"'\n";
    /// let hand_in = HandIn::from_toml(hand_in)?;
    /// let (answers, remarks) = sheet.answers_in(&hand_in);
    /// assert_eq!((answers, remarks), (vec![None], vec!["the sheet has no exercise `Bs`".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn answers_in<'h>(
        &self,
        hand_in: &'h HandIn,
    ) -> (Vec<Option<&'h AnswerText>>, Vec<String>) {
        let mut remarks = Vec::new();
        let title = hand_in.head.sheet.trim();
        if !title.is_empty() && title != self.title.trim() {
            remarks.push(format!("it is for the sheet `{title}`"));
        }
        let mut texts: Vec<Option<&AnswerText>> = vec![None; self.exercises.len()];
        for answer in &hand_in.answers {
            let Some(index) = self.find(&answer.exercise) else {
                let title = &answer.exercise;
                remarks.push(format!("the sheet has no exercise `{title}`"));
                continue;
            };
            // An exercise that was not begun has no grammar.
            if answer.grammar.trim().is_empty() {
                continue;
            }
            if texts[index].replace(answer).is_some() {
                let title = &self.exercises[index].title;
                remarks.push(format!(
                    "it has two answers to `{title}`, and the last counts"
                ));
            }
        }
        (texts, remarks)
    }
}

impl Grades {
    /// Returns the number of exercises that are solved, as far as that is known: no text up to a length is wrong.
    #[must_use]
    pub fn solved(&self) -> usize {
        let answers = self.answers.iter().flatten();
        let is_solved = |answer: &&Arc<Answer>| {
            matches!(answer.outcome(), Outcome::Solved | Outcome::UpTo { .. })
        };
        answers.filter(is_solved).count()
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
                for mistake in answer.iter().flat_map(|answer| answer.mistakes()) {
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
