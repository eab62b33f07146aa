//! How a BNF works, in nine chapters.
//!
//! ```
//! use rfc1738::Rule;
//!
//! // "a host, and perhaps a colon and a port": chapter 1 explains how to read it.
//! assert_eq!(Rule::Hostport.production(), "hostport       = host [ \":\" port ]");
//! assert!(rfc1738::is_valid(Rule::Hostport, "www.w3.org:80"));
//! assert!(!rfc1738::is_valid(Rule::Hostport, "www.w3.org:"));
//! ```
//!
//! The tutorial is for people who have never seen a BNF, or who want to know why a grammar on
//! paper is not yet a parser. Each chapter takes some minutes, builds on those before it, and
//! ends with two exercises. All chapters use the grammar of RFC 1738; the last one shows how to
//! write your own.
//!
//! [Chapter 1](chapter_1) says how to get the command `rfc1738`. The tests run the commands and
//! the Rust programs of all chapters.

// Each chapter is also a file that forges show. Its links lead to files; `links.txt` defines the
// same labels first, and Markdown takes the first definition.
#[doc = include_str!("links.txt")]
#[doc = include_str!("1_productions.md")]
pub mod chapter_1 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("2_derivations.md")]
pub mod chapter_2 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("3_parsing.md")]
pub mod chapter_3 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("4_ordered_choice.md")]
pub mod chapter_4 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("5_prose.md")]
pub mod chapter_5 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("6_errors.md")]
pub mod chapter_6 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("7_regular.md")]
pub mod chapter_7 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("8_recursion.md")]
pub mod chapter_8 {}
#[doc = include_str!("links.txt")]
#[doc = include_str!("9_own_grammar.md")]
pub mod chapter_9 {}
