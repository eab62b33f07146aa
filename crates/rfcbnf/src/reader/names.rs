//! Where the names of a file are.
//!
//! The syntax tree has the first definition of each name, with the spelling of that definition in every
//! reference. An editor that renames a production needs all places, also those in rules that cannot be read and
//! in second definitions. They are found on the lexemes, which every text has.

use std::collections::HashSet;

use super::{Condition, Reader};
use crate::limits::FILE_LENGTH;
use crate::notation::lexeme::{Input, Lexeme, span_of};
use crate::notation::outline::{Outline, Sign, outline};
use crate::notation::production::{is_name, name_in_brackets, with_hyphens};
use crate::notation::{core_rules, ebnf};
use crate::syntax::{Heading, Kind, Notation, Span};

/// The names of a grammar file, each with its place.
///
/// ```
/// let names = rfcbnf::Reader::default().names("port = 1*DIGIT\nhost = (port\nPort =/ \"-\"\n");
/// let rules = names.rules.iter().map(|rule| (&*rule.name.text, rule.references.len()));
/// assert_eq!(rules.collect::<Vec<_>>(), [("port", 1), ("host", 1), ("Port", 0)]);
/// assert!(names.are_same("port", "PORT"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// How the file writes rules.
    pub notation: Notation,
    /// The rules in file order.
    pub rules: Vec<RuleNames>,
    /// The headings in file order.
    pub headings: Vec<Heading>,
}

/// The names of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleNames {
    /// The name that the rule defines. It may be one that no rule can have.
    pub name: NamePlace,
    /// Whether the rule adds alternatives to a production: `=/`.
    pub adds: bool,
    /// An index into [`Names::headings`]; `None` above the first heading.
    pub heading: Option<usize>,
    /// From the name, with its brackets, to the end of the body.
    pub span: Span,
    /// The names that the body refers to, in file order.
    pub references: Vec<NamePlace>,
}

/// A name and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePlace {
    /// The name as the file writes it. Hyphens stand for the spaces of `<URN chars>`.
    pub text: String,
    /// The place, without angle brackets.
    pub span: Span,
}

impl Reader {
    /// Finds the names of a file. A file that is longer than
    /// [`FILE_LENGTH`] has none.
    #[must_use]
    pub fn names(&self, source: &str) -> Names {
        self.names_of(source, self.condition(source))
    }

    /// Finds the names of a file whose condition is known, as [`names`](Self::names) does.
    #[must_use]
    pub fn names_of(&self, source: &str, condition: Condition) -> Names {
        if source.len() > FILE_LENGTH {
            return Names::default();
        }
        let (transcription, kind) = self.transcription(source, condition);
        let mut names = self.names_in(transcription.text(), kind);
        if transcription.is_unchanged() {
            return names;
        }
        let place = |span: &mut Span| {
            let start = transcription.origin(span.start);
            *span = start..transcription.origin(span.end).max(start);
        };
        for rule in &mut names.rules {
            place(&mut rule.span);
            let references = rule.references.iter_mut();
            let all = std::iter::once(&mut rule.name).chain(references);
            all.for_each(|name| place(&mut name.span));
        }
        for heading in &mut names.headings {
            place(&mut heading.span);
        }
        names
    }

    fn names_in(&self, source: &str, kind: Option<ebnf::Kind>) -> Names {
        match kind {
            Some(ebnf::Kind::Read(notation)) => return names_of_ebnf(source, notation),
            Some(ebnf::Kind::Foreign(..)) => return Names::default(),
            None => {}
        }
        let Outline {
            headings, rules, ..
        } = outline(Input::new(source));
        let (detected, rules) = self.lexed(source, rules);
        let notation = detected.notation;
        let key = |name: &str| notation.name_key(name).into_owned();
        let own = rules.iter().map(|(rule, _)| rule.definition.name);
        let mut defined: HashSet<String> = own.map(|name| key(&with_hyphens(&name))).collect();
        if notation.has_core_rules() {
            defined.extend(core_rules::names().map(key));
        }
        let rules = rules.into_iter().map(|(rule, lexemes)| {
            let definition = rule.definition;
            let mut end = rule.body.location_offset();
            let mut references = Vec::new();
            for located in lexemes {
                let is_comment = matches!(located.lexeme, Lexeme::Comment(_));
                end = if is_comment { end } else { located.span.end };
                references.extend(reference(&located.lexeme, located.span, notation, |name| {
                    defined.contains(&key(name))
                }));
            }
            RuleNames {
                name: NamePlace {
                    text: with_hyphens(&definition.name),
                    span: span_of(&definition.name),
                },
                adds: definition.sign == Sign::Adds,
                heading: rule.heading,
                span: definition.whole_name.location_offset()..end,
                references,
            }
        });
        Names {
            notation,
            rules: rules.collect(),
            headings,
        }
    }
}

/// Returns the names of a file in EBNF. Those of its rules that cannot be read are left out.
fn names_of_ebnf(source: &str, notation: Notation) -> Names {
    let rules = ebnf::read(source, notation)
        .rules
        .into_iter()
        .map(|(rule, _)| {
            let mut references = Vec::new();
            rule.body.walk(&mut |part| {
                if let Kind::Reference { name, .. } = &part.kind {
                    references.push(NamePlace {
                        text: name.clone(),
                        span: part.span.clone(),
                    });
                }
            });
            RuleNames {
                name: NamePlace {
                    text: rule.name,
                    span: rule.name_span,
                },
                adds: false,
                heading: None,
                span: rule.span,
                references,
            }
        });
    Names {
        notation,
        rules: rules.collect(),
        headings: Vec::new(),
    }
}

/// Returns the name that a lexeme refers to. Other notations than BNF also have prose in angle brackets.
fn reference(
    lexeme: &Lexeme,
    span: Span,
    notation: Notation,
    is_defined: impl Fn(&str) -> bool,
) -> Option<NamePlace> {
    match lexeme {
        Lexeme::Name(text) => Some(NamePlace {
            text: text.to_string(),
            span,
        }),
        Lexeme::Angle(text) => {
            let name = name_in_brackets(text, notation)?;
            let is_name = notation.has_names_in_angle_brackets() || is_defined(&name);
            is_name.then_some(NamePlace {
                text: name,
                span: span.start + 1..span.end - 1,
            })
        }
        _ => None,
    }
}

impl Names {
    /// Returns whether two names are the same in the notation of the file: in ABNF, letters match in
    /// either case.
    #[must_use]
    pub fn are_same(&self, one: &str, other: &str) -> bool {
        self.notation.name_key(one) == self.notation.name_key(other)
    }

    /// Returns whether a rule can have the name: a letter, and then letters, digits, `-`, `_` and `+`, at
    /// most [`NAME_LENGTH`](crate::limits::NAME_LENGTH) of them.
    #[must_use]
    pub fn can_have(name: &str) -> bool {
        is_name(name)
    }

    /// Returns the name at an offset, also directly after it, with its rule.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<(&RuleNames, &NamePlace)> {
        let is_at = |name: &&NamePlace| name.span.start <= offset && offset <= name.span.end;
        self.rules.iter().find_map(|rule| {
            let mut all = std::iter::once(&rule.name).chain(&rule.references);
            Some((rule, all.find(is_at)?))
        })
    }

    /// Returns the rules that define the name or add to it, in file order.
    pub fn rules_of<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n RuleNames> {
        let rules = self.rules.iter();
        rules.filter(move |rule| self.are_same(&rule.name.text, name))
    }

    /// Returns the names of the core rules of RFC 5234, Appendix B.1, that the file can use and does not
    /// define, in the order of the RFC.
    ///
    /// ```
    /// let names = rfcbnf::Reader::default().names("a = ALPHA\ndigit = \"0\" / \"1\"\n");
    /// assert!(names.core_rules().any(|name| name == "ALPHA"));
    /// assert!(names.core_rules().all(|name| name != "DIGIT"));
    /// ```
    pub fn core_rules(&self) -> impl Iterator<Item = &'static str> {
        let has_them = self.notation.has_core_rules();
        let names = core_rules::names().filter(move |_| has_them);
        names.filter(|name| self.rules_of(name).next().is_none())
    }
}
