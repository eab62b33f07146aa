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
    let obstacle = grammar.obstacles().to_texts(name);
    let recurses = obstacle.as_ref().is_some_and(Obstacle::is_recursion);
    if let Some(obstacle) = obstacle.filter(|_| !recurses) {
        return Err(format!("{obstacle}; {}", obstacle.help()));
    }
    // A production without recursion can be too large for an automaton.
    match Sentences::new(grammar, name) {
        Ok(sentences) if !recurses => of_automaton(&sentences, kind, seed, count),
        Ok(_) => of_recognizer(grammar, name, kind, seed, count),
        Err(error) => of_recognizer(grammar, name, kind, seed, count)
            .map_err(|reason| if recurses { reason } else { error.to_string() }),
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

fn of_recognizer(
    grammar: &syntax::Grammar,
    name: &str,
    kind: TextKind,
    seed: u64,
    count: usize,
) -> Result<Vec<Vec<u8>>, String> {
    let sentences = RecursiveSentences::new(grammar, name).map_err(|error| error.to_string())?;
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
