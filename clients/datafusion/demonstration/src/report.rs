//! The tables of `docs/sql.md`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;

use crate::growth::{Place, Run};
use crate::measure::{Figure, LOOP, rate};

/// The lines around the tables.
const BEGIN: &str = "<!-- figures: begin -->\n";
const END: &str = "<!-- figures: end -->\n";

/// The URLs in a month of the index of Common Crawl, and the machines to read them.
const URLS: u64 = 3_000_000_000;
const MACHINES: u64 = 10;

/// Returns the tables.
#[must_use]
pub fn tables(figures: &[Figure], filters: &[Figure; 2], runs: &[Run]) -> String {
    let mut text = String::new();
    functions(&mut text, figures);
    of_filters(&mut text, filters);
    growth(&mut text, runs);
    paper(&mut text, runs);
    text
}

/// Replaces the tables of the page.
///
/// # Errors
///
/// Fails if the page cannot be read or written, or has no place for tables.
pub fn write(page: &Path, tables: &str) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(page)?;
    let place = || format!("{} has no place for figures", page.display());
    let (before, rest) = text.split_once(BEGIN).with_context(place)?;
    let (_, after) = rest.split_once(END).with_context(place)?;
    std::fs::write(page, format!("{before}{BEGIN}{tables}{END}{after}"))?;
    Ok(())
}

fn functions(text: &mut String, figures: &[Figure]) {
    let of_loop = figures
        .iter()
        .find(|figure| figure.name == LOOP)
        .map(Figure::rate);
    line(
        text,
        "| on one core | ns a row | rows a second | of the loop |",
    );
    line(text, "|---|---:|---:|---:|");
    for figure in figures {
        let name = if figure.name == LOOP {
            figure.name.to_owned()
        } else {
            format!("`count({})`", figure.name)
        };
        let share = of_loop.map_or(0.0, |of_loop| figure.rate() / of_loop * 100.0);
        let (time, rate) = (1e9 / figure.rate(), figure.rate() / 1e6);
        line(
            text,
            &format!("| {name} | {time:.0} | {rate:.2} million | {share:.0} % |"),
        );
    }
    line(text, "");
}

fn of_filters(text: &mut String, filters: &[Figure; 2]) {
    line(
        text,
        "| over Parquet, on one core | ns a row | of the regular expression |",
    );
    line(text, "|---|---:|---:|");
    let [_, other] = filters;
    for filter in filters {
        let share = filter.time.as_secs_f64() / other.time.as_secs_f64();
        let (name, time) = (filter.name, 1e9 / filter.rate());
        line(text, &format!("| {name} | {time:.0} | {share:.2} |"));
    }
    line(text, "");
}

fn growth(text: &mut String, runs: &[Run]) {
    line(
        text,
        "| rows | place | seconds | CPU seconds | rows a second | rows a CPU second |",
    );
    line(text, "|---:|---|---:|---:|---:|---:|");
    for run in runs {
        let (rows, place) = (run.rows, name(run.place));
        let (seconds, by_time) = (seconds(run.time), millions(run.rows, run.time));
        let (cpu, by_cpu) = match run.cpu {
            Some(cpu) => (self::seconds(cpu), millions(run.rows, cpu)),
            None => ("unknown".to_owned(), "unknown".to_owned()),
        };
        line(
            text,
            &format!("| {rows} | {place} | {seconds} | {cpu} | {by_time} | {by_cpu} |"),
        );
    }
    line(text, "");
}

/// Computes the time of a month of Common Crawl from the longest run of the cluster.
fn paper(text: &mut String, runs: &[Run]) {
    let of_cluster = runs
        .iter()
        .filter(|run| matches!(run.place, Place::Executors(_)));
    let Some(run) = of_cluster.max_by_key(|run| run.rows) else {
        return;
    };
    let cpu = run.cpu.unwrap_or(run.time);
    let each = rate(run.rows, cpu);
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^53")]
    let seconds = |cores: u64| URLS as f64 / (each * (MACHINES * cores) as f64);
    line(
        text,
        &format!(
            "On paper: an executor reads {:.2} million URLs in a second of CPU time. {MACHINES} machines with 8 cores \
             each read {} billion URLs in {:.0} seconds, and with 32 cores each in {:.0}, if the disks and the network \
             deliver the files as fast.",
            each / 1e6,
            URLS / 1_000_000_000,
            seconds(8),
            seconds(32)
        ),
    );
}

fn name(place: Place) -> String {
    match place {
        Place::Threads(1) => "one core".to_owned(),
        Place::Threads(threads) => format!("{threads} cores"),
        Place::Executors(executors) => format!("{executors} executors"),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

fn millions(rows: u64, time: Duration) -> String {
    format!("{:.2} million", rate(rows, time) / 1e6)
}

fn line(text: &mut String, line: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{line}");
}
