//! Octets that a client sends: Sections 3.4.1, 3.4.9 and 6.

use rfc1738::AdviceId::{EncodedDelimiter, GopherFormEnd, GopherSelector};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        id: EncodedDelimiter,
        given: &[
            // The control connection of FTP: line ends, NUL, and the first octet of a Telnet command.
            "ftp://me{%0D}{%0a}:@h/",
            "ftp://me:{password|a{%00}}@h/",
            "ftp://h/a{%0D}/b{%00};type=d",
            "ftp://h/{%ff}a",
            // The example of Section 6.
            "telnet://me{%0D}{%0A}@h/",
            "telnet://{%FF}@h",
            // A search string is sent between tabs; in a Gopher+ string a tab begins data.
            "gopher://h/7a%09b{%0A}c",
            "gopher://h/7a%09{%00}%09+{%09}1",
            "gopher://h/0a%09%09!a{%0D}{%0A}",
            // A selector may contain NUL (3.4.1), but a client should take care.
            "gopher://h/0a{%00}",
            // The attack of Section 6: a message sent through a mail server.
            "gopher://h:{non-default-port reserved-port|25}/0{encoded-delimiter gopher-selector|%0D}{encoded-delimiter gopher-selector|%0A}DATA",
            // A form needs line ends, but neither half a line end nor NUL.
            "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Aone{%0A}two{%0D}{%00}%0D%0A.%0D%0A",
            "mailto:{addr-spec|a@b{%0D}{%0A}}",
            "mailto:%22a{%0A}%22@b",
            "news:a{%0D}b@h",
            "news:a{%20}b{%3E}{%3C}@h",
            "news:{%09}@h",
            // A client that decodes them sends more than one request.
            "http://h/a{%0D}{%0A}b?c{%00}",
            // A file of that name does not exist: NUL ends a name.
            "file:///a{%00}b",
            "file://{remote-file|h}/a/{%00}",
            // The protocol of another scheme may be one of lines.
            "https://h/{%0D}{%0A}",
            "{experimental-scheme|x-new}://me{%0a}:{password|a{%00}}@h/b?{%0d}",
            "{proposed-scheme|tn3270}://a{%0D}@h",
            "prospero://h/a{%0A};b{%0D}=c{%00}",
            "wais://h/a{%0D}{%0A}?b{%00}",
            "wais://h/a{%0D}{%0A}/b{%00}/c{%0a}",
            "new:a{%0D}{%0A}?{%00}",
            "new:{double-slash|//}h_/{%0a}",
        ],
        near: &[
            // Encoded characters that are no delimiters of the protocol.
            "ftp://me%40h@h/%2Fetc/mo%20td%3B",
            "ftp://h/%09",
            "http://h/a%20b%09?c%FF",
            "telnet://a%3Ab@h",
            "gopher://h/0a%20%FF",
            "mailto:a%25b@h",
            "news:a%25b@h",
            // The client does not send it.
            "file:///a%0D%0A",
            "gopher://h/%0D",
            // The data are in the URL (RFC 2397).
            "data:,a%0D%0A",
            "https://h/a%20%09%FF",
            // A filled-out form drops the search string (3.4.9).
            "gopher://h/0a%09%0A%09+%091%0D%0A+-1%0D%0A.%0D%0A",
            // The tabs and line ends that Gopher+ requires (3.4.3, 3.4.9).
            "gopher://h/0a%09b%09+",
            "gopher://h/0a%09%09+%091%0D%0A+-1%0d%0aone%0D%0A.%0D%0A",
        ],
    },
    Kind {
        id: GopherSelector,
        given: &[
            "gopher://h/0{encoded-delimiter gopher-selector|%0A}",
            "gopher://h/1a{encoded-delimiter gopher-selector|%0d}b%09c",
        ],
        near: &[
            // The tab ends the selector, whatever follows.
            "gopher://h/0a%09b",
            "gopher://h/0a%09b/c",
            "gopher://h/0a%09b?c%09d",
            "gopher://h/0a%09b%09c/d",
            "gopher://h/%0A",
            "gopher://h/0a%0B%20",
            "gopher://h/0a%09b{encoded-delimiter|%0A}",
            "ftp://h/0{encoded-delimiter|%0A}",
        ],
    },
    Kind {
        id: GopherFormEnd,
        given: &[
            "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A{.}%0D%0ADELE%20x%0D%0A.%0D%0A",
            "gopher://h/0s%09%09+%091%0d%0a+-1%0d%0aone%0d%0a{needless-escape gopher-form-end|%2E}%0d%0a{.}%0d%0a.%0d%0a",
        ],
        near: &[
            // The full stop that ends the form.
            "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0A",
            // Values that begin with a full stop, contain one or end with one.
            "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A..%0D%0A.a%0D%0Ab.%0D%0Ac.d%0D%0A.%0D%0A",
            "gopher://h/0.%09.%09.",
        ],
    },
];
