//! Compares the library's advice with tables written by hand from the RFC.

mod addr_spec;
mod addresses;
mod escapes;
mod hosts;
mod ids;
mod kind;
mod long_texts;
mod messages;
mod passwords;
mod ports;
mod random;
mod schemes;
mod wire;

use kind::Kind;
use rfc1738::AdviceId;

/// Returns all tables.
fn kinds() -> impl Iterator<Item = &'static Kind> {
    let tables = [
        addresses::KINDS,
        escapes::KINDS,
        hosts::KINDS,
        passwords::KINDS,
        ports::KINDS,
        schemes::KINDS,
        wire::KINDS,
    ];
    tables.into_iter().flatten()
}

#[test]
fn advice_is_what_the_tables_say_and_where() {
    kinds().for_each(Kind::check);
}

#[test]
fn every_id_has_a_table() {
    for id in AdviceId::ALL {
        assert_eq!(kinds().filter(|kind| kind.id == id).count(), 1, "{id}");
    }
}
