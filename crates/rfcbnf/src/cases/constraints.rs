//! Productions whose texts the cases list.

use crate::syntax::{Case, Expression, Grammar, Kind, LiteralForm};

/// A production and the texts that it has in some cases: the names of a model, where the grammar has any identifier.
///
/// ```
/// use rfcbnf::cases::Constraint;
///
/// let grammar = rfcbnf::Grammar::from_abnf("path = property *( \"/\" property )\nproperty = 1*ALPHA\n")?;
/// let property = Constraint { production: "property".to_owned(), texts: vec!["Name".to_owned()] };
/// let constraints = [property];
/// let (grammar, unknown) = Constraint::apply(&constraints, &grammar);
/// assert!(unknown.is_empty());
/// let parser = grammar.parser("path")?;
/// assert_eq!([parser.is_valid("Name/Name")?, parser.is_valid("Name/name")?], [true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The name of the production.
    pub production: String,
    /// The texts. Those that the production does not derive are left out.
    pub texts: Vec<String>,
}

impl Constraint {
    /// Returns a grammar whose productions derive no other texts than the constraints allow, and the names of those that it does
    /// not have.
    #[must_use]
    pub fn apply<'c>(constraints: &'c [Self], grammar: &Grammar) -> (Grammar, Vec<&'c str>) {
        let mut constrained = grammar.clone();
        let mut unknown = Vec::new();
        for Self { production, texts } in constraints {
            let Ok(known) = grammar.lookup(production) else {
                unknown.push(production.as_str());
                continue;
            };
            let parser = grammar.parser(&known.name);
            let is_derived = |text: &&String| match &parser {
                Ok(parser) => parser.is_valid(text) != Ok(false),
                Err(_) => true,
            };
            let span = known.body.span.clone();
            let literals = texts.iter().filter(is_derived).map(|text| Expression {
                kind: Kind::Literal {
                    text: text.clone(),
                    case: Case::Exact,
                    form: LiteralForm::Quoted,
                },
                span: span.clone(),
            });
            let mut literals: Vec<Expression> = literals.collect();
            let kind = match literals.len() {
                // A production that is itself derives nothing.
                0 => Kind::reference(known.name.clone()),
                1 => literals.swap_remove(0).kind,
                _ => Kind::Alternation(literals),
            };
            let productions = constrained.productions.iter_mut();
            for one in productions.filter(|one| one.name == known.name) {
                one.body = Expression {
                    kind: kind.clone(),
                    span: span.clone(),
                };
            }
        }
        (constrained, unknown)
    }
}
