//! Grammars of every kind of recursion.

use rfcbnf::Reader;
use rfcbnf::syntax::{Case, Expression, Grammar, Kind, Quantifier};

/// What recursion is like, the grammar, and the characters of its texts.
type Written = (&'static str, &'static str, &'static str);

/// The first production of each is `s`.
pub(super) const GRAMMARS: &[Written] = &[
    ("left", "s = s \"b\" | \"a\"\n", "ab"),
    (
        "left, shorter alternatives first",
        "s = s \"xx\" | s \"x\" | \"y\"\n",
        "xy",
    ),
    (
        "left, two operators",
        "s = s \"+\" t | s \"-\" t | t\nt = t \"*\" f | f\nf = \"(\" s \")\" | \"1\"\n",
        "1+-*()",
    ),
    ("right", "s = \"a\" s | \"b\"\n", "ab"),
    (
        "right, of a label",
        "s = c | c t\nt = d t | d\nd = c | \"-\"\nc = \"a\" | \"1\"\n",
        "a1-",
    ),
    ("middle", "s = \"a\" s \"b\" | \"c\"\n", "abc"),
    ("middle, nullable", "s = [ \"a\" s \"b\" ]\n", "ab"),
    (
        "hidden left",
        "s = h s \"b\" | \"c\"\nh = [ \"a\" ]\n",
        "abc",
    ),
    (
        "hidden left, by a repetition",
        "s = *\"a\" s \"b\" | \"c\"\n",
        "abc",
    ),
    (
        "hidden right",
        "s = \"a\" s t | \"b\"\nt = [ \"c\" ]\n",
        "abc",
    ),
    (
        "hidden right, two tails",
        "s = \"a\" s t t | \"b\"\nt = *\"c\"\n",
        "abc",
    ),
    (
        "hidden on both sides",
        "s = t s t | \"a\"\nt = [ \"b\" ]\n",
        "ab",
    ),
    ("mutual", "s = \"a\" t | \"b\"\nt = \"b\" s | \"a\"\n", "ab"),
    (
        "mutual left",
        "s = t \"a\" | \"b\"\nt = s \"b\" | \"a\"\n",
        "ab",
    ),
    (
        "mutual, of three",
        "s = t \"a\" | \"c\"\nt = \"b\" u | u\nu = s \"b\" | \"a\"\n",
        "abc",
    ),
    ("cycle", "s = t | \"x\"\nt = s | \"x\"\n", "x"),
    ("cycle of one", "s = s | \"a\" | s s\n", "a"),
    (
        "cycle of three with texts",
        "s = t | \"a\"\nt = u | \"b\" s\nu = s | \"c\"\n",
        "abc",
    ),
    (
        "cycle through a nullable production",
        "s = e s e | \"a\"\ne = [ \"b\" ]\n",
        "ab",
    ),
    ("nullable", "s = s \"a\" | \"\"\n", "a"),
    ("nullable, twice", "s = s s | \"a\" | \"\"\n", "ab"),
    (
        "nullable, the empty text first",
        "s = \"\" | \"a\" | s s\n",
        "ab",
    ),
    ("only the empty text", "s = s s | \"\"\n", "a"),
    (
        "repetition of nullable recursion",
        "s = *t \"b\"\nt = [ \"a\" s ]\n",
        "ab",
    ),
    ("repetition of itself", "s = \"a\" / *( s \"b\" )\n", "ab"),
    (
        "repetition of nullable itself",
        "s = *( s / \"a\" )\n",
        "ab",
    ),
    (
        "repetition, at least two nullable",
        "s = 2*( t )\nt = [ \"a\" / s \"b\" ]\n",
        "ab",
    ),
    (
        "repetition, two or three nullable",
        "s = 2*3( t ) \"c\"\nt = [ \"a\" / \"b\" s ]\n",
        "abc",
    ),
    (
        "bounded repetition of nullable nodes",
        "s = *2( t )\nt = [ \"a\" s \"b\" ]\n",
        "ab",
    ),
    ("counts", "s = 2*4( \"a\" / \"(\" s \")\" )\n", "a()"),
    ("counts on the left", "s = 1*2( s \"a\" / \"b\" )\n", "ab"),
    (
        "exact counts",
        "s = 2( t ) / \"b\"\nt = \"a\" [ s ]\n",
        "ab",
    ),
    (
        "recursion in an optional part",
        "s = [ s ] \"a\" [ s ] / \"b\"\n",
        "ab",
    ),
    (
        "recursion in groups",
        "s = ( ( s \"a\" / s ) \"b\" / \"a\" ) [ ( s ) ]\n",
        "ab",
    ),
    (
        "ambiguous sums",
        "s = s \"+\" s / 1*d\nd = \"0\" / \"1\"\n",
        "01+",
    ),
    (
        "ambiguous operators",
        "s = s \"+\" s / s \"*\" s / \"-\" s / \"1\"\n",
        "1+*-",
    ),
    ("ambiguous on three sides", "s = s s s / s s / \"a\"\n", "a"),
    (
        "dangling else",
        "s = \"i\" s / \"i\" s \"e\" s / \"x\"\n",
        "iex",
    ),
    (
        "dangling else, optional",
        "s = \"i\" s [ \"e\" s ] / \"x\"\n",
        "iex",
    ),
    (
        "values with blanks",
        "s = ws v ws\nv = o / l / n\no = \"{\" ws [ m *( c m ) ] ws \"}\"\nm = ws n ws \":\" ws v ws\nl = \"[\" ws [ s *( c s ) ] ws \"]\"\nc = ws \",\" ws\nn = 1*( \"1\" )\nws = *( \" \" )\n",
        "1[],{}: ",
    ),
    (
        "comments",
        "s = [ f ] w *( [ f ] w ) [ f ]\nf = 1*( c / \" \" )\nc = \"(\" *( [ \" \" ] ( t / c ) ) [ \" \" ] \")\"\nw = 1*t\nt = \"a\" / \"b\"\n",
        "ab() ",
    ),
    (
        "palindromes",
        "s = [ \"a\" / \"b\" / \"a\" s \"a\" / \"b\" s \"b\" ]\n",
        "ab",
    ),
    (
        "equal numbers",
        "s = *( \"a\" s \"b\" / \"b\" s \"a\" )\n",
        "ab",
    ),
    (
        "two languages at once",
        "s = t / u\nt = \"a\" t \"b\" / \"ab\"\nu = \"a\" u \"bb\" / \"abb\"\n",
        "ab",
    ),
    (
        "letter case",
        "s = \"aB\" s %s\"c\" / %x62 / %s\"Ab\"\n",
        "abcABC",
    ),
    (
        "octets",
        "s = %x80-ff s / %x61-62 / %xfe.61 s\n",
        "ab\u{e9}",
    ),
    (
        "characters",
        "s = s %xe9-20ac / %x61-62 s %x20ac / %x61\n",
        "ab\u{e9}\u{20ac}\u{10000}",
    ),
    (
        "characters above all",
        "s = \"(\" s \")\" / *( %x80-10FFFF ) / \"a\" s\n",
        "a()\u{e9}\u{20ac}\u{10000}",
    ),
    ("derives nothing", "s = \"a\" s | t\nt = \"b\" t\n", "ab"),
    (
        "unproductive alternatives",
        "s = \"a\" e | \"b\" s | \"c\" | s e \"a\"\ne = \"x\" e\n",
        "abcx",
    ),
    (
        "unproductive rounds",
        "s = \"a\" *( e ) s | \"b\" [ e ]\ne = \"a\" e\n",
        "ab",
    ),
    (
        "empty rounds of a repetition",
        "s = *( *( [ \"a\" ] ) ) \"b\" / \"(\" s \")\"\n",
        "ab()",
    ),
    (
        "recursion beside regular parts",
        "s = w [ \",\" s ] / \"<\" s \">\"\nw = 1*( \"a\" / \"ab\" / \"b\" )\n",
        "ab,<>",
    ),
    (
        "lazy: references to l",
        "s = l l \"c\" / \"b\"\nl = *( x ) / \"b\" s\nx = \"a\" / \"b\"\n",
        "abc",
    ),
    (
        "lazy: references to l, recursive",
        "s = l [ s ]\nl = 1*3( x / \"(\" l \")\" )\nx = \"a\" / \"aa\"\n",
        "a()",
    ),
    (
        "any case: references to i",
        "s = i s / n\ni = \"a\" s \"b\" / %x61-63\nn = %s\"c\" / %s\"d\"\n",
        "abcdABCD",
    ),
];

/// Reads a grammar. In those for the purpose, references to `l` are lazy, and those to `i` ignore
/// case: only readings decide this.
pub(super) fn read(kind: &str, source: &str) -> Grammar {
    let mut grammar = Reader::default().read(source).grammar;
    for production in &mut grammar.productions {
        decide(kind, &mut production.body);
    }
    grammar
}

fn decide(kind: &str, expression: &mut Expression) {
    if let Kind::Reference {
        name,
        case,
        quantifier,
    } = &mut expression.kind
    {
        if kind.starts_with("lazy") && name == "l" {
            *quantifier = Quantifier::Lazy;
        }
        if kind.starts_with("any case") && name == "i" {
            *case = Case::Ignored;
        }
    }
    for child in expression.children_mut() {
        decide(kind, child);
    }
}
