//! The ids of advice, which programs and command lines rely on.

use rfc1738::{AdviceId, Severity, Url, advise};

#[test]
fn ids_severities_and_sections_stay_the_same() {
    let all = AdviceId::ALL.map(|id| (id.as_str(), id.severity().as_str(), id.section()));
    assert_eq!(
        all,
        [
            ("upper-case-scheme", "note", "2.1"),
            ("host-and-port", "warning", "2.1"),
            ("needless-escape", "note", "2.2"),
            ("double-slash", "warning", "3.1"),
            ("host-number-above-255", "warning", "3.1"),
            ("host-number-leading-zero", "warning", "3.1"),
            ("long-host-label", "warning", "3.1"),
            ("long-host", "warning", "3.1"),
            ("gopher-selector", "warning", "3.4.1"),
            ("gopher-form-end", "danger", "3.4.9"),
            ("addr-spec", "warning", "3.5"),
            ("mailto-header", "warning", "3.5"),
            ("file-path", "warning", "3.10"),
            ("remote-file", "note", "3.10"),
            ("experimental-scheme", "note", "4"),
            ("proposed-scheme", "note", "4"),
            ("near-scheme", "warning", "4"),
            ("non-default-port", "warning", "6"),
            ("reserved-port", "danger", "6"),
            ("impossible-port", "warning", "6"),
            ("password", "danger", "6"),
            ("encoded-delimiter", "danger", "6"),
            ("url-prefix", "warning", "Appendix"),
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
        assert_eq!(error.to_string(), format!("there is no advice {unknown:?}"));
    }
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Danger);
}

#[test]
fn a_limit_that_the_rfc_lacks_has_another_reference() {
    let label = "a".repeat(64);
    let name = "a.".repeat(127) + "a";
    for (text, id, reference) in [
        ("http://1.2.3.256", "host-number-above-255", "RFC 791, 2.3"),
        (
            "http://1.2.3.04",
            "host-number-leading-zero",
            "RFC 6943, 3.1.1",
        ),
        (
            &format!("http://{label}"),
            "long-host-label",
            "RFC 1034, 3.1",
        ),
        (&format!("http://{name}"), "long-host", "RFC 1034, 3.1"),
        ("http://h:0", "impossible-port", "RFC 6335, 6"),
        ("http://h:65536", "impossible-port", "RFC 793, 3.1"),
        ("mailto:a@b?subject=c", "mailto-header", "RFC 6068, 2"),
    ] {
        let url = Url::parse(text).expect("it is a URL");
        let findings: Vec<_> = advise(&url).collect();
        assert_eq!(findings.len(), 1, "{text}: {findings:?}");
        assert_eq!(findings[0].id().as_str(), id);
        assert_eq!(findings[0].reference(), Some(reference));
        let end = format!(" ({reference})");
        assert!(findings[0].to_string().ends_with(&end), "{}", findings[0]);
    }
    let url = Url::parse("http://h:81").expect("it is a URL");
    assert!(advise(&url).all(|finding| finding.reference().is_none()));
}
