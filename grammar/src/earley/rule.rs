//! A production as parsers of the engine run it.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use nom::IResult;
use nom::error::{ErrorKind, ParseError};
use rfcbnf_engine::combinators::production;
use rfcbnf_engine::{
    CharacterProduction, CharacterSet, Characters, Production, ProductionId, Text,
};

use super::{Recognition, Recognizer};
use crate::by_address::ByAddress;
use crate::derivations::{Node, Tree, derivations};
use crate::obstacles::LeftRecursion;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Grammar;

/// What a [`Rule`] knows besides the network.
#[derive(Debug)]
pub(super) struct Facts {
    grammar: Grammar,
    start: ProductionId,
    is_character: Vec<bool>,
    /// Sorted for errors.
    characters: Vec<CharacterProduction>,
    has_given_up: AtomicBool,
    lacks_tree: AtomicBool,
}

impl Facts {
    pub(super) fn new(
        grammar: Grammar,
        production: &str,
        is_character: impl Fn(&str) -> bool,
    ) -> Self {
        let is_character: Vec<bool> = grammar
            .productions
            .iter()
            .map(|one| is_character(&one.name))
            .collect();
        let resolved = ResolvedGrammar::new(&grammar);
        let numbered = (0..).zip(resolved.productions()).zip(&is_character);
        let mut characters: Vec<CharacterProduction> = numbered
            .filter(|(_, is_character)| **is_character)
            .map(|((number, one), _)| {
                let first = resolved.properties(one.body()).first().exact();
                let first: CharacterSet = first.iter().map(char::from).collect();
                CharacterProduction::new(ProductionId::new(number), first)
            })
            .collect();
        CharacterProduction::sort(&mut characters);
        let mut numbers = (0..).zip(&grammar.productions);
        let start = numbers.find(|(_, one)| one.name == production);
        let start = ProductionId::new(start.map_or(0, |(number, _)| number));
        Self {
            start,
            is_character,
            characters,
            has_given_up: AtomicBool::new(false),
            lacks_tree: AtomicBool::new(false),
            grammar,
        }
    }
}

impl Recognizer {
    /// Returns the production as parsers of the engine run it.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        Rule {
            recognizer: ByAddress(self),
            id: self.facts.start,
        }
    }

    /// Returns the production of that name as trees name it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Rule<'_>> {
        let mut numbers = (0..).zip(&self.facts.grammar.productions);
        let (number, _) = numbers.find(|(_, one)| one.name == name)?;
        Some(Rule {
            recognizer: ByAddress(self),
            id: ProductionId::new(number),
        })
    }

    /// Returns a shortest cycle of productions that lead to themselves before they consume anything;
    /// `None` if there is none. If there is one, trees show the production alone.
    #[must_use]
    pub fn left_recursion(&self) -> Option<Vec<String>> {
        let grammar = &self.facts.grammar;
        let left_recursion = LeftRecursion::of(grammar);
        let mut productions = grammar.productions.iter();
        productions.find_map(|one| left_recursion.cycle(&one.name))
    }

    /// Returns whether a parser has given up on a text, because it took more than
    /// [`STEPS`](super::STEPS) steps. A verdict that says "invalid" does not count then.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.facts.has_given_up.load(Ordering::Relaxed)
    }

    /// Returns whether a tree has shown the production alone, because the first derivation was
    /// not to be had.
    #[must_use]
    pub fn lacks_tree(&self) -> bool {
        self.facts.lacks_tree.load(Ordering::Relaxed)
    }

    /// Returns the first derivation of a text; `None` if it is not to be had.
    fn tree(&self, text: &[u8]) -> Option<Tree> {
        let name = self.rule().name();
        let text = str::from_utf8(text).ok()?;
        derivations(&self.facts.grammar, name, text).ok()?.next()
    }
}

/// A production of a [`Recognizer`].
///
/// Its trees show the first derivation in priority order. If that is not to be had, because a
/// production leads to itself before it consumes anything or because the text takes too many
/// states, they show the production alone.
///
/// ```
/// use rfcbnf::earley::Recognizer;
///
/// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "list", |_| false)?;
/// let error = rfcbnf_engine::parse(recognizer.rule(), "(a,").unwrap_err();
/// assert_eq!(error.summary(), "expected \"(\" or \"a\", found the end of the text at offset 3");
/// assert_eq!(rfcbnf_engine::parse(recognizer.rule(), "(a)").unwrap().to_string(), "\
/// list 0..3 \"(a)\"
///   item 0..3 \"(a)\"
///     list 1..2 \"a\"
///       item 1..2 \"a\"
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rule<'r> {
    recognizer: ByAddress<'r, Recognizer>,
    id: ProductionId,
}

impl<'r> Rule<'r> {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'r str {
        &self.recognizer.0.facts.grammar.productions[self.id.index()].name
    }
}

impl<'r> Production for Rule<'r> {
    type Grammar = ByAddress<'r, Recognizer>;
    type Text = [u8];

    fn from_id(recognizer: ByAddress<'r, Recognizer>, id: ProductionId) -> Self {
        Self { recognizer, id }
    }

    fn grammar(self) -> ByAddress<'r, Recognizer> {
        self.recognizer
    }

    fn id(self) -> ProductionId {
        self.id
    }

    fn is_character(self) -> bool {
        self.recognizer.0.facts.is_character[self.id.index()]
    }

    fn character_productions<'g>(
        recognizer: &'g ByAddress<'r, Recognizer>,
    ) -> &'g [CharacterProduction] {
        &recognizer.0.facts.characters
    }

    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E> {
        let recognizer = self.recognizer.0;
        production(self.id, |inside: I| {
            let found = recognizer.recognize(inside.octets());
            let Ok(found) = found else {
                recognizer.facts.has_given_up.store(true, Ordering::Relaxed);
                return Err(nom::Err::Error(E::from_error_kind(
                    inside,
                    ErrorKind::TooLarge,
                )));
            };
            if inside.observes_attempts() {
                report_attempt(&found, &inside.lookahead());
            }
            let Some(length) = found.longest else {
                return Err(nom::Err::Error(E::from_error_kind(inside, ErrorKind::Fail)));
            };
            let rest = if inside.is_observed() {
                report_derivation(recognizer, length, &inside)
            } else {
                inside.take_from(length)
            };
            let consumed = inside.before(&rest);
            Ok((rest, consumed))
        })(input)
    }
}

/// Reports what is expected behind the viable prefix.
fn report_attempt<I: Text>(found: &Recognition, input: &I) {
    if found.furthest > 0 {
        input.take_from(found.furthest - 1).consuming(1);
    }
    let next = || found.next.iter().map(char::from).collect();
    input.take_from(found.furthest).expecting(0, next);
}

/// Reports the productions of the first derivation of a prefix. Returns the rest.
fn report_derivation<I: Text>(recognizer: &Recognizer, length: usize, input: &I) -> I {
    let here = Cell::new(0);
    let mut rest = input.clone();
    let consume = |rest: I, until: usize| {
        let more = until.saturating_sub(here.replace(until));
        if more == 0 {
            return rest;
        }
        rest.consuming(more);
        rest.take_from(more)
    };
    // Each with the input before it and its end.
    let mut open: Vec<(I, ProductionId, usize, usize)> = Vec::new();
    let tree = recognizer.tree(&input.octets()[..length]);
    if tree.is_none() {
        recognizer.facts.lacks_tree.store(true, Ordering::Relaxed);
    }
    let nodes = tree.iter().flat_map(Tree::iter_with_depth).skip(1);
    let shows = |node: &Node<'_>| {
        let is_character = recognizer.facts.is_character[node.id().index()];
        !is_character
            || match input.characters() {
                Characters::None => false,
                Characters::Encoded => node.span().len() > 1,
                Characters::All => true,
            }
    };
    for (depth, node) in nodes.filter(|(_, node)| shows(node)) {
        let id = ProductionId::new(u16::try_from(node.id().index()).unwrap_or(u16::MAX));
        while let Some((before, id, end, _)) = open.pop_if(|(.., other)| *other >= depth) {
            rest = consume(rest, end);
            rest = before.closing(rest, id);
        }
        rest = consume(rest, node.span().start);
        open.push((rest.clone(), id, node.span().end, depth));
        rest = rest.opening(id);
    }
    while let Some((before, id, end, _)) = open.pop() {
        rest = consume(rest, end);
        rest = before.closing(rest, id);
    }
    consume(rest, length)
}

/// Writes the name.
impl fmt::Display for Rule<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
