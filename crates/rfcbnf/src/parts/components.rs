//! The components of RFC 1738 that are no production there: the prose says what they are.

use super::marked::{MarkedGrammar, PartError};
use crate::syntax::{Expression, Grammar, Kind, Production};

/// The name of the component that literals have.
const SCHEME: &str = "scheme";

/// The component that the prose does not have everywhere, and the production where it does not.
const HOST: &str = "host";
const ARTICLE: &str = "article";

impl MarkedGrammar {
    /// Marks a component of RFC 1738 in the texts of a production of its grammar, as the prose says what it is:
    ///
    /// - `scheme` is also what literals such as `"http://"` have before their colon (2.1);
    /// - the `host` of an `article` is no host of a URL, but a part of a message-id (3.6);
    /// - every other component is the production of its name.
    ///
    /// ```
    /// use rfcbnf::parts::MarkedGrammar;
    /// use rfcbnf::rfc1738::{BNF, READINGS, load};
    ///
    /// let (grammar, _) = load(BNF, READINGS)?;
    /// assert!(MarkedGrammar::of_component(&grammar, "httpurl", "scheme").is_ok());
    /// assert!(MarkedGrammar::of_component(&grammar, "newsurl", "host").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`PartError`] if the part cannot be marked.
    pub fn of_component(
        grammar: &Grammar,
        production: &str,
        component: &str,
    ) -> Result<Self, PartError> {
        let about = (production, component);
        match component {
            SCHEME => {
                let (grammar, schemes) = with_schemes(grammar);
                let is_scheme = |_: &str, name: &str| {
                    name == SCHEME || schemes.iter().any(|scheme| scheme == name)
                };
                let marked = Self::of_references(&grammar, about, &is_scheme)?;
                Ok(marked.with_marks_in_excluded())
            }
            HOST => {
                let is_host = |user: &str, name: &str| name == HOST && user != ARTICLE;
                Self::of_references(grammar, about, &is_host)
            }
            "url-path" => {
                let is_path = |_: &str, name: &str| name == "urlpath";
                Self::of_references(grammar, about, &is_path)
            }
            _ => Self::new(grammar, production, component),
        }
    }
}

/// Returns the grammar with a production for each scheme that a literal begins with, and the names of these productions.
fn with_schemes(grammar: &Grammar) -> (Grammar, Vec<String>) {
    let mut schemes: Vec<Production> = Vec::new();
    let mut productions = grammar.productions.clone();
    for production in &mut productions {
        split_scheme(&mut production.body, &mut schemes);
    }
    let names = schemes.iter().map(|scheme| scheme.name.clone()).collect();
    productions.extend(schemes);
    (grammar.with_productions(productions), names)
}

/// Takes the scheme out of the literal that a body begins with, if there is one.
fn split_scheme(body: &mut Expression, schemes: &mut Vec<Production>) {
    let first = match &mut body.kind {
        Kind::Sequence(members) => members.first_mut(),
        Kind::Literal { .. } => Some(&mut *body),
        _ => None,
    };
    let Some(first) = first else {
        return;
    };
    let Kind::Literal { text, case, form } = &first.kind else {
        return;
    };
    let Some((scheme, rest)) = text.split_once(':') else {
        return;
    };
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|octet| octet.is_ascii_alphabetic());
    if !is_scheme {
        return;
    }
    let literal = |text: String| Expression {
        kind: Kind::Literal {
            text,
            case: *case,
            form: *form,
        },
        span: first.span.clone(),
    };
    if schemes.iter().all(|known| known.name != scheme) {
        schemes.push(Production::of(scheme, literal(scheme.to_owned())));
    }
    let rest = literal(format!(":{rest}"));
    let scheme = Expression {
        kind: Kind::reference(scheme.to_owned()),
        span: first.span.clone(),
    };
    if let Kind::Sequence(members) = &mut body.kind {
        members.splice(..1, [scheme, rest]);
    } else {
        body.kind = Kind::Sequence(vec![scheme, rest]);
    }
}
