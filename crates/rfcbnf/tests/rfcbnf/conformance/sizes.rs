//! The sizes of suites, and the refusal of suites that are too large.

use rfcbnf::conformance::{LIMIT, Suite};

use super::support::{automaton, productions, small, suite};

#[test]
fn suites_are_as_large_as_the_documentation_says() {
    let sizes = |name| {
        let automaton = automaton(name);
        let size = |extra_states| Suite::new(automaton, extra_states).ok().map(|it| it.size());
        [size(0), size(1), size(2)]
    };
    for (name, expected) in [
        ("url", [Some(625_626), Some(7_444_695), None]),
        ("otherurl", [Some(83_262), Some(411_668), Some(6_195_120)]),
        ("ftpurl", [Some(81_276), Some(368_365), Some(7_084_714)]),
        ("gopherurl", [Some(37_572), Some(109_059), Some(1_308_045)]),
        ("httpurl", [Some(32_988), Some(83_160), Some(812_757)]),
        ("hostport", [Some(6_858), Some(8_499), Some(17_800)]),
        ("host", [Some(5_122), Some(5_980), Some(9_754)]),
        ("search", [Some(937), Some(1_038), Some(1_451)]),
        ("port", [Some(742), Some(757), Some(788)]),
    ] {
        assert_eq!(sizes(name), expected, "{name}");
    }
}

#[test]
fn all_suites_together_are_as_large_as_the_documentation_says() {
    let sizes = productions().map(|(_, automaton)| suite(automaton, 0).size());
    assert_eq!(sizes.sum::<u64>(), 1_358_654);
    let sizes = productions().map(|(_, automaton)| suite(automaton, 1).size());
    assert_eq!(sizes.sum::<u64>(), 9_595_258);
}

#[test]
fn a_suite_beyond_the_limit_is_refused_with_its_size() {
    let error = Suite::new(automaton("url"), 2)
        .err()
        .expect("it is too large");
    assert!(error.texts() > LIMIT);
    let needed = "277189003 texts are needed, and the limit is 100000000";
    assert_eq!(error.to_string(), needed);
    let error = Suite::new(automaton("port"), 255)
        .err()
        .expect("it is too large");
    assert_eq!(error.texts(), u64::MAX);
    let needed = "more texts are needed than a 64-bit number counts, and the limit is 100000000";
    assert_eq!(error.to_string(), needed);
}

#[test]
fn a_small_suite_is_accepted_with_many_extra_states() {
    let automaton = small("a = \"x\"\n");
    assert!(Suite::new(&automaton, 12).is_ok());
}
