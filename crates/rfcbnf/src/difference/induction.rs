//! A proof that two productions derive the same texts, by induction on the length of a text.
//!
//! A *form* is a set of words, and derives what any of them derives. What is left of the texts of a form after a letter
//! is a form, too: its derivative. A relation of forms in which both of each pair derive the empty text or neither does,
//! and in which the derivatives of each pair are equal because of pairs of the relation, holds only forms that derive
//! the same texts. *Because of* means: by putting pairs beside others and between words, as often as one likes. For
//! union alone this is the algorithm of F. Bonchi and D. Pous (2013), and J. Rot, M. Bonsangue and J. Rutten (2016)
//! prove it for concatenation as well: bisimulation up to congruence.
//!
//! For example, with `s → ( s ) s | ( ) s | ( s ) | ( )` and `t → ( t ) | ( ) | t t`, the pair `s ~ t` asks after `(`
//! and `)` for `ε, s ~ ε, z`, where `z` has what follows a `t` at the beginning, and that for `s ~ s, s s`. Each of them
//! follows from the others, so all of them hold.
//!
//! The search for such a relation may not end. Then it gives up, and nothing is proved.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::plain::{Symbol, System, Word};

/// The most pairs of a relation.
const PAIRS: usize = 120;

/// The most words of a form.
const WORDS: usize = 300;

/// The most comparisons of words.
const STEPS: usize = 6_000_000;

type Form = BTreeSet<Word>;

/// Returns the number of pairs of a relation that proves that both productions derive the same texts; `None` if none is
/// found.
pub(super) fn proved(system: &System) -> Option<usize> {
    let [a, b] = system.derives_empty;
    if a != b {
        return None;
    }
    let mut proof = Proof {
        system,
        derivatives: HashMap::new(),
        pairs: Vec::new(),
        steps: 0,
    };
    let [a, b] = system.starts.map(|start| Form::from([vec![start]]));
    let mut waiting = VecDeque::from([(a, b)]);
    while let Some((a, b)) = waiting.pop_front() {
        let (a, b) = proof.reduced(a, b)?;
        if a == b || proof.follows(&a, &b)? {
            continue;
        }
        if proof.pairs.len() >= PAIRS || a.is_empty() || b.is_empty() {
            return None;
        }
        for letter in 0..system.variables().start {
            waiting.push_back((proof.derivative(&a, letter)?, proof.derivative(&b, letter)?));
        }
        proof.pairs.push((a, b));
    }
    Some(proof.pairs.len())
}

struct Proof<'s> {
    system: &'s System,
    /// The derivatives of variables by letters.
    derivatives: HashMap<(Symbol, Symbol), Form>,
    pairs: Vec<(Form, Form)>,
    steps: usize,
}

impl Proof<'_> {
    fn take(&mut self, steps: usize) -> Option<()> {
        self.steps += steps;
        (self.steps <= STEPS).then_some(())
    }

    fn derivative(&mut self, form: &Form, letter: Symbol) -> Option<Form> {
        let mut found = Form::new();
        for word in form {
            let Some((&first, rest)) = word.split_first() else {
                continue;
            };
            if first == letter {
                found.insert(rest.to_vec());
            } else if !self.system.is_letter(first) {
                for begun in self.of_variable(first, letter)? {
                    found.insert([begun.as_slice(), rest].concat());
                }
            }
            self.take(found.len())?;
        }
        (found.len() <= WORDS).then_some(found)
    }

    /// Returns the derivative of a variable. No variable begins with itself, so this ends.
    fn of_variable(&mut self, variable: Symbol, letter: Symbol) -> Option<Form> {
        if let Some(known) = self.derivatives.get(&(variable, letter)) {
            return Some(known.clone());
        }
        let words = self.system.rules(variable).iter().cloned().collect();
        let found = self.derivative(&words, letter)?;
        self.derivatives.insert((variable, letter), found.clone());
        Some(found)
    }

    /// Returns the pair without the empty text, and without the letters with which all words begin or end: the rest is
    /// equal if and only if these are. Returns `None` if only one form derives the empty text.
    fn reduced(&mut self, mut a: Form, mut b: Form) -> Option<(Form, Form)> {
        loop {
            if a.remove(&Word::new()) != b.remove(&Word::new()) {
                return None;
            }
            if a.is_empty() || b.is_empty() {
                return Some((a, b));
            }
            let words = || a.iter().chain(&b);
            let common = |end: &dyn Fn(&Word) -> Option<Symbol>| {
                let mut ends = words().map(end);
                let first = ends.next()??;
                (self.system.is_letter(first) && ends.all(|end| end == Some(first))).then_some(())
            };
            let (begin, end) = if common(&|word| word.first().copied()).is_some() {
                (1, 0)
            } else if common(&|word| word.last().copied()).is_some() {
                (0, 1)
            } else {
                return Some((a, b));
            };
            let cut = |form: &Form| -> Form {
                let cut = form
                    .iter()
                    .map(|word| word[begin..word.len() - end].to_vec());
                cut.collect()
            };
            (a, b) = (cut(&a), cut(&b));
        }
    }

    /// Returns whether two forms are equal because of the pairs.
    fn follows(&mut self, a: &Form, b: &Form) -> Option<bool> {
        let longest = a.iter().chain(b).map(Vec::len).max().unwrap_or_default() + 2;
        let wide_a = self.widened(a, longest)?;
        if !b.is_subset(&wide_a) {
            return Some(false);
        }
        let wide_b = self.widened(b, longest)?;
        Some(a.is_subset(&wide_b))
    }

    /// Adds to a form the words that it derives the same texts with, because of the pairs, up to a length.
    fn widened(&mut self, form: &Form, longest: usize) -> Option<Form> {
        let mut wide = form.clone();
        loop {
            let before = wide.len();
            for pair in 0..self.pairs.len() {
                for is_back in [false, true] {
                    let (a, b) = self.pairs[pair].clone();
                    let (from, to) = if is_back { (b, a) } else { (a, b) };
                    let Some(first) = from.iter().max_by_key(|word| word.len()) else {
                        continue;
                    };
                    let mut more = Vec::new();
                    let mut steps = 1;
                    for word in &wide {
                        for start in 0..(word.len() + 1).saturating_sub(first.len()) {
                            steps += 1;
                            let end = start + first.len();
                            if word[start..end] != **first {
                                continue;
                            }
                            let between =
                                |part: &Word| [&word[..start], part, &word[end..]].concat();
                            steps += from.len();
                            if from.iter().all(|part| wide.contains(&between(part))) {
                                more.extend(
                                    to.iter().map(between).filter(|word| word.len() <= longest),
                                );
                            }
                        }
                    }
                    self.take(steps)?;
                    wide.extend(more);
                    if wide.len() > WORDS {
                        return Some(wide);
                    }
                }
            }
            if wide.len() == before {
                return Some(wide);
            }
        }
    }
}
