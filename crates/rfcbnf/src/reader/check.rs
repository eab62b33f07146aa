//! Finds what is wrong with a grammar although every rule can be read.
//!
//! An error spoils the productions that lead to it. [`Obstacles`](crate::obstacles::Obstacles)
//! knows which they are.
//!
//! No step recurses along references, so a long chain of rules cannot overflow the stack. The
//! nesting limit of the reader bounds the recursion along an expression.
//!
//! A sentence in the body of a production has no semicolon or angle brackets around it. RFC 1459 has `<host> ::= see
//! RFC 952 [DNS:4] for details on allowed hostnames`. Each of these words is an undefined name, and all of them are
//! one mistake. Several undefined names in a row can be a grammar whose other file is missing, so there have to be
//! words that are neither names nor the keywords of a language.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::{Fault, GrammarErrorKind};
use crate::limits::{DEPTH, EMPTY_DERIVATION, NESTED_ROUNDS};
use crate::lookup::Similar;
use crate::notation::outline::missing_sign;
use crate::sizes::Sizes;
use crate::syntax::{Expression, Grammar, Kind, Span};

/// The number of further uses of an undefined name that an error shows.
const FURTHER_USES: usize = 3;

/// Adds what is wrong with a grammar although its rules can be read. Leaves out what another fault is the cause of: names
/// that are undefined because the sign after them is missing, and the words of sentences.
pub(super) fn check_apart(grammar: &Grammar, faults: &mut Vec<Fault>) {
    let mut found = check(grammar);
    let missing: HashSet<String> = { found.iter() }
        .filter_map(|fault| Some(fault.undefined_name()?.to_ascii_lowercase()))
        .collect();
    let is_missing = |name: &str| missing.contains(&name.to_ascii_lowercase());
    let outside = faults.iter().filter(|fault| fault.is_outside_rules());
    let unread: HashSet<String> = outside
        .filter_map(|fault| {
            let text = grammar.source.get(fault.span())?;
            let with_name = missing_sign(text, is_missing).map(|(name, _)| name);
            // A rule without a name is that of the only name that has no rule.
            let without_name = || text.starts_with('=').then(|| missing.iter().next());
            with_name.or_else(|| {
                let only = without_name().flatten().filter(|_| missing.len() == 1);
                only.map(String::as_str)
            })
        })
        .map(str::to_ascii_lowercase)
        .collect();
    let is_unread = |name: &str| unread.contains(&name.to_ascii_lowercase());
    found.retain(|fault| !fault.undefined_name().is_some_and(is_unread));
    faults.append(&mut found);
    if cfg!(feature = "documents") {
        replace(grammar, faults);
    }
}

/// Returns whether a text is the line of RFC 822 and of those that follow it that says what `<">` is. The reader
/// knows it, and it is no name.
pub(super) fn defines_quotation_mark(text: &str) -> bool {
    let after = text.strip_prefix("<\">");
    let after = after.and_then(|after| after.trim_start().strip_prefix('='));
    after.is_some_and(|body| body.contains('<') && !body.contains('='))
}

/// Returns a fault if the file is text of another kind, such as an essay or a program: most lines
/// are outside of rules, and most rules cannot be read.
pub(super) fn not_a_grammar(grammar: &Grammar, stray: &[Span]) -> Option<Fault> {
    let productions = &grammar.productions;
    let first = stray.first()?.clone();
    let lines = stray
        .iter()
        .map(|span| grammar.source[span.clone()].lines().count());
    let lines: usize = lines.sum();
    let names: HashSet<&str> = productions.iter().map(|one| one.name.as_str()).collect();
    let is_sound = |body: &Expression| {
        let mut is_sound = true;
        body.walk(&mut |part| match &part.kind {
            Kind::Unreadable => is_sound = false,
            Kind::Reference { name, .. } => is_sound &= names.contains(name.as_str()),
            _ => {}
        });
        is_sound
    };
    let sound = productions.iter().filter(|one| is_sound(&one.body)).count();
    let has_rules = !productions.is_empty();
    let is_other = lines > productions.len() && 2 * sound <= productions.len();
    is_other.then(|| Fault::new(GrammarErrorKind::NoGrammar { has_rules }, first))
}

/// Returns all errors, in no particular order.
fn check(grammar: &Grammar) -> Vec<Fault> {
    let checker = Checker::new(grammar);
    let mut faults = checker.undefined();
    faults.extend(checker.too_large());
    faults
}

struct Checker<'a> {
    grammar: &'a Grammar,
    /// The first production of each name.
    defined: HashMap<&'a str, usize>,
    /// The references of each production, in file order.
    references: Vec<Vec<(&'a str, Span)>>,
}

impl<'a> Checker<'a> {
    fn new(grammar: &'a Grammar) -> Self {
        let mut defined = HashMap::new();
        for (index, production) in grammar.productions.iter().enumerate() {
            defined.entry(production.name.as_str()).or_insert(index);
        }
        let references = grammar
            .productions
            .iter()
            .map(|production| references(&production.body))
            .collect();
        Checker {
            grammar,
            defined,
            references,
        }
    }

    fn undefined(&self) -> Vec<Fault> {
        // A list, `1#b`, is written out with its element several times, so one place can have several references.
        let mut uses: BTreeMap<&str, BTreeMap<usize, &Span>> = BTreeMap::new();
        for (name, span) in self.references.iter().flatten() {
            if !self.defined.contains_key(name) {
                uses.entry(name).or_default().insert(span.start, span);
            }
        }
        let mut similar = Similar::new(self.defined.keys().copied());
        let fault = |(name, uses): (&str, BTreeMap<usize, &Span>)| {
            let uses: Vec<&Span> = uses.into_values().collect();
            let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
            let kind = GrammarErrorKind::UndefinedRule {
                name: name.to_owned(),
                uses: uses.len(),
                run_together: owned(similar.run_together_in(name)),
                similar: owned(similar.to(name)),
            };
            let further = uses.iter().skip(1).take(FURTHER_USES);
            further.fold(Fault::new(kind, uses[0].clone()), |fault, span| {
                fault.beside((*span).clone(), "it is also used here")
            })
        };
        uses.into_iter().map(fault).collect()
    }

    /// Returns a fault for the first rule that has too many expressions inside each other, one for the
    /// first whose derivation of the empty text is too large, and one for the first whose counts inside
    /// each other have too many rounds.
    fn too_large(&self) -> Vec<Fault> {
        let order = self.grammar.users_last_by_index();
        let sizes = Sizes::of(self.grammar, &order, &self.defined);
        let first = |is_meant: &dyn Fn(usize) -> bool| {
            let mut order = order.iter().copied();
            let found = order.find(|&index| is_meant(index));
            found.map(|index| &self.grammar.productions[index])
        };
        let deep = first(&|index| sizes.depths[index] > DEPTH).map(|production| {
            let (name, limit) = (production.name.clone(), DEPTH);
            let kind = GrammarErrorKind::TooDeep { name, limit };
            Fault::new(kind, production.name_span.clone())
        });
        let is_large = |size: Option<usize>| size.is_some_and(|size| size > EMPTY_DERIVATION);
        let large = first(&|index| is_large(sizes.when_empty[index])).map(|production| {
            let (name, limit) = (production.name.clone(), EMPTY_DERIVATION);
            let kind = GrammarErrorKind::EmptyTooLarge { name, limit };
            Fault::new(kind, production.name_span.clone())
        });
        let many = first(&|index| sizes.rounds[index].are_too_many).map(|production| {
            let (name, limit) = (production.name.clone(), NESTED_ROUNDS);
            let kind = GrammarErrorKind::TooManyRounds { name, limit };
            Fault::new(kind, production.name_span.clone())
        });
        deep.into_iter().chain(large).chain(many).collect()
    }
}

fn references(body: &Expression) -> Vec<(&str, Span)> {
    let mut references = Vec::new();
    body.walk(&mut |expression| {
        if let Kind::Reference { name, .. } = &expression.kind {
            references.push((name.as_str(), expression.span.clone()));
        }
    });
    references
}

/// The least number of undefined names in a sentence.
const NAMES: usize = 3;

/// Words of sentences alone.
const WORDS: [&str; 6] = ["an", "defined", "see", "that", "the", "which"];

/// Words that can be keywords, and before `a` are those of sentences.
const BEFORE_A: [&str; 8] = ["as", "by", "for", "in", "is", "of", "on", "with"];

/// Puts one fault for each sentence in the place of those about its words.
fn replace(grammar: &Grammar, faults: &mut Vec<Fault>) {
    let defined: HashSet<String> = { grammar.productions.iter() }
        .map(|production| production.name.to_ascii_lowercase())
        .collect();
    let mut sentences: Vec<Span> = Vec::new();
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if let Kind::Sequence(members) = &part.kind
                && let Some(start) = start_of_sentence(members, &defined)
            {
                sentences.push(start..part.span.end);
            }
        });
    }
    if sentences.is_empty() {
        return;
    }
    let reach = reach(&sentences);
    let is_within = |span: &Span| {
        let before = reach.partition_point(|(start, _)| *start <= span.start);
        before > 0 && span.end <= reach[before - 1].1
    };
    let mut used_outside = HashSet::new();
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if let Kind::Reference { name, .. } = &part.kind
                && !is_within(&part.span)
            {
                used_outside.insert(name.as_str());
            }
        });
    }
    faults.retain(|fault| {
        let is_needed = fault
            .undefined_name()
            .is_some_and(|name| used_outside.contains(name));
        is_needed || !is_within(&fault.span())
    });
    let sentences = sentences.into_iter();
    faults.extend(sentences.map(|span| Fault::new(GrammarErrorKind::BareProse, span)));
}

/// Returns the starts of sentences in order, each with the furthest end of those that start up to there.
fn reach(sentences: &[Span]) -> Vec<(usize, usize)> {
    let mut reach: Vec<(usize, usize)> = { sentences.iter() }
        .map(|sentence| (sentence.start, sentence.end))
        .collect();
    reach.sort_unstable();
    let mut furthest = 0;
    for (_, end) in &mut reach {
        furthest = furthest.max(*end);
        *end = furthest;
    }
    reach
}

/// Returns where the first undefined name of a sentence begins.
fn start_of_sentence(members: &[Expression], defined: &HashSet<String>) -> Option<usize> {
    let undefined = members.iter().filter_map(|member| match &member.kind {
        Kind::Reference { name, .. } => {
            let name = name.to_ascii_lowercase();
            (!defined.contains(&name)).then_some((name, member.span.start))
        }
        _ => None,
    });
    let undefined: Vec<(String, usize)> = undefined.collect();
    let has_word = || undefined.iter().any(|(name, _)| WORDS.contains(&&**name));
    let has_words = || {
        let mut pairs = undefined.windows(2);
        pairs.any(|pair| BEFORE_A.contains(&&*pair[0].0) && pair[1].0 == "a")
    };
    (undefined.len() >= NAMES && (has_word() || has_words())).then(|| undefined[0].1)
}
