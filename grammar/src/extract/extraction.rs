//! What was found in a document.

use crate::documents::document::{Erratum, Section};
use crate::error::Form;

/// Which of several definitions of a name to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// The first.
    First,
    /// The last: documents collect their rules at the end.
    #[default]
    Last,
}

/// The grammar of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// The form of the document.
    pub form: Form,
    /// The rules in the order of the document.
    pub rules: Vec<ExtractedRule>,
    /// The rules that the document defines several times with different bodies.
    pub redefinitions: Vec<Redefinition>,
    /// The corrections of errata that are not verified. They are left out.
    pub unused_errata: Vec<UnusedErratum>,
    /// The numbers of the lines of comments that were wrapped without a semicolon.
    pub wrapped_comments: Vec<usize>,
    /// The numbers of the lines of rules whose bodies are in words, or in a notation of their own. Angle
    /// brackets are written around them, so that they are prose.
    pub in_words: Vec<usize>,
    /// The numbers of the lines that define something in ASN.1. They are left out.
    pub asn1: Vec<usize>,
    /// The numbers of the lines that define rules in a notation that most rules do not have: `::=`
    /// among `=`, or the other way round. They are left out.
    pub other_notation: Vec<usize>,
}

/// A rule of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractedRule {
    /// The name without angle brackets.
    pub name: String,
    /// The number of the line with the name, from 1.
    pub line: usize,
    /// The section that prints it.
    pub section: Option<Section>,
    /// The lines of the rule, with the comments directly above and without its indentation.
    pub text: String,
    /// For each line of the text, the number of the line in the document.
    pub lines: Vec<usize>,
}

/// A name with several definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redefinition {
    /// The name.
    pub name: String,
    /// The line of the definition that is taken.
    pub line: usize,
    /// The lines of the definitions that are not taken, without those that say the same.
    pub others: Vec<usize>,
    /// The erratum that the definition is taken from.
    pub erratum: Option<Erratum>,
}

/// A correction that is not taken, because its erratum is not verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedErratum {
    /// The erratum.
    pub erratum: Erratum,
    /// The name of the rule that it would correct.
    pub name: String,
    /// The line of the correction.
    pub line: usize,
}
