//! Regular expressions.

use std::collections::HashMap;
use std::fmt;

use super::elimination::{Edge as _, eliminated, eliminated_by_characters};
use super::pattern::{Engine, Pattern};
use super::selection::Selection;
use super::{ExportError, TooLong};
use crate::automaton::{Automaton, AutomatonError, TooLarge, Work};
use crate::obstacles::Obstacles;
use crate::octets::OctetSet;
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, Production};

/// The greatest length in octets of all patterns together that replace names.
const LENGTH: usize = 4 << 20;

/// A regular expression for whole texts, and what it is a pattern of.
///
/// ```
/// use rfcbnf::export::{Alphabet, regex};
///
/// let octets = rfcbnf::read("word = 1*%xE4-F6\n")?;
/// let octets = regex(&octets, "word")?;
/// assert_eq!((octets.as_str(), octets.alphabet()), (r"^[\xe4-\xf6]+$", Alphabet::Octets));
/// let characters = rfcbnf::read("word = 1*%x3B1-3C9\n")?;
/// let characters = regex(&characters, "word")?;
/// assert_eq!(characters.as_str(), r"^[\u03b1-\u03c9]+$");
/// assert_eq!(characters.alphabet(), Alphabet::Characters);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regex {
    pattern: String,
    alphabet: Alphabet,
}

/// What a regular expression is a pattern of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// ASCII: the same on octets and on strings.
    Ascii,
    /// Characters, some of them above ASCII: a pattern for strings.
    Characters,
    /// Octets, some of them above 7F: a pattern for octets.
    Octets,
}

impl Regex {
    /// Returns the pattern.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.pattern
    }

    /// Returns the pattern in the syntax of an engine. [`Engine`] says what the engine needs.
    ///
    /// ```
    /// use rfcbnf::export::{Engine, regex};
    ///
    /// let grammar = rfcbnf::read("word = 1*%x3B1-3C9 / \"#\"\n")?;
    /// let word = regex(&grammar, "word")?;
    /// assert_eq!(word.as_str(), r"^(?:\#|[\u03b1-\u03c9]+)$");
    /// assert_eq!(word.for_engine(Engine::JavaScript), r"^(?:\x23|[\u{3b1}-\u{3c9}]+)$");
    /// assert_eq!(word.for_engine(Engine::Pcre), r"^(?:\#|[\x{3b1}-\x{3c9}]+)\z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_engine(&self, engine: Engine) -> String {
        engine.written(&self.pattern, self.alphabet == Alphabet::Octets)
    }

    /// Returns what it is a pattern of.
    #[must_use]
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }
}

/// Writes the pattern.
impl fmt::Display for Regex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.pattern)
    }
}

/// Writes a production as a regular expression in the syntax that Perl, Python and Rust share. It
/// matches whole texts.
///
/// If the production derives ASCII only, the pattern is the same on octets and on strings. If the
/// numbers of the grammar are characters ([`Encoding::Utf8`]), it is a pattern of characters, with
/// those above ASCII as Python and Rust write them: `\u00e4`, `\U0001f600`; Perl has `\x{e4}`.
/// Otherwise it is a pattern of octets, with those above 7F as `\xe4`. [`Regex::alphabet`] says which it is,
/// and [`Regex::for_engine`] writes it for one engine.
///
/// The productions that it uses replace their names. If a reading excludes prefixes from one, its
/// pattern is made from its automaton, because Rust has no lookahead; so is that of a production
/// that recurses at one end.
///
/// In Perl and Python, `$` also matches before a line feed at the end of the text. If that matters,
/// replace it with `\z` in Perl, and use `re.fullmatch` in Python. Both backtrack, so some texts take
/// them more than linear time.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`], [`ExportError::Obstacle`] if the production has no
/// automaton or derives no text, [`ExportError::TooLong`] for an expression of megabytes, or [`ExportError::Automaton`]
/// if a necessary automaton is too large.
///
/// ```
/// let grammar = rfcbnf::read("port = 1*5digit | \"*\"\ndigit = \"0\" | \"1\" | \"2\"\n")?;
/// assert_eq!(rfcbnf::export::regex(&grammar, "port")?.as_str(), r"^(?:\*|[0-2]{1,5})$");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn regex(grammar: &Grammar, production: &str) -> Result<Regex, ExportError> {
    written(grammar, production, false)
}

/// Does the same as [`regex`] with a pattern of octets: those of UTF-8, if the numbers of the grammar are
/// characters.
///
/// # Errors
///
/// Returns the same errors.
///
/// ```
/// let grammar = rfcbnf::read("word = 1*%x3B1-3C9\n")?;
/// let octets = rfcbnf::export::regex_of_octets(&grammar, "word")?;
/// assert_eq!(octets.as_str(), r"^(?:\xce[\xb1-\xbf]|\xcf[\x80-\x89])+$");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn regex_of_octets(grammar: &Grammar, production: &str) -> Result<Regex, ExportError> {
    written(grammar, production, true)
}

fn written(grammar: &Grammar, production: &str, is_of_octets: bool) -> Result<Regex, ExportError> {
    let production = grammar.lookup(production)?.name.as_str();
    let selection = Selection::new(grammar, Some(production))?;
    let obstacles = grammar.obstacles();
    if let Some(obstacle) = obstacles.to_texts(production) {
        return Err(ExportError::Obstacle(Box::new(obstacle)));
    }
    let mut patterns = Patterns {
        grammar,
        alphabet: match alphabet(grammar, &selection) {
            Alphabet::Characters if is_of_octets => Alphabet::Octets,
            alphabet => alphabet,
        },
        obstacles: &obstacles,
        selection: &selection,
        known: HashMap::new(),
    };
    let mut total = 0;
    for (production, case) in selection.users_last() {
        let pattern = patterns.production(production, case)?;
        total += pattern.length();
        if total > LENGTH {
            return Err(ExportError::too_long(production));
        }
        patterns.known.insert((&production.name, case), pattern);
    }
    let pattern = patterns.known.remove(&(production, Case::Exact));
    Ok(Regex {
        pattern: format!("^{}$", pattern.unwrap_or_default().in_sequence()),
        alphabet: patterns.alphabet,
    })
}

/// Returns what the texts of the selected productions consist of.
fn alphabet(grammar: &Grammar, selection: &Selection<'_>) -> Alphabet {
    let mut is_ascii = true;
    for (production, _) in selection.users_last() {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Literal { text, .. } => is_ascii &= text.is_ascii(),
            Kind::Range { last, .. } => is_ascii &= last.is_ascii(),
            _ => {}
        });
    }
    match (is_ascii, grammar.encoding) {
        (true, _) => Alphabet::Ascii,
        (false, Encoding::Octets) => Alphabet::Octets,
        (false, Encoding::Utf8) => Alphabet::Characters,
    }
}

/// Returns whether no pattern can be made from the body: a pattern has neither exclusions nor recursion.
fn needs_automaton(production: &Production, obstacles: &Obstacles<'_>) -> bool {
    !production.excluded.is_empty() || obstacles.leads_to_itself(&production.name)
}

/// Writes the texts of an automaton in a grammar with this encoding as a regular expression in the syntax
/// of [`regex`]. It is one of octets in a grammar of characters too, if not all texts are characters. Returns
/// `None` if it is longer than `most` octets.
///
/// ```
/// use rfcbnf::automaton::Automaton;
/// use rfcbnf::export::regex_of;
/// use rfcbnf::syntax::Encoding;
///
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let port = Automaton::new(&grammar, "port")?;
/// let pattern = regex_of(&port, grammar.encoding, 40).expect("it is short");
/// assert_eq!(pattern.as_str(), "^[01][01]*$");
/// assert_eq!(regex_of(&port, grammar.encoding, 4), None);
///
/// let grammar = rfcbnf::read("letter = %x3B1-3C9\n")?;
/// let letter = Automaton::new(&grammar, "letter")?;
/// let pattern = regex_of(&letter, grammar.encoding, 40).expect("it is short");
/// assert_eq!(pattern.as_str(), r"^[\u03b1-\u03c9]$");
/// let pattern = regex_of(&letter, Encoding::Octets, 40).expect("it is short");
/// assert_eq!(pattern.as_str(), r"^(?:\xcf[\x80-\x89]|\xce[\xb1-\xbf])$");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn regex_of(automaton: &Automaton, encoding: Encoding, most: usize) -> Option<Regex> {
    let alphabet = match encoding {
        _ if automaton.octets().is_ascii() => Alphabet::Ascii,
        Encoding::Utf8 if automaton.is_of_characters() => Alphabet::Characters,
        Encoding::Utf8 | Encoding::Octets => Alphabet::Octets,
    };
    // The elimination knows approximate lengths.
    let pattern: Result<Pattern, TooLong> = match alphabet {
        Alphabet::Characters => eliminated_by_characters(automaton, most),
        Alphabet::Ascii | Alphabet::Octets => eliminated(automaton, most),
    };
    let pattern = format!("^{}$", pattern.ok()?.in_sequence());
    (pattern.len() <= most).then_some(Regex { pattern, alphabet })
}

/// The patterns of productions.
struct Patterns<'a, 'g> {
    grammar: &'g Grammar,
    alphabet: Alphabet,
    selection: &'a Selection<'g>,
    obstacles: &'a Obstacles<'g>,
    known: HashMap<(&'g str, Case), Pattern>,
}

impl Patterns<'_, '_> {
    fn production(&self, production: &Production, case: Case) -> Result<Pattern, ExportError> {
        let pattern = if needs_automaton(production, self.obstacles) {
            let automaton = self.automaton(production, case)?;
            match self.alphabet {
                Alphabet::Characters => eliminated_by_characters(&automaton, LENGTH),
                Alphabet::Ascii | Alphabet::Octets => eliminated(&automaton, LENGTH),
            }
        } else {
            self.expression(&production.body, case)
        };
        pattern.map_err(|TooLong| ExportError::too_long(production))
    }

    fn automaton(&self, production: &Production, case: Case) -> Result<Automaton, AutomatonError> {
        let automaton = Automaton::new(self.grammar, &production.name)?;
        match case {
            Case::Exact => Ok(automaton),
            Case::Ignored => automaton.in_any_case(&Work::new()).map_err(|TooLarge| {
                let production = production.name.clone();
                AutomatonError::TooLarge { production }
            }),
        }
    }

    fn expression(&self, expression: &Expression, case: Case) -> Result<Pattern, TooLong> {
        let pattern = match &expression.kind {
            Kind::Alternation(members) => Pattern::one_of(self.each(members, case)?),
            Kind::Sequence(members) => Pattern::in_order(&self.each(members, case)?),
            Kind::Optional(body) => self.expression(body, case)?.or(Pattern::empty()),
            Kind::Repetition { least, most, body } => {
                self.expression(body, case)?.repeated(*least, *most)
            }
            Kind::Literal {
                text, case: inner, ..
            } => self.literal(text, case.max(*inner)),
            Kind::Range { first, last } => self.range((*first, *last), case),
            Kind::Prose(_) | Kind::Unreadable => Pattern::default(),
            Kind::Reference {
                name, case: inner, ..
            } => {
                let case = self.selection.case_of(name, case.max(*inner));
                self.known
                    .get(&(name.as_str(), case))
                    .cloned()
                    .unwrap_or_default()
            }
        };
        checked(pattern)
    }

    /// Returns the pattern of a text.
    fn literal(&self, text: &str, case: Case) -> Pattern {
        if self.alphabet == Alphabet::Characters {
            let characters = text.chars().map(|one| in_case(one, case));
            return Pattern::in_order(&characters.collect::<Vec<_>>());
        }
        let octets = self.grammar.encoding.octets(text);
        let octets = octets.iter().map(|&octet| OctetSet::single(octet));
        in_order(octets, case)
    }

    /// Returns the pattern of a range of characters.
    fn range(&self, (first, last): (char, char), case: Case) -> Pattern {
        if self.alphabet == Alphabet::Characters {
            let ascii = (u8::MIN..=0x7f).map(char::from);
            let ascii = ascii.filter(|one| (first..=last).contains(one));
            let in_either_case = ascii.map(|one| in_case(one, case));
            return Pattern::one_of(in_either_case.chain([Pattern::from(first..=last)]));
        }
        let sequences = self.grammar.encoding.sequences(first, last).into_iter();
        Pattern::one_of(sequences.map(|sequence| {
            let ranges = sequence.into_iter().map(OctetSet::from);
            in_order(ranges, case)
        }))
    }

    /// Returns the patterns of the members, if they are not too long together.
    fn each(&self, members: &[Expression], case: Case) -> Result<Vec<Pattern>, TooLong> {
        let mut length = 0;
        let patterns = members.iter().map(|member| {
            let pattern = self.expression(member, case)?;
            length += pattern.length();
            if length > LENGTH {
                return Err(TooLong);
            }
            Ok(pattern)
        });
        patterns.collect()
    }
}

fn checked(pattern: Pattern) -> Result<Pattern, TooLong> {
    if pattern.length() > LENGTH {
        Err(TooLong)
    } else {
        Ok(pattern)
    }
}

/// Returns the pattern of one character, in either case if that does not matter.
fn in_case(character: char, case: Case) -> Pattern {
    match u8::try_from(character) {
        Ok(octet) if octet.is_ascii() => in_order([OctetSet::single(octet)].into_iter(), case),
        _ => Pattern::from(character..=character),
    }
}

/// Returns the pattern of an octet of each set, in order.
fn in_order(sets: impl Iterator<Item = OctetSet>, case: Case) -> Pattern {
    let patterns = sets.map(|set| {
        Pattern::class(match case {
            Case::Exact => set,
            Case::Ignored => set.in_any_case(),
        })
    });
    Pattern::in_order(&patterns.collect::<Vec<_>>())
}
