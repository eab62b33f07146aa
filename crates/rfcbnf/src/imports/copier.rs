//! Copies productions of several files into one grammar.

use super::binding::{Binder, Id};
use super::naming::{Names, is_ascii};
use super::{JoinError, Part};
use crate::limits::{EXPRESSIONS, RULES};
use crate::syntax::{Encoding, Expression, Grammar, Heading, ImportedFile, Kind, Production, Span};

/// Copies productions into one grammar.
pub(super) struct Copier<'b, 'p> {
    binder: &'b Binder<'p>,
    names: &'b Names,
    /// Where the text of each part begins in the joined source.
    starts: Vec<Option<usize>>,
    grammar: Grammar,
}

impl<'b, 'p> Copier<'b, 'p> {
    pub(super) fn new(binder: &'b Binder<'p>, names: &'b Names) -> Self {
        let main = &binder.parts[0].document.grammar;
        let grammar = Grammar {
            source: main.source.clone(),
            document: main.document.clone(),
            conventions: main.conventions,
            notation: main.notation,
            encoding: main.encoding,
            headings: main.headings.clone(),
            ..Grammar::default()
        };
        let mut copier = Self {
            binder,
            names,
            starts: vec![None; binder.parts.len()],
            grammar,
        };
        copier.starts[0] = Some(0);
        copier
    }

    pub(super) fn grammar(mut self) -> Result<Grammar, JoinError> {
        self.grammar.encoding = self.encoding()?;
        let mut headings: Vec<Option<usize>> = Vec::new();
        let (mut current, mut expressions) = (0, 0);
        for &(id, ref name) in self.names.in_order() {
            if id.part != current || headings.is_empty() {
                current = id.part;
                let count = self.part(id).headings.len();
                headings = if id.part == 0 {
                    (0..count).map(Some).collect()
                } else {
                    vec![None; count]
                };
            }
            let production = self.production(id, name, &mut headings);
            production.body.walk(&mut |_| expressions += 1);
            self.grammar.productions.push(production);
        }
        let too_large = |what, limit| Err(JoinError::TooLarge { what, limit });
        if self.grammar.productions.len() > RULES {
            return too_large("productions", RULES);
        }
        if expressions > EXPRESSIONS {
            return too_large("expressions", EXPRESSIONS);
        }
        Ok(self.grammar)
    }

    fn part(&self, id: Id) -> &'p Grammar {
        &self.binder.parts[id.part].document.grammar
    }

    /// Returns where the text of a part begins, and adds it if it is not there yet.
    fn start(&mut self, part: usize) -> usize {
        if let Some(start) = self.starts[part] {
            return start;
        }
        let Part { name, document, .. } = &self.binder.parts[part];
        self.grammar.source.push('\n');
        let start = self.grammar.source.len();
        self.grammar.source.push_str(&document.grammar.source);
        self.grammar.imported.push(ImportedFile {
            name: name.clone(),
            span: start..self.grammar.source.len(),
        });
        self.starts[part] = Some(start);
        start
    }

    fn production(&mut self, id: Id, name: &str, headings: &mut [Option<usize>]) -> Production {
        let start = self.start(id.part);
        let mut production = self.binder.production(id).clone();
        name.clone_into(&mut production.name);
        self.bind(id, &mut production.body);
        let moved = by(start);
        moved(&mut production.name_span);
        moved(&mut production.span);
        production.additions.iter_mut().for_each(&moved);
        production
            .comments
            .iter_mut()
            .for_each(|comment| moved(&mut comment.span));
        move_spans(&mut production.body, &moved);
        self.extend(id, &mut production);
        production.heading = production.heading.map(|heading| {
            let known = &mut headings[heading];
            *known.get_or_insert_with(|| {
                let Heading { text, span } = self.part(id).headings[heading].clone();
                let span = span.start + start..span.end + start;
                self.grammar.headings.push(Heading { text, span });
                self.grammar.headings.len() - 1
            })
        });
        production
    }

    /// Adds the alternatives that other parts have for the production.
    fn extend(&mut self, id: Id, production: &mut Production) {
        let bodies = self.binder.bodies(id);
        let added = bodies.into_iter().skip(1).map(|(within, added)| {
            let mut added = added.clone();
            self.bind(within, &mut added);
            let moved = by(self.start(within.part));
            move_spans(&mut added, &moved);
            let mut span = self.binder.production(within).span.clone();
            moved(&mut span);
            if !production.additions.contains(&span) {
                production.additions.push(span);
            }
            added
        });
        let added: Vec<Expression> = added.collect();
        if added.is_empty() {
            return;
        }
        let own = std::mem::replace(&mut production.body.kind, Kind::Alternation(Vec::new()));
        let mut members = match own {
            Kind::Alternation(members) => members,
            kind => {
                let span = production.body.span.clone();
                vec![Expression { kind, span }]
            }
        };
        members.extend(added);
        production.body.kind = Kind::Alternation(members);
    }

    /// Gives references the names of the joined grammar, and makes references of bound prose.
    fn bind(&self, id: Id, expression: &mut Expression) {
        let bound = self.binder.of_expression(id, expression);
        match &mut expression.kind {
            Kind::Reference { name, .. } => {
                *name = match bound {
                    Some(bound) => self.names.of(bound).to_owned(),
                    None => self
                        .names
                        .of_unbound(&self.binder.parts[id.part].name, name),
                };
            }
            Kind::Prose(_) => {
                if let Some(bound) = bound {
                    expression.kind = Kind::reference(self.names.of(bound).to_owned());
                }
            }
            _ => {
                let children = expression.children_mut().iter_mut();
                children.for_each(|child| self.bind(id, child));
            }
        }
    }

    /// Returns the encoding of the productions with numbers above 7F. Without any, it is that of the
    /// first part.
    fn encoding(&self) -> Result<Encoding, JoinError> {
        let mut found: [Option<Id>; 2] = [None, None];
        for &(id, _) in self.names.in_order() {
            for (within, body) in self.binder.bodies(id) {
                if !is_ascii(body) {
                    let index = usize::from(self.part(within).encoding == Encoding::Utf8);
                    found[index].get_or_insert(within);
                }
            }
        }
        let described = |id: Id| {
            let part = self.binder.parts[id.part].name.clone();
            (self.binder.production(id).name.clone(), part)
        };
        match found {
            [None, None] => Ok(self.grammar.encoding),
            [Some(_), None] => Ok(Encoding::Octets),
            [None, Some(_)] => Ok(Encoding::Utf8),
            [Some(octets), Some(characters)] => {
                let (octets, octets_in) = described(octets);
                let (characters, characters_in) = described(characters);
                Err(JoinError::Encodings {
                    octets,
                    octets_in,
                    characters,
                    characters_in,
                })
            }
        }
    }
}

/// Returns what moves spans after other texts.
fn by(start: usize) -> impl Fn(&mut Span) {
    move |span: &mut Span| *span = span.start + start..span.end + start
}

fn move_spans(expression: &mut Expression, moved: &impl Fn(&mut Span)) {
    moved(&mut expression.span);
    let children = expression.children_mut().iter_mut();
    children.for_each(|child| move_spans(child, moved));
}
