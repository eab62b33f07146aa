//! The trees of RFC 1738: those of the engine, with a [`Rule`] at each node.

use crate::rules::Rule;

/// The derivation of a text; the first in priority order if there are several.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Newsurl, "news:alt.test")?;
/// assert_eq!(tree.to_string(), "\
/// newsurl 0..13 \"news:alt.test\"
///   grouppart 5..13 \"alt.test\"
///     group 5..13 \"alt.test\"
/// ");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub type Tree<'t> = rfcbnf_engine::Tree<'t, Rule>;

/// A production and the part of the text that it derives.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "w3.org:80")?;
/// let host = tree.root().children().next().unwrap();
/// assert_eq!((host.rule(), host.span(), host.text()), (Rule::Host, 0..6, "w3.org"));
/// assert_eq!(host.find(Rule::Toplabel).unwrap().text(), "org");
/// assert_eq!(host.find_all(Rule::Domainlabel).count(), 1);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub type Node<'a, 't> = rfcbnf_engine::Node<'a, 't, Rule>;

/// An iterator over nodes of a tree, in preorder.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "a.b:80")?;
/// let rules: Vec<Rule> = tree.iter().map(|node| node.rule()).collect();
/// assert_eq!(rules[..3], [Rule::Hostport, Rule::Host, Rule::Hostname]);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub type Nodes<'a, 't> = rfcbnf_engine::Nodes<'a, 't, Rule>;

/// The start or the end of a node, as [`visit`](crate::visit()) passes them on.
///
/// ```
/// use rfc1738::{NodeEvent, Rule, visit};
///
/// let mut depth = 0;
/// visit(Rule::Port, "80", |event| match event {
///     NodeEvent::Open { rule, start } => {
///         println!("{}{rule} from {start}", "  ".repeat(depth));
///         depth += 1;
///     }
///     NodeEvent::Close { .. } => depth -= 1,
/// })?;
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub type NodeEvent = rfcbnf_engine::NodeEvent<Rule>;
