//! Learns what a parser accepts as a production.
//!
//! A discrimination [`Tree`] tells states apart by the verdicts on their texts with a few
//! suffixes. It gives a hypothesis. The complete suite of the hypothesis replaces the question
//! whether it is right. In a text on which it is wrong there is a breakpoint: before it the parser
//! does what the hypothesis says, and after it no longer. The rest of the text after the breakpoint
//! tells two states apart, or two input symbols ([`SymbolClasses`]).
//!
//! For example, a parser of numbers accepts `1*DIGIT`. The empty suffix gives two states: one of the
//! rejected texts, one of the accepted ones. `x` is rejected as the empty text is, so the hypothesis goes
//! on with `x` in the first state, and accepts `x1`. The parser rejects it. The breakpoint is at `x`: the
//! rest `1` is accepted after the empty text, and not after `x`. So `1` becomes a suffix, and `x` leads
//! to a third state.
//!
//! Invariant: each text on which a hypothesis is wrong adds a state or sets an input symbol apart, so the
//! learner ends.
//!
//! - D. Angluin: Learning regular sets from queries and counterexamples. Information and Computation
//!   75(2), 1987, 87–106.
//! - R. L. Rivest, R. E. Schapire: Inference of finite automata using homing sequences. Information
//!   and Computation 103(2), 1993, 299–347 (breakpoints).
//! - M. J. Kearns, U. V. Vazirani: An introduction to computational learning theory. MIT Press, 1994,
//!   chapter 8 (discrimination trees).
//!
//! Discrimination trees.
//!
//! An inner node has a suffix. A text goes on to one child if the parser accepts the text with the
//! suffix, and to the other if not. Texts that reach one leaf lead to one state, as far as it is known.
//!
//! The input symbols that the learner asks about, and the classes that a parser does not distinguish.
//!
//! The learner asks about one input symbol of each class, its representative. At first the classes are those
//! of the expected automaton.

use std::collections::HashMap;

use super::cause::GivenUp;
use super::oracle::{Oracle, Stop};
use super::paths;
use super::probe_contexts::ProbeContext;
use crate::automaton::Automaton;
use crate::conformance::{Alphabet, Suite};
use crate::octets::OctetSet;

/// The greatest number of texts of a suite with extra states.
const MOST: usize = 30_000;

/// The greatest number of extra states for the symbols that are asked about.
const DEPTH: u8 = 4;

/// The number of texts of a suite that are asked together. Most hypotheses are wrong on one of the first.
const TOGETHER: usize = 4_000;

/// What is learned, and where.
pub(super) struct Lesson<'a> {
    pub(super) production: &'a str,
    /// What the parser should accept as the production. It is supposed to be right outside the window.
    pub(super) expected: &'a Automaton,
    pub(super) context: &'a ProbeContext,
    /// The greatest number of states.
    pub(super) states: usize,
    /// Whether only texts count that follow from an automaton, and not what a person would try, and what
    /// takes too many states is learned as far as these go.
    pub(super) is_rough: bool,
}

/// Learns the texts that the parser accepts as a production. Gives up if that takes too many states,
/// unless it is learned roughly. If an end is requested, shows what is learned so far.
pub(super) fn learn(lesson: Lesson<'_>, oracle: &mut Oracle<'_>) -> Result<LearnedTexts, Stop> {
    let mut learner = Learner {
        symbols: SymbolClasses::of(lesson.expected, oracle.alphabet().symbols()),
        tree: Tree::default(),
        states: Vec::new(),
        is_full: false,
        oracle,
        lesson,
    };
    match learner.run() {
        Err(Stop::Ended) => Ok(LearnedTexts {
            automaton: learner.shown(),
            is_complete: false,
        }),
        other => other,
    }
}

/// What is learned of a production.
pub(super) struct LearnedTexts {
    pub(super) automaton: Automaton,
    /// Whether it gives every answer that was asked for. If not, it has as many states as it may have, or
    /// the search was told to end.
    pub(super) is_complete: bool,
}

/// A state of the hypothesis.
struct State {
    /// A text that leads to it.
    access: Vec<u8>,
    /// Whether the parser accepts that text.
    is_accepting: bool,
    leaf: NodeId,
    /// For each octet, where it goes on with it, if that is a symbol that is asked about.
    steps: Vec<Option<NodeId>>,
}

struct Learner<'a, 'o, 'p> {
    lesson: Lesson<'a>,
    oracle: &'o mut Oracle<'p>,
    symbols: SymbolClasses,
    tree: Tree,
    /// The start first.
    states: Vec<State>,
    /// Whether there are as many states as there may be. What leads to others is rejected.
    is_full: bool,
}

impl Learner<'_, '_, '_> {
    fn run(&mut self) -> Result<LearnedTexts, Stop> {
        let start = self.sifted(vec![(Vec::new(), NodeId::ROOT)])?;
        self.add(Vec::new(), start[0]);
        self.settle()?;
        let context = self.lesson.context;
        let mut texts = context.texts.to_vec();
        if self.lesson.is_rough {
            texts.truncate(context.systematic);
        }
        let wrong = context.texts_in(self.oracle.disagreements());
        texts.extend(wrong.map(<[u8]>::to_vec));
        loop {
            texts.sort_by_key(Vec::len);
            self.learn_from(&texts)?;
            let hypothesis = self.hypothesis();
            self.oracle.go_on()?;
            if self.is_full {
                return Ok(LearnedTexts {
                    automaton: hypothesis,
                    is_complete: false,
                });
            }
            texts = self.counterexamples(&hypothesis)?;
            if texts.is_empty() && !self.lesson.is_rough {
                let known = context.texts_in(self.oracle.texts()).map(<[u8]>::to_vec);
                texts = known.filter(|text| self.is_wrong(text)).collect();
                texts.sort();
            }
            // An end cuts the texts short that were to be asked.
            self.oracle.go_on()?;
            if texts.is_empty() {
                return Ok(LearnedTexts {
                    automaton: hypothesis,
                    is_complete: true,
                });
            }
        }
    }

    /// Returns the hypothesis of a search that was told to end.
    fn shown(&self) -> Automaton {
        self.oracle.watch().show();
        if self.states.is_empty() {
            // Nothing is learned.
            return self.lesson.expected.clone();
        }
        self.hypothesis()
    }

    /// Changes the hypothesis until it is right on these texts.
    fn learn_from(&mut self, texts: &[Vec<u8>]) -> Result<(), Stop> {
        // What the parser says about a text is looked up once, unless it is surprising.
        let mut verdicts: Vec<bool> = texts.iter().map(|text| self.verdict(text)).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (text, verdict) in texts.iter().zip(&mut verdicts) {
                self.oracle.go_on()?;
                if self.is_accepted(text) == *verdict {
                    continue;
                }
                if self.ask_again(std::slice::from_ref(text))? {
                    *verdict = self.verdict(text);
                }
                while self.is_accepted(text) != *verdict {
                    let is_refined = self.refine(text)?;
                    // The parser can have taken an answer back.
                    *verdict = self.verdict(text);
                    if !is_refined {
                        break;
                    }
                    has_changed = true;
                    if self.is_full {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Tells two states or two symbols apart by a text on which the hypothesis is wrong. Returns `false` if answers that
    /// were taken back leave nothing to tell apart.
    fn refine(&mut self, text: &[u8]) -> Result<bool, Stop> {
        let path = self.path(text);
        let mixed = |index: usize| [&self.states[path[index]].access, &text[index..]].concat();
        let mixed: Vec<Vec<u8>> = (0..path.len()).map(mixed).collect();
        self.ask(&mixed)?;
        // Each of them can be what tells states apart.
        self.ask_again(&mixed)?;
        let verdicts: Vec<bool> = mixed.iter().map(|text| self.verdict(text)).collect();
        // The parser's verdict on the text comes first, and that of the hypothesis last.
        let breakpoint = verdicts.windows(2).position(|pair| pair[0] != pair[1]);
        let Some(index) = breakpoint else {
            return Ok(false);
        };
        let (symbol, suffix) = (text[index], &text[index + 1..]);
        let access = self.states[path[index]].access.clone();
        let with = |symbol: u8| [&access[..], &[symbol], suffix].concat();
        let representative = self.symbols.representative(symbol);
        self.ask(&[with(representative)])?;
        if self.verdict(&with(representative)) == verdicts[index] {
            let state = &mut self.states[path[index + 1]];
            state.leaf = self
                .tree
                .split(state.leaf, suffix.to_vec(), verdicts[index + 1]);
        } else {
            let others = self.symbols.set_apart_from(representative);
            let texts: Vec<Vec<u8>> = others.iter().map(|&other| with(other)).collect();
            self.ask(&texts)?;
            let alike = |other: &u8| self.verdict(&with(*other)) == verdicts[index];
            let alike = others.iter().copied().find(alike);
            self.symbols.set_apart(symbol, alike);
        }
        self.settle()?;
        Ok(true)
    }

    /// Finds where each state goes on with each symbol, and the states that this leads to.
    fn settle(&mut self) -> Result<(), Stop> {
        loop {
            let mut steps = Vec::new();
            let mut items = Vec::new();
            for (index, state) in self.states.iter().enumerate() {
                for symbol in self.symbols.asked() {
                    let known = state.steps[usize::from(symbol)];
                    if known.is_some_and(|leaf| self.tree.is_leaf(leaf)) {
                        continue;
                    }
                    steps.push((index, symbol));
                    let from = known.unwrap_or(NodeId::ROOT);
                    items.push((extended(&state.access, symbol), from));
                }
            }
            if items.is_empty() {
                return Ok(());
            }
            self.is_full |= self.states.len() > self.lesson.states;
            if self.is_full && !self.lesson.is_rough {
                return Err(Stop::GivenUp(GivenUp::States {
                    production: self.lesson.production.to_owned(),
                    most: self.lesson.states,
                }));
            }
            let leaves = self.sifted(items)?;
            for ((index, symbol), leaf) in steps.into_iter().zip(leaves) {
                self.states[index].steps[usize::from(symbol)] = Some(leaf);
                if self.tree.state(leaf).is_none() && !self.is_full {
                    let text = extended(&self.states[index].access, symbol);
                    self.add(text, leaf);
                }
            }
        }
    }

    /// Returns the leaf of each text, which stands at a node of the tree. Each round asks about all
    /// texts at once.
    fn sifted(&mut self, items: Vec<(Vec<u8>, NodeId)>) -> Result<Vec<NodeId>, Stop> {
        let (texts, mut leaves): (Vec<Vec<u8>>, Vec<NodeId>) = items.into_iter().unzip();
        loop {
            let mut questions = Vec::new();
            for (index, text) in texts.iter().enumerate() {
                if let Some(suffix) = self.tree.suffix(leaves[index]) {
                    questions.push((index, [&text[..], suffix].concat()));
                }
            }
            if questions.is_empty() {
                return Ok(leaves);
            }
            let (indices, questions): (Vec<usize>, Vec<Vec<u8>>) = questions.into_iter().unzip();
            self.ask(&questions)?;
            for (index, question) in indices.into_iter().zip(questions) {
                leaves[index] = self.tree.child(leaves[index], self.verdict(&question));
            }
        }
    }

    /// Adds a state.
    fn add(&mut self, access: Vec<u8>, leaf: NodeId) {
        self.tree.name(leaf, self.states.len());
        self.states.push(State {
            is_accepting: self.verdict(&access),
            access,
            leaf,
            steps: vec![None; 256],
        });
    }

    /// Returns the states of the hypothesis along a text.
    fn path(&self, text: &[u8]) -> Vec<usize> {
        let mut path = vec![0];
        path.extend(text.iter().scan(0, |state, &symbol| {
            *state = self.step(*state, symbol)?;
            Some(*state)
        }));
        path
    }

    /// Returns where a state goes on. That is known once the hypothesis is settled.
    fn step(&self, state: usize, symbol: u8) -> Option<usize> {
        let symbol = self.symbols.representative(symbol);
        self.tree
            .state(self.states[state].steps[usize::from(symbol)]?)
    }

    /// Returns whether the hypothesis gives another answer than the parser.
    fn is_wrong(&self, text: &[u8]) -> bool {
        self.verdict(text) != self.is_accepted(text)
    }

    /// Returns the answer of the hypothesis.
    fn is_accepted(&self, text: &[u8]) -> bool {
        let mut symbols = text.iter();
        let end = symbols.try_fold(0, |state, &symbol| self.step(state, symbol));
        end.is_some_and(|end| self.states[end].is_accepting)
    }

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<(), Stop> {
        self.lesson.context.ask(self.oracle, texts)
    }

    /// Asks again about texts with answers that contradict the hypothesis. Returns whether an answer is another one
    /// now.
    fn ask_again(&mut self, texts: &[Vec<u8>]) -> Result<bool, Stop> {
        self.lesson.context.ask_again(self.oracle, texts)
    }

    fn verdict(&self, text: &[u8]) -> bool {
        let answer = self.lesson.context.verdict(self.oracle, text);
        answer.unwrap_or_else(|| self.lesson.expected.accepts(text))
    }

    fn hypothesis(&self) -> Automaton {
        let alphabet = self.oracle.alphabet();
        let mut classes: HashMap<u8, OctetSet> = HashMap::new();
        for &symbol in alphabet.symbols() {
            let class = classes.entry(self.symbols.representative(symbol));
            *class.or_default() |= alphabet.octets(symbol);
        }
        let mut letter_of: HashMap<u8, u8> = HashMap::new();
        for (symbol, class) in &classes {
            letter_of.extend(class.iter().map(|octet| (octet, *symbol)));
        }
        let mut classes: Vec<OctetSet> = classes.into_values().collect();
        let known = classes
            .iter()
            .fold(OctetSet::EMPTY, |all, class| all | *class);
        classes.extend(Some(OctetSet::ALL.without(known)).filter(|rest| !rest.is_empty()));
        classes.sort_by_key(|class| class.lowest());
        let automaton = Automaton::of_states(
            classes,
            0,
            &|&state| self.states[state].is_accepting,
            &|&state, octet| self.step(state, *letter_of.get(&octet)?),
            &self.oracle.work(),
        );
        automaton.unwrap_or_else(|_| Automaton::empty())
    }

    /// Returns texts on which the hypothesis is wrong, if any of the complete suites of the hypothesis and
    /// of the expected automaton is. The symbols that are asked about get more extra states.
    fn counterexamples(&mut self, hypothesis: &Automaton) -> Result<Vec<Vec<u8>>, Stop> {
        let all = self.oracle.alphabet().clone();
        let asked: Vec<u8> = self.symbols.asked().collect();
        let asked = all.only(&asked);
        let paths = paths::texts(hypothesis, all.symbols());
        let mut wrong = self.first_wrong(paths.into_iter())?;
        let automata = [hypothesis, self.lesson.expected];
        for automaton in automata {
            let suite = Suite::over(all.clone(), automaton, 0);
            let suite = suite.map_err(|_| self.oracle.exhausted())?;
            if wrong.is_empty() {
                wrong = self.first_wrong(suite.symbols())?;
            }
        }
        for automaton in automata {
            if wrong.is_empty() {
                let deeper = |extra_states| self.deeper(automaton, &asked, extra_states);
                let texts = (1..=DEPTH).rev().find_map(deeper).into_iter();
                wrong = self.first_wrong(texts.flatten())?;
            }
        }
        Ok(wrong)
    }

    /// Asks about the texts until the hypothesis is wrong on some of them, and returns these.
    fn first_wrong(
        &mut self,
        mut texts: impl Iterator<Item = Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        loop {
            let mut some: Vec<Vec<u8>> = texts.by_ref().take(TOGETHER).collect();
            if some.is_empty() {
                return Ok(some);
            }
            self.ask(&some)?;
            self.oracle.go_on()?;
            some.retain(|text| self.is_wrong(text));
            if self.ask_again(&some)? {
                some.retain(|text| self.is_wrong(text));
            }
            if !some.is_empty() {
                return Ok(some);
            }
        }
    }

    /// Returns the texts of a suite over an alphabet with some extra states, unless there are many.
    fn deeper(
        &self,
        automaton: &Automaton,
        alphabet: &Alphabet,
        extra_states: u8,
    ) -> Option<Vec<Vec<u8>>> {
        let suite = Suite::over(alphabet.clone(), automaton, extra_states).ok()?;
        let watch = self.oracle.watch();
        let texts = suite.symbols().take_while(|_| !watch.is_over());
        let texts: Vec<Vec<u8>> = texts.take(MOST + 1).collect();
        (texts.len() <= MOST).then_some(texts)
    }
}

/// Returns the text followed by a symbol.
fn extended(text: &[u8], symbol: u8) -> Vec<u8> {
    let mut longer = text.to_vec();
    longer.push(symbol);
    longer
}

/// The number of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NodeId(usize);

impl NodeId {
    /// The node that every text begins at.
    const ROOT: Self = Self(0);
}

enum Node {
    Inner {
        suffix: Vec<u8>,
        /// The child of rejected texts, then that of accepted ones.
        children: [NodeId; 2],
    },
    /// The state, once a text has reached the leaf.
    Leaf(Option<usize>),
}

/// A discrimination tree.
struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    /// Returns a tree that tells accepted texts from rejected ones.
    fn default() -> Self {
        let root = Node::Inner {
            suffix: Vec::new(),
            children: [NodeId(1), NodeId(2)],
        };
        Self {
            nodes: vec![root, Node::Leaf(None), Node::Leaf(None)],
        }
    }
}

impl Tree {
    /// Returns whether the node has no children.
    fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.nodes[node.0], Node::Leaf(_))
    }

    /// Returns the suffix of the node; `None` for a leaf.
    fn suffix(&self, node: NodeId) -> Option<&[u8]> {
        match &self.nodes[node.0] {
            Node::Inner { suffix, .. } => Some(suffix),
            Node::Leaf(_) => None,
        }
    }

    /// Returns where a text goes on whose verdict with the suffix is known.
    fn child(&self, node: NodeId, is_accepted: bool) -> NodeId {
        match &self.nodes[node.0] {
            Node::Inner { children, .. } => children[usize::from(is_accepted)],
            Node::Leaf(_) => node,
        }
    }

    fn state(&self, leaf: NodeId) -> Option<usize> {
        match self.nodes[leaf.0] {
            Node::Leaf(state) => state,
            Node::Inner { .. } => None,
        }
    }

    /// Gives a leaf its state.
    fn name(&mut self, leaf: NodeId, state: usize) {
        self.nodes[leaf.0] = Node::Leaf(Some(state));
    }

    /// Splits a leaf by a suffix, for which the verdict of its state is known. Returns the leaf of
    /// that state; the other one has none yet.
    fn split(&mut self, leaf: NodeId, suffix: Vec<u8>, is_accepted: bool) -> NodeId {
        let state = self.state(leaf);
        let children = [NodeId(self.nodes.len()), NodeId(self.nodes.len() + 1)];
        self.nodes.extend([Node::Leaf(None), Node::Leaf(None)]);
        self.nodes[leaf.0] = Node::Inner { suffix, children };
        let own = children[usize::from(is_accepted)];
        self.nodes[own.0] = Node::Leaf(state);
        own
    }
}

/// The classes of input symbols.
struct SymbolClasses {
    all: Vec<u8>,
    /// For each input symbol, the one that is asked about in its place; for any other octet, itself.
    representative: [u8; 256],
    /// For each representative, those that were set apart from it.
    set_apart: HashMap<u8, Vec<u8>>,
}

impl SymbolClasses {
    /// Returns the classes of the input symbols that the automaton does not tell apart.
    fn of(automaton: &Automaton, symbols: &[u8]) -> Self {
        let mut first: HashMap<usize, u8> = HashMap::new();
        let mut representative =
            std::array::from_fn(|octet| u8::try_from(octet).unwrap_or(u8::MAX));
        for &symbol in symbols {
            let class = automaton.class_of(symbol);
            representative[usize::from(symbol)] = *first.entry(class).or_insert(symbol);
        }
        let mut symbols = symbols.to_vec();
        symbols.sort_unstable();
        Self {
            all: symbols,
            representative,
            set_apart: HashMap::new(),
        }
    }

    fn representative(&self, symbol: u8) -> u8 {
        self.representative[usize::from(symbol)]
    }

    /// Returns the representatives.
    fn asked(&self) -> impl Iterator<Item = u8> {
        let symbols = self.all.iter().copied();
        symbols.filter(|&symbol| self.representative(symbol) == symbol)
    }

    /// Returns the representatives that were set apart from this one.
    fn set_apart_from(&self, representative: u8) -> Vec<u8> {
        self.set_apart
            .get(&representative)
            .cloned()
            .unwrap_or_default()
    }

    /// Sets an input symbol apart from its representative. It joins the class of one that was set apart
    /// before it and that the parser treats like it, if there is one.
    fn set_apart(&mut self, symbol: u8, alike: Option<u8>) {
        let from = self.representative(symbol);
        if alike.is_none() {
            self.set_apart.entry(from).or_default().push(symbol);
        }
        self.representative[usize::from(symbol)] = alike.unwrap_or(symbol);
    }
}
