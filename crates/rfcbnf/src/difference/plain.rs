//! Two productions as one system of plain rules: right sides are words of symbols, without brackets and repetitions.
//!
//! A symbol is a *letter* or a *variable*. Letters are classes of octets that neither production tells apart, so
//! `ALPHA` is one letter where nothing else uses letters. Variables are productions, and parts of bodies that are more
//! than one word: `"(" [ x ] ")"` becomes `s → "(" v ")"`, `v → x | ε`.
//!
//! The words of the rules are then changed so that the two searches over them need no special cases. No change loses
//! or adds a text, but for the empty one, which [`System::derives_empty`] keeps:
//!
//! 1. No variable derives the empty text: each rule is copied without those of its variables that do (Y. Bar-Hillel,
//!    M. Perles and E. Shamir, 1961).
//! 2. Variables that lead to each other by rules of one symbol, `e → t`, take over each other's rules.
//! 3. No variable begins with itself: `e → e "+" t | t` becomes `e → t | t z`, `z → "+" t | "+" t z`. Variables
//!    *C* that begin with each other do so together: `z(b, a)` has what completes an `a` that begins with a `b`, so
//!    `a → γ z(b, a)` for each rule `b → γ` that begins with none of *C*, and `z(b, a) → α z(c, a)` for each
//!    `c → b α`.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::automaton::octet_classes;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Grammar};

/// The most symbols of all rules together.
const SYMBOLS: usize = 20_000;

/// A letter, or a variable after all letters.
pub(super) type Symbol = u32;

/// A sequence of symbols.
pub(super) type Word = Vec<Symbol>;

/// The rules of two productions.
#[derive(Debug)]
pub(super) struct System {
    /// The octets of each letter.
    pub(super) letters: Vec<OctetSet>,
    /// The right sides of each variable.
    rules: Vec<Vec<Word>>,
    /// The variables of the two productions.
    pub(super) starts: [Symbol; 2],
    /// Whether the two productions derive the empty text. No variable does.
    pub(super) derives_empty: [bool; 2],
}

/// A symbol before octets have classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Set(OctetSet),
    Variable(usize),
}

impl System {
    /// Returns the rules of a production of each grammar; `None` if one is prose, is excluded by a reading, or too large.
    pub(super) fn new(sides: [(&Grammar, &str); 2]) -> Option<Self> {
        let mut rules = Rules::default();
        let [a, b] = sides;
        let starts = [rules.start(a)?, rules.start(b)?];
        rules.into_system(starts)
    }

    /// Returns the right sides of a variable.
    pub(super) fn rules(&self, variable: Symbol) -> &[Word] {
        &self.rules[variable as usize - self.letters.len()]
    }

    /// Returns the variables.
    pub(super) fn variables(&self) -> std::ops::Range<Symbol> {
        let first = self.letters.len();
        number(first)..number(first + self.rules.len())
    }

    /// Returns whether the symbol is a letter.
    pub(super) fn is_letter(&self, symbol: Symbol) -> bool {
        (symbol as usize) < self.letters.len()
    }
}

fn number(index: usize) -> Symbol {
    Symbol::try_from(index).unwrap_or(Symbol::MAX)
}

/// The rules as they are written, one variable after the other.
#[derive(Default)]
struct Rules {
    words: Vec<Vec<Vec<Part>>>,
    symbols: usize,
}

/// The variables of the productions of one grammar.
struct Lowering<'r, 'g> {
    rules: &'r mut Rules,
    grammar: &'r ResolvedGrammar<'g>,
    known: HashMap<(ProductionId, Case), usize>,
    waiting: Vec<(ProductionId, Case, usize)>,
}

impl Rules {
    fn start(&mut self, (grammar, name): (&Grammar, &str)) -> Option<usize> {
        let grammar = &ResolvedGrammar::new(grammar);
        let start = grammar.find(name)?;
        let mut lowering = Lowering {
            rules: self,
            grammar,
            known: HashMap::new(),
            waiting: Vec::new(),
        };
        let start = lowering.production(start, Case::Exact);
        while let Some((production, case, variable)) = lowering.waiting.pop() {
            let production = grammar.production(production);
            if !production.source().excluded.is_empty() {
                return None;
            }
            let words = lowering.words(production.body(), case)?;
            lowering.rules.words[variable] = words;
        }
        Some(start)
    }

    fn variable(&mut self, words: Vec<Vec<Part>>) -> usize {
        self.words.push(words);
        self.words.len() - 1
    }

    /// Gives letters to octets, and changes the rules as the head of the module says.
    fn into_system(mut self, starts: [usize; 2]) -> Option<System> {
        let parts = self.words.iter().flatten().flatten();
        let sets = parts.filter_map(|part| match part {
            Part::Set(set) => Some(*set),
            Part::Variable(_) => None,
        });
        let sets: HashSet<OctetSet> = sets.collect();
        let used = sets.iter().fold(OctetSet::EMPTY, |all, set| all | *set);
        let mut letters = octet_classes(sets.iter().copied());
        letters.retain(|letter| letter.lowest().is_some_and(|octet| used.contains(octet)));
        letters.sort_by_key(|letter| letter.lowest());
        let count = letters.len();
        let mut of_set = HashMap::new();
        for set in sets {
            let within = letters.iter().enumerate();
            let within =
                within.filter(|(_, letter)| letter.lowest().is_some_and(|it| set.contains(it)));
            let within: Vec<Symbol> = within.map(|(letter, _)| number(letter)).collect();
            of_set.insert(set, within);
        }
        let mut rules: Vec<BTreeSet<Word>> = Vec::new();
        // A set of several letters is a variable of its own.
        let mut more: Vec<BTreeSet<Word>> = Vec::new();
        let mut several: HashMap<OctetSet, Symbol> = HashMap::new();
        let own = self.words.len();
        for words in std::mem::take(&mut self.words) {
            let words = words.into_iter().map(|word| {
                let symbols = word.into_iter().map(|part| match part {
                    Part::Variable(variable) => number(count + variable),
                    Part::Set(set) => match of_set[&set].as_slice() {
                        [letter] => *letter,
                        within => *several.entry(set).or_insert_with(|| {
                            more.push(within.iter().map(|letter| vec![*letter]).collect());
                            number(count + own + more.len() - 1)
                        }),
                    },
                });
                symbols.collect()
            });
            rules.push(words.collect());
        }
        rules.append(&mut more);
        let mut changed = Changed { count, rules };
        let nullable = changed.without_empty()?;
        changed.without_dead();
        changed.without_left_recursion()?;
        Some(System {
            letters,
            rules: changed
                .rules
                .into_iter()
                .map(|words| words.into_iter().collect())
                .collect(),
            starts: starts.map(|start| number(count + start)),
            derives_empty: starts.map(|start| nullable[start]),
        })
    }
}

impl Lowering<'_, '_> {
    fn production(&mut self, production: ProductionId, case: Case) -> usize {
        if let Some(&known) = self.known.get(&(production, case)) {
            return known;
        }
        let variable = self.rules.variable(Vec::new());
        self.known.insert((production, case), variable);
        self.waiting.push((production, case, variable));
        variable
    }

    /// Returns the words of an expression; `None` if it is prose or too large.
    fn words(&mut self, expression: ExpressionId, case: Case) -> Option<Vec<Vec<Part>>> {
        self.rules.symbols += 1;
        if self.rules.symbols > SYMBOLS {
            return None;
        }
        let grammar = self.grammar;
        Some(match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let mut words = Vec::new();
                for &member in members {
                    words.append(&mut self.words(member, case)?);
                }
                words
            }
            ResolvedKind::Sequence(members) => {
                let mut whole = Vec::new();
                for &member in members {
                    whole.append(&mut self.word(member, case)?);
                }
                vec![whole]
            }
            ResolvedKind::Optional(body) => {
                let mut words = self.words(*body, case)?;
                words.push(Vec::new());
                words
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let round = self.word(body, case)?;
                let most_rounds = most.unwrap_or(least).max(least) as usize;
                self.rules.symbols += most_rounds.checked_mul(round.len().max(1))?;
                if self.rules.symbols > SYMBOLS {
                    return None;
                }
                let mut rest = match most {
                    None => {
                        let variable = self.rules.variable(vec![Vec::new()]);
                        let mut again = round.clone();
                        again.push(Part::Variable(variable));
                        self.rules.words[variable].push(again);
                        vec![Part::Variable(variable)]
                    }
                    Some(most) => {
                        let mut rest = Vec::new();
                        for _ in least..most {
                            let word = [round.as_slice(), &rest].concat();
                            rest =
                                vec![Part::Variable(self.rules.variable(vec![Vec::new(), word]))];
                        }
                        rest
                    }
                };
                let mut whole = Vec::new();
                for _ in 0..least {
                    whole.extend_from_slice(&round);
                }
                whole.append(&mut rest);
                vec![whole]
            }
            ResolvedKind::Literal { octets, case: own } => {
                let case = own.within(case);
                let sets = octets
                    .iter()
                    .map(|&octet| Part::Set(OctetSet::single(octet).compared(case)));
                vec![sets.collect()]
            }
            ResolvedKind::Range(sequences) => {
                let words = sequences.iter().map(|sequence| {
                    let sets = sequence.iter().map(|set| Part::Set(set.compared(case)));
                    sets.collect()
                });
                words.collect()
            }
            &ResolvedKind::Reference {
                production,
                case: own,
                ..
            } => {
                let variable = self.production(production, own.within(case));
                vec![vec![Part::Variable(variable)]]
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => return None,
        })
    }

    /// Returns one word for an expression, with a variable if it has several.
    fn word(&mut self, expression: ExpressionId, case: Case) -> Option<Vec<Part>> {
        let mut words = self.words(expression, case)?;
        Some(match words.len() {
            1 => words.swap_remove(0),
            _ => vec![Part::Variable(self.rules.variable(words))],
        })
    }
}

/// Rules that are being changed. Variables follow `count` letters.
struct Changed {
    count: usize,
    rules: Vec<BTreeSet<Word>>,
}

impl Changed {
    fn variable(&self, symbol: Symbol) -> Option<usize> {
        (symbol as usize).checked_sub(self.count)
    }

    fn is_small(&self) -> bool {
        let words = self.rules.iter().flatten();
        words.map(|word| word.len() + 1).sum::<usize>() <= SYMBOLS
    }

    /// Returns the variables for which `holds` is true of all symbols of a word, with what is known so far.
    fn least(&self, holds: impl Fn(Symbol, &[bool]) -> bool) -> Vec<bool> {
        let mut known = vec![false; self.rules.len()];
        loop {
            let before = known.clone();
            for (variable, words) in self.rules.iter().enumerate() {
                let mut words = words.iter();
                known[variable] |=
                    words.any(|word| word.iter().all(|&symbol| holds(symbol, &known)));
            }
            if known == before {
                return known;
            }
        }
    }

    /// Takes the empty text out of all variables. Returns those that had it.
    fn without_empty(&mut self) -> Option<Vec<bool>> {
        let count = self.count;
        let nullable = self.least(|symbol, known| {
            (symbol as usize)
                .checked_sub(count)
                .is_some_and(|variable| known[variable])
        });
        let mut size = 0;
        for variable in 0..self.rules.len() {
            let mut found = BTreeSet::new();
            for word in &self.rules[variable] {
                let mut copies: BTreeSet<Word> = BTreeSet::from([Word::new()]);
                for &symbol in word {
                    let can_be_empty = self.variable(symbol).is_some_and(|it| nullable[it]);
                    let without = copies.clone();
                    copies = copies
                        .into_iter()
                        .map(|copy| [copy.as_slice(), &[symbol]].concat())
                        .collect();
                    if can_be_empty {
                        copies.extend(without);
                    }
                    if copies.len() > SYMBOLS / 10 {
                        return None;
                    }
                }
                found.extend(copies);
            }
            found.remove(&Word::new());
            size += found.iter().map(Vec::len).sum::<usize>();
            if size > SYMBOLS {
                return None;
            }
            self.rules[variable] = found;
        }
        Some(nullable)
    }

    /// Removes the words that derive no text, and `x → x`.
    fn without_dead(&mut self) {
        let count = self.count;
        let alive = self.least(|symbol, known| {
            (symbol as usize)
                .checked_sub(count)
                .is_none_or(|variable| known[variable])
        });
        for (variable, words) in self.rules.iter_mut().enumerate() {
            let own = number(count + variable);
            words.retain(|word| {
                let mut symbols = word
                    .iter()
                    .filter_map(|symbol| (*symbol as usize).checked_sub(count));
                *word != [own] && symbols.all(|symbol| alive[symbol])
            });
        }
    }

    /// Returns for each variable those that it can begin with, if `is_meant` of the word.
    fn reached(&self, is_meant: impl Fn(&Word) -> bool) -> Vec<HashSet<usize>> {
        let firsts = self.rules.iter().map(|words| {
            let words = words.iter().filter(|word| is_meant(word));
            words
                .filter_map(|word| self.variable(*word.first()?))
                .collect()
        });
        let mut reached: Vec<HashSet<usize>> = firsts.collect();
        loop {
            let mut has_changed = false;
            for variable in 0..reached.len() {
                let further = reached[variable]
                    .iter()
                    .flat_map(|next| reached[*next].iter().copied());
                let further: Vec<usize> = further.collect();
                for next in further {
                    has_changed |= reached[variable].insert(next);
                }
            }
            if !has_changed {
                return reached;
            }
        }
    }

    fn without_left_recursion(&mut self) -> Option<()> {
        if self.rules.len() > 2_000 {
            return None;
        }
        self.without_circles_of_units()?;
        let reached = self.reached(|_| true);
        let mut is_done = vec![false; reached.len()];
        for variable in 0..reached.len() {
            if is_done[variable] || !reached[variable].contains(&variable) {
                continue;
            }
            let members = (0..reached.len()).filter(|other| {
                reached[variable].contains(other) && reached[*other].contains(&variable)
            });
            let members: Vec<usize> = members.collect();
            for &member in &members {
                is_done[member] = true;
            }
            self.without_left_recursion_of(&members)?;
        }
        Some(())
    }

    /// Lets the variables that lead to each other by words of one symbol have the same words.
    fn without_circles_of_units(&mut self) -> Option<()> {
        let left = self.reached(|_| true);
        let units = self.reached(|word| word.len() == 1);
        let is_circle =
            |one: usize, other: usize| left[one].contains(&other) && left[other].contains(&one);
        let words: Vec<BTreeSet<Word>> = (0..self.rules.len())
            .map(|variable| {
                let others = units[variable]
                    .iter()
                    .copied()
                    .filter(|&other| is_circle(variable, other));
                let all = others
                    .chain([variable])
                    .flat_map(|one| self.rules[one].iter().cloned());
                let mut all: BTreeSet<Word> = all.collect();
                all.retain(|word| match word.as_slice() {
                    [symbol] => self
                        .variable(*symbol)
                        .is_none_or(|next| !is_circle(variable, next)),
                    _ => true,
                });
                all
            })
            .collect();
        self.rules = words;
        self.is_small().then_some(())
    }

    fn without_left_recursion_of(&mut self, members: &[usize]) -> Option<()> {
        let index = |symbol: Symbol, changed: &Self| {
            let variable = changed.variable(symbol)?;
            members.iter().position(|member| *member == variable)
        };
        // What begins with no member, and what follows a member: of which, and after which.
        let mut begun: Vec<(usize, Word)> = Vec::new();
        let mut steps: Vec<(usize, usize, Word)> = Vec::new();
        for (own, &member) in members.iter().enumerate() {
            for word in &self.rules[member] {
                match index(word[0], self) {
                    Some(first) => steps.push((own, first, word[1..].to_vec())),
                    None => begun.push((own, word.clone())),
                }
            }
        }
        let first_new = self.count + self.rules.len();
        let completing = |from: usize, to: usize| number(first_new + from * members.len() + to);
        let both = |is_end: bool, word: &Word, rest: Symbol| {
            let longer = [word.as_slice(), &[rest]].concat();
            is_end.then(|| word.clone()).into_iter().chain([longer])
        };
        for from in 0..members.len() {
            for to in 0..members.len() {
                let steps = steps.iter().filter(|(_, first, _)| *first == from);
                let words =
                    steps.flat_map(|(own, _, word)| both(*own == to, word, completing(*own, to)));
                let words = words.collect();
                self.rules.push(words);
            }
        }
        for (to, &member) in members.iter().enumerate() {
            let words = begun.iter();
            let words = words.flat_map(|(own, word)| both(*own == to, word, completing(*own, to)));
            self.rules[member] = words.collect();
        }
        self.without_dead();
        self.is_small().then_some(())
    }
}
