//! Counts instructions, which do not depend on the load. Needs valgrind and `gungraun-runner`.

#![allow(missing_docs, reason = "gungraun writes items without documentation")]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use rfc1738::{Detail, Rule, Url, is_valid, parse, parse_in_detail};
use rfc1738_benchmarks::corpus::Corpus;
use rfc1738_benchmarks::peers::made;

/// Returns the URLs of a corpus.
fn urls(corpus: fn() -> Corpus) -> Vec<String> {
    corpus().urls
}

/// Returns the URLs of a corpus, each with a wrong octet.
fn broken(corpus: fn() -> Corpus) -> Vec<String> {
    corpus().broken()
}

/// Applies a function to each text. Returns the texts, so that dropping them does not count.
fn each(texts: Vec<String>, work: impl Fn(&str) -> bool) -> Vec<String> {
    for text in &texts {
        black_box(work(black_box(text)));
    }
    texts
}

#[library_benchmark(setup = urls)]
#[bench::logs(Corpus::logs)]
#[bench::mail(Corpus::mail)]
#[bench::sentences(Corpus::sentences)]
fn verdicts(texts: Vec<String>) -> Vec<String> {
    each(texts, |text| is_valid(Rule::Url, text))
}

#[library_benchmark(setup = urls)]
#[bench::logs(Corpus::logs)]
#[bench::mail(Corpus::mail)]
#[bench::sentences(Corpus::sentences)]
fn typed(texts: Vec<String>) -> Vec<String> {
    each(texts, |text| made(Url::parse(text)))
}

#[library_benchmark(setup = urls)]
#[bench::logs(Corpus::logs)]
#[bench::mail(Corpus::mail)]
#[bench::sentences(Corpus::sentences)]
fn trees(texts: Vec<String>) -> Vec<String> {
    each(texts, |text| made(parse(Rule::Url, text)))
}

#[library_benchmark(setup = urls)]
#[bench::logs(Corpus::logs)]
#[bench::mail(Corpus::mail)]
#[bench::sentences(Corpus::sentences)]
fn characters(texts: Vec<String>) -> Vec<String> {
    each(texts, |text| {
        made(parse_in_detail(Rule::Url, text, Detail::Characters))
    })
}

#[library_benchmark(setup = broken)]
#[bench::logs(Corpus::logs)]
#[bench::mail(Corpus::mail)]
#[bench::sentences(Corpus::sentences)]
fn errors(texts: Vec<String>) -> Vec<String> {
    each(texts, |text| !made(parse(Rule::Url, text)))
}

library_benchmark_group!(
    name = instructions,
    benchmarks = [verdicts, typed, trees, characters, errors]
);
main!(library_benchmark_groups = instructions);
