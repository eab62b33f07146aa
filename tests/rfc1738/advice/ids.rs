//! The ids of advice, which programs and command lines rely on.

use rfc1738::{AdviceId, Severity};

#[test]
fn ids_severities_and_sections_stay_the_same() {
    let all = AdviceId::ALL.map(|id| (id.as_str(), id.severity().as_str(), id.section()));
    assert_eq!(
        all,
        [
            ("upper-case-scheme", "note", "2.1"),
            ("needless-escape", "note", "2.2"),
            ("double-slash", "warning", "3.1"),
            ("host-number-above-255", "warning", "3.1"),
            ("host-number-leading-zero", "warning", "3.1"),
            ("long-host-label", "warning", "3.1"),
            ("long-host", "warning", "3.1"),
            ("gopher-selector", "warning", "3.4.1"),
            ("addr-spec", "warning", "3.5"),
            ("remote-file", "note", "3.10"),
            ("experimental-scheme", "note", "4"),
            ("proposed-scheme", "note", "4"),
            ("non-default-port", "warning", "6"),
            ("reserved-port", "danger", "6"),
            ("impossible-port", "warning", "6"),
            ("password", "danger", "6"),
            ("encoded-delimiter", "danger", "6"),
        ]
    );
}

#[test]
fn every_id_parses_from_its_name_and_from_nothing_else() {
    for id in AdviceId::ALL {
        assert_eq!(id.as_str().parse(), Ok(id));
        assert_eq!(format!("{id:>30}"), format!("{:>30}", id.as_str()));
    }
    for unknown in ["", "all", "Password", "password ", "pass"] {
        let error = unknown.parse::<AdviceId>().unwrap_err();
        assert_eq!(error.id(), unknown);
        assert_eq!(
            error.to_string(),
            format!("no advice is called {unknown:?}")
        );
    }
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Danger);
}
