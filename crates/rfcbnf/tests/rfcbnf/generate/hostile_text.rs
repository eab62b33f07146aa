//! Text of a grammar in the documentation of generated code: it is text, whatever it holds.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use rfcbnf::generate::{CrateSources, Dependencies, Files};

/// Texts that Markdown or HTML gives a meaning, none with a blank at an end.
const HOSTILE: [&str; 22] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick='x'> c",
    "<!-- open",
    "<https://h/>",
    "[click](javascript:alert(1))",
    "![picture](http://h/x.png)",
    "[name]: http://h/ (title)",
    "[`Rule`]",
    "``` ignore",
    "```",
    "~~~",
    "a ` b `` c",
    "*a* _b_ **c** __d__ ~~e~~",
    "# heading",
    "> quotation",
    "- entry",
    "1. entry",
    "7) entry",
    "| a | b |",
    "&lt;script&gt; &#60; &amp;",
    r"\<script\> C:\x \",
];

/// Returns the comments of the generated code as Markdown: those of one item are one text.
fn documents(files: &Files) -> Vec<String> {
    let mut documents = Vec::new();
    for (path, text) in files {
        let is_code = std::path::Path::new(path)
            .extension()
            .is_some_and(|end| end == "rs");
        if !is_code {
            continue;
        }
        let mut document = String::new();
        for line in text.lines() {
            let line = line.trim_start();
            let comment = line
                .strip_prefix("///")
                .or_else(|| line.strip_prefix("//!"));
            match comment {
                Some(comment) => {
                    document += comment.strip_prefix(' ').unwrap_or(comment);
                    document.push('\n');
                }
                None => documents.push(std::mem::take(&mut document)),
            }
        }
        documents.push(document);
    }
    documents.push(files["README.md"].clone());
    documents.retain(|document| !document.is_empty());
    documents
}

/// Reads as rustdoc does, and returns the text that people see, without code.
fn shown(document: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut text = String::new();
    for event in Parser::new_ext(document, options) {
        match event {
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::SoftBreak => text.push(' '),
            Event::End(_) => text.push('\n'),
            Event::Html(_) | Event::InlineHtml(_) => panic!("HTML in\n{document}"),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                assert!(["", "bnf", "sh"].contains(&&*language), "{document}");
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                panic!("a block of code in\n{document}");
            }
            Event::Start(
                Tag::Image { .. }
                | Tag::BlockQuote(_)
                | Tag::Table(_)
                | Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough,
            ) => panic!("markup in\n{document}"),
            _ => {}
        }
    }
    text
}

fn generated(grammar: &str, readings: Option<&str>, layout: Option<&str>) -> Files {
    let sources = CrateSources {
        name: "hostile",
        grammar,
        notation: None,
        readings,
        layout,
        prose: None,
        rule: None,
        dependencies: Dependencies::Published,
    };
    sources
        .generate()
        .unwrap_or_else(|error| panic!("{error}\n{grammar}"))
        .files
}

/// Checks that the documents have no links but those of every crate, and the blocks of code that a
/// harmless grammar has.
fn assert_harmless(files: &Files, harmless: &Files) -> String {
    let count = |files: &Files| {
        let mut counts = [0; 3];
        for document in documents(files) {
            for event in Parser::new(&document) {
                match event {
                    Event::Start(Tag::Link { .. }) => counts[0] += 1,
                    Event::Start(Tag::CodeBlock(_)) => counts[1] += 1,
                    Event::Start(Tag::Heading { .. } | Tag::List(_)) => counts[2] += 1,
                    _ => {}
                }
            }
        }
        counts
    };
    assert_eq!(count(files), count(harmless));
    documents(files)
        .iter()
        .map(|document| shown(document))
        .collect()
}

/// Joins what is written for each text and its number: to generate code takes long.
fn numbered(texts: &[&str; 22], write: impl Fn(usize, &str) -> String) -> String {
    let texts = texts.iter().enumerate();
    texts.map(|(number, text)| write(number, text)).collect()
}

#[test]
fn comments_and_headings_are_plain_text_in_the_documentation() {
    let grammar = |texts: &[&str; 22]| {
        numbered(texts, |number, text| {
            format!(
                "; Things {number} {text}\n\na{number} = \"x\" ; {text}\n\nb{number} = 2a{number}\n\n"
            )
        })
    };
    let harmless = generated(&grammar(&["plain"; 22]), None, None);
    let shown = assert_harmless(&generated(&grammar(&HOSTILE), None, None), &harmless);
    for (number, text) in HOSTILE.into_iter().enumerate() {
        for expected in [
            format!("Things {number} {text}"),
            format!("The grammar remarks: {text}"),
        ] {
            assert!(shown.contains(&expected), "{expected}\n{shown}");
        }
    }
    // A heading may begin with any of them.
    let layout = |texts: &[&str; 22]| {
        numbered(texts, |number, text| {
            format!(
                "[[module]]\nname = \"things{number}\"\nsection = \"{number}\"\nheadings = ['''{text} {number}''']\n"
            )
        })
    };
    let grammar = |texts: &[&str; 22]| {
        numbered(texts, |number, text| {
            format!("; {text} {number}\n\na{number} = \"x\"\n\nb{number} = 2a{number}\n\n")
        })
    };
    let [harmless, files] = [["plain"; 22], HOSTILE]
        .map(|texts| generated(&grammar(&texts), None, Some(&layout(&texts))));
    let shown = assert_harmless(&files, &harmless);
    for (number, text) in HOSTILE.into_iter().enumerate() {
        assert!(
            shown.contains(&format!("{text} {number}")),
            "{text}\n{shown}"
        );
    }
}

#[test]
fn readings_titles_and_literals_are_text_in_the_documentation() {
    let grammar = |literal: &str| {
        format!(
            "; Things\n\na = *[ b \"{literal}\" ] b\nb = 1*c\nc = d | e\nd = \"x\"\ne = \"y\"\n"
        )
    };
    let readings = |texts: &[&str; 22]| {
        numbered(texts, |number, text| {
            format!(
                "[[reading]]\nid = \"r{number}\"\nproductions = [\"c{number}\"]\nsection = \"1\"\n\
                 decision = '''{text}'''\nwhy = '''{text}'''\napply = {{ first = \"e\" }}\n"
            )
        })
    };
    for literal in ["`", "``", "<script>", "```"] {
        let harmless = generated(&grammar("-"), None, None);
        let shown = assert_harmless(&generated(&grammar(literal), None, None), &harmless);
        assert!(shown.contains(&format!("\"{literal}\"")), "{shown}");
    }
    let read = numbered(&HOSTILE, |number, _| format!("c{number} = d | e\n"));
    let read = format!("; Things\n\n{read}d = \"x\"\ne = \"y\"\n");
    let [harmless, files] =
        [["plain"; 22], HOSTILE].map(|texts| generated(&read, Some(&readings(&texts)), None));
    let shown = assert_harmless(&files, &harmless);
    for text in HOSTILE {
        assert!(
            shown.contains(&format!("(Section 1): {text} {text}")),
            "{text}\n{shown}"
        );
    }
    let layout = |title: &str| format!("[crate]\ntitle = '''{title}'''\n");
    let harmless = generated(&grammar("-"), None, Some(&layout("plain")));
    for title in ["<script>alert(1)</script>", "[a](javascript:b)", "*a* _b_"] {
        let files = generated(&grammar("-"), None, Some(&layout(title)));
        let shown = assert_harmless(&files, &harmless);
        assert!(shown.contains(&format!("of {title}")), "{shown}");
    }
}
