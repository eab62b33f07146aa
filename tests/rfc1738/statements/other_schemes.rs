//! Sections 3.9 to 4: wais, file, prospero and new URLs.

use rfc1738::url::{Url, Wais};
use rfc1738::{AdviceId, advise};

use super::{components, is_url, url};

#[test]
fn a_wais_url_has_one_of_three_forms() {
    let host = ("host", "h");
    assert_eq!(components("wais://h/db"), [host, ("database", "db")]);
    assert_eq!(
        components("wais://h:2100/db?words"),
        [
            host,
            ("port", "2100"),
            ("database", "db"),
            ("search", "words")
        ]
    );
    assert_eq!(
        components("wais://h/db/TEXT/1"),
        [host, ("database", "db"), ("wtype", "TEXT"), ("wpath", "1")]
    );
    for text in ["wais://h", "wais://h/db/TEXT", "wais:///db", "wais:db"] {
        assert!(!is_url(text), "{text}");
    }
}

/// The id is one component, whatever it encodes.
#[test]
fn the_id_of_a_wais_document_is_not_taken_apart() {
    let Url::Wais(wais) = url("wais://h/db/TEXT/0%3D1%2F2%3B%3F") else {
        panic!()
    };
    let Wais::Document { wpath, .. } = wais.wais() else {
        panic!()
    };
    assert_eq!(*wpath.decoded(), *b"0=1/2;?");
    assert!(!is_url("wais://h/db/TEXT/0=1"));
    assert!(!is_url("wais://h/db/TEXT/1/2"));
}

#[test]
fn a_file_url_has_an_optional_host_and_a_path() {
    assert_eq!(
        components("file://vms.host.edu/disk$user/my/notes/note12345.txt"),
        [
            ("host", "vms.host.edu"),
            ("fsegment", "disk$user"),
            ("fsegment", "my"),
            ("fsegment", "notes"),
            ("fsegment", "note12345.txt"),
        ]
    );
    assert_eq!(components("file:///a"), [("fsegment", "a")]);
    for text in ["file:/a", "file:a", "file://h", "file://h:80/a", "file://"] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn a_semicolon_in_an_object_name_is_encoded_unlike_slashes() {
    assert!(!is_url("prospero://h/a;b"));
    let encoded = [("host", "h"), ("hsoname", "a%3Bb")];
    assert_eq!(components("prospero://h/a%3Bb"), encoded);
    assert_eq!(components("prospero://h//a/b/")[1], ("hsoname", "/a/b/"));
    assert!(!url("prospero://h/a%3Bb=c").is_equivalent(&url("prospero://h/a;b=c")));
    assert!(url("prospero://h/a%2Fb").is_equivalent(&url("prospero://h/a/b")));
}

#[test]
fn fields_stand_after_semicolons_and_values_after_equal_signs() {
    assert_eq!(
        components("prospero://h:1526/a;OBJECT-VERSION=2;b=c"),
        [
            ("host", "h"),
            ("port", "1526"),
            ("hsoname", "a"),
            ("fieldname", "OBJECT-VERSION"),
            ("fieldvalue", "2"),
            ("fieldname", "b"),
            ("fieldvalue", "c"),
        ]
    );
    for text in [
        "prospero://h/a;b",
        "prospero://h/a;",
        "prospero://h/a;b=c=d",
    ] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn the_seven_proposed_schemes_have_the_general_syntax() {
    for scheme in ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"] {
        for rest in ["//h:7/a", "a@b"] {
            let text = format!("{scheme}:{rest}");
            let url = url(&text);
            assert!(matches!(url, Url::Other(_)), "{text}");
            assert_eq!(url.default_port(), None, "{text}");
            assert!(advise(&url).any(|finding| finding.id() == AdviceId::ProposedScheme));
        }
    }
}
