//! What the engine shows about a function, as in `SHOW FUNCTIONS`.

use datafusion_expr::{DocSection, Documentation};

use crate::definition::Definition;

const SECTION: DocSection = DocSection {
    include: true,
    label: "URL Functions",
    description: Some("URLs by the grammar of RFC 1738."),
};

pub(crate) fn of(definition: &Definition) -> Documentation {
    let name = definition.name;
    let syntax = if definition.takes_rule {
        format!("{name}(url [, rule])")
    } else {
        format!("{name}(url)")
    };
    let documentation = Documentation::builder(SECTION, definition.description, syntax)
        .with_sql_example(definition.example)
        .with_argument(
            "url",
            "The text: a column or a constant, of strings or octets.",
        );
    if !definition.takes_rule {
        return documentation.build();
    }
    documentation
        .with_argument(
            "rule",
            "The name of the production, as `rfc1738 rules` lists it. The default is `url`.",
        )
        .build()
}
