//! `rfc1738 check`: many texts, one a line.
//!
//! Invariant: what is kept of a line once the next begins is a count.

use rfc1738::{Rule, parse};

use crate::advice::Policy;
use crate::arguments::{CheckArguments, CheckFormat};
use crate::lines::Lines;
use crate::outcome::{Failure, Verdict};
use crate::progress::Progress;
use crate::report::{Report, Said};
use crate::source::Source;
use crate::streams;
use crate::summary::Summary;

/// Checks every line of every file. A file that cannot be read does not keep the others from
/// being checked.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Verdict, Failure> {
    Policy::refuse(arguments.advice, &arguments.deny, arguments.rule)?;
    let mut check = Check {
        rule: arguments.rule,
        policy: Policy::new(arguments.advice, &arguments.deny, arguments.rule),
        report: Report::new(arguments.format, arguments.tree),
        summary: Summary::default(),
    };
    let mut verdict = Verdict::Valid;
    for source in Source::all(&arguments.files) {
        match check.source(source) {
            Ok(()) => {}
            Err(failure @ Failure::Unreadable { .. }) => {
                check.report.flush()?;
                failure.tell()?;
                verdict = Verdict::Unreadable;
            }
            Err(failure) => return Err(failure),
        }
    }
    check.report.flush()?;
    // Where nothing could be read, there is nothing to count.
    let counts = verdict == Verdict::Valid || !check.summary.is_empty();
    if arguments.format == CheckFormat::Human && counts {
        check.summary.write(&mut streams::error())?;
    }
    Ok(verdict.max(Verdict::of(check.summary.is_all_fine())))
}

struct Check {
    rule: Rule,
    policy: Policy,
    report: Report,
    summary: Summary,
}

impl Check {
    fn source(&mut self, source: Source) -> Result<(), Failure> {
        let opened = source.open()?;
        let name = source.to_string();
        let mut progress = Progress::of_file(&name, opened.length);
        let mut lines = Lines::new(opened.reader);
        loop {
            // Whoever writes the next line may be waiting for what is said of this one.
            if lines.has_to_wait() {
                self.report.flush()?;
            }
            let next = lines.next_line();
            let Some(line) = next.map_err(|error| source.unreadable(&error))? else {
                return Ok(());
            };
            let result = parse(self.rule, line.text);
            let advice = self.policy.on(&result);
            self.summary.count(&result, &advice);
            let said = Said {
                line: &line,
                rule: self.rule,
                result: &result,
                advice: &advice,
            };
            self.report.line(&name, &said, &mut progress)?;
            if progress.is_due(lines.passed()) {
                self.report.flush()?;
                progress.draw(lines.passed());
            }
        }
    }
}
