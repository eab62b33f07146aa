//! Blocks that say that they are a grammar, and sentences that say that one follows.

use rfcbnf::extract::{Extraction, Keep, extract};

use super::{finds, sound};

/// Rules that can be read, rules that cannot, and lines that are none. The first line is empty.
const LINES: &str = "
good = \"a\" / bad
bad = \"a
lost \"y\"
  / \"z\"
names = of / other-documents
worse = ( \"x\"
";

/// The lines of the block, in each form of a document, with the number of lines before them.
fn documents() -> Vec<(String, usize)> {
    let forms = [
        (
            "<rfc><section><t>x</t><sourcecode type=\"abnf\">",
            "</sourcecode></section></rfc>",
        ),
        (
            "<rfc><figure><artwork type=\"abnf9110\"><![CDATA[",
            "]]></artwork></figure></rfc>",
        ),
        (
            "<html><body><p>x</p><p>y</p><pre class=\"prettyprint lang-ietf_abnf\">",
            "</pre><p>This page has some more text than grammar, so that it is no text with tags. It goes \
             on for a while, and so its figures are figures, which are all that is read of it here, and \
             nothing else.</p></body></html>",
        ),
        ("# Title\n\nText.\n\n~~~ abnf", "~~~\n"),
        ("# Title\n\nText.\n``` {.abnf #id}", "```\n"),
        ("# Title\n\n~~~~", "~~~~\n{: type=\"abnf\"}\n"),
    ];
    let documents = forms.into_iter().map(|(before, behind)| {
        (
            format!("{before}{LINES}{behind}"),
            before.matches('\n').count(),
        )
    });
    documents.collect()
}

#[test]
fn every_line_of_a_said_grammar_is_read_or_reported() {
    for (document, before) in documents() {
        let found = extract(&document, Keep::Last);
        let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
        assert_eq!(names, ["good", "bad", "names", "worse"], "{document}");
        let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line - before).collect();
        assert_eq!(lines, [2, 3, 6, 7], "{document}");
        let [unread] = found.unread[..] else {
            panic!("{document}: {:?}", found.unread);
        };
        assert_eq!((unread.first - before, unread.last - before), (4, 5));
        assert!(unread.is_said_grammar);
    }
}

/// RFC 8288, Section 3.2, has such blocks.
#[test]
fn a_block_with_a_body_alone_is_named() {
    let document =
        "~~~ abnf\nname = 1*ALPHA\n~~~\n\nThe value is:\n\n~~~ abnf\nname *( SP name )\n~~~\n";
    let found = extract(document, Keep::Last);
    assert_eq!((found.rules.len(), &found.nameless[..]), (1, &[8][..]));
    assert_eq!(found.unread, []);
}

#[test]
fn code_blocks_of_other_types_are_no_grammar() {
    let block = |kind: &str| format!("~~~ {kind}\nname = 1*ALPHA\n~~~\n");
    for kind in ["json", "example", "http-message", "drawing"] {
        assert_eq!(extract(&block(kind), Keep::Last).rules, [], "{kind}");
    }
    for kind in ["", "abnf", "ABNF", "text", "{: .language-abnf}"] {
        assert_eq!(extract(&block(kind), Keep::Last).rules.len(), 1, "{kind}");
    }
}

#[test]
fn underlined_headings_and_unclosed_fences_open_no_block() {
    let found =
        sound("Ports\n~~~~~\n\n     port = 1*DIGIT\n\nNames\n~~~~~\n\n     name = 1*ALPHA\n");
    assert_eq!(found.rules.len(), 2);
    finds("~~~ json\n\n     port = 1*DIGIT\n", &[("port", 3)]);
    finds("~~~ json\n{\n``` \n     port = 1*DIGIT\n~~~\n", &[]);
}

#[test]
fn many_fences_take_linear_time() {
    let document = "~~~~ x\n````` y\n".repeat(100_000);
    assert_eq!(extract(&document, Keep::Last).rules, []);
}

/// RFC 8942, Section 3.1, and RFC 7639, Section 2.2, have rules with names of other documents only.
#[test]
fn a_sentence_can_announce_names_of_other_documents() {
    let found = extract(
        "
   Its value is a list of tokens.  Its ABNF
   is:

     Accept-Hint = sf-list

   For example:

     accept-hint = width

   The syntax of the other field is:

     Protocols   = 1#protocol-id
     protocol-id = token ; with percent-encoding

   The length is found as follows:

     length = width
",
        Keep::Last,
    );
    let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(names, ["Accept-Hint", "Protocols", "protocol-id"]);
    let html = "<html><body><p>Some text, which is longer than the figure by far and by a lot, and is no figure.</p>\
                <p>Its ABNF is:</p><pre class=\"inline\">\n  Accept-Hint = sf-list\n</pre></body></html>";
    assert_eq!(extract(html, Keep::Last).rules.len(), 1);
    // RFC 7639 as HTML: the announcement is not the last sentence of the paragraph.
    let html = "<html><body><p>The ABNF (Augmented Backus-Naur Form) syntax for the field value is given below. It uses \
                the syntax defined in Section 1.2 of [RFC7230].</p><pre class=\"inline\">\nALPN = 1#protocol-id\n\
                protocol-id     = token ; percent-encoded ALPN protocol identifier\n</pre><p>These are as follows. \
                The others are below, without ABNF.</p><pre>\n  size = width\n</pre></body></html>";
    let found = extract(html, Keep::Last);
    let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(names, ["ALPN", "protocol-id"]);
}

fn texts(found: &Extraction) -> Vec<&str> {
    found.rules.iter().map(|rule| &*rule.text).collect()
}

/// RFC 2616 has these statements, and RFC 2617 such calls.
#[test]
fn pseudo_code_takes_the_place_of_no_rule() {
    let document = "
     Content-Length = \"Content-Length\" \":\" 1*DIGIT
     entity-body    = *OCTET
     digest         = <\"> 32LHEX <\">
     LHEX           = DIGIT / \"a\" / \"b\"

   The body is:

     entity-body := Content-Encoding( Content-Type( data ) )

   The digest is found so:

     digest =
        <\"> < KD ( H(A1), unq(nonce) \":\" H(A2) ) > <\">

     length := 0
     Content-Length := length
";
    for keep in [Keep::First, Keep::Last] {
        let found = extract(document, keep);
        let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
        assert_eq!(lines, [2, 3, 4, 5], "{:?}", texts(&found));
        assert_eq!(found.redefinitions, []);
        assert_eq!(found.calls, [9, 13]);
    }
}

/// RFC 2045 defines all of its rules so.
#[test]
fn colon_and_equals_define_where_many_rules_have_them() {
    finds(
        "\n   a := b / \"x\"\n   b := \"y\" [ c ]\n   c =  %x20\n",
        &[("a", 2), ("b", 3), ("c", 4)],
    );
}

/// RFC 2616, Section 3.6.1, has `chunk-data`.
#[test]
fn brackets_behind_the_name_of_a_rule_are_no_call() {
    finds(
        "\n     chunk = size(OCTET)\n     size  = 1*HEX\n     HEX   = \"A\" / DIGIT\n",
        &[("chunk", 2), ("size", 3), ("HEX", 4)],
    );
}
