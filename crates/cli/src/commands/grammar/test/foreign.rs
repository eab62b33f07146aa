//! Cases in formats of other tools: YAML, as the test runner of `OData` reads it, and what `conformance export` writes.

use std::fmt::Display;

use rfcbnf::cases::{Case, CasesError, Constraint, ErrorPlace, Expectation};
use rfcbnf::octets::from_hex;
use rfcbnf::syntax::Encoding;
use rfcbnf_engine::CharacterSet;
use saphyr_parser::{Event, Parser, ScalarStyle};
use serde::Deserialize;
use serde_json::Value;

/// The deepest nesting in a file of YAML.
const NESTING: usize = 20;

/// What a file of YAML holds.
#[derive(Debug, Default)]
pub(super) struct Yaml {
    pub(super) cases: Vec<Case>,
    pub(super) constraints: Vec<Constraint>,
}

/// A value of YAML, as far as cases have any.
#[derive(Debug)]
enum Node {
    Scalar { text: String, line: usize },
    List(Vec<Node>, usize),
    Map(Vec<(String, Node)>, usize),
}

impl Node {
    fn line(&self) -> usize {
        match self {
            Self::Scalar { line, .. } | Self::List(_, line) | Self::Map(_, line) => *line,
        }
    }

    /// Returns the text of a scalar.
    fn text(&self, what: &str) -> Result<&str, CasesError> {
        match self {
            Self::Scalar { text, .. } => Ok(text),
            _ => Err(CasesError::new(
                self.line(),
                format!("{what} is not a text"),
            )),
        }
    }

    /// Returns the members of a list. Nothing is an empty list.
    fn list(&self, what: &str) -> Result<&[Self], CasesError> {
        match self {
            Self::List(members, _) => Ok(members),
            Self::Scalar { text, .. } if text.is_empty() => Ok(&[]),
            _ => Err(CasesError::new(
                self.line(),
                format!("{what} is not a list"),
            )),
        }
    }

    fn map(&self, what: &str) -> Result<&[(String, Self)], CasesError> {
        match self {
            Self::Map(fields, _) => Ok(fields),
            Self::Scalar { text, .. } if text.is_empty() => Ok(&[]),
            _ => Err(CasesError::new(
                self.line(),
                format!("{what} has no fields"),
            )),
        }
    }
}

/// Reads a file of YAML with `TestCases`, and `Constraints` that say which texts some productions have.
pub(super) fn yaml(source: &str) -> Result<Yaml, CasesError> {
    let mut yaml = Yaml::default();
    let root = root(source)?;
    for (name, value) in root.map("the file")? {
        match name.as_str() {
            "TestCases" => {
                for case in value.list("TestCases")? {
                    yaml.cases.push(yaml_case(case)?);
                }
            }
            "Constraints" => {
                for (production, texts) in value.map("Constraints")? {
                    let texts = texts.list("a constraint")?.iter();
                    let texts =
                        texts.map(|text| Ok(text.text("a member of a constraint")?.to_owned()));
                    yaml.constraints.push(Constraint {
                        production: production.clone(),
                        texts: texts.collect::<Result<_, CasesError>>()?,
                    });
                }
            }
            _ => {
                let what = format!("`{name}` is neither TestCases nor Constraints");
                return Err(CasesError::new(value.line(), what));
            }
        }
    }
    Ok(yaml)
}

fn yaml_case(node: &Node) -> Result<Case, CasesError> {
    let (mut title, mut rule, mut input) = (None, None, None);
    let mut expected = Vec::new();
    for (name, value) in node.map("a case")? {
        match name.as_str() {
            "Name" => title = Some(value.text("Name")?.to_owned()),
            "Rule" => rule = Some(value.text("Rule")?.to_owned()),
            "Input" => input = Some(octets(value)?),
            "FailAt" => {
                let offset = value.text("FailAt")?.parse();
                let offset =
                    offset.map_err(|_| CasesError::new(value.line(), "FailAt is not a number"))?;
                expected.push(Expectation::ErrorAt(ErrorPlace::OctetOrCharacter(offset)));
            }
            "Expect" => {
                let tokens = value.list("Expect")?.iter().map(|token| {
                    let text = token.text("a member of Expect")?;
                    let token = text
                        .split_once(':')
                        .map(|(name, text)| (name.to_owned(), text.into()));
                    token.ok_or_else(|| {
                        let what = format!("`{text}` is not a production, a colon and its text");
                        CasesError::new(value.line(), what)
                    })
                });
                expected.push(Expectation::Outermost(tokens.collect::<Result<_, _>>()?));
            }
            _ => {
                let what =
                    format!("`{name}` is no field of a case: Name, Rule, Input, FailAt, Expect");
                return Err(CasesError::new(value.line(), what));
            }
        }
    }
    // A text that fails has no nodes to compare.
    if expected
        .iter()
        .any(|one| matches!(one, Expectation::ErrorAt(_)))
    {
        expected.retain(|one| !matches!(one, Expectation::Outermost(_)));
    }
    let lacks = |what| CasesError::new(node.line(), format!("a case has no {what}"));
    let mut case = Case::new(
        title.ok_or_else(|| lacks("Name"))?,
        input.ok_or_else(|| lacks("Input"))?,
        expected,
    );
    case.production = Some(rule.ok_or_else(|| lacks("Rule"))?);
    case.line = node.line();
    Ok(case)
}

/// Returns the octets of a text, or of `{"hex": …}`.
fn octets(node: &Node) -> Result<Vec<u8>, CasesError> {
    let Node::Map(fields, line) = node else {
        return Ok(node.text("Input")?.into());
    };
    let hex = fields.iter().find(|(name, _)| name == "hex");
    let hex = hex
        .and_then(|(_, value)| value.text("hex").ok())
        .and_then(from_hex);
    hex.ok_or_else(|| CasesError::new(*line, "Input is neither a text nor {\"hex\": …}"))
}

/// Returns the value of the first document.
fn root(source: &str) -> Result<Node, CasesError> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(source) {
        let (event, span) = event.map_err(|error| {
            CasesError::new(error.marker().line(), format!("no YAML: {}", error.info()))
        })?;
        let line = span.start.line();
        let node = match event {
            Event::Scalar(text, style, ..) => {
                let is_null = style == ScalarStyle::Plain && matches!(&*text, "~" | "null");
                let text = if is_null {
                    String::new()
                } else {
                    text.into_owned()
                };
                Node::Scalar { text, line }
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() == NESTING {
                    let what = format!("values are nested more than {NESTING} deep");
                    return Err(CasesError::new(line, what));
                }
                let is_map = matches!(event, Event::MappingStart(..));
                open.push(Open {
                    is_map,
                    line,
                    nodes: Vec::new(),
                });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(closed) => closed.node()?,
                None => continue,
            },
            // An alias can stand for a value that is as large as one likes.
            Event::Alias(_) => {
                return Err(CasesError::new(
                    line,
                    "aliases are not read; write the value",
                ));
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => continue,
        };
        match open.last_mut() {
            Some(parent) => parent.nodes.push(node),
            None => return Ok(node),
        }
    }
    Err(CasesError::new(1, "the file is empty"))
}

/// A list or a map that has not ended.
struct Open {
    is_map: bool,
    line: usize,
    nodes: Vec<Node>,
}

impl Open {
    fn node(self) -> Result<Node, CasesError> {
        if !self.is_map {
            return Ok(Node::List(self.nodes, self.line));
        }
        let mut fields: Vec<(String, Node)> = Vec::new();
        let mut nodes = self.nodes.into_iter();
        while let (Some(name), Some(value)) = (nodes.next(), nodes.next()) {
            let text = name.text("the name of a field")?;
            if fields.iter().any(|(known, _)| known == text) {
                return Err(CasesError::new(
                    name.line(),
                    format!("the field `{text}` is there twice"),
                ));
            }
            fields.push((text.to_owned(), value));
        }
        Ok(Node::Map(fields, self.line))
    }
}

/// An object of `conformance export --format jsonl`.
#[derive(Debug, Deserialize)]
struct Exported {
    rule: String,
    input: Option<Value>,
    hex: Option<String>,
    ok: bool,
    offset: Option<usize>,
    next: Option<String>,
    can_end: Option<bool>,
    next_ranges: Option<Vec<(char, char)>>,
}

/// Reads JSON Lines.
pub(super) fn json_lines(source: &str) -> Result<Vec<Case>, CasesError> {
    let lines = source
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let cases = lines.map(|(index, line)| {
        let number = index + 1;
        let error = |error: &dyn Display| CasesError::new(number, error.to_string());
        let exported: Exported = serde_json::from_str(line).map_err(|it| error(&it))?;
        let text = match (&exported.hex, &exported.input) {
            (Some(hex), _) => from_hex(hex),
            (None, Some(Value::String(text))) => Some(text.clone().into_bytes()),
            _ => None,
        };
        let text =
            text.ok_or_else(|| error(&"`hex` has no hexadecimal digits, two for each octet"))?;
        let expected = Verdict {
            is_valid: exported.ok,
            offset: exported.offset,
            can_end: exported.can_end,
            next: exported
                .next
                .as_deref()
                .map(|next| (next, exported.next_ranges.clone())),
        };
        let expected = expected.expectations().map_err(|what| error(&what))?;
        Ok(case(&exported.rule, number, text, expected))
    });
    cases.collect()
}

/// Reads the CSV that `conformance export` writes. Of a grammar of characters, it has those of ASCII that could stand at an error.
pub(super) fn csv(source: &str, encoding: Encoding) -> Result<Vec<Case>, CasesError> {
    let mut reader = csv::Reader::from_reader(source.as_bytes());
    let error = |error: &csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        CasesError::new(usize::try_from(line).unwrap_or(1), error.to_string())
    };
    let header = reader.headers().map_err(|it| error(&it))?.clone();
    let column = |name: &str| {
        let found = header.iter().position(|one| one == name);
        found.ok_or_else(|| CasesError::new(1, format!("there is no column `{name}`")))
    };
    let columns = ["rule", "verdict", "offset", "can_end", "next", "input_hex"];
    let columns: Result<Vec<usize>, CasesError> = columns.into_iter().map(column).collect();
    let columns = columns?;
    let mut cases = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|it| error(&it))?;
        let line = record.position().map_or(1, csv::Position::line);
        let line = usize::try_from(line).unwrap_or(1);
        let wrong = |what: &str| CasesError::new(line, what);
        let fields = columns.iter().map(|at| record.get(*at).unwrap_or_default());
        let fields: Vec<&str> = fields.collect();
        let [rule, verdict, offset, can_end, next, hex] = fields[..] else {
            return Err(wrong("a field is missing"));
        };
        let is_valid = match verdict {
            "accept" => true,
            "reject" => false,
            _ => return Err(wrong("the verdict is neither accept nor reject")),
        };
        let given = |text: &str| !text.is_empty();
        let offset = Some(offset)
            .filter(|it| given(it))
            .map(str::parse)
            .transpose();
        let can_end = Some(can_end)
            .filter(|it| given(it))
            .map(str::parse)
            .transpose();
        let is_of_octets = encoding != Encoding::Utf8;
        let expected = Verdict {
            is_valid,
            offset: offset.map_err(|_| wrong("the offset is not a number"))?,
            can_end: can_end.map_err(|_| wrong("can_end is neither true nor false"))?,
            next: (!is_valid && is_of_octets).then_some((next, None)),
        };
        let text = from_hex(hex).ok_or_else(|| wrong("input_hex has no hexadecimal digits"))?;
        let expected = expected.expectations().map_err(|what| wrong(&what))?;
        cases.push(case(rule, line, text, expected));
    }
    Ok(cases)
}

fn case(rule: &str, line: usize, text: Vec<u8>, expected: Vec<Expectation>) -> Case {
    let mut case = Case::new(format!("{rule}, line {line}"), text, expected);
    case.production = Some(rule.to_owned());
    case.line = line;
    case
}

/// The first and the last characters of ranges.
type Ranges = Vec<(char, char)>;

/// The verdict of `conformance export` about a text.
struct Verdict<'a> {
    is_valid: bool,
    offset: Option<usize>,
    can_end: Option<bool>,
    /// What could stand at the error: octets as characters, or characters beside those of ASCII.
    next: Option<(&'a str, Option<Ranges>)>,
}

impl Verdict<'_> {
    fn expectations(self) -> Result<Vec<Expectation>, String> {
        if self.is_valid {
            return Ok(vec![Expectation::Valid]);
        }
        let mut expected = vec![Expectation::Invalid];
        expected.extend(
            self.offset
                .map(|at| Expectation::ErrorAt(ErrorPlace::Octet(at))),
        );
        expected.extend(self.can_end.map(Expectation::CanEnd));
        if let Some((next, ranges)) = self.next {
            let octets: Result<Vec<u8>, _> = next.chars().map(u8::try_from).collect();
            let octets = octets.map_err(|_| "`next` has characters that stand for no octet")?;
            let set = octets.into_iter().fold(CharacterSet::EMPTY, |set, octet| {
                set.union(CharacterSet::range(octet, octet))
            });
            expected.push(Expectation::NextOctets(set, ranges));
        }
        Ok(expected)
    }
}
