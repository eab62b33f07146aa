//! A grammar as rules of a textbook: right sides are words of terminals and names, without brackets and repetitions.
//!
//! A part of a body that a textbook would give a name gets one, `s-1`, and a *helper* of that name:
//!
//! | part | helper |
//! |---|---|
//! | `[ a ]` | `s-1 → a` or empty |
//! | `*a` | `s-1 → a s-1` or empty |
//! | `*2a` | `s-1 → a s-2` or empty, `s-2 → a` or empty |
//! | `( a / b )` in a sequence | `s-1 → a`, `s-1 → b` |
//!
//! Rounds that a repetition needs are written out before it: `1*a` is `a s-1`.

use std::collections::{HashMap, HashSet};

use super::letters::{LetterSet, Letters, Ranges};
use crate::syntax::{Case, Expression, Grammar, Kind, LiteralForm, Span};

/// The most symbols of all rules together.
const SYMBOLS: usize = 20_000;

/// A symbol of a right side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// One letter of the set with this number.
    Set(usize),
    /// What the variable with this number derives.
    Variable(usize),
}

/// A part of a right side as people write it: a literal of several characters is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// A name, or a terminal as the file writes it.
    pub text: String,
    /// Whether it is the name of a production or of a helper.
    pub is_name: bool,
    /// The number of its symbols.
    symbols: usize,
}

/// A right side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) symbols: Vec<Symbol>,
    pub(super) parts: Vec<Part>,
    pub(super) span: Span,
}

/// A production, or a helper.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The index of the production that it is, or is a part of.
    pub(super) production: usize,
    /// What of the file it derives.
    pub(super) span: Span,
    pub(super) is_helper: bool,
    pub(super) words: Vec<Word>,
}

/// The rules of a production and of those that it uses.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) letters: Letters,
    /// The sets of letters that are terminals.
    pub(super) sets: Vec<LetterSet>,
    /// The first is that of the production.
    pub(super) variables: Vec<Variable>,
}

impl Rules {
    /// Returns the rules of a production of the grammar; `None` if they are too large, or if one is not known.
    pub(super) fn new(grammar: &Grammar, start: usize) -> Option<Self> {
        let names = grammar.productions.iter().enumerate();
        let mut lowering = Lowering {
            grammar,
            by_name: names
                .rev()
                .map(|(index, one)| (one.name.as_str(), index))
                .collect(),
            variables: Vec::new(),
            taken: grammar
                .productions
                .iter()
                .map(|one| one.name.clone())
                .collect(),
            helpers: HashMap::new(),
            known: HashMap::new(),
            waiting: Vec::new(),
            sets: Vec::new(),
            of_sets: HashMap::new(),
            symbols: 0,
        };
        lowering.production(start, Case::Exact);
        while let Some((production, case, variable)) = lowering.waiting.pop() {
            let body = &grammar.productions[production].body;
            let words = lowering.within(production).words(body, case)?;
            lowering.variables[variable].words = words;
        }
        let (letters, sets) = Letters::of(&lowering.sets)?;
        Some(Self {
            letters,
            sets,
            variables: lowering.variables,
        })
    }

    /// Returns the order in which people read the variables: productions as in the file, each before its helpers.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.variables.len()).collect();
        order.sort_by_key(|index| {
            (
                self.variables[*index].production,
                self.variables[*index].is_helper,
            )
        });
        order
    }
}

struct Lowering<'g> {
    grammar: &'g Grammar,
    by_name: HashMap<&'g str, usize>,
    variables: Vec<Variable>,
    taken: HashSet<String>,
    /// The number of helpers of each production.
    helpers: HashMap<usize, usize>,
    known: HashMap<(usize, Case), usize>,
    waiting: Vec<(usize, Case, usize)>,
    sets: Vec<Ranges>,
    of_sets: HashMap<Ranges, usize>,
    symbols: usize,
}

/// The lowering of the body of one production.
struct Body<'l, 'g> {
    all: &'l mut Lowering<'g>,
    production: usize,
}

impl<'g> Lowering<'g> {
    fn within(&mut self, production: usize) -> Body<'_, 'g> {
        Body {
            all: self,
            production,
        }
    }

    fn production(&mut self, production: usize, case: Case) -> usize {
        if let Some(&known) = self.known.get(&(production, case)) {
            return known;
        }
        let variable = self.variables.len();
        let source = &self.grammar.productions[production];
        self.variables.push(Variable {
            name: source.name.clone(),
            production,
            span: source.span.clone(),
            is_helper: false,
            words: Vec::new(),
        });
        self.known.insert((production, case), variable);
        self.waiting.push((production, case, variable));
        variable
    }

    /// Returns the symbol of a set of characters.
    fn symbol(&mut self, ranges: Ranges) -> Symbol {
        let next = self.sets.len();
        let set = *self.of_sets.entry(ranges.clone()).or_insert(next);
        if set == next {
            self.sets.push(ranges);
        }
        Symbol::Set(set)
    }

    fn take(&mut self, symbols: usize) -> Option<()> {
        self.symbols = self.symbols.checked_add(symbols)?;
        (self.symbols <= SYMBOLS).then_some(())
    }
}

impl Body<'_, '_> {
    /// Returns the words of an expression; `None` if it is not known or too large.
    fn words(&mut self, expression: &Expression, case: Case) -> Option<Vec<Word>> {
        self.all.take(1)?;
        let span = expression.span.clone();
        Some(match &expression.kind {
            Kind::Alternation(members) => {
                let mut words = Vec::new();
                for member in members {
                    words.append(&mut self.words(member, case)?);
                }
                words
            }
            Kind::Sequence(members) => {
                let mut whole = Word::empty(span);
                for member in members {
                    whole.extend(self.word(member, case)?);
                }
                vec![whole]
            }
            Kind::Optional(body) => {
                let mut words = self.words(body, case)?;
                words.push(Word::empty(span));
                words
            }
            Kind::Repetition { least, most, body } => {
                vec![self.repetition(expression, (*least, *most), body, case)?]
            }
            Kind::Literal {
                text,
                case: own,
                form,
            } => {
                let case = own.within(case);
                self.all.take(text.chars().count())?;
                let symbols = text
                    .chars()
                    .map(|one| self.all.symbol(compared(one..=one, case)));
                let symbols: Vec<Symbol> = symbols.collect();
                let is_empty = symbols.is_empty() && *form != LiteralForm::Numbers;
                let part = self.terminal(&span, symbols.len());
                vec![Word {
                    parts: if is_empty { Vec::new() } else { vec![part] },
                    symbols,
                    span,
                }]
            }
            Kind::Range { first, last } => {
                let symbol = self.all.symbol(compared(*first..=*last, case));
                vec![Word {
                    parts: vec![self.terminal(&span, 1)],
                    symbols: vec![symbol],
                    span,
                }]
            }
            Kind::Reference {
                name, case: own, ..
            } => {
                let production = *self.all.by_name.get(name.as_str())?;
                let variable = self.all.production(production, own.within(case));
                vec![self.name(variable, span)]
            }
            Kind::Prose(_) | Kind::Unreadable => return None,
        })
    }

    /// Returns one word for an expression, with a helper if it has several.
    fn word(&mut self, expression: &Expression, case: Case) -> Option<Word> {
        let mut words = self.words(expression, case)?;
        if words.len() == 1 {
            return words.pop();
        }
        let span = expression.span.clone();
        let helper = self.helper(span.clone(), words);
        Some(self.name(helper, span))
    }

    fn repetition(
        &mut self,
        whole: &Expression,
        (least, most): (u32, Option<u32>),
        body: &Expression,
        case: Case,
    ) -> Option<Word> {
        let span = whole.span.clone();
        let mut before = Word::empty(span.clone());
        if least > 0 || most.is_some_and(|most| most > 1) {
            let round = self.word(body, case)?;
            let rounds = most.unwrap_or(least).max(least) as usize;
            self.all
                .take(rounds.checked_mul(round.symbols.len() + 1)?)?;
            for _ in 0..least {
                before.extend(round.clone());
            }
            let mut rest: Option<Word> = None;
            for _ in least..most.unwrap_or(least) {
                let mut word = round.clone();
                word.span = span.clone();
                if let Some(rest) = rest {
                    word.extend(rest);
                }
                let helper = self.helper(span.clone(), vec![word, Word::empty(span.clone())]);
                rest = Some(self.name(helper, span.clone()));
            }
            if let Some(rest) = rest {
                before.extend(rest);
            }
        }
        if most == Some(1) && least == 0 {
            let mut words = self.words(body, case)?;
            words.push(Word::empty(span.clone()));
            let helper = self.helper(span.clone(), words);
            before.extend(self.name(helper, span));
        } else if most.is_none() {
            let helper = self.helper(span.clone(), Vec::new());
            let again = self.name(helper, span.clone());
            let mut words = self.words(body, case)?;
            for word in &mut words {
                word.extend(again.clone());
            }
            words.push(Word::empty(span));
            self.all.variables[helper].words = words;
            before.extend(again);
        }
        Some(before)
    }

    /// Returns a terminal as the file writes it.
    fn terminal(&self, span: &Span, symbols: usize) -> Part {
        let text = self.all.grammar.source.get(span.clone());
        Part {
            text: text.unwrap_or_default().to_owned(),
            is_name: false,
            symbols,
        }
    }

    fn name(&self, variable: usize, span: Span) -> Word {
        Word {
            symbols: vec![Symbol::Variable(variable)],
            parts: vec![Part {
                text: self.all.variables[variable].name.clone(),
                is_name: true,
                symbols: 1,
            }],
            span,
        }
    }

    fn helper(&mut self, span: Span, words: Vec<Word>) -> usize {
        let own = &self.all.grammar.productions[self.production].name;
        let count = self.all.helpers.entry(self.production).or_default();
        let name = loop {
            *count += 1;
            let name = format!("{own}-{count}");
            if self.all.taken.insert(name.clone()) {
                break name;
            }
        };
        self.all.variables.push(Variable {
            name,
            production: self.production,
            span,
            is_helper: true,
            words,
        });
        self.all.variables.len() - 1
    }
}

impl Word {
    fn empty(span: Span) -> Self {
        Self {
            symbols: Vec::new(),
            parts: Vec::new(),
            span,
        }
    }

    fn extend(&mut self, mut other: Self) {
        self.symbols.append(&mut other.symbols);
        self.parts.append(&mut other.parts);
    }
}

/// Returns the characters of a range, and where letters match in either case, those of the other case.
fn compared(range: std::ops::RangeInclusive<char>, case: Case) -> Ranges {
    let mut ranges = vec![range.clone()];
    if case == Case::Ignored {
        let letters = ('A'..='Z')
            .chain('a'..='z')
            .filter(|letter| range.contains(letter));
        let others = letters.map(|letter| {
            let other = char::from_u32(u32::from(letter) ^ 0x20).unwrap_or(letter);
            other..=other
        });
        ranges.extend(others);
        ranges.sort_by_key(|range| *range.start());
        ranges.dedup();
    }
    ranges
}
