//! The options of `railroad`: formats, destinations and refusals.

use super::drawn;
use crate::command::file;

#[test]
fn nested_brackets_take_no_more_time_than_others() {
    let body = "[ *( \"x\" | a ".repeat(45) + &") ]".repeat(45);
    file("deep.bnf", format!("drawn = {body}\na = \"y\"\n"));
    for to in ["html", "svg", "text"] {
        let drawing = drawn(&format!("--to {to} deep.bnf"));
        // Six levels are drawn, with four parts inside each other in each. A box stands for the
        // others. The page also contains the text of the production.
        let texts = if to == "html" { 6 + 45 } else { 6 };
        assert!(drawing.contains("… 78 more"), "{to}");
        let literals = drawing.matches("\"x\"").count() + drawing.matches("&quot;x&quot;").count();
        assert_eq!(literals, texts, "{to}");
    }
}
