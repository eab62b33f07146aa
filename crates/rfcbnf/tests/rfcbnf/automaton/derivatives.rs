//! A matcher that shares no code with the product's automata: the derivatives of expressions.
//!
//! The derivative of an expression with respect to a character derives what can follow the
//! character. Up to a few simplifications, an expression has finitely many derivatives, so they are
//! the states of a deterministic automaton.
//!
//! J. A. Brzozowski: Derivatives of Regular Expressions. Journal of the ACM, Volume 11, 1964,
//! 481–494.
//!
//! Automata accept exactly the texts that productions derive by that definition.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use rfcbnf::automaton::{Automata, Automaton, DfaState};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::{Case, Encoding, Expression, Grammar, Kind};

use super::{automata, grammar, small};
use crate::extent::few_or_many;

/// A simplified expression. Two expressions are equal exactly if their ids are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(usize);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Term {
    /// One octet of a set, a bit for each: those below 80, then the others. The empty set derives
    /// nothing.
    Set([u128; 2]),
    /// The empty text.
    Empty,
    Either(BTreeSet<TermId>),
    Then(TermId, TermId),
    Rounds(TermId, u32, Option<u32>),
    /// Texts that begin with none of these, letters in any case.
    Excluding(TermId, Vec<Vec<u8>>),
}

const NOTHING: Term = Term::Set([0; 2]);

/// The derivatives of a grammar's productions.
pub(crate) struct Derivatives<'g> {
    grammar: &'g Grammar,
    terms: Vec<Term>,
    ids: HashMap<Term, TermId>,
    productions: HashMap<(&'g str, Case), TermId>,
    derived: HashMap<(TermId, u8), TermId>,
    /// For each octet, the least one that no term distinguishes from it, as far as the terms are known.
    representatives: [u8; 256],
    /// The number of terms that the representatives are of.
    represented: usize,
}

impl<'g> Derivatives<'g> {
    pub(crate) fn new(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            terms: Vec::new(),
            ids: HashMap::new(),
            productions: HashMap::new(),
            derived: HashMap::new(),
            representatives: [0; 256],
            represented: 0,
        }
    }

    /// Returns the least octet for each that no term distinguishes from it. The derivatives with respect to
    /// both are the same, because their terms have unions of the sets that the grammar has.
    fn representatives(&mut self) -> [u8; 256] {
        for term in &self.terms[self.represented..] {
            match term {
                Term::Set(set) => divide(&mut self.representatives, *set),
                Term::Excluding(_, texts) => {
                    for &octet in texts.iter().flatten() {
                        let set = set_of([octet].into_iter(), Case::Ignored);
                        divide(&mut self.representatives, set);
                    }
                }
                _ => {}
            }
        }
        self.represented = self.terms.len();
        self.representatives
    }

    /// Returns the term of a production, with letters compared in the given way.
    pub(crate) fn production(&mut self, name: &'g str, case: Case) -> TermId {
        if let Some(&known) = self.productions.get(&(name, case)) {
            return known;
        }
        let production = self
            .grammar
            .production(name)
            .expect("the production is defined");
        let body = self.expression(&production.body, case);
        let excluded = production.excluded.iter();
        let excluded = excluded.map(|text| text.to_ascii_lowercase().into_bytes());
        let excluded: Vec<Vec<u8>> = excluded.collect();
        let term = self.excluding(body, excluded);
        self.productions.insert((name, case), term);
        term
    }

    fn expression(&mut self, expression: &'g Expression, case: Case) -> TermId {
        match &expression.kind {
            Kind::Alternation(members) => {
                let members = members.iter();
                let members: Vec<TermId> = members
                    .map(|member| self.expression(member, case))
                    .collect();
                self.either(&members)
            }
            Kind::Sequence(members) => {
                let end = self.term(Term::Empty);
                members.iter().rev().fold(end, |rest, member| {
                    let member = self.expression(member, case);
                    self.then(member, rest)
                })
            }
            Kind::Optional(body) => {
                let members = [self.expression(body, case), self.term(Term::Empty)];
                self.either(&members)
            }
            Kind::Repetition { least, most, body } => {
                let body = self.expression(body, case);
                self.rounds(body, *least, *most)
            }
            Kind::Literal {
                text, case: own, ..
            } => {
                let end = self.term(Term::Empty);
                let mut octets = Vec::new();
                for character in text.chars() {
                    octets.extend(encoded(character, self.grammar.encoding));
                }
                octets.into_iter().rev().fold(end, |rest, octet| {
                    let set = set_of([octet].into_iter(), case.max(*own));
                    let character = self.term(Term::Set(set));
                    self.then(character, rest)
                })
            }
            Kind::Range { first, last } => {
                let octets = (*first..=*last).map(|one| encoded(one, self.grammar.encoding));
                let octets: Vec<Vec<u8>> = octets.collect();
                self.one_of(&octets, case)
            }
            Kind::Prose(_) | Kind::Unreadable => self.term(NOTHING),
            Kind::Reference {
                name, case: own, ..
            } => self.production(name, case.max(*own)),
        }
    }

    /// Returns the alternation of these texts, which are in ascending order and not empty.
    fn one_of(&mut self, texts: &[Vec<u8>], case: Case) -> TermId {
        let mut members = Vec::new();
        // Neighbours with the same rests after their first octets share a term.
        let mut groups: Vec<(Vec<u8>, TermId)> = Vec::new();
        for same_first in texts.chunk_by(|one, other| one[0] == other[0]) {
            let rests: Vec<Vec<u8>> = same_first.iter().map(|text| text[1..].to_vec()).collect();
            let rest = if rests[0].is_empty() {
                self.term(Term::Empty)
            } else {
                self.one_of(&rests, Case::Exact)
            };
            match groups.last_mut() {
                Some((firsts, known)) if *known == rest => firsts.push(same_first[0][0]),
                _ => groups.push((vec![same_first[0][0]], rest)),
            }
        }
        for (firsts, rest) in groups {
            let first = self.term(Term::Set(set_of(firsts.into_iter(), case)));
            members.push(self.then(first, rest));
        }
        self.either(&members)
    }

    /// Returns whether the term derives the empty text.
    pub(crate) fn is_nullable(&self, id: TermId) -> bool {
        match &self.terms[id.0] {
            Term::Set(_) => false,
            Term::Empty => true,
            Term::Either(members) => members.iter().any(|&member| self.is_nullable(member)),
            Term::Then(first, rest) => self.is_nullable(*first) && self.is_nullable(*rest),
            Term::Rounds(body, least, _) => *least == 0 || self.is_nullable(*body),
            Term::Excluding(body, _) => self.is_nullable(*body),
        }
    }

    /// Returns the derivative with respect to an octet.
    pub(crate) fn derivative(&mut self, id: TermId, octet: u8) -> TermId {
        if let Some(&known) = self.derived.get(&(id, octet)) {
            return known;
        }
        let derivative = match self.terms[id.0].clone() {
            Term::Set(set) if set[usize::from(octet >> 7)] >> (octet & 127) & 1 == 1 => {
                self.term(Term::Empty)
            }
            Term::Set(_) | Term::Empty => self.term(NOTHING),
            Term::Either(members) => {
                let members = members.into_iter();
                let members: Vec<TermId> = members
                    .map(|member| self.derivative(member, octet))
                    .collect();
                self.either(&members)
            }
            Term::Then(first, rest) => {
                let further = self.derivative(first, octet);
                let mut members = vec![self.then(further, rest)];
                if self.is_nullable(first) {
                    members.push(self.derivative(rest, octet));
                }
                self.either(&members)
            }
            Term::Rounds(body, least, most) => {
                let most = most.map(|most| most - 1);
                let others = self.rounds(body, least.saturating_sub(1), most);
                let round = self.derivative(body, octet);
                self.then(round, others)
            }
            Term::Excluding(body, excluded) => {
                let octet_in_any_case = octet.to_ascii_lowercase();
                let excluded = excluded.iter();
                let excluded = excluded.filter_map(|text| match text.split_first() {
                    Some((first, rest)) if *first == octet_in_any_case => Some(rest.to_vec()),
                    _ => None,
                });
                let excluded = excluded.collect();
                let body = self.derivative(body, octet);
                self.excluding(body, excluded)
            }
        };
        self.derived.insert((id, octet), derivative);
        derivative
    }

    fn term(&mut self, term: Term) -> TermId {
        *self.ids.entry(term).or_insert_with_key(|term| {
            self.terms.push(term.clone());
            TermId(self.terms.len() - 1)
        })
    }

    /// Returns the alternation. It is unordered and has no duplicates.
    fn either(&mut self, terms: &[TermId]) -> TermId {
        let (mut set, mut members) = ([0; 2], BTreeSet::new());
        let mut waiting = terms.to_vec();
        while let Some(id) = waiting.pop() {
            match &self.terms[id.0] {
                Term::Set(octets) => {
                    set = [set[0] | octets[0], set[1] | octets[1]];
                }
                Term::Either(members) => waiting.extend(members),
                _ => {
                    members.insert(id);
                }
            }
        }
        if set != [0; 2] || members.is_empty() {
            members.insert(self.term(Term::Set(set)));
        }
        match members.first() {
            Some(&only) if members.len() == 1 => only,
            _ => self.term(Term::Either(members)),
        }
    }

    /// Returns the sequence. Sequences nest to the right, inside alternations.
    fn then(&mut self, first: TermId, rest: TermId) -> TermId {
        match self.terms[first.0].clone() {
            NOTHING => first,
            Term::Empty => rest,
            Term::Then(first, second) => {
                let rest = self.then(second, rest);
                self.then(first, rest)
            }
            Term::Either(members) => {
                let members = members.into_iter();
                let members: Vec<TermId> = members.map(|member| self.then(member, rest)).collect();
                self.either(&members)
            }
            _ if self.terms[rest.0] == NOTHING => rest,
            _ if self.terms[rest.0] == Term::Empty => first,
            _ => self.term(Term::Then(first, rest)),
        }
    }

    fn rounds(&mut self, body: TermId, least: u32, most: Option<u32>) -> TermId {
        match (least, most) {
            (_, Some(0)) => self.term(Term::Empty),
            (1, Some(1)) => body,
            _ => self.term(Term::Rounds(body, least, most)),
        }
    }

    fn excluding(&mut self, body: TermId, excluded: Vec<Vec<u8>>) -> TermId {
        if excluded.iter().any(Vec::is_empty) {
            self.term(NOTHING)
        } else if excluded.is_empty() || self.terms[body.0] == NOTHING {
            body
        } else {
            self.term(Term::Excluding(body, excluded))
        }
    }
}

/// Returns the octets of a character.
fn encoded(character: char, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Octets => vec![u8::try_from(character).expect("numbers are octets")],
        Encoding::Utf8 => character.encode_utf8(&mut [0; 4]).as_bytes().to_vec(),
    }
}

/// Returns the set of these octets, letters in the given case.
fn set_of(octets: impl Iterator<Item = u8>, case: Case) -> [u128; 2] {
    let mut set = [0; 2];
    for octet in octets {
        let cases = match case {
            Case::Exact => [octet; 2],
            Case::Ignored => [octet.to_ascii_lowercase(), octet.to_ascii_uppercase()],
        };
        for octet in cases {
            set[usize::from(octet >> 7)] |= 1 << (octet & 127);
        }
    }
    set
}

/// Divides octets with the same representative into those in the set and the others.
fn divide(representatives: &mut [u8; 256], set: [u128; 2]) {
    let mut firsts = [[None; 2]; 256];
    for octet in 0..=u8::MAX {
        let is_in = set[usize::from(octet >> 7)] >> (octet & 127) & 1 == 1;
        let known = &mut representatives[usize::from(octet)];
        *known = *firsts[usize::from(*known)][usize::from(is_in)].get_or_insert(octet);
    }
}

/// The automaton whose states are the derivatives of one production.
pub(crate) struct DerivativeGraph {
    /// For each state, the state after each octet. State 0 is the start.
    pub(crate) steps: Vec<Vec<usize>>,
    pub(crate) accepting: Vec<bool>,
    /// Whether each state leads to an accepting one.
    pub(crate) is_live: Vec<bool>,
    /// The octets after which each state leads to an accepting one.
    pub(crate) next: Vec<OctetSet>,
}

impl DerivativeGraph {
    /// Explores all derivatives of a production.
    pub(crate) fn of<'g>(derivatives: &mut Derivatives<'g>, production: &'g str) -> Self {
        let start = derivatives.production(production, Case::Exact);
        let representatives = derivatives.representatives();
        let mut numbers = HashMap::from([(start, 0)]);
        let mut states = vec![start];
        let mut steps: Vec<Vec<usize>> = Vec::new();
        while let Some(&state) = states.get(steps.len()) {
            let mut after = vec![0; 256];
            for octet in 0..=u8::MAX {
                let representative = representatives[usize::from(octet)];
                after[usize::from(octet)] = if representative == octet {
                    let next = derivatives.derivative(state, octet);
                    *numbers.entry(next).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    })
                } else {
                    after[usize::from(representative)]
                };
            }
            steps.push(after);
        }
        let accepting: Vec<bool> = states
            .iter()
            .map(|&state| derivatives.is_nullable(state))
            .collect();
        let mut before = vec![Vec::new(); states.len()];
        for (state, steps) in steps.iter().enumerate() {
            for &next in steps {
                before[next].push(state);
            }
        }
        let mut is_live = accepting.clone();
        let live = (0..states.len()).filter(|&state| accepting[state]);
        let mut waiting: Vec<usize> = live.collect();
        while let Some(state) = waiting.pop() {
            for &state in &before[state] {
                if !std::mem::replace(&mut is_live[state], true) {
                    waiting.push(state);
                }
            }
        }
        let live = |steps: &Vec<usize>| {
            let octets = (0..=u8::MAX).filter(|&octet| is_live[steps[usize::from(octet)]]);
            octets.collect()
        };
        Self {
            next: steps.iter().map(live).collect(),
            steps,
            accepting,
            is_live,
        }
    }
}

/// Finds a text on which the two disagree: about the text itself, about whether an accepted text
/// begins with it, or about the characters that can follow it.
fn disagreement(automaton: &Automaton, graph: &DerivativeGraph) -> Option<Vec<u8>> {
    let index = |(state, derivative): (Option<DfaState>, usize)| {
        let state = state.map_or(automaton.states().len(), DfaState::number);
        state * graph.steps.len() + derivative
    };
    let start = (Some(automaton.start()), 0);
    let mut seen = vec![false; (automaton.states().len() + 1) * graph.steps.len()];
    seen[index(start)] = true;
    let mut waiting = vec![(start, Vec::new())];
    while let Some(((state, derivative), text)) = waiting.pop() {
        let is_accepted = state.is_some_and(|state| automaton.is_accepting(state));
        // An automaton without texts still has its start state.
        let is_viable = state.is_some_and(|state| is_accepted || !automaton.next(state).is_empty());
        let next = state.map_or(OctetSet::EMPTY, |state| automaton.next(state));
        let steps = &graph.steps[derivative];
        let of_graph = (graph.accepting[derivative], graph.is_live[derivative]);
        if (is_accepted, is_viable) != of_graph || next != graph.next[derivative] {
            return Some(text);
        }
        for octet in 0..=u8::MAX {
            let state = state.and_then(|state| automaton.step(state, octet));
            let pair = (state, steps[usize::from(octet)]);
            if !std::mem::replace(&mut seen[index(pair)], true) {
                let mut text = text.clone();
                text.push(octet);
                waiting.push((pair, text));
            }
        }
    }
    None
}

/// Returns the derivatives of each production.
fn graphs(grammar: &Grammar) -> Vec<DerivativeGraph> {
    let mut derivatives = Derivatives::new(grammar);
    let productions = grammar.productions.iter();
    productions
        .map(|production| DerivativeGraph::of(&mut derivatives, &production.name))
        .collect()
}

/// Those of RFC 1738.
static GRAPHS: LazyLock<Vec<DerivativeGraph>> = LazyLock::new(|| graphs(grammar()));

fn assert_agree(grammar: &Grammar, automata: &Automata<'_>, graphs: &[DerivativeGraph]) {
    for (production, graph) in grammar.productions.iter().zip(graphs) {
        let automaton = automata
            .production(&production.name)
            .expect("the production exists");
        assert_eq!(disagreement(automaton, graph), None, "{}", production.name);
    }
}

/// Does the same with new automata.
fn assert_all_agree(grammar: &Grammar) {
    let automata = Automata::new(grammar).expect("no production is too large");
    assert_agree(grammar, &automata, &graphs(grammar));
}

#[test]
fn every_production_accepts_what_its_derivatives_accept() {
    assert_eq!(grammar().productions.len(), 67);
    assert_agree(grammar(), automata(), &GRAPHS);
}

#[test]
fn automata_and_derivatives_of_other_documents_agree() {
    for bnf in [
        include_str!("../../grammars/rfc1945.bnf"),
        include_str!("../../grammars/rfc2396.bnf"),
        include_str!("../../grammars/dates.bnf"),
        include_str!("../../grammars/phone.bnf"),
    ] {
        assert_all_agree(&rfcbnf::read(bnf).expect("the grammar has no errors"));
    }
}

#[test]
fn languages_that_differ_are_distinguished() {
    let bnf = "a = *\"x\" \"y\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let graph = DerivativeGraph::of(&mut Derivatives::new(&grammar), "a");
    assert_eq!(disagreement(&small(bnf), &graph), None);
    for other in [
        "a = 1*\"x\" \"y\"\n",
        "a = *\"x\" \"y\" [ \"y\" ]\n",
        "a = *\"x\"\n",
    ] {
        assert!(disagreement(&small(other), &graph).is_some(), "{other}");
    }
}

/// Follows a text through derivatives alone. Returns the length of the longest prefix that is
/// derived, the length of the viable prefix, and the characters that can follow that.
fn followed(graph: &DerivativeGraph, text: &[u8]) -> (Option<usize>, usize, OctetSet) {
    let (mut state, mut longest, mut viable) = (0, None, 0);
    for (index, octet) in text.iter().copied().map(Some).chain([None]).enumerate() {
        viable = index;
        if graph.accepting[state] {
            longest = Some(index);
        }
        match octet.map(|octet| graph.steps[state][usize::from(octet)]) {
            Some(next) if graph.is_live[next] => state = next,
            _ => break,
        }
    }
    (longest, viable, graph.next[state])
}

#[test]
fn prefixes_of_all_short_texts_are_those_that_derivatives_find() {
    let letters = || "aZ0-.:/@%;?é".chars();
    let mut endings = vec![String::new()];
    endings.extend(letters().map(String::from));
    endings.extend(letters().flat_map(|one| letters().map(move |two| format!("{one}{two}"))));
    for (production, graph) in grammar().productions.iter().zip(&*GRAPHS) {
        let automaton = automata()
            .production(&production.name)
            .expect("the production exists");
        let shortest = automaton.shortest().expect("it derives a text");
        let beginnings = (0..=shortest.len()).map(|length| &shortest[..length]);
        let texts = beginnings.flat_map(|begin| {
            endings
                .iter()
                .map(move |end| [begin, end.as_bytes()].concat())
        });
        for text in texts {
            let prefix = automaton.viable_prefix(&text);
            let longest = automaton.longest_prefix(&text);
            let found = (longest, prefix.length(), prefix.next());
            let expected = followed(graph, &text);
            assert_eq!(found, expected, "{}: {text:?}", production.name);
            let is_accepted = expected.0 == Some(text.len());
            assert_eq!(automaton.accepts(&text), is_accepted);
        }
    }
}

#[test]
fn counts_cases_and_exclusions_of_small_grammars_agree() {
    for bnf in [
        "a = 2*3[ \"x\" ] \"x\"\n",
        "a = *4( \"x\" | \"xy\" ) 1*( \"y\" )\n",
        "a = 3( [ \"a\" ] \"b\" | [ \"c\" ] ) \"c\"\n",
        "a = *( b \"x\" ) 2b\nb = \"x\" | \"y\" | [ \"z\" ]\n",
    ] {
        let Ok(mut grammar) = rfcbnf::read(bnf) else {
            panic!("{bnf} is fine");
        };
        assert_all_agree(&grammar);
        grammar.productions[0].excluded = vec!["XX".to_owned(), "yx".to_owned()];
        assert_all_agree(&grammar);
    }
    let mut grammar = grammar().clone();
    for production in &mut grammar.productions {
        production.excluded.clear();
    }
    // It takes longer than all others, and has no exclusion of its own.
    let left_out = few_or_many("url", "");
    grammar.productions.retain(|one| one.name != left_out);
    assert_all_agree(&grammar);
}

#[test]
fn ranges_of_octets_and_of_characters_agree() {
    for bnf in [
        "a = 1*( %x80-FF / %x00-1F )\n",
        "a = *( b / %x41-5A ) %xFF\nb = %x61.FF / %s\"x\"\n",
        "a = 2*3( %x7E-82 [ \"y\" ] ) / \"y\" %x80\n",
        "a = *( %x7E-3FF ) [ %xFFF0-1000F ]\n",
        "a = 1*( \"i\" / %xE9.201C ) %xD7F0-E00F\n",
    ] {
        assert_all_agree(&rfcbnf::read(bnf).expect("the grammar has no errors"));
    }
}
