//! FIRST, FOLLOW and LL(1) of random grammars, held against an answer that knows no rules and no helpers: which symbols can
//! stand side by side in a body (V. Glushkov, 1961), and what each production can begin and end with.

use std::collections::{BTreeSet, HashMap};

use rfcbnf::analysis::{Unambiguity, unambiguity};
use rfcbnf::derivations::derivations;
use rfcbnf::syntax::{Case, Expression, Grammar, Kind};
use rfcbnf::tables::{Lookahead, Row, Tables};

use super::enumeration::Enumeration;
use super::parts::Parts;
use super::random::{Choices, TERMINALS, source};
use super::texts;
use super::verdict::Spans;
use super::written::read;

/// A production, or a character of the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Symbol {
    Name(usize),
    Character(char),
}

/// What can come next: a character of the sample, or the end of the text.
type Next = BTreeSet<Option<char>>;

/// What holds for an expression.
#[derive(Debug, Clone, Default)]
struct Facts {
    is_nullable: bool,
    first: BTreeSet<Symbol>,
    last: BTreeSet<Symbol>,
    /// Symbols that can stand side by side.
    pairs: BTreeSet<(Symbol, Symbol)>,
}

/// The answer for one grammar.
struct Course<'g> {
    grammar: &'g Grammar,
    sample: BTreeSet<char>,
    nullable: Vec<bool>,
    bodies: Vec<Facts>,
    reached: Vec<usize>,
}

impl<'g> Course<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let count = grammar.productions.len();
        let mut course = Self {
            grammar,
            sample: sample(grammar),
            nullable: vec![false; count],
            bodies: vec![Facts::default(); count],
            reached: Vec::new(),
        };
        for _ in 0..=count {
            for index in 0..count {
                let facts = course.facts(&grammar.productions[index].body);
                course.nullable[index] = facts.is_nullable;
                course.bodies[index] = facts;
            }
        }
        let mut waiting = vec![0];
        while let Some(one) = waiting.pop() {
            if !course.reached.contains(&one) {
                course.reached.push(one);
                let used = grammar.productions[one].body.references();
                waiting.extend(used.into_iter().map(|name| course.index(name)));
            }
        }
        course
    }

    fn index(&self, name: &str) -> usize {
        let mut productions = self.grammar.productions.iter();
        productions
            .position(|one| one.name == name)
            .expect("it is defined")
    }

    fn character(&self, matches: impl Fn(char) -> bool) -> Facts {
        let found = self.sample.iter().copied().filter(|one| matches(*one));
        let found: BTreeSet<Symbol> = found.map(Symbol::Character).collect();
        Facts {
            first: found.clone(),
            last: found,
            ..Facts::default()
        }
    }

    fn facts(&self, expression: &Expression) -> Facts {
        match &expression.kind {
            Kind::Alternation(members) => {
                let members = members.iter().map(|member| self.facts(member));
                members.reduce(Facts::or).expect("there are members")
            }
            Kind::Sequence(members) => {
                let members = members.iter().map(|member| self.facts(member));
                members.fold(Facts::empty(), Facts::then)
            }
            Kind::Optional(body) => self.facts(body).or(Facts::empty()),
            Kind::Repetition { most: Some(0), .. } => Facts::empty(),
            Kind::Repetition { least, most, body } => {
                let body = self.facts(body);
                let mut all = body.clone();
                if *most != Some(1) {
                    all = all.then(body.clone()).or(body);
                }
                all.is_nullable |= *least == 0;
                all
            }
            Kind::Literal { text, case, .. } => {
                let characters = text.chars().map(|own| {
                    self.character(|one| {
                        one == own || *case == Case::Ignored && one.eq_ignore_ascii_case(&own)
                    })
                });
                characters.fold(Facts::empty(), Facts::then)
            }
            Kind::Range { first, last } => self.character(|one| (*first..=*last).contains(&one)),
            Kind::Reference { name, .. } => {
                let index = self.index(name);
                let found = BTreeSet::from([Symbol::Name(index)]);
                Facts {
                    is_nullable: self.nullable[index],
                    first: found.clone(),
                    last: found,
                    pairs: BTreeSet::new(),
                }
            }
            Kind::Prose(_) | Kind::Unreadable => panic!("there is no prose"),
        }
    }

    /// Returns all symbols that lead from these through what `next` says of productions.
    fn closure(
        &self,
        from: &BTreeSet<Symbol>,
        next: fn(&Facts) -> &BTreeSet<Symbol>,
    ) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<Symbol> = from.iter().copied().collect();
        while let Some(symbol) = waiting.pop() {
            if found.insert(symbol)
                && let Symbol::Name(index) = symbol
            {
                waiting.extend(next(&self.bodies[index]));
            }
        }
        found
    }

    fn first(&self, symbols: &BTreeSet<Symbol>) -> Next {
        let found = self.closure(symbols, |facts| &facts.first).into_iter();
        found
            .filter_map(|one| match one {
                Symbol::Character(character) => Some(Some(character)),
                Symbol::Name(_) => None,
            })
            .collect()
    }

    fn follow(&self, production: usize) -> Next {
        let own = Symbol::Name(production);
        let ends = |symbol: Symbol| {
            self.closure(&[symbol].into(), |facts| &facts.last)
                .contains(&own)
        };
        let mut found = Next::new();
        if ends(Symbol::Name(0)) {
            found.insert(None);
        }
        for &body in &self.reached {
            for &(before, after) in &self.bodies[body].pairs {
                if ends(before) {
                    found.extend(self.first(&[after].into()));
                }
            }
        }
        found
    }

    /// Returns what the next character can be if an expression is taken.
    fn predicted(&self, facts: &Facts, follow: &Next) -> Next {
        let mut found = self.first(&facts.first);
        if facts.is_nullable {
            found.extend(follow);
        }
        found
    }

    /// Returns whether the next character decides everything in an expression.
    fn is_decided(&self, expression: &Expression, follow: &Next) -> bool {
        match &expression.kind {
            Kind::Alternation(members) => {
                let predicted = members
                    .iter()
                    .map(|one| self.predicted(&self.facts(one), follow));
                let predicted: Vec<Next> = predicted.collect();
                let is_apart = |index: usize| {
                    predicted[..index]
                        .iter()
                        .all(|other| other.is_disjoint(&predicted[index]))
                };
                (0..predicted.len()).all(is_apart)
                    && members.iter().all(|member| self.is_decided(member, follow))
            }
            Kind::Sequence(members) => (0..members.len()).all(|index| {
                let rest = members[index + 1..].iter().map(|one| self.facts(one));
                let rest = rest.fold(Facts::empty(), Facts::then);
                self.is_decided(&members[index], &self.predicted(&rest, follow))
            }),
            Kind::Optional(body) => {
                self.predicted(&self.facts(body), follow)
                    .is_disjoint(follow)
                    && self.is_decided(body, follow)
            }
            Kind::Repetition { most: Some(0), .. } => true,
            Kind::Repetition { least, most, body } => {
                let facts = self.facts(body);
                let mut within = follow.clone();
                if *most != Some(1) {
                    within.extend(self.first(&facts.first));
                }
                let is_choice = *most != Some(*least);
                (!is_choice || self.predicted(&facts, follow).is_disjoint(follow))
                    && self.is_decided(body, &within)
            }
            _ => true,
        }
    }

    fn is_ll1(&self) -> bool {
        self.reached
            .iter()
            .all(|&one| self.is_decided(&self.grammar.productions[one].body, &self.follow(one)))
    }
}

impl Facts {
    fn empty() -> Self {
        Self {
            is_nullable: true,
            ..Self::default()
        }
    }

    fn or(mut self, other: Self) -> Self {
        self.is_nullable |= other.is_nullable;
        self.first.extend(other.first);
        self.last.extend(other.last);
        self.pairs.extend(other.pairs);
        self
    }

    fn then(mut self, mut other: Self) -> Self {
        for &before in &self.last {
            self.pairs
                .extend(other.first.iter().map(|after| (before, *after)));
        }
        if self.is_nullable {
            self.first.append(&mut other.first);
        }
        if other.is_nullable {
            self.last.append(&mut other.last);
        } else {
            self.last = other.last;
        }
        self.pairs.append(&mut other.pairs);
        self.is_nullable &= other.is_nullable;
        self
    }
}

/// Returns the characters at which terminals begin and end, and those beside them.
fn sample(grammar: &Grammar) -> BTreeSet<char> {
    let mut sample = BTreeSet::new();
    let mut add = |one: char| {
        let numbers = [
            u32::from(one).wrapping_sub(1),
            u32::from(one),
            u32::from(one) + 1,
        ];
        let found = numbers.into_iter().filter_map(char::from_u32);
        sample.extend(
            found.flat_map(|one| [one, one.to_ascii_lowercase(), one.to_ascii_uppercase()]),
        );
    };
    for production in &grammar.productions {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Literal { text, .. } => text.chars().for_each(&mut add),
            Kind::Range { first, last } => [*first, *last].into_iter().for_each(&mut add),
            _ => {}
        });
    }
    sample
}

fn of(course: &Course, lookahead: &Lookahead) -> Next {
    let has = |one: &&char| lookahead.characters.iter().any(|range| range.contains(one));
    let found = course.sample.iter().filter(has).map(|one| Some(*one));
    found.chain(lookahead.end.then_some(None)).collect()
}

fn random() -> Vec<Grammar> {
    let mut choices = Choices::new(1984);
    let mut found = Vec::new();
    while found.len() < 100 {
        let style = choices.below(TERMINALS.len());
        let source = source(&mut choices, TERMINALS[style]);
        found.push(read("", &source));
    }
    found
}

/// Returns the grammars with the characters of their texts.
pub(super) fn random_with(characters: &str) -> impl Iterator<Item = (Grammar, &str)> {
    random()
        .into_iter()
        .map(move |grammar| (grammar, characters))
}

fn production<'t>(tables: &'t Tables, name: &str) -> &'t Row {
    let mut rows = tables.rows().iter();
    rows.find(|row| !row.is_helper() && row.name() == name)
        .expect("it has a row")
}

#[test]
fn tables_of_random_grammars_are_those_of_neighbours() {
    let mut ll1 = 0;
    for grammar in random() {
        let course = Course::of(&grammar);
        let tables = Tables::new(&grammar, "s").expect("it has tables");
        for &index in &course.reached {
            let source = &grammar.source;
            let name = &grammar.productions[index].name;
            let row = production(&tables, name);
            let first = course.first(&[Symbol::Name(index)].into());
            assert_eq!(
                of(&course, &row.first()),
                first,
                "FIRST of {name}\n{source}"
            );
            assert_eq!(
                row.is_nullable(),
                course.nullable[index],
                "{name}\n{source}"
            );
            assert_eq!(
                of(&course, &row.follow()),
                course.follow(index),
                "FOLLOW of {name}\n{source}"
            );
        }
        assert_eq!(tables.is_ll1(), course.is_ll1(), "{}", grammar.source);
        ll1 += usize::from(tables.is_ll1());
    }
    assert!(ll1 >= 5, "{ll1} are LL(1)");
}

#[test]
fn cells_hold_what_first_and_follow_say() {
    for grammar in random() {
        let tables = Tables::new(&grammar, "s").expect("it has tables");
        for row in tables.rows() {
            for (column, cell) in tables.columns().iter().zip(row.cells()) {
                let has = |set: &Lookahead| match column.characters.first() {
                    Some(range) => set.characters.iter().any(|one| one.contains(range.start())),
                    None => set.end,
                };
                let alternatives = row.alternatives().iter().enumerate();
                let taken = alternatives
                    .filter(|(_, one)| has(&one.first) || one.is_nullable && has(&row.follow()));
                let taken: Vec<usize> = taken.map(|(index, _)| index).collect();
                assert_eq!(*cell, taken, "{} in\n{}", row.name(), grammar.source);
            }
        }
        let cells = tables.rows().iter().flat_map(Row::cells);
        let is_ll1 = cells.into_iter().all(|cell| cell.len() <= 1);
        assert_eq!(tables.is_ll1(), is_ll1, "{}", grammar.source);
    }
}

#[test]
fn trees_of_short_texts_stay_within_first_and_follow() {
    let mut rows: HashMap<String, usize> = HashMap::new();
    for grammar in random() {
        let tables = Tables::new(&grammar, "s").expect("it has tables");
        for text in texts::short("abc", 40) {
            let trees = derivations(&grammar, "s", &text).expect("it has no obstacle");
            for tree in trees.take(3) {
                for node in tree.iter() {
                    let row = production(&tables, node.production());
                    let span = node.span();
                    let has = |set: &Lookahead, at: usize| {
                        let next = text.get(at).map(|octet| char::from(*octet));
                        next.map_or(set.end, |next| {
                            set.characters.iter().any(|one| one.contains(&next))
                        })
                    };
                    let begins = if span.is_empty() {
                        row.is_nullable()
                    } else {
                        has(&row.first(), span.start)
                    };
                    assert!(
                        begins && has(&row.follow(), span.end),
                        "{node} in {text:?}\n{}",
                        grammar.source
                    );
                    *rows.entry(row.name().to_owned()).or_default() += 1;
                }
            }
        }
    }
    assert!(rows["s"] > 300, "{rows:?}");
}

#[test]
fn unambiguity_agrees_with_all_trees_of_short_texts() {
    let (mut proved, mut ambiguous, mut open) = (0, 0, 0);
    for grammar in random() {
        let parts = Parts::of(&grammar, "s");
        let several = |text: &[u8]| {
            let spans = Spans::of(&parts, text);
            Enumeration::is_infinite(&spans)
                || Enumeration::trees(&spans, 1_000).map_or(true, |trees| trees.len() > 1)
        };
        let known = unambiguity(&grammar, "s");
        let up_to = match &known {
            Unambiguity::Proved(_) => usize::MAX,
            Unambiguity::Ambiguous { text, .. } => {
                assert!(several(text), "{text:?} has one tree\n{}", grammar.source);
                text.len() - usize::from(!text.is_empty())
            }
            Unambiguity::UpTo { length, .. } => *length,
            Unambiguity::Undecided(why) => panic!("{why:?}\n{}", grammar.source),
        };
        for text in texts::short("abc", 40)
            .iter()
            .filter(|text| text.len() <= up_to)
        {
            let is_own = matches!(&known, Unambiguity::Ambiguous { text: own, .. } if own.len() == text.len());
            assert!(
                is_own || !several(text),
                "{text:?} has several trees, {known:?}\n{}",
                grammar.source
            );
        }
        match known {
            Unambiguity::Proved(_) => proved += 1,
            Unambiguity::Ambiguous { .. } => ambiguous += 1,
            _ => open += 1,
        }
    }
    assert!(
        proved >= 10 && ambiguous >= 10,
        "{proved} {ambiguous} {open}"
    );
}
