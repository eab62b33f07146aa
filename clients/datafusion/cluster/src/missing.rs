//! The place where a function is not registered.
//!
//! The scheduler of Ballista answers a plan with an unknown function by an error about its codec, and an
//! executor by one about the task. Neither says anything about registration.

use rfc1738_datafusion::PREFIX;

/// Returns what to do if the error of a query says that a place of the cluster does not know one
/// of the functions; `None` for any other error.
///
/// ```
/// use rfc1738_cluster::missing::advice;
///
/// let error = "LogicalExtensionCodec is not provided for scalar function rfc1738_is_valid";
/// assert!(advice(error).unwrap().starts_with("the scheduler does not know rfc1738_is_valid: "));
/// assert_eq!(advice("Resources exhausted"), None);
/// ```
#[must_use]
pub fn advice(error: &str) -> Option<String> {
    if error.contains(REJECTED) {
        return Some(format!(
            "an executor could not prepare a task, as one does that does not know the functions {PREFIX}…: start \
             rfc1738-executor on every machine, or put rfc1738_datafusion::all() into the function registry of your \
             executors (ExecutorProcessConfig::override_function_registry); its log has the cause"
        ));
    }
    let is_unknown = |(_, what): &&(&str, &str)| error.contains(&format!("{what}{PREFIX}"));
    let (place, what) = PLACES.iter().find(is_unknown)?;
    let (_, after) = error.split_once(what)?;
    let end = after.find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    let name = &after[..end.unwrap_or(after.len())];
    Some(match *place {
        "scheduler" => format!(
            "the scheduler does not know {name}: start rfc1738-scheduler, or call \
             rfc1738_datafusion::register_all on the state that the session builder of your scheduler builds \
             (SchedulerConfig::with_override_session_builder)"
        ),
        _ => format!(
            "the client does not know {name}: call rfc1738_datafusion::register_all on its session, after \
             SessionContext::remote"
        ),
    })
}

/// What the scheduler says about a task that an executor could not read. The cause stays in the log
/// of the executor.
const REJECTED: &str = "task could not be prepared or was rejected by executor";

/// The other places, and what an error of each says before the name of a function.
const PLACES: [(&str, &str); 2] = [
    (
        "scheduler",
        "LogicalExtensionCodec is not provided for scalar function ",
    ),
    ("client", "Invalid function '"),
];
