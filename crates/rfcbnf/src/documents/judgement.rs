//! Decides which candidates are rules, and which other lines are grammar, or should be.
//!
//! A document has much that looks like a rule: assignments of programs, fields of examples, sentences
//! with an equals sign. These are the criteria, and `docs/grammars.md` has them for users:
//!
//! - In a block that says that it is a grammar, each candidate is a rule.
//! - Elsewhere, a candidate is a rule if its body can be read and shows it: by literals, numbers, separators,
//!   brackets or repetitions, or because all names in it are those of rules. Below a sentence that announces a
//!   grammar, the names can be those of other documents.
//! - A statement of a program is no rule: operators such as `&&`, a semicolon at the end, a call of a function. A
//!   call has brackets directly after a name, and a comma within them or a name of no rule. `:=` assigns where most
//!   rules have `=`.
//! - `name="value"` is a parameter where rules have blanks around the sign.
//! - A body that is a sentence, or in a notation of its own, is one in words if rules refer to its name:
//!   `<letter> ::= any one of the 26 letters`.
//! - A body that cannot be read is a damaged rule if rules refer to its name, or if only rules and blank lines are
//!   between it and a rule that can be read.
//!
//! Among several definitions of one name, `extract::definitions` chooses, where examples are the last choice.

use std::collections::HashSet;

use super::candidates::{Candidate, Sign, begins_with_operator, is_like_a_body};
use super::document::Line;
use super::located::Located;
use super::wording::{self, Names, Sentences};
use crate::notation::appraisal::{Appraisal, appraise};
use crate::syntax::Notation;

/// The number of faults from which a body is taken for words: one that is meant as grammar has fewer.
const FAULTS: usize = 3;

/// Signs of bodies in a notation of their own: `'a' ... 'z'` in RFC 1459, `<number>,<number>` in RFC 959.
const OWN_SIGNS: [&str; 2] = ["...", ">,<"];

/// The number of rules with white space around their signs from which all are expected to have it.
const SPACED: usize = 3;

/// A rule as a document prints it.
pub(crate) struct Found {
    pub(crate) candidate: Candidate,
    /// The lines, each with its index, without the indentation of the rule.
    pub(crate) text: Vec<(usize, Located)>,
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
    /// The lines that are grammar, or should be, and belong to no rule.
    pub(crate) unread: Vec<usize>,
    /// The lines of definitions that call functions, of names that are those of rules or that rules use.
    pub(crate) calls: Vec<usize>,
    /// The first lines of blocks that say that they are a grammar and have a body without a name.
    pub(crate) nameless: Vec<usize>,
}

/// Decides about all candidates.
///
/// `names_abnf` says whether the document speaks of ABNF.
pub(crate) fn judge(lines: &[Line], candidates: Vec<Candidate>, names_abnf: bool) -> Judgement {
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
    let calls = calls(&drafts, &accepted);
    let rejected = drafts.iter().zip(&accepted).filter(|(_, one)| !**one);
    let rejected: Vec<usize> = rejected
        .map(|(draft, _)| draft.found.candidate.line())
        .collect();
    let mut accepted = accepted.into_iter();
    drafts.retain(|_| accepted.next().unwrap_or(false));
    // Where most bodies end with a semicolon, they are statements of a program.
    let statements = drafts.iter().filter(|draft| draft.ends_statement()).count();
    if 2 * statements > drafts.len() {
        drafts.retain(|draft| draft.is_said || !draft.ends_statement());
    }
    // A document whose rules have no characters has a grammar if lists of ABNF are among them, as RFC 7615 has
    // `Authentication-Info = #auth-param`.
    let core = Names::new(std::iter::empty());
    let has_characters = |draft: &Draft| {
        let mut references = draft.appraisal.iter().flat_map(|one| &one.references);
        draft.found.candidate.sign == Sign::Colons
            || draft.count(|one| one.terminals) > 0
            || (names_abnf && draft.has("#"))
            || references.any(|name| core.has(name))
    };
    if !drafts.iter().any(has_characters) {
        drafts.retain(|draft| draft.is_said || draft.is_announced);
    }
    let mut in_words = Vec::new();
    for draft in drafts.iter_mut().filter(|draft| draft.is_in_words()) {
        in_words.push(draft.found.candidate.line());
        draft.found.text = in_angle_brackets(lines, &mut draft.found.candidate, &draft.all);
    }
    let other_notation = leave_out_other_notation(&mut drafts);
    for draft in &drafts {
        wrapped.extend(&draft.wrapped);
    }
    let left_out = asn1.iter().chain(&other_notation).chain(&rejected).copied();
    let rules = drafts.iter().map(|draft| &draft.found.candidate);
    let mut unread = unread(lines, rules, &left_out.collect());
    let nameless = take_nameless(lines, &mut unread);
    Judgement {
        rules: drafts.into_iter().map(|draft| draft.found).collect(),
        wrapped,
        in_words,
        asn1,
        other_notation,
        unread,
        calls,
        nameless,
    }
}

/// Returns the lines of definitions that were not accepted because they call functions, if rules have their name or use
/// it.
fn calls(drafts: &[Draft], accepted: &[bool]) -> Vec<usize> {
    let all = || drafts.iter().zip(accepted);
    let rules = || all().filter(|(_, accepted)| **accepted).map(|(one, _)| one);
    let names = rules().map(|draft| draft.found.candidate.name.as_str());
    let used = rules().flat_map(|draft| &draft.appraisal);
    let used = used.flat_map(|one| one.references.iter().map(String::as_str));
    let wanted = Names::new(names.chain(used));
    let defined = Names::new(rules().map(|draft| draft.found.candidate.name.as_str()));
    let calls = all().filter(|(draft, accepted)| {
        !**accepted && draft.has_call(&defined) && wanted.has(&draft.found.candidate.name)
    });
    calls
        .map(|(draft, _)| draft.found.candidate.line())
        .collect()
}

/// A candidate with what its body shows.
struct Draft {
    found: Found,
    /// All lines of the candidate, with sentences after it.
    all: Vec<usize>,
    wrapped: Vec<usize>,
    begins_with_sentence: bool,
    appraisal: Option<Appraisal>,
    /// Whether the document says that the block is a grammar.
    is_said: bool,
    /// Whether the sentence above says that a grammar follows.
    is_announced: bool,
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
        let mut text: Vec<(usize, Located)> = candidate.lines[..=candidate.first]
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
            Sign::Equals | Sign::Assigns | Sign::Adds => Notation::Abnf,
        };
        let body: Vec<&str> = text[candidate.first..]
            .iter()
            .map(|(_, line)| &*line.text)
            .collect();
        let appraisal = appraise(&body.join("\n"), notation);
        let line = &lines[candidate.line()];
        Self {
            is_said: line.is_said_grammar,
            is_announced: line.above.announces_grammar,
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
        let body = body.map_or("", |(_, line)| &*line.text);
        let further = self.found.text.get(self.found.candidate.first + 1);
        let further = further.map_or("", |(_, line)| line.text.trim_start());
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
        body.any(|(_, line)| without_quotes(&line.text).contains(text))
    }

    /// Returns whether the body calls a function: brackets are directly after a name, and have a comma within them, or
    /// no rule has the name, or the body has nothing but names and brackets.
    fn has_call(&self, names: &Names) -> bool {
        let is_bare = self.found.candidate.sign == Sign::Assigns
            && self.count(|one| one.terminals) == 0
            && !["/", "|", "*", "[", "<"].iter().any(|sign| self.has(sign));
        let is_name = |name: &str| names.has(name) && !is_bare;
        let mut body = self.found.text[self.found.candidate.first..].iter();
        body.any(|(_, line)| has_call(&without_quotes(&line.text), is_name))
    }

    /// Returns whether the candidate is written as an attribute or a parameter: `name="value"`.
    fn is_attribute(&self) -> bool {
        let line = &self.found.text[self.found.candidate.first].1;
        self.found.candidate.is_glued() && line.text.contains("=\"")
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
        let is_damaged = self.is_said || self.is_damaged();
        self.begins_with_sentence
            || OWN_SIGNS.iter().any(|sign| self.has(sign))
            || (!is_damaged && self.count(|one| one.faults) >= FAULTS)
    }

    /// Returns whether the first line ends as a statement of a program does.
    fn ends_statement(&self) -> bool {
        let first = self.found.text.get(self.found.candidate.first);
        first.is_some_and(|(_, line)| line.text.ends_with(';') && !line.text.ends_with(" ;"))
    }

    /// Returns whether the body is a statement of a program, `||` aside: in a damaged rule it can be two separators.
    fn is_program_without_bars(&self, names: &Names) -> bool {
        let operators = ["&&", "<<", ">>", "==", "!=", "->", "++", "[i]", "/*"];
        let is_statement = self.ends_statement() && self.count(|one| one.terminals) == 0;
        is_statement || operators.iter().any(|one| self.has(one)) || self.has_call(names)
    }

    /// Returns whether the body is a statement of a program.
    fn is_program(&self, names: &Names) -> bool {
        self.has("||") || self.is_program_without_bars(names)
    }
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
        let spaced = sound_drafts().filter(|(draft, _)| draft.found.candidate.is_spaced());
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
        // Of drafts with nothing else between them, one that is firm counts for all that are damaged.
        let mut is_among_rules = firm.clone();
        for at in 1..count {
            is_among_rules[at] |= self.joins_next[at - 1] && is_among_rules[at - 1];
        }
        for at in (1..count).rev() {
            is_among_rules[at - 1] |= self.joins_next[at - 1] && is_among_rules[at];
        }
        (0..count)
            .map(|at| {
                let before = at.checked_sub(1).is_some_and(|other| joined_to(at, other));
                let after = at + 1 < count && joined_to(at, at + 1);
                let is_damaged = is_among_rules[at] && drafts[at].is_damaged();
                let is_beside_rules = before || after || is_damaged;
                firm[at] || self.is_tolerable(&drafts[at], is_beside_rules)
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
        let is_like_others = candidate.is_spaced() || !self.is_spaced;
        let is_strange = unknown > 2 && unknown > 2 * signs + 1;
        let is_said = candidate.sign == Sign::Colons;
        let is_assignment = candidate.is_below_text && draft.is_one_literal();
        let is_formula = draft.count(|one| one.terminals) == 0
            && draft.has(" * ")
            && draft.unknown(&self.defined) == draft.unknown(&Names::new(std::iter::empty()));
        let stands_alone = is_assignment || is_formula;
        if draft.is_said {
            return true;
        }
        if draft.is_announced && candidate.is_spaced() && self.sound_but_for_names(draft) {
            return true;
        }
        self.sound[at]
            && !is_plain
            && !draft.is_program(&self.defined)
            && (!stands_alone || self.is_used(draft))
            && (!draft.is_attribute() || (self.is_used(draft) && !self.is_spaced))
            && (self.is_used(draft)
                || (is_like_others
                    && !is_strange
                    && (!candidate.is_below_text || candidate.is_spaced()))
                || (is_said && !is_strange))
    }

    /// Returns whether a body can be read and is no program. Its names can be those of other documents.
    fn sound_but_for_names(&self, draft: &Draft) -> bool {
        let is_read = draft.appraisal.is_some() && draft.count(|one| one.faults) == 0;
        is_read
            && !draft.is_empty()
            && !draft.begins_with_sentence
            && !draft.is_program(&self.defined)
    }

    /// Returns whether a draft is a rule because rules are around it or refer to it.
    fn is_tolerable(&self, draft: &Draft, is_beside_rules: bool) -> bool {
        let is_used = self.is_used(draft);
        let is_read = draft.appraisal.is_some() && draft.count(|one| one.faults) == 0;
        let is_like_others = draft.found.candidate.is_spaced() || !self.is_spaced;
        let may_have_bars = is_used || is_beside_rules;
        let is_program =
            draft.is_program_without_bars(&self.defined) || (draft.has("||") && !may_have_bars);
        if is_program || !is_like_others || draft.is_attribute() {
            return false;
        }
        let is_meant = is_used || draft.found.candidate.is_in_angle_brackets;
        if draft.is_in_words() {
            return is_meant && !draft.found.candidate.is_below_text;
        }
        (is_meant || is_beside_rules) && ((is_read && !draft.is_empty()) || draft.is_damaged())
    }
}

/// The share of the rules from which those with `:=` are rules beside those with `=`: one of four.
const ASSIGNED: usize = 4;

/// Leaves out the rules with the sign of another notation, if they are few, and returns their lines.
fn leave_out_other_notation(drafts: &mut Vec<Draft>) -> Vec<usize> {
    let is_colons = |draft: &Draft| draft.found.candidate.sign == Sign::Colons;
    let is_assigned = |draft: &Draft| draft.found.candidate.sign == Sign::Assigns;
    let count = |is: &dyn Fn(&Draft) -> bool| drafts.iter().filter(|draft| is(draft)).count();
    let colons = count(&is_colons);
    let usual = 2 * colons > drafts.len();
    let assigned = count(&is_assigned);
    let are_assignments = ASSIGNED * assigned < drafts.len();
    let mut lines = Vec::new();
    drafts.retain(|draft| {
        let is_assignment = are_assignments && is_assigned(draft) && !draft.is_said;
        let is_usual = is_colons(draft) == usual && !is_assignment;
        // An assignment of names and numbers is that of a program.
        let is_rule = !is_assignment || draft.count(|one| one.terminals) > 0;
        if !is_usual && is_rule {
            lines.push(draft.found.candidate.line());
        }
        is_usual
    });
    lines
}

/// Returns the lines that belong to no rule and should: in a block that says that it is a grammar, all but comments;
/// elsewhere, those directly after a rule that are like a body.
pub(super) fn unread<'c>(
    lines: &[Line],
    rules: impl Iterator<Item = &'c Candidate>,
    left_out: &HashSet<usize>,
) -> Vec<usize> {
    let mut is_taken = vec![false; lines.len()];
    let mut ends = vec![false; lines.len()];
    for rule in rules {
        for &index in &rule.lines {
            is_taken[index] = true;
        }
        ends[rule.lines.last().copied().unwrap_or(0)] = true;
    }
    let mut found = Vec::new();
    // Whether the line above is that of a rule, or belongs to one that is left out.
    let mut is_behind_rule = false;
    let mut is_left_out = false;
    for (index, line) in lines.iter().enumerate() {
        let begins = is_taken[index] || line.is_blank() || left_out.contains(&index);
        if begins {
            is_left_out = left_out.contains(&index);
            is_behind_rule = ends[index];
            continue;
        }
        let is_comment = line.content().starts_with(';');
        if is_left_out || is_comment || line.erratum.is_some() || defines_mark(line.content()) {
            continue;
        }
        is_behind_rule = is_behind_rule
            && line.block == lines[index.saturating_sub(1)].block
            && is_like_a_body(line.content())
            && has_closed_literal(line.content());
        if line.is_said_grammar || is_behind_rule {
            found.push(index);
        }
    }
    found
}

/// Returns whether a line defines `<">`, as RFC 822 and RFC 2616 do. No rule has this name: where it is used, it is the
/// literal of a quotation mark.
fn defines_mark(line: &str) -> bool {
    let body = line.strip_prefix("<\">").unwrap_or("");
    body.trim_start().starts_with(['=', ':'])
}

/// Returns whether a line has a literal, or begins with what separates alternatives.
fn has_closed_literal(line: &str) -> bool {
    begins_with_operator(line) || line.split('"').count() > 2
}

/// Takes the lines of blocks out that are nothing but a body, which can be read: `The syntax of the value is:`. Returns
/// the first line of each.
fn take_nameless(lines: &[Line], unread: &mut Vec<usize>) -> Vec<usize> {
    let mut nameless = Vec::new();
    let mut kept = Vec::new();
    for run in unread.chunk_by(|one, other| lines[*one].block == lines[*other].block) {
        let block = lines[run[0]].block;
        let is_other = |line: &Line| {
            line.block == block && !line.is_blank() && !line.content().starts_with(';')
        };
        let start = run[0]
            - lines[..run[0]]
                .iter()
                .rev()
                .take_while(|line| line.block == block)
                .count();
        let all = lines[start..].iter().take_while(|line| line.block == block);
        let is_whole = all.filter(|line| is_other(line)).count() == run.len();
        let body: Vec<&str> = run.iter().map(|&index| lines[index].content()).collect();
        let appraisal = appraise(&format!("body = {}", body.join("\n  ")), Notation::Abnf);
        let is_body = appraisal.is_some_and(|one| one.faults == 0 && !one.is_empty);
        if lines[run[0]].is_said_grammar && is_whole && is_body {
            nameless.push(run[0]);
        } else {
            kept.extend(run);
        }
    }
    *unread = kept;
    nameless
}

/// Returns whether a text has a name with brackets directly after it, and a comma within them or a name that is none
/// of a rule.
fn has_call(text: &str, is_rule: impl Fn(&str) -> bool) -> bool {
    let mut brackets = text.match_indices('(');
    brackets.any(|(at, _)| {
        let inside = text[at..].split(')').next().unwrap_or("");
        let before = &text[..at];
        let is_of_name = |one: char| one.is_ascii_alphanumeric() || "-_".contains(one);
        let name = &before[before.trim_end_matches(is_of_name).len()..];
        // `2(` and `%x0D(` are no names.
        let is_name = name.starts_with(|one: char| one.is_ascii_alphabetic())
            && !before[..before.len() - name.len()].ends_with('%');
        is_name && (inside.contains(',') || !is_rule(name))
    })
}

fn without_quotes(line: &str) -> String {
    // In RFC 822 style, that is a quotation mark.
    let line = line.replace("<\">", " ");
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

fn with_semicolon(line: &Located) -> Located {
    let margin = line.text.len() - line.text.trim_start().len();
    let mut commented = line.part(0..margin);
    commented.append(&line.part(margin..line.text.len()).after("; "));
    commented
}

/// Writes the body between angle brackets, as prose is written in grammars. Angle brackets within it
/// are left out.
fn in_angle_brackets(
    lines: &[Line],
    candidate: &mut Candidate,
    all: &[usize],
) -> Vec<(usize, Located)> {
    candidate.lines = all.to_vec();
    let first = candidate.first;
    let mut is_open = false;
    let mut text: Vec<(usize, Located)> = Vec::with_capacity(all.len());
    for (at, &index) in all.iter().enumerate() {
        let line = candidate.dedented(lines, index);
        if at < first {
            text.push((index, line));
            continue;
        }
        let sign = if is_open {
            None
        } else {
            after_sign(&line.text)
        };
        let sign = sign.unwrap_or(0);
        let mut head = line.part(0..sign);
        let body = line.part(sign..line.text.len());
        let body = body.with('<', "").with('>', "");
        let margin = body.text.len() - body.text.trim_start().len();
        if is_open || margin == body.text.len() {
            head.append(&body);
        } else {
            is_open = true;
            head.append(&body.part(0..margin));
            head.append(&body.part(margin..body.text.len()).after("<"));
        }
        text.push((index, head));
    }
    if let Some((_, last)) = text.last_mut() {
        // In BNF, words alone would be a name.
        let end = if candidate.sign == Sign::Colons && !last.text.ends_with('.') {
            ".>"
        } else {
            ">"
        };
        last.insert(end);
    }
    text
}

/// Returns the offset after the sign between a name and a body.
fn after_sign(line: &str) -> Option<usize> {
    let signs = ["::=", ":=", "=/", "="];
    let found = signs
        .iter()
        .filter_map(|sign| Some((line.find(sign)?, sign)));
    let (at, sign) = found.min_by_key(|(at, sign)| (*at, std::cmp::Reverse(sign.len())))?;
    Some(at + sign.len())
}
