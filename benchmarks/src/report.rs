//! The tables in Markdown, which are readable on a terminal too.

use comfy_table::{CellAlignment, Table, presets};

use crate::goals::Goal;
use crate::measurement::{Measurement, OfCorpus, OfPeer};
use crate::peers::{Peer, REFERENCE};
use crate::programs::Profile;

/// Returns the table of times: a row for each peer, with the nanoseconds per URL and the ratio to the
/// reference for each profile and corpus.
#[must_use]
pub fn times(measurements: &[(Profile, Measurement)]) -> String {
    let columns: Vec<(&str, &OfCorpus)> = measurements
        .iter()
        .flat_map(|(profile, taken)| {
            let corpora = taken.corpora.iter();
            corpora.map(|corpus| (profile.name(), corpus))
        })
        .collect();
    let header = columns
        .iter()
        .map(|(profile, corpus)| format!("{}, {profile}", corpus.name));
    let names = measurements[0].1.corpora[0]
        .peers
        .iter()
        .map(|peer| &peer.name);
    let rows = names.enumerate().map(|(place, name)| {
        let cells = columns
            .iter()
            .map(|(_, corpus)| time(corpus, &corpus.peers[place]));
        std::iter::once(name.clone()).chain(cells).collect()
    });
    table(
        ["parser".to_owned()].into_iter().chain(header).collect(),
        rows.collect(),
        1,
    )
}

/// Formats nanoseconds and their ratio to the reference.
fn time(corpus: &OfCorpus, peer: &OfPeer) -> String {
    let ratio = peer.times.ratio(&corpus.peer(REFERENCE).times);
    let digits = if ratio < 10.0 { 2 } else { 0 };
    format!("{:.0} ns  {ratio:5.digits$}", peer.times.median())
}

/// Returns the table of peers: the accepted language, the result, and the number of accepted
/// texts.
#[must_use]
pub fn languages(peers: &[Peer], measurement: &Measurement) -> String {
    let mut header = vec![
        "parser".to_owned(),
        "language".to_owned(),
        "result".to_owned(),
    ];
    for corpus in &measurement.corpora {
        header.push(format!("{}: accepted of {}", corpus.name, corpus.urls));
    }
    let rows = peers.iter().map(|peer| {
        let corpora = measurement.corpora.iter();
        let accepted = corpora.map(|corpus| corpus.peer(peer.name).accepted.to_string());
        let words = [peer.name, peer.language, peer.result].map(str::to_owned);
        words.into_iter().chain(accepted).collect()
    });
    table(header, rows.collect(), 3)
}

/// Returns the table of goals.
#[must_use]
pub fn goals(goals: &[Goal]) -> String {
    let header = [
        "goal",
        "at most",
        Profile::Release.name(),
        Profile::Lto.name(),
        "met",
    ];
    let rows = goals.iter().map(|goal| {
        let measured = |place: usize| goal.measured.get(place).map(|figure| short(*figure));
        let met = match goal.met() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not measured",
        };
        vec![
            goal.what.clone(),
            short(goal.most),
            measured(0).unwrap_or_default(),
            measured(1).unwrap_or_default(),
            met.to_owned(),
        ]
    });
    table(header.map(str::to_owned).to_vec(), rows.collect(), 1)
}

/// Formats a figure with three significant digits.
fn short(figure: f64) -> String {
    if figure.fract() == 0.0 {
        format!("{figure:.0}")
    } else if figure < 0.1 {
        format!("{figure:.4}")
    } else {
        format!("{figure:.2}")
    }
}

/// Returns a table with right-aligned columns after the first `words` ones.
fn table(header: Vec<String>, rows: Vec<Vec<String>>, words: usize) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::ASCII_MARKDOWN)
        .set_header(header)
        .add_rows(rows);
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(
            [0.0, 2.0, 0.85, 1.0 / 30.0, 12.345].map(short),
            ["0", "2", "0.85", "0.0333", "12.35"]
        );
    }
}
