//! What a text field offers after a text.

use rfcbnf_engine::{Expected, Next};

use super::{ParseError, Parser, Rule};

/// The most characters of a completion.
const LONGEST: usize = 64;

impl Parser {
    /// Returns texts to offer after this one: one for each character that can follow, which goes on until there is a choice
    /// again, or until the text can end. If more than `most` characters can follow, there are none: [`Self::next`] names them.
    ///
    /// Of a letter that matches in either case, there is the capital if the last letter before it is one, and the small one
    /// otherwise. A completion has at most 64 characters.
    ///
    /// # Errors
    ///
    /// Those of [`Self::next`].
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("light = \"light \" ( \"off\" / \"on\" / \"dim \" 2DIGIT )\n")?;
    /// let parser = grammar.parser("light")?;
    /// assert_eq!(parser.completions("l", 8)?, ["ight "]);
    /// assert_eq!(parser.completions("light ", 8)?, ["dim ", "o"]);
    /// assert_eq!(parser.completions("LIGHT O", 8)?, ["FF", "N"]);
    /// assert!(parser.completions("light dim ", 8)?.is_empty());
    /// assert_eq!(parser.next("light dim ")?.expected_list(), "DIGIT");
    /// assert_eq!(parser.completions("lamp", 8).unwrap_err().syntax().unwrap().offset(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn completions(&self, text: &str, most: usize) -> Result<Vec<String>, ParseError> {
        let following = following(text, &self.next(text)?, most);
        let completions = following.into_iter().flatten().map(|first| {
            let mut whole = format!("{text}{first}");
            for _ in 1..LONGEST {
                match self.next(&whole).ok().and_then(|next| only(&whole, &next)) {
                    Some(one) => whole.push(one),
                    None => break,
                }
            }
            whole.split_off(text.len())
        });
        Ok(completions.collect())
    }
}

/// Returns the character that has to follow a text; `None` if there is a choice.
fn only(text: &str, next: &Next<Rule<'_>>) -> Option<char> {
    let is_unknown = |one: &Expected<_>| matches!(one, Expected::MoreOf(_));
    if next.can_end() || next.expected().iter().any(is_unknown) {
        return None;
    }
    match following(text, next, 1)?[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// Returns the characters that can follow a text, one case of each letter; `None` if there are more than `most` or if they are
/// not known.
fn following(text: &str, next: &Next<Rule<'_>>, most: usize) -> Option<Vec<char>> {
    let mut letters = text.chars().rev().filter(char::is_ascii_alphabetic);
    let is_capital = letters.next().is_some_and(|last| last.is_ascii_uppercase());
    let set = next.characters()?;
    let holds = |one: char| set.iter().any(|range| range.contains(&one));
    let is_other_case = |one: char| {
        if is_capital {
            one.is_ascii_lowercase() && holds(one.to_ascii_uppercase())
        } else {
            one.is_ascii_uppercase() && holds(one.to_ascii_lowercase())
        }
    };
    let characters = set.iter().cloned().flatten();
    let characters = characters.filter(|&one| !is_other_case(one));
    let characters: Vec<char> = characters.take(most.saturating_add(1)).collect();
    (characters.len() <= most).then_some(characters)
}
