//! What a grammar holds that a reader of it, or a parser made from it by rote, can stumble on.
//!
//! Invariant: every finding is derived from the grammar by the same questions that the
//! generator asks ([`crate::plan`]), so what a finding says is done about it is what is done.

mod finding;

use std::collections::BTreeSet;

use crate::language::{TooLarge, Witness};
use crate::plan::{Giver, Join, OutOfOrder, Plan, Rounds};
use crate::syntax::{Expression, Grammar, Kind, Production, Quantifier};

pub use finding::{Finding, FindingKind};

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
    let mut findings = Findings::default();
    let plan = match Plan::new(grammar) {
        Ok(plan) => plan,
        Err((production, too_large)) => {
            findings.undecided(Place::of(production), too_large);
            return findings.0;
        }
    };
    let unreferenced = unreferenced(grammar);
    let mut analysis = Analysis { plan, findings };
    for production in &grammar.productions {
        if unreferenced.contains(production.name.as_str()) {
            analysis.findings.unreferenced(production);
        }
        analysis.expression(production, &production.body);
    }
    analysis.findings.0
}

/// The productions that no other uses, without the one where the grammar starts.
fn unreferenced(grammar: &Grammar) -> BTreeSet<&str> {
    let start = grammar.start().map(|start| start.name.as_str());
    let unused = grammar.unused().into_iter();
    let names = unused.map(|production| production.name.as_str());
    names.filter(|name| Some(*name) != start).collect()
}

/// Where a finding is: in which production, and at which part of it.
#[derive(Clone, Copy)]
struct Place<'g> {
    production: &'g Production,
    part: &'g Expression,
}

impl<'g> Place<'g> {
    fn of(production: &'g Production) -> Self {
        let part = &production.body;
        Self { production, part }
    }

    fn at(self, part: &'g Expression) -> Self {
        Self { part, ..self }
    }
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, place: Place, kind: FindingKind, message: String, remedy: &str) {
        self.0.push(Finding {
            production: place.production.name.clone(),
            span: place.part.span.clone(),
            kind,
            message,
            remedy: remedy.to_owned(),
        });
    }

    fn unreferenced(&mut self, production: &Production) {
        self.0.push(Finding {
            production: production.name.clone(),
            span: production.name_span.clone(),
            kind: FindingKind::Unreferenced,
            message: "no other production uses it".to_owned(),
            remedy: "it gets its function like every other and stands on its own".to_owned(),
        });
    }

    fn undecided(&mut self, place: Place, reason: TooLarge) {
        let remedy = "no code is generated for it; change the production";
        self.add(place, FindingKind::Undecided, reason.to_string(), remedy);
    }
}

struct Analysis<'g> {
    plan: Plan<'g>,
    findings: Findings,
}

impl<'g> Analysis<'g> {
    fn expression(&mut self, production: &'g Production, part: &'g Expression) {
        let place = Place { production, part };
        let result = match &part.kind {
            Kind::Alternation(members) => self.alternation(place, members),
            Kind::Sequence(members) => {
                (0..members.len()).try_for_each(|index| self.join(place, &members[index..]))
            }
            Kind::Repetition { body, .. } => self.rounds(place, body),
            _ => Ok(()),
        };
        if let Err(reason) = result {
            self.findings.undecided(place, reason);
        }
        for child in part.children() {
            self.expression(production, child);
        }
    }

    fn alternation(&mut self, place: Place<'g>, members: &'g [Expression]) -> Result<(), TooLarge> {
        let languages = self.plan.languages().each(members)?;
        for (later, other) in languages.iter().enumerate() {
            let mut earlier = languages[..later].iter();
            if let Some(index) = earlier.position(|language| other.is_subset(language)) {
                let number = number_in_file(members, index);
                let message = format!(
                    "every text that it derives is derived by alternative {number} already"
                );
                let remedy =
                    "the earlier alternative is taken, as its place says; this one never is";
                let place = place.at(&members[later]);
                self.findings
                    .add(place, FindingKind::ShadowedAlternative, message, remedy);
                continue;
            }
            for (index, language) in languages[..later].iter().enumerate() {
                if let Some(witness) = language.prefix_of(other) {
                    self.prefix(place, members, (index, later), &witness);
                }
                if let Some(text) = language.common_word(other) {
                    self.common(place, members, (index, later), &text);
                }
            }
        }
        Ok(())
    }

    fn prefix(
        &mut self,
        place: Place<'g>,
        members: &'g [Expression],
        (earlier, later): (usize, usize),
        Witness { text, place: end }: &Witness,
    ) {
        let (part, number) = (&text[..*end], number_in_file(members, later));
        let message =
            format!("derives {part:?}, with which a text of alternative {number} begins: {text:?}");
        let remedy = "all alternatives are tried and the longest is taken, instead of the first";
        let place = place.at(&members[earlier]);
        self.findings
            .add(place, FindingKind::PrefixAlternative, message, remedy);
    }

    fn common(
        &mut self,
        place: Place<'g>,
        members: &'g [Expression],
        (earlier, later): (usize, usize),
        text: &str,
    ) {
        let (one, other) = (
            number_in_file(members, earlier),
            number_in_file(members, later),
        );
        let message = format!("alternatives {one} and {other} both derive {text:?}");
        let remedy = if one < other {
            "the tree is that of the alternative written first"
        } else {
            "a reading says which of them the tree is of"
        };
        self.findings
            .add(place, FindingKind::Ambiguity, message, remedy);
    }

    fn join(&mut self, place: Place<'g>, parts: &'g [Expression]) -> Result<(), TooLarge> {
        let [part, rest @ ..] = parts else {
            return Ok(());
        };
        if rest.is_empty() {
            return Ok(());
        }
        let place = place.at(part);
        if let Join::GiveBack(giver, Witness { text, place: end }) = self.plan.join(parts)? {
            let (kind, remedy) = given_back(&giver);
            let nearer = &text[..end];
            let message =
                format!("takes {text:?}, though the rest may have to begin after {nearer:?}");
            self.findings.add(place, kind, message, remedy);
            if let Giver::Any(out_of_order) = giver {
                self.out_of_order(place, out_of_order);
            }
        }
        let language = self.plan.languages().expression(part)?;
        let following = self.plan.languages().sequence(rest)?;
        if let Some(Witness { text, place: end }) = language.ambiguous_before(&following) {
            let message = format!("in {text:?} it can end after {:?} or go on", &text[..end]);
            let remedy = match part.kind {
                Kind::Reference {
                    quantifier: Quantifier::Lazy,
                    ..
                } => "a reading makes it as short as lets the rest derive",
                _ => "it is as long as possible",
            };
            self.findings
                .add(place, FindingKind::Ambiguity, message, remedy);
        }
        Ok(())
    }

    fn out_of_order(&mut self, place: Place<'g>, out_of_order: OutOfOrder) {
        if let Some(Witness { text, place: end }) = out_of_order {
            let nearer = &text[..end];
            let message = format!(
                "in the first derivation of {text:?} it ends after {nearer:?}, not so in the tree"
            );
            let remedy = "the tree is the one in which it is as long as possible; \
                          for the first, write the alternative that derives more first";
            self.findings
                .add(place, FindingKind::OutOfOrder, message, remedy);
        }
    }

    fn rounds(&mut self, place: Place<'g>, body: &'g Expression) -> Result<(), TooLarge> {
        if let Rounds::Every(Witness { text, place: end }, out_of_order) = self.plan.rounds(body)? {
            let nearer = &text[..end];
            let message = format!(
                "a round takes {text:?}, though the next may have to begin after {nearer:?}"
            );
            let remedy = "every end of every round is tried; the time can grow with the square of the length";
            self.findings
                .add(place, FindingKind::SeveralEnds, message, remedy);
            self.out_of_order(place, out_of_order);
        }
        let round = self.plan.languages().expression(body)?;
        if let Some(Witness { text, place: end }) =
            round.ambiguous_before(&self.plan.more_rounds(body)?)
        {
            let message = format!(
                "in {text:?} a round can end after {:?} or go on",
                &text[..end]
            );
            let remedy = "each round is as long as lets the others follow";
            self.findings
                .add(place, FindingKind::Ambiguity, message, remedy);
        }
        Ok(())
    }
}

fn given_back(giver: &Giver) -> (FindingKind, &'static str) {
    match giver {
        Giver::Optional => (
            FindingKind::GreedyOption,
            "the rest is tried after the part and without it; what reaches further is taken",
        ),
        Giver::Many => (
            FindingKind::GreedyRepetition,
            "rounds are given back, the last first, until the rest can follow",
        ),
        Giver::Any(_) => (
            FindingKind::SeveralEnds,
            "octets are given back one by one; the time can grow with the square of the length",
        ),
    }
}

/// The number of an alternative, counted from 1 as the file writes them; a reading may have
/// put them in another order.
fn number_in_file(members: &[Expression], index: usize) -> usize {
    let start = members[index].span.start;
    let before = members.iter().filter(|member| member.span.start < start);
    1 + before.count()
}
