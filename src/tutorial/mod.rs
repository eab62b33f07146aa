//! How a BNF works, in eight chapters.
//!
//! For somebody who has not seen a BNF before, or wants to know why a grammar on paper and a
//! parser in code are not the same thing. Each chapter takes some minutes, and builds on those
//! before it. All of them look at the grammar of RFC 1738, the last at one of your own.
//!
//! What begins with `$` is a command, with what it prints below it; `…` stands for lines that
//! are left out. They are run at the top of the repository, where `cargo install --path cli` puts
//! `rfc1738` in place. Their output, like the Rust code, is tested.

#[doc = include_str!("1_productions.md")]
pub mod chapter_1 {}
#[doc = include_str!("2_derivations.md")]
pub mod chapter_2 {}
#[doc = include_str!("3_parsing.md")]
pub mod chapter_3 {}
#[doc = include_str!("4_ordered_choice.md")]
pub mod chapter_4 {}
#[doc = include_str!("5_prose.md")]
pub mod chapter_5 {}
#[doc = include_str!("6_errors.md")]
pub mod chapter_6 {}
#[doc = include_str!("7_regular.md")]
pub mod chapter_7 {}
#[doc = include_str!("8_own_grammar.md")]
pub mod chapter_8 {}
