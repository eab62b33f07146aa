//! Searches for the causes of wrong verdicts, crashes and hangs, and compares them with the baseline.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::format_rfc3339_seconds;
use rfc1738_views::conformance::breakdown::{Breakdown, RunEnd};
use rfc1738_views::conformance::causes::pinned::{OtherAutomaton, Pin, PinnedAutomaton};
use rfc1738_views::conformance::causes::{AcceptedCause, Explanation};
use rfc1738_views::conformance::reactions::{Reaction, ReactionCauses};
use rfc1738_views::conformance::searched::{Row, Searched, Sought};
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::{Cause, Conclusion, Findings, Flaky, GivenUp, Learned};
use rfcbnf::parts::PartCause;
use rfcbnf_engine::escape::Printable;

use crate::commands::conformance::run::RunTask;
use crate::commands::conformance::run::baseline::{Acceptance, Baseline, NewEntry};
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::pinned::{Answered, Pinned, Prediction};
use crate::commands::conformance::run::rounds::KnownAnswers;
use crate::commands::conformance::run::search::{CauseSearch, Disagreements};
use crate::commands::conformance::run::suite_run::SuiteRun;
use crate::commands::conformance::suites::ChosenSuite;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::streams::show_remark;

/// Why a cause is accepted that the baseline does not have, if the parser has not changed.
const SAME: &str = "the parser is as the baseline pins it";

/// What the searches found.
#[derive(Default)]
pub(super) struct Explained {
    /// The causes of wrong verdicts; `None` without a search.
    pub(super) verdicts: Option<Explanation>,
    /// The causes of crashes and of hangs, if there are any.
    pub(super) reactions: Vec<ReactionCauses>,
}

impl RunTask<'_> {
    /// Searches for the causes, those of texts beyond the suite too, and compares them with the
    /// baseline.
    pub(super) fn explain<P: CheckedProduction>(
        &self,
        (run, disagreements, flaky): (&SuiteRun<P>, &mut Disagreements, Vec<Flaky>),
        mut baseline: Option<Baseline<'_>>,
        breaks: &mut CrashLog,
    ) -> Result<Explained, Failure> {
        let rule = run.tally.rule();
        let production = rule.to_string();
        let derives = |text: &[u8]| rule.is_valid(text).ok();
        let crew = run.crew(self.subject(), self.arguments.jobs);
        let left_out = disagreements.left_out();
        let mut budget = self.budget(left_out);
        if !run.parts.is_empty() {
            // The parts get the other half of the time.
            budget.end = self.cutoff.share(2);
        }
        let mut search = CauseSearch::new(
            (self.chosen, &production),
            budget,
            KnownAnswers::new(crew, breaks),
            &derives,
        );
        let depth = self.suite.depth();
        if let Some(baseline) = &mut baseline {
            search.keep();
            let answers = search.answers(&baseline.deciding())?;
            baseline.compare(&answers);
            if let Some(pinned) = baseline.pinned(&production, depth) {
                self.ask_suite(&mut search, &pinned.learned)?;
            } else if self.arguments.accept.is_none() {
                let name = baseline.shown_name();
                let remark = format!(
                    "{name} has no automaton of {}, so it pins less; --accept REASON adds it",
                    Printable(production.as_bytes())
                );
                show_remark("note", &remark)?;
            }
        }
        let mut found = search.of_verdicts(disagreements)?;
        add_flaky(&mut found, flaky);
        let learned = found.learned.take();
        let mut reactions = Vec::new();
        for reaction in Reaction::ALL {
            // A command that has stopped answers nothing more.
            if !matches!(found.conclusion, Conclusion::Stopped(_))
                && let Some(found) = search.of_reaction(reaction)?
            {
                reactions.push((reaction, found));
            }
        }
        let deciding = if self.arguments.accept.is_some() {
            let deciding = found.causes.iter().flat_map(Cause::deciding);
            search.answers(&deciding.collect::<Vec<_>>())?
        } else {
            HashMap::new()
        };
        let pinning = Pinning {
            answered: Answered {
                suite: &self.suite,
                answers: &run.answers,
            },
            production: &production,
            derives: &derives,
            learned: learned.as_ref(),
        };
        let accepted = baseline.as_ref();
        let pinned = accepted.and_then(|it| it.pinned(&production, depth));
        let held = pinned.map(|pinned| {
            let is_complete = !has_no_more_questions(&found.conclusion);
            self.held(&pinning, pinned, &mut search, is_complete)
        });
        let held = held.transpose()?;
        let mut contradiction = search.contradicted(&found)?;
        if let Some(change) = held.as_ref().and_then(|held| held.change.as_ref()) {
            let again = search.answers_again(std::slice::from_ref(&change.text))?;
            if again.get(&change.text) == Some(&change.was_accepted) {
                contradiction.get_or_insert_with(|| change.text.clone());
            }
        }
        if let Some(text) = contradiction
            && !matches!(found.conclusion, Conclusion::Stopped(_))
        {
            found.conclusion = Conclusion::Contradicted { text };
        }
        let new = self.to_pin(&pinning, baseline.as_ref(), &mut search)?;
        let ending = search.finish()?;
        if let Some(breakdown) = ending {
            found.conclusion = Conclusion::Stopped(breakdown);
        }
        let mut explained = self.compared(found, left_out, reactions, baseline.as_ref());
        if let (Some(held), Some(verdicts), Some(pinned)) = (held, &mut explained.verdicts, pinned)
        {
            let entries = accepted.map_or(0, |baseline| baseline.accepted.len());
            let is_known = entries >= pinned.causes && held.deeper == 0;
            let reason = is_known.then_some(SAME);
            verdicts.pin(held, reason);
        }
        self.accept(&mut explained, baseline.as_ref(), (&deciding, new))?;
        Ok(explained)
    }

    /// Asks about the complete suite of what was learned, if it is not too large. The search takes these answers.
    fn ask_suite(
        &self,
        search: &mut CauseSearch<'_, '_, '_>,
        learned: &Learned,
    ) -> Result<(), Failure> {
        match learned.suite(self.arguments.suite.extra_states) {
            Ok(suite) if suite.size() <= self.arguments.questions.get() => {
                search.ask_ahead(suite.texts())
            }
            _ => Ok(()),
        }
    }

    /// Compares the answers with those that were pinned. `is_complete` says that no limit of questions ended the search.
    fn held(
        &self,
        pinning: &Pinning<'_>,
        pinned: &Pinned,
        search: &mut CauseSearch<'_, '_, '_>,
        is_complete: bool,
    ) -> Result<PinnedAutomaton, Failure> {
        let other = pinning.learned.and_then(|learned| {
            let text = pinned.learned.difference(learned)?;
            Some((text, learned))
        });
        if let Some((text, _)) = &other {
            search.ask_ahead([text.clone()].into_iter())?;
        }
        let prediction = pinning.prediction(&pinned.learned, &self.suite);
        let kept = search.kept();
        let is_whole = pinning.learned.is_some();
        let changes = pinned.compared(prediction, &pinning.answered, kept, is_whole);
        let extra_states = self.arguments.suite.extra_states;
        let suite = pinned.learned.suite(extra_states).ok();
        let texts = suite.as_ref().map(|suite| {
            let texts = suite.texts().filter(|text| lines::fits(text));
            texts.fold((0, 0), |(all, asked), text| {
                let is_known = kept.contains_key(&text) && !changes.deeper.contains(&text);
                (all + 1, asked + u64::from(is_known))
            })
        });
        let (texts, asked) = texts.unwrap_or_default();
        let learned = other.as_ref();
        let learned = learned.and_then(|(_, learned)| Some(learned.suite(0).ok()?.states()));
        Ok(PinnedAutomaton {
            depth: pinned.depth,
            states: suite.map_or(0, |suite| suite.states()),
            extra_states,
            texts,
            asked,
            deeper: changes.deeper.len() as u64,
            learned,
            other: other.map(|(text, _)| OtherAutomaton {
                is_pinned: pinned.learned.accepts(&text),
                is_accepted: kept.get(&text).copied(),
                is_news: is_complete && pinned.is_news(&text, &pinning.answered),
                text,
            }),
            changes: changes.count,
            change: changes.shortest,
        })
    }

    /// Returns what `--accept` pins.
    fn to_pin(
        &self,
        pinning: &Pinning<'_>,
        baseline: Option<&Baseline<'_>>,
        search: &mut CauseSearch<'_, '_, '_>,
    ) -> Result<Option<Pinned>, Failure> {
        let (Some(_), Some(learned), Some(_)) = (&self.arguments.accept, pinning.learned, baseline)
        else {
            return Ok(None);
        };
        self.ask_suite(search, learned)?;
        Ok(Some(Pinned::of(
            (pinning.production, self.suite.depth(), 0),
            pinning.prediction(learned, &self.suite),
            &pinning.answered,
            search.kept(),
        )))
    }

    /// Returns whether the causes are searched for. Writes a note if that is not to be had.
    pub(super) fn searches<P: CheckedProduction>(
        &self,
        run: &SuiteRun<P>,
    ) -> Result<bool, Failure> {
        if self.arguments.no_causes {
            return Ok(false);
        }
        if !self.is_searchable(&run.tally.rule().to_string())? {
            return Ok(false);
        }
        // A command that is started again is killed where that is needed.
        let ends = self.arguments.restarts() || run.ending.exit.is_some();
        if !ends && self.cutoff.cause().is_none() {
            let command = &self.command;
            let remark = format!(
                "the causes are not searched for, because {command} does not end when its input \
                 ends"
            );
            show_remark("note", &remark)?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Returns whether causes can be searched for: the production recurses, or has an automaton. Writes a
    /// note otherwise.
    pub(super) fn is_searchable(&self, production: &str) -> Result<bool, Failure> {
        let obstacles = self.chosen.named()?.grammar.obstacles();
        let is_recognized = || {
            let recursion = obstacles.to_texts(production);
            recursion.or_else(|| obstacles.length(production)).is_some()
        };
        let is_searchable = self.suite.has_automaton() || is_recognized();
        if !is_searchable {
            let remark = "the causes are not searched for, because the automaton is too large";
            show_remark("note", remark)?;
        }
        Ok(is_searchable)
    }

    /// Compares what was found with the baseline.
    fn compared(
        &self,
        found: Findings<Breakdown>,
        left_out: u64,
        reactions: Vec<(Reaction, Findings<Breakdown>)>,
        baseline: Option<&Baseline<'_>>,
    ) -> Explained {
        let accepted = baseline.into_iter().flat_map(|baseline| &baseline.accepted);
        let accepted = accepted.filter(|one| !one.cause.id.starts_with(PartCause::ID));
        let accepted: Vec<AcceptedCause> = accepted.map(|one| one.cause.clone()).collect();
        let reactions = reactions.into_iter();
        let reactions =
            reactions.map(|(reaction, found)| ReactionCauses::new(reaction, found, &accepted));
        let reactions: Vec<ReactionCauses> = reactions.collect();
        let is_of_verdicts = |one: &&AcceptedCause| {
            let mut all = Reaction::ALL.into_iter();
            match all.find(|reaction| reaction.has_id(&one.id)) {
                None => true,
                // Nothing was searched for, because the command did not break: the cause is gone.
                Some(reaction) => {
                    let mut searched = reactions.iter();
                    self.arguments.restarts() && !searched.any(|it| it.reaction == reaction)
                }
            }
        };
        let of_verdicts = accepted.iter().filter(is_of_verdicts).cloned();
        let of_verdicts: Vec<AcceptedCause> = of_verdicts.collect();
        let mut explained = Explained {
            verdicts: Some(Explanation::new(found, left_out, &of_verdicts)),
            reactions,
        };
        for explanation in explained.all_mut() {
            explanation.is_strict = self.arguments.strict;
            explanation.note_sources(|production| self.chosen.source(production));
            if let Conclusion::Ended { .. } = explanation.conclusion {
                explanation.ended_by = self.search_cause();
            }
        }
        explained
    }

    /// Returns what ended a search. One that divides its time can end before the time does.
    pub(super) fn search_cause(&self) -> Option<RunEnd> {
        let time = self.arguments.time.as_ref();
        let time = time.map(|time| RunEnd::Time(time.text.clone()));
        self.cutoff.search_cause().or(time)
    }

    /// Adds the new causes to the baseline if the arguments say so.
    fn accept(
        &self,
        explained: &mut Explained,
        baseline: Option<&Baseline<'_>>,
        (deciding, pinned): (&HashMap<Vec<u8>, bool>, Option<Pinned>),
    ) -> Result<(), Failure> {
        let (Some(reason), Some(baseline)) = (&self.arguments.accept, baseline) else {
            return Ok(());
        };
        if let Some(why) = explained.all().find_map(unfinished) {
            let remark =
                format!("the baseline stays as it is, because the search for causes {why}");
            return Ok(show_remark("note", &remark)?);
        }
        let new = explained.not_accepted(deciding);
        let is_pinned = pinned.is_some();
        let pinned = pinned.map(|pinned| Pinned {
            causes: baseline.accepted.len() + new.iter().filter(|one| !baseline.has(one)).count(),
            ..pinned
        });
        let mut is_written = false;
        if !new.is_empty() || is_pinned {
            let version = self.arguments.version_of.as_ref();
            let version = version.map(|program| program.first_line(None));
            let version = version
                .transpose()
                .map_err(|reason| Failure::WrongUse(format!("--version-of: {reason}")))?;
            let acceptance = Acceptance {
                reason,
                version: version.as_deref(),
                date: today(),
            };
            is_written = baseline.add(&new, pinned.as_ref(), &acceptance)?;
        }
        let causes = explained.all().map(|it| it.new_causes().count()).sum();
        let groups = explained.all().map(|it| it.new_groups().count()).sum();
        let remark = added(causes, groups, is_written && is_pinned);
        for explanation in explained.all_mut() {
            for one in &mut explanation.causes {
                one.accepted.get_or_insert_with(|| reason.clone());
            }
            for one in &mut explanation.unexplained {
                one.accepted.get_or_insert_with(|| reason.clone());
            }
            // What was pinned before is replaced.
            if is_pinned {
                explanation.pinned = None;
            }
        }
        Ok(show_remark("note", &remark)?)
    }
}

/// What a run knows about a parser beside its causes.
struct Pinning<'p> {
    answered: Answered<'p>,
    production: &'p str,
    derives: &'p dyn Fn(&[u8]) -> Option<bool>,
    /// What the search learned, if it was not cut short.
    learned: Option<&'p Learned>,
}

impl<'p> Pinning<'p> {
    fn prediction(&self, learned: &'p Learned, suite: &'p ChosenSuite) -> Prediction<'p> {
        Prediction {
            learned,
            to_depth: suite.to_depth(),
            derives: self.derives,
        }
    }
}

impl Explained {
    fn all(&self) -> impl Iterator<Item = &Explanation> {
        let reactions = self.reactions.iter().map(|causes| &causes.explanation);
        self.verdicts.iter().chain(reactions)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Explanation> {
        let reactions = self.reactions.iter_mut();
        let reactions = reactions.map(|causes| &mut causes.explanation);
        self.verdicts.iter_mut().chain(reactions)
    }

    /// Returns the causes and groups that the baseline does not accept.
    fn not_accepted(&self, deciding: &HashMap<Vec<u8>, bool>) -> Vec<NewEntry<'_>> {
        let verdicts = self.verdicts.iter().map(|explanation| Searched {
            sought: Sought::Verdicts,
            explanation,
        });
        let searches = verdicts.chain(self.reactions.iter().map(ReactionCauses::searched));
        let mut new = Vec::new();
        for searched in searches {
            let explanation = searched.explanation;
            new.extend(explanation.new_causes().map(|one| NewEntry {
                id: &one.id,
                place_id: Some(match searched.sought {
                    Sought::Reaction(reaction) => reaction.id(&one.cause.place_id()),
                    _ => one.cause.place_id(),
                }),
                sentence: searched.sentence(Row::Cause(one)),
                pin: Pin::of(&one.cause).unwrap_or_default(),
                deciding: match searched.sought {
                    Sought::Verdicts => decided(&one.cause, deciding),
                    _ => Vec::new(),
                },
                texts: one.cause.texts,
            }));
            new.extend(explanation.new_states().map(|one| NewEntry {
                id: &one.id,
                place_id: None,
                sentence: searched.sentence(Row::Group(one)),
                pin: Pin::default(),
                deciding: Vec::new(),
                texts: one.group.texts,
            }));
        }
        new
    }
}

/// Adds texts of the suite with two answers to what a search found.
fn add_flaky(found: &mut Findings<Breakdown>, flaky: Vec<Flaky>) {
    for one in flaky {
        if found.flaky.iter().all(|known| known.text != one.text) {
            found.flaky.push(one);
        }
    }
    found.flaky.sort_by_key(|one| one.text.len());
    if let Some(first) = found.flaky.first()
        && !matches!(found.conclusion, Conclusion::Stopped(_))
    {
        let text = first.text.clone();
        found.conclusion = Conclusion::Contradicted { text };
        found.learned = None;
    }
}

/// Returns the texts that decide a cause, with these answers.
fn decided(cause: &Cause, answers: &HashMap<Vec<u8>, bool>) -> Vec<(Vec<u8>, bool)> {
    let texts = cause.deciding().into_iter();
    let known = texts.filter_map(|text| answers.get(&text).map(|answer| (text, *answer)));
    known.collect()
}

/// Returns the date in UTC. `SOURCE_DATE_EPOCH` sets it, as <https://reproducible-builds.org/specs/>
/// says.
pub(super) fn today() -> String {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    let epoch = epoch.and_then(|seconds| Some(Duration::from_secs(seconds.parse().ok()?)));
    let epoch = epoch.and_then(|since| date(UNIX_EPOCH.checked_add(since)?));
    epoch
        .or_else(|| date(SystemTime::now()))
        .unwrap_or_default()
}

/// Returns the date in UTC, if its year has four digits.
fn date(time: SystemTime) -> Option<String> {
    let mut date = String::new();
    write!(date, "{}", format_rfc3339_seconds(time)).ok()?;
    date.truncate("2000-01-01".len());
    Some(date)
}

/// Returns whether a search ended because it had no more questions.
fn has_no_more_questions<E>(conclusion: &Conclusion<E>) -> bool {
    let Conclusion::Incomplete(reasons) = conclusion else {
        return false;
    };
    let mut reasons = reasons.iter();
    reasons.any(|reason| matches!(reason, GivenUp::Questions { .. }))
}

/// Returns what happened to a search that did not find everything that it looks for.
fn unfinished(explanation: &Explanation) -> Option<&'static str> {
    match explanation.conclusion {
        Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => Some("stopped"),
        Conclusion::Ended { .. } => Some("did not finish"),
        Conclusion::Explained { .. } | Conclusion::Incomplete(_) => None,
    }
}

/// Returns a remark on the causes and the groups that were added to the baseline. `is_pinned` says whether its
/// automaton is new.
fn added(causes: usize, groups: usize, is_pinned: bool) -> String {
    let mut added = Vec::new();
    if causes > 0 {
        added.push(counted(causes, "cause", "causes", Palette::PLAIN.number));
    }
    if groups > 0 {
        let (one, many) = (
            "group of texts without a cause",
            "groups of texts without a cause",
        );
        added.push(counted(groups, one, many, Palette::PLAIN.number));
    }
    if added.is_empty() {
        return if is_pinned {
            "no cause is new; the baseline has what the parser accepts now".to_owned()
        } else {
            "the baseline stays as it is, because no cause is new".to_owned()
        };
    }
    format!("{} added to the baseline", added.join(" and "))
}
