//! Reads a text without damage, through the layers of its notation.

use nom::Input as _;

use super::check::{check_apart, defines_quotation_mark, not_a_grammar};
use super::{BareLiteral, Reader, bare_in, empty};
use crate::error::{Fault, GrammarErrorKind};
use crate::limits::{EXPRESSIONS, RULES};
use crate::notation::choice::NotationSign;
use crate::notation::detection::{Detected, detect, is_bnf};
use crate::notation::lexeme::{Input, Located, span_of};
use crate::notation::lexer::lexemes;
use crate::notation::outline::{Outline, RuleLines, Sign, outline};
use crate::notation::{definitions, ebnf, production};
use crate::syntax::{Encoding, Grammar, Kind, LiteralForm, Notation, Production};

impl Reader {
    /// Reads a text of this kind without damage. Returns a fault for a text that is no grammar or is too large.
    pub(super) fn read_rules(
        &self,
        source: &str,
        kind: Option<ebnf::Kind>,
    ) -> Result<(Grammar, NotationSign, Vec<Fault>), Fault> {
        match kind {
            Some(ebnf::Kind::Read(notation)) => return self.read_ebnf(source, notation),
            Some(ebnf::Kind::Foreign(notation, at)) => {
                let kind = GrammarErrorKind::ForeignNotation { notation };
                return Err(Fault::new(kind, at..at));
            }
            None => {}
        }
        let Outline {
            headings,
            rules,
            stray,
        } = outline(Input::new(source));
        if let Some(rule) = rules.get(RULES) {
            let kind = GrammarErrorKind::TooManyRules { limit: RULES };
            let fault = Fault::new(kind, span_of(&rule.definition.name));
            return Err(fault);
        }
        let (detected, rules) = self.lexed(source, rules);
        let Detected {
            notation,
            conflict,
            sign,
        } = detected;
        let mut faults = Vec::from_iter(conflict);
        let rules = read_all(rules, notation, &mut faults)?;
        let mut productions = definitions::productions(rules, notation, &mut faults);
        let mut grammar = Grammar {
            source: source.to_owned(),
            notation,
            encoding: Encoding::Octets,
            headings,
            ..Grammar::default()
        };
        if let Some(text) = definitions::missing_core_rules(&productions, notation) {
            grammar.source.push_str(&text);
            let core = outline(Input::new(&grammar.source).take_from(source.len()));
            let heading = grammar.headings.len();
            grammar.headings.extend(core.headings);
            let core = core
                .rules
                .into_iter()
                .map(|rule| with_lexemes(rule, notation, &[]));
            let core = read_all(core.collect(), notation, &mut faults)?;
            productions.extend(core.into_iter().map(|(production, _)| Production {
                heading: Some(heading),
                ..production
            }));
        }
        definitions::resolve_names(&mut productions, notation);
        grammar.encoding = encoding_of(&productions);
        grammar.productions = productions;
        if let Some(fault) = not_a_grammar(&grammar, &stray) {
            return Err(fault);
        }
        let stray = { stray.into_iter() }
            .filter(|span| !defines_quotation_mark(&grammar.source[span.clone()]));
        faults.extend(stray.map(|span| Fault::new(GrammarErrorKind::TextOutsideRules, span)));
        if grammar.productions.is_empty() && faults.is_empty() {
            faults.push(Fault::new(GrammarErrorKind::NoRules, 0..0));
        }
        check_apart(&grammar, &mut faults);
        Ok((grammar, sign, faults))
    }

    /// Reads a text in the notation of the W3C or of ISO.
    fn read_ebnf(
        &self,
        source: &str,
        notation: Notation,
    ) -> Result<(Grammar, NotationSign, Vec<Fault>), Fault> {
        let ebnf::Read {
            rules,
            stray,
            mut faults,
            ..
        } = ebnf::read(source, notation);
        if let Some((rule, _)) = rules.get(RULES) {
            let kind = GrammarErrorKind::TooManyRules { limit: RULES };
            return Err(Fault::new(kind, rule.name_span.clone()));
        }
        let mut expressions = 0;
        for (rule, _) in &rules {
            rule.body.walk(&mut |_| expressions += 1);
            if expressions > EXPRESSIONS {
                let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
                return Err(Fault::new(kind, rule.name_span.clone()));
            }
        }
        let mut productions = definitions::productions(rules, notation, &mut faults);
        definitions::resolve_names(&mut productions, notation);
        let mut grammar = empty(source);
        grammar.notation = notation;
        grammar.encoding = if has_other_than_ascii(&productions) {
            Encoding::Utf8
        } else {
            Encoding::Octets
        };
        grammar.productions = productions;
        let stray = stray.into_iter();
        faults.extend(stray.map(|span| Fault::new(GrammarErrorKind::TextOutsideRules, span)));
        if grammar.productions.is_empty() && faults.is_empty() {
            faults.push(Fault::new(GrammarErrorKind::NoRules, 0..0));
        }
        check_apart(&grammar, &mut faults);
        let sign = match self.notation {
            Some(_) => NotationSign::Chosen,
            None => NotationSign::Shown,
        };
        Ok((grammar, sign, faults))
    }

    /// Returns the notation, and the rules with the lexemes of their bodies.
    pub(super) fn lexed<'a>(
        &self,
        source: &str,
        rules: Vec<RuleLines<'a>>,
    ) -> (Detected, Vec<LexedRule<'a>>) {
        let notation = match self.notation {
            Some(said) => said,
            None if is_bnf(&rules) => Notation::Bnf,
            None => Notation::default(),
        };
        let rules = rules.into_iter();
        let rules = rules.map(|rule| with_lexemes(rule, notation, &self.bare_literals));
        let rules: Vec<LexedRule> = rules.collect();
        let detected = match self.notation {
            None => detect(source, &rules, self.expected),
            Some(notation) => Detected {
                notation,
                conflict: None,
                sign: NotationSign::Chosen,
            },
        };
        (detected, rules)
    }
}

/// The lines of a rule and the lexemes of its body.
pub(super) type LexedRule<'a> = (RuleLines<'a>, Vec<Located<'a>>);

fn with_lexemes<'a>(
    rule: RuleLines<'a>,
    notation: Notation,
    bare_literals: &[BareLiteral],
) -> LexedRule<'a> {
    let bare = bare_in(rule.definition.name.fragment(), bare_literals);
    let lexemes = lexemes(rule.body, notation, &bare);
    (rule, lexemes)
}

/// Reads rules, and leaves out those with a name that no rule can have.
fn read_all(
    rules: Vec<LexedRule>,
    notation: Notation,
    faults: &mut Vec<Fault>,
) -> Result<Vec<(Production, Sign)>, Fault> {
    let mut read = Vec::with_capacity(rules.len());
    let mut expressions = 0;
    for (rule, lexemes) in rules {
        let sign = rule.definition.sign;
        let (production, is_name_valid) = production::read(rule, lexemes, notation, faults);
        production.body.walk(&mut |_| expressions += 1);
        if expressions > EXPRESSIONS {
            let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
            return Err(Fault::new(kind, production.name_span));
        }
        if is_name_valid {
            read.push((production, sign));
        }
    }
    Ok(read)
}

fn has_other_than_ascii(productions: &[Production]) -> bool {
    let mut found = false;
    for production in productions {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Range { last, .. } => found |= !last.is_ascii(),
            Kind::Literal { text, .. } => found |= !text.is_ascii(),
            _ => {}
        });
    }
    found
}

/// Returns the encoding of a grammar with these productions: RFC 5234, Section 2.3, leaves it to
/// the specification. A number above FF cannot be that of an octet.
fn encoding_of(productions: &[Production]) -> Encoding {
    let mut greatest = '\0';
    for production in productions {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Range { last, .. } => greatest = greatest.max(*last),
            Kind::Literal {
                text,
                form: LiteralForm::Numbers,
                ..
            } => greatest = text.chars().fold(greatest, char::max),
            _ => {}
        });
    }
    if greatest > '\u{ff}' {
        Encoding::Utf8
    } else {
        Encoding::Octets
    }
}
