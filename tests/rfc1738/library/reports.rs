//! Errors as miette reports: in their document, escaped, and nothing said twice.

use miette::{
    Diagnostic as _, GraphicalReportHandler, GraphicalTheme, NamedSource, Report, SourceCode as _,
};
use rfc1738::{Document, DocumentDiagnostic, SyntaxError, Url, parse};

use super::note_cases::CASES;

fn rendered(report: &Report) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor());
    let handler = handler.with_wrap_lines(false).with_links(false);
    let mut shown = String::new();
    handler
        .render_report(&mut shown, report.as_ref())
        .expect("a string takes all");
    shown
}

const CONFIGURATION: &str = "# feeds\nmirror = http://me@host/\nnews   = news:*\n";

fn config_error() -> SyntaxError {
    Url::parse("http://me@host/").unwrap_err()
}

#[test]
fn a_wrong_url_is_shown_in_its_file() {
    let document = Document::named("feeds.conf", CONFIGURATION);
    let report = Report::from(config_error().in_document(&document, 17));
    assert_eq!(
        rendered(&report),
        r#"rfc1738::http-user (https://www.rfc-editor.org/rfc/rfc1738#section-3.3)

  × not a valid url: found "@"; no user name or password is allowed in an http URL (RFC 1738, 3.3)
   ╭─[feeds.conf:2:19]
 1 │ # feeds
 2 │ mirror = http://me@host/
   ·                   ┬
   ·                   ╰── expected alphadigit, "-", ".", ":", "/" or end of text
 3 │ news   = news:*
   ╰────
  help: write http://host/
        hostport       = host [ ":" port ]
"#
    );
}

#[test]
fn the_question_mark_operator_returns_the_report() {
    fn read(text: &str) -> miette::Result<()> {
        let document = Document::named("feeds.conf", text);
        let parsed = Url::parse(&text[17..32]).map_err(|error| error.in_document(&document, 17));
        parsed.map(|_| ())?;
        Ok(())
    }
    let report = read(CONFIGURATION).unwrap_err();
    assert_eq!(report.code().unwrap().to_string(), "rfc1738::http-user");
    let address = report.url().unwrap().to_string();
    assert_eq!(
        address,
        "https://www.rfc-editor.org/rfc/rfc1738#section-3.3"
    );
    let diagnostic = report.downcast_ref::<DocumentDiagnostic>().unwrap();
    assert_eq!(diagnostic.error().name(), Some("feeds.conf"));
}

#[test]
fn a_report_says_nothing_twice() {
    for (rule, wrong, _) in CASES.iter() {
        let error = parse(*rule, wrong).expect_err(wrong);
        let text = format!("first\n{wrong}\nlast");
        let document = Document::new(&text);
        let placed = Report::from(error.clone().in_document(&document, 6));
        // The renderer marks nothing after the end of the last line.
        let source = NamedSource::new("text", format!("{wrong}\n"));
        let plain = Report::new(error.clone()).with_source_code(source);
        for shown in [rendered(&placed), rendered(&plain)] {
            // Each thing that the error says is in one line of the report.
            let expected = format!("expected {}", error.expected_list());
            let notes = error.notes();
            let remarks = notes.iter().map(ToString::to_string);
            let fixes = notes
                .iter()
                .flat_map(|note| note.fix_lines().collect::<Vec<_>>());
            for said in remarks.chain(fixes).chain([expected]) {
                let times = shown.lines().filter(|line| line.ends_with(&said)).count();
                assert_eq!(times, 1, "{said}\n{shown}");
            }
        }
    }
}

#[test]
fn a_report_holds_no_character_that_does_not_print() {
    let wrong = "http://h/\u{1b}[2J";
    let text = format!("\u{9b}\u{202e} \u{0} {wrong}\u{e0001}\u{7f}\n\u{1b}");
    let text = [text.as_bytes(), b"\xff\xc3"].concat();
    let document = Document::named("a\u{1b}\n", &text);
    let mut parts = text.windows(wrong.len());
    let start = parts.position(|part| part == wrong.as_bytes());
    let error = Url::parse(wrong).unwrap_err();
    let report = Report::from(error.in_document(&document, start.expect("it is in there")));
    let shown = rendered(&report);
    assert!(!shown.contains(|character: char| character != '\n' && character.is_control()));
    assert!(!shown.contains(['\u{202e}', '\u{e0001}']), "{shown}");
    assert!(shown.contains(r"[a\u{1b}\n:1:15]"), "{shown}");
    assert!(
        shown.contains(" 1 │ ¿\u{fffd} ? http://h/?[2J\u{1f533}?\n"),
        "{shown}"
    );
}

#[test]
fn the_head_of_a_report_has_the_error_position() {
    let mail = "first\n<URL:http://h/%4\n zz>";
    let found = rfc1738::extract(mail).next().expect("a wrapper");
    let error = found.parse().unwrap_err();
    let placed = error.in_document(&Document::named("mail", mail), &found);
    let head = format!("[mail:{}]", placed.position());
    assert_eq!(head, "[mail:3:2]");
    let shown = rendered(&Report::from(placed));
    assert!(shown.contains(&head), "{shown}");
    assert!(shown.contains("\n 2 │ "), "{shown}");
}

#[test]
fn a_carriage_return_alone_ends_a_line_of_a_report() {
    let text = "# first\rmirror = http://me@h/\rlast\r\n";
    let document = Document::named("f.conf", text);
    let error = Url::parse("http://me@h/").unwrap_err();
    let shown = rendered(&Report::from(error.in_document(&document, 17)));
    assert!(!shown.contains('\r'), "{shown:?}");
    assert!(shown.contains("[f.conf:2:19]\n 1 │ # first\n 2 │ mirror = http://me@h/\n"));
}

#[test]
fn a_span_outside_the_kept_lines_is_out_of_bounds() {
    let long = format!("{}\n{CONFIGURATION}", "x\n".repeat(3000));
    let start = 6001 + 17;
    let document = Document::new(&long);
    let diagnostic = DocumentDiagnostic::from(config_error().in_document(&document, start));
    let label = diagnostic.labels().unwrap().next().unwrap();
    assert_eq!(label.offset(), start + 9);
    let read = diagnostic.read_span(label.inner(), 1, 1).expect("inside");
    assert_eq!(read.line(), 3001);
    assert!(
        std::str::from_utf8(read.data())
            .unwrap()
            .starts_with("# feeds\nmirror")
    );
    for outside in [0, 5000, long.len() + 5] {
        assert!(diagnostic.read_span(&(outside, 1).into(), 1, 1).is_err());
    }
}
