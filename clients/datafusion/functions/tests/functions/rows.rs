//! Each row has the answer that the library gives to that text alone.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray as _, BinaryArray, DictionaryArray, FixedSizeBinaryArray, Int32Array,
    StringArray, new_null_array,
};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, UInt32Type, UInt64Type};
use datafusion::arrow::util::display::array_value_to_string;
use rfc1738::{Rule, Url, advise};
use serde_json::{Value, json};

use super::{answers, error};

/// Texts of every kind: valid, wrong, empty, long enough not to be inlined in a view, and NULL.
fn texts() -> Vec<Option<Vec<u8>>> {
    let mut texts: Vec<Option<Vec<u8>>> = [
        "http://host.dom:8080/a%20b/c?q",
        "",
        "http://me@host/",
        "HTTP://HOST:0080/%7euser/%61;b%3bc",
        "ftp://me:secret@host.dom/%2Fetc/motd;type=a",
        "gopher://mail.host.dom:25/xQUIT%0D%0A",
        "http://h:99999/",
        "http://h:4294967296/",
        "mailto:me@host.dom",
        "news:*",
        "wais://h/db?c",
        "file:///etc/motd",
        "prospero://host.dom:1525//pros/name;a=b",
        "x-scheme:anything",
        "telnet://h/x",
        "http://h/\u{e4}\u{f6}\u{fc}",
        "http://h/%zz",
        "http",
        "http://h/\u{0}\u{1b}[2J",
        "http://a.very.long.host.name.of.a.machine.somewhere.dom/with/a/long/path?and=a+query",
    ]
    .iter()
    .map(|text| Some(text.as_bytes().to_vec()))
    .collect();
    texts.push(None);
    texts.push(Some(b"http://h/".to_vec()));
    texts.push(None);
    texts
}

/// Texts that are not UTF-8, which only columns of octets can hold.
fn octets() -> Vec<Option<Vec<u8>>> {
    let wrong: [&[u8]; 4] = [
        b"http://h/\xff",
        b"\xff",
        b"http://h/\xc3",
        b"\xe2\x82http://h/",
    ];
    let mut texts = texts();
    texts.extend(wrong.map(|text| Some(text.to_vec())));
    texts
}

fn strings(texts: &[Option<Vec<u8>>]) -> ArrayRef {
    let strings = texts.iter().map(|text| {
        text.as_ref()
            .map(|text| String::from_utf8(text.clone()).unwrap())
    });
    Arc::new(strings.collect::<StringArray>())
}

/// Returns the texts as columns of every type, whole and sliced, with the texts that each holds.
fn columns() -> Vec<(ArrayRef, Vec<Option<Vec<u8>>>)> {
    let mut columns = Vec::new();
    let mut add = |column: ArrayRef, texts: Vec<Option<Vec<u8>>>| {
        assert_eq!(column.len(), texts.len());
        let rows = texts.len();
        columns.push((column.slice(3, rows - 5), texts[3..rows - 2].to_vec()));
        columns.push((column.slice(1, 0), Vec::new()));
        columns.push((column, texts));
    };
    let texts = texts();
    for of in [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View] {
        add(cast(&strings(&texts), &of).unwrap(), texts.clone());
    }
    let dictionary: DictionaryArray<datafusion::arrow::datatypes::Int32Type> =
        DictionaryArray::try_new(
            (0..texts.len())
                .map(|row| i32::try_from(row).unwrap())
                .collect::<Int32Array>(),
            strings(&texts),
        )
        .unwrap();
    add(Arc::new(dictionary), texts.clone());
    let some: Vec<Option<Vec<u8>>> = texts.iter().flatten().cloned().map(Some).collect();
    add(strings(&some), some);

    let octets = octets();
    let binary: ArrayRef = Arc::new(octets.iter().map(Option::as_deref).collect::<BinaryArray>());
    for of in [
        DataType::Binary,
        DataType::LargeBinary,
        DataType::BinaryView,
    ] {
        add(cast(&binary, &of).unwrap(), octets.clone());
    }
    columns
}

/// Checks the column of `query` for every column of texts.
async fn check(
    query: &str,
    expected: impl Fn(Option<&[u8]>) -> Value,
    shown: fn(&ArrayRef, usize) -> Value,
) {
    for (column, texts) in columns() {
        let answers = answers(query, &column).await.unwrap();
        assert_eq!(
            answers.len(),
            texts.len(),
            "{query} over {}",
            column.data_type()
        );
        for (row, text) in texts.iter().enumerate() {
            let answer = if answers.is_null(row) {
                Value::Null
            } else {
                shown(&answers, row)
            };
            let of = column.data_type();
            assert_eq!(
                answer,
                expected(text.as_deref()),
                "{query} of {text:?} in {of}"
            );
        }
    }
}

fn text(column: &ArrayRef, row: usize) -> Value {
    Value::from(array_value_to_string(column, row).unwrap())
}

fn url(text: Option<&[u8]>) -> Option<Url<'_>> {
    Url::parse(text?).ok()
}

#[tokio::test]
async fn verdicts_are_those_of_the_library() {
    let boolean = |column: &ArrayRef, row: usize| json!(column.as_boolean().value(row));
    let is_url = |text: Option<&[u8]>| json!(text.map(|text| rfc1738::is_valid(Rule::Url, text)));
    check("SELECT rfc1738_is_valid(url) FROM t", is_url, boolean).await;
    let is_http =
        |text: Option<&[u8]>| json!(text.map(|text| rfc1738::is_valid(Rule::Httpurl, text)));
    check(
        "SELECT rfc1738_is_valid(url, 'httpurl') FROM t",
        is_http,
        boolean,
    )
    .await;
}

#[tokio::test]
async fn a_column_can_name_the_rules() {
    let query = "SELECT rfc1738_is_valid(url, CASE WHEN url IS NULL THEN 'host' \
                 WHEN octet_length(url) % 3 = 0 THEN NULL \
                 WHEN octet_length(url) % 3 = 1 THEN 'httpurl' ELSE 'url' END) FROM t";
    let texts = texts();
    let answers = answers(query, &strings(&texts)).await.unwrap();
    for (row, text) in texts.iter().enumerate() {
        let expected = text.as_ref().and_then(|text| match text.len() % 3 {
            0 => None,
            1 => Some(rfc1738::is_valid(Rule::Httpurl, text)),
            _ => Some(rfc1738::is_valid(Rule::Url, text)),
        });
        let answer = answers
            .is_valid(row)
            .then(|| answers.as_boolean().value(row));
        assert_eq!(answer, expected, "{text:?}");
    }
}

#[tokio::test]
async fn errors_are_those_of_the_command() {
    let json = |column: &ArrayRef, row: usize| {
        let error = column.as_struct();
        let list = |name: &str| {
            let names = error
                .column_by_name(name)
                .unwrap()
                .as_list::<i32>()
                .value(row);
            let names = names.as_string_view();
            Value::from(
                names
                    .iter()
                    .map(|name| name.unwrap().to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        let string = |name: &str| {
            let column = error.column_by_name(name).unwrap().as_string_view();
            json!(column.is_valid(row).then(|| column.value(row)))
        };
        let offset = error.column_by_name("offset").unwrap();
        json!({
            "id": string("id"),
            "offset": offset.as_primitive::<UInt64Type>().value(row),
            "found": string("found"),
            "next": string("next"),
            "can_end": error.column_by_name("can_end").unwrap().as_boolean().value(row),
            "expected": list("expected"),
            "context": list("context"),
            "note": string("note"),
        })
    };
    for (query, rule) in [
        ("SELECT rfc1738_error(url) FROM t", Rule::Url),
        ("SELECT rfc1738_error(url, 'httpurl') FROM t", Rule::Httpurl),
    ] {
        let expected = |text: Option<&[u8]>| {
            let Some(error) = text.and_then(|text| rfc1738::parse(rule, text).err()) else {
                return Value::Null;
            };
            // The record that the command writes, with the first of its notes as a sentence.
            let mut record = serde_json::to_value(&error).unwrap();
            let fields = record.as_object_mut().unwrap();
            let note = fields.remove("notes").unwrap()[0].clone();
            fields.insert("note".into(), error.notes()[0].to_string().into());
            assert!(
                fields["note"]
                    .as_str()
                    .unwrap()
                    .starts_with(note["message"].as_str().unwrap())
            );
            fields.remove("start");
            fields.remove("end");
            record
        };
        check(query, expected, json).await;
    }
}

#[tokio::test]
async fn components_are_those_of_the_library() {
    let string = |name: &'static str| {
        move |text: Option<&[u8]>| {
            let url = url(text);
            let component = url.and_then(|url| match name {
                "user" => Some(url.user()?.raw().to_owned()),
                "password" => Some(url.password()?.raw().to_owned()),
                "host" => Some(url.host()?.raw().to_owned()),
                "path" => Some(url.path()?.raw().to_owned()),
                "search" => Some(url.query()?.raw().to_owned()),
                "rule" => Some(url.rule().name().to_owned()),
                "scheme" => Some(url.scheme().raw().to_ascii_lowercase()),
                _ => unreachable!(),
            });
            json!(component)
        }
    };
    for name in [
        "rule", "scheme", "user", "password", "host", "path", "search",
    ] {
        let query = format!("SELECT rfc1738_try_parse(url)['{name}'] FROM t");
        check(&query, string(name), text).await;
    }
    for name in ["scheme", "host", "path", "search"] {
        let query = format!("SELECT rfc1738_extract_{name}(url) FROM t");
        check(&query, string(name), text).await;
    }
    let number =
        |column: &ArrayRef, row: usize| json!(column.as_primitive::<UInt32Type>().value(row));
    let port = |text: Option<&[u8]>| {
        let number = url(text).and_then(|url| url.port()?.raw().parse::<u64>().ok());
        json!(number.filter(|number| u32::try_from(*number).is_ok()))
    };
    check("SELECT rfc1738_extract_port(url) FROM t", port, number).await;
    check("SELECT rfc1738_try_parse(url)['port'] FROM t", port, number).await;
    let port = |text: Option<&[u8]>| json!(url(text).and_then(|url| url.port_or_default()));
    check(
        "SELECT rfc1738_try_parse(url)['port_or_default'] FROM t",
        port,
        number,
    )
    .await;
    check(
        "SELECT rfc1738_normalize(url) FROM t",
        |text| json!(url(text).map(|url| url.normalized().into_string())),
        text,
    )
    .await;
}

#[tokio::test]
async fn lists_hold_components_and_advice_with_their_spans() {
    let components = |text: Option<&[u8]>| {
        let components = url(text)?.components();
        let shown = components.iter().map(|part| {
            let (name, span, raw) = (part.name(), part.span(), part.raw());
            format!(
                "{{name: {name}, start: {}, end: {}, raw: {raw}}}",
                span.start, span.end
            )
        });
        Some(format!("[{}]", shown.collect::<Vec<_>>().join(", ")))
    };
    check(
        "SELECT rfc1738_try_parse(url)['components'] FROM t",
        |text| json!(components(text)),
        text,
    )
    .await;
    let findings = |text: Option<&[u8]>| {
        let shown = advise(&url(text)?).map(|finding| {
            let (id, severity, span) = (finding.id(), finding.severity(), finding.span());
            format!(
                "{{id: {id}, severity: {severity}, start: {}, end: {}}}",
                span.start, span.end
            )
        });
        Some(format!("[{}]", shown.collect::<Vec<_>>().join(", ")))
    };
    check(
        "SELECT rfc1738_advice(url) FROM t",
        |text| json!(findings(text)),
        text,
    )
    .await;
}

#[tokio::test]
async fn parse_agrees_with_try_parse_if_all_texts_are_urls() {
    let urls: Vec<Option<Vec<u8>>> = texts()
        .into_iter()
        .filter(|text| text.is_none() || url(text.as_deref()).is_some())
        .collect();
    assert!(urls.len() > 10);
    let column = strings(&urls);
    let parsed = answers("SELECT rfc1738_parse(url) FROM t", &column)
        .await
        .unwrap();
    let tried = answers("SELECT rfc1738_try_parse(url) FROM t", &column)
        .await
        .unwrap();
    assert_eq!(&parsed, &tried);
    assert_eq!(
        parsed.null_count(),
        urls.iter().filter(|text| text.is_none()).count()
    );
}

#[tokio::test]
async fn parse_stops_at_a_wrong_url() {
    let column = strings(&[
        Some(b"http://h/".to_vec()),
        Some(b"http://me@h/\x1b".to_vec()),
    ]);
    let error = answers("SELECT rfc1738_parse(url) FROM t", &column)
        .await
        .unwrap_err();
    assert_eq!(
        error.strip_backtrace(),
        "Execution error: rfc1738_parse: not a valid url: found \"@\" at offset 9; no user name or password is \
         allowed in an http URL (RFC 1738, 3.3): \"http://me@h/\\u{1b}\", row 2 of a batch of 2; \
         rfc1738_try_parse gives NULL instead"
    );
    let long = strings(&[Some(
        format!("http://{}", "\u{e4}".repeat(300)).into_bytes(),
    )]);
    let error = answers("SELECT rfc1738_parse(url) FROM t", &long)
        .await
        .unwrap_err();
    let error = error.strip_backtrace();
    assert!(
        error.contains("\u{e4}\"\u{2026} (607 octets), row 1"),
        "{error}"
    );
    assert!(
        !error.contains("\\x"),
        "the text is cut between characters: {error}"
    );
}

#[tokio::test]
async fn constants_have_answers_too() {
    for query in [
        "SELECT rfc1738_parse('http://me@h/')",
        "SELECT rfc1738_parse(X'ff')",
    ] {
        let error = error(query).await;
        assert!(
            error.contains("rfc1738_parse: not a valid url: found "),
            "{error}"
        );
    }
    let nothing: ArrayRef = new_null_array(&DataType::Utf8, 2);
    for query in [
        "SELECT rfc1738_is_valid(NULL) FROM t",
        "SELECT rfc1738_is_valid('http://h/', NULL) FROM t",
        "SELECT rfc1738_error(NULL, 'host') FROM t",
        "SELECT rfc1738_error('-', NULL) FROM t",
        "SELECT rfc1738_parse(url) FROM t",
        "SELECT rfc1738_advice(NULL) FROM t",
        "SELECT rfc1738_normalize(url) FROM t",
    ] {
        let answers = answers(query, &nothing).await.unwrap();
        assert_eq!(answers.null_count(), 2, "{query}");
    }
    let octets = answers(
        "SELECT rfc1738_error(X'687474703a2f2f682fff')['offset'] FROM t",
        &nothing,
    );
    assert_eq!(text(&octets.await.unwrap(), 1), json!("9"));
}

#[tokio::test]
async fn octets_of_a_fixed_number_are_texts() {
    let urls = [b"news:a", b"news:\xff", b"http:/"];
    let column: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter(urls.iter()).unwrap());
    let answers = answers("SELECT rfc1738_is_valid(url) FROM t", &column)
        .await
        .unwrap();
    let expected: Vec<bool> = urls
        .iter()
        .map(|url| rfc1738::is_valid(Rule::Url, url))
        .collect();
    assert_eq!(expected, [true, false, false]);
    let answers: Vec<bool> = answers.as_boolean().iter().flatten().collect();
    assert_eq!(answers, expected);
}
