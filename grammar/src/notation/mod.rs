//! The reader of grammar files: in the notation of RFC 822 as RFC 1738, 1808, 1945 and 2396 use
//! it, in ABNF, in BNF, and by `ebnf` in the EBNF of the W3C and of ISO, and those of other tools.
//!
//! There are five layers. `transcription` repairs the damage of a copied file. `outline` divides the
//! lines of a file among headings and rules, `lexical` divides the body of a rule into lexemes,
//! `expression` and `production` build the syntax tree, and `definitions` puts the rules together.
//! Each layer accepts every input: it turns unreadable text into a fault and goes on behind it, so
//! one pass finds every error. `detection` finds out the notation, and `dialect` says what
//! distinguishes the notations. `format` writes the lexemes in one layout.
//!
//! Invariant: the time is linear in the length of the file, and [`limits`](crate::limits) bounds
//! the length, the number of expressions and their depth.

mod appraisal;
mod bare_prose;
mod choice;
pub(crate) mod core_rules;
mod definitions;
mod detection;
mod dialect;
mod ebnf;
mod expression;
pub mod format;
mod lexeme;
mod lexical;
mod list;
mod names;
mod numbers;
mod outline;
mod production;
pub(crate) mod transcription;

use std::collections::HashSet;

use nom::Input as _;
use nom_locate::LocatedSpan;

pub(crate) use self::appraisal::{Appraisal, appraise};
pub use self::choice::{NotationChoice, NotationSign};
use self::detection::{Detected, detect, is_bnf};
pub(crate) use self::lexeme::Bracket;
use self::lexeme::Located;
use self::lexical::lexemes;
pub use self::names::{NamePlace, Names, RuleNames};
use self::outline::{Outline, RuleLines, Sign, outline};
pub(crate) use self::outline::{missing_sign, width};
use self::transcription::Transcription;
use crate::check::check;
use crate::error::{Fault, GrammarErrorKind, GrammarErrors};
use crate::extract::Form;
use crate::extract::markup::form;
use crate::extract::pages::is_rfc;
use crate::limits::{EXPRESSIONS, FILE_LENGTH, RULES};
use crate::syntax::{Encoding, Expression, Grammar, Kind, LiteralForm, Notation, Production, Span};

/// A part of the file with its offset.
type Input<'a> = LocatedSpan<&'a str>;

/// A literal of one production that has no quotation marks. RFC 1738 lost those of the slash in
/// `gopherurl`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareLiteral {
    /// The name of the production.
    pub production: String,
    /// The text, which is a literal wherever a lexeme can begin. The reader ignores a text that is
    /// empty, begins with a space or is not printable ASCII.
    pub text: String,
}

/// Reads a grammar file and checks that it can be used.
///
/// Spans are byte offsets into `source`.
///
/// # Errors
///
/// [`GrammarErrors`] with all errors of the file, in file order: unreadable text, rules that are
/// undefined or defined twice, recursion, and repetitions of expressions that can be empty. A
/// grammar beyond one of the [`limits`](crate::limits) has one error, which names the limit.
///
/// # Examples
///
/// ```
/// let grammar = rfcbnf::read("digits = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// assert_eq!(grammar.productions.len(), 2);
///
/// let errors = rfcbnf::read("digits = 1*digit\n").unwrap_err();
/// assert_eq!(errors.errors()[0].to_string(), "1:12: the production `digit` is used and never defined");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
pub fn read(source: &str) -> Result<Grammar, GrammarErrors> {
    Reader::default().read(source).into_result()
}

/// Reads grammar files in a notation, and with readings.
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::syntax::Notation;
///
/// let document = Reader::default().read("digits = 1*digit\nsign = \"-\"\n");
/// assert_eq!(document.grammar.productions.len(), 2);
/// assert_eq!(document.errors.unwrap().errors().len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// The notation; `None` to find it out from the file.
    pub notation: Option<Notation>,
    /// The notation of files that show none, for example because of the name of the file; `None` to
    /// guess it. `/` is the sign of ABNF then, and a file without any sign is in RFC 822 style.
    pub expected: Option<Notation>,
    /// Texts without quotation marks that are literals. One that does not occur is not an error.
    pub bare_literals: Vec<BareLiteral>,
}

/// A grammar file as far as it can be read.
#[derive(Debug, Clone)]
pub struct Document {
    /// The rules that can be read. [`Kind::Unreadable`](crate::syntax::Kind::Unreadable) stands
    /// for text in them that cannot.
    pub grammar: Grammar,
    /// The errors, if there are any.
    pub errors: Option<GrammarErrors>,
    /// Why the file is read in its notation.
    pub sign: NotationSign,
}

impl Document {
    /// Returns the grammar, if it has no errors.
    ///
    /// # Errors
    ///
    /// The errors of the file.
    pub fn into_result(self) -> Result<Grammar, GrammarErrors> {
        self.errors.map_or(Ok(self.grammar), Err)
    }

    /// Returns the choice of the notation, if the file leaves it open and it decides how letters match.
    #[must_use]
    pub fn open_choice(&self) -> Option<NotationChoice> {
        NotationChoice::of(&self.grammar, self.sign)
    }
}

impl Reader {
    /// Reads a grammar file as far as possible. A file beyond one of the
    /// [`limits`](crate::limits) has no productions and one error.
    #[must_use]
    pub fn read(&self, source: &str) -> Document {
        if source.len() > FILE_LENGTH {
            return too_long(source);
        }
        let form = form(source);
        if form != Form::Text || is_rfc(source) {
            return whole(source, GrammarErrorKind::Document { form });
        }
        let mut transcription = Transcription::of(source, self.damage_of(source));
        let (mut grammar, sign, mut faults) = match self.read_rules(transcription.text()) {
            Ok(read) => read,
            Err(fault) => {
                // Whatever looks like damage is none if the text is no grammar.
                if fault.is_no_grammar() {
                    transcription.faults.clear();
                }
                (
                    empty(transcription.text()),
                    NotationSign::Shown,
                    vec![fault],
                )
            }
        };
        transcription.relocate(source, &mut grammar, &mut faults);
        faults.extend(transcription.faults);
        Document {
            errors: GrammarErrors::new(&grammar.source, faults),
            grammar,
            sign,
        }
    }

    /// Reads a text without damage. Returns a fault for a text that is no grammar or is too large.
    fn read_rules(&self, source: &str) -> Result<(Grammar, NotationSign, Vec<Fault>), Fault> {
        match self.other_kind(source) {
            Some(ebnf::Kind::Read(notation)) => return self.read_ebnf(source, notation),
            Some(ebnf::Kind::Foreign(notation, at)) => {
                let kind = GrammarErrorKind::ForeignNotation { notation };
                return Err(Fault::new(kind, at..at));
            }
            None => {}
        }
        let Outline {
            headings,
            rules,
            stray,
        } = outline(Input::new(source));
        if let Some(rule) = rules.get(RULES) {
            let kind = GrammarErrorKind::TooManyRules { limit: RULES };
            let fault = Fault::new(kind, span_of(&rule.definition.name));
            return Err(fault);
        }
        let (detected, rules) = self.lexed(source, rules);
        let Detected {
            notation,
            conflict,
            sign,
        } = detected;
        let mut faults = Vec::from_iter(conflict);
        let rules = read_all(rules, notation, &mut faults)?;
        let mut productions = definitions::productions(rules, notation, &mut faults);
        let mut grammar = Grammar {
            source: source.to_owned(),
            imported: Vec::new(),
            notation,
            encoding: Encoding::Octets,
            headings,
            productions: Vec::new(),
        };
        if let Some(text) = definitions::missing_core_rules(&productions, notation) {
            grammar.source.push_str(&text);
            let core = outline(Input::new(&grammar.source).take_from(source.len()));
            let heading = grammar.headings.len();
            grammar.headings.extend(core.headings);
            let core = core
                .rules
                .into_iter()
                .map(|rule| with_lexemes(rule, notation, &[]));
            let core = read_all(core.collect(), notation, &mut faults)?;
            productions.extend(core.into_iter().map(|(production, _)| Production {
                heading: Some(heading),
                ..production
            }));
        }
        definitions::resolve_names(&mut productions, notation);
        grammar.encoding = encoding_of(&productions);
        grammar.productions = productions;
        if let Some(fault) = not_a_grammar(&grammar, &stray) {
            return Err(fault);
        }
        let stray = { stray.into_iter() }
            .filter(|span| !defines_quotation_mark(&grammar.source[span.clone()]));
        faults.extend(stray.map(|span| Fault::new(GrammarErrorKind::TextOutsideRules, span)));
        if grammar.productions.is_empty() && faults.is_empty() {
            faults.push(Fault::new(GrammarErrorKind::NoRules, 0..0));
        }
        check_apart(&grammar, &mut faults);
        Ok((grammar, sign, faults))
    }

    /// Returns which damage a file can have.
    fn damage_of(&self, source: &str) -> transcription::Kind {
        match self.other_kind(source) {
            Some(ebnf::Kind::Read(_)) => transcription::Kind::Ebnf,
            _ => transcription::Kind::OfRfcs,
        }
    }

    /// Returns the notation of a file that is of another kind than those of RFCs.
    fn other_kind(&self, source: &str) -> Option<ebnf::Kind> {
        match self.notation {
            Some(notation) if notation.is_of_rfcs() => None,
            Some(notation) => Some(ebnf::Kind::Read(notation)),
            None => ebnf::kind(source),
        }
    }

    /// Reads a text in the notation of the W3C or of ISO.
    fn read_ebnf(
        &self,
        source: &str,
        notation: Notation,
    ) -> Result<(Grammar, NotationSign, Vec<Fault>), Fault> {
        let ebnf::Read {
            rules,
            stray,
            mut faults,
            ..
        } = ebnf::read(source, notation);
        if let Some((rule, _)) = rules.get(RULES) {
            let kind = GrammarErrorKind::TooManyRules { limit: RULES };
            return Err(Fault::new(kind, rule.name_span.clone()));
        }
        let mut expressions = 0;
        for (rule, _) in &rules {
            rule.body.walk(&mut |_| expressions += 1);
            if expressions > EXPRESSIONS {
                let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
                return Err(Fault::new(kind, rule.name_span.clone()));
            }
        }
        let mut productions = definitions::productions(rules, notation, &mut faults);
        definitions::resolve_names(&mut productions, notation);
        let mut grammar = empty(source);
        grammar.notation = notation;
        grammar.encoding = if has_other_than_ascii(&productions) {
            Encoding::Utf8
        } else {
            Encoding::Octets
        };
        grammar.productions = productions;
        let stray = stray.into_iter();
        faults.extend(stray.map(|span| Fault::new(GrammarErrorKind::TextOutsideRules, span)));
        if grammar.productions.is_empty() && faults.is_empty() {
            faults.push(Fault::new(GrammarErrorKind::NoRules, 0..0));
        }
        check_apart(&grammar, &mut faults);
        let sign = match self.notation {
            Some(_) => NotationSign::Chosen,
            None => NotationSign::Shown,
        };
        Ok((grammar, sign, faults))
    }

    /// Returns the notation, and the rules with the lexemes of their bodies.
    fn lexed<'a>(&self, source: &str, rules: Vec<RuleLines<'a>>) -> (Detected, Vec<LexedRule<'a>>) {
        let notation = match self.notation {
            Some(said) => said,
            None if is_bnf(&rules) => Notation::Bnf,
            None => Notation::default(),
        };
        let rules = rules.into_iter();
        let rules = rules.map(|rule| with_lexemes(rule, notation, &self.bare_literals));
        let rules: Vec<LexedRule> = rules.collect();
        let detected = match self.notation {
            None => detect(source, &rules, self.expected),
            Some(notation) => Detected {
                notation,
                conflict: None,
                sign: NotationSign::Chosen,
            },
        };
        (detected, rules)
    }
}

/// The places of a rule in a file.
pub(crate) struct RulePlaces {
    /// The name, with angle brackets around it if it has any.
    pub(crate) name: Span,
    /// Everything behind the sign to the end of the last line.
    pub(crate) body: Span,
}

/// Returns the places of the rules of a file without damage, also of those that are defined again.
pub(crate) fn rule_places(source: &str) -> Vec<RulePlaces> {
    let rules = outline(Input::new(source)).rules.into_iter();
    let places = rules.map(|rule| RulePlaces {
        name: span_of(&rule.definition.whole_name),
        body: span_of(&rule.body),
    });
    places.collect()
}

/// The lines of a rule and the lexemes of its body.
type LexedRule<'a> = (RuleLines<'a>, Vec<Located<'a>>);

fn with_lexemes<'a>(
    rule: RuleLines<'a>,
    notation: Notation,
    bare_literals: &[BareLiteral],
) -> LexedRule<'a> {
    let bare = bare_in(rule.definition.name.fragment(), bare_literals);
    let lexemes = lexemes(rule.body, notation, &bare);
    (rule, lexemes)
}

/// Reads rules, and leaves out those with a name that no rule can have.
fn read_all(
    rules: Vec<LexedRule>,
    notation: Notation,
    faults: &mut Vec<Fault>,
) -> Result<Vec<(Production, Sign)>, Fault> {
    let mut read = Vec::with_capacity(rules.len());
    let mut expressions = 0;
    for (rule, lexemes) in rules {
        let sign = rule.definition.sign;
        let (production, is_name_valid) = production::read(rule, lexemes, notation, faults);
        production.body.walk(&mut |_| expressions += 1);
        if expressions > EXPRESSIONS {
            let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
            return Err(Fault::new(kind, production.name_span));
        }
        if is_name_valid {
            read.push((production, sign));
        }
    }
    Ok(read)
}

/// Adds what is wrong with a grammar although its rules can be read. Leaves out what another fault is the cause of: names
/// that are undefined because the sign behind them is missing, and the words of sentences.
fn check_apart(grammar: &Grammar, faults: &mut Vec<Fault>) {
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
        bare_prose::replace(grammar, faults);
    }
}

/// Returns whether a text is the line of RFC 822 and of those that follow it that says what `<">` is. The reader
/// knows it, and it is no name.
fn defines_quotation_mark(text: &str) -> bool {
    let behind = text.strip_prefix("<\">");
    let behind = behind.and_then(|behind| behind.trim_start().strip_prefix('='));
    behind.is_some_and(|body| body.contains('<') && !body.contains('='))
}

/// Returns the document of a file that is no grammar as a whole.
fn whole(source: &str, kind: GrammarErrorKind) -> Document {
    Document {
        sign: NotationSign::Shown,
        grammar: empty(source),
        errors: GrammarErrors::new(source, vec![Fault::new(kind, 0..0)]),
    }
}

/// Returns the document of a file that is too long to be read.
fn too_long(source: &str) -> Document {
    let kind = GrammarErrorKind::FileTooLong { limit: FILE_LENGTH };
    let mut ends = (0..=FILE_LENGTH).rev();
    let end = ends.find(|&end| source.is_char_boundary(end));
    whole(&source[..end.unwrap_or(0)], kind)
}

/// Returns a fault if the file is text of another kind, such as an essay or a program: most lines
/// are outside of rules, and most rules cannot be read.
fn not_a_grammar(grammar: &Grammar, stray: &[Span]) -> Option<Fault> {
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

fn has_other_than_ascii(productions: &[Production]) -> bool {
    let mut found = false;
    for production in productions {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Range { last, .. } => found |= !last.is_ascii(),
            Kind::Literal { text, .. } => found |= !text.is_ascii(),
            _ => {}
        });
    }
    found
}

/// Returns the encoding of a grammar with these productions: RFC 5234, Section 2.3, leaves it to
/// the specification. A number above FF cannot be that of an octet.
fn encoding_of(productions: &[Production]) -> Encoding {
    let mut greatest = '\0';
    for production in productions {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Range { last, .. } => greatest = greatest.max(*last),
            Kind::Literal {
                text,
                form: LiteralForm::Numbers,
                ..
            } => greatest = text.chars().fold(greatest, char::max),
            _ => {}
        });
    }
    if greatest > '\u{ff}' {
        Encoding::Utf8
    } else {
        Encoding::Octets
    }
}

fn empty(source: &str) -> Grammar {
    Grammar {
        source: source.to_owned(),
        imported: Vec::new(),
        notation: Notation::default(),
        encoding: Encoding::default(),
        headings: Vec::new(),
        productions: Vec::new(),
    }
}

fn bare_in<'a>(name: &str, bare_literals: &'a [BareLiteral]) -> Vec<&'a str> {
    bare_literals
        .iter()
        .filter(|bare| bare.production == name)
        .map(|bare| bare.text.as_str())
        .filter(|text| text.starts_with(|first: char| first.is_ascii_graphic()))
        .filter(|text| text.chars().all(|character| matches!(character, ' '..='~')))
        .collect()
}

fn span_of(input: &Input) -> Span {
    let start = input.location_offset();
    start..start + input.fragment().len()
}
