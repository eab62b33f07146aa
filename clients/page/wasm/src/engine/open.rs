//! The nodes of a tree in their definitions: where those that are open at an offset are, what they allow next,
//! and the paths of those that have ended.

use std::ops::{Range, RangeInclusive};

use rfc1738_views::railroad::path::{path, place};
use rfcbnf::syntax::Production;
use rfcbnf::{Parser, Rule};
use rfcbnf_engine::{CharacterSet, SyntaxError};
use serde::Serialize;

use super::Session;
use crate::{Answer, answer};

/// The longest text in bytes of a character production.
const CHARACTER: usize = 4;

/// The most nodes of one production whose paths are found.
const PATHS: usize = 2_000;

/// The production, the start of its span, its end unless it is open, and its depth.
type FlatNode = (String, usize, Option<usize>, usize);

/// An open production.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OpenRecord {
    /// The place in the grammar file behind what the production has matched; `None` if it is unknown.
    at: Option<usize>,
    /// What the production itself allows next.
    next: Option<String>,
    can_end: bool,
    /// If some of it is above ASCII, the first and the last of each range of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    next_ranges: Option<Vec<(char, char)>>,
}

impl OpenRecord {
    fn allow(&mut self, next: &SyntaxError<Rule<'_>>) {
        let octets = next.next();
        let ranges = next.next_characters().filter(|_| !octets.is_ascii());
        let shown = match ranges {
            Some(_) => octets.intersection(CharacterSet::ASCII),
            None => octets,
        };
        self.next = Some(shown.to_string());
        self.can_end = next.can_end();
        let ends = |ranges: Vec<_>| ranges.into_iter().map(RangeInclusive::into_inner).collect();
        self.next_ranges = ranges.map(ends);
    }
}

/// The paths of the nodes of one production.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PathsRecord {
    /// The parts of the grammar on the path of each node, one after the other; `None` if it is unknown.
    paths: Vec<Option<Vec<[usize; 2]>>>,
    /// The number of nodes that are not in the list.
    omitted: usize,
}

impl Session {
    /// Returns where the productions that are open at an offset are in their definitions. `nodes` is the
    /// tree as JSON: `[["port",0,null,0]]`. `next` asks for what each of them allows next.
    pub fn places(&mut self, text: &str, offset: usize, nodes: &str, next: bool) -> Answer {
        let nodes: Vec<FlatNode> = serde_json::from_str(nodes).map_err(|it| it.to_string())?;
        let mut records = Vec::new();
        for (index, (rule, start, end, _)) in nodes.iter().enumerate() {
            if end.is_some() {
                continue;
            }
            let children = children(&nodes, index);
            // What the open production below has matched is not this one's.
            let open = nodes[index + 1..].iter().find(|node| node.2.is_none());
            let reached = open.map_or(offset, |node| node.1);
            let open = open.map(|node| node.0.as_str());
            let mut record = OpenRecord {
                at: self.place(rule, text, *start..reached, &children, open),
                ..OpenRecord::default()
            };
            if next
                && let Some(begun) = text.get(*start..offset)
                && let Ok(parser) = self.parser(rule)
                && let Ok(next) = parser.rule().diagnose(begun.as_bytes())
                && next.offset() == begun.len()
            {
                record.allow(&next);
            }
            records.push(record);
        }
        answer(&records)
    }

    /// Returns the parts of the grammar on the path of each node of a production through its definition.
    /// `nodes` is the tree as JSON: `[["port",0,2,0]]`.
    pub fn paths(&mut self, text: &str, nodes: &str, rule: &str) -> Answer {
        let nodes: Vec<FlatNode> = serde_json::from_str(nodes).map_err(|it| it.to_string())?;
        let own = nodes.iter().enumerate();
        let own = own.filter(|(_, node)| node.0.eq_ignore_ascii_case(rule));
        let own: Vec<_> = own
            .filter_map(|(index, node)| Some((index, node.1..node.2?)))
            .collect();
        let shown = own.iter().take(PATHS);
        let paths = self.walk(rule, |production, character| {
            let paths = shown.map(|(index, span)| {
                let children = children(&nodes, *index);
                let span = span.clone();
                let taken = path(production, text.as_bytes(), span, &children, character)?;
                Some(taken.iter().map(|it| [it.start, it.end]).collect())
            });
            Some(paths.collect())
        });
        answer(&PathsRecord {
            paths: paths.ok_or("the grammar has no such production")?,
            omitted: own.len().saturating_sub(PATHS),
        })
    }

    /// Returns the place after what a production has matched of the span.
    fn place(
        &mut self,
        rule: &str,
        text: &str,
        span: Range<usize>,
        children: &[(&str, Range<usize>)],
        open: Option<&str>,
    ) -> Option<usize> {
        self.walk(rule, |production, character| {
            place(production, text.as_bytes(), span, children, open, character)
        })
    }

    /// Walks through a production. Character productions have no nodes in a tree, so the walk asks what they
    /// match.
    fn walk<T>(
        &mut self,
        rule: &str,
        walk: impl FnOnce(&Production, &dyn Fn(&str, &[u8]) -> Option<usize>) -> Option<T>,
    ) -> Option<T> {
        let is_character = self.named.character_productions();
        let used = self.named.grammar.production(rule)?.uses();
        let used = used.into_iter().filter(|name| is_character.contains(name));
        let characters: Vec<String> = used.map(str::to_owned).collect();
        let parsers: Vec<Parser> = characters
            .iter()
            .filter_map(|name| self.parser(name).ok())
            .collect();
        let character = |name: &str, rest: &[u8]| {
            let is_it = |parser: &&Parser| parser.rule().name().eq_ignore_ascii_case(name);
            let parser = parsers.iter().find(is_it)?;
            let rest = &rest[..rest.len().min(CHARACTER)];
            let mut lengths = (1..=rest.len()).filter_map(|it| rest.get(..it));
            let whole = lengths.find(|part| parser.is_valid(part) == Ok(true))?;
            Some(whole.len())
        };
        let production = self.named.grammar.production(rule)?;
        walk(production, &character)
    }
}

/// Returns the nodes directly below a node that have ended, with their spans.
fn children(nodes: &[FlatNode], index: usize) -> Vec<(&str, Range<usize>)> {
    let depth = nodes[index].3;
    let below = nodes[index + 1..].iter();
    let below = below.take_while(|(_, _, _, other)| *other > depth);
    let children = below.filter(|(_, _, _, other)| *other == depth + 1);
    children
        .filter_map(|(name, start, end, _)| Some((name.as_str(), *start..(*end)?)))
        .collect()
}
