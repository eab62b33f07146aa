//! Heading "Miscellaneous definitions": single characters, and digits. All trees are full ones.

use rfc1738::Rule;

use super::case::{Production, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Lowalpha,
        cases: &[
            accepted_in_full("first_letter", "a", "lowalpha=a"),
            accepted_in_full("last_letter", "z", "lowalpha=z"),
            rejected("empty_text", "", incomplete(0)),
            // Alone, lowalpha follows the letter of the grammar; scheme-case does not apply.
            rejected("capital", "A", incomplete(0)),
            rejected("two_letters", "ab", complete(1)),
        ],
    },
    Production {
        rule: Rule::Hialpha,
        cases: &[
            accepted_in_full("first_letter", "A", "hialpha=A"),
            accepted_in_full("last_letter", "Z", "hialpha=Z"),
            rejected("small_letter", "a", incomplete(0)),
            rejected("character_before_the_first_letter", "@", incomplete(0)),
            rejected("character_after_the_last_letter", "[", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Alpha,
        cases: &[
            accepted_in_full("small_letter", "a", "lowalpha=a hialpha"),
            accepted_in_full("capital", "Z", "lowalpha hialpha=Z"),
            rejected("digit", "1", incomplete(0)),
            rejected("letter_outside_ascii", "é", incomplete(0)),
            rejected("two_letters", "aB", complete(1)),
        ],
    },
    Production {
        rule: Rule::Digit,
        cases: &[
            accepted_in_full("first_digit", "0", "digit=0"),
            accepted_in_full("last_digit", "9", "digit=9"),
            rejected("letter", "A", incomplete(0)),
            rejected("digit_outside_ascii", "٣", incomplete(0)),
            rejected("two_digits", "10", complete(1)),
        ],
    },
    Production {
        rule: Rule::Safe,
        cases: &[
            accepted_in_full("dollar_sign", "$", "safe=$"),
            accepted_in_full("underscore", "_", "safe=_"),
            rejected("comma", ",", incomplete(0)),
            rejected("tilde", "~", incomplete(0)),
            rejected("two_characters", "--", complete(1)),
        ],
    },
    Production {
        rule: Rule::Extra,
        cases: &[
            accepted_in_full("exclamation_mark", "!", "extra=!"),
            accepted_in_full("single_quotation_mark", "'", "extra='"),
            rejected("double_quotation_mark", "\"", incomplete(0)),
            rejected("both_brackets", "()", complete(1)),
        ],
    },
    Production {
        rule: Rule::National,
        cases: &[
            accepted_in_full("tilde", "~", "national=~"),
            accepted_in_full("backslash", "\\", "national=\\"),
            rejected("number_sign", "#", incomplete(0)),
            rejected("underscore", "_", incomplete(0)),
            rejected("both_braces", "{}", complete(1)),
        ],
    },
    Production {
        rule: Rule::Punctuation,
        cases: &[
            accepted_in_full("percent_sign", "%", "punctuation=%"),
            // The reading double-quote.
            accepted_in_full("double_quotation_mark", "\"", "punctuation=\""),
            rejected(
                "double_quotation_mark_as_printed_in_the_grammar",
                "<\">",
                complete(1),
            ),
            rejected("single_quotation_mark", "'", incomplete(0)),
            rejected("escaped_number_sign", "%23", complete(1)),
        ],
    },
    Production {
        rule: Rule::Reserved,
        cases: &[
            accepted_in_full("semicolon", ";", "reserved=;"),
            accepted_in_full("at_sign", "@", "reserved=@"),
            rejected("comma", ",", incomplete(0)),
            rejected("escaped_semicolon", "%3B", incomplete(0)),
            rejected("two_slashes", "//", complete(1)),
        ],
    },
    Production {
        rule: Rule::Hex,
        cases: &[
            accepted_in_full("digit", "9", "digit=9"),
            accepted_in_full("capital", "F", "hex=F hialpha"),
            accepted_in_full("small_letter", "f", "hex=f lowalpha"),
            rejected("letter_after_the_last", "g", incomplete(0)),
            rejected("two_digits", "2F", complete(1)),
        ],
    },
    Production {
        rule: Rule::Escape,
        cases: &[
            accepted_in_full("capitals", "%2F", "hex=2 hex=F digit=2"),
            accepted_in_full("small_letters", "%ff", "hex=f hex=f digit"),
            accepted_in_full("null_character", "%00", "digit=0 digit=0"),
            rejected("percent_sign_alone", "%", incomplete(1)),
            rejected("one_digit", "%4", incomplete(2)),
            rejected("three_digits", "%412", complete(3)),
            rejected("letter_that_is_no_digit", "%G0", incomplete(1)),
            rejected("two_percent_signs", "%%41", incomplete(1)),
            rejected("raw_character", "A", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Unreserved,
        cases: &[
            accepted_in_full("letter", "a", "alpha=a lowalpha=a"),
            accepted_in_full("digit", "5", "digit=5"),
            accepted_in_full("safe_character", "-", "safe=- extra"),
            accepted_in_full("extra_character", "*", "safe extra=*"),
            rejected("slash", "/", incomplete(0)),
            rejected("escape", "%41", incomplete(0)),
            rejected("tilde", "~", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Uchar,
        cases: &[
            accepted_in_full("letter", "a", "unreserved=a escape"),
            accepted_in_full("escaped_tilde", "%7E", "unreserved escape=%7E"),
            rejected("slash", "/", incomplete(0)),
            rejected("raw_tilde", "~", incomplete(0)),
            rejected("unfinished_escape", "%7", incomplete(2)),
        ],
    },
    Production {
        rule: Rule::Xchar,
        cases: &[
            accepted_in_full("letter", "a", "unreserved=a reserved"),
            accepted_in_full("slash", "/", "unreserved reserved=/"),
            accepted_in_full("escape", "%20", "escape=%20 hex=2 hex=0"),
            rejected("space", " ", incomplete(0)),
            rejected("number_sign", "#", incomplete(0)),
            rejected("two_letters", "ab", complete(1)),
        ],
    },
    Production {
        rule: Rule::Digits,
        cases: &[
            accepted_in_full("one_digit", "7", "digit=7"),
            accepted_in_full("zeros_at_the_beginning", "007", "digit=0 digit=0 digit=7"),
            rejected("empty_text", "", incomplete(0)),
            rejected("minus_sign", "-1", incomplete(0)),
            rejected("letter", "12a", complete(2)),
        ],
    },
];
