//! Decides whether two definitions of a name derive the same texts, whatever the names in them mean.
//!
//! Each name becomes a character that no grammar has, so that a body is regular, and automata compare the two:
//! `"http" "://" authority` is `"http://" authority`, and `%x30-39` is `"0" / "1" / … / "9"`. Core rules keep their
//! meaning. A list of RFC 9110, Section 5.6.1, is compared as that section writes it out, `1#x` as
//! `x *( OWS "," OWS x )`, or as RFC 7230, Section 7, does: documents print both.

use std::collections::HashMap;

use crate::automaton::Automaton;
use crate::reader::Reader;
use crate::syntax::{Case, Encoding, Expression, Kind, LiteralForm, Notation};

/// The first of the characters that stand for names. They are for private use in Unicode.
const FIRST: u32 = 0xe000;

/// The greatest number of names: there are 6,400 such characters.
const NAMES: u32 = 6400;

/// The greatest length in octets of a definition that is compared.
const LENGTH: usize = 1 << 12;

/// The most lists that are written out in a definition.
const LISTS: usize = 16;

/// Returns whether two definitions of a name derive the same texts. `false` if that is not known.
pub(super) fn derive_the_same(one: &str, other: &str, notation: Notation) -> bool {
    if one.len().max(other.len()) > LENGTH {
        return false;
    }
    let mut names = HashMap::new();
    let mut automata = |text: &str| -> Vec<Automaton> {
        let forms = written_out(text, notation).into_iter();
        { forms }
            .filter_map(|form| automaton(&form, notation, &mut names))
            .collect()
    };
    let [one, other] = [automata(one), automata(other)];
    one.iter().any(|form| other.contains(form))
}

/// Returns the automaton of the first production of a text, with a character for each name.
fn automaton(
    text: &str,
    notation: Notation,
    names: &mut HashMap<String, char>,
) -> Option<Automaton> {
    let reader = Reader {
        notation: Some(notation),
        ..Reader::default()
    };
    let mut grammar = reader.read(text).grammar;
    let mut productions = grammar.productions.iter();
    let own = productions.next()?.name.clone();
    let core: Vec<String> = productions.map(|one| one.name.clone()).collect();
    let body = &mut grammar.productions[0].body;
    is_opaque(body, &core, names).then_some(())?;
    grammar.encoding = Encoding::Utf8;
    Automaton::new(&grammar, &own).ok()
}

/// Writes a character for each name and for prose. Returns whether the body can be read and has characters enough.
fn is_opaque(part: &mut Expression, core: &[String], names: &mut HashMap<String, char>) -> bool {
    let name = match &mut part.kind {
        Kind::Unreadable => return false,
        Kind::Alternation(members) | Kind::Sequence(members) => {
            return members.iter_mut().all(|one| is_opaque(one, core, names));
        }
        Kind::Optional(body) | Kind::Repetition { body, .. } => {
            return is_opaque(body, core, names);
        }
        Kind::Reference { name, .. } if core.contains(name) => return true,
        Kind::Reference { name, .. } => name.to_ascii_lowercase(),
        Kind::Prose(text) => {
            let words: Vec<&str> = text.split_whitespace().collect();
            format!("<{}>", words.join(" "))
        }
        Kind::Literal { .. } | Kind::Range { .. } => return true,
    };
    let next = u32::try_from(names.len()).ok();
    let next = next.filter(|next| *next < NAMES);
    let Some(next) = next.and_then(|next| char::from_u32(FIRST + next)) else {
        return false;
    };
    let character = *names.entry(name).or_insert(next);
    part.kind = Kind::Literal {
        text: character.to_string(),
        case: Case::Exact,
        form: LiteralForm::Numbers,
    };
    true
}

/// Writes a list out, by its least number and its element.
type ListForm<'f> = &'f dyn Fn(&str, &str) -> String;

/// Returns a definition with its lists written out, in each way that documents do that.
fn written_out(text: &str, notation: Notation) -> Vec<String> {
    if notation != Notation::Abnf || !text.contains('#') {
        return vec![text.to_owned()];
    }
    let sender = |least: &str, x: &str| match least {
        "" | "0" => format!("[ {x} *( OWS \",\" OWS {x} ) ]"),
        "1" => format!("( {x} *( OWS \",\" OWS {x} ) )"),
        least => {
            let further = least.parse::<u32>().map_or(0, |least| least - 1);
            format!("( {x} {further}*( OWS \",\" OWS {x} ) )")
        }
    };
    let recipient = |least: &str, x: &str| match least {
        "" | "0" => format!("[ ( \",\" / {x} ) *( OWS \",\" [ OWS {x} ] ) ]"),
        _ => format!("( *( \",\" OWS ) {x} *( OWS \",\" [ OWS {x} ] ) )"),
    };
    let forms: [ListForm; 2] = [&sender, &recipient];
    let forms = forms.iter().map(|form| with_lists(text, form));
    forms.collect()
}

/// Writes each list of a definition out by a function of its least number and its element.
fn with_lists(text: &str, form: ListForm) -> String {
    let mut text = text.to_owned();
    for _ in 0..LISTS {
        let Some(sign) = first_list(&text) else {
            break;
        };
        let before = &text[..sign];
        let start = before
            .trim_end_matches(|one: char| one.is_ascii_digit())
            .len();
        let after = text[sign + 1..].trim_start_matches(|one: char| one.is_ascii_digit());
        let element = &after[..element_length(after)];
        if element.is_empty() {
            break;
        }
        let end = text.len() - after.len() + element.len();
        let list = form(&text[start..sign], element);
        text = format!("{}{list}{}", &text[..start], &text[end..]);
    }
    text
}

/// Returns the place of the first `#` outside of literals, comments and angle brackets.
fn first_list(text: &str) -> Option<usize> {
    let mut closes = None;
    text.char_indices().find_map(|(at, one)| {
        match closes {
            Some(close) if one == close => closes = None,
            Some(_) => {}
            None => match one {
                '"' => closes = Some('"'),
                '<' => closes = Some('>'),
                ';' => closes = Some('\n'),
                '#' => return Some(at),
                _ => {}
            },
        }
        None
    })
}

/// Returns the length of the name, the literal or the brackets that a text begins with.
fn element_length(text: &str) -> usize {
    let mut closes = None;
    let mut depth = 0;
    for (at, one) in text.char_indices() {
        let end = at + one.len_utf8();
        match (closes, one) {
            (Some(close), _) => {
                if one == close {
                    closes = None;
                    if depth == 0 {
                        return end;
                    }
                }
            }
            (None, '"') => closes = Some('"'),
            (None, '<') => closes = Some('>'),
            (None, ';') if depth > 0 => closes = Some('\n'),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return end;
                }
            }
            (None, _) if depth > 0 => {}
            (None, _) if one.is_ascii_alphanumeric() || one == '-' => {}
            _ => return at,
        }
    }
    if depth == 0 { text.len() } else { 0 }
}
