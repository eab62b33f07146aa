//! Pages about productions.

use super::output_of;
use crate::extent::few_or_many;
use rfc1738::Rule;

#[test]
fn all_pages_have_their_parts_in_order() {
    let parts = [
        "Section   ",
        "Heading   ",
        "Uses      ",
        "Used by   ",
        "First     ",
        "Diagram",
        "Shortest examples",
        "A typical example",
        "A near miss",
    ];
    // A page takes a process.
    for rule in Rule::ALL.into_iter().step_by(few_or_many(4, 1)) {
        let page = output_of(&[rule.name()]);
        assert!(page.starts_with(rule.production()), "{page}");
        let places = parts.map(|part| page.find(&format!("\n{part}")));
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{page}"
        );
    }
}
