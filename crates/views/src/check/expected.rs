//! What errors expect, in words.

use rfcbnf_engine::{Expected, Production, SyntaxError};

/// The most lists that are kept.
const MOST: usize = 64;

/// Lists of what errors expect. Each is put into words once: the errors of a file expect one of a few.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::check::expected::ExpectedLists;
/// use rfcbnf_engine::diagnose;
///
/// let mut lists = ExpectedLists::default();
/// assert_eq!(lists.of(&diagnose(Rule::Port, b"8o")), "digit or end of text");
/// assert_eq!(lists.of(&diagnose(Rule::Port, b"80:")), "digit or end of text");
/// ```
#[derive(Debug)]
pub struct ExpectedLists<P> {
    lists: Vec<(Vec<Expected<P>>, String)>,
}

impl<P> Default for ExpectedLists<P> {
    fn default() -> Self {
        Self { lists: Vec::new() }
    }
}

impl<P: Production> ExpectedLists<P> {
    /// Returns what [`SyntaxError::expected_list`] does.
    pub fn of(&mut self, error: &SyntaxError<P>) -> &str {
        let expected = error.expected();
        let known = self.lists.iter().position(|(list, _)| list == expected);
        let index = known.unwrap_or_else(|| {
            if self.lists.len() == MOST {
                self.lists.clear();
            }
            self.lists.push((expected.to_vec(), error.expected_list()));
            self.lists.len() - 1
        });
        &self.lists[index].1
    }
}
