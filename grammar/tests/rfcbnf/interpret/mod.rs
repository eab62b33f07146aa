//! The interpreter, compared with the automata and with the first derivations.

mod random;

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::interpret::{InterpretError, Interpreter};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::{Detail, Octets, Production as _};

use random::Numbers;

#[test]
fn probe() {
    let n: u64 = std::env::var("N").map_or(100, |n| n.parse().unwrap());
    let size: usize = std::env::var("SIZE").map_or(12, |n| n.parse().unwrap());
    let (mut verdicts, mut trees, mut bad_v, mut bad_t, mut large, mut flagged) =
        (0, 0, 0, 0, 0, 0);
    for seed in 0..n {
        let text = random::grammar(seed, size);
        let grammar = rfcbnf::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let start = std::time::Instant::now();
        let interpreter = match Interpreter::new(&grammar, |_| false) {
            Ok(i) => i,
            Err(e) => {
                eprintln!("seed {seed}: {e}");
                large += 1;
                continue;
            }
        };
        let planned = start.elapsed();
        let plan = rfcbnf::plan::Plan::new(&grammar).unwrap();
        let findings = rfcbnf::analysis::analyse(&grammar);
        let mut numbers = Numbers::new(seed + 1000);
        let texts = random::texts(&mut numbers, 60);
        for rule in interpreter.rules() {
            let automaton = Automaton::new(&grammar, rule.name()).unwrap();
            for text in &texts {
                let t0 = std::time::Instant::now();
                let expected = automaton.longest_prefix(text.as_bytes());
                let found = rule
                    .parse_prefix::<_, ()>(Octets(text.as_bytes()))
                    .ok()
                    .map(|(rest, _)| text.len() - rest.0.len());
                verdicts += 1;
                if t0.elapsed().as_millis() > 200 {
                    eprintln!(
                        "SLOW seed {seed} {} {text:?} {:?}",
                        rule.name(),
                        t0.elapsed()
                    );
                }
                if expected != found {
                    bad_v += 1;
                    eprintln!(
                        "V seed {seed} {} {text:?} {expected:?} {found:?}",
                        rule.name()
                    );
                }
                if expected == Some(text.len()) {
                    trees += 1;
                    let first = derivations(&grammar, rule.name(), text)
                        .unwrap()
                        .next()
                        .unwrap();
                    let t = first
                        .iter_with_depth()
                        .map(|(d, n)| (d, n.production().to_owned(), n.span()))
                        .collect::<Vec<_>>();
                    let f = rule.tree_in_detail(text, Detail::Characters).map(|tree| {
                        tree.root()
                            .descendants_with_depth()
                            .map(|(d, n)| (d, n.rule().name().to_owned(), n.span()))
                            .collect::<Vec<_>>()
                    });
                    if Some(t) != f {
                        bad_t += 1;
                        let fl = findings
                            .iter()
                            .any(|x| x.kind().to_string().contains("order"));
                        if fl {
                            flagged += 1
                        };
                        if bad_t < 20 {
                            eprintln!("T seed {seed} {} {text:?} flagged {fl}", rule.name());
                        }
                    }
                }
            }
        }
        if planned.as_millis() > 500 {
            eprintln!("seed {seed} planned {planned:?}");
        }
        let _ = plan;
    }
    eprintln!(
        "verdicts {verdicts} bad {bad_v}; trees {trees} bad {bad_t} flagged {flagged}; large {large}"
    );
}
