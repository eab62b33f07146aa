//! The cases beside a grammar, run while one types.
//!
//! A run is about a version of the grammar and a version of its cases. It takes what the run before found about cases that the
//! change does not concern.
//!
//! Invariant: a run has an end. It begins no case after [`TIME`], and at most [`CASES`] of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rfcbnf::cases::{Case, CaseFile, CasesError, CheckedVersion, Versions};
use rfcbnf::causes::SearchEnd;

use super::reading::ReadGrammar;
use super::store::FileText;

/// The end of the name of a file of cases.
pub(super) const CASES_FILE: &str = ".cases.txt";

/// The time after which a run begins no case.
pub(super) const TIME: Duration = Duration::from_secs(10);

/// The most cases of a run.
pub(super) const CASES: usize = 20_000;

/// Returns the file of cases beside a grammar file.
pub(super) fn cases_of(path: &Path) -> PathBuf {
    path.with_extension(CASES_FILE.trim_start_matches('.'))
}

/// A grammar and its cases.
pub(super) struct CasesJob {
    pub(super) reading: Arc<ReadGrammar>,
    pub(super) cases: Arc<FileText>,
}

/// What a run found.
pub(super) struct CasesRun {
    /// The grammar.
    pub(super) reading: Arc<ReadGrammar>,
    /// The file of cases.
    pub(super) file: Arc<FileText>,
    /// The cases that were run, or why they cannot be read.
    pub(super) cases: Result<Vec<RanCase>, CasesError>,
    /// The number of cases that the run had no time for.
    pub(super) left_out: usize,
}

/// A case and how it ended.
pub(super) struct RanCase {
    /// The case. It names productions as the grammar does.
    pub(super) case: Case,
    /// How it ended, or a sentence about a name that no production has.
    pub(super) result: Result<CheckedVersion, String>,
}

impl CasesRun {
    /// Runs cases. Returns `None` if that was ended.
    pub(super) fn new(job: CasesJob, versions: &mut Versions, end: &SearchEnd) -> Option<Self> {
        let begin = Instant::now();
        let CasesJob { reading, cases } = job;
        let mut run = Self {
            cases: Ok(Vec::new()),
            left_out: 0,
            file: cases,
            reading,
        };
        let mut file = match CaseFile::read(&run.file.text) {
            Ok(file) => file.cases,
            Err(error) => {
                run.cases = Err(error);
                return Some(run);
            }
        };
        let grammar = run.reading.grammar();
        versions.update(grammar);
        let count = file.len();
        file.truncate(CASES);
        let mut ran = Vec::new();
        for mut case in file {
            if end.is_requested() {
                return None;
            }
            if begin.elapsed() > TIME {
                break;
            }
            let result = match case.resolve(grammar) {
                Ok(_) => Ok(versions.check(&case)),
                Err(what) => Err(what),
            };
            ran.push(RanCase { case, result });
        }
        run.left_out = count - ran.len();
        versions.keep(ran.iter().map(|one| &one.case));
        run.cases = Ok(ran);
        Some(run)
    }
}
