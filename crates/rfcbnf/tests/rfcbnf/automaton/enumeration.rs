//! A plain enumeration of the texts of productions from the syntax tree.

use std::collections::{BTreeSet, HashMap};

use rfcbnf::syntax::{Case, Expression, Grammar, Kind};

/// The longest texts that are enumerated, in octets.
pub(super) const LONGEST: usize = 5;

/// Texts up to [`LONGEST`] by their lengths, each with whether a derivation of it uses the target.
#[derive(Clone, Default, PartialEq, Eq)]
struct Texts([BTreeSet<(Vec<u8>, bool)>; LONGEST + 1]);

impl Texts {
    fn of(texts: impl IntoIterator<Item = (Vec<u8>, bool)>) -> Self {
        let mut all = Self::default();
        for (text, is_used) in texts {
            all.0[text.len()].insert((text, is_used));
        }
        all
    }

    fn iter(&self) -> impl Iterator<Item = &(Vec<u8>, bool)> {
        self.0.iter().flatten()
    }

    fn add(&mut self, others: &Self) {
        for (own, others) in self.0.iter_mut().zip(&others.0) {
            own.extend(others.iter().cloned());
        }
    }
}

/// The texts of productions in each letter case, by the definition of a derivation: the least sets that
/// hold what the bodies derive from them.
pub(super) struct Enumeration<'g> {
    grammar: &'g Grammar,
    target: Option<&'g Expression>,
    /// The characters of the texts.
    characters: &'g [u8],
    texts: HashMap<(&'g str, bool), Texts>,
}

impl<'g> Enumeration<'g> {
    pub(super) fn of(
        grammar: &'g Grammar,
        target: Option<&'g Expression>,
        characters: &'g [u8],
    ) -> Self {
        let mut enumeration = Self {
            grammar,
            target,
            characters,
            texts: HashMap::new(),
        };
        loop {
            let mut has_changed = false;
            for production in &grammar.productions {
                for ignores_case in [false, true] {
                    let texts = enumeration.expression(&production.body, ignores_case);
                    let key = (production.name.as_str(), ignores_case);
                    let known = enumeration.texts.entry(key).or_default();
                    has_changed |= *known != texts;
                    *known = texts;
                }
            }
            if !has_changed {
                return enumeration;
            }
        }
    }

    /// Returns the texts of a production.
    pub(super) fn derived(&self, name: &'g str) -> BTreeSet<&[u8]> {
        let texts = self.texts[&(name, false)].iter();
        texts.map(|(text, _)| text.as_slice()).collect()
    }

    /// Returns the length of a shortest text of the production that uses the target.
    pub(super) fn shortest_using(&self, name: &str) -> Option<usize> {
        let texts = self.texts[&(name, false)].iter();
        let used = texts.filter(|(_, is_used)| *is_used);
        used.map(|(text, _)| text.len()).min()
    }

    /// Returns whether a derivation of the text uses the target.
    pub(super) fn is_used(&self, name: &str, text: Vec<u8>) -> bool {
        self.texts[&(name, false)].0[text.len()].contains(&(text, true))
    }

    fn expression(&self, expression: &'g Expression, ignores_case: bool) -> Texts {
        let texts = self.kind(expression, ignores_case);
        if self
            .target
            .is_some_and(|target| std::ptr::eq(target, expression))
        {
            return Texts::of(texts.iter().map(|(text, _)| (text.clone(), true)));
        }
        texts
    }

    fn kind(&self, expression: &'g Expression, ignores_case: bool) -> Texts {
        let empty = || Texts::of([(Vec::new(), false)]);
        match &expression.kind {
            Kind::Alternation(members) => {
                let mut all = Texts::default();
                for member in members {
                    all.add(&self.expression(member, ignores_case));
                }
                all
            }
            Kind::Sequence(members) => members.iter().fold(empty(), |before, member| {
                joined(&before, &self.expression(member, ignores_case))
            }),
            Kind::Optional(body) => {
                let mut texts = self.expression(body, ignores_case);
                texts.add(&empty());
                texts
            }
            Kind::Repetition { least, most, body } => {
                let round = self.expression(body, ignores_case);
                let mut rounds = empty();
                for _ in 0..*least {
                    rounds = joined(&rounds, &round);
                }
                let mut all = rounds.clone();
                for _ in 0..most.map_or(2 * LONGEST, |most| (most - least) as usize) {
                    rounds = joined(&rounds, &round);
                    all.add(&rounds);
                }
                all
            }
            Kind::Literal { text, case, .. } => {
                let ignores_case = ignores_case || *case == Case::Ignored;
                text.bytes().fold(empty(), |before, octet| {
                    let (lower, upper) = (octet.to_ascii_lowercase(), octet.to_ascii_uppercase());
                    let octets = if ignores_case {
                        vec![lower, upper]
                    } else {
                        vec![octet]
                    };
                    let octets = octets.into_iter();
                    let octets = octets.filter(|octet| self.characters.contains(octet));
                    joined(
                        &before,
                        &Texts::of(octets.map(|octet| (vec![octet], false))),
                    )
                })
            }
            Kind::Reference { name, case, .. } => {
                let ignores_case = ignores_case || *case == Case::Ignored;
                let production = self.grammar.production(name).expect("it is defined");
                let key = (production.name.as_str(), ignores_case);
                self.texts.get(&key).cloned().unwrap_or_default()
            }
            kind => panic!("no test has {kind:?}"),
        }
    }
}

fn joined(before: &Texts, behind: &Texts) -> Texts {
    let mut all = Texts::default();
    for (length, first) in before.0.iter().enumerate() {
        for (other, second) in behind.0[..=LONGEST - length].iter().enumerate() {
            let all = &mut all.0[length + other];
            for (first, is_used) in first {
                for (second, too) in second {
                    all.insert(([&first[..], second].concat(), *is_used || *too));
                }
            }
        }
    }
    all
}

/// Returns all texts of these characters up to [`LONGEST`].
pub(super) fn all_texts(characters: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..LONGEST {
        let longer = last.iter().flat_map(|text: &Vec<u8>| {
            let characters = characters.iter();
            characters.map(|&one| [&text[..], &[one]].concat())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}
