//! Texts of a production, whether it recurses or not.

use thiserror::Error;

use super::{CoverTooLarge, RecursiveSentences, RecursiveSentencesError, Sentences};
use crate::automaton::AutomatonError;
use crate::obstacles::Obstacle;
use crate::recognizer::{ParserError, Recognizer};
use crate::syntax::Grammar;

/// Which texts are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// Random texts that the production derives.
    Valid,
    /// Near misses: texts that it does not derive.
    Invalid,
    /// Texts that it derives and that together reach each part of it.
    Cover,
}

/// Why there are no texts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextsError {
    /// The grammar does not say what the production derives.
    #[error("{0}; {help}", help = .0.help())]
    Obstacle(Box<Obstacle>),
    /// The production is too large for an automaton.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// The production recurses, and no text is made.
    #[error(transparent)]
    Recursive(#[from] RecursiveSentencesError),
    /// The production recurses, and nothing decides which texts it does not derive.
    #[error(transparent)]
    Recognizer(#[from] ParserError),
    /// There are too many texts that reach each part.
    #[error(transparent)]
    Cover(#[from] CoverTooLarge),
}

/// Returns at most `count` texts of the production of that name. The same seed gives the same texts.
///
/// # Errors
///
/// Returns [`TextsError`] if none are made.
///
/// ```
/// use rfcbnf::sentences::{TextKind, texts};
///
/// let grammar = rfcbnf::read("bit = \"0\" | \"1\"\n")?;
/// let mut cover = texts(&grammar, "bit", TextKind::Cover, 0, 10)?;
/// cover.sort();
/// assert_eq!(cover, [b"0", b"1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn texts(
    grammar: &Grammar,
    name: &str,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, TextsError> {
    let length = grammar.obstacles().length(name);
    let has_length = length.is_some();
    // Such a text is valid whatever lengths it gives.
    let certain = &*grammar.certain();
    let obstacle = certain.obstacles().to_texts(name);
    let recurses = obstacle.as_ref().is_some_and(Obstacle::is_recursion);
    let is_empty = has_length && obstacle.as_ref().is_some_and(Obstacle::derives_no_text);
    if let Some(obstacle) = if is_empty { length } else { obstacle }
        && (is_empty || !recurses)
    {
        return Err(TextsError::Obstacle(Box::new(obstacle)));
    }
    let recognized = || of_recognizer((grammar, certain), name, kind, seed, count);
    // What the automaton does not accept can be valid with the right length.
    if has_length && kind == TextKind::Invalid {
        return recognized();
    }
    // A production without recursion can be too large for an automaton.
    match Sentences::new(certain, name) {
        Ok(sentences) if !recurses => of_automaton(&sentences, kind, seed, count),
        Ok(_) => recognized(),
        Err(error) => recognized().map_err(|reason| if recurses { reason } else { error.into() }),
    }
}

fn of_automaton(
    sentences: &Sentences<'_>,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, TextsError> {
    Ok(match kind {
        TextKind::Valid => sentences.random(seed).take(count).collect(),
        TextKind::Invalid => {
            let misses = sentences.near_misses(seed).take(count);
            misses.map(|miss| miss.text).collect()
        }
        TextKind::Cover => {
            let cover = sentences.cover(seed)?.into_iter();
            cover.take(count).map(|one| one.text).collect()
        }
    })
}

/// Makes texts of the second grammar, which are valid. Near misses are those that the first does not derive.
fn of_recognizer(
    (grammar, certain): (&Grammar, &Grammar),
    name: &str,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, TextsError> {
    let sentences = RecursiveSentences::new(certain, name)?;
    Ok(match kind {
        TextKind::Valid => sentences.random(seed).take(count).collect(),
        TextKind::Cover => sentences.cover(seed).into_iter().take(count).collect(),
        TextKind::Invalid => {
            let recognizer = Recognizer::new(grammar, name)?;
            let misses = sentences.near_misses(&recognizer, seed).take(count);
            misses.map(|miss| miss.text).collect()
        }
    })
}
