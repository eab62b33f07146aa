//! The grammar of a session.

use rfc1738_views::grammar::NamedGrammar;
use rfcbnf::syntax::{Notation, Production};
use rfcbnf::{GrammarDocument, GrammarErrors, NotationChoice, Reader, Readings};

/// The readings of RFC 1738.
const READINGS: &str = include_str!(concat!(env!("OUT_DIR"), "/readings.json"));

/// The most nodes of a tree that the page draws.
pub(crate) const NODES: usize = 20_000;

/// A grammar, as far as it can be read. Modules that keep nothing else of it add their questions.
pub struct Session {
    pub(crate) named: NamedGrammar,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738, `notation` is the id of a
    /// notation, or empty.
    #[must_use]
    pub fn new(source: &str, readings: bool, notation: &str) -> Self {
        let (named, _) = read(source, readings, notation);
        Self { named }
    }
}

/// What reading a grammar finds beside its productions.
pub(crate) struct Found {
    pub(crate) errors: Option<GrammarErrors>,
    /// The choice of the notation, if the grammar leaves it open and it changes what literals match.
    pub(crate) choice: Option<NotationChoice>,
}

/// Reads a grammar as far as possible. `has_readings` applies the readings of RFC 1738. `notation` is the
/// [`id`](Notation::id) of its notation; "" finds it out.
pub(crate) fn read(source: &str, has_readings: bool, notation: &str) -> (NamedGrammar, Found) {
    read_with(source, has_readings, Notation::with_id(notation), None)
}

/// Reads a grammar beside another one, whose notation it has unless it shows its own: a comparison of `a / b` with `1*a`
/// is not about upper and lower case.
pub(crate) fn read_beside(
    source: &str,
    has_readings: bool,
    expected: Option<Notation>,
) -> (NamedGrammar, Found) {
    read_with(source, has_readings, None, expected)
}

fn read_with(
    source: &str,
    has_readings: bool,
    notation: Option<Notation>,
    expected: Option<Notation>,
) -> (NamedGrammar, Found) {
    let readings = if has_readings {
        serde_json::from_str(READINGS).unwrap_or_default()
    } else {
        Readings::default()
    };
    let reader = Reader {
        expected,
        ..readings.reader(notation)
    };
    let document = reader.read(source);
    let choice = document.open_choice();
    let GrammarDocument {
        mut grammar,
        errors,
        ..
    } = document;
    readings.apply_where_possible(&mut grammar);
    let named = NamedGrammar {
        grammar,
        readings,
        file: Some("grammar".to_owned()),
        has_rfc1738_readings: has_readings,
    };
    (named, Found { errors, choice })
}

/// Returns the production with this name.
pub(crate) fn production<'g>(
    named: &'g NamedGrammar,
    rule: &str,
) -> Result<&'g Production, String> {
    let production = named.grammar.lookup(rule);
    production.map_err(|error| error.to_string())
}
