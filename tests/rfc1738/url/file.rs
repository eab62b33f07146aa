//! Section 3.10: file URLs, and the paths that are safe to open.

use rfc1738::url::{FileUrl, PathError, Url};

fn file(text: &str) -> FileUrl<'_> {
    match Url::parse(text) {
        Ok(Url::File(url)) => url,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_empty_host_and_localhost_are_this_machine() {
    for text in ["file:///a", "file://localhost/a", "file://LOCALHOST/a"] {
        assert!(file(text).is_local(), "{text}");
    }
    for text in [
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "file://127.0.0.1/a",
    ] {
        assert!(!file(text).is_local(), "{text}");
        let Err(PathError::OtherHost { host, span }) = file(text).to_file_path() else {
            panic!("{text}")
        };
        assert_eq!(text[span], host);
    }
    let error = file("file://vms.host.edu/a").to_file_path().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file is on the host \"vms.host.edu\", which may be another machine"
    );
}

#[test]
fn the_segments_are_the_texts_between_slashes() {
    let segments = |text| {
        file(text)
            .segments()
            .map(|part| part.raw().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(segments("file:///a/b%2Fc/"), ["a", "b%2Fc", ""]);
    assert_eq!(segments("file:///"), [""]);
}

#[cfg(unix)]
#[test]
fn a_local_path_is_made_of_decoded_segments() {
    use std::os::unix::ffi::OsStrExt as _;

    let path = |text| {
        file(text)
            .to_file_path()
            .expect("it is safe")
            .as_os_str()
            .as_bytes()
            .to_vec()
    };
    assert_eq!(path("file:///etc/motd"), b"/etc/motd");
    assert_eq!(path("file://localhost/a%20b/%FF"), b"/a b/\xff");
    assert_eq!(path("file:///etc/"), b"/etc/");
    assert_eq!(path("file:///"), b"/");
    assert_eq!(path("file:///..."), b"/...");
}

#[test]
fn a_segment_that_is_no_plain_name_makes_no_path() {
    for (segment, text) in [
        ("..%2F..%2Fetc", "file:///a/..%2F..%2Fetc"),
        ("%2Fetc", "file:///%2Fetc/motd"),
        ("..", "file:///a/../b"),
        ("%2E%2e", "file:///a/%2E%2e/b"),
        (".", "file:///./a"),
        ("a%00", "file:///a%00/b"),
        ("", "file:////etc"),
        ("", "file:///a//b"),
        ("", "file:///a//"),
    ] {
        let error = file(text).to_file_path().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("\"{segment}\" does not decode to the name of a file or directory")
        );
        let PathError::NoName { span, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!(&text[span], segment);
    }
}

#[test]
fn the_error_of_a_path_outlives_the_url() {
    fn fails() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let text = String::from("file:///a%00");
        file(&text).to_file_path()?;
        Ok(())
    }
    let error = fails().unwrap_err();
    assert!(error.is::<PathError>(), "{error}");
}
