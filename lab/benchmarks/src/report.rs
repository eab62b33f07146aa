//! The tables in Markdown, which are readable on a terminal too.

use comfy_table::{CellAlignment, Table, presets};

use crate::figures::Measured;
use crate::goals::{self, Figure};
use crate::instructions::VALGRIND;
use crate::measurement::{Measurement, OfCorpus, OfPeer};
use crate::peers::{Peer, REFERENCE};
use crate::programs::Profile;
use crate::results::Results;
use crate::versions;
use crate::wasm::NODE;

/// The heading of a column with instructions.
const INSTRUCTIONS: &str = "instructions";

/// Returns the part that does not depend on the processor: the corpora, and what each peer accepts.
#[must_use]
pub fn parsers(peers: &[Peer], measurement: &Measurement) -> String {
    let lengths = measurement.corpora.iter().map(|corpus| {
        format!(
            "{}: {} URLs of {} octets on average",
            corpus.name, corpus.urls, corpus.average_length
        )
    });
    let lengths: Vec<String> = lengths.collect();
    format!(
        "{}.\n\n{}",
        lengths.join("; "),
        languages(peers, measurement)
    )
}

/// Returns the part on this processor: the date, the versions, times, goals and other figures.
#[must_use]
pub fn of_processor(
    peers: &[Peer],
    rounds: u16,
    profiles: &[Profile],
    results: &Results,
) -> String {
    let (goals, others): (Vec<Figure>, Vec<Figure>) = goals::all(results)
        .into_iter()
        .partition(|figure| figure.most.is_some());
    let columns = profiles.iter().map(|profile| profile.name());
    let columns: Vec<&str> = columns.chain([INSTRUCTIONS]).collect();
    format!(
        "Measured on {}, {rounds} rounds, with {}.\n\nMedian time for a URL, and how many times that of \
         {REFERENCE}. {}\n\n{}\n\n{}\n\n{}",
        jiff::Zoned::now().date(),
        versions(peers, results),
        remark(&results.instructions),
        times(profiles, results),
        figures(&columns, &goals, true),
        figures(&columns, &others, false),
    )
}

/// Lists the tools and the peers with their versions.
fn versions(peers: &[Peer], results: &Results) -> String {
    let mut tools = vec!["rustc"];
    tools.extend(results.instructions.is_ok().then_some(VALGRIND));
    tools.extend(results.wasm.is_ok().then_some(NODE));
    let tools = tools.into_iter().map(|tool| {
        let version = versions::of_tool(tool);
        format!(
            "{tool} {}",
            version.as_deref().unwrap_or("of unknown version")
        )
    });
    let others = peers.iter().filter(|peer| !peer.is_own());
    let mut packages: Vec<&str> = others.map(Peer::package).collect();
    packages.sort_unstable();
    packages.dedup();
    let packages = packages.into_iter().map(|package| {
        let versions = versions::of_package(package);
        format!("{package} {}", versions.join(" and "))
    });
    tools.chain(packages).collect::<Vec<_>>().join(", ")
}

/// Says what the column of instructions means, or why there is none.
fn remark(instructions: &Measured<Measurement>) -> String {
    match instructions {
        Ok(_) => "Instructions are those of the release profile.".to_owned(),
        Err(reason) => format!("Instructions: {reason}."),
    }
}

/// Returns the table of costs: a row for each peer, with the cost per URL and the ratio to the
/// reference for each corpus in each measurement.
fn times(profiles: &[Profile], results: &Results) -> String {
    let profiles = profiles.iter().map(|profile| (profile.name(), " ns"));
    let kinds = profiles.chain([(INSTRUCTIONS, "")]);
    let columns: Vec<(&str, &str, &OfCorpus)> = kinds
        .zip(results.measurements())
        .flat_map(|((name, unit), taken)| {
            let corpora = taken.corpora.iter();
            corpora.map(move |corpus| (name, unit, corpus))
        })
        .collect();
    let header = columns
        .iter()
        .map(|(name, _, corpus)| format!("{}, {name}", corpus.name));
    let names = columns[0].2.peers.iter().map(|peer| &peer.name);
    let rows = names.enumerate().map(|(place, name)| {
        let cells = columns
            .iter()
            .map(|(_, unit, corpus)| cost(corpus, &corpus.peers[place], unit));
        std::iter::once(name.clone()).chain(cells).collect()
    });
    table(
        ["parser".to_owned()].into_iter().chain(header).collect(),
        rows.collect(),
        1,
    )
}

/// Formats a cost and its ratio to that of the reference.
fn cost(corpus: &OfCorpus, peer: &OfPeer, unit: &str) -> String {
    let ratio = peer.cost.ratio(&corpus.peer(REFERENCE).cost);
    let digits = if ratio < 10.0 { 2 } else { 0 };
    format!("{:.0}{unit}  {ratio:5.digits$}", peer.cost.median())
}

/// Returns the table of peers: the accepted language, the result, and the number of accepted
/// texts.
fn languages(peers: &[Peer], measurement: &Measurement) -> String {
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

/// Returns a table of figures. With `limits`, it has columns for the limit, and for whether it is met.
pub(crate) fn figures(columns: &[&str], figures: &[Figure], limits: bool) -> String {
    let mut header = vec![if limits { "goal" } else { "ratio" }];
    header.extend(limits.then_some("at most"));
    header.extend(columns);
    header.extend(limits.then_some("met"));
    let rows = figures.iter().map(|figure| {
        let most = figure.most.map(|most| figure.unit.format(most));
        let mut cells: Vec<String> = match &figure.measured {
            Ok(measured) => measured
                .iter()
                .map(|one| figure.unit.format(*one))
                .collect(),
            Err(reason) => vec![reason.to_string()],
        };
        cells.resize(columns.len(), String::new());
        let met = figure
            .met()
            .map_or("", |met| if met { "yes" } else { "no" });
        let met = limits.then(|| met.to_owned());
        let what = [figure.what.clone()].into_iter().chain(most);
        what.chain(cells).chain(met).collect()
    });
    let header = header.into_iter().map(str::to_owned);
    table(header.collect(), rows.collect(), 1)
}

/// Returns a table with right-aligned columns after the first `words` ones.
pub(crate) fn table(header: Vec<String>, rows: Vec<Vec<String>>, words: usize) -> String {
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
    use crate::figures::Unit;
    use crate::figures::Unmeasured;

    const COLUMNS: [&str; 3] = ["release", "LTO", INSTRUCTIONS];

    fn figure(most: Option<f64>, unit: Unit, measured: Measured<Vec<f64>>) -> Figure {
        Figure {
            what: "a".to_owned(),
            unit,
            most,
            measured,
        }
    }

    #[test]
    fn a_goal_shows_its_unit_and_whether_it_is_met() {
        let goals = [
            figure(Some(0.7), Unit::Ratio, Ok(vec![0.62, 0.5, 0.66])),
            figure(Some(15.0), Unit::Seconds, Ok(vec![26.9])),
        ];
        assert_eq!(
            figures(&COLUMNS, &goals, true),
            "\
| goal | at most | release |  LTO | instructions | met |
|------|---------|---------|------|--------------|-----|
| a    |    0.70 |    0.62 | 0.50 |         0.66 | yes |
| a    |  15.0 s |  26.9 s |      |              |  no |"
        );
    }

    #[test]
    fn a_figure_that_was_not_measured_says_why() {
        let reason = Unmeasured::NotAsked { flag: "--wasm" };
        assert_eq!(
            figures(&COLUMNS, &[figure(None, Unit::Ratio, Err(reason))], false),
            "\
| ratio |                       release | LTO | instructions |
|-------|-------------------------------|-----|--------------|
| a     | not measured without `--wasm` |     |              |"
        );
    }
}
