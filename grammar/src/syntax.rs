//! The syntax tree of a grammar file.
//!
//! ```
//! use rfcbnf::syntax::Kind;
//!
//! let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! let port = grammar.production("port").unwrap();
//! assert_eq!(port.uses(), ["digit"]);
//! assert!(matches!(port.body.kind, Kind::Repetition { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: every [`Span`] begins and ends on a character boundary of [`Grammar::source`], and
//! the span of a child lies within that of its parent. The alternatives that `=/` adds are the
//! exception: their spans lie within [`Production::additions`].

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub use crate::encoding::Encoding;

/// A half-open range of byte offsets into the text of a grammar file.
pub type Span = Range<usize>;

/// A grammar file: its productions in file order, and the headings above them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    /// The text of the file, to which every span refers. The core rules of ABNF that the file uses
    /// and does not define stand behind it, and then the texts of [`imported`](Self::imported) files.
    pub source: String,
    /// The files that productions were imported from, in the order of their texts.
    pub imported: Vec<ImportedFile>,
    /// How the file writes rules.
    pub notation: Notation,
    /// How the characters of literals and ranges become octets.
    pub encoding: Encoding,
    /// The headings in file order, including those that no production follows.
    pub headings: Vec<Heading>,
    /// The productions in file order.
    pub productions: Vec<Production>,
}

/// A file that productions of a grammar were imported from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// The name, such as `rfc3986`.
    pub name: String,
    /// Its text in [`Grammar::source`].
    pub span: Span,
}

/// A separate block of comment lines, which begins a group of productions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The text of the comment without semicolons, its lines joined by a space.
    pub text: String,
    /// From the first semicolon to the end of the last line.
    pub span: Span,
}

/// One rule of the grammar: `name = body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Production {
    /// The name as the file writes it.
    pub name: String,
    /// The position of the name in the definition.
    pub name_span: Span,
    /// From the name to the end of the body, without comments after it.
    pub span: Span,
    /// The rules that add alternatives to this one with `=/`, in file order, each from its name to
    /// the end of its body. The spans of the alternatives lie within them.
    pub additions: Vec<Span>,
    /// An index into [`Grammar::headings`]; `None` for a production above the first heading.
    pub heading: Option<usize>,
    /// The comments on the production: the lines directly above it, and those beside or between
    /// the lines of its body.
    pub comments: Vec<Comment>,
    /// The expression that the production derives.
    pub body: Expression,
    /// Prefixes that no match of the production may have, in any case of letters. Empty unless a
    /// reading excludes some.
    pub excluded: Vec<String>,
    /// The ids of the readings applied to the production.
    pub readings: Vec<String>,
    /// The productions whose alternatives give readings the names that they decide this one with.
    pub named_under: Vec<String>,
}

/// A comment on a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The text, without the semicolon and the white space around it.
    pub text: String,
    /// From the semicolon to the end of the line.
    pub span: Span,
}

/// A part of the body of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The form of the expression.
    pub kind: Kind,
    /// The position of the expression, including brackets and repetition counts.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `a | b`, in priority order; at least two members.
    Alternation(Vec<Expression>),
    /// `a b`; at least two members, and none of them is a sequence.
    Sequence(Vec<Expression>),
    /// `[ a ]`, present before absent.
    Optional(Box<Expression>),
    /// `n*m a`: at least `least` rounds and, if there is a limit, at most `most`.
    Repetition {
        /// The smallest number of rounds; 0 if the file leaves it out.
        least: u32,
        /// The largest number of rounds; `None` if the file leaves it out.
        most: Option<u32>,
        /// The repeated expression. The brackets of `n*[ a ]` and `n*( a )` only group.
        body: Box<Expression>,
    },
    /// `"text"`, `<">` or `%x74.65`.
    Literal {
        /// The text between the quotation marks, or the characters with these numbers.
        text: String,
        /// How letters compare.
        case: Case,
        /// How the file writes it.
        form: LiteralForm,
    },
    /// `%x41-5A`: one character of a range.
    Range {
        /// The first character.
        first: char,
        /// The last character. It does not come before the first.
        last: char,
    },
    /// `<prose>`: texts that only people know. It derives no text that a program can decide about.
    Prose(String),
    /// Text that cannot be read. An error describes it.
    Unreadable,
    /// The name of a production.
    Reference {
        /// The name as the file writes it.
        name: String,
        /// How letters compare in the production.
        case: Case,
        /// How often the repetitions in the referenced production match.
        quantifier: Quantifier,
    },
}

impl Kind {
    /// Returns a reference as files write it: letters compare exactly, and repetitions prefer more rounds.
    pub(crate) fn reference(name: String) -> Self {
        Self::Reference {
            name,
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        }
    }
}

/// How letters compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Case {
    /// Upper and lower case differ. This is the rule of the notation.
    Exact,
    /// Upper and lower case are equal. Only a reading asks for it.
    Ignored,
}

/// How the file writes a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LiteralForm {
    /// `"text"`, in ABNF also `%i"text"` and `%s"text"`.
    Quoted,
    /// `<">`.
    Angle,
    /// A text without quotation marks, which a reading takes as a literal.
    Bare,
    /// The numbers of the characters: `%x74.65`.
    Numbers,
}

/// How a file writes rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The notation of RFC 822, Section 2, as RFC 1738 uses it: `name = body`, alternatives with
    /// `|` or `/`. Letters in literals compare exactly.
    #[default]
    Rfc822,
    /// ABNF: RFC 5234 and RFC 7405. Letters in literals and in names compare in any case, unless
    /// `%s` or numbers say otherwise.
    Abnf,
    /// `<name> ::= body`, alternatives with `|`, as RFC 2141 and others print it. Letters in
    /// literals compare exactly.
    Bnf,
    /// The EBNF of the W3C: XML 1.0, Section 6. `name ::= body`, `[a-z]`, `#x41`, `a?`, `a*`, `a+`.
    /// Numbers are those of characters in UTF-8.
    W3c,
    /// The EBNF of ISO/IEC 14977: `name = body ;`, `a , b`, `[ a ]`, `{ a }`, `2 * a`.
    Iso,
    /// ANTLR: `name : body ;`. What its lexer skips may stand before each token.
    Antlr,
    /// A parsing expression grammar: `name <- body`. Its choice is read without its order.
    Peg,
    /// pest: `name = { body }`. Its choice is read without its order.
    Pest,
}

/// Whether the repetitions in a referenced production prefer more rounds or fewer.
///
/// A quantifier applies to the repetitions written in the body of that production, not to those
/// in the productions that it uses. It chooses among trees and changes no language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Repetitions match as often as possible. This is the default.
    Greedy,
    /// Repetitions match as rarely as possible. Only a reading asks for it.
    Lazy,
}

impl Case {
    /// Returns how letters compare in a part that compares them like `self`, where the
    /// surroundings compare them as given: a part cannot undo what its surroundings ignore.
    #[must_use]
    pub fn within(self, surroundings: Self) -> Self {
        if surroundings == Self::Ignored {
            Self::Ignored
        } else {
            self
        }
    }
}

impl Grammar {
    /// Returns the production of that name. Takes time linear in the number of productions; use
    /// [`ResolvedGrammar::find`](crate::resolved::ResolvedGrammar::find) to find many.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Production> {
        self.productions
            .iter()
            .find(|production| production.name == name)
    }

    /// Returns the productions that no production uses, in file order.
    #[must_use]
    pub fn unused(&self) -> Vec<&Production> {
        let bodies = self.productions.iter().map(|production| &production.body);
        let used: HashSet<&str> = bodies.flat_map(Expression::references).collect();
        let productions = self.productions.iter();
        productions
            .filter(|production| !used.contains(production.name.as_str()))
            .collect()
    }

    /// Returns the grammar of these productions and those that they use, in file order. The source
    /// and the headings stay.
    ///
    /// ```
    /// let grammar = rfcbnf::read("number = 1*digit\nletter = \"a\"\ndigit = \"0\" | \"1\"\n")?;
    /// let part = grammar.part(["number"]);
    /// let names = part.productions.iter().map(|production| &*production.name);
    /// assert_eq!(names.collect::<Vec<_>>(), ["number", "digit"]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn part<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let reachable = self.reachable_from(names);
        let productions = self.productions.iter();
        let productions = productions.filter(|one| reachable.contains(one.name.as_str()));
        Self {
            productions: productions.cloned().collect(),
            source: self.source.clone(),
            imported: self.imported.clone(),
            notation: self.notation,
            encoding: self.encoding,
            headings: self.headings.clone(),
        }
    }

    /// Returns whether every production derives text: ASCII, or characters that are written in UTF-8.
    pub(crate) fn derives_text(&self) -> bool {
        let mut is_ascii = true;
        for production in &self.productions {
            production.body.walk(&mut |part| {
                is_ascii &= match &part.kind {
                    Kind::Literal { text, .. } => text.is_ascii(),
                    Kind::Range { last, .. } => last.is_ascii(),
                    _ => true,
                };
            });
        }
        is_ascii || self.encoding == Encoding::Utf8
    }

    /// Returns the part of the grammar that productions use in either case, with all letters in
    /// either case.
    pub(crate) fn used_in_any_case(&self) -> Self {
        let mut used = Vec::new();
        for production in &self.productions {
            production.body.walk(&mut |part| {
                if let Kind::Reference {
                    name,
                    case: Case::Ignored,
                    ..
                } = &part.kind
                {
                    used.push(name.as_str());
                }
            });
        }
        self.part_in_any_case(used)
    }

    /// Returns the same part, with all letters in either case.
    pub(crate) fn part_in_any_case<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut part = self.part(names);
        for production in &mut part.productions {
            production.body.ignore_case();
        }
        part
    }

    /// Returns the start of the grammar: among the productions that no production uses, the first
    /// that leads to the most others. `None` if every production is used.
    ///
    /// ```
    /// let grammar = rfcbnf::read("digit = \"0\" | \"1\"\nnumber = 1*digit\nletter = \"a\"\n")?;
    /// assert_eq!(grammar.start().unwrap().name, "number");
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Option<&Production> {
        let by_name = self.by_name();
        let unused = self.unused().into_iter().rev();
        unused.max_by_key(|production| reachable(&by_name, [production.name.as_str()]).len())
    }

    /// Returns the productions by their names.
    fn by_name(&self) -> HashMap<&str, &Production> {
        let productions = self.productions.iter();
        productions
            .map(|production| (production.name.as_str(), production))
            .collect()
    }

    /// Returns the productions, each after those that it uses. A recursive production
    /// comes after as many of them as possible.
    #[must_use]
    pub fn users_last(&self) -> Vec<&Production> {
        let order = self.users_last_by_index().into_iter();
        order.map(|index| &self.productions[index]).collect()
    }

    /// Returns [`Self::users_last`] as indices into the productions. The order is that in which
    /// a depth-first search along the references leaves the productions.
    pub(crate) fn users_last_by_index(&self) -> Vec<usize> {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (index, production) in self.productions.iter().enumerate() {
            by_name.entry(&production.name).or_insert(index);
        }
        let mut is_seen = vec![false; self.productions.len()];
        let mut order = Vec::new();
        for start in 0..self.productions.len() {
            let mut open = vec![(start, false)];
            while let Some((index, is_complete)) = open.pop() {
                if is_complete {
                    order.push(index);
                } else if !std::mem::replace(&mut is_seen[index], true) {
                    open.push((index, true));
                    let used = self.productions[index].body.references().into_iter();
                    let used = used.filter_map(|name| by_name.get(name));
                    open.extend(used.map(|&index| (index, false)));
                }
            }
        }
        order
    }

    /// Returns the names of these productions and of all that they use, directly or through
    /// others. Leaves out names that the grammar does not define.
    #[must_use]
    pub fn reachable_from<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> HashSet<&str> {
        reachable(&self.by_name(), names)
    }

    /// Returns the productions that use the one of that name, in file order.
    #[must_use]
    pub fn users(&self, name: &str) -> Vec<&Production> {
        let productions = self.productions.iter();
        productions
            .filter(|production| production.body.references().contains(&name))
            .collect()
    }

    /// Returns the text of a production in the file, without comments after it. Rules that add
    /// alternatives stand on lines of their own.
    #[must_use]
    pub fn text(&self, production: &Production) -> Cow<'_, str> {
        let first = &self.source[production.span.clone()];
        if production.additions.is_empty() {
            return Cow::Borrowed(first);
        }
        let additions = production.additions.iter();
        let additions = additions.map(|span| &self.source[span.clone()]);
        let rules: Vec<&str> = std::iter::once(first).chain(additions).collect();
        Cow::Owned(rules.join("\n"))
    }
}

/// Returns the names of these productions and of all that they use.
fn reachable<'g, 'n>(
    by_name: &HashMap<&'g str, &'g Production>,
    names: impl IntoIterator<Item = &'n str>,
) -> HashSet<&'g str> {
    let find = |name: &str| by_name.get(name).copied();
    let mut waiting: Vec<&Production> = names.into_iter().filter_map(find).collect();
    let mut reachable = HashSet::new();
    while let Some(production) = waiting.pop() {
        if reachable.insert(production.name.as_str()) {
            waiting.extend(production.body.references().into_iter().filter_map(find));
        }
    }
    reachable
}

impl Production {
    /// Returns the names that the body refers to, in the order of their first mention in the
    /// file. A reading can change that order in the body.
    #[must_use]
    pub fn uses(&self) -> Vec<&str> {
        let mut mentions = Vec::new();
        self.body.walk(&mut |expression| {
            if let Kind::Reference { name, .. } = &expression.kind {
                mentions.push((expression.span.start, name.as_str()));
            }
        });
        mentions.sort_unstable();
        let mut seen = HashSet::new();
        let names = mentions.into_iter().map(|(_, name)| name);
        names.filter(|name| seen.insert(*name)).collect()
    }
}

/// Returns the range with its ASCII letters in either case, as alternatives if it is not one range.
fn in_any_case(first: char, last: char, span: &Span) -> Kind {
    let overlap = |from: char, to: char| (first.max(from), last.min(to));
    let (upper, lower) = (overlap('A', 'Z'), overlap('a', 'z'));
    let others = [
        (upper.0.to_ascii_lowercase(), upper.1.to_ascii_lowercase()),
        (lower.0.to_ascii_uppercase(), lower.1.to_ascii_uppercase()),
    ];
    let missing = others.into_iter().filter(|(from, to)| {
        from <= to
            && from.is_ascii_alphabetic()
            && to.is_ascii_alphabetic()
            && !(first <= *from && *to <= last)
    });
    let ranges = std::iter::once((first, last)).chain(missing);
    let ranges = ranges.map(|(first, last)| Expression {
        kind: Kind::Range { first, last },
        span: span.clone(),
    });
    let mut ranges: Vec<Expression> = ranges.collect();
    match ranges.len() {
        1 => ranges.remove(0).kind,
        _ => Kind::Alternation(ranges),
    }
}

impl Expression {
    /// Returns the expressions directly below, in priority order.
    #[must_use]
    pub fn children(&self) -> &[Expression] {
        match &self.kind {
            Kind::Alternation(members) | Kind::Sequence(members) => members,
            Kind::Optional(body) | Kind::Repetition { body, .. } => std::slice::from_ref(body),
            Kind::Literal { .. }
            | Kind::Range { .. }
            | Kind::Reference { .. }
            | Kind::Prose(_)
            | Kind::Unreadable => &[],
        }
    }

    /// Returns the expressions directly below for modification.
    pub fn children_mut(&mut self) -> &mut [Self] {
        match &mut self.kind {
            Kind::Alternation(members) | Kind::Sequence(members) => members,
            Kind::Optional(body) | Kind::Repetition { body, .. } => std::slice::from_mut(body),
            Kind::Literal { .. }
            | Kind::Range { .. }
            | Kind::Reference { .. }
            | Kind::Prose(_)
            | Kind::Unreadable => &mut [],
        }
    }

    /// Lets all letters of the expression match in either case, also those of the productions that
    /// it refers to.
    pub(crate) fn ignore_case(&mut self) {
        match &mut self.kind {
            Kind::Literal { case, .. } | Kind::Reference { case, .. } => *case = Case::Ignored,
            &mut Kind::Range { first, last } => self.kind = in_any_case(first, last, &self.span),
            _ => {}
        }
        self.children_mut().iter_mut().for_each(Self::ignore_case);
    }

    /// Returns whether the two differ in nothing but what readings decide: case and quantifiers.
    pub(crate) fn is_written_like(&self, other: &Self) -> bool {
        let is_alike = match (&self.kind, &other.kind) {
            (Kind::Literal { text: one, .. }, Kind::Literal { text: other, .. })
            | (Kind::Reference { name: one, .. }, Kind::Reference { name: other, .. }) => {
                one == other
            }
            (
                Kind::Repetition { least, most, .. },
                Kind::Repetition {
                    least: other_least,
                    most: other_most,
                    ..
                },
            ) => (least, most) == (other_least, other_most),
            (Kind::Range { .. }, Kind::Range { .. }) | (Kind::Prose(_), Kind::Prose(_)) => {
                self.kind == other.kind
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        let (own, other) = (self.children(), other.children());
        is_alike
            && own.len() == other.len()
            && own
                .iter()
                .zip(other)
                .all(|(one, other)| one.is_written_like(other))
    }

    /// Returns whether the two are written alike and compare letters alike. Then they derive the same texts
    /// from the same definitions.
    pub(crate) fn derives_like(&self, other: &Self) -> bool {
        self.is_written_like(other) && self.cases() == other.cases()
    }

    /// Returns how letters compare in the literals and references, in their order.
    fn cases(&self) -> Vec<Case> {
        let own = match self.kind {
            Kind::Literal { case, .. } | Kind::Reference { case, .. } => Some(case),
            _ => None,
        };
        let below = self.children().iter().flat_map(Self::cases);
        own.into_iter().chain(below).collect()
    }

    /// Returns the names of the productions that it refers to, in the order of their first mention.
    #[must_use]
    pub fn references(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        self.walk(&mut |expression| {
            if let Kind::Reference { name, .. } = &expression.kind
                && seen.insert(name.as_str())
            {
                names.push(name.as_str());
            }
        });
        names
    }

    /// Visits this expression and all expressions below it, each before its children.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expression)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}
