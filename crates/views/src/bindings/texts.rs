//! Texts that a production derives, or nearly derives.

use rfcbnf::obstacles::Obstacle;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf::syntax;
use rfcbnf_engine::escape::Quoted;

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

impl TextKind {
    /// Returns the kind of this name: `valid`, `invalid` or `cover`.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there is none.
    pub fn of(name: &str) -> Result<Self, String> {
        match name {
            "valid" => Ok(Self::Valid),
            "invalid" => Ok(Self::Invalid),
            "cover" => Ok(Self::Cover),
            other => Err(format!(
                "kind: there is no kind {} of texts; write \"valid\", \"invalid\" or \"cover\"",
                Quoted(other)
            )),
        }
    }
}

/// Returns at most `count` texts of the production of that name. The same seed gives the same texts.
///
/// # Errors
///
/// Returns a sentence that says why there are none.
///
/// ```
/// use rfc1738_views::bindings::texts::{TextKind, texts};
///
/// let grammar = rfcbnf::read("bit = \"0\" | \"1\"\n")?;
/// let mut cover = texts(&grammar, "bit", TextKind::Cover, 0, 10)?;
/// cover.sort();
/// assert_eq!(cover, [b"0", b"1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn texts(
    grammar: &syntax::Grammar,
    name: &str,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, String> {
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
        return Err(format!("{obstacle}; {}", obstacle.help()));
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
        Err(error) => {
            recognized().map_err(|reason| if recurses { reason } else { error.to_string() })
        }
    }
}

fn of_automaton(
    sentences: &Sentences<'_>,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, String> {
    Ok(match kind {
        TextKind::Valid => sentences.random(seed).take(count).collect(),
        TextKind::Invalid => {
            let misses = sentences.near_misses(seed).take(count);
            misses.map(|miss| miss.text).collect()
        }
        TextKind::Cover => {
            let cover = sentences.cover(seed).map_err(|error| error.to_string())?;
            cover.into_iter().take(count).map(|one| one.text).collect()
        }
    })
}

/// Makes texts of the second grammar, which are valid. Near misses are those that the first does not derive.
fn of_recognizer(
    (grammar, certain): (&syntax::Grammar, &syntax::Grammar),
    name: &str,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, String> {
    let sentences = RecursiveSentences::new(certain, name).map_err(|error| error.to_string())?;
    Ok(match kind {
        TextKind::Valid => sentences.random(seed).take(count).collect(),
        TextKind::Cover => sentences.cover(seed).into_iter().take(count).collect(),
        TextKind::Invalid => {
            let recognizer = Recognizer::new(grammar, name);
            let recognizer = recognizer.map_err(|error| error.to_string())?;
            let misses = sentences.near_misses(&recognizer, seed).take(count);
            misses.map(|miss| miss.text).collect()
        }
    })
}
