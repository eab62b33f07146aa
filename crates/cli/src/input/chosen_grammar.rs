//! The grammar that a command works on: that of RFC 1738, or one from a file.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

use clap::Args;
use rfc1738::Rule;
use rfc1738_views::count::counted;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::automaton::Automaton;
use rfcbnf::imports::rfc_numbers;
use rfcbnf::library::{self, LibraryGrammar};
use rfcbnf::obstacles::{Obstacle, ObstacleKind};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Parser, UnknownProduction};
use rfcbnf_engine::escape::Printable;

use crate::advice::is_of_urls;
use crate::arguments::{GrammarChoice, GrammarFile, number, unknown_production};
use crate::input::grammar_files::{ChosenReadings, GrammarFiles, own_grammar, read_grammar};
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::show_remark;

/// The default production of the grammar of RFC 1738.
const OWN_START: Rule = Rule::Url;

/// The name that messages give to a grammar from standard input.
const STANDARD_INPUT: &str = "<stdin>";

/// The production that derives schemes, in grammars of URLs.
const SCHEME: &str = "scheme";

/// The grammar that the arguments choose.
pub(crate) struct ChosenGrammar {
    /// Whether it is the grammar of RFC 1738 inside this program.
    is_own: bool,
    /// The grammar of RFC 1738 is read when a command asks for it.
    named: OnceLock<NamedGrammar>,
}

/// Something to do with a production, of RFC 1738 or of a grammar that is interpreted.
pub(crate) trait ProductionTask {
    /// Does it with the production. `others` are further productions of the same grammar.
    fn run<P>(self, rule: P, others: &[P]) -> Result<Verdict, Failure>
    where
        P: CheckedProduction + Send + Sync + 'static;
}

impl ChosenGrammar {
    /// Reads the grammar that `--grammar`, `--import`, `--notation` and `--readings` choose. `text` is a further
    /// argument that `-` may stand for.
    ///
    /// Writes the errors of the grammar to standard error, and returns `None` if they leave no
    /// production to use.
    pub(crate) fn of(
        choice: &GrammarChoice,
        text: Option<&OsStr>,
    ) -> Result<Option<Self>, Failure> {
        let files = GrammarFiles::from(choice);
        refuse_two_hyphens(&files.inputs().chain([text]).collect::<Vec<_>>())?;
        Self::read(&files)
    }

    /// Reads the grammar that FILE, `--import`, `--notation` and `--readings` choose, as
    /// [`ChosenGrammar::of`] does.
    pub(crate) fn of_file(choice: &GrammarFile) -> Result<Option<Self>, Failure> {
        Self::read(&GrammarFiles::from(choice))
    }

    /// Reads the grammar of the files, or returns that of RFC 1738 without one.
    ///
    /// Writes the errors of the grammar to standard error, and returns `None` if they leave no
    /// production to use.
    pub(crate) fn read(files: &GrammarFiles<'_>) -> Result<Option<Self>, Failure> {
        let Some(name) = files.files.first() else {
            return Ok(Some(Self {
                is_own: true,
                named: OnceLock::new(),
            }));
        };
        refuse_two_hyphens(&files.inputs().collect::<Vec<_>>())?;
        let readings = ChosenReadings::read(files.readings)?;
        let Some(read) = read_grammar(files, &readings)? else {
            return Ok(None);
        };
        let file = Source::new(name).to_string();
        read.remark()?;
        Ok(Some(Self {
            is_own: false,
            named: OnceLock::from(NamedGrammar {
                grammar: read.grammar,
                readings: readings.readings,
                file: Some(file),
                has_rfc1738_readings: readings.are_own,
            }),
        }))
    }

    /// Returns whether it is the grammar of RFC 1738 inside this program.
    pub(crate) fn is_own(&self) -> bool {
        self.is_own
    }

    /// Returns the grammar as views take it.
    pub(crate) fn named(&self) -> Result<&NamedGrammar, Failure> {
        if let Some(named) = self.named.get() {
            return Ok(named);
        }
        let (grammar, readings) = own_grammar()?;
        Ok(self.named.get_or_init(|| NamedGrammar {
            grammar,
            readings,
            file: None,
            has_rfc1738_readings: true,
        }))
    }

    /// Returns the name of the production that a name means in the notation of the grammar. Without
    /// one, that is `url` in the grammar of RFC 1738 and the first production in any other. Fails
    /// with suggestions if there is no such production.
    pub(crate) fn production(&self, rule: Option<&str>) -> Result<&str, Failure> {
        match rule {
            None if self.is_own => Ok(OWN_START.name()),
            None => {
                let refusal = || Failure::WrongUse("the grammar has no productions".to_owned());
                self.names()?.first().copied().ok_or_else(refusal)
            }
            Some(name) => {
                if let Some(rule) = self.rule(name) {
                    return Ok(rule.name());
                }
                let found = self.named()?.grammar.lookup(name);
                let production = found.map_err(|error| self.unknown_production(&error))?;
                Ok(&production.name)
            }
        }
    }

    /// Returns the failure for a name that no production has.
    fn unknown_production(&self, error: &UnknownProduction) -> Failure {
        let named = self.named.get().and_then(|named| named.file.as_deref());
        let command = match named {
            _ if self.is_own => "rfc1738 rules".to_owned(),
            Some(file) if file != STANDARD_INPUT => format!("rfc1738 rules --grammar {file}"),
            _ => "rfc1738 rules --grammar -".to_owned(),
        };
        Failure::WrongUse(unknown_production(error, &command))
    }

    /// Returns what keeps the production from being combinators.
    pub(crate) fn obstacle(&self, production: &str) -> Result<Option<Obstacle>, Failure> {
        if self.is_own {
            return Ok(None);
        }
        Ok(self.named()?.grammar.obstacle(production))
    }

    /// Fails if the production cannot be combinators.
    fn refuse_without_parser(&self, production: &str) -> Result<(), Failure> {
        match self.obstacle(production)? {
            Some(obstacle) => Err(self.obstructed(&obstacle)),
            None => Ok(()),
        }
    }

    /// Fails if something keeps automata from saying anything about the texts of the production.
    pub(crate) fn refuse_without_texts(&self, production: &str) -> Result<(), Failure> {
        match self.obstacle_to_texts(production)? {
            Some(obstacle) => Err(self.obstructed(&obstacle)),
            None => Ok(()),
        }
    }

    /// Returns what keeps automata from saying anything about the texts of the production.
    pub(crate) fn obstacle_to_texts(&self, production: &str) -> Result<Option<Obstacle>, Failure> {
        if self.is_own {
            return Ok(None);
        }
        Ok(self.named()?.grammar.obstacles().to_texts(production))
    }

    /// Returns what keeps a text of the production from being valid although it is derived: a length that
    /// another part of the text gives.
    pub(crate) fn length(&self, production: &str) -> Result<Option<Obstacle>, Failure> {
        if self.is_own {
            return Ok(None);
        }
        Ok(self.named()?.grammar.obstacles().length(production))
    }

    /// Returns the failure for a production with an obstacle.
    pub(crate) fn obstructed(&self, obstacle: &Obstacle) -> Failure {
        let help = obstacle.help();
        let import = import_for(obstacle).map(|name| format!(", add --import {name}"));
        let import = import.unwrap_or_default();
        let reason =
            format!("{obstacle}; {help}{import}, or choose another production with --rule");
        self.not_usable(reason)
    }

    /// Returns the names of the productions whose texts have automata, if need be to a depth, in the order of
    /// the grammar. Writes a line to standard error about the others.
    pub(crate) fn decidable_names(&self) -> Result<Vec<&str>, Failure> {
        let names = self.names()?;
        if self.is_own {
            return Ok(names);
        }
        let obstacles = self.named()?.grammar.obstacles();
        let reason = |name: &str| {
            let obstacle = obstacles.to_texts(name);
            let obstacle = obstacle.filter(|one| !one.is_recursion() || one.derives_no_text());
            obstacle.map(|one| one.to_string())
        };
        self.names_without(reason, "`rfc1738 rules`")
    }

    /// Returns the names of the productions for which there is no reason to leave them out, in the order
    /// of the grammar. Writes a line to standard error with the first reason, and names `more`, the command
    /// that shows the others.
    pub(crate) fn names_without(
        &self,
        reason: impl Fn(&str) -> Option<String>,
        more: &str,
    ) -> Result<Vec<&str>, Failure> {
        let names = self.names()?.into_iter().map(|name| (name, reason(name)));
        let (left_out, names): (Vec<_>, Vec<_>) = names.partition(|(_, reason)| reason.is_some());
        let count = left_out.len();
        let first = left_out.into_iter().find_map(|(_, reason)| reason);
        if let Some(first) = first {
            let others = and_others(count - 1, more);
            let count = counted(count, "production", "productions", Palette::COLORED.number);
            show_remark("note", &format!("{count} left out: {first}{others}"))?;
        }
        Ok(names.into_iter().map(|(name, _)| name).collect())
    }

    /// Returns the names of the productions, in the order of the grammar.
    pub(crate) fn names(&self) -> Result<Vec<&str>, Failure> {
        if self.is_own {
            return Ok(Rule::ALL.into_iter().map(Rule::name).collect());
        }
        let productions = self.named()?.grammar.productions.iter();
        Ok(productions.map(|one| one.name.as_str()).collect())
    }

    /// Returns the production of RFC 1738 with this name; `None` for the grammar of a file.
    pub(crate) fn rule(&self, production: &str) -> Option<Rule> {
        let own = self.is_own.then(|| production.parse().ok());
        own.flatten()
    }

    /// Returns the document that defines the production, and its section if that is known: that of the grammar of RFC
    /// 1738, and the RFC in whose name a file of a grammar is.
    pub(crate) fn source(&self, production: &str) -> Option<String> {
        if let Some(rule) = self.rule(production) {
            return Some(format!("RFC 1738, Section {}", rule.section()));
        }
        let file = self.named.get()?.file.as_deref()?;
        let name = Path::new(file).file_stem()?.to_str()?;
        let number: u32 = name.strip_prefix("rfc")?.parse().ok()?;
        Some(format!("RFC {number}"))
    }

    /// Runs the task on the production with this name, and on the others. Fails if something in them keeps texts from being
    /// decided. The names are those that [`Self::production`] returns.
    pub(crate) fn run(
        &self,
        name: &str,
        others: &[&str],
        task: impl ProductionTask,
    ) -> Result<Verdict, Failure> {
        if !self.is_own {
            self.refuse_undecided(name, others)?;
        }
        self.run_prepared(name, others, task)
    }

    /// Fails if the production, or another one in case there is no recursion, leads to what the grammar does not decide.
    fn refuse_undecided(&self, name: &str, others: &[&str]) -> Result<(), Failure> {
        match self.obstacle(name)? {
            Some(recursion) if recursion.derives_no_text() => Ok(show_remark(
                "note",
                &format!("{recursion}; every text is invalid"),
            )?),
            Some(obstacle) if obstacle.is_recursion() => Ok(()),
            None if self.length(name)?.is_some() => Ok(()),
            _ => {
                self.refuse_without_parser(name)?;
                let mut others = others.iter();
                others.try_for_each(|other| self.refuse_without_parser(other))
            }
        }
    }

    /// Runs the task on the generated parser, or on one that is prepared.
    fn run_prepared(
        &self,
        name: &str,
        others: &[&str],
        task: impl ProductionTask,
    ) -> Result<Verdict, Failure> {
        // This is the one place that tells generated parsers from others.
        if let Some(rule) = self.rule(name) {
            let others = others.iter().filter_map(|other| self.rule(other));
            return task.run(rule, &others.collect::<Vec<_>>());
        }
        let parser = self.named()?.parser(name, others.iter().copied());
        let parser = parser.map_err(|error| self.unusable(&error))?;
        // There is one, and it is in use until the command ends. Threads that wait for input may never end before.
        let parser: &'static Parser = Box::leak(Box::new(parser));
        let others = others.iter().filter_map(|other| parser.find(other));
        task.run(parser.rule(), &others.collect::<Vec<_>>())
    }

    /// Runs the task as [`Self::run`] does. Prose and names without a definition are no obstacle: a text
    /// that could need them is undecided. Writes a line to standard error about them, and about lengths that
    /// another part of the text gives.
    pub(crate) fn run_with_unknown(
        &self,
        name: &str,
        others: &[&str],
        task: impl ProductionTask,
    ) -> Result<Verdict, Failure> {
        let unknown = self.obstacle(name)?.filter(Obstacle::is_unknown_text);
        let unknown = unknown.map_or_else(|| self.length(name), |one| Ok(Some(one)))?;
        let Some(obstacle) = unknown else {
            return self.run(name, others, task);
        };
        let import = import_for(&obstacle).map(|name| format!("; --import {name} may define it"));
        let import = import.unwrap_or_default();
        let note = format!("{obstacle}; a text that could need it is undecided{import}");
        show_remark("note", &note)?;
        self.run_prepared(name, others, task)
    }

    /// Returns the name of the production that derives schemes, if the texts of this one begin with a
    /// scheme: URLs of RFC 1738 do, and so do the texts of a production that leads to `scheme`.
    pub(crate) fn scheme_of(&self, name: &str) -> Result<Option<&str>, Failure> {
        if let Some(rule) = self.rule(name) {
            return Ok(is_of_urls(rule).then_some(SCHEME));
        }
        let grammar = &self.named()?.grammar;
        let scheme = grammar
            .production(SCHEME)
            .map(|scheme| scheme.name.as_str());
        let scheme = scheme.filter(|scheme| {
            let part = grammar.part([name]);
            *scheme != name && part.production(scheme).is_some()
        });
        Ok(scheme.filter(|scheme| !self.obstacle(scheme).is_ok_and(|one| one.is_some())))
    }

    /// Returns what makes the automaton that decides about texts of the production. It returns `None` if the
    /// production has none, because it is recursive, is too large, or uses a length that another part of the text
    /// gives.
    pub(crate) fn automaton_maker(
        &self,
        name: &str,
    ) -> Result<impl Fn() -> Option<Automaton> + Send + Sync + use<>, Failure> {
        let grammar = if self.is_own {
            None
        } else {
            Some(self.named()?.grammar.clone())
        };
        let changes = grammar
            .as_ref()
            .is_some_and(|one| one.conventions.change_texts());
        let has_length = self.length(name)?.is_some() || changes;
        let name = name.to_owned();
        Ok(move || {
            if has_length {
                return None;
            }
            let own = match &grammar {
                Some(_) => None,
                None => Some(own_grammar().ok()?.0),
            };
            Automaton::new(grammar.as_ref().or(own.as_ref())?, &name).ok()
        })
    }

    /// Returns the failure for a production that is too large.
    pub(crate) fn unusable(&self, error: &impl std::error::Error) -> Failure {
        self.not_usable(Printable(error.to_string().as_bytes()).to_string())
    }

    /// Returns the failure with this reason, which is escaped.
    fn not_usable(&self, reason: String) -> Failure {
        let named = self.named.get();
        match named.and_then(|named| named.file.as_ref()) {
            Some(name) => Failure::Unusable {
                name: name.clone(),
                reason,
            },
            None => Failure::OwnGrammar(reason),
        }
    }
}

/// Returns the end of a remark that is about one of several productions.
fn and_others(further: usize, more: &str) -> String {
    match further {
        0 => String::new(),
        1 => format!("; {more} tells about the other"),
        _ => format!("; {more} tells about the {further} others"),
    }
}

/// Returns the name of the grammar inside this program whose RFC the prose names.
fn import_for(obstacle: &Obstacle) -> Option<&'static str> {
    let ObstacleKind::Prose { text } = obstacle.kind() else {
        return None;
    };
    let numbers = rfc_numbers(text).into_iter();
    let mut grammars = numbers.filter_map(|number| library::find(&format!("rfc{number}")));
    grammars.next().map(LibraryGrammar::name)
}

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
