//! What the texts of a corpus reach: parts of productions, and transitions of an automaton.

mod missing;
mod novel;
mod taken;

pub use missing::Missing;
pub use novel::{NewUse, NewUseKind};

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rfcbnf_engine::{Production, Tree};

use super::SuiteError;
use super::case::Subject;
use crate::automaton::{Automaton, AutomatonError, DfaState, access_texts, with_most_readable};
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::sentences::{Use, UseKind};
use crate::syntax::Grammar;
use novel::Precedents;
use taken::{Taken, TreeNode, taken};

/// A part of a production, and what a text uses it as.
type Part = (ExpressionId, UseKind);

/// What the texts of a corpus reach in a production and in those that it leads to: productions, alternatives
/// and, if the production has an automaton, its transitions.
///
/// - A valid text uses the productions and alternatives of its tree, the first derivation in priority
///   order. An optional part has two alternatives: present and absent, and so has a repetition: the fewest rounds, and
///   several. The alternatives of a production that derives some ten thousand octets without another production are not
///   counted.
/// - Every text takes the transitions of the minimal automaton along its viable prefix, an invalid one up to
///   its error.
///
/// ```
/// use rfcbnf::conformance::Coverage;
/// use rfcbnf::recognizer::Recognizer;
/// use rfcbnf_engine::Detail;
///
/// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\" | \"x\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "pair")?;
/// let mut coverage = Coverage::new(&grammar, "pair")?;
/// coverage.add_valid(&recognizer.rule().check("()", Detail::Characters)?.unwrap());
/// let reached = coverage.uses().into_iter().filter(|(_, texts)| *texts > 0);
/// // The production, its first alternative, and the absent pair in it.
/// assert_eq!(reached.count(), 3);
/// assert_eq!(coverage.missing()[0].text, b"(x)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Coverage<'g> {
    grammar: ResolvedGrammar<'g>,
    /// The production; `None` if it is all of them.
    start: Option<ProductionId>,
    by_name: HashMap<&'g str, ProductionId>,
    /// The parts that a derivation can use, in the order of the grammar.
    parts: Vec<Part>,
    /// The number of texts that use each.
    texts: HashMap<Part, u64>,
    precedents: Precedents,
    transitions: Option<Transitions>,
}

impl<'g> Coverage<'g> {
    /// Prepares a production.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if the production does not exist, or if it has an obstacle other than
    /// recursion or derives no text.
    pub fn new(grammar: &'g Grammar, production: &str) -> Result<Self, SuiteError> {
        let subject = Subject::of(grammar, production)?;
        let automaton = (!subject.recurses).then(|| Automaton::new(grammar, subject.name));
        let resolved = ResolvedGrammar::new(grammar);
        let start = resolved
            .lookup(subject.name)
            .map_err(AutomatonError::from)?;
        let mut reached = resolved.reachable_from(start);
        reached.sort();
        let mut parts = Vec::new();
        for production in reached {
            add_production(&resolved, production, &mut parts);
        }
        let names = resolved
            .ids()
            .map(|one| (resolved.production(one).name(), one));
        Ok(Self {
            by_name: names.collect(),
            start: Some(start),
            parts,
            texts: HashMap::new(),
            precedents: Precedents::default(),
            transitions: automaton.and_then(Result::ok).map(Transitions::of),
            grammar: resolved,
        })
    }

    /// Prepares all productions of a grammar, for texts of any of them. There are no transitions.
    ///
    /// ```
    /// use rfcbnf::conformance::Coverage;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("a = \"x\" / b\nb = \"y\"\n")?;
    /// let mut coverage = Coverage::of_grammar(&grammar);
    /// let parser = grammar.parser("b")?;
    /// coverage.add_valid(&parser.parse_in_detail("y", Detail::Characters)?);
    /// let reached = coverage.uses().into_iter().filter(|(_, texts)| *texts > 0);
    /// assert_eq!(reached.map(|(part, _)| part.production).collect::<Vec<_>>(), ["b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_grammar(grammar: &'g Grammar) -> Self {
        let resolved = ResolvedGrammar::new(grammar);
        let mut parts = Vec::new();
        for production in resolved.ids() {
            add_production(&resolved, production, &mut parts);
        }
        let names = resolved
            .ids()
            .map(|one| (resolved.production(one).name(), one));
        Self {
            by_name: names.collect(),
            start: None,
            parts,
            texts: HashMap::new(),
            precedents: Precedents::default(),
            transitions: None,
            grammar: resolved,
        }
    }

    /// Adds a valid text. Its tree has the productions that derive single characters, too, or it uses no
    /// alternatives that lead to them.
    pub fn add_valid<P: Production>(&mut self, tree: &Tree<'_, P>) {
        self.add_invalid(tree.octets());
        let taken = taken(&self.grammar, tree.octets(), &self.nodes(tree));
        self.precedents.add(&taken);
        let used: HashSet<Part> = taken.iter().filter_map(Taken::part).collect();
        for part in used {
            *self.texts.entry(part).or_default() += 1;
        }
    }

    fn nodes<P: Production>(&self, tree: &Tree<'_, P>) -> Vec<TreeNode> {
        let nodes = tree.root().descendants_with_depth();
        let nodes = nodes.filter_map(|(depth, node)| {
            let production = self.by_name.get(node.rule().to_string().as_str())?;
            Some((depth, *production, node.span()))
        });
        nodes.collect()
    }

    /// Adds an invalid text, which reaches transitions only.
    pub fn add_invalid(&mut self, text: &[u8]) {
        if let Some(transitions) = &mut self.transitions {
            transitions.add(text);
        }
    }

    /// Returns the productions and alternatives that derivations can use, in the order of the grammar, each
    /// with the number of texts that use it. The alternatives of a production come after it.
    #[must_use]
    pub fn uses(&self) -> Vec<(Use, u64)> {
        let parts = self.parts.iter();
        let counted = parts.map(|part| {
            let texts = self.texts.get(part).copied().unwrap_or_default();
            (self.named(*part), texts)
        });
        counted.collect()
    }

    /// Returns the number of transitions of the minimal automaton that the texts take, and the number of
    /// all. A transition leads from a state to a state from which texts can be accepted, by a class of octets.
    /// `None` if the production recurses in the middle or its automaton is too large.
    #[must_use]
    pub fn transitions(&self) -> Option<(usize, usize)> {
        let transitions = self.transitions.as_ref();
        transitions.map(|transitions| (transitions.reached(), transitions.all()))
    }

    fn named(&self, (expression, kind): Part) -> Use {
        let expression = self.grammar.expression(expression);
        let production = self.grammar.production(expression.production());
        Use {
            production: production.name().to_owned(),
            span: expression.span().clone(),
            kind,
        }
    }
}

/// Adds a production and its alternatives.
fn add_production(grammar: &ResolvedGrammar<'_>, production: ProductionId, parts: &mut Vec<Part>) {
    let body = grammar.production(production).body();
    if grammar.properties(body).shortest().is_some() {
        parts.push((body, UseKind::Production));
        add_alternatives(grammar, body, parts);
    }
}

/// Adds the alternatives in an expression that derive texts.
fn add_alternatives(
    grammar: &ResolvedGrammar<'_>,
    expression: ExpressionId,
    parts: &mut Vec<Part>,
) {
    let derives_text = |one: ExpressionId| grammar.properties(one).shortest().is_some();
    if !derives_text(expression) {
        return;
    }
    match grammar.kind(expression) {
        ResolvedKind::Alternation(members) => {
            for &member in members.iter().filter(|&&member| derives_text(member)) {
                parts.push((member, UseKind::Alternative));
                add_alternatives(grammar, member, parts);
            }
        }
        &ResolvedKind::Optional(body) => {
            if derives_text(body) {
                parts.push((expression, UseKind::Present));
                add_alternatives(grammar, body, parts);
            }
            parts.push((expression, UseKind::Absent));
        }
        ResolvedKind::Repetition { most: Some(0), .. } => {}
        &ResolvedKind::Repetition { least, most, body } => {
            if most != Some(least) && derives_text(body) {
                parts.push((expression, UseKind::Fewest));
                parts.push((expression, UseKind::Several));
            }
            add_alternatives(grammar, body, parts);
        }
        kind => {
            for &child in kind.children() {
                add_alternatives(grammar, child, parts);
            }
        }
    }
}

/// Returns the nodes of a derivation in preorder.
fn nodes_of(
    tree: &crate::derivations::DerivationTree,
    by_name: &HashMap<&str, ProductionId>,
) -> Vec<TreeNode> {
    let nodes = tree.iter_with_depth().filter_map(|(depth, node)| {
        let span: Range<usize> = node.span();
        Some((depth, *by_name.get(node.production())?, span))
    });
    nodes.collect()
}

/// A state and a class of octets that leads on from it.
type Transition = (DfaState, usize);

/// The transitions of the minimal automaton of a production.
#[derive(Debug, Clone)]
struct Transitions {
    automaton: Automaton,
    reached: HashSet<Transition>,
    all: usize,
}

impl Transitions {
    fn of(automaton: Automaton) -> Self {
        let classes = automaton.classes().len();
        let all = automaton.states().map(|state| {
            let classes = 0..classes;
            classes
                .filter(|&class| automaton.step_by_class(state, class).is_some())
                .count()
        });
        Self {
            all: all.sum(),
            automaton,
            reached: HashSet::new(),
        }
    }

    fn reached(&self) -> usize {
        self.reached.len()
    }

    fn all(&self) -> usize {
        self.all
    }

    /// Adds the transitions along the viable prefix of a text. Returns the number of new ones.
    fn add(&mut self, text: &[u8]) -> usize {
        let before = self.reached.len();
        let mut state = self.automaton.start();
        for &octet in text {
            let Some(next) = self.automaton.step(state, octet) else {
                break;
            };
            self.reached.insert((state, self.automaton.class_of(octet)));
            state = next;
        }
        self.reached.len() - before
    }

    /// Returns a short valid text for each transition that is not taken, the states near the start
    /// first: a shortest text that leads to the state, the most readable octet, and a shortest text after
    /// it. Each text is made when it is asked for.
    fn next_missing(&self) -> Option<Vec<u8>> {
        let representatives = with_most_readable(self.automaton.classes().to_vec()).into_iter();
        let octets: Vec<u8> = representatives.map(|(_, octet)| octet).collect();
        let step = |&state: &DfaState, octet| self.automaton.step(state, octet);
        for (state, access) in access_texts(self.automaton.start(), &octets, step) {
            let missing = octets.iter().find_map(|&octet| {
                let transition = (state, self.automaton.class_of(octet));
                let next = step(&state, octet).filter(|_| !self.reached.contains(&transition))?;
                Some([&*access, &[octet], &*self.completion(next)].concat())
            });
            if missing.is_some() {
                return missing;
            }
        }
        None
    }

    /// Returns a shortest text that leads from the state to an accepting one.
    fn completion(&self, state: DfaState) -> Vec<u8> {
        if self.automaton.is_accepting(state) {
            return Vec::new();
        }
        self.automaton.shortest_after(state).unwrap_or_default()
    }
}
