//! The parts that answers name: what the parser reads otherwise than the grammar, or one program than another.
//!
//! The suite shows which parts there are. Then a search asks about each of them, in the half of the time that the search
//! for wrong verdicts leaves. Answers are kept, so that a text is asked about once for all parts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::num::NonZeroU64;

use rfc1738_views::conformance::answer::{Answer, Reply};
use rfc1738_views::conformance::breakdown::Breakdown;
use rfc1738_views::conformance::by_hand::ByHand;
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::causes::pinned::Pin;
use rfc1738_views::conformance::parts::corpus::CorpusLine;
use rfc1738_views::conformance::parts::sentence::sentence;
use rfc1738_views::conformance::parts::{NamedPartCause, PartReport, PartsFound};
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::{Budget, Conclusion, Flaky};
use rfcbnf::parts::{
    Changes, Differing, MarkedGrammar, MarkedTexts, PartCause, PartFindings, PartPair, PartPeer,
    Reading, find, find_between, near_misses,
};
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::commands::conformance::run::RunTask;
use crate::commands::conformance::run::arguments::written;
use crate::commands::conformance::run::baseline::{Acceptance, Baseline, NewEntry};
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::explain::{Explained, today};
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::commands::conformance::run::rounds::{Rounds, is_end};
use crate::commands::conformance::run::search::{Disagreements, unreported};
use crate::commands::conformance::run::subject::Subject;
use crate::commands::conformance::run::suite_run::SuiteRun;
use crate::outcome::Failure;
use crate::output::progress::Progress;

/// The greatest number of answers that are kept.
const KEPT: usize = 1_000_000;

/// The number of texts that are asked about at once.
const SET: usize = 20_000;

/// The greatest number of lines of the grammar that show a part.
const LINES: usize = 3;

/// The greatest number of texts of the suite that a search for differences gets.
const DIFFERING: usize = 100_000;

/// The parts that two commands name, and the texts of the suite whose part they read differently.
pub(super) struct DifferingParts {
    changes: HashMap<String, Changes>,
    differing: BTreeMap<String, Vec<Differing>>,
    /// The parts of which not all texts are kept.
    left_out: BTreeSet<String>,
}

impl DifferingParts {
    pub(super) fn new(changes: HashMap<String, Changes>) -> Self {
        Self {
            changes,
            differing: BTreeMap::new(),
            left_out: BTreeSet::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.differing.is_empty()
    }

    /// Compares the parts that both answers name.
    pub(super) fn count(&mut self, text: &[u8], replies: &[Reply; 2]) {
        let [first, second] = replies;
        for (name, one) in first.parts() {
            let Some(other) = second.part(name) else {
                continue;
            };
            if !self.differing.contains_key(name) {
                self.differing.insert(name.to_owned(), Vec::new());
            }
            let changes = self.changes.get(name).copied().unwrap_or_default();
            let found = Differing::between(text, [one, other], changes);
            if let (Some(found), Some(kept)) = (found, self.differing.get_mut(name)) {
                if kept.len() < DIFFERING {
                    kept.push(found);
                } else {
                    self.left_out.insert(name.to_owned());
                }
            }
        }
    }
}

impl RunTask<'_> {
    /// Searches for the causes, and then for parts that the parser reads otherwise than the grammar.
    pub(super) fn explain_with_parts<P: CheckedProduction>(
        &self,
        (run, disagreements, flaky): (&SuiteRun<P>, &mut Disagreements, Vec<Flaky>),
        baseline: Option<Baseline<'_>>,
        breaks: &mut CrashLog,
    ) -> Result<(Explained, Vec<PartReport>), Failure> {
        let mut explained = self.explain((run, disagreements, flaky), baseline, breaks)?;
        let mut parts = self.read_parts(run, &explained)?;
        if let Some(verdicts) = &mut explained.verdicts {
            self.accept_parts(&mut parts, verdicts)?;
        }
        Ok((explained, parts))
    }

    /// Searches for parts that the parser reads otherwise than the grammar.
    fn read_parts<P: CheckedProduction>(
        &self,
        run: &SuiteRun<P>,
        explained: &Explained,
    ) -> Result<Vec<PartReport>, Failure> {
        let verdicts = explained.verdicts.as_ref().map(|it| &it.conclusion);
        if run.parts.is_empty() || matches!(verdicts, Some(Conclusion::Stopped(_))) {
            return Ok(Vec::new());
        }
        let production = run.tally.rule().to_string();
        let names = ["the grammar", "the parser"].map(str::to_owned);
        let by_hand = vec![self.arguments.by_hand()];
        let pool = run.crew(self.subject(), self.arguments.jobs);
        let mut breaks = CrashLog::new(self.arguments.restart.map_or(0, NonZeroU64::get));
        let progress = Progress::of_search(&self.command);
        let mut replies = Replies::new(Rounds::new([pool], [&mut breaks], progress));
        let mut reports = Vec::new();
        for (index, part) in run.parts.iter().enumerate() {
            let budget = self.budget_of_share(run.parts.len() - index);
            let found = self.read_part(&production, part, &budget, &mut replies)?;
            let names = (names.clone(), by_hand.clone());
            let (report, is_over) = self.report(&production, part, names, found)?;
            reports.push(report);
            if is_over {
                break;
            }
        }
        replies.finish(&mut reports)?;
        Ok(reports)
    }

    /// Searches for one part.
    fn read_part(
        &self,
        production: &str,
        part: &str,
        budget: &Budget,
        replies: &mut Replies<'_, '_, 1>,
    ) -> Result<Result<PartFindings<Breakdown>, String>, Failure> {
        let named = self.chosen.named()?;
        let marked = if self.chosen.is_own() || named.has_rfc1738_readings {
            MarkedGrammar::of_component(&named.grammar, production, part)
        } else {
            MarkedGrammar::new(&named.grammar, production, part)
        };
        let marked = match marked {
            Ok(marked) => marked,
            Err(error) => return Ok(Err(Escaped(error.to_string().as_bytes()).to_string())),
        };
        let texts = match MarkedTexts::new(&named.grammar, marked) {
            Ok(texts) => texts,
            Err(error) => return Ok(Err(Printable(error.to_string().as_bytes()).to_string())),
        };
        let mut asker = Asker { replies, part };
        let found = find(&texts, self.changes_of(part), &mut asker, budget);
        if let Some(failure) = replies.failure.take() {
            return Err(failure);
        }
        Ok(found.map_err(|error| Printable(error.to_string().as_bytes()).to_string()))
    }

    /// Searches for parts that two programs read differently.
    pub(super) fn compare_parts<P: CheckedProduction>(
        &self,
        subjects: [Subject<'_>; 2],
        names: &[String; 2],
        rule: P,
        parts: DifferingParts,
    ) -> Result<Vec<PartReport>, Failure> {
        if self.arguments.no_causes || parts.is_empty() {
            return Ok(Vec::new());
        }
        let production = rule.to_string();
        let grammar = &self.chosen.named()?.grammar;
        let pools = subjects.map(|subject| ProcessPool::new(subject, self.arguments.jobs));
        let mut breaks = [CrashLog::new(0), CrashLog::new(0)];
        let progress = Progress::of_search(&names.join(" and "));
        let rounds = Rounds::new(pools, breaks.each_mut(), progress);
        let mut replies = Replies::new(rounds);
        let near_misses = near_misses(grammar, &production);
        let number = parts.differing.len();
        let mut reports = Vec::new();
        for (index, (part, known)) in parts.differing.into_iter().enumerate() {
            // The searches for the causes of verdicts have a share each, too.
            let mut budget = self.budget_of_share(number - index + 2);
            budget.has_complete_suite &=
                self.arguments.suite.is_complete() && !parts.left_out.contains(&part);
            budget.corpus.extend(near_misses.iter().cloned());
            let mut asker = Asker {
                replies: &mut replies,
                part: &part,
            };
            let about = (grammar, production.as_str(), part.as_str());
            let found = find_between(about, self.changes_of(&part), &known, &mut asker, &budget);
            if let Some(failure) = replies.failure.take() {
                return Err(failure);
            }
            let found = found.map_err(|error| Printable(error.to_string().as_bytes()).to_string());
            let second = ByHand {
                command: Some(written(subjects[1].command)),
                pattern: None,
            };
            let names = (names.clone(), vec![self.arguments.by_hand(), second]);
            let (report, is_over) = self.report(&production, &part, names, found)?;
            reports.push(report);
            if is_over {
                break;
            }
        }
        replies.finish(&mut reports)?;
        Ok(reports)
    }

    /// Returns what the commands say of the lines of `--corpus`, if there is no search that asks about them, and why some
    /// answers are missing.
    pub(super) fn answers_to_corpus<P: CheckedProduction, const N: usize>(
        &self,
        rule: P,
        subjects: [Subject<'_>; N],
    ) -> Result<(Vec<CorpusLine>, Option<Breakdown>), Failure> {
        let corpus = &self.beside_suite.corpus;
        if !self.arguments.no_causes || corpus.is_empty() {
            return Ok((Vec::new(), None));
        }
        let pools = subjects.map(|subject| ProcessPool::new(subject, self.arguments.jobs));
        let mut breaks = subjects.map(|subject| CrashLog::new(subject.most_breaks.unwrap_or(0)));
        let progress =
            Progress::of_search(subjects.map(|subject| subject.name).join(" and ").as_str());
        let mut rounds = Rounds::new(pools, breaks.each_mut(), progress);
        rounds.begin();
        let asked = rounds.answers(corpus, vec![None; corpus.len()])?;
        let breakdown = match asked.breakdown {
            None => rounds.finish()?,
            breakdown => breakdown,
        };
        let lines = corpus.iter().zip(asked.answers).map(|(text, replies)| {
            let answers = replies.map_or_else(
                || vec![None; N],
                |replies| {
                    let lines = replies.iter().map(ToString::to_string);
                    lines
                        .map(|line| Some(Printable(line.as_bytes()).to_string()))
                        .collect()
                },
            );
            CorpusLine {
                text: text.clone(),
                is_derived: rule.is_valid(text).ok(),
                answers,
            }
        });
        Ok((lines.collect(), breakdown))
    }

    /// Returns the budget of the next of `searches` searches, which share the time that is left.
    pub(super) fn budget_of_share(&self, searches: usize) -> Budget {
        Budget {
            end: self
                .cutoff
                .share(u32::try_from(searches).unwrap_or(u32::MAX)),
            depth: None,
            ..self.budget(0)
        }
    }

    fn changes_of(&self, part: &str) -> Changes {
        let changes = self.arguments.changes();
        changes.get(part).copied().unwrap_or_default()
    }

    /// Returns the report about a part, and whether no other part can be asked about.
    fn report(
        &self,
        production: &str,
        part: &str,
        (names, by_hand): ([String; 2], Vec<ByHand>),
        found: Result<PartFindings<Breakdown>, String>,
    ) -> Result<(PartReport, bool), Failure> {
        let mut is_over = false;
        let found = found.map(|found| {
            let conclusion = match found.conclusion {
                // The search sees the end of the run before it looks at the answers.
                Conclusion::Stopped(breakdown) if is_end(&breakdown) => {
                    Conclusion::Ended { different: None }
                }
                other => other,
            };
            is_over = matches!(conclusion, Conclusion::Stopped(_));
            let is_ended = matches!(conclusion, Conclusion::Ended { .. });
            let causes = found.causes.into_iter();
            PartsFound {
                causes: numbered(causes.map(|cause| NamedPartCause::new(part, cause))),
                read: found.read,
                differing: found.differing,
                flaky: found.flaky,
                decided: found.decided,
                conclusion,
                ended_by: self.search_cause().filter(|_| is_ended),
            }
        });
        let report = PartReport {
            part: part.to_owned(),
            names,
            by_hand,
            source: self.chosen.source(part),
            grammar: self.lines_of(production, part)?,
            found,
        };
        Ok((report, is_over))
    }

    /// Returns the lines of the grammar that use a part, escaped.
    fn lines_of(&self, production: &str, part: &str) -> Result<Vec<String>, Failure> {
        let grammar = &self.chosen.named()?.grammar;
        let used = grammar.part([production]);
        let users = used.users(part).into_iter().take(LINES);
        let lines = users.map(|user| {
            let text = used.text(user);
            let words: Vec<&str> = text.split_whitespace().collect();
            Printable(words.join(" ").as_bytes()).to_string()
        });
        Ok(lines.collect())
    }

    /// Notes which causes the baseline accepts, and which of it are gone, and adds the others to it if the arguments say
    /// so.
    fn accept_parts(
        &self,
        reports: &mut [PartReport],
        verdicts: &mut Explanation,
    ) -> Result<(), Failure> {
        let Some(file) = self.arguments.baseline.as_deref() else {
            return Ok(());
        };
        let reason = self.arguments.accept.as_ref();
        let baseline = Baseline::read(file, reason.is_some())?;
        let known = baseline.accepted.iter().map(|one| &one.cause);
        let known: HashMap<&str, &str> = known
            .map(|one| (one.id.as_str(), one.reason.as_str()))
            .collect();
        note_missing(&baseline, reports, verdicts);
        let mut new: Vec<(String, String, u64)> = Vec::new();
        for report in reports.iter_mut() {
            let (part, names) = (&report.part, &report.names);
            for one in report.found.iter_mut().flat_map(|found| &mut found.causes) {
                let known = known.get(one.id.as_str()).copied();
                if let (None, Some(reason)) = (known, reason) {
                    let sentence = sentence(part, names, &one.cause.kind);
                    new.push((one.id.clone(), sentence, one.cause.texts));
                    one.accepted = Some(reason.clone());
                } else {
                    one.accepted = known.map(str::to_owned);
                }
            }
        }
        let entries = new.iter().map(|(id, sentence, texts)| NewEntry {
            id,
            place_id: None,
            sentence: sentence.clone(),
            pin: Pin::default(),
            deciding: Vec::new(),
            texts: *texts,
        });
        let entries: Vec<NewEntry<'_>> = entries.collect();
        if let (Some(reason), false) = (reason, entries.is_empty()) {
            let acceptance = Acceptance {
                reason,
                version: None,
                date: today(),
            };
            baseline.add(&entries, None, &acceptance)?;
        }
        Ok(())
    }
}

/// Notes the causes of parts in the baseline that were not found: they are gone if the searches were finished, and not
/// looked at if one was ended.
fn note_missing(baseline: &Baseline<'_>, reports: &[PartReport], verdicts: &mut Explanation) {
    let found = || reports.iter().flat_map(|report| &report.found);
    let ids: HashSet<&str> = found()
        .flat_map(|found| found.causes.iter().map(|one| one.id.as_str()))
        .collect();
    let known = baseline.accepted.iter().map(|one| &one.cause);
    let missing = known
        .filter(|one| one.id.starts_with(PartCause::ID) && !ids.contains(one.id.as_str()))
        .cloned();
    let mut conclusions = found().map(|found| &found.conclusion);
    match conclusions
        .find(|it| !matches!(it, Conclusion::Explained { .. } | Conclusion::Incomplete(_)))
    {
        None if matches!(verdicts.conclusion, Conclusion::Stopped(_)) => {}
        None => verdicts.vanished.extend(missing),
        Some(Conclusion::Ended { .. }) => verdicts.not_searched.extend(missing),
        Some(_) => {}
    }
}

/// Gives causes with the same id numbers.
fn numbered(causes: impl Iterator<Item = NamedPartCause>) -> Vec<NamedPartCause> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let causes = causes.map(|mut one| {
        let times = seen.entry(one.id.clone()).or_default();
        *times += 1;
        if *times > 1 {
            one.id = format!("{}/{times}", one.id);
        }
        one
    });
    causes.collect()
}

/// The answers of commands that get the same texts.
struct Replies<'a, 'b, const N: usize> {
    rounds: Rounds<'a, 'b, N>,
    /// The answers to each text; `None` if it cannot be asked, or if one of the commands does not accept it.
    kept: HashMap<Vec<u8>, Option<[Reply; N]>>,
    /// Why the run cannot go on.
    failure: Option<Failure>,
}

impl<'a, 'b, const N: usize> Replies<'a, 'b, N> {
    fn new(rounds: Rounds<'a, 'b, N>) -> Self {
        Self {
            rounds,
            kept: HashMap::new(),
            failure: None,
        }
    }

    /// Returns for each text what `of` makes of the answers, if all commands accept it.
    fn read<T>(
        &mut self,
        texts: &[Vec<u8>],
        of: impl Fn(&[Reply; N]) -> Option<T>,
    ) -> Result<Vec<Option<T>>, Box<Breakdown>> {
        if self.kept.len() > KEPT {
            self.kept.clear();
        }
        let open = texts.iter().filter(|text| !self.kept.contains_key(*text));
        let open: Vec<Vec<u8>> = open.cloned().collect();
        for set in open.chunks(SET) {
            self.ask(set)?;
        }
        Ok(self.picked(texts, of))
    }

    /// Does the same for texts that were answered, and asks about them once more.
    fn read_again<T>(
        &mut self,
        texts: &[Vec<u8>],
        of: impl Fn(&[Reply; N]) -> Option<T>,
    ) -> Result<Vec<Option<T>>, Box<Breakdown>> {
        for set in texts.chunks(SET) {
            self.ask(set)?;
        }
        Ok(self.picked(texts, of))
    }

    fn picked<T>(
        &self,
        texts: &[Vec<u8>],
        of: impl Fn(&[Reply; N]) -> Option<T>,
    ) -> Vec<Option<T>> {
        let answers = texts.iter().map(|text| of(self.kept.get(text)?.as_ref()?));
        answers.collect()
    }

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<(), Box<Breakdown>> {
        self.rounds.begin();
        let asked = match self.rounds.answers(texts, vec![None; texts.len()]) {
            Ok(asked) => asked,
            Err(failure) => {
                self.failure = Some(failure);
                return Err(Box::new(unreported()));
            }
        };
        if let Some(breakdown) = asked.breakdown {
            return Err(Box::new(breakdown));
        }
        let accepted = |replies: &[Reply; N]| {
            let mut replies = replies.iter();
            replies.all(|reply| reply.answer == Answer::Accept)
        };
        let answers = texts.iter().cloned().zip(asked.answers);
        let answers = answers.map(|(text, replies)| (text, replies.filter(accepted)));
        self.kept.extend(answers);
        Ok(())
    }

    /// Ends the commands. What one of them still answers is what the last report says.
    fn finish(mut self, reports: &mut [PartReport]) -> Result<(), Failure> {
        let Some(breakdown) = self.rounds.finish()?.filter(|breakdown| !is_end(breakdown)) else {
            return Ok(());
        };
        let mut found = reports.iter_mut().rev();
        if let Some(found) = found.find_map(|report| report.found.as_mut().ok()) {
            found.conclusion = Conclusion::Stopped(breakdown);
        }
        Ok(())
    }
}

/// Asks for one part.
struct Asker<'r, 'a, 'b, const N: usize> {
    replies: &'r mut Replies<'a, 'b, N>,
    part: &'r str,
}

impl PartPeer for Asker<'_, '_, '_, 1> {
    type Error = Breakdown;

    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Breakdown> {
        let part = self.part;
        self.replies
            .read(texts, |[reply]| reply.part(part).cloned())
            .map_err(|breakdown| *breakdown)
    }

    fn read_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Reading>>, Breakdown> {
        let part = self.part;
        self.replies
            .read_again(texts, |[reply]| reply.part(part).cloned())
            .map_err(|breakdown| *breakdown)
    }
}

impl PartPair for Asker<'_, '_, '_, 2> {
    type Error = Breakdown;

    fn read(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Breakdown> {
        let part = self.part;
        self.replies
            .read(texts, |replies| both(replies, part))
            .map_err(|breakdown| *breakdown)
    }

    fn read_again(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Reading; 2]>>, Breakdown> {
        let part = self.part;
        self.replies
            .read_again(texts, |replies| both(replies, part))
            .map_err(|breakdown| *breakdown)
    }
}

/// Returns how both read a part, if both name it.
fn both([first, second]: &[Reply; 2], part: &str) -> Option<[Reading; 2]> {
    Some([first.part(part)?.clone(), second.part(part)?.clone()])
}
