//! The command `rfc1738-sql`: queries over files of URLs, on this machine or on a cluster.
//!
//! Invariants:
//! - standard output holds the answer; standard error holds the progress bar and the error;
//! - text from a file is escaped before it reaches a terminal. In JSON, everything but printable
//!   ASCII is escaped; CSV that goes elsewhere holds it as it is;
//! - an error is one line first, and the exit status is 2.

mod arguments;
mod failure;
mod output;
mod progress;
mod query;
mod session;
mod standard_streams;

use std::process::ExitCode;

use datafusion::physical_plan::execute_stream;
use futures::StreamExt as _;

use arguments::Arguments;
use failure::Failure;
use output::Output;
use progress::Progress;

fn main() -> ExitCode {
    let arguments = match Arguments::from_command_line() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let query = arguments.query()?;
    let runtime =
        session::runtime(arguments.threads).map_err(|error| Failure::unstartable(&error))?;
    let answered = runtime.block_on(answer(arguments, &query));
    answered.map_err(|failure| match &arguments.scheduler {
        Some(scheduler) => failure.at_scheduler(scheduler),
        None => failure,
    })
}

/// Runs the query and writes its answer, batch by batch where the format allows it.
async fn answer(arguments: &Arguments, query: &str) -> Result<(), Failure> {
    let context = session::context(arguments).await?;
    let frame = query::frame(&context, query).await?;
    let plan = frame.create_physical_plan().await?;
    let mut output = Output::new(arguments.format, &plan.schema())?;
    let progress = Progress::start(&plan);
    let mut batches = execute_stream(plan, context.task_ctx())?;
    while let Some(batch) = batches.next().await {
        let batch = batch?;
        progress.suspend(|| output.write(&batch))?;
    }
    drop(progress);
    output.finish()
}
