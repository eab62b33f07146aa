//! One grammar, and the questions about it.

use std::collections::HashMap;

use rfc1738::{Note, Rule, SyntaxError, Url};
use rfc1738_views::analysis::FindingsRecord;
use rfc1738_views::automaton::AutomatonRecord;
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::derivations::list::DerivationList;
use rfc1738_views::description::{Describe as _, DescribedProduction};
use rfc1738_views::difference::GrammarDifference;
use rfc1738_views::difference::record::DifferenceRecord;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::inspect::client::Choices;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::naive::list::NaiveListRecord;
use rfc1738_views::naive::side_by_side::SideBySide;
use rfc1738_views::outline::GrammarOutline;
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::railroad::path::path;
use rfc1738_views::railroad::svg::draw_expanded;
use rfc1738_views::sentences::SentencesRecord;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::trace::selection::StepSelection;
use rfc1738_views::verdict::VerdictRecord;
use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations_without;
use rfcbnf::earley::Recognizer;
use rfcbnf::interpret::Interpreter;
use rfcbnf::naive::Naive;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf::syntax::Production;
use rfcbnf::{Document, GrammarErrors, Prose, Reader, Readings};
use rfcbnf_engine::{Detail, trace};
use serde::Serialize;

use crate::Answer;
use crate::answer::answer;

/// The readings and the prose of RFC 1738.
const READINGS: &str = include_str!(concat!(env!("OUT_DIR"), "/readings.json"));
const PROSE: &str = include_str!(concat!(env!("OUT_DIR"), "/prose.json"));

/// The most nodes of a tree that the page draws.
const NODES: usize = 20_000;

/// The most derivations, and the most nodes of all of them together.
const DERIVATIONS: (usize, usize) = (101, 60_000);

/// The most steps of a trace, and the longest text in bytes that is traced.
const STEPS: (usize, usize) = (20_000, 16_384);

/// The width of a diagram, in pixels.
const DIAGRAM: usize = 860;

/// The most states of an automaton that the page draws.
const STATES: usize = 40;

/// The most productions whose parsers are kept.
const PARSERS: usize = 16;

/// A grammar, as far as it can be read, and parsers of its productions.
pub(crate) struct Session {
    named: NamedGrammar,
    errors: Option<GrammarErrors>,
    length: usize,
    prose: Prose,
    parsers: HashMap<String, Parser>,
}

/// The parser of a production that is interpreted.
enum Parser {
    Interpreter(Interpreter),
    /// For a production that leads to itself.
    Recognizer(Recognizer),
}

/// A question about a production and its parser.
trait Question {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer;
}

impl Session {
    pub(crate) fn new(source: &str, has_readings: bool) -> Self {
        let (named, errors) = read(source, has_readings);
        let prose = if has_readings {
            serde_json::from_str(PROSE).unwrap_or_default()
        } else {
            Prose::default()
        };
        Self {
            named,
            errors,
            length: source.len(),
            prose,
            parsers: HashMap::new(),
        }
    }

    pub(crate) fn outline(&self) -> Answer {
        let errors = self.errors.as_ref();
        answer(&GrammarOutline::new(&self.named, errors, self.length))
    }

    pub(crate) fn findings(&self) -> Answer {
        let findings = rfcbnf::analysis::analyse(&self.named.grammar);
        answer(&FindingsRecord::new(&findings))
    }

    pub(crate) fn verdict(&mut self, rule: &str, text: &str, characters: bool) -> Answer {
        let detail = detail(characters);
        let notes_of = self.named.namesake(rule);
        let question = VerdictQuestion {
            text,
            detail,
            notes_of,
        };
        self.ask(rule, question)
    }

    pub(crate) fn steps(&mut self, rule: &str, text: &str) -> Answer {
        if text.len() > STEPS.1 {
            let most = STEPS.1;
            return Err(format!("the text is longer than {most} bytes; shorten it"));
        }
        self.ask(rule, StepsQuestion { text })
    }

    pub(crate) fn derivations(&self, rule: &str, text: &str, characters: bool) -> Answer {
        let left_out = self.named.character_productions();
        let leaves_out = |name: &str| !characters && left_out.contains(name);
        let trees = derivations_without(&self.named.grammar, rule, text, leaves_out);
        let trees = trees.map_err(|error| error.to_string())?;
        let (most, nodes) = DERIVATIONS;
        answer(&DerivationList::new(trees, most, nodes))
    }

    pub(crate) fn naive(&self) -> Answer {
        let found = rfcbnf::naive::search(&self.named.grammar);
        let found = found.map_err(|error| error.to_string())?;
        answer(&NaiveListRecord::new(&found))
    }

    pub(crate) fn compare_readings(&self, rule: &str, text: &str) -> Answer {
        let grammar = &self.named.grammar;
        let naive = Naive::new(grammar, rule).map_err(|error| error.to_string())?;
        let compared = naive.compare(text).map_err(|error| error.to_string())?;
        let text = text.as_bytes();
        answer(&SideBySide::new(grammar, rule, text, &compared, NODES))
    }

    pub(crate) fn rails(&self, rule: &str, expanded: &str) -> Answer {
        let production = self.production(rule)?;
        let expanded: Vec<&str> = expanded.split_whitespace().collect();
        let grammar = &self.named.grammar;
        Ok(draw_expanded(grammar, production, &expanded, DIAGRAM))
    }

    pub(crate) fn path(
        &mut self,
        rule: &str,
        text: &str,
        node: (&str, usize, usize),
        expanded: &str,
    ) -> Answer {
        let parser = self.parser(rule)?;
        let question = PathQuestion {
            session: self,
            text,
            node,
            expanded,
        };
        let answer = parser.ask(rule, question);
        self.keep(rule, parser);
        answer
    }

    pub(crate) fn sentences(&mut self, rule: &str, kind: &str, seed: u32, most: usize) -> Answer {
        let texts = self.texts(rule, kind, u64::from(seed), most)?;
        self.ask(rule, SentencesQuestion { texts })
    }

    pub(crate) fn automaton(&self, rule: &str, text: &str) -> Answer {
        let automaton = Automaton::new(&self.named.grammar, rule);
        let automaton = automaton.map_err(|error| error.to_string())?;
        let states = automaton.states().len();
        if states > STATES {
            return Err(format!(
                "the automaton of `{rule}` has {states} states, too many to draw; \
                 choose a smaller production"
            ));
        }
        answer(&AutomatonRecord::new(&automaton, text.as_bytes()))
    }

    pub(crate) fn about(&self, rule: &str) -> Answer {
        let Some(described) = DescribedProduction::find(&self.named, rule) else {
            return Err(unknown(rule));
        };
        let remarks = self.prose.remarks(rule);
        answer(&AboutRecord {
            rule,
            text: &described.text(),
            heading: described.heading(),
            section: described.section(),
            comments: described.comments(),
            remarks: remarks.map(|one| (&*one.section, &*one.text)).collect(),
            readings: described
                .readings()
                .iter()
                .map(|one| (one.id, one.section, one.decision, one.why))
                .collect(),
            uses: described.uses(),
            users: described.users(),
            example: self.prose.example(rule),
        })
    }

    pub(crate) fn difference(&self, source: &str, has_readings: bool) -> Answer {
        let (other, errors) = read(source, has_readings);
        if other.grammar.productions.is_empty() {
            let first = errors.and_then(|errors| errors.iter().next().map(ToString::to_string));
            return Err(first.unwrap_or_else(|| "the second grammar has no productions".to_owned()));
        }
        let compared = rfcbnf::difference::compare(&self.named.grammar, &other.grammar);
        let difference = GrammarDifference {
            a: "the grammar".to_owned(),
            b: "the second grammar".to_owned(),
            compared: compared.map_err(|error| error.to_string())?,
        };
        answer(&DifferenceRecord::new(&difference))
    }

    pub(crate) fn export(&self, notation: &str, rule: &str) -> Answer {
        use rfcbnf::export;
        let grammar = &self.named.grammar;
        let some = (!rule.is_empty()).then_some(rule);
        let text = match notation {
            "rfc822" => export::rfc822(grammar, some),
            "bnf" => export::bnf(grammar, some),
            "abnf" => export::abnf(grammar, some),
            "ebnf" => export::ebnf(grammar, some),
            "pest" => export::pest(grammar, some),
            "regex" => export::regex(grammar, rule),
            "dot" => export::dot(grammar, rule),
            other => return Err(format!("there is no notation `{other}`")),
        };
        text.map_err(|error| error.to_string())
    }

    fn production(&self, rule: &str) -> Result<&Production, String> {
        let production = self.named.grammar.production(rule);
        production.ok_or_else(|| unknown(rule))
    }

    fn is_recursive(&self, rule: &str) -> bool {
        let obstacle = self.named.grammar.obstacle(rule);
        obstacle.is_some_and(|obstacle| obstacle.is_recursion())
    }

    fn texts(
        &self,
        rule: &str,
        kind: &str,
        seed: u64,
        most: usize,
    ) -> Result<Vec<Vec<u8>>, String> {
        let grammar = &self.named.grammar;
        if self.is_recursive(rule) {
            let sentences = RecursiveSentences::new(grammar, rule);
            let sentences = sentences.map_err(|error| error.to_string())?;
            return Ok(match kind {
                "random" => sentences.random(seed).take(most).collect(),
                "cover" => sentences.cover(seed).into_iter().take(most).collect(),
                "shortest" => vec![sentences.shortest()],
                _ => {
                    return Err(format!(
                        "`{rule}` leads to itself, and no automaton knows its nearly valid texts"
                    ));
                }
            });
        }
        let sentences = Sentences::new(grammar, rule).map_err(|error| error.to_string())?;
        Ok(match kind {
            "random" => sentences.random(seed).take(most).collect(),
            "cover" => {
                let cover = sentences.cover(seed).map_err(|error| error.to_string())?;
                cover.into_iter().take(most).map(|it| it.text).collect()
            }
            "shortest" => sentences.shortest().map_err(|error| error.to_string())?,
            _ => sentences
                .near_misses(seed)
                .take(most)
                .map(|it| it.text)
                .collect(),
        })
    }

    /// Asks the parser of a production.
    fn ask(&mut self, rule: &str, question: impl Question) -> Answer {
        let parser = self.parser(rule)?;
        let answer = parser.ask(rule, question);
        self.keep(rule, parser);
        answer
    }

    /// Takes the parser of a production, or makes it.
    fn parser(&mut self, rule: &str) -> Result<Parser, String> {
        if let Some(parser) = self.parsers.remove(rule) {
            return Ok(parser);
        }
        self.production(rule)?;
        let grammar = &self.named.grammar;
        let characters = self.named.character_productions();
        let is_character = |name: &str| characters.contains(name);
        if self.is_recursive(rule) {
            let recognizer = Recognizer::new(grammar, rule, is_character);
            let recognizer = recognizer.map_err(|error| error.to_string())?;
            return Ok(Parser::Recognizer(recognizer));
        }
        let interpreter = Interpreter::new(&grammar.part([rule]), is_character);
        let interpreter = interpreter.map_err(|error| error.to_string())?;
        Ok(Parser::Interpreter(interpreter))
    }

    fn keep(&mut self, rule: &str, parser: Parser) {
        if self.parsers.len() >= PARSERS {
            self.parsers.clear();
        }
        self.parsers.insert(rule.to_owned(), parser);
    }
}

impl Parser {
    fn ask(&self, rule: &str, question: impl Question) -> Answer {
        match self {
            Self::Interpreter(interpreter) => {
                let rule = interpreter.find(rule).ok_or_else(|| unknown(rule))?;
                question.ask(rule)
            }
            Self::Recognizer(recognizer) => {
                let answer = question.ask(recognizer.rule());
                if recognizer.has_given_up() {
                    return Err("the text takes too many steps to recognize; shorten it".to_owned());
                }
                answer
            }
        }
    }
}

fn unknown(rule: &str) -> String {
    format!("the grammar has no production `{rule}`")
}

fn detail(characters: bool) -> Detail {
    if characters {
        Detail::Characters
    } else {
        Detail::Rules
    }
}

/// Reads a grammar as far as possible.
fn read(source: &str, has_readings: bool) -> (NamedGrammar, Option<GrammarErrors>) {
    let readings = if has_readings {
        serde_json::from_str(READINGS).unwrap_or_default()
    } else {
        Readings::default()
    };
    let reader = Reader {
        bare_literals: readings.bare_literals(),
        notation: None,
    };
    let Document {
        mut grammar,
        errors,
    } = reader.read(source);
    readings.apply_where_possible(&mut grammar);
    let named = NamedGrammar {
        grammar,
        readings,
        file: Some("grammar".to_owned()),
        has_rfc1738_readings: has_readings,
    };
    (named, errors)
}

struct VerdictQuestion<'a> {
    text: &'a str,
    detail: Detail,
    /// The production of RFC 1738 whose prose has notes on errors.
    notes_of: Option<Rule>,
}

impl Question for VerdictQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let verdict = VerdictRecord::of(rule, self.text, self.detail, NODES);
        let notes = match (verdict.offset(), self.notes_of) {
            (Some(offset), Some(own)) => notes(own, self.text, offset),
            _ => Vec::new(),
        };
        answer(&verdict.with_notes(notes))
    }
}

/// Returns what the prose says about an error, if RFC 1738 has the same error.
fn notes(rule: Rule, text: &str, offset: usize) -> Vec<Note> {
    if rfc1738::is_valid(rule, text) {
        return Vec::new();
    }
    let error: SyntaxError = rfcbnf_engine::diagnose(rule, text.as_bytes()).into();
    if error.as_ref().offset() == offset {
        error.notes()
    } else {
        Vec::new()
    }
}

struct StepsQuestion<'a> {
    text: &'a str,
}

impl Question for StepsQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let trace = trace(rule, self.text.as_bytes(), Detail::Rules);
        let selection = StepSelection::default();
        answer(&TraceRecord::new(rule, &trace, &selection).first(STEPS.0))
    }
}

struct SentencesQuestion {
    texts: Vec<Vec<u8>>,
}

impl Question for SentencesQuestion {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        answer(&SentencesRecord::new(rule, self.texts))
    }
}

struct PathQuestion<'a> {
    session: &'a Session,
    text: &'a str,
    node: (&'a str, usize, usize),
    expanded: &'a str,
}

impl Question for PathQuestion<'_> {
    fn ask<P: CheckedProduction>(self, rule: P) -> Answer {
        let text = self.text;
        let tree = rule.check_in_detail(text, Detail::Characters);
        let tree = tree.map_err(|error| format!("{error:?}"))?;
        let (name, start, end) = self.node;
        let mut nodes = tree.root().descendants();
        let Some(node) =
            nodes.find(|node| node.span() == (start..end) && node.rule().to_string() == name)
        else {
            return Err(format!("the tree has no `{name}` there"));
        };
        let expanded: Vec<&str> = self.expanded.split_whitespace().collect();
        let below = node.descendants().skip(1);
        let below = below.filter(|node| expanded.contains(&&*node.rule().to_string()));
        let mut parts: Vec<[usize; 2]> = Vec::new();
        for node in std::iter::once(node).chain(below) {
            let production = self.session.production(&node.rule().to_string())?;
            let children: Vec<_> = node.children().collect();
            let names: Vec<String> = children.iter().map(|it| it.rule().to_string()).collect();
            let children = names.iter().map(String::as_str);
            let spans = node.children().map(|child| child.span());
            let children: Vec<_> = children.zip(spans).collect();
            let taken = path(production, text.as_bytes(), node.span(), &children);
            parts.extend(
                taken
                    .unwrap_or_default()
                    .iter()
                    .map(|it| [it.start, it.end]),
            );
        }
        answer(&parts)
    }
}

/// What the grammar and its prose say about a production.
#[derive(Serialize)]
struct AboutRecord<'a> {
    rule: &'a str,
    text: &'a str,
    heading: Option<&'a str>,
    section: Option<&'a str>,
    comments: Vec<&'a str>,
    remarks: Vec<(&'a str, &'a str)>,
    readings: Vec<(&'a str, &'a str, &'a str, &'a str)>,
    uses: Vec<&'a str>,
    users: Vec<&'a str>,
    example: Option<&'a str>,
}

/// Returns all about a URL of RFC 1738, or its error.
pub(crate) fn inspect(text: &str) -> Answer {
    match Url::parse(text) {
        Ok(url) => answer(&InspectionRecord::new(&url, Choices::default())),
        Err(error) => answer(&CheckRecord::new(
            None,
            text.as_bytes(),
            error.rule(),
            Err(&error),
        )),
    }
}
