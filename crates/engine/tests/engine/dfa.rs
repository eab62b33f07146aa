//! DFAs, and the lists that they divide.

use rfcbnf_engine::ProductionId;
use rfcbnf_engine::dfa::{DenseDfa, List};

const EACH: ProductionId = ProductionId::new(3);
const LAST: ProductionId = ProductionId::new(200);

/// Returns the elements of the list that begins at `start`.
fn elements(list: List, text: &[u8], start: usize) -> Vec<(ProductionId, &[u8])> {
    let mut elements = Vec::new();
    list.elements(text, start, |production, start, end| {
        elements.push((production, &text[start..end]));
    });
    elements
}

#[test]
fn the_elements_of_a_list_lie_between_the_separators() {
    let list = List::separated(EACH, '.', LAST);
    let octets = [b'.', b'/', b'-', b'a', b'\x7f', b'\x01', b'\xae', b'\xff'];
    for length in 0..40 {
        for seed in 0..200_usize {
            let octet = |index: usize| octets[(seed * (index + 7) / 3 + index * index) % 8];
            let text: Vec<u8> = (0..length).map(octet).collect();
            let start = seed % (length + 1);
            let labels = text[start..].split(|&octet| octet == b'.');
            let mut expected: Vec<_> = labels.map(|label| (EACH, label)).collect();
            expected.last_mut().expect("a list has an element").0 = LAST;
            assert_eq!(elements(list, &text, start), expected);
        }
    }
}

#[test]
fn a_list_of_one_element_has_no_separators() {
    let digits = List::one(LAST);
    assert_eq!(
        elements(digits, b"0123456789", 0),
        [(LAST, b"0123456789".as_slice())]
    );
}

/// Returns a DFA of numbers of "a" and "b" modulo this number: each "b" counts twice.
fn modulo(number: usize) -> DenseDfa {
    let class = |octet| match octet {
        b'a' => 1,
        b'b' => 2,
        _ => 0,
    };
    let steps = (0..number).flat_map(|state| {
        let next = |count| Some((state + count) % number);
        [None, next(1), next(2)]
    });
    let accepting: Vec<bool> = (0..number).map(|state| state == 0).collect();
    DenseDfa::new(class, &steps.collect::<Vec<_>>(), &accepting).expect("it is small")
}

#[test]
fn pairs_of_octets_lead_where_single_ones_do() {
    for number in [1, 2, 3, 7, 20_000] {
        let dfa = modulo(number);
        for length in 0..12 {
            for bits in 0..1_u32 << length {
                let text: Vec<u8> = (0..length)
                    .map(|at| if bits >> at & 1 == 0 { b'a' } else { b'b' })
                    .collect();
                let count = length + bits.count_ones();
                assert_eq!(dfa.derives(&text), (count as usize).is_multiple_of(number));
            }
        }
    }
}

#[test]
fn runs_of_long_texts_are_passed_over() {
    let steps = [None, Some(1), None, None, Some(1), Some(0)];
    let class = |octet| match octet {
        b'a' => 1,
        b'.' => 2,
        _ => 0,
    };
    let dfa = DenseDfa::new(class, &steps, &[false, true]).expect("it is small");
    for length in 60..200 {
        let mut text = vec![b'a'; length];
        assert!(dfa.derives(&text));
        text[length - 9] = b'.';
        assert!(dfa.derives(&text));
        text[length - 30] = b'-';
        assert!(!dfa.derives(&text));
    }
}
