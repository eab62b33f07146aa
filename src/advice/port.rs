//! Advice on ports: Section 6.

use super::{AdviceId, Finding};
use crate::url::Url;

/// The lowest port that is not reserved.
const UNRESERVED: u16 = 1024;

/// Returns the findings on the port of the URL. Schemes that the RFC does not define have no known
/// default.
pub(super) fn findings(url: Url<'_>) -> Vec<Finding> {
    let Some(port) = url.port() else {
        return Vec::new();
    };
    let finding = |id, message| Finding::new(id, port.component().span(), message);
    let Some(number) = port.number().filter(|number| *number > 0) else {
        let message = "a port is a number from 1 to 65535".to_owned();
        return vec![finding(AdviceId::ImpossiblePort, message)];
    };
    let Some(default) = url.default_port().filter(|default| *default != number) else {
        return Vec::new();
    };
    let scheme = url.scheme().raw().to_ascii_lowercase();
    let mut findings = vec![finding(
        AdviceId::NonDefaultPort,
        format!(
            "port {number} is not {default}, the default of {scheme}: something else may listen there"
        ),
    )];
    if number < UNRESERVED {
        findings.push(finding(
            AdviceId::ReservedPort,
            format!(
                "port {number} is reserved, like all ports below {UNRESERVED}: a server of another protocol may read the request as commands"
            ),
        ));
    }
    findings
}
