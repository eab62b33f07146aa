//! Prints the tree of a list of dates: `cargo run -- 1994-12,1994-12-24`.

mod dates {
    include!(concat!(env!("OUT_DIR"), "/dates.rs"));
}

use dates::{Rule, parse};

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match parse(Rule::Dates, &text) {
        Ok(tree) => print!("{tree}"),
        Err(error) => println!("{error:#}"),
    }
}
