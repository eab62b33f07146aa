//! Trees and traces twenty thousand levels deep, which a recognizer of recursive productions makes.
//!
//! The threads of these tests have a stack that is too small for a call for each level.

use std::io::{self, Write};
use std::thread;

use rfc1738::{Detail, Rule, Tree};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::trace::progress::Progress;
use rfc1738_views::trace::record::write_lines;
use rfc1738_views::trace::{StepSelection, page};
use rfc1738_views::tree::json::{self as tree_json, FlatTree};
use rfc1738_views::tree::{sexp, text};
use rfcbnf_engine::recognized::{self, DerivedNode, Reach};
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{CharacterSet, NESTED_LEVELS, Production as _};

use crate::lines;

const LEVELS: usize = 20_000;

/// The bytes of a small stack: fewer than a call takes, for each level.
const STACK: usize = 256 * 1024;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    on_a_stack(STACK, test);
}

#[expect(
    clippy::disallowed_types,
    reason = "views start no threads; the test needs one for its small stack"
)]
fn on_a_stack(size: usize, test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(size).spawn(test);
    thread.expect("a thread").join().expect("the test passes");
}

/// A text and the number of levels of its tree.
struct Deep {
    text: String,
    levels: usize,
}

impl Deep {
    /// Returns a text of `s = "(" [ s ] ")"`.
    fn nested(levels: usize) -> Self {
        let text = "(".repeat(levels) + &")".repeat(levels);
        Self { text, levels }
    }

    /// Returns a text whose nodes all span the same octet.
    fn of_one_octet(levels: usize) -> Self {
        let text = "a".to_owned();
        Self { text, levels }
    }

    /// Returns the nodes below the root.
    fn nodes(&self) -> impl Iterator<Item = DerivedNode> {
        let (length, production) = (self.text.len(), Rule::Url.id());
        let middle = (length - 1) / 2;
        (1..self.levels).map(move |depth| DerivedNode {
            production,
            span: depth.min(middle)..length - depth.min(middle),
            depth,
        })
    }

    fn tree(&self) -> Tree<'_> {
        recognized::tree(Rule::Url, &self.text, Detail::Rules, self.nodes())
    }

    fn trace(&self) -> Trace<'_, Rule> {
        let text = self.text.as_bytes();
        recognized::trace(Rule::Url, text, Detail::Rules, &whole(text), self.nodes())
    }
}

/// Returns how far a text that is derived is viable.
fn whole(text: &[u8]) -> Reach {
    Reach {
        viable: text.len(),
        next: CharacterSet::EMPTY,
        longest: Some(text.len()),
    }
}

/// Counts what is written.
#[derive(Default)]
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.0 += octets.len();
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type View = (&'static str, fn(&Deep, &mut Counter) -> io::Result<()>);

/// Every view of a tree or a trace.
const VIEWS: [View; 12] = [
    ("text", |deep, out| {
        text::write(out, Palette::PLAIN, deep.tree().root())
    }),
    ("sexp", |deep, out| sexp::write(out, deep.tree().root())),
    ("json lines", |deep, out| {
        tree_json::write_lines(out, deep.tree().root())
    }),
    ("json", |deep, out| {
        let tree = deep.tree();
        let record = CheckRecord::new(deep.text.as_bytes(), Rule::Url, Ok(Some(tree.root())));
        json::write(out, &record)
    }),
    ("flat", |deep, out| {
        json::write(out, &FlatTree::new(deep.tree().root(), usize::MAX))
    }),
    ("serde", |deep, out| {
        serde_json::to_writer(out, &deep.tree().root().flat()).map_err(io::Error::from)
    }),
    ("display", |deep, out| write!(out, "{}", deep.tree())),
    ("debug", |deep, out| write!(out, "{:#?}", deep.tree())),
    ("debug of nodes", |deep, out| {
        write!(out, "{:?}", deep.tree().iter())
    }),
    ("trace", |deep, out| {
        page::write(
            out,
            Palette::PLAIN,
            &deep.trace(),
            &StepSelection::default(),
        )
    }),
    ("trace as json lines", |deep, out| {
        write_lines(out, Rule::Url, &deep.trace(), &StepSelection::default())
    }),
    ("progress", |deep, out| {
        json::write(
            out,
            &Progress::new(&deep.trace(), (deep.text.len() - 1) / 2),
        )
    }),
];

fn length(view: View, deep: &Deep) -> usize {
    let mut counter = Counter::default();
    view.1(deep, &mut counter).expect("a counter takes everything");
    counter.0
}

#[test]
fn the_output_of_every_view_grows_linearly_with_depth() {
    for view in VIEWS {
        let length = |levels| length(view, &Deep::nested(levels));
        let (low, high) = (length(1_000), length(20_000));
        // A number has a digit or two more.
        let most = 28 * low;
        assert!(
            (10 * low..most).contains(&high),
            "{}: {low}, {high}",
            view.0
        );
    }
}

#[test]
fn every_operation_on_a_deep_tree_avoids_recursion() {
    on_a_small_stack(|| {
        let nested = Deep::nested(LEVELS);
        let deep = nested.tree();
        assert_eq!(deep.iter().len(), LEVELS);
        assert!(deep == deep.clone());
        assert!(deep != Deep::nested(LEVELS - 1).tree());
        let leaf = deep.iter().next_back().expect("a tree has nodes");
        assert_eq!(leaf.ancestors().count(), LEVELS);
        assert_eq!(deep.innermost_at(LEVELS), Some(leaf));
        let depths = deep.root().descendants_with_depth().map(|(depth, _)| depth);
        assert!(depths.eq(0..LEVELS));
    });
}

#[test]
fn every_view_shows_many_levels_without_recursion() {
    on_a_small_stack(|| {
        for view in VIEWS {
            let length = length(view, &Deep::of_one_octet(LEVELS));
            assert!(length > LEVELS * 10, "{}: {length}", view.0);
        }
    });
}

#[test]
fn nested_json_of_many_levels_lists_its_nodes() {
    on_a_small_stack(|| {
        let nested = Deep::nested(LEVELS);
        let deep = nested.tree();
        let record = CheckRecord::new(nested.text.as_bytes(), Rule::Url, Ok(Some(deep.root())));
        let written = lines(|out| json::write(out, &record));
        assert_eq!(written.matches("\"children\":[").count(), LEVELS);
        assert!(written.ends_with(&("]}".repeat(LEVELS) + "}\n")));
    });
}

#[test]
fn a_tree_too_deep_to_nest_is_a_serializer_error() {
    on_a_small_stack(|| {
        for levels in [NESTED_LEVELS + 1, LEVELS] {
            let nested = Deep::nested(levels);
            let deep = nested.tree();
            let mut out = Vec::new();
            let error = serde_json::to_writer(&mut out, &deep).expect_err("it is too deep");
            assert_eq!(
                error.to_string(),
                "the tree has more than 512 levels: nested, it could overflow the stack; serialize \
                 the list of its nodes (`flat`)"
            );
            assert!(out.is_empty());
        }
    });
}

#[test]
fn the_deepest_tree_that_nests_fits_on_the_stack() {
    on_a_stack(1024 * 1024, || {
        let nested = Deep::nested(NESTED_LEVELS);
        let deep = nested.tree();
        let value = serde_json::to_value(&deep).expect("it is not too deep");
        let pretty = serde_json::to_string_pretty(&deep).expect("it is not too deep");
        assert_eq!(pretty.matches("\"children\"").count(), NESTED_LEVELS);
        let compact = serde_json::to_string(&deep).expect("it is not too deep");
        assert_eq!(value.to_string().len(), compact.len());
    });
}

#[test]
fn the_progress_in_a_wide_tree_takes_linear_time() {
    let width = 300_000;
    let text = "a".repeat(width);
    let nodes = (0..width).map(|offset| DerivedNode {
        production: Rule::Port.id(),
        span: offset..offset + 1,
        depth: 1,
    });
    let text = text.as_bytes();
    let trace = recognized::trace(Rule::Url, text, Detail::Rules, &whole(text), nodes);
    let shown = lines(|out| json::write(out, &Progress::new(&trace, width - 1)));
    assert_eq!(shown.matches("port").count(), width);
}
