//! The nodes of a tree in their definitions: where those that are open at an offset are, what they allow next,
//! and the paths of those that have ended.

use std::ops::{Range, RangeInclusive};

use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfc1738_views::railroad::path::{path, place};
use rfcbnf::syntax::Production;
use rfcbnf_engine::{CharacterSet, Detail};
use serde::Serialize;

use super::Session;
use super::keys::{Parser, Question};
use crate::{Answer, answer};

/// Characters that few productions allow. One that a production does not allow shows what it does.
const UNLIKELY: [char; 4] = ['\0', '\u{1}', '\u{7f}', '\u{fffd}'];

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

/// What an error says of the characters that could stand there.
struct Next {
    octets: String,
    can_end: bool,
    ranges: Option<Vec<(char, char)>>,
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
                && let Some(found) = self.next(rule, begun, &text[offset..])
            {
                record.next = Some(found.octets);
                record.can_end = found.can_end;
                record.next_ranges = found.ranges;
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
        let parsers: Vec<(String, Parser)> = characters
            .into_iter()
            .filter_map(|name| self.parser(&name).ok().map(|parser| (name, parser)))
            .collect();
        let character = |name: &str, rest: &[u8]| {
            let found = parsers.iter().find(|one| one.0.eq_ignore_ascii_case(name));
            let (name, parser) = found?;
            let rest = &rest[..rest.len().min(CHARACTER)];
            let mut lengths = (1..=rest.len()).filter_map(|it| rest.get(..it));
            let whole = lengths.find(|part| parser.ask(name, IsValid(part)).is_ok())?;
            Some(whole.len())
        };
        let production = self.named.grammar.production(rule)?;
        let found = walk(production, &character);
        for (name, parser) in parsers {
            self.keep(&name, parser);
        }
        found
    }

    /// Returns what a production allows after what it has begun, and whether it can end there.
    fn next(&mut self, rule: &str, begun: &str, rest: &str) -> Option<Next> {
        let mut next = None;
        for stop in rest.chars().next().into_iter().chain(UNLIKELY) {
            let text = format!("{begun}{stop}");
            let _ = self.with_parser(rule, |_, parser, rule| {
                let question = NextQuestion {
                    text: &text,
                    offset: begun.len(),
                    next: &mut next,
                };
                parser.ask(rule, question)
            });
            if next.is_some() {
                break;
            }
        }
        next
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

/// Fails if the octets are no text of the production.
struct IsValid<'a>(&'a [u8]);

impl Question for IsValid<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        match rule.is_valid(self.0) {
            Ok(true) => Ok(String::new()),
            _ => Err(String::new()),
        }
    }
}

/// Asks what could stand at the offset. `next` stays `None` if the production goes on there.
struct NextQuestion<'a> {
    text: &'a str,
    offset: usize,
    next: &'a mut Option<Next>,
}

impl Question for NextQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let checked = rule.check_in_detail(self.text, Detail::Rules);
        if let Ok(Err(error)) = checked {
            let facts = error.facts();
            let next = facts.next();
            let ranges = facts.next_characters().filter(|_| !next.is_ascii());
            let octets = match ranges {
                Some(_) => next.intersection(CharacterSet::ASCII),
                None => next,
            };
            let ends =
                |ranges: Vec<_>| ranges.into_iter().map(RangeInclusive::into_inner).collect();
            *self.next = (facts.offset() == self.offset).then(|| Next {
                octets: octets.to_string(),
                can_end: facts.can_end(),
                ranges: ranges.map(ends),
            });
        }
        Ok(String::new())
    }
}
