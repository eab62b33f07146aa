//! What an editor asks about the text of a grammar.

use rfc1738_views::editing::{
    CompletionKind, GrammarText, HoverForm, RenameError, completions, definitions, hover, outline,
    references, renamable, rename,
};
use rfcbnf::Reader;
use rfcbnf::imports::Links;

fn text(text: &str) -> GrammarText {
    GrammarText::new(text, &Reader::default())
}

/// Returns the text after its production at the offset got another name.
fn renamed(source: &str, offset: usize, name: &str) -> Result<String, RenameError> {
    let mut changed = source.to_owned();
    for (span, name) in rename(&text(source), offset, name)?.into_iter().rev() {
        changed.replace_range(span, &name);
    }
    Ok(changed)
}

#[test]
fn second_definitions_and_unreadable_rules_are_renamed_too() {
    let source = "a = B (\nb = \"x\na = b b\nB =/ 1*b ; b\n";
    let expected = "a = new (\nnew = \"x\na = new new\nnew =/ 1*new ; b\n";
    assert_eq!(renamed(source, 4, "new").as_deref(), Ok(expected));
    let source = "<a b> ::= <c> <a b>\n<c> ::= \"<a b>\"\n";
    let expected = "<x> ::= <c> <x>\n<c> ::= \"<a b>\"\n";
    assert_eq!(renamed(source, 3, "x").as_deref(), Ok(expected));
}

#[test]
fn a_name_can_change_its_letters_only() {
    assert_eq!(
        renamed("a = %x31 [ A ]\n", 0, "A").as_deref(),
        Ok("A = %x31 [ A ]\n")
    );
}

#[test]
fn a_name_that_others_mean_is_refused() {
    let source = "a = lost\nb = a DIGIT\n";
    let taken = |name: &str| RenameError::Taken(name.to_owned());
    assert_eq!(renamed(source, 0, "B"), Err(taken("B")));
    // A use of it would mean this production from then on.
    assert_eq!(renamed(source, 0, "lost"), Err(taken("lost")));
    let core = |name: &str| RenameError::CoreRule(name.to_owned());
    assert_eq!(renamed(source, 0, "digit"), Err(core("digit")));
    assert_eq!(renamed(source, 0, "crlf"), Err(core("crlf")));
    // Letters of names match as written where `|` says that the file is no ABNF.
    assert!(renamed("a = \"x\" | b\nb = \"y\"\n", 0, "B").is_ok());
    let undefined = RenameError::Undefined("lost".to_owned());
    let (text, links) = (text(source), Links::default());
    assert_eq!(renamable(&text, &links, 4), Err(undefined));
}

#[test]
fn names_are_where_the_cursor_is_or_ends() {
    let source = text("ab = cd\ncd = %x31\n");
    for offset in 5..=7 {
        assert_eq!(
            definitions(&source, offset),
            std::slice::from_ref(&(8..10)),
            "{offset}"
        );
        assert_eq!(
            references(&source, offset),
            std::slice::from_ref(&(5..7)),
            "{offset}"
        );
    }
    assert!(definitions(&source, 4).is_empty() && references(&source, 999).is_empty());
}

#[test]
fn the_outline_has_every_rule_of_a_half_typed_file() {
    let source = text("a = \"x\n; One\n\nb =\n  c = (d ; e\n\n; Two\n");
    let items = outline(&source);
    let names: Vec<&str> = items.iter().map(|item| &*item.name).collect();
    assert_eq!(names, ["a", "One", "Two"]);
    let children = items[1]
        .children
        .iter()
        .map(|item| (&*item.name, &*item.detail));
    assert_eq!(children.collect::<Vec<_>>(), [("b", ""), ("c", "(d")]);
    for item in items
        .iter()
        .flat_map(|item| std::iter::once(item).chain(&item.children))
    {
        let (span, place) = (&item.span, &item.place);
        assert!(
            span.start <= place.start && place.end <= span.end,
            "{item:?}"
        );
    }
}

#[test]
fn nothing_completes_within_text_and_comments() {
    let source = "a = \"b\" / <any b> / %x41 ; b\n  / b\n";
    let grammar = text(source);
    let is_offered = |needle: &str| {
        let offset = source.find(needle).expect("it is there") + needle.len();
        !completions(&grammar, &[], offset).1.is_empty()
    };
    for needle in ["= \"b", "<any b", "%", "; b", "/ %x"] {
        assert!(!is_offered(needle), "{needle}");
    }
    for needle in ["a = ", "\"b\" ", "any b> ", "\n  / b", "\n  "] {
        assert!(is_offered(needle), "{needle}");
    }
}

#[test]
fn completions_say_where_productions_are_from() {
    let source = text("a = b\n");
    let imported = ["a", "other"].map(str::to_owned);
    let (_, found) = completions(&source, &imported, 4);
    let kind = |name: &str| {
        found
            .iter()
            .find(|one| one.name == name)
            .map(|one| one.kind)
    };
    assert_eq!(kind("a"), Some(CompletionKind::Defined));
    assert_eq!(kind("other"), Some(CompletionKind::Imported));
    assert_eq!(kind("DIGIT"), Some(CompletionKind::CoreRule));
    assert_eq!(found.iter().filter(|one| one.name == "a").count(), 1);
}

#[test]
fn a_hover_lets_no_text_of_the_file_out() {
    let source = "; ![x](y) <script>\n\n; ```\na = \"```\" / \"\u{1b}[2J\" ; ``` </pre>\n";
    let document = Reader::default().read(source);
    let form = HoverForm::Markdown {
        has_pictures: false,
    };
    let grammar = text(source);
    let offset = source.find("a =").expect("it is there");
    let found = hover(
        &grammar,
        (&document.grammar, &Links::default()),
        offset,
        form,
    )
    .expect("a production");
    assert!(!found.text.contains('\u{1b}'), "{}", found.text);
    assert!(found.text.starts_with("````abnf\n"), "{}", found.text);
    let outside: String = found.text.split("````").step_by(2).collect();
    assert!(
        outside.contains("\\!\\[x\\]\\(y\\) \\<script\\>"),
        "{outside}"
    );
    assert!(outside.contains("\\`\\`\\` \\</pre\\>"), "{outside}");
    for (offset, _) in outside.match_indices(['<', '!']) {
        assert!(outside[..offset].ends_with('\\'), "{outside}");
    }
}
