//! The productions that are open at an offset: where each is in its definition, and what it allows next.

use rfc1738_views::production::{CheckedProduction, Rejection as _};
use rfc1738_views::railroad::path::place;
use rfcbnf_engine::Detail;
use serde::Serialize;

use super::Session;
use super::keys::{Parser, Question};
use crate::Answer;
use crate::answer::answer;

/// Characters that few productions allow. One that a production does not allow shows what it does.
const UNLIKELY: [char; 4] = ['\0', '\u{1}', '\u{7f}', '\u{fffd}'];

/// The longest text in bytes of a character production.
const CHARACTER: usize = 4;

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
}

impl Session {
    /// Returns where the productions that are open at an offset are in their definitions. `nodes` is the
    /// tree as JSON: `[["port",0,null,0]]`. `next` asks for what each of them allows next.
    pub fn places(&mut self, text: &str, offset: usize, nodes: &str, next: bool) -> Answer {
        let nodes: Vec<FlatNode> = serde_json::from_str(nodes).map_err(|it| it.to_string())?;
        let mut records = Vec::new();
        for (index, (rule, start, end, depth)) in nodes.iter().enumerate() {
            if end.is_some() {
                continue;
            }
            let below = nodes[index + 1..].iter();
            let below = below.take_while(|(_, _, _, other)| other > depth);
            let children = below.filter(|(_, _, _, other)| *other == depth + 1);
            let children: Vec<_> = children
                .filter_map(|(name, start, end, _)| Some((name.as_str(), *start..(*end)?)))
                .collect();
            // What the open production below has matched is not this one's.
            let open = nodes[index + 1..].iter().find(|node| node.2.is_none());
            let reached = open.map_or(offset, |node| node.1);
            let open = open.map(|node| node.0.as_str());
            let mut record = OpenRecord {
                at: self.place(rule, text, *start..reached, &children, open),
                ..OpenRecord::default()
            };
            if next && let Some(begun) = text.get(*start..offset) {
                (record.next, record.can_end) = self.next(rule, begun, &text[offset..]);
            }
            records.push(record);
        }
        answer(&records)
    }

    /// Returns the place behind what a production has matched of the span.
    fn place(
        &mut self,
        rule: &str,
        text: &str,
        span: std::ops::Range<usize>,
        children: &[(&str, std::ops::Range<usize>)],
        open: Option<&str>,
    ) -> Option<usize> {
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
        let text = text.as_bytes();
        let at = place(production, text, span, children, open, &character);
        for (name, parser) in parsers {
            self.keep(&name, parser);
        }
        at
    }

    /// Returns what a production allows behind what it has begun, and whether it can end there.
    fn next(&mut self, rule: &str, begun: &str, rest: &str) -> (Option<String>, bool) {
        let found = rest.chars().next().into_iter().chain(UNLIKELY);
        for stop in found {
            let text = format!("{begun}{stop}");
            let asked = self.with_parser(rule, |_, parser, rule| {
                let question = NextQuestion {
                    text: &text,
                    offset: begun.len(),
                };
                parser.ask(rule, question)
            });
            if let Ok(asked) = asked
                && let Ok((next, can_end)) = serde_json::from_str::<(String, bool)>(&asked)
            {
                return (Some(next), can_end);
            }
        }
        (None, false)
    }
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

struct NextQuestion<'a> {
    text: &'a str,
    offset: usize,
}

impl Question for NextQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let checked = rule.check_in_detail(self.text, Detail::Rules);
        match checked.map_err(|undecided| undecided.to_string())? {
            Err(error) if error.facts().offset() == self.offset => {
                answer(&(error.facts().next(), error.facts().can_end()))
            }
            _ => Err("the production goes on".to_owned()),
        }
    }
}
