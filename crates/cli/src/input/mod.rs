//! Texts, grammars and readings from arguments, files and standard input.

pub(crate) mod chosen_grammar;
pub(crate) mod folder;
pub(crate) mod grammar_files;
pub(crate) mod lines;
pub(crate) mod records;
pub(crate) mod source;
pub(crate) mod suspects;
pub(crate) mod text_argument;
pub(crate) mod toml_file;
