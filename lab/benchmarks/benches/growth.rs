//! Time against length from 16 octets to 16 MB, for valid texts and for the slowest rejected
//! texts.
//!
//! criterion writes a report with curves. `PICTURE=growth.svg` draws all curves in one picture.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use rfc1738::{is_valid, parse};
use rfc1738_benchmarks::growth::{FAMILIES, Family, LENGTHS};
use rfc1738_benchmarks::picture::{self, Curve};

/// The measured functions, each with a colour of its own.
const GROUPS: [&str; 3] = ["is_valid, valid", "parse, valid", "parse, rejected"];

/// The fewest nanoseconds for each curve and length.
type Times = BTreeMap<(usize, &'static str), BTreeMap<usize, f64>>;

/// Returns whether the group measures texts of the family.
fn measures(group: usize, family: &Family) -> bool {
    family.valid == (group < 2)
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts and times are far below 2^52"
)]
fn curves(criterion: &mut Criterion, group: usize, times: &RefCell<Times>) {
    let mut measured = criterion.benchmark_group(GROUPS[group]);
    measured
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .nresamples(1_000)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(200));
    for family in FAMILIES.iter().filter(|family| measures(group, family)) {
        for length in LENGTHS {
            let text = family.text(length);
            measured.throughput(Throughput::Bytes(text.len() as u64));
            let id = BenchmarkId::new(family.name, length);
            measured.bench_with_input(id, &text, |bencher, text| {
                bencher.iter_custom(|runs| {
                    let start = Instant::now();
                    for _ in 0..runs {
                        if group == 0 {
                            black_box(is_valid(family.rule, black_box(text)));
                        } else {
                            drop(black_box(parse(family.rule, black_box(text))));
                        }
                    }
                    let elapsed = start.elapsed();
                    let time = elapsed.as_nanos() as f64 / runs as f64;
                    let mut times = times.borrow_mut();
                    let curve = times.entry((group, family.name)).or_default();
                    let least = curve.entry(text.len()).or_insert(time);
                    *least = least.min(time);
                    elapsed
                });
            });
        }
    }
    measured.finish();
}

#[allow(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
fn main() -> anyhow::Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let times = RefCell::default();
    for group in 0..GROUPS.len() {
        curves(&mut criterion, group, &times);
    }
    criterion.final_summary();
    let Some(file) = std::env::var_os("PICTURE") else {
        return Ok(());
    };
    let curves = times.into_inner().into_iter().map(|((group, _), points)| {
        let points = points
            .into_iter()
            .map(|(length, time)| (length as f64, time));
        Curve {
            group,
            points: points.collect(),
        }
    });
    let curves: Vec<Curve> = curves.collect();
    std::fs::write(file, picture::growth(&GROUPS, &curves)?)?;
    Ok(())
}
