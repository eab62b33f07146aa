//! The productions as ordered choice with greedy repetition.
//!
//! Invariant: how deep a run recurses is bounded by the grammar, and nothing is read twice from
//! one place, so the time is linear in the text.

use std::collections::HashMap;
use std::sync::Arc;

use crate::derivations::{Record, Tree};
use crate::syntax::{Case, Expression, Grammar, Kind};

pub(super) type NodeId = usize;

/// An expression, in one of the two ways in which letters compare around it.
pub(super) enum Form<'g> {
    Alternation(Vec<NodeId>),
    Sequence(Vec<NodeId>),
    Optional(NodeId),
    Repetition {
        least: u32,
        most: Option<u32>,
        body: NodeId,
    },
    Literal {
        text: &'g str,
        case: Case,
    },
    Production {
        name: &'g str,
        number: usize,
        body: NodeId,
        excluded: &'g [String],
    },
    /// What the grammar does not define.
    Nothing,
}

pub(super) struct Program<'g> {
    grammar: &'g Grammar,
    pub(super) forms: Vec<Form<'g>>,
    /// The productions that have been built; nothing for one that is being built.
    known: HashMap<(&'g str, Case), Option<NodeId>>,
    parts: HashMap<(*const Expression, Case), NodeId>,
    names: Arc<[String]>,
}

impl<'g> Program<'g> {
    pub(super) fn new(grammar: &'g Grammar) -> Self {
        let productions = grammar.productions.iter();
        Self {
            grammar,
            forms: Vec::new(),
            known: HashMap::new(),
            parts: HashMap::new(),
            names: productions
                .map(|production| production.name.clone())
                .collect(),
        }
    }

    /// The node of a production, where letters around it compare like that.
    pub(super) fn production(&mut self, name: &str, case: Case) -> NodeId {
        let mut productions = self.grammar.productions.iter().enumerate();
        let found = productions.find(|(_, production)| production.name == name);
        let Some((number, production)) = found else {
            return self.add(Form::Nothing);
        };
        let key = (production.name.as_str(), case);
        if let Some(known) = self.known.get(&key) {
            return known.unwrap_or_else(|| self.add(Form::Nothing));
        }
        self.known.insert(key, None);
        let body = self.part(&production.body, case);
        let node = self.add(Form::Production {
            name: &production.name,
            number,
            body,
            excluded: &production.excluded,
        });
        self.known.insert(key, Some(node));
        node
    }

    /// The node of an expression of the grammar.
    pub(super) fn part(&mut self, part: &'g Expression, case: Case) -> NodeId {
        let key = (std::ptr::from_ref(part), case);
        if let Some(&known) = self.parts.get(&key) {
            return known;
        }
        let node = match &part.kind {
            Kind::Alternation(members) => {
                let members = members.iter().map(|member| self.part(member, case));
                let form = Form::Alternation(members.collect());
                self.add(form)
            }
            Kind::Sequence(members) => {
                let members = members.iter().map(|member| self.part(member, case));
                let form = Form::Sequence(members.collect());
                self.add(form)
            }
            Kind::Optional(body) => {
                let form = Form::Optional(self.part(body, case));
                self.add(form)
            }
            Kind::Repetition { least, most, body } => {
                let (least, most) = (*least, *most);
                let body = self.part(body, case);
                self.add(Form::Repetition { least, most, body })
            }
            Kind::Literal {
                text, case: own, ..
            } => {
                let case = within(*own, case);
                self.add(Form::Literal { text, case })
            }
            Kind::Reference {
                name, case: own, ..
            } => self.production(name, within(*own, case)),
        };
        self.parts.insert(key, node);
        node
    }

    /// The node of an expression, where it has been built.
    pub(super) fn node_of(&self, part: &Expression, case: Case) -> Option<NodeId> {
        self.parts.get(&(std::ptr::from_ref(part), case)).copied()
    }

    fn add(&mut self, form: Form<'g>) -> NodeId {
        self.forms.push(form);
        self.forms.len() - 1
    }
}

/// How letters compare in a part, with how they compare around it.
pub(super) fn within(own: Case, around: Case) -> Case {
    if around == Case::Ignored { around } else { own }
}

/// Whether the text goes on like that.
pub(super) fn begins(text: &str, at: usize, word: &str, case: Case) -> bool {
    let found = text.as_bytes().get(at..at + word.len());
    found.is_some_and(|found| match case {
        Case::Exact => found == word.as_bytes(),
        Case::Ignored => found.eq_ignore_ascii_case(word.as_bytes()),
    })
}

/// What is known about a text.
pub(super) struct Run<'p, 'g> {
    program: &'p Program<'g>,
    text: &'p str,
    ends: HashMap<(NodeId, usize), Option<usize>>,
    /// For a repetition and a place between two of its rounds, where it ends.
    tails: HashMap<(NodeId, usize), usize>,
}

impl<'p, 'g> Run<'p, 'g> {
    pub(super) fn new(program: &'p Program<'g>, text: &'p str) -> Self {
        Self {
            program,
            text,
            ends: HashMap::new(),
            tails: HashMap::new(),
        }
    }

    /// Where the node ends that begins at the place; nothing where it fails.
    pub(super) fn end(&mut self, node: NodeId, at: usize) -> Option<usize> {
        let program = self.program;
        if let Form::Literal { text, case } = &program.forms[node] {
            return begins(self.text, at, text, *case).then_some(at + text.len());
        }
        if let Some(&known) = self.ends.get(&(node, at)) {
            return known;
        }
        let end = match &program.forms[node] {
            Form::Alternation(members) => members.iter().find_map(|&member| self.end(member, at)),
            Form::Sequence(members) => members
                .iter()
                .try_fold(at, |at, &member| self.end(member, at)),
            Form::Optional(body) => Some(self.end(*body, at).unwrap_or(at)),
            Form::Repetition { least, most, body } => self.rounds(node, (*least, *most), *body, at),
            Form::Production { body, excluded, .. } => {
                let mut excluded = excluded.iter();
                let is_excluded = excluded.any(|word| begins(self.text, at, word, Case::Ignored));
                if is_excluded {
                    None
                } else {
                    self.end(*body, at)
                }
            }
            Form::Literal { .. } | Form::Nothing => None,
        };
        self.ends.insert((node, at), end);
        end
    }

    fn rounds(
        &mut self,
        node: NodeId,
        (least, most): (u32, Option<u32>),
        body: NodeId,
        mut at: usize,
    ) -> Option<usize> {
        for _ in 0..least {
            at = self.end(body, at)?;
        }
        let mut between = Vec::new();
        let mut left = most.map_or(u32::MAX, |most| most - least);
        while left > 0 {
            if most.is_none() {
                if let Some(&end) = self.tails.get(&(node, at)) {
                    at = end;
                    break;
                }
                between.push(at);
            } else {
                left -= 1;
            }
            match self.end(body, at) {
                Some(end) if end > at => at = end,
                _ => break,
            }
        }
        self.tails
            .extend(between.into_iter().map(|place| ((node, place), at)));
        Some(at)
    }

    /// The tree of a production that derives the whole text.
    pub(super) fn tree(&mut self, node: NodeId) -> Tree {
        let mut records = Vec::new();
        self.build(node, 0, &mut records);
        Tree::new(&self.program.names, &Arc::from(self.text), records)
    }

    /// Adds the nodes of what derives something from the place on, and says where it ends.
    fn build(&mut self, node: NodeId, at: usize, records: &mut Vec<Record>) -> usize {
        let program = self.program;
        match &program.forms[node] {
            Form::Alternation(members) => {
                let taken = members
                    .iter()
                    .find(|&&member| self.end(member, at).is_some());
                taken.map_or(at, |&member| self.build(member, at, records))
            }
            Form::Sequence(members) => {
                let members = members.iter();
                members.fold(at, |at, &member| self.build(member, at, records))
            }
            Form::Optional(body) if self.end(*body, at).is_some() => self.build(*body, at, records),
            Form::Repetition { body, .. } => {
                let end = self.end(node, at).unwrap_or(at);
                let mut place = at;
                while place < end {
                    place = self.build(*body, place, records);
                }
                end
            }
            Form::Literal { text, .. } => at + text.len(),
            Form::Production { number, body, .. } => {
                let index = records.len();
                records.push(Record {
                    production: *number,
                    start: at,
                    end: at,
                    after: index,
                });
                let end = self.build(*body, at, records);
                let after = records.len();
                (records[index].end, records[index].after) = (end, after);
                end
            }
            Form::Optional(_) | Form::Nothing => at,
        }
    }
}
