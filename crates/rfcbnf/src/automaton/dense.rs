//! Automata as the engine runs them.

use rfcbnf_engine::dfa::DenseDfa;

use super::Automaton;

impl Automaton {
    /// Returns the automaton for the engine; `None` if it is too large to be run fast.
    pub(crate) fn dense(&self) -> Option<DenseDfa> {
        let mut classes = [0; 256];
        for (number, class) in classes.iter_mut().zip(&self.class_of) {
            *number = u8::try_from(*class).ok()?;
        }
        let steps = self.steps.iter().map(|step| step.map(|state| state.0));
        DenseDfa::new(
            |octet| classes[usize::from(octet)],
            &steps.collect::<Vec<_>>(),
            &self.accepting,
        )
    }
}
