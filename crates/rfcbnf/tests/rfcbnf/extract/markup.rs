//! Documents in HTML and XML.

use rfcbnf::extract::{Form, Keep, extract};

use super::sound;

/// As rfc2629.xslt and xml2rfc print it.
#[test]
fn each_figure_of_html_is_on_its_own() {
    let document = "<!DOCTYPE html>
<html><head><title>a = \"title\"</title><script>
if (a<b) { c = \"d\" }
</script></head><body>
<h2 id=\"s-3.1\"><a href=\"#s-3.1\">3.1.</a>&nbsp;<a>Ports</a></h2>
<p>The rule <code>x = \"y\"</code> is no figure.<br>And n = 3.</p>
<div class=\"artwork art-abnf\"><pre>
<a href=\"#ports\">ports</a> = <span>port</span> *( &quot;,&quot; port )
port  = 1*DIGIT / &lt;&#34;&gt;
</pre><a class=\"pilcrow\">\u{b6}</a></div>
<pre class=\"json\">
id = \"z\"
</pre>
</body></html>
";
    let found = sound(document);
    assert_eq!(found.form, Form::Html);
    let texts: Vec<&str> = found.rules.iter().map(|rule| &*rule.text).collect();
    assert_eq!(
        texts,
        ["ports = port *( \",\" port )", "port  = 1*DIGIT / <\">"]
    );
    let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
    assert_eq!(lines, [8, 9]);
    let section = found.rules[0].section.as_ref().expect("a section");
    assert_eq!(section.to_string(), "3.1 Ports");
}

/// As the RFC Editor and the Datatracker print older documents.
#[test]
fn html_that_is_one_text_is_read_as_text() {
    let document = "<html><body><a>HTML</a>
<pre>RFC 9999                          Ports                       March 2026

<span class=\"h2\"><a name=\"section-2\" href=\"#section-2\">2</a>.  Ports</span>

     ports = port
             *( \",\" port )

<span class=\"grey\">Doe                  Standards Track                   [Page 3]</span></pre>
<hr class='noprint'/><pre class='newpage'><span class=\"grey\">RFC 9999                 Ports                       March 2026</span>

     port  = 1*DIGIT
</pre></body></html>
";
    let found = sound(document);
    let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
    assert_eq!(lines, [6, 12]);
    let section = found.rules[1].section.as_ref().expect("a section");
    assert_eq!(section.to_string(), "2 Ports");
}

/// RFC 7749 (version 2) and RFC 7991 (version 3).
#[test]
fn figures_of_xml2rfc_are_read_in_both_versions() {
    let document = "<?xml version=\"1.0\"?>
<!DOCTYPE rfc SYSTEM \"rfc2629.dtd\" [ <!ENTITY nbsp \"&#160;\"> ]>
<rfc><middle>
<section title=\"Introduction\"><t>The rule a = \"b\" is in a sentence.</t></section>
<section title=\"Ports\">
<section><name>Lists</name>
<figure><artwork type=\"abnf\"><![CDATA[
  ports = port *( \",\" port ) ; <list>
]]></artwork></figure></section>
<sourcecode type=\"abnf\">
port = 1*DIGIT / &lt;port, see <xref target=\"URI\"/>, Section&nbsp;3&gt;
</sourcecode>
<sourcecode type=\"json\">x = \"y\"</sourcecode>
</section></middle>
<back><section title=\"Collected\"><figure><artwork>name = 1*ALPHA</artwork></figure></section></back>
</rfc>
";
    let found = sound(document);
    assert_eq!(found.form, Form::Xml);
    let found: Vec<(&str, usize, String)> = found
        .rules
        .iter()
        .map(|rule| {
            let section = rule.section.as_ref().map(ToString::to_string);
            (&*rule.text, rule.line, section.unwrap_or_default())
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                "ports = port *( \",\" port ) ; <list>",
                8,
                "2.1 Lists".to_owned()
            ),
            (
                "port = 1*DIGIT / <port, see [URI], Section 3>",
                11,
                "2 Ports".to_owned()
            ),
            ("name = 1*ALPHA", 15, "A Collected".to_owned()),
        ]
    );
}

#[test]
fn a_part_of_a_document_is_enough() {
    let found = sound("<pre>\nport = 1*DIGIT\n</pre>\n");
    assert_eq!(found.rules[0].line, 2);
    let found = extract("<pre>\nport = 1*DIGIT <b", Keep::Last);
    assert_eq!(found.form, Form::Text);
    let found = sound("<sourcecode>\nport = 1*DIGIT\n</sourcecode>");
    assert_eq!((found.form, found.rules.len()), (Form::Xml, 1));
}

#[test]
fn bnf_that_begins_with_an_angle_bracket_is_text() {
    for source in [
        "<pre> ::= \"</pre>\" | <pre> <pre>\n",
        "<html>=\"<html\" / \"</pre>\" / \"<pre\"\n",
    ] {
        assert_eq!(extract(source, Keep::Last).form, Form::Text);
    }
}
