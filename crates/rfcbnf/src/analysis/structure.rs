//! The findings that need no automaton: which productions are used, which derive a text, and which
//! the automata do not decide about.

use super::finding::{FindingKind, Findings, Unexamined};
use crate::imports::rfc_numbers;
use crate::obstacles::{Obstacle, ObstacleKind, Obstacles};
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

/// Adds the findings about all productions.
pub(super) fn find(grammar: &Grammar, findings: &mut Findings) {
    let obstacles = grammar.obstacles();
    unused(grammar, &obstacles, findings);
    for (index, production) in grammar.productions.iter().enumerate() {
        without_text(index, production, &obstacles, findings);
        itself(production, findings);
        if let Some(length) = &production.length {
            let message = format!("the length of its texts is elsewhere in the text: {length}");
            let remedy = "a text that needs this production is undecided";
            let (span, kind) = (production.name_span.clone(), FindingKind::Length);
            findings.push(&production.name, span, kind, message, remedy);
        }
    }
    for obstacle in obstacles.causes() {
        let (kind, remedy) = match obstacle.kind() {
            ObstacleKind::Prose { .. } => (
                FindingKind::Prose,
                "no program can decide about the texts of this production and of those that use it",
            ),
            ObstacleKind::Recursion { .. } if obstacle.is_one_sided() => (
                FindingKind::Recursion,
                "automata decide about it, and generated code reads it by a recognizer; a repetition can take its place",
            ),
            ObstacleKind::Recursion { .. } => (
                FindingKind::Recursion,
                "automata cannot decide about this production and those that use it",
            ),
            // `NoText` has findings of its own. The others are errors.
            _ => continue,
        };
        let (production, span) = (obstacle.production(), obstacle.span());
        findings.push(production, span, kind, obstacle.to_string(), remedy);
    }
}

/// Adds a finding for each production that the document of the grammar defines in several ways.
pub(super) fn redefined(grammar: &Grammar, findings: &mut Findings) {
    let document = grammar.document.iter();
    for (name, lines) in document.flat_map(|document| document.redefined()) {
        let mut productions = grammar.productions.iter();
        let production = productions.find(|one| {
            one.name.eq_ignore_ascii_case(name) && grammar.is_in_file(one.name_span.start)
        });
        let Some(production) = production else {
            continue;
        };
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let at = if lines.len() == 1 { "line" } else { "lines" };
        let message = format!("it is defined differently at {at} {}", lines.join(", "));
        let remedy = "make the definitions derive the same texts; this one is taken";
        let (span, kind) = (production.name_span.clone(), FindingKind::Redefined);
        findings.push(&production.name, span, kind, message, remedy);
    }
}

/// Adds a finding for each imported grammar that defines nothing that the grammar needs, at the grammar's first production.
pub(super) fn unused_imports(grammar: &Grammar, findings: &mut Findings) {
    if grammar.unused_imports.is_empty() {
        return;
    }
    let own =
        || { grammar.productions.iter() }.filter(|one| grammar.is_in_file(one.name_span.start));
    let Some(first) = own().next() else {
        return;
    };
    let remedy = match own().find_map(prose_of_an_rfc) {
        Some((production, rfc)) => format!(
            "the prose of `{production}` names RFC {rfc}: a line of `names` in the file of imports binds it"
        ),
        None => "remove the import".to_owned(),
    };
    for name in &grammar.unused_imports {
        let message = "nothing that the grammar needs is defined there".to_owned();
        let (span, kind) = (first.name_span.clone(), FindingKind::UnusedImport);
        findings.push(name, span, kind, message, &remedy);
    }
}

/// Returns the production and the number of an RFC that prose in it names.
fn prose_of_an_rfc(production: &Production) -> Option<(&str, u32)> {
    let mut found = None;
    production.body.walk(&mut |part| {
        if let Kind::Prose(prose) = &part.kind {
            found = found.or_else(|| rfc_numbers(prose).first().copied());
        }
    });
    found.map(|rfc| (production.name.as_str(), rfc))
}

/// Returns why the automata do not decide about the production that has the obstacle.
pub(super) fn reason(obstacle: &Obstacle) -> Unexamined {
    match obstacle.kind() {
        // Lengths keep no automaton from deciding about the language.
        ObstacleKind::Prose { .. } | ObstacleKind::Length { .. } => Unexamined::Prose,
        ObstacleKind::NoText { .. } if obstacle.derives_no_text() => Unexamined::NoText,
        ObstacleKind::Recursion { .. } | ObstacleKind::NoText { .. } => Unexamined::Recursion,
        ObstacleKind::TooDeep | ObstacleKind::EmptyTooLarge | ObstacleKind::TooManyRounds => {
            Unexamined::TooLarge
        }
        ObstacleKind::Unreadable { .. } | ObstacleKind::Undefined { .. } => Unexamined::Error,
    }
}

/// Adds a finding for each group of productions that no other production uses. A start of the
/// grammar has none: the production that leads to the most others, the first of several, and a cycle
/// that contains the first production of the file, or leads to the most others while another
/// production uses the first.
fn unused(grammar: &Grammar, obstacles: &Obstacles<'_>, findings: &mut Findings) {
    let groups = obstacles.unused_groups();
    // The last of several maxima is the first in the file.
    let widest = |is_meant: &dyn Fn(&&Vec<usize>) -> bool| {
        let groups = groups.iter().rev().filter(is_meant);
        groups.max_by_key(|group| obstacles.reach(group[0]))
    };
    let alone = widest(&|group| group.len() == 1);
    let begins = groups.iter().find(|group| group[0] == 0);
    let first = begins.or_else(|| widest(&|_| true));
    for group in &groups {
        let production = &grammar.productions[group[0]];
        let span = production.name_span.clone();
        if let [_] = group.as_slice() {
            if Some(group) == alone {
                continue;
            }
            let message = "no other production uses it".to_owned();
            let remedy = "the generator writes a function for it, as for every production";
            let kind = FindingKind::Unreferenced;
            findings.push(&production.name, span, kind, message, remedy);
        } else if Some(group) != first {
            let message = format!(
                "{} use each other, and no other production uses them",
                names(grammar, group)
            );
            let remedy = "use one of them elsewhere, or remove them, unless one is a start";
            let kind = FindingKind::UnreferencedCycle;
            findings.push(&production.name, span, kind, message, remedy);
        }
    }
}

/// The most names of a group that a message shows.
const SHOWN: usize = 8;

/// Returns the names of some productions.
fn names(grammar: &Grammar, group: &[usize]) -> String {
    let shown = group.iter().take(SHOWN);
    let mut names: Vec<String> = shown
        .map(|&index| format!("`{}`", grammar.productions[index].name))
        .collect();
    let last = match group.len().checked_sub(SHOWN) {
        Some(further @ 1..) => format!("{further} others"),
        _ => names.pop().unwrap_or_default(),
    };
    format!("{} and {last}", names.join(", "))
}

/// Adds a finding for each alternative of a production that is the production itself.
fn itself(production: &Production, findings: &mut Findings) {
    let Kind::Alternation(members) = &production.body.kind else {
        return;
    };
    for member in members.iter().filter(|one| is_itself(production, one)) {
        let message = "it is the production itself, which derives nothing more".to_owned();
        let remedy = "remove it; recursion needs something beside the name";
        let (span, kind) = (member.span.clone(), FindingKind::ShadowedAlternative);
        findings.push(&production.name, span, kind, message, remedy);
    }
}

/// Returns whether the part is nothing but the name of the production.
pub(super) fn is_itself(production: &Production, part: &Expression) -> bool {
    matches!(&part.kind, Kind::Reference { name, .. } if *name == production.name)
}

/// Adds a finding if the production derives no text, or one for each part that derives none.
fn without_text(
    index: usize,
    production: &Production,
    obstacles: &Obstacles<'_>,
    findings: &mut Findings,
) {
    let productive = obstacles.productive();
    let body = &production.body;
    if let Some((_, span)) = productive.blocker(body) {
        let message = format!(
            "it derives no text, because each of these needs the next: {}",
            productive.chain(index).join(" → ")
        );
        let remedy = "add an alternative that ends the recursion";
        findings.push(&production.name, span, FindingKind::NoText, message, remedy);
        return;
    }
    let mut dead: Vec<(Span, String)> = Vec::new();
    productive.dead_parts(body, &mut |part, around| {
        let Some((blocker, _)) = productive.blocker(part) else {
            return;
        };
        let part_is = match &around.kind {
            Kind::Alternation(members) => {
                let members: Vec<&Expression> = members.iter().collect();
                let numbers = numbers_in_file(&members).into_iter().zip(members);
                let mut own = numbers.filter(|(_, member)| std::ptr::eq(*member, part));
                let number = own.next().map_or(1, |(number, _)| number);
                format!("alternative {number} never matches")
            }
            _ => "this part never matches".to_owned(),
        };
        let chain = productive.chain(blocker);
        dead.push((
            part.span.clone(),
            format!(
                "{part_is}: it needs `{}`, which derives no text: {}",
                chain[0],
                chain.join(" → ")
            ),
        ));
    });
    for (span, message) in dead {
        let remedy = "the parser skips it; repair the production that it needs, or remove it";
        findings.push(
            &production.name,
            span,
            FindingKind::DeadAlternative,
            message,
            remedy,
        );
    }
}

/// Returns the numbers of alternatives, counted from 1 in file order. A reading can change the
/// order of the alternatives.
pub(super) fn numbers_in_file(members: &[&Expression]) -> Vec<usize> {
    let mut starts: Vec<usize> = members.iter().map(|member| member.span.start).collect();
    starts.sort_unstable();
    let number = |member: &&Expression| {
        let before = starts.partition_point(|start| *start < member.span.start);
        1 + before
    };
    members.iter().map(number).collect()
}
