//! `--depth`: the texts of productions that recurse, to a depth.

use clap::Args;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::Printable;

use crate::arguments::number::number;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::Failure;
use crate::output::streams::show_remark;

/// How deep productions that recurse are followed.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct DepthChoice {
    /// If the production recurses in the middle, take its texts that are up to N deep: each use of a
    /// production that leads back to it, with text on both sides, goes one deeper
    #[arg(long = "depth", value_name = "N", default_value_t = 1, value_parser = number::<u32>)]
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
        let limited = limited.ok_or_else(|| self.too_large_to_depth(production, depth))?;
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

    /// Returns the failure of a question that is too large, about the texts of a production to a depth.
    pub(crate) fn too_large_to_depth(&self, production: &str, depth: u32) -> Failure {
        let production = Printable(production.as_bytes());
        let smaller = if depth > 0 {
            "a smaller --depth or "
        } else {
            ""
        };
        self.not_usable(format!(
            "production `{production}` to depth {depth} is too large; take {smaller}a smaller production \
             with --rule"
        ))
    }
}
