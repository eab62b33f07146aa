//! What a grammar holds that a reader of it, or a parser made from it by rote, can stumble on.
//!
//! Invariant: every finding is derived from the grammar by the same questions that the
//! generator asks ([`crate::plan`]), so what a finding says is done about it is what is done.

use std::collections::BTreeSet;
use std::fmt;

use crate::language::{Language, Witness};
use crate::plan::{Giver, Join, Plan, Rounds, Undecided};
use crate::syntax::{Expression, Extent, Grammar, Kind, Production, Span};

/// Something to know about a place in the grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    production: String,
    span: Span,
    kind: FindingKind,
    message: String,
    remedy: String,
}

/// What kinds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// No production uses it, and it is not where the grammar starts.
    Unreferenced,
    /// An alternative that derives nothing that an earlier one does not.
    ShadowedAlternative,
    /// An alternative that derives the beginning of what a later one derives.
    PrefixAlternative,
    /// A repetition that can take what the next element needs.
    GreedyRepetition,
    /// An optional part that can take what the next element needs.
    GreedyOption,
    /// Any other part that can end in several places from which the rest can go on.
    SeveralEnds,
    /// A text that is derived in several ways.
    Ambiguity,
    /// A place that the generator cannot decide.
    Undecided,
}

/// In a few words.
impl fmt::Display for FindingKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Unreferenced => "unreferenced production",
            Self::ShadowedAlternative => "shadowed alternative",
            Self::PrefixAlternative => "prefix alternative",
            Self::GreedyRepetition => "greedy repetition",
            Self::GreedyOption => "greedy option",
            Self::SeveralEnds => "several ends",
            Self::Ambiguity => "ambiguity",
            Self::Undecided => "undecided",
        })
    }
}

impl Finding {
    /// The production in which it is.
    #[must_use]
    pub fn production(&self) -> &str {
        &self.production
    }

    /// The part of the production that it is about, in octets of the grammar's source.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// What kind of thing it is.
    #[must_use]
    pub fn kind(&self) -> FindingKind {
        self.kind
    }

    /// What is the case, with a text that shows it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What the generator does about it.
    #[must_use]
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}

/// Goes through the grammar; the findings are in file order.
///
/// ```
/// let grammar = rfcbnf::read("; Numbers\n\nnumber = digit | digit number2\nnumber2 = digit\ndigit = \"0\" | \"1\"\n")?;
/// let findings = rfcbnf::analysis::analyse(&grammar);
/// assert_eq!(findings[0].kind().to_string(), "prefix alternative");
/// assert_eq!(findings[0].message(), r#"derives "0", with which a text of alternative 2 begins: "00""#);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn analyse(grammar: &Grammar) -> Vec<Finding> {
    let mut analysis = Analysis {
        plan: Plan::new(grammar),
        findings: Vec::new(),
    };
    let unreferenced = unreferenced(grammar);
    for production in &grammar.productions {
        if unreferenced.contains(production.name.as_str()) {
            analysis.unreferenced(production);
        }
        analysis.expression(production, &production.body);
    }
    analysis.findings
}

/// The productions that no other uses, without the one from which most can be reached: that
/// is where the grammar starts.
fn unreferenced(grammar: &Grammar) -> BTreeSet<&str> {
    let mut used = BTreeSet::new();
    for production in &grammar.productions {
        used.extend(references(&production.body));
    }
    let unused = grammar
        .productions
        .iter()
        .filter(|production| !used.contains(production.name.as_str()));
    let names: Vec<&str> = unused.map(|production| production.name.as_str()).collect();
    let start = names
        .iter()
        .rev()
        .max_by_key(|name| reached(grammar, name))
        .copied();
    names
        .into_iter()
        .filter(|name| Some(*name) != start)
        .collect()
}

fn references(expression: &Expression) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    expression.walk(&mut |expression| {
        if let Kind::Reference { name, .. } = &expression.kind {
            names.insert(name.as_str());
        }
    });
    names
}

/// The number of productions that the production uses, directly or through others.
fn reached(grammar: &Grammar, name: &str) -> usize {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        if let Some(production) = grammar.production(name) {
            waiting.extend(
                references(&production.body)
                    .into_iter()
                    .filter(|name| seen.insert(*name)),
            );
        }
    }
    seen.len()
}

struct Analysis<'g> {
    plan: Plan<'g>,
    findings: Vec<Finding>,
}

impl<'g> Analysis<'g> {
    fn report(
        &mut self,
        production: &Production,
        span: &Span,
        kind: FindingKind,
        message: String,
        remedy: &str,
    ) {
        let (production, span, remedy) = (production.name.clone(), span.clone(), remedy.to_owned());
        self.findings.push(Finding {
            production,
            span,
            kind,
            message,
            remedy,
        });
    }

    fn unreferenced(&mut self, production: &Production) {
        let message = "no other production uses it".to_owned();
        let remedy = "it gets its function like every other and stands on its own";
        self.report(
            production,
            &production.name_span,
            FindingKind::Unreferenced,
            message,
            remedy,
        );
    }

    fn expression(&mut self, production: &'g Production, expression: &'g Expression) {
        match &expression.kind {
            Kind::Alternation(members) => self.alternation(production, expression, members),
            Kind::Sequence(members) => {
                for index in 0..members.len() {
                    self.join(production, &members[index..]);
                }
            }
            Kind::Repetition { body, .. } => self.rounds(production, expression, body),
            _ => {}
        }
        for child in expression.children() {
            self.expression(production, child);
        }
    }

    fn alternation(&mut self, production: &Production, whole: &Expression, members: &[Expression]) {
        let languages: Vec<Language> = members
            .iter()
            .map(|member| self.plan.languages().expression(member))
            .collect();
        let written = |index: usize| number_in_file(members, index);
        for (later, other) in languages.iter().enumerate() {
            let earlier = languages[..later].iter().enumerate();
            let shadow = earlier
                .clone()
                .find(|(_, language)| other.is_subset(language));
            if let Some((index, _)) = shadow {
                let message = format!(
                    "every text that it derives is derived by alternative {} already",
                    written(index)
                );
                let remedy =
                    "the earlier alternative is taken, as its place says; this one never is";
                self.report(
                    production,
                    &members[later].span,
                    FindingKind::ShadowedAlternative,
                    message,
                    remedy,
                );
                continue;
            }
            for (index, language) in earlier {
                if let Some(Witness { text, place }) = language.prefix_of(other) {
                    let message = format!(
                        "derives {:?}, with which a text of alternative {} begins: {text:?}",
                        &text[..place],
                        written(later)
                    );
                    let remedy =
                        "all alternatives are tried and the longest is taken, instead of the first";
                    self.report(
                        production,
                        &members[index].span,
                        FindingKind::PrefixAlternative,
                        message,
                        remedy,
                    );
                }
                if let Some(text) = language.common_word(other) {
                    let message = format!(
                        "alternatives {} and {} both derive {text:?}",
                        written(index),
                        written(later)
                    );
                    let remedy = if in_file_order(members) {
                        "the tree is that of the alternative written first"
                    } else {
                        "a reading says which of them the tree is of"
                    };
                    self.report(
                        production,
                        &whole.span,
                        FindingKind::Ambiguity,
                        message,
                        remedy,
                    );
                }
            }
        }
    }

    fn join(&mut self, production: &Production, parts: &[Expression]) {
        let [part, rest @ ..] = parts else { return };
        if rest.is_empty() {
            return;
        }
        match self.plan.join(parts) {
            Err(reason) => self.undecided(production, part, &reason),
            Ok(Join::Plain | Join::ShortestWithin | Join::Shortest) => {}
            Ok(Join::GiveBack(giver, Witness { text, place })) => {
                let (kind, remedy) = match giver {
                    Giver::Optional => (
                        FindingKind::GreedyOption,
                        "the rest is tried after the part and without it; what reaches further is taken",
                    ),
                    Giver::Many => (
                        FindingKind::GreedyRepetition,
                        "rounds are given back, the last first, until the rest can follow",
                    ),
                    Giver::Any => (
                        FindingKind::SeveralEnds,
                        "octets are given back one by one, which can take time in proportion to the square of the length",
                    ),
                };
                let nearer = &text[..place];
                let message =
                    format!("takes {text:?}, though the rest may have to begin after {nearer:?}");
                self.report(production, &part.span, kind, message, remedy);
            }
        }
        self.ambiguity(production, part, rest);
    }

    fn rounds(&mut self, production: &Production, expression: &Expression, body: &Expression) {
        match self.plan.rounds(body) {
            Ok(Rounds::Plain) => {}
            Ok(Rounds::Every(Witness { text, place })) => {
                let message = format!(
                    "a round takes {text:?}, though the next may have to begin after {:?}",
                    &text[..place]
                );
                let remedy = "every end of every round is tried, which can take time in proportion to the square of the length";
                self.report(
                    production,
                    &expression.span,
                    FindingKind::SeveralEnds,
                    message,
                    remedy,
                );
            }
            Err(reason) => self.undecided(production, expression, &reason),
        }
    }

    fn ambiguity(&mut self, production: &Production, part: &Expression, rest: &[Expression]) {
        let language = self.plan.languages().expression(part);
        let following = self.plan.languages().sequence(rest);
        let Some(Witness { text, place }) = language.ambiguous_before(&following) else {
            return;
        };
        let message = format!("in {text:?} it can end after {:?} or go on", &text[..place]);
        let remedy = match part.kind {
            Kind::Reference {
                extent: Extent::Shortest,
                ..
            } => "a reading makes it as short as lets the rest derive",
            _ => "it is as long as possible",
        };
        self.report(
            production,
            &part.span,
            FindingKind::Ambiguity,
            message,
            remedy,
        );
    }

    fn undecided(&mut self, production: &Production, expression: &Expression, reason: &Undecided) {
        let remedy = "no code is generated for it; change the production";
        self.report(
            production,
            &expression.span,
            FindingKind::Undecided,
            reason.to_string(),
            remedy,
        );
    }
}

/// The number of an alternative, counted from 1 as the file writes them; a reading may have
/// put them in another order.
fn number_in_file(members: &[Expression], index: usize) -> usize {
    let start = members[index].span.start;
    1 + members
        .iter()
        .filter(|member| member.span.start < start)
        .count()
}

fn in_file_order(members: &[Expression]) -> bool {
    members.is_sorted_by_key(|member| member.span.start)
}
