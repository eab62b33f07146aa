//! `--depth`: the texts of productions that recurse, to a depth.

use clap::Args;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::Printable;

use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::grammar_file::show_remark;
use crate::outcome::Failure;

/// How deep productions that recurse are followed.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct DepthChoice {
    /// If the production leads to itself, take its texts with up to N of it inside each other, not
    /// counting left and right recursion
    #[arg(long = "depth", value_name = "N", default_value_t = 1)]
    pub(crate) depth: u32,
}

/// What automata know about the texts of a production.
pub(crate) struct Decidable {
    /// The grammar, or that of its texts to the depth.
    pub(crate) grammar: Grammar,
    /// The depth, if the production recurses and its texts are those to this depth.
    pub(crate) depth: Option<u32>,
}

impl ChosenGrammar {
    /// Returns what automata know about the texts of a production. Writes a line to standard error if
    /// these are not all. Fails if they know nothing.
    pub(crate) fn decidable(
        &self,
        production: &str,
        DepthChoice { depth }: DepthChoice,
    ) -> Result<Decidable, Failure> {
        let grammar = &self.named()?.grammar;
        let Some(obstacle) = self.obstacle_to_texts(production)? else {
            return Ok(Decidable {
                grammar: grammar.clone(),
                depth: None,
            });
        };
        if !obstacle.is_recursion() || obstacle.derives_no_text() {
            return Err(self.obstructed(&obstacle));
        }
        let limited = grammar.part([production]).to_depth(depth);
        let limited = limited.ok_or_else(|| {
            let (production, depth) = (Printable(production.as_bytes()), depth);
            self.not_usable(format!(
                "production `{production}` to depth {depth} is too large"
            ))
        })?;
        show_remark(
            "note",
            &format!(
                "{obstacle}; these are its texts to depth {depth}, and --depth N takes others"
            ),
        )?;
        Ok(Decidable {
            grammar: limited,
            depth: Some(depth),
        })
    }
}
