//! The productions that one leads to, made ready for derivations at random.
//!
//! Invariant: a part comes after the parts below it, and a production after those that it uses.

use std::collections::HashMap;

use super::{Use, UseKind};
use crate::syntax::{Case, Expression, Grammar, Kind, Production};

/// The greatest length of what counts as a character: an escape such as `%7E` has three.
const CHARACTER: usize = 3;

pub(super) type PartId = usize;
pub(super) type UseId = usize;

pub(super) struct Parts {
    pub(super) all: Vec<Part>,
    pub(super) productions: Vec<Entry>,
    pub(super) uses: Vec<Use>,
}

/// A production.
pub(super) struct Entry {
    pub(super) body: PartId,
    pub(super) used: UseId,
    /// In lower case.
    pub(super) excluded: Vec<String>,
}

/// An expression.
pub(super) struct Part {
    pub(super) form: Form,
    /// The length of its shortest text.
    pub(super) shortest: usize,
    /// The length of its longest text.
    longest: usize,
    /// The characters that its texts begin with.
    firsts: u128,
    /// What can be used in a derivation of it, in ascending order.
    reaches: Vec<UseId>,
}

pub(super) enum Form {
    Alternation(Vec<(PartId, UseId)>),
    Sequence(Vec<PartId>),
    Optional {
        body: PartId,
        present: UseId,
        absent: UseId,
    },
    Repetition {
        least: u32,
        most: Option<u32>,
        body: PartId,
        /// The least number of rounds, and the number that counts as several. Nothing where
        /// there is no choice.
        choice: Option<Rounds>,
    },
    Literal {
        text: String,
        case: Case,
    },
    Reference {
        production: usize,
        case: Case,
    },
    /// What the grammar does not define.
    Nothing,
}

#[derive(Clone, Copy)]
pub(super) struct Rounds {
    pub(super) fewest: UseId,
    pub(super) several: UseId,
    /// From how many rounds on these are several.
    pub(super) from: u32,
}

impl Part {
    pub(super) fn reaches_any(&self, is_meant: impl Fn(UseId) -> bool) -> bool {
        self.reaches.iter().any(|&used| is_meant(used))
    }

    pub(super) fn is_character(&self) -> bool {
        self.longest <= CHARACTER
    }

    /// The number of characters that its texts begin with.
    pub(super) fn breadth(&self) -> u32 {
        self.firsts.count_ones()
    }
}

impl Parts {
    /// Those that the production leads to; it is the last.
    pub(super) fn of(grammar: &Grammar, production: &str) -> Self {
        let reachable = grammar.reachable_from([production]);
        let mut builder = Builder {
            parts: Self {
                all: Vec::new(),
                productions: Vec::new(),
                uses: Vec::new(),
            },
            numbers: HashMap::new(),
        };
        let mut productions = grammar.users_last();
        productions.retain(|production| reachable.contains(production.name.as_str()));
        for production in productions {
            builder.production(production);
        }
        builder.parts
    }

    /// What derivations of the production use, or choose.
    pub(super) fn reached(&self) -> Vec<UseId> {
        let root = self.productions.last();
        root.map_or_else(Vec::new, |root| self.through(root))
    }

    fn through(&self, entry: &Entry) -> Vec<UseId> {
        let below = self.all[entry.body].reaches.iter().copied();
        sorted(below.chain([entry.used]).collect())
    }
}

struct Builder<'g> {
    parts: Parts,
    numbers: HashMap<&'g str, usize>,
}

impl<'g> Builder<'g> {
    fn production(&mut self, production: &'g Production) {
        let body = self.expression(production, &production.body);
        let used = self.name_use(production, &production.body, UseKind::Production);
        let number = self.parts.productions.len();
        self.numbers.insert(&production.name, number);
        let excluded = production.excluded.iter();
        self.parts.productions.push(Entry {
            body,
            used,
            excluded: excluded.map(|text| text.to_ascii_lowercase()).collect(),
        });
    }

    fn name_use(&mut self, production: &Production, part: &Expression, kind: UseKind) -> UseId {
        self.parts.uses.push(Use {
            production: production.name.clone(),
            span: part.span.clone(),
            kind,
        });
        self.parts.uses.len() - 1
    }

    fn expression(&mut self, production: &Production, part: &Expression) -> PartId {
        let built = match &part.kind {
            Kind::Alternation(members) => self.alternation(production, members),
            Kind::Sequence(members) => self.sequence(production, members),
            Kind::Optional(body) => self.optional(production, part, body),
            Kind::Repetition { least, most, body } => {
                self.repetition(production, part, (*least, *most), body)
            }
            Kind::Literal { text, case, .. } => literal(text, *case),
            Kind::Reference { name, case, .. } => self.reference(name, *case),
        };
        self.parts.all.push(built);
        self.parts.all.len() - 1
    }

    fn alternation(&mut self, production: &Production, members: &[Expression]) -> Part {
        let mut alternatives = Vec::new();
        for member in members {
            let part = self.expression(production, member);
            let used = self.name_use(production, member, UseKind::Alternative);
            alternatives.push((part, used));
        }
        let parts = || alternatives.iter().map(|(part, _)| &self.parts.all[*part]);
        let below = parts().flat_map(|part| part.reaches.iter().copied());
        let own = alternatives.iter().map(|(_, used)| *used);
        Part {
            shortest: parts().map(|part| part.shortest).min().unwrap_or(0),
            longest: parts().map(|part| part.longest).max().unwrap_or(0),
            firsts: parts().fold(0, |firsts, part| firsts | part.firsts),
            reaches: sorted(below.chain(own).collect()),
            form: Form::Alternation(alternatives),
        }
    }

    fn sequence(&mut self, production: &Production, members: &[Expression]) -> Part {
        let members = members.iter();
        let members: Vec<PartId> = members
            .map(|member| self.expression(production, member))
            .collect();
        let parts = || members.iter().map(|part| &self.parts.all[*part]);
        let mut firsts = 0;
        for part in parts() {
            firsts |= part.firsts;
            if part.shortest > 0 {
                break;
            }
        }
        let below = parts().flat_map(|part| part.reaches.iter().copied());
        Part {
            shortest: parts().fold(0, |sum, part| sum.saturating_add(part.shortest)),
            longest: parts().fold(0, |sum, part| sum.saturating_add(part.longest)),
            firsts,
            reaches: sorted(below.collect()),
            form: Form::Sequence(members),
        }
    }

    fn optional(&mut self, production: &Production, part: &Expression, body: &Expression) -> Part {
        let body = self.expression(production, body);
        let present = self.name_use(production, part, UseKind::Present);
        let absent = self.name_use(production, part, UseKind::Absent);
        let below = &self.parts.all[body];
        Part {
            shortest: 0,
            longest: below.longest,
            firsts: below.firsts,
            reaches: sorted([below.reaches.as_slice(), &[present, absent]].concat()),
            form: Form::Optional {
                body,
                present,
                absent,
            },
        }
    }

    fn repetition(
        &mut self,
        production: &Production,
        part: &Expression,
        (least, most): (u32, Option<u32>),
        body: &Expression,
    ) -> Part {
        let body = self.expression(production, body);
        let from = most.unwrap_or(u32::MAX).min(least.saturating_add(1).max(2));
        let choice = (most != Some(least)).then(|| Rounds {
            fewest: self.name_use(production, part, UseKind::Fewest),
            several: self.name_use(production, part, UseKind::Several),
            from,
        });
        let below = &self.parts.all[body];
        let own = choice.map(|choice| [choice.fewest, choice.several]);
        let rounds = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        Part {
            shortest: below.shortest.saturating_mul(rounds(least)),
            longest: match most {
                Some(most) => below.longest.saturating_mul(rounds(most)),
                None => usize::MAX,
            },
            firsts: below.firsts,
            reaches: sorted(
                [
                    below.reaches.as_slice(),
                    own.as_ref().map_or(&[], |own| own),
                ]
                .concat(),
            ),
            form: Form::Repetition {
                least,
                most,
                body,
                choice,
            },
        }
    }

    fn reference(&self, name: &str, case: Case) -> Part {
        let Some(&production) = self.numbers.get(name) else {
            return Part {
                form: Form::Nothing,
                shortest: usize::MAX,
                longest: 0,
                firsts: 0,
                reaches: Vec::new(),
            };
        };
        let entry = &self.parts.productions[production];
        let below = &self.parts.all[entry.body];
        Part {
            form: Form::Reference { production, case },
            shortest: below.shortest,
            longest: below.longest,
            firsts: below.firsts,
            reaches: self.parts.through(entry),
        }
    }
}

fn literal(text: &str, case: Case) -> Part {
    let first = text.bytes().next().filter(u8::is_ascii);
    Part {
        form: Form::Literal {
            text: text.to_owned(),
            case,
        },
        shortest: text.len(),
        longest: text.len(),
        firsts: first.map_or(0, |first| 1 << first),
        reaches: Vec::new(),
    }
}

fn sorted(mut uses: Vec<UseId>) -> Vec<UseId> {
    uses.sort_unstable();
    uses.dedup();
    uses
}
