//! The parser, asked about the texts of one unit.
//!
//! The grammar, with the causes found so far, can derive a text of the context that the unit does not
//! have: nested deeper, or in another way. Such a text says nothing about the unit, so its answer is
//! that of the unit.

use super::unit::Unit;
use crate::causes::oracle::Oracle;
use crate::causes::peer::NoAnswer;
use crate::causes::steady::Source;
use crate::octets::OctetSet;
use crate::recognizer::Recognizer;

/// The parser as a parser of the unit.
pub(super) struct Inside<'u, 'a, 'p> {
    pub(super) unit: &'u Unit,
    pub(super) oracle: &'a mut Oracle<'p>,
    /// The whole grammar with the causes found so far.
    pub(super) faulty: &'u Recognizer,
    /// The octets that end the unit. The parser is asked about no text with one.
    pub(super) delimiters: OctetSet,
}

impl Source for Inside<'_, '_, '_> {
    /// What the grammar says about the whole text is expected, not what the unit says.
    fn ask(
        &mut self,
        texts: &[Vec<u8>],
        _: &dyn Fn(&[u8]) -> Option<bool>,
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        let mut asked = Vec::new();
        let mut verdicts = Vec::with_capacity(texts.len());
        for text in texts {
            let whole = self.unit.whole(text);
            let verdict = self.verdict(text, &whole);
            if verdict == Verdict::Open {
                asked.push(whole);
            }
            verdicts.push(verdict);
        }
        let answers = self.oracle.answers(&asked);
        let mut answers = answers.map_err(|_| NoAnswer)?.into_iter();
        let verdicts = verdicts.into_iter().map(|verdict| match verdict {
            Verdict::Open => answers.next().flatten(),
            Verdict::Known(is_accepted) => Some(is_accepted),
            Verdict::Outside => None,
        });
        Ok(verdicts.collect())
    }

    fn ask_again(
        &mut self,
        texts: &[Vec<u8>],
        answers: &[Option<bool>],
    ) -> Result<Vec<Option<bool>>, NoAnswer> {
        let mut held = answers.to_vec();
        let wholes = texts.iter().map(|text| self.unit.whole(text)).enumerate();
        let open = wholes.filter(|(index, whole)| {
            self.verdict(&texts[*index], whole) == Verdict::Open
                && self.oracle.verdict(whole).is_some()
        });
        let (indices, open): (Vec<usize>, Vec<Vec<u8>>) = open.unzip();
        self.oracle.ask_again(&open).map_err(|_| NoAnswer)?;
        for (index, text) in indices.into_iter().zip(open) {
            held[index] = self.oracle.verdict(&text);
        }
        Ok(held)
    }
}

/// What is known of a text before the parser is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Open,
    Known(bool),
    Outside,
}

impl Inside<'_, '_, '_> {
    fn verdict(&self, text: &[u8], whole: &[u8]) -> Verdict {
        let is_delimited = text.iter().any(|&octet| self.delimiters.contains(octet));
        if is_delimited || !self.unit.is_flat(text) {
            return Verdict::Outside;
        }
        let is_own = self.unit.automaton.accepts(text);
        match self.faulty.rule().is_valid(whole) {
            Ok(is_valid) if is_valid != is_own => Verdict::Known(is_own),
            Ok(_) if is_own || !self.is_spelled_otherwise(text) => Verdict::Open,
            _ => Verdict::Outside,
        }
    }

    /// Returns whether a part of the text spells one of the symbols, too. What the parser accepts with that
    /// part, it accepts with the symbol.
    fn is_spelled_otherwise(&self, text: &[u8]) -> bool {
        let symbols = &self.unit.symbols;
        let rules = symbols
            .values()
            .filter_map(|symbol| self.faulty.find(&symbol.name));
        let rules: Vec<_> = rules.collect();
        let parts =
            (0..text.len()).flat_map(|start| (start + 1..=text.len()).map(move |end| start..end));
        let mut parts = parts.map(|part| &text[part]);
        parts.any(|part| {
            let is_symbol = part.len() == 1 && symbols.contains_key(&part[0]);
            let spelled = || self.unit.spelled(part);
            !is_symbol && !rules.is_empty() && {
                let spelled = spelled();
                rules.iter().any(|rule| rule.is_valid(&spelled) == Ok(true))
            }
        })
    }
}
