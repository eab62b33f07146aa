//! Counts the allocations, and writes the results as JSON.
//!
//! The command of this package builds and runs this program.

use std::hint::black_box;

use allocation_counter::measure;
use rfc1738::{Rule, Url, is_valid, parse};
use rfc1738_benchmarks::corpus::Corpus;
use rfc1738_benchmarks::results::Allocations;

/// Returns the greatest number of allocations for one of the texts.
fn most<T>(texts: &[String], work: impl Fn(&str) -> T) -> u64 {
    let counts = texts.iter().map(|text| {
        let counted = measure(|| drop(black_box(work(text))));
        counted.count_total
    });
    counts.max().unwrap_or_default()
}

fn main() -> serde_json::Result<()> {
    let texts: Vec<String> = Corpus::all()
        .into_iter()
        .flat_map(|corpus| corpus.urls)
        .collect();
    let allocations = Allocations {
        is_valid: most(&texts, |text| is_valid(Rule::Url, text)),
        url: most(&texts, |text| Url::parse(text).is_ok()),
        tree: most(&texts, |text| parse(Rule::Url, text).is_ok()),
    };
    serde_json::to_writer(std::io::stdout(), &allocations)
}
