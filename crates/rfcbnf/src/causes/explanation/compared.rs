//! Causes that are not learned: ignored octets, limits of length, and IP addresses in brackets.

use crate::automaton::{Automata, Automaton};
use crate::causes::cause::{Cause, GivenUp};
use crate::causes::diagnosis::Diagnosis;
use crate::causes::ignored::Ignored;
use crate::causes::ip_literals::IpLiterals;
use crate::causes::length_limits::{self, GREATEST, LengthLimits};
use crate::causes::oracle::Oracle;

/// What the parser was asked about apart, because it takes too many states to be learned.
#[derive(Default)]
pub(in crate::causes) struct Compared {
    pub(super) causes: Vec<Cause>,
    limits_length: bool,
    /// A long text that no limit explains, and whether the parser accepts it.
    too_long: Option<length_limits::Unexplained>,
    /// A production with a limit that is not known.
    unlimited: Option<String>,
    literals: Option<IpLiterals>,
    pub(super) ignored: Option<Ignored>,
    /// What the parser accepts with the IP addresses in brackets and all other causes.
    pub(super) parser: Option<Automaton>,
}

impl Compared {
    /// Adds the limits of lengths.
    pub(in crate::causes) fn limit<'g>(
        &mut self,
        limits: LengthLimits<'g>,
        automata: &Automata<'g>,
        oracle: &Oracle<'_>,
    ) {
        let causes = limits.causes(automata, oracle);
        self.limits_length = !causes.is_empty();
        self.causes.extend(causes);
        self.too_long = limits.unexplained;
        self.unlimited = limits.too_large.map(|one| one.name.clone());
    }

    /// Adds IP addresses in brackets.
    pub(in crate::causes) fn take(
        &mut self,
        literals: IpLiterals,
        automata: &Automata<'_>,
        oracle: &Oracle<'_>,
    ) {
        self.causes.extend(literals.cause(automata, oracle));
        self.parser = Some(literals.whole.clone());
        self.literals = Some(literals);
    }

    /// Adds the IP addresses in brackets to what the other causes lead to.
    pub(super) fn join(&mut self, production: &str, diagnosis: &Diagnosis<'_, '_>) {
        let Some(literals) = &self.literals else {
            return;
        };
        let name = literals.production.as_str();
        let own = diagnosis.observed(name);
        let both = own.and_then(|own| literals.beside(own, &diagnosis.work()));
        let whole = both.and_then(|both| diagnosis.whole(production, Some((name, &both))));
        self.parser = whole.or(self.parser.take());
    }

    /// Returns what is not known of lengths and of IP addresses in brackets, beside this automaton.
    pub(super) fn unknown(&self, explained: &Automaton, oracle: &Oracle<'_>) -> Vec<GivenUp> {
        let mut unknown = Vec::new();
        if self.limits_length {
            unknown.push(GivenUp::Length { greatest: GREATEST });
        }
        unknown.extend(self.literals.iter().map(|literals| GivenUp::IpLiterals {
            texts: literals.asked,
        }));
        let different = self.too_long.iter();
        let different =
            different.filter(|(text, is_accepted)| explained.accepts(text) != *is_accepted);
        unknown.extend(different.map(|(text, _)| GivenUp::Different {
            text: oracle.alphabet().spelled(text),
        }));
        unknown.extend(self.unlimited.iter().map(|production| GivenUp::TooLarge {
            production: production.clone(),
        }));
        unknown
    }
}
