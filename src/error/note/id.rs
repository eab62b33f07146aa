//! The kinds of notes.

use crate::ids::named_ids;

/// Defines the kinds: name, id, section, and the sentence, which also becomes documentation.
macro_rules! kinds {
    ($($name:ident $id:literal $section:literal $sentence:literal,)*) => {
        /// A kind of note, with a stable id.
        ///
        /// ```
        /// use rfc1738::NoteId;
        ///
        /// let id: NoteId = "unsafe-character".parse()?;
        /// assert_eq!(id, NoteId::UnsafeCharacter);
        /// assert_eq!((id.as_str(), id.section()), ("unsafe-character", "2.2"));
        /// assert_eq!(id.sentence(), "{found} is unsafe");
        /// # Ok::<(), rfc1738::UnknownNote>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum NoteId {
            $(
                #[doc = concat!("`", $id, "`: `", $sentence, "` (", $section, ")")]
                $name,
            )*
        }

        impl NoteId {
            /// All kinds, by section.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$name),*];

            /// Returns the id, such as `empty-port`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// Returns the section of RFC 1738 that the note follows from: a number, or
            /// `Appendix`.
            #[must_use]
            pub const fn section(self) -> &'static str {
                match self {
                    $(Self::$name => $section,)*
                }
            }

            /// Returns the sentence. `{found}`, `{known}` and `{example}` stand for what depends on
            /// the text and the production.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)*
                }
            }
        }
    };
}

kinds! {
    SchemeMissing "scheme-missing" "2.1"
        "a URL begins with the name of its scheme (letters, digits, \"+\", \".\" and \"-\") and a colon",
    SchemeName "scheme-name" "2.1"
        "the name of a scheme consists of letters, digits, \"+\", \".\" and \"-\"",
    DoubledScheme "doubled-scheme" "2.1"
        "a URL has one scheme, at its beginning",
    Space "space" "2.2"
        "a space is unsafe",
    Delimiter "delimiter" "2.2"
        "{found} is unsafe (it delimits URLs in text)",
    QuotationMarks "quotation-marks" "2.2"
        "quotation marks delimit a URL in some systems, but are not part of it",
    Fragment "fragment" "2.2"
        "\"#\" is unsafe (it delimits a URL from a fragment identifier)",
    UnsafeCharacter "unsafe-character" "2.2"
        "{found} is unsafe",
    ControlCharacter "control-character" "2.2"
        "{found} is a control character",
    NotUsAscii "not-us-ascii" "2.2"
        "{found} is not a US-ASCII character",
    CharacterReference "character-reference" "2.2"
        "\"&amp;\" is \"&\" in HTML and XML; a URL holds \"&\" alone",
    UnfinishedEscape "unfinished-escape" "2.2"
        "\"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25",
    PasswordCharacter "password-character" "2.2"
        "a character of the password has to be encoded: \"%\" and two hexadecimal digits",
    DoubleSlash "double-slash" "3.1"
        "a scheme that takes an Internet host is followed by \"://\"",
    InternetForm "internet-form" "3.1"
        "the common Internet scheme syntax is //<user>:<password>@<host>:<port>/<url-path>",
    LoginReserved "login-reserved" "3.1"
        "in a user name and a password, \":\", \"@\" and \"/\" are encoded: %3A, %40, %2F",
    HostMissing "host-missing" "3.1"
        "the host is missing: a domain name, or an IP address of four decimal numbers",
    HostLabel "host-label" "3.1"
        "a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and ends with a letter or a digit",
    RightmostLabel "rightmost-label" "3.1"
        "the rightmost label of a host name cannot begin with a digit, unless the host is an IP address of four numbers",
    IpAddress "ip-address" "3.1"
        "an IP address is four decimal numbers, separated by \".\"",
    Ipv6Address "ipv6-address" "3.1"
        "IPv6 addresses in brackets came later, with RFC 2732 and RFC 3986; in RFC 1738, an IP address is four decimal numbers, separated by \".\"",
    Placeholder "placeholder" "3.1"
        "a placeholder such as <host>, {host} or $HOST is not a host or a port; write the value in its place",
    EmptyPort "empty-port" "3.1"
        "if the port is omitted, the colon is omitted as well",
    PortDigits "port-digits" "3.1"
        "the port after the colon is a decimal number",
    FtpForm "ftp-form" "3.2.2"
        "an ftp URL takes the form ftp://<user>:<password>@<host>:<port>/<cwd>/<name>;type=<typecode>",
    FtpReserved "ftp-reserved" "3.2.2"
        "in a name of an ftp path, \"/\" and \";\" are reserved and have to be encoded: %2F, %3B",
    FtpType "ftp-type" "3.2.2"
        "the typecode of an ftp URL follows \";type=\"",
    FtpTypecode "ftp-typecode" "3.2.2"
        "the typecode is one of the characters \"a\", \"i\" and \"d\"",
    HttpForm "http-form" "3.3"
        "an http URL takes the form http://<host>:<port>/<path>?<searchpart>",
    HttpUser "http-user" "3.3"
        "no user name or password is allowed in an http URL",
    HttpSlash "http-slash" "3.3"
        "the \"/\" after the host and port can be omitted only if neither a path nor a search part follows",
    HttpReserved "http-reserved" "3.3"
        "\"/\" and \"?\" are reserved in the path and the search part of an http URL and have to be encoded",
    GopherForm "gopher-form" "3.4.1"
        "a gopher URL takes the form gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>",
    GopherUser "gopher-user" "3.4.1"
        "a gopher URL names a host and a port, but no user",
    MailtoForm "mailto-form" "3.5"
        "a mailto URL takes the form mailto:<rfc822-addr-spec>, such as mailto:me@host.dom",
    MailtoBrackets "mailto-brackets" "3.5"
        "a mailto URL holds the address alone, without a name, \"<\" and \">\"",
    MailtoPercent "mailto-percent" "3.5"
        "\"%\" is common in mail addresses and has to be encoded: %25",
    NewsForm "news-form" "3.6"
        "a news URL names a newsgroup (a letter, then letters, digits, \"-\", \".\", \"+\" and \"_\"), \"*\" for all newsgroups, or a message id of the form <unique>@<full_domain_name>",
    NewsBrackets "news-brackets" "3.6"
        "a news URL holds the message id without the enclosing \"<\" and \">\"",
    NewsHost "news-host" "3.6"
        "a news URL names no host, but an nntp URL does",
    NntpForm "nntp-form" "3.7"
        "an nntp URL takes the form nntp://<host>:<port>/<newsgroup-name>/<article-number>, and the name of a newsgroup begins with a letter",
    NntpUser "nntp-user" "3.7"
        "an nntp URL names a host and a port, but no user",
    NntpNumber "nntp-number" "3.7"
        "the number of an article consists of digits; without a number, the \"/\" before it is omitted as well",
    TelnetForm "telnet-form" "3.8"
        "a telnet URL takes the form telnet://<user>:<password>@<host>:<port>/, and nothing follows the last \"/\"",
    WaisForm "wais-form" "3.9"
        "a wais URL has <database>, <database>?<search> or <database>/<wtype>/<wpath> after wais://<host>:<port>/",
    WaisUser "wais-user" "3.9"
        "a wais URL names a host and a port, but no user",
    WaisReserved "wais-reserved" "3.9"
        "reserved characters separate the parts of a wais URL, so the parts hold them encoded",
    FileForm "file-form" "3.10"
        "a file URL takes the form file://<host>/<path>, and the host can be empty",
    FileUser "file-user" "3.10"
        "a file URL names a host, but neither a user nor a port",
    FilePath "file-path" "3.10"
        "a path on a computer is not a URL; a file URL takes the form file://<host>/<path>, and \"/\" separates the directories",
    ProsperoForm "prospero-form" "3.11"
        "a prospero URL takes the form prospero://<host>:<port>/<hsoname>;<field>=<value>",
    ProsperoUser "prospero-user" "3.11"
        "no user name or password is allowed in a prospero URL",
    ProsperoReserved "prospero-reserved" "3.11"
        "reserved characters separate the fields of a prospero URL, so a name or a value holds them encoded",
    ProsperoField "prospero-field" "3.11"
        "a field of a prospero URL takes the form ;<field>=<value>, and a \";\" in the object name is encoded: %3B",
    NearScheme "near-scheme" "4"
        "\"{found}\" is not a registered scheme, but \"{known}\" is",
    LiteralCase "literal-case" "5"
        "\";type=\" is in lower case: where the BNF means either case, it lists both, as in \"A\" and \"a\"",
    FileReserved "file-reserved" "5"
        "the path of a file URL consists of the segments of an ftp path, which hold \";\" encoded: %3B",
    PredefinedScheme "predefined-scheme" "5"
        "the RFC defines this scheme, so a URL of a new scheme cannot have it",
    DecimalNumber "decimal-number" "5"
        "a number consists of the digits 0 to 9",
    OneCharacter "one-character" "5"
        "{known} derives one character, such as {example}, and no more",
    Wrapper "wrapper" "Appendix"
        "\"URL:\", \"<\" and \">\" mark a URL in a text, but are not part of it",
    WhiteSpace "white-space" "Appendix"
        "white space that surrounds a URL or breaks its line is not part of it",
}

impl NoteId {
    /// Returns whether a note of this kind tells which character was found.
    pub(super) const fn tells_character(self) -> bool {
        matches!(
            self,
            Self::Space
                | Self::Delimiter
                | Self::Fragment
                | Self::UnsafeCharacter
                | Self::ControlCharacter
                | Self::NotUsAscii
                | Self::HttpReserved
                | Self::WaisReserved
                | Self::ProsperoReserved
                | Self::WhiteSpace
        )
    }

    /// Returns whether notes of this kind only repeat the form that a production gives. The error
    /// is then a plain syntax error: see [`ErrorId`](crate::ErrorId).
    ///
    /// ```
    /// use rfc1738::NoteId;
    ///
    /// assert!(NoteId::TelnetForm.is_form() && !NoteId::HttpUser.is_form());
    /// ```
    #[must_use]
    pub const fn is_form(self) -> bool {
        matches!(
            self,
            Self::InternetForm
                | Self::FtpForm
                | Self::HttpForm
                | Self::GopherForm
                | Self::MailtoForm
                | Self::NewsForm
                | Self::NntpForm
                | Self::TelnetForm
                | Self::WaisForm
                | Self::FileForm
                | Self::ProsperoForm
                | Self::DecimalNumber
                | Self::OneCharacter
        )
    }
}

named_ids! {
    NoteId,
    /// The error for an id that no note has.
    ///
    /// ```
    /// let error = "emptyport".parse::<rfc1738::NoteId>().unwrap_err();
    /// assert_eq!(error.to_string(), r#"there is no note "emptyport""#);
    /// ```
    UnknownNote, "note"
}
