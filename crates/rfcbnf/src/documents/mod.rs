//! Documents that print grammars: RFCs as text, Markdown, HTML or XML.
//!
//! `markup` and `text` take a document apart into lines: they leave out pages, tags and what is no figure.
//! `candidates` finds what looks like rules, and `judgement` decides which of it are rules: its head has the criteria.
//! It also finds the lines that should be grammar and belong to no rule. `surroundings` does so for a file that was
//! pasted from a document.

pub(crate) mod blocks;
pub(crate) mod candidates;
pub(crate) mod document;
pub(crate) mod judgement;
pub(crate) mod located;
pub(crate) mod markup;
pub(crate) mod pages;
pub(crate) mod surroundings;
mod text;
mod wording;
