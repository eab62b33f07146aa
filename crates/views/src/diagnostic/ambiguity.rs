//! The other places that belong to a finding, such as an ambiguity.

use rfcbnf::analysis::{Finding, FindingKind};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::escape::Printable;

/// The most other places of an ambiguity that are listed.
const PLACES: usize = 20;

/// Returns where the derivations of an ambiguity diverge, and the other places of the finding, each on one line.
pub(crate) fn notes(
    grammar: &Grammar,
    finding: &Finding,
    position: impl Fn(usize) -> LineColumn,
) -> Vec<String> {
    let place = |at: usize| {
        let LineColumn { line, column, .. } = position(at);
        format!("{line}:{column}")
    };
    let divergence = finding.divergence().map(|(production, part)| {
        let production = Printable(production.as_bytes());
        if grammar.is_in_file(part.start) {
            format!(
                "the derivations diverge in `{production}`, at {}",
                place(part.start)
            )
        } else {
            format!("the derivations diverge in `{production}`")
        }
    });
    divergence
        .into_iter()
        .chain(elsewhere(finding, place))
        .collect()
}

fn elsewhere(finding: &Finding, place: impl Fn(usize) -> String) -> Option<String> {
    let mut last = finding.production();
    let places = finding.elsewhere().iter().take(PLACES);
    let places = places.map(|(production, part)| {
        let at = place(part.start);
        if std::mem::replace(&mut last, production) == production {
            return at;
        }
        format!("`{}` at {at}", Printable(production.as_bytes()))
    });
    let mut places: Vec<String> = places.collect();
    let further = finding.elsewhere().len().saturating_sub(PLACES);
    if further > 0 {
        places.push(format!("{further} further places"));
    }
    let what = match finding.kind() {
        FindingKind::MixedOctets => "the number above FF",
        _ => "the same ambiguity",
    };
    (!places.is_empty()).then(|| format!("{what}: {}", places.join(", ")))
}
