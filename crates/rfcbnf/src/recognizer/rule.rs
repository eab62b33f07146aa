//! A production as results of the engine name it, with its verdicts, trees, errors and traces.

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rfcbnf_engine::recognizer::{self, Cache, DefinitionId, Network, ParseError, Recognize};
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{
    AsInput, CharacterProduction, CharacterSet, Detail, NodeEvent, Production, ProductionId,
    SyntaxError, Tree, TreeText,
};

use super::{LimitReached, Reading, Recognition, Recognizer, Undecided, UnknownText};
use crate::by_address::{ByAddress, rule_by_address};
use crate::resolved::ResolvedGrammar;
use crate::syntax::{GivenLength, Grammar};

/// What a [`Rule`] knows besides the network.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) grammar: Grammar,
    start: ProductionId,
    is_character: Vec<bool>,
    derives_text: bool,
    /// Sorted for errors.
    pub(super) characters: Vec<CharacterProduction>,
}

impl Facts {
    pub(super) fn new(
        grammar: Grammar,
        production: &str,
        of_unknown: usize,
        is_character: impl Fn(&str) -> bool,
    ) -> Self {
        let productions = grammar.productions.iter().enumerate();
        // Trees show a production with a length, because it says why a text is undecided.
        let is_character = productions.map(|(index, one)| {
            index >= of_unknown || is_character(&one.name) && one.length.is_none()
        });
        let is_character: Vec<bool> = is_character.collect();
        let resolved = ResolvedGrammar::new(&grammar);
        let numbered = (0..).zip(resolved.productions()).zip(&is_character);
        let characters = numbered
            .filter(|(_, is_character)| **is_character)
            .map(|((number, one), _)| {
                let first = resolved.properties(one.body()).first().exact();
                let first: CharacterSet = first.iter().map(char::from).collect();
                CharacterProduction::new(ProductionId::new(number), first)
            })
            .collect();
        let mut numbers = (0..).zip(&grammar.productions);
        let start = numbers.find(|(_, one)| one.name == production);
        let start = ProductionId::new(start.map_or(0, |(number, _)| number));
        Self {
            derives_text: grammar.derives_text(),
            grammar,
            start,
            is_character,
            characters,
        }
    }
}

impl Recognizer {
    /// Returns the production that was prepared.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        Rule::of(ByAddress(self), self.facts.start)
    }

    /// Returns the production of that name as trees name it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Rule<'_>> {
        let mut numbers = (0..).zip(&self.facts.grammar.productions);
        let (number, _) = numbers.find(|(_, one)| one.name == name)?;
        Some(Rule::of(ByAddress(self), ProductionId::new(number)))
    }
}

/// A production of a [`Recognizer`].
///
/// It is no parser, because a recognizer can give up: its own functions return a value for that.
///
/// ```
/// use rfcbnf::recognizer::Recognizer;
///
/// let grammar = rfcbnf::read("s = s s | \"a\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "s")?;
/// assert!(recognizer.rule().verdict(b"aaa")?.is_ok());
/// assert!(recognizer.rule().verdict(&[b'a'; 1_000]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Nodes of its trees are octets; those of [`Rule::of_text`] are `&str`.
pub struct Rule<'r, T: ?Sized = [u8]> {
    recognizer: ByAddress<'r, Recognizer>,
    id: ProductionId,
    text: PhantomData<fn() -> &'r T>,
}

rule_by_address!(Rule, recognizer);

impl<'r, T: ?Sized> Rule<'r, T> {
    pub(crate) fn of(recognizer: ByAddress<'r, Recognizer>, id: ProductionId) -> Self {
        Self {
            recognizer,
            id,
            text: PhantomData,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'r str {
        &self.recognizer().facts.grammar.productions[self.id.index()].name
    }

    /// Returns what another part of the text says about its length.
    fn length(self) -> Option<&'r GivenLength> {
        let productions = &self.recognizer().facts.grammar.productions;
        productions[self.id.index()].length.as_ref()
    }

    /// Returns the unknown production whose characters this one derives.
    fn of_unknown(self) -> Option<Self> {
        let Recognizer {
            known, characters, ..
        } = self.recognizer();
        let index = self.id.index().checked_sub(*characters)?;
        let id = ProductionId::new(u16::try_from(known + index).ok()?);
        Some(Self::of(self.recognizer, id))
    }

    /// Returns its definition in the networks.
    pub(super) fn definition(self) -> DefinitionId {
        DefinitionId::try_from(self.id.index()).unwrap_or(DefinitionId::MAX)
    }

    pub(super) fn recognizer(self) -> &'r Recognizer {
        self.recognizer.0
    }
}

impl<'r> Rule<'r> {
    /// Returns the production with trees whose nodes are `&str`; `None` if some production of the grammar
    /// derives octets that are no text, or is not known.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::read("list = \"(\" *item \")\"\nitem = \"a\" | list\n")?;
    /// let recognizer = Recognizer::new(&grammar, "list")?;
    /// let tree = recognizer.rule().of_text().unwrap().check("(a(a))", Detail::Rules)?.unwrap();
    /// let items: Vec<&str> = tree.root().children().map(|item| item.text()).collect();
    /// assert_eq!(items, ["a", "(a)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_text(self) -> Option<Rule<'r, str>> {
        let recognizer = self.recognizer();
        let derives_text = recognizer.facts.derives_text && recognizer.certain.is_none();
        derives_text.then(|| Rule::of(self.recognizer, self.id))
    }
}

impl<'r, T: TreeText + ?Sized> Production for Rule<'r, T> {
    type Grammar = ByAddress<'r, Recognizer>;
    type Text = T;

    fn from_id(recognizer: ByAddress<'r, Recognizer>, id: ProductionId) -> Self {
        Self::of(recognizer, id)
    }

    fn grammar(self) -> ByAddress<'r, Recognizer> {
        self.recognizer
    }

    fn id(self) -> ProductionId {
        self.id
    }

    fn is_character(self) -> bool {
        self.recognizer.0.facts.is_character[self.id.index()]
    }

    fn character_productions<'g>(
        recognizer: &'g ByAddress<'r, Recognizer>,
    ) -> &'g [CharacterProduction] {
        &recognizer.0.facts.characters
    }

    fn is_of_characters(recognizer: &ByAddress<'r, Recognizer>) -> bool {
        recognizer.0.possible.network.is_of_characters()
    }

    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        let definition = self.definition();
        let Recognizer {
            shortest, possible, ..
        } = self.recognizer.0;
        let reading = shortest.as_ref().unwrap_or(possible);
        reading.with(|network, cache| network.characters_after(cache, definition, prefix))
    }
}

/// The tree of a valid text, or the error of an invalid one.
type Checked<'t, P> = Result<Tree<'t, P>, SyntaxError<P>>;

impl<T: TreeText + ?Sized> Rule<'_, T> {
    /// Reads a text as far as it is the beginning of a text of the production. Unknown productions derive every
    /// text, and those with a [length](crate::syntax::Production::length) all that their bodies do.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes more than a limit.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    ///
    /// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "list")?;
    /// let item = recognizer.find("item").unwrap();
    /// assert_eq!(item.recognize(b"a,a")?.longest, Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn recognize(self, text: &[u8]) -> Result<Recognition, LimitReached> {
        recognizer::recognize(self, text)
    }

    /// Decides about a text without its tree.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "pair")?;
    /// assert_eq!(recognizer.rule().verdict(b"(())")?, Ok(()));
    /// assert_eq!(recognizer.rule().verdict(b"(()")?.unwrap_err().offset(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdict(self, text: &[u8]) -> Result<Result<(), SyntaxError<Self>>, Undecided> {
        let Some(certain) = &self.recognizer().certain else {
            return Ok(recognizer::verdict(self, text)?);
        };
        if self.accepts(certain, text)? {
            return Ok(Ok(()));
        }
        Ok(self.check(text, Detail::Rules)?.map(drop))
    }

    /// Returns the longest viable prefix of the text and what can follow it, also of a valid text.
    pub(crate) fn diagnose(self, text: &[u8]) -> Result<SyntaxError<Self>, Undecided> {
        if let Err(error) = self.verdict(text)? {
            return Ok(error);
        }
        let own = (self, self.definition());
        self.recognizer().possible.with(|network, cache| {
            let known = network.recognize(cache, own.1, text)?;
            Ok(network.error(cache, own, text, &known))
        })
    }

    fn accepts(self, reading: &Reading, text: &[u8]) -> Result<bool, LimitReached> {
        reading.with(|network, cache| {
            let found = network.recognize(cache, self.definition(), text)?;
            Ok(found.accepts_all())
        })
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
    /// use rfcbnf::recognizer::Recognizer;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "list")?;
    /// let list = recognizer.rule();
    /// let error = list.check("(a,", Detail::Rules)?.unwrap_err();
    /// assert_eq!(error.summary(), "expected \"a\" or \"(\", found the end of the text at offset 3");
    /// assert_eq!(list.check("(a)", Detail::Rules)?.unwrap().to_string(), "\
    /// list 0..3 \"(a)\"
    ///   item 0..3 \"(a)\"
    ///     list 1..2 \"a\"
    ///       item 1..2 \"a\"
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check<I: AsInput + ?Sized>(
        self,
        text: &I,
        detail: Detail,
    ) -> Result<Checked<'_, Self>, Undecided> {
        let (Some(certain), Some(known)) = (&self.recognizer().certain, T::of(text)) else {
            return self.possible(text, detail);
        };
        let own = (self, self.definition());
        let known = certain.with(|network, cache| network.check(cache, own, known, detail))?;
        if known.is_ok() {
            return Ok(known);
        }
        match self.possible(text, detail) {
            Ok(Ok(tree)) => Err(Undecided::Unknown(self.first_unknown(&tree))),
            Ok(Err(error)) => Ok(Err(self.with_shortest_unknown(error))),
            // A text that could be valid is not known to be.
            Err(Undecided::Tree(limit)) => Err(Undecided::Verdict(limit)),
            other => other,
        }
    }

    /// Parses the text, and calls `visitor` for the start and the end of each node that its tree has, without productions
    /// for single characters.
    ///
    /// # Errors
    ///
    /// Those of [`Self::check`]. Only a text that is valid has events.
    pub fn visit<I: AsInput + ?Sized>(
        self,
        text: &I,
        mut visitor: impl FnMut(NodeEvent<Self>),
    ) -> Result<Result<(), SyntaxError<Self>>, Undecided> {
        let own = (self, self.definition());
        let known = self.recognizer().certain.as_ref();
        let network = known.unwrap_or(&self.recognizer().possible);
        let octets = text.as_input();
        let visited =
            network.with(|network, cache| network.visit(cache, own, octets, &mut visitor))?;
        match visited {
            Err(_) if known.is_some() => Ok(self.check(text, Detail::Rules)?.map(|_| ())),
            visited => Ok(visited),
        }
    }

    /// Parses a text as if unknown productions derived every text.
    fn possible<I: AsInput + ?Sized>(
        self,
        text: &I,
        detail: Detail,
    ) -> Result<Checked<'_, Self>, Undecided> {
        match recognizer::parse_in_detail(self, text, detail) {
            Ok(tree) => Ok(Ok(tree)),
            Err(ParseError::Syntax(error)) => Ok(Err(error)),
            Err(ParseError::Undecided(undecided)) => Err(undecided),
        }
    }

    /// Returns the error at the place where it is if the texts of unknown productions end before all that can
    /// follow them. More of those that can be open there is expected, too: what goes on there is then a part of
    /// theirs.
    fn with_shortest_unknown(self, error: SyntaxError<Self>) -> SyntaxError<Self> {
        let (text, own) = (error.text(), (self, self.definition()));
        let Some(shortest) = &self.recognizer().shortest else {
            return error;
        };
        let found = shortest.with(|network, cache| {
            let known = network.recognize(cache, own.1, text)?;
            Ok::<_, LimitReached>(network.error(cache, own, text, &known))
        });
        let Ok(found) = found else {
            return error;
        };
        let recognizer = ByAddress(self.recognizer());
        let named = Self::character_productions(&recognizer);
        let prefix = &text[..found.offset()];
        let beginning = (self.recognizer().possible)
            .with(|network, cache| network.beginning_after(cache, own.1, named, prefix));
        let Ok(beginning) = beginning else {
            return error;
        };
        let open = beginning.into_iter();
        let open = open.filter_map(|id| Self::from_id(recognizer, id).of_unknown());
        found.expecting_more_of(Self::of_unknown, open)
    }

    fn first_unknown(self, tree: &Tree<'_, Self>) -> UnknownText {
        let known = self.recognizer().known;
        let is_unknown = |rule: Self| rule.id().index() >= known || rule.length().is_some();
        let unknown = tree.iter().find(|node| is_unknown(node.rule()));
        let length = unknown.as_ref().and_then(|node| node.rule().length());
        UnknownText {
            length: length.map(|length| length.to_string().into()),
            production: unknown.map_or("", |node| node.rule().name()).into(),
            offset: unknown.map_or(0, |node| node.span().start),
        }
    }

    /// Decides about a text.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "pair")?;
    /// assert_eq!(recognizer.rule().is_valid(b"(())"), Ok(true));
    /// assert_eq!(recognizer.rule().is_valid(b"(()"), Ok(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_valid(self, text: &[u8]) -> Result<bool, Undecided> {
        match &self.recognizer().certain {
            None => Ok(self.accepts(&self.recognizer().possible, text)?),
            Some(_) => Ok(self.verdict(text)?.is_ok()),
        }
    }

    /// Returns the steps of a parser that tries every alternative in order and backtracks, up to the end
    /// of the text or of its longest prefix that is derived. If this parser never ends or takes too many
    /// steps, those of a parser that takes the right choice every time follow.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if the verdict is not known, or if the right choices are needed and not to
    /// be had.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "pair")?;
    /// let trace = recognizer.rule().trace(b"()(", Detail::Rules)?;
    /// assert_eq!(trace.prefix(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    /// use rfcbnf_engine::Detail;
    /// use rfcbnf_engine::trace::Event;
    ///
    /// let grammar = rfcbnf::read("s = [ \"a\" ] t\nt = s \"b\" | \"c\"\n")?;
    /// let recognizer = Recognizer::new(&grammar, "s")?;
    /// let trace = recognizer.rule().trace(b"cb", Detail::Rules)?;
    /// let circle = trace.steps().find_map(|step| match step.event() {
    ///     Event::Endless { circle, .. } => Some(circle.iter().map(|rule| rule.name())),
    ///     _ => None,
    /// });
    /// assert!(circle.unwrap().eq(["s", "t"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(self, text: &[u8], detail: Detail) -> Result<Trace<'_, Self>, Undecided> {
        let Some(certain) = &self.recognizer().certain else {
            return recognizer::trace(self, text, detail);
        };
        if self.is_valid(text)? {
            let own = (self, self.definition());
            return certain.with(|network, cache| network.trace(cache, own, text, detail));
        }
        match &self.recognizer().shortest {
            Some(shortest) => shortest.with(|network, cache| {
                network.trace(cache, (self, self.definition()), text, detail)
            }),
            None => recognizer::trace(self, text, detail),
        }
    }
}

impl<T: TreeText + ?Sized> Recognize for Rule<'_, T> {
    fn with_network<O>(self, run: impl FnOnce(&Arc<Network>, &mut Cache) -> O) -> O {
        self.recognizer().possible.with(run)
    }
}
