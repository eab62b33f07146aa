//! Decides which candidates are rules.
//!
//! A document has much that looks like a rule: assignments of programs, fields of examples, sentences
//! with an equals sign. A candidate is a rule if its body can be read and shows it: by literals,
//! numbers, separators, brackets or repetitions, or because all names in it are those of rules. A body
//! that cannot be read is a damaged rule only if rules refer to its name, or are around it.

use std::collections::{HashMap, HashSet};

use super::candidates::{Candidate, Sign};
use super::document::Line;
use super::wording::{self, Names, Sentences};
use super::words;
use crate::notation::appraisal::{Appraisal, appraise};
use crate::syntax::Notation;

/// The number of faults from which a body is taken for words: one that is meant as grammar has fewer.
const FAULTS: usize = 3;

/// The number of rules with white space around their signs from which all are expected to have it.
const SPACED: usize = 3;

/// A rule as a document prints it.
pub(crate) struct Found {
    pub(crate) candidate: Candidate,
    /// The lines, each with its index, without the indentation of the rule.
    pub(crate) text: Vec<(usize, String)>,
}

/// What the candidates of a document are.
pub(crate) struct Judgement {
    pub(crate) rules: Vec<Found>,
    /// The lines of comments that were wrapped without a semicolon.
    pub(crate) wrapped: Vec<usize>,
    /// The lines of rules whose bodies are in words, or in a notation of their own.
    pub(crate) in_words: Vec<usize>,
    /// The definitions of ASN.1.
    pub(crate) asn1: Vec<usize>,
    /// The rules in a notation that the rest does not have.
    pub(crate) other_notation: Vec<usize>,
}

/// Decides about all candidates.
pub(crate) fn judge(lines: &[Line], candidates: Vec<Candidate>) -> Judgement {
    let names = Names::new(candidates.iter().map(|one| one.name.as_str()));
    let mut wrapped = Vec::new();
    let drafts: Vec<Draft> = candidates
        .into_iter()
        .map(|candidate| Draft::new(lines, candidate, &names))
        .collect();
    let asn1 = drafts.iter().filter(|draft| draft.is_asn1());
    let asn1: Vec<usize> = asn1.map(|draft| draft.found.candidate.line()).collect();
    let mut drafts: Vec<Draft> = drafts.into_iter().filter(|one| !one.is_asn1()).collect();
    let accepted = Acceptance::new(&drafts, lines).decide(&drafts);
    let mut accepted = accepted.into_iter();
    drafts.retain(|_| accepted.next().unwrap_or(false));
    // Where most bodies end with a semicolon, they are statements of a program.
    let statements = drafts.iter().filter(|draft| draft.ends_statement()).count();
    if 2 * statements > drafts.len() {
        drafts.retain(|draft| !draft.ends_statement());
    }
    let core = Names::new(std::iter::empty());
    let has_characters = |draft: &Draft| {
        let mut references = draft.appraisal.iter().flat_map(|one| &one.references);
        draft.found.candidate.sign == Sign::Colons
            || draft.count(|one| one.terminals) > 0
            || references.any(|name| core.has(name))
    };
    if !drafts.iter().any(has_characters) {
        drafts.clear();
    }
    let mut in_words = Vec::new();
    for draft in drafts.iter_mut().filter(|draft| draft.is_in_words()) {
        in_words.push(draft.found.candidate.line());
        draft.found.text = words::in_angle_brackets(lines, &mut draft.found.candidate, &draft.all);
    }
    let other_notation = leave_out_other_notation(&mut drafts);
    for draft in &drafts {
        wrapped.extend(&draft.wrapped);
    }
    Judgement {
        rules: drafts.into_iter().map(|draft| draft.found).collect(),
        wrapped,
        in_words,
        asn1,
        other_notation,
    }
}

/// A candidate with what its body shows.
struct Draft {
    found: Found,
    /// All lines of the candidate, with sentences behind it.
    all: Vec<usize>,
    wrapped: Vec<usize>,
    begins_with_sentence: bool,
    appraisal: Option<Appraisal>,
}

impl Draft {
    fn new(lines: &[Line], mut candidate: Candidate, names: &Names) -> Self {
        let dedented = |index: usize| candidate.dedented(lines, index);
        let mut sentences = Sentences::new(names);
        let body_of_first = lines[candidate.line()].content();
        let body_of_first = body_of_first.split_once('=').map_or("", |(_, body)| body);
        let second = candidate
            .further()
            .first()
            .filter(|_| body_of_first.trim().is_empty());
        let second = second.map_or("", |&index| lines[index].content());
        let begins_with_sentence =
            sentences.is_sentence(body_of_first) || Sentences::new(names).is_sentence(second);
        let all = candidate.lines.clone();
        let mut text: Vec<(usize, String)> = candidate.lines[..=candidate.first]
            .iter()
            .map(|&index| (index, dedented(index)))
            .collect();
        let mut wrapped = Vec::new();
        let mut is_below_comment = has_comment(body_of_first);
        for &index in candidate.further() {
            let line = lines[index].content();
            let is_sentence = !line.starts_with(';') && sentences.is_sentence(line);
            let is_next = text.last().is_some_and(|(above, _)| above + 1 == index);
            let is_wrapped =
                is_below_comment && is_next && (is_sentence || wording::is_no_grammar(line));
            if is_sentence && !is_wrapped {
                break;
            }
            if is_wrapped {
                wrapped.push(index);
                text.push((index, with_semicolon(&dedented(index))));
                continue;
            }
            is_below_comment = has_comment(line);
            text.push((index, dedented(index)));
        }
        candidate.lines = text.iter().map(|(index, _)| *index).collect();
        let notation = match candidate.sign {
            Sign::Colons => Notation::Bnf,
            Sign::Equals | Sign::Adds => Notation::Abnf,
        };
        let body: Vec<&str> = text[candidate.first..]
            .iter()
            .map(|(_, line)| line.as_str())
            .collect();
        let appraisal = appraise(&body.join("\n"), notation);
        Self {
            found: Found { candidate, text },
            all,
            wrapped,
            begins_with_sentence,
            appraisal,
        }
    }

    /// Returns whether the candidate is a type or a value of ASN.1: X.680.
    fn is_asn1(&self) -> bool {
        const TYPES: [&str; 14] = [
            "SEQUENCE",
            "SET",
            "CHOICE",
            "INTEGER",
            "OCTET",
            "ENUMERATED",
            "BOOLEAN",
            "BIT",
            "OBJECT",
            "UTF8String",
            "IA5String",
            "PrintableString",
            "CLASS",
            "ANY",
        ];
        let body = self.found.text.get(self.found.candidate.first);
        let body = body.map_or("", |(_, line)| line.as_str());
        let further = self.found.text.get(self.found.candidate.first + 1);
        let further = further.map_or("", |(_, line)| line.trim_start());
        let (_, body) = body.split_once("::=").unwrap_or(("", ""));
        let body = if body.trim().is_empty() {
            further
        } else {
            body
        };
        let body = body.trim_start();
        let body = match body.strip_prefix('[') {
            Some(tag) => tag
                .split_once(']')
                .map_or("", |(_, rest)| rest)
                .trim_start(),
            None => body,
        };
        let word = body.split([' ', '{', '(', '\t']).next().unwrap_or("");
        self.found.candidate.sign == Sign::Colons
            && (TYPES.contains(&word) || body.starts_with('{'))
    }

    fn count(&self, of: impl Fn(&Appraisal) -> usize) -> usize {
        self.appraisal.as_ref().map_or(0, of)
    }

    /// Returns whether the body can be read and shows that it is one.
    fn is_sound(&self, names: &Names) -> bool {
        let unknown = self.unknown(names);
        let is_read = self.appraisal.is_some() && self.count(|one| one.faults) == 0;
        let is_grammar = self.count(|one| one.signs) > 0 || unknown == 0;
        is_read && !self.begins_with_sentence && is_grammar && !self.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.appraisal.as_ref().is_none_or(|one| one.is_empty)
    }

    /// Returns the number of different names in the body that are unknown.
    fn unknown(&self, names: &Names) -> usize {
        let references = self.appraisal.iter().flat_map(|one| &one.references);
        let unknown = references.filter(|one| !names.has(one));
        unknown.collect::<HashSet<_>>().len()
    }

    /// Returns whether a text is in the body outside of literals and comments.
    fn has(&self, text: &str) -> bool {
        let mut body = self.found.text[self.found.candidate.first..].iter();
        body.any(|(_, line)| without_quotes(line).contains(text))
    }

    /// Returns whether the body calls a function.
    fn has_call(&self) -> bool {
        let mut body = self.found.text[self.found.candidate.first..].iter();
        body.any(|(_, line)| has_call(&without_quotes(line)))
    }

    fn is_one_literal(&self) -> bool {
        let has = |of: fn(&Appraisal) -> usize| self.count(of);
        has(|one| one.signs) == 1
            && has(|one| one.terminals) == 1
            && has(|one| one.references.len()) == 0
    }

    /// Returns whether the body is damaged, and more of it is grammar.
    fn is_damaged(&self) -> bool {
        let faults = self.count(|one| one.faults);
        let is_meant = self.found.candidate.is_in_angle_brackets;
        let names = self.count(|one| one.references.len());
        // A number that cannot be read is grammar all the same.
        let numbers = usize::from(self.has("%x") || self.has("%d"));
        let sound = self.count(|one| one.signs) + numbers + if is_meant { names } else { 0 };
        faults > 0 && sound >= faults && !self.begins_with_sentence
    }

    /// Returns whether the body says in words what the rule derives, or is in a notation of its own.
    fn is_in_words(&self) -> bool {
        self.begins_with_sentence || self.count(|one| one.faults) >= FAULTS
    }

    /// Returns whether the first line ends as a statement of a program does.
    fn ends_statement(&self) -> bool {
        let first = self.found.text.get(self.found.candidate.first);
        first.is_some_and(|(_, line)| line.ends_with(';') && !line.ends_with(" ;"))
    }

    /// Returns whether the body is a statement of a program.
    fn is_program(&self) -> bool {
        let operators = ["||", "&&", "<<", ">>", "==", "!=", "->", "++", "[i]", "/*"];
        let is_statement = self.ends_statement() && self.count(|one| one.terminals) == 0;
        is_statement || operators.iter().any(|one| self.has(one)) || self.has_call()
    }
}

/// Returns whether a text has a name with brackets directly behind it, and a comma within them.
fn has_call(text: &str) -> bool {
    let mut brackets = text.match_indices('(');
    brackets.any(|(at, _)| {
        let inside = text[at..].split(')').next().unwrap_or("");
        text[..at].ends_with(|one: char| one.is_ascii_alphabetic()) && inside.contains(',')
    })
}

fn without_quotes(line: &str) -> String {
    let parts = line.split('"').step_by(2);
    let visible: String = parts.collect::<Vec<_>>().join("\"");
    let visible = visible.split(';').next().unwrap_or("");
    visible.to_owned()
}

fn has_comment(line: &str) -> bool {
    let mut is_quoted = false;
    line.chars().any(|one| {
        is_quoted ^= one == '"';
        one == ';' && !is_quoted
    })
}

fn with_semicolon(line: &str) -> String {
    let content = line.trim_start();
    let margin = &line[..line.len() - content.len()];
    format!("{margin}; {content}")
}

/// Decides which drafts are accepted.
struct Acceptance {
    /// The names that sound rules refer to, and how the names of sound rules are.
    sound: Vec<bool>,
    used: HashSet<String>,
    defined: Names,
    is_spaced: bool,
    /// Whether the line of the draft is in the same paragraph as that of the next.
    joins_next: Vec<bool>,
}

impl Acceptance {
    fn new(drafts: &[Draft], lines: &[Line]) -> Self {
        let all = Names::new(drafts.iter().map(|one| one.found.candidate.name.as_str()));
        let sound: Vec<bool> = drafts.iter().map(|draft| draft.is_sound(&all)).collect();
        let sound_drafts = || drafts.iter().zip(&sound).filter(|(_, sound)| **sound);
        let used = sound_drafts()
            .filter_map(|(draft, _)| draft.appraisal.as_ref())
            .flat_map(|appraisal| &appraisal.references)
            .map(|name| name.to_ascii_lowercase());
        let used = used.collect();
        let read = drafts
            .iter()
            .filter(|draft| draft.count(|one| one.faults) == 0);
        let defined = Names::new(read.map(|draft| draft.found.candidate.name.as_str()));
        let spaced = sound_drafts().filter(|(draft, _)| draft.found.candidate.is_spaced);
        let spaced = spaced.count();
        let is_spaced = spaced >= SPACED || 2 * spaced >= sound_drafts().count();
        let joins_next = drafts.windows(2).map(|pair| {
            let end = pair[0].found.candidate.lines.last().copied().unwrap_or(0);
            let start = pair[1].found.candidate.lines[0];
            let is_blank = |line: &Line| line.is_blank() || line.content().starts_with(';');
            let is_apart = lines[start].block != lines[end].block;
            !is_apart && lines[(end + 1).min(start)..start].iter().all(is_blank)
        });
        Self {
            joins_next: joins_next.collect(),
            sound,
            used,
            defined,
            is_spaced,
        }
    }

    fn decide(&self, drafts: &[Draft]) -> Vec<bool> {
        let count = drafts.len();
        let firm: Vec<bool> = (0..count).map(|at| self.is_firm(&drafts[at], at)).collect();
        let joined_to = |at: usize, other: usize| self.joins_next[at.min(other)] && firm[other];
        (0..count)
            .map(|at| {
                let before = at.checked_sub(1).is_some_and(|other| joined_to(at, other));
                let after = at + 1 < count && joined_to(at, at + 1);
                firm[at] || self.is_tolerable(&drafts[at], before || after)
            })
            .collect()
    }

    fn is_used(&self, draft: &Draft) -> bool {
        self.used
            .contains(&draft.found.candidate.name.to_ascii_lowercase())
    }

    /// Returns whether a draft is a rule whatever is around it.
    fn is_firm(&self, draft: &Draft, at: usize) -> bool {
        let candidate = &draft.found.candidate;
        let signs = draft.count(|one| one.signs);
        let unknown = draft.unknown(&self.defined);
        let is_plain = signs == 0 && unknown > 0;
        let is_like_others = candidate.is_spaced || !self.is_spaced;
        let is_strange = unknown > 2 && unknown > 2 * signs + 1;
        let is_said = candidate.sign == Sign::Colons;
        let is_assignment = candidate.is_below_text && draft.is_one_literal();
        let is_formula = draft.count(|one| one.terminals) == 0
            && draft.has(" * ")
            && draft.unknown(&self.defined) == draft.unknown(&Names::new(std::iter::empty()));
        let stands_alone = is_assignment || is_formula;
        self.sound[at]
            && !is_plain
            && !draft.is_program()
            && (!stands_alone || self.is_used(draft))
            && (self.is_used(draft)
                || (is_like_others
                    && !is_strange
                    && (!candidate.is_below_text || candidate.is_spaced))
                || (is_said && !is_strange))
    }

    /// Returns whether a draft is a rule because rules are around it or refer to it.
    fn is_tolerable(&self, draft: &Draft, is_beside_rules: bool) -> bool {
        let is_used = self.is_used(draft);
        let is_read = draft.appraisal.is_some() && draft.count(|one| one.faults) == 0;
        let is_like_others = draft.found.candidate.is_spaced || !self.is_spaced;
        if draft.is_program() || !is_like_others {
            return false;
        }
        let is_meant = is_used || draft.found.candidate.is_in_angle_brackets;
        if draft.is_in_words() {
            return is_meant && !draft.found.candidate.is_below_text;
        }
        (is_meant || is_beside_rules) && ((is_read && !draft.is_empty()) || draft.is_damaged())
    }
}

/// Leaves out the rules with the sign of another notation, if they are few, and returns their lines.
fn leave_out_other_notation(drafts: &mut Vec<Draft>) -> Vec<usize> {
    let mut counts: HashMap<bool, usize> = HashMap::new();
    let is_colons = |draft: &Draft| draft.found.candidate.sign == Sign::Colons;
    for draft in drafts.iter() {
        *counts.entry(is_colons(draft)).or_default() += 1;
    }
    let count = |colons| counts.get(&colons).copied().unwrap_or(0);
    let usual = count(true) > count(false);
    let mut lines = Vec::new();
    drafts.retain(|draft| {
        let is_usual = is_colons(draft) == usual;
        if !is_usual {
            lines.push(draft.found.candidate.line());
        }
        is_usual
    });
    lines
}
