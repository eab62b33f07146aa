//! The beginning of a page in HTML that is well-formed XML, too.

use std::fmt::{self, Write};

/// Writes everything up to the first heading, which is the title. The title is escaped already.
pub(crate) fn write_head(out: &mut impl Write, title: &str, styles: [&str; 2]) -> fmt::Result {
    writeln!(
        out,
        "<!DOCTYPE html>
<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">
<head>
<meta charset=\"utf-8\"/>
<meta name=\"viewport\" content=\"width=device-width\"/>
<meta name=\"color-scheme\" content=\"light dark\"/>
<title>{title}</title>
<style>
{}{}</style>
</head>
<body>
<h1>{title}</h1>",
        styles[0], styles[1]
    )
}
