//! Heading "PROSPERO".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Prosperourl,
        cases: &[
            accepted("name", "prospero://h:1525/a/b", "ppath=a/b fieldspec"),
            accepted("empty_name", "prospero://h/", "ppath= psegment="),
            accepted(
                "two_fields",
                "prospero://h/a;OBJECT-VERSION=2;x=",
                "ppath=a fieldspec=;OBJECT-VERSION=2 fieldspec=;x= fieldname=OBJECT-VERSION fieldname=x fieldvalue=2 fieldvalue=",
            ),
            accepted(
                "equals_sign_in_name",
                "prospero://h/a=b;c=d",
                "psegment=a=b fieldname=c",
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
            accepted("empty_text", "", "psegment="),
            accepted("slash_at_the_beginning", "/a", "psegment= psegment=a"),
            rejected("semicolon", "a;b=c", complete(1)),
            rejected("tilde", "/~me", complete(1)),
        ],
    },
    Production {
        rule: Rule::Psegment,
        cases: &[
            accepted("empty_text", "", "psegment="),
            accepted_in_full("reserved_characters", "?:@&=", "uchar"),
            rejected("slash", "a/b", complete(1)),
            rejected("semicolon", "a;b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Fieldspec,
        cases: &[
            accepted("name_and_value", ";a=b", "fieldname=a fieldvalue=b"),
            accepted("both_empty", ";=", "fieldname= fieldvalue="),
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
            accepted("empty_text", "", "fieldname="),
            accepted_in_full("reserved_characters", "?:@&", "uchar"),
            rejected("equals_sign", "a=b", complete(1)),
            rejected("slash", "a/b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Fieldvalue,
        cases: &[
            accepted("empty_text", "", "fieldvalue="),
            accepted_in_full("address", "u@h:1", "uchar=u uchar=h uchar=1 host"),
            rejected("equals_sign", "a=b", complete(1)),
            rejected("semicolon", "1;2", complete(1)),
        ],
    },
];
