//! Questions that can take longer: findings and derivations.

use rfc1738_views::analysis::FindingsRecord;
use rfc1738_views::derivations::record::DerivationList;
use rfcbnf::derivations::derivations_without;

use super::Session;
use crate::Answer;
use crate::answer::answer;

/// The depth to which recursive productions are examined.
const DEPTH: u32 = 2;

/// The most derivations, and the most nodes of all of them together.
const DERIVATIONS: (usize, usize) = (101, 60_000);

impl Session {
    /// Returns what the analysis finds.
    pub fn findings(&self) -> Answer {
        let analysis = rfcbnf::analysis::analyse_to_depth(&self.named.grammar, DEPTH);
        answer(&FindingsRecord::new(&analysis))
    }

    /// Returns the derivations of a text.
    pub fn derivations(&self, rule: &str, text: &str, characters: bool) -> Answer {
        let left_out = self.named.character_productions();
        let leaves_out = |name: &str| !characters && left_out.contains(name);
        let trees = derivations_without(&self.named.grammar, rule, text, leaves_out);
        let trees = trees.map_err(|error| error.to_string())?;
        let (most, nodes) = DERIVATIONS;
        answer(&DerivationList::new(trees, most, nodes))
    }
}
