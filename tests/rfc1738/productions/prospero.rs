//! Heading "PROSPERO".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Prosperourl,
        cases: &[
            accepted(
                "name",
                "prospero://h:1525/a/b",
                &[(Rule::Ppath, &["a/b"]), (Rule::Fieldspec, &[])],
            ),
            accepted(
                "empty_name",
                "prospero://h/",
                &[(Rule::Ppath, &[""]), (Rule::Psegment, &[""])],
            ),
            accepted(
                "two_fields",
                "prospero://h/a;OBJECT-VERSION=2;x=",
                &[
                    (Rule::Ppath, &["a"]),
                    (Rule::Fieldspec, &[";OBJECT-VERSION=2", ";x="]),
                    (Rule::Fieldname, &["OBJECT-VERSION", "x"]),
                    (Rule::Fieldvalue, &["2", ""]),
                ],
            ),
            accepted(
                "equals_sign_in_name",
                "prospero://h/a=b;c=d",
                &[(Rule::Psegment, &["a=b"]), (Rule::Fieldname, &["c"])],
            ),
            rejected("missing_path", "prospero://h", incomplete(12)),
            rejected("user", "prospero://u@h/", incomplete(12)),
            rejected("field_without_a_value", "prospero://h/a;b", incomplete(16)),
            rejected("two_equals_signs", "prospero://h/a;b=c=d", complete(18)),
            rejected("slash_in_value", "prospero://h/a;b=c/d", complete(18)),
        ],
    },
    Production {
        rule: Rule::Ppath,
        cases: &[
            accepted("empty_text", "", &[(Rule::Psegment, &[""])]),
            accepted(
                "slash_at_the_beginning",
                "/a",
                &[(Rule::Psegment, &["", "a"])],
            ),
            rejected("semicolon", "a;b=c", complete(1)),
            rejected("tilde", "/~me", complete(1)),
        ],
    },
    Production {
        rule: Rule::Psegment,
        cases: &[
            accepted("empty_text", "", &[(Rule::Psegment, &[""])]),
            accepted_in_full("reserved_characters", "?:@&=", &[(Rule::Uchar, &[])]),
            rejected("slash", "a/b", complete(1)),
            rejected("semicolon", "a;b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Fieldspec,
        cases: &[
            accepted(
                "name_and_value",
                ";a=b",
                &[(Rule::Fieldname, &["a"]), (Rule::Fieldvalue, &["b"])],
            ),
            accepted(
                "both_empty",
                ";=",
                &[(Rule::Fieldname, &[""]), (Rule::Fieldvalue, &[""])],
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("missing_semicolon", "a=b", incomplete(0)),
            rejected("missing_equals_sign", ";a", incomplete(2)),
            rejected("two_equals_signs", ";a=b=c", complete(4)),
            rejected("two_fields", ";a=b;c=d", complete(4)),
        ],
    },
    Production {
        rule: Rule::Fieldname,
        cases: &[
            accepted("empty_text", "", &[(Rule::Fieldname, &[""])]),
            accepted_in_full("reserved_characters", "?:@&", &[(Rule::Uchar, &[])]),
            rejected("equals_sign", "a=b", complete(1)),
            rejected("slash", "a/b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Fieldvalue,
        cases: &[
            accepted("empty_text", "", &[(Rule::Fieldvalue, &[""])]),
            accepted_in_full(
                "address",
                "u@h:1",
                &[(Rule::Uchar, &["u", "h", "1"]), (Rule::Host, &[])],
            ),
            rejected("equals_sign", "a=b", complete(1)),
            rejected("semicolon", "1;2", complete(1)),
        ],
    },
];
