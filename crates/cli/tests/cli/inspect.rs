//! `rfc1738 inspect`.

use crate::command::{exits, stdout};

fn page_of(line: &str) -> String {
    stdout(&exits(&format!("inspect {line}"), 0).stderr(""))
}

/// Asserts that the page of each URL contains the sentence.
fn check_sentences(rows: &[(&str, &str)]) {
    for (text, sentence) in rows {
        let page = page_of(text);
        assert!(page.contains(sentence), "{page}");
    }
}

#[test]
fn ftp_and_gopher_have_their_sentences() {
    check_sentences(&[
        (
            "gopher://h",
            "connect to h, port 70\n  expect an item of type 1",
        ),
        (
            "gopher://h/0a%09%09+",
            "ask for the default view of the Gopher+ item",
        ),
        (
            "gopher://h/0a%09%09+text%20De",
            "ask for the view text in De",
        ),
        (
            "gopher://h/0a%09%09?",
            "fetch the attribute +ASK, which defines the form of the item; have the user fill out the form, and send the answers with the selector (3.4.5)\n\nWhat it sends\n  a\\t\\t!+ASK\\r\\n\n",
        ),
        (
            "gopher://h/0a%09b%09+%091%0D%0A+-1%0D%0A.%0D%0A",
            "drop the search string \"b\": a filled-out form leaves no room for it (3.4.9)",
        ),
        (
            "gopher://h/",
            "expect an item of type 1, the default (3.4.1)",
        ),
        (
            "ftp://h/a",
            "if the server requests a user name, log in as anonymous, with the e-mail address of the user as the password (3.2.1)",
        ),
        (
            "ftp://me@h//a",
            "ask the user for a password if the server requests one (3.2.1)\n  send CWD with a null argument for an empty segment (3.2.2)",
        ),
        (
            "ftp://me:@h",
            "connect to h, port 21\n  access no file: the URL has no path\n",
        ),
        (
            "ftp://me:@h/a/b;type=d",
            "connect to h, port 21\n  read the answer to NLST as a list of files (3.2.2)\n",
        ),
        (
            "ftp://me:@h/a/;type=D",
            "list the current directory: the name is empty, so NLST has no argument",
        ),
        (
            "ftp://me:@h/a/",
            "list the directory, as the name of the file is empty: 3.2.2 would have RETR with a null argument, which RFC 959 does not know",
        ),
        (
            "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Ax%0D%0A.%0D%0A",
            "send the form of the item, filled out with 1 value",
        ),
        ("gopher://h/0a%09%09!", "ask for all attributes of the item"),
        (
            "gopher://h/0a%09%09$+A%20+B",
            "ask for the attributes +A, +B of all items in the directory",
        ),
        (
            "gopher://h/0a%09%09x",
            "send a Gopher+ string that the RFC does not describe",
        ),
    ]);
}

#[test]
fn each_scheme_has_its_sentences() {
    check_sentences(&[
        (
            "http://h:99999/a%20b?c",
            "connect to h, a port that does not exist\n  ask for /a%20b?c",
        ),
        (
            "http://h/a%2Fb/c%20d",
            "\"a%2Fb/c%20d\" stands for \"a/b\" / \"c d\"\n",
        ),
        ("http://h/a/c%20d", "\"a/c%20d\" stands for \"a/c d\"\n"),
        ("x-a://h/%2f/", "\"%2f/\" stands for \"/\" / \"\"\n"),
        ("mailto:a%0D%0Ab@h", "refuse to send mail to \"a\\r\\nb@h\""),
        ("news:a%0A@h", "refuse to show the article \"a\\n@h\""),
        ("prospero://h/a%00", "refuse to ask how to get at \"a\\0\""),
        ("mailto:a%25b@h", "send mail to \"a%b@h\""),
        ("news:*", "show all available news groups"),
        ("news:alt.test", "show the news group \"alt.test\""),
        ("news:1@h", "show the article \"1@h\""),
        (
            "nntp://h/alt.test/7",
            "show the article 7 of the news group \"alt.test\"",
        ),
        ("nntp://h/alt.test", "show the news group \"alt.test\""),
        (
            "telnet://me:pw@h",
            "advise the user of the user name \"me\" and the password \"pw\"",
        ),
        ("wais://h/db", "search the database \"db\""),
        ("wais://h/db?x", "search the database \"db\" for \"x\""),
        (
            "wais://h/db/t/1",
            "retrieve the document \"1\" of type \"t\" from the database \"db\"",
        ),
        (
            "file://h/a",
            "open no file: the file is on the host \"h\", which may be another machine",
        ),
        (
            "prospero://h/a;b=c",
            "ask how to get at \"a\"\n  where \"b\" is \"c\"",
        ),
        (
            "x-a:b",
            "look up the scheme x-a: the RFC does not define it",
        ),
        (
            "x-a://h:7/b",
            "look up the scheme x-a: the RFC does not define it",
        ),
        (
            "https://h/a",
            "connect to h, port 443\n  look up the scheme https: the RFC does not define it",
        ),
    ]);
}
