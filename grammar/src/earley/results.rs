//! Verdicts, trees, errors and traces of a recognizer.

use rfcbnf_engine::recognized::{DerivedNode, Reach, error, trace, tree};
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{AsInput, CharacterSet, Detail, Production as _, ProductionId, SyntaxError};

use super::{Recognition, Rule, TooManySteps, Undecided, recognition};
use crate::derivations::{self, DerivationsError, derivations_without};

/// The tree of a valid text, or the error of an invalid one.
type Checked<'t, 'r> = Result<rfcbnf_engine::Tree<'t, Rule<'r>>, SyntaxError<Rule<'r>>>;

impl<'r> Rule<'r> {
    /// Reads a text as far as it is the beginning of a text of the production.
    ///
    /// # Errors
    ///
    /// Returns [`TooManySteps`] if the text takes more than [`STEPS`](super::STEPS) steps.
    ///
    /// ```
    /// use rfcbnf::earley::Recognizer;
    ///
    /// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "list", |_| false)?;
    /// let item = recognizer.find("item").unwrap();
    /// assert_eq!(item.recognize(b"a,a")?.longest, Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn recognize(self, text: &[u8]) -> Result<Recognition, TooManySteps> {
        // The first called productions of the network are those of the grammar.
        recognition::recognize(&self.recognizer().network, self.id().index(), text)
    }

    /// Decides about a text without its tree.
    ///
    /// # Errors
    ///
    /// Returns [`TooManySteps`] if the verdict is not known.
    ///
    /// ```
    /// use rfcbnf::earley::Recognizer;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "pair", |_| false)?;
    /// assert_eq!(recognizer.rule().verdict(b"(())")?, Ok(()));
    /// assert_eq!(recognizer.rule().verdict(b"(()")?.unwrap_err().offset(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdict(self, text: &[u8]) -> Result<Result<(), SyntaxError<Self>>, TooManySteps> {
        Ok(self.judge(text, &self.recognize(text)?))
    }

    /// Parses a text. The tree is the first derivation in priority order, and shows the productions
    /// that the detail asks for.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known, or if the text is valid and its tree is
    /// not to be had. The inner error is that of an invalid text.
    ///
    /// ```
    /// use rfcbnf::earley::Recognizer;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "list", |_| false)?;
    /// let list = recognizer.rule();
    /// let error = list.check("(a,", Detail::Rules)?.unwrap_err();
    /// assert_eq!(error.summary(), "expected \"(\" or \"a\", found the end of the text at offset 3");
    /// assert_eq!(list.check("(a)", Detail::Rules)?.unwrap().to_string(), "\
    /// list 0..3 \"(a)\"
    ///   item 0..3 \"(a)\"
    ///     list 1..2 \"a\"
    ///       item 1..2 \"a\"
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check<'t, T: AsInput + ?Sized>(
        self,
        text: &'t T,
        detail: Detail,
    ) -> Result<Checked<'t, 'r>, Undecided> {
        let text = text.as_input();
        if let Err(error) = self.verdict(text)? {
            return Ok(Err(error));
        }
        let derivation = self.derivation(text, detail);
        let derivation = derivation.map_err(|why| Undecided::Tree(Box::new(why)))?;
        Ok(Ok(tree(self, text, detail, nodes(&derivation))))
    }

    /// Returns the steps of the first derivation of a text, or of its longest prefix that has one.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known, or if this derivation is not to be had.
    ///
    /// ```
    /// use rfcbnf::earley::Recognizer;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "pair", |_| false)?;
    /// let trace = recognizer.rule().trace(b"()(", Detail::Rules)?;
    /// assert_eq!(trace.prefix(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(self, text: &[u8], detail: Detail) -> Result<Trace<'_, Self>, Undecided> {
        let found = self.recognize(text)?;
        let Some(length) = found.longest else {
            return Ok(trace(self, text, detail, &reach(&found), []));
        };
        let derivation = self.derivation(&text[..length], detail);
        let derivation = derivation.map_err(Box::new).map_err(|why| {
            if found.accepts_all() {
                Undecided::Tree(why)
            } else {
                Undecided::Steps { length, why }
            }
        })?;
        Ok(trace(
            self,
            text,
            detail,
            &reach(&found),
            nodes(&derivation),
        ))
    }

    fn judge(self, text: &[u8], found: &Recognition) -> Result<(), SyntaxError<Self>> {
        if found.accepts_all() {
            return Ok(());
        }
        Err(error(self, text, &reach(found)))
    }

    /// Returns the first derivation of a text that the production derives, in this detail.
    fn derivation(
        self,
        text: &[u8],
        detail: Detail,
    ) -> Result<derivations::Tree, DerivationsError> {
        let facts = &self.recognizer().facts;
        // Without the nodes that are not shown, the derivations take fewer states.
        let leaves_out = |name: &str| detail == Detail::Rules && facts.is_character(name);
        let trees = derivations_without(&facts.grammar, self.name(), text, leaves_out);
        let mut trees = trees?;
        let refusal = || DerivationsError::TooLarge(self.name().to_owned());
        trees.next().ok_or_else(refusal)
    }
}

fn reach(found: &Recognition) -> Reach {
    let next: CharacterSet = found.next.iter().map(char::from).collect();
    Reach {
        viable: found.furthest,
        next,
        longest: found.longest,
    }
}

/// Returns the nodes below the root.
fn nodes(derivation: &derivations::Tree) -> impl Iterator<Item = DerivedNode> {
    let below = derivation.iter_with_depth().skip(1);
    below.map(|(depth, node)| DerivedNode {
        // A recognizer has at most as many productions as a grammar, which has fewer than 65,536.
        production: ProductionId::new(u16::try_from(node.id().index()).unwrap_or(u16::MAX)),
        span: node.span(),
        depth,
    })
}
