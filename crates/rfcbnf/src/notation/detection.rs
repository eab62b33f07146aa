//! Finds out the notation of a file.
//!
//! The rules, in this order:
//!
//! 1. A rule with `::=` shows BNF. One with another sign shows that the file is not BNF.
//! 2. `|` between alternatives shows RFC 822 style. `=/`, `%s"…"` and `%i"…"` show ABNF, and so do
//!    numbers such as `%x41`, unless `|` is the only separator: numbers are useful in RFC 822 style
//!    too.
//! 3. A core rule of ABNF that the file uses, in upper case, and does not define shows ABNF.
//! 4. A core rule that the file defines and `<">` show RFC 822 style, because ABNF has core rules
//!    for both.
//! 5. `/` between alternatives shows ABNF: grammars have had it since RFC 2234, and few before.
//! 6. Any other file is in RFC 822 style. Prose and lists with `#` show nothing.
//!
//! The caller can expect a notation, because of the name of the file. It then takes the place of rules
//! 3 to 6.
//!
//! A file that shows two notations by the first two rules has one fault, which names a place of
//! each. It is read in the notation that it shows more often.

use std::collections::HashSet;

use super::choice::NotationSign;
use super::core_rules;
use super::lexeme::{Lexeme, Located, span_of};
use super::outline::{RuleLines, Sign};
use crate::error::{Fault, GrammarErrorKind};
use crate::syntax::{LiteralForm, Notation, Span};

/// A notation, and the fault if the file shows two.
pub(crate) struct Detected {
    pub(crate) notation: Notation,
    pub(crate) conflict: Option<Fault>,
    pub(crate) sign: NotationSign,
}

/// The places that show something.
#[derive(Default)]
struct Places {
    first: Option<Span>,
    count: usize,
}

impl Places {
    fn add(&mut self, span: Span) {
        self.first.get_or_insert(span);
        self.count += 1;
    }

    /// Adds the places of another sign of the same notation. The first place stays, if there is one.
    fn extend(&mut self, others: &Self) {
        self.count += others.count;
        self.first = self.first.take().or_else(|| others.first.clone());
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Returns whether the file is in BNF. The signs of the rules decide: the first rule of the
/// [module](self).
pub(crate) fn is_bnf(rules: &[RuleLines]) -> bool {
    let is_colons = |rule: &&RuleLines| rule.definition.sign == Sign::Colons;
    let colons = rules.iter().filter(is_colons).count();
    colons > 0 && 2 * colons >= rules.len()
}

/// Finds out the notation. The lexemes are those of BNF if [`is_bnf`] says so.
///
/// `expected` is the notation that the name of the file tells of.
pub(crate) fn detect<'a>(
    source: &str,
    rules: &'a [(RuleLines<'a>, Vec<Located<'a>>)],
    expected: Option<Notation>,
) -> Detected {
    let mut evidence = Evidence {
        expected,
        ..Evidence::default()
    };
    for (rule, lexemes) in rules {
        evidence.add_rule(rule, lexemes);
    }
    evidence.decide(source)
}

#[derive(Default)]
struct Evidence<'a> {
    expected: Option<Notation>,
    /// `::=`.
    colons: Places,
    /// The other signs between a name and a body.
    other_signs: Places,
    bars: Places,
    slashes: Places,
    /// `=/`, `%s"…"` and `%i"…"`.
    additions_and_cases: Places,
    numbers: Places,
    /// `<">`.
    quotation_marks: Places,
    defined: HashSet<&'a str>,
    used: HashSet<&'a str>,
}

impl<'a> Evidence<'a> {
    fn add_rule(&mut self, rule: &RuleLines<'a>, lexemes: &'a [Located<'a>]) {
        let definition = &rule.definition;
        self.defined.insert(definition.name.into_fragment());
        let sign = span_of(&definition.sign_text);
        match definition.sign {
            Sign::Colons => self.colons.add(sign),
            Sign::Equals => self.other_signs.add(sign),
            Sign::Adds => {
                self.other_signs.add(sign.clone());
                self.additions_and_cases.add(sign);
            }
        }
        for Located { lexeme, span } in lexemes {
            match lexeme {
                Lexeme::Separator('|') => self.bars.add(span.clone()),
                Lexeme::Separator(_) => self.slashes.add(span.clone()),
                Lexeme::Numbers(_) | Lexeme::Range(..) => self.numbers.add(span.clone()),
                Lexeme::Literal { case: Some(_), .. } => {
                    self.additions_and_cases.add(span.clone());
                }
                Lexeme::Literal {
                    form: LiteralForm::Angle,
                    ..
                } => self.quotation_marks.add(span.clone()),
                Lexeme::Name(name) => {
                    self.used.insert(name);
                }
                _ => {}
            }
        }
    }

    fn decide(mut self, source: &str) -> Detected {
        let colons = std::mem::take(&mut self.colons);
        let other_signs = std::mem::take(&mut self.other_signs);
        if colons.is_empty() {
            return self.decide_without_bnf(source);
        }
        let other = if other_signs.is_empty() {
            Notation::default()
        } else {
            self.decide_without_bnf(source).notation
        };
        between(source, (Notation::Bnf, colons), (other, other_signs))
    }

    /// Decides between RFC 822 style and ABNF: the other rules of the [module](self).
    fn decide_without_bnf(self, source: &str) -> Detected {
        let mut abnf = self.additions_and_cases;
        if self.bars.is_empty() || !self.slashes.is_empty() {
            abnf.extend(&self.numbers);
        }
        if !abnf.is_empty() {
            abnf.extend(&self.slashes);
        }
        if !abnf.is_empty() || !self.bars.is_empty() {
            let bars = (Notation::Rfc822, self.bars);
            return between(source, (Notation::Abnf, abnf), bars);
        }
        if let Some(notation) = self.expected {
            return Detected {
                notation,
                conflict: None,
                sign: NotationSign::Expected,
            };
        }
        let defines = |name: &str| self.defined.contains(name);
        let lacks = |name: &str| self.used.contains(name) && !defines(name);
        let is_early = !self.quotation_marks.is_empty() || core_rules::names().any(defines);
        let has_slashes = !self.slashes.is_empty();
        let (notation, sign) = match (has_slashes, is_early) {
            _ if core_rules::names().any(lacks) => (Notation::Abnf, NotationSign::Shown),
            (_, true) => (Notation::Rfc822, NotationSign::CoreRules),
            (true, false) => (Notation::Abnf, NotationSign::Slashes),
            (false, false) => (Notation::Rfc822, NotationSign::Absent),
        };
        Detected {
            notation,
            conflict: None,
            sign,
        }
    }
}

/// Returns the notation that is shown more often, and a fault if the other one is shown as well.
fn between(source: &str, one: (Notation, Places), other: (Notation, Places)) -> Detected {
    let (more, less) = if one.1.count >= other.1.count {
        (one, other)
    } else {
        (other, one)
    };
    let conflict = more.1.first.zip(less.1.first).map(|(usual, unusual)| {
        let kind = GrammarErrorKind::TwoNotations {
            notation: less.0,
            shown_by: source[unusual.clone()].to_owned(),
            read_as: more.0,
        };
        let shown_by = format!("this is {}", more.0);
        Fault::new(kind, unusual).beside(usual, &shown_by)
    });
    Detected {
        notation: more.0,
        conflict,
        sign: NotationSign::Shown,
    }
}
