//! A production on its own, in a context.
//!
//! ```text
//! array = "[" [ value *( "," value ) ] "]"     over symbols:  [  ]  ,  V     V is spelled 0
//! ```
//!
//! A unit without recursion is a production with all that it leads to. In a unit that recurses, each
//! production that the body refers to is a *nonterminal*: an octet that no text of the unit has ([`spare`]), which
//! texts spell as a shortest text of that production. Recursion at one end stays.
//!
//! Invariant: every text of the unit, spelled in its context, is one of the whole grammar.
//!
//! The grammar, with the causes found so far, can derive a text of the context that the unit does not
//! have: nested deeper, or in another way. Such a text says nothing about the unit, so its answer is
//! that of the unit.

use std::collections::BTreeMap;

use crate::automaton::{Automaton, AutomatonError, DfaState};
use crate::causes::faulty::Nonterminal;
use crate::causes::oracle::Oracle;
use crate::causes::paths;
use crate::causes::peer::NoAnswer;
use crate::causes::steady::Source;
use crate::causes::texts;
use crate::conformance::Context;
use crate::depth::renamed;
use crate::obstacles::{Chains, Link, visit_ends};
use crate::octets::OctetSet;
use crate::recognizer::Recognizer;
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::sentences::{RecursiveSentences, Shortest};
use crate::spare::{sets_of, spare};
use crate::syntax::{Encoding, Expression, Grammar, Kind, LiteralForm, Production};

/// The greatest number of prefixes after which delimiters are looked for.
const PREFIXES: usize = 200;

/// The greatest number of other texts of a nonterminal.
const OTHERS: usize = 3;

/// The greatest length of these.
const LONGEST: usize = 40;

/// A production on its own.
pub(super) struct Unit {
    pub(super) production: String,
    /// The production, and what it leads to. Productions that are nonterminals derive them.
    pub(super) grammar: Grammar,
    pub(super) automaton: Automaton,
    pub(super) nonterminals: BTreeMap<u8, Nonterminal>,
    pub(super) context: Context,
    /// How often each of these octets may be in a text. Without it, the unit could be nested in
    /// itself in ways that the grammar does not have.
    most: BTreeMap<u8, usize>,
}

impl Unit {
    /// Returns the unit of a production without recursion in the middle, in no context yet.
    pub(super) fn of_regular(grammar: &Grammar, production: &str) -> Result<Self, AutomatonError> {
        Self::new(production, grammar.part([production]), BTreeMap::new())
    }

    /// Returns the unit of a production that recurses in the middle, in no context yet. `None` if it has
    /// more nonterminals than there are octets for them.
    pub(super) fn of_recursive(
        grammar: &ResolvedGrammar<'_>,
        production: ProductionId,
        shortest: &Shortest<'_, '_>,
    ) -> Option<Result<Self, AutomatonError>> {
        let whole = grammar.grammar();
        let name = grammar.production(production).name();
        let own = whole.production(name)?;
        let mut free = free_octets(grammar, production);
        let mut nonterminals: BTreeMap<u8, Nonterminal> = BTreeMap::new();
        let mut productions = Vec::new();
        let keeps_itself = recurses_at_one_end(whole, own);
        let mut names = Vec::new();
        let mut used_names = Vec::new();
        visit_ends(&own.body, &mut |used, _| used_names.push(used));
        for used in used_names {
            if used == name && keeps_itself {
                names.push(name.to_owned());
                continue;
            }
            // A production that is a nonterminal in itself needs another name.
            let inner = if used == name {
                format!("{name} (inside)")
            } else {
                used.to_owned()
            };
            names.push(inner.clone());
            if nonterminals
                .values()
                .any(|nonterminal| nonterminal.name == used)
            {
                continue;
            }
            let text = shortest.of_production(grammar.lookup(used).ok()?)?;
            let octet = free.next()?;
            productions.push(nonterminal(whole.production(used)?, inner, octet));
            nonterminals.insert(
                octet,
                Nonterminal {
                    name: used.to_owned(),
                    text: text.clone(),
                    others: others(whole, used, text),
                },
            );
        }
        productions.insert(
            0,
            Production {
                body: renamed(&own.body, &mut names.into_iter()),
                ..own.clone()
            },
        );
        let mut part = whole.part([]);
        part.productions = productions;
        Some(Self::new(name, part, nonterminals).map(|unit| Self {
            most: rounds(&unit.automaton, &unit.nonterminals),
            ..unit
        }))
    }

    fn new(
        production: &str,
        grammar: Grammar,
        nonterminals: BTreeMap<u8, Nonterminal>,
    ) -> Result<Self, AutomatonError> {
        Ok(Self {
            production: production.to_owned(),
            automaton: Automaton::new(&grammar, production)?,
            grammar,
            nonterminals,
            context: Context::default(),
            most: BTreeMap::new(),
        })
    }

    /// Spells each nonterminal as a text that no other nonterminal derives, where there is one. So fewer texts of
    /// nonterminals are spelled alike.
    pub(super) fn tell_nonterminals_apart(&mut self, whole: &Recognizer) {
        let nonterminals: Vec<(u8, Nonterminal)> = self.nonterminals.clone().into_iter().collect();
        let is_of_other = |octet: u8, text: &[u8]| {
            nonterminals.iter().any(|(other, nonterminal)| {
                let rule = whole.find(&nonterminal.name).filter(|_| *other != octet);
                rule.is_some_and(|rule| rule.is_valid(text) == Ok(true))
            })
        };
        for (octet, nonterminal) in &mut self.nonterminals {
            if !is_of_other(*octet, &nonterminal.text) {
                continue;
            }
            let mut others = nonterminal.others.iter_mut();
            if let Some(other) = others.find(|other| !is_of_other(*octet, other)) {
                std::mem::swap(other, &mut nonterminal.text);
            }
        }
    }

    /// Spells nonterminals as other texts, if there are any for a production.
    pub(super) fn respell<'t>(&mut self, text: impl Fn(&str) -> Option<&'t Vec<u8>>) {
        for nonterminal in self.nonterminals.values_mut() {
            if let Some(text) = text(&nonterminal.name) {
                let before = std::mem::replace(&mut nonterminal.text, text.clone());
                nonterminal.others.insert(0, before);
            }
        }
    }

    /// Spells one nonterminal as this text.
    pub(super) fn spell(&mut self, symbol: u8, text: Vec<u8>) {
        if let Some(nonterminal) = self.nonterminals.get_mut(&symbol) {
            nonterminal.text = text;
        }
    }

    /// Returns the shortest of some texts that have this symbol, `most` at most.
    pub(super) fn texts_with(&self, symbol: u8, most: usize) -> Vec<Vec<u8>> {
        let symbols: Vec<u8> = self.automaton.octets().iter().collect();
        let mut texts = paths::texts(&self.automaton, &symbols);
        texts.retain(|text| text.contains(&symbol));
        texts::sort(&mut texts);
        texts.truncate(most);
        texts
    }

    /// Returns the octets that end the unit in its context: those of no text, which the whole allows after
    /// a part of one.
    pub(super) fn delimiters(&self, whole: &Recognizer) -> OctetSet {
        let mut delimiters = OctetSet::EMPTY;
        for (_, prefix) in self.automaton.access_texts().into_iter().take(PREFIXES) {
            let prefix = [&self.context.before, &*self.spelled(&prefix)].concat();
            if let Ok(found) = whole.recognize(&prefix)
                && found.furthest == prefix.len()
            {
                delimiters |= OctetSet::from(found.next);
            }
        }
        delimiters.without(self.automaton.octets())
    }

    /// Returns the octets with which texts of the nonterminals begin.
    pub(super) fn beginnings(&self, whole: &Recognizer) -> OctetSet {
        let rules = self.nonterminals.values().map(|it| whole.find(&it.name));
        let firsts = rules.map(|rule| {
            let found = rule.and_then(|rule| rule.recognize(b"").ok());
            found.map_or(OctetSet::ALL, |found| OctetSet::from(found.next))
        });
        firsts.fold(OctetSet::EMPTY, |all, first| all | first)
    }

    /// Returns the octets that are no nonterminals.
    pub(super) fn without_nonterminals(&self, octets: OctetSet) -> OctetSet {
        octets.without(self.nonterminals.keys().copied().collect())
    }

    /// Returns whether the text cannot nest the unit in itself.
    pub(super) fn is_flat(&self, text: &[u8]) -> bool {
        let mut most = self.most.iter();
        most.all(|(&octet, &most)| text.iter().filter(|&&one| one == octet).nth(most).is_none())
    }

    /// Returns a text of symbols in its context, as the parser reads it.
    pub(super) fn whole(&self, text: &[u8]) -> Vec<u8> {
        self.context.with(&self.spelled(text))
    }

    /// Returns the text that these symbols spell.
    pub(super) fn spelled(&self, text: &[u8]) -> Vec<u8> {
        self.spelled_as(text, |nonterminal| &nonterminal.text)
    }

    /// Returns the text that these symbols spell, also with other texts for each nonterminal.
    pub(super) fn spellings(&self, text: &[u8]) -> Vec<Vec<u8>> {
        let others = (0..OTHERS).map(|index| {
            self.spelled_as(text, |nonterminal| {
                nonterminal.others.get(index).unwrap_or(&nonterminal.text)
            })
        });
        let mut spellings: Vec<Vec<u8>> = others.chain([self.spelled(text)]).collect();
        spellings.sort();
        spellings.dedup();
        spellings
    }

    fn spelled_as(&self, text: &[u8], spell: impl Fn(&Nonterminal) -> &Vec<u8>) -> Vec<u8> {
        let mut spelled = Vec::with_capacity(text.len());
        for octet in text {
            match self.nonterminals.get(octet) {
                Some(nonterminal) => spelled.extend_from_slice(spell(nonterminal)),
                None => spelled.push(*octet),
            }
        }
        spelled
    }
}

/// Returns short texts of a production that begin with other octets than this one and each other.
fn others(grammar: &Grammar, production: &str, text: &[u8]) -> Vec<Vec<u8>> {
    let Ok(sentences) = RecursiveSentences::new(grammar, production) else {
        return Vec::new();
    };
    let mut all = sentences.cover(0);
    all.sort_by_key(Vec::len);
    let mut firsts = vec![text.first().copied()];
    all.retain(|one| {
        let first = one.first().copied();
        let is_new = one.len() <= LONGEST && !firsts.contains(&first);
        firsts.extend(is_new.then_some(first));
        is_new
    });
    all.truncate(OTHERS);
    all
}

/// Returns whether each reference of a production to itself is at the same end of its alternatives.
fn recurses_at_one_end(grammar: &Grammar, production: &Production) -> bool {
    let chains = Chains::of(grammar);
    let Some(index) = chains.find(&production.name) else {
        return false;
    };
    let mut is_at_one_end = true;
    visit_ends(&production.body, &mut |name, at| {
        let is_itself = name == production.name;
        is_at_one_end &= !is_itself || chains.link(index, index, at) == Link::Along;
    });
    is_at_one_end
}

/// Returns the octets that can be nonterminals. They are no octets of the body. Those come first that parsers read as nothing
/// else: the unit is asked about no text with one.
fn free_octets(
    grammar: &ResolvedGrammar<'_>,
    production: ProductionId,
) -> impl Iterator<Item = u8> {
    let whole = grammar.grammar();
    let own = grammar.own_octets(grammar.production(production).body());
    // An octet above 7F makes symbols of all of them, and is no character of its own in UTF-8.
    let is_high = whole.encoding == Encoding::Octets && !grammar.octets(production).is_ascii();
    let order = (1..=0x1f).chain([0x7f]);
    let order = order.filter(|octet: &u8| !octet.is_ascii_whitespace());
    let order = order.chain((0x80..=u8::MAX).filter(move |_| is_high));
    let order = order.chain((b'A'..=b'Z').rev()).chain((b'a'..=b'z').rev());
    let order = order.chain((b'0'..=b'9').rev()).chain((b'!'..=b'/').rev());
    let name = grammar.production(production).name();
    let free = spare(sets_of(whole, [name]), order).map(|it| it.octet);
    free.filter(move |&octet| !own.contains(octet))
}

/// Returns a production that derives one octet.
fn nonterminal(production: &Production, name: String, octet: u8) -> Production {
    Production {
        name,
        body: Expression {
            kind: Kind::Literal {
                text: char::from(octet).to_string(),
                case: crate::syntax::Case::Exact,
                form: LiteralForm::Numbers,
            },
            span: production.body.span.clone(),
        },
        excluded: Vec::new(),
        readings: Vec::new(),
        ..production.clone()
    }
}

/// Returns how often a text can have each octet that stands beside a nonterminal, and that a text can have some
/// times only. The octets of other texts nest nothing.
fn rounds(automaton: &Automaton, nonterminals: &BTreeMap<u8, Nonterminal>) -> BTreeMap<u8, usize> {
    let states: Vec<DfaState> = automaton.states().collect();
    let steps = |class: usize| {
        let states = states.iter();
        states.filter_map(move |&from| Some((from, automaton.step_by_class(from, class)?)))
    };
    let nonterminals = nonterminals.keys().map(|&octet| automaton.class_of(octet));
    let nonterminals: Vec<(DfaState, DfaState)> = nonterminals.flat_map(steps).collect();
    let mut most = BTreeMap::new();
    for class in 0..automaton.classes().len() {
        let is_beside_symbol = steps(class).any(|(from, to)| {
            let mut nonterminals = nonterminals.iter();
            nonterminals.any(|&(before, after)| {
                leads(automaton, to, before) || leads(automaton, after, from)
            })
        });
        if is_beside_symbol && !steps(class).any(|(from, to)| leads(automaton, to, from)) {
            let count = greatest_count(automaton, class);
            most.extend(
                automaton.classes()[class]
                    .iter()
                    .map(|octet| (octet, count)),
            );
        }
    }
    most
}

/// Returns how many steps of a class a text can have. None of these steps is in a circle.
fn greatest_count(automaton: &Automaton, class: usize) -> usize {
    let mut counts: BTreeMap<DfaState, usize> = BTreeMap::new();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for state in automaton.states() {
            for other in 0..automaton.classes().len() {
                let Some(next) = automaton.step_by_class(state, other) else {
                    continue;
                };
                let rest = counts.get(&next).copied().unwrap_or(0);
                let count = rest + usize::from(other == class);
                let known = counts.entry(state).or_default();
                has_changed |= count > *known;
                *known = count.max(*known);
            }
        }
    }
    counts.get(&automaton.start()).copied().unwrap_or(0)
}

/// Returns whether a text leads from one state to another, the empty text included.
fn leads(automaton: &Automaton, from: DfaState, to: DfaState) -> bool {
    let mut seen = vec![from];
    let mut index = 0;
    while index < seen.len() {
        if seen[index] == to {
            return true;
        }
        for class in 0..automaton.classes().len() {
            let next = automaton.step_by_class(seen[index], class);
            seen.extend(next.filter(|next| !seen.contains(next)));
        }
        index += 1;
    }
    false
}

/// The parser as a parser of the unit.
pub(super) struct Inside<'u, 'a, 'p> {
    pub(super) unit: &'u Unit,
    pub(super) oracle: &'a mut Oracle<'p>,
    /// The whole grammar with the causes found so far.
    pub(super) faulty: &'u Recognizer,
    /// The octets that end the unit. The parser is asked about no text with one.
    pub(super) delimiters: OctetSet,
    /// The octets with which texts of its nonterminals begin.
    pub(super) beginnings: OctetSet,
}

impl Source for Inside<'_, '_, '_> {
    /// What the grammar says about the whole text is expected, not what the unit says.
    fn ask(
        &mut self,
        texts: &[Vec<u8>],
        _: &dyn Fn(&[u8]) -> Option<bool>,
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        let mut asked = Vec::new();
        let mut verdicts = Vec::with_capacity(texts.len());
        for text in texts {
            let whole = self.unit.whole(text);
            let verdict = self.verdict(text, &whole);
            if verdict == Verdict::Open {
                asked.push(whole);
            }
            verdicts.push(verdict);
        }
        let answers = self.oracle.answers(&asked);
        let mut answers = answers.map_err(|_| NoAnswer)?.into_iter();
        let verdicts = verdicts.into_iter().map(|verdict| match verdict {
            Verdict::Open => answers.next().flatten(),
            Verdict::Known(is_accepted) => Some(is_accepted),
            Verdict::Outside => None,
        });
        Ok(verdicts.collect())
    }

    fn ask_again(
        &mut self,
        texts: &[Vec<u8>],
        answers: &[Option<bool>],
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        let mut held = answers.to_vec();
        let wholes = texts.iter().map(|text| self.unit.whole(text)).enumerate();
        let open = wholes.filter(|(index, whole)| {
            self.verdict(&texts[*index], whole) == Verdict::Open
                && self.oracle.verdict(whole).is_some()
        });
        let (indices, open): (Vec<usize>, Vec<Vec<u8>>) = open.unzip();
        self.oracle.ask_again(&open).map_err(|_| NoAnswer)?;
        for (index, text) in indices.into_iter().zip(open) {
            held[index] = self.oracle.verdict(&text);
        }
        Ok(held)
    }
}

/// What is known of a text before the parser is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Open,
    Known(bool),
    Outside,
}

impl Inside<'_, '_, '_> {
    fn verdict(&self, text: &[u8], whole: &[u8]) -> Verdict {
        let is_delimited = text.iter().any(|&octet| self.delimiters.contains(octet));
        if is_delimited || !self.unit.is_flat(text) {
            return Verdict::Outside;
        }
        let is_own = self.unit.automaton.accepts(text);
        match self.faulty.rule().is_valid(whole) {
            Ok(is_valid) if is_valid != is_own => Verdict::Known(is_own),
            Ok(_) if is_own || !self.is_spelled_otherwise(text) => Verdict::Open,
            _ => Verdict::Outside,
        }
    }

    /// Returns whether a part of the text spells one of the nonterminals, too. What the parser accepts with that
    /// part, it accepts with the nonterminal.
    fn is_spelled_otherwise(&self, text: &[u8]) -> bool {
        let nonterminals = &self.unit.nonterminals;
        let rules = nonterminals
            .values()
            .filter_map(|nonterminal| self.faulty.find(&nonterminal.name));
        let rules: Vec<_> = rules.collect();
        let parts =
            (0..text.len()).flat_map(|start| (start + 1..=text.len()).map(move |end| start..end));
        let begins = |part: &&[u8]| {
            let first = part
                .first()
                .and_then(|first| match nonterminals.get(first) {
                    Some(nonterminal) => nonterminal.text.first(),
                    None => Some(first),
                });
            first.is_none_or(|first| self.beginnings.contains(*first))
        };
        let mut parts = parts.map(|part| &text[part]).filter(begins);
        parts.any(|part| {
            let is_nonterminal = part.len() == 1 && nonterminals.contains_key(&part[0]);
            let spelled = || self.unit.spelled(part);
            !is_nonterminal && !rules.is_empty() && {
                let spelled = spelled();
                rules.iter().any(|rule| rule.is_valid(&spelled) == Ok(true))
            }
        })
    }
}
