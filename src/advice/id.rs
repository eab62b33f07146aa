//! The kinds of advice.

use core::fmt;

use crate::ids::named_ids;

/// The severity of a finding, in ascending order.
///
/// ```
/// use rfc1738::advice::Severity;
///
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Danger);
/// assert_eq!(Severity::Danger.as_str(), "danger");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The URL works, but could be written better, or works only for some clients.
    Note,
    /// A client may be unable to follow the URL, or may reach something that its author did not
    /// mean.
    Warning,
    /// Following or showing the URL may do harm (6).
    Danger,
}

impl Severity {
    /// Returns `note`, `warning` or `danger`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Danger => "danger",
        }
    }
}

/// Writes the name: [`Self::as_str`].
impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Defines the kinds: name, id, severity, section, and the condition in one line, which also
/// becomes documentation.
macro_rules! kinds {
    ($($name:ident $id:literal $severity:ident $section:literal $condition:literal,)*) => {
        /// A kind of advice, with a stable id.
        ///
        /// ```
        /// use rfc1738::AdviceId;
        /// use rfc1738::advice::Severity;
        ///
        /// let id: AdviceId = "password".parse()?;
        /// assert_eq!(id, AdviceId::Password);
        /// assert_eq!(id.as_str(), "password");
        /// assert_eq!((id.severity(), id.section()), (Severity::Danger, "6"));
        /// assert_eq!(
        ///     id.condition(),
        ///     "a password, unless it is empty or that of anonymous FTP",
        /// );
        /// # Ok::<(), rfc1738::UnknownAdvice>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum AdviceId {
            $(
                #[doc = concat!("`", $id, "`: ", $condition, " (", $section, ")")]
                $name,
            )*
        }

        impl AdviceId {
            /// All kinds, by section.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$name),*];

            /// Returns the id, such as `non-default-port`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// Returns how serious it is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$name => Severity::$severity,)*
                }
            }

            /// Returns the section of RFC 1738 that it follows from, or that describes the part of
            /// the URL if another document states the limit.
            #[must_use]
            pub const fn section(self) -> &'static str {
                match self {
                    $(Self::$name => $section,)*
                }
            }

            /// Returns the condition that it reports, in a few words.
            #[must_use]
            pub const fn condition(self) -> &'static str {
                match self {
                    $(Self::$name => $condition,)*
                }
            }
        }
    };
}

kinds! {
    UpperCaseScheme "upper-case-scheme" Note "2.1"
        "the scheme is not in lower case",
    HostAndPort "host-and-port" Warning "2.1"
        "a host and a port without a scheme, so the host is read as one",
    NeedlessEscape "needless-escape" Note "2.2"
        "an escape of a character that needs none",
    DoubleSlash "double-slash" Warning "3.1"
        "\"//\" and not the common Internet scheme syntax",
    HostNumberAbove255 "host-number-above-255" Warning "3.1"
        "a number above 255 in an IP address",
    HostNumberLeadingZero "host-number-leading-zero" Warning "3.1"
        "a number that begins with a needless 0 in an IP address",
    LongHostLabel "long-host-label" Warning "3.1"
        "a label of more than 63 octets in a domain name",
    LongHost "long-host" Warning "3.1"
        "a domain name of more than 253 octets",
    GopherSelector "gopher-selector" Warning "3.4.1"
        "an encoded LF or CR in a Gopher selector",
    GopherFormEnd "gopher-form-end" Danger "3.4.9"
        "a value \".\" that ends a filled-out Gopher+ form early",
    AddrSpec "addr-spec" Warning "3.5"
        "a mail address that is not an addr-spec of RFC 822",
    MailtoHeader "mailto-header" Warning "3.5"
        "a header field after the mail address",
    FilePath "file-path" Warning "3.10"
        "a path with a drive letter, which is read as a scheme",
    RemoteFile "remote-file" Note "3.10"
        "a file on a host other than localhost",
    ExperimentalScheme "experimental-scheme" Note "4"
        "a scheme that begins with \"x-\"",
    ProposedScheme "proposed-scheme" Note "4"
        "a scheme that the RFC leaves for future definition",
    NearScheme "near-scheme" Warning "4"
        "an unregistered scheme, nearly one of the RFC, https or sftp",
    NonDefaultPort "non-default-port" Warning "6"
        "a port that is not known to be the default of the scheme",
    ReservedPort "reserved-port" Danger "6"
        "a port below 1024 that is not known to be the default",
    ImpossiblePort "impossible-port" Warning "6"
        "port 0, or a port above 65535",
    Password "password" Danger "6"
        "a password, unless it is empty or that of anonymous FTP",
    EncodedDelimiter "encoded-delimiter" Danger "6"
        "an encoded NUL, CR, LF or other delimiter of the protocol",
    UrlPrefix "url-prefix" Warning "Appendix"
        "\"URL:\" before a URL, which is not part of it",
}

named_ids! {
    AdviceId,
    /// The error for an id that no advice has.
    ///
    /// ```
    /// let error = "pasword".parse::<rfc1738::AdviceId>().unwrap_err();
    /// assert_eq!(error.id(), "pasword");
    /// assert_eq!(error.to_string(), r#"there is no advice "pasword""#);
    /// ```
    UnknownAdvice, "advice"
}
