//! The password of anonymous FTP: Section 3.2.1.

use thiserror::Error;

use super::delimiter::Delimiter;
use super::wire::Wire;

/// The e-mail address of the end user, which anonymous FTP gives as the password (3.2.1). No URL
/// contains it.
///
/// It holds no NUL, CR or LF and no octet that begins a command of Telnet, so it is one argument of one
/// command.
///
/// ```
/// use rfc1738::url::{FtpCommand, MailAddress};
///
/// let address = MailAddress::new(b"me@host.dom")?;
/// assert_eq!(FtpCommand::PassAddress.line(address), b"PASS me@host.dom");
///
/// assert!(MailAddress::new(b"me\r\nDELE motd").is_err());
/// # Ok::<(), rfc1738::url::UnsafeAddress>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MailAddress<'a>(&'a [u8]);

/// The error if an e-mail address holds a delimiter of the control connection of FTP. A server may
/// read the octets after it as another command (6).
///
/// ```
/// use rfc1738::url::{Delimiter, MailAddress};
///
/// let error = MailAddress::new(b"me\r\nDELE motd").unwrap_err();
/// assert_eq!(error.delimiter(), Delimiter::CarriageReturn);
/// assert_eq!(error.offset(), 2);
/// assert_eq!(
///     error.to_string(),
///     "not sent: at offset 2, the e-mail address holds CR, which ends a line: the rest may be read \
///      as another command (RFC 1738, 6); correct the address",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "not sent: at offset {offset}, the e-mail address holds {} (RFC 1738, 6); correct the address",
    .delimiter.meaning()
)]
pub struct UnsafeAddress {
    delimiter: Delimiter,
    offset: usize,
}

impl<'a> MailAddress<'a> {
    /// What people see in the place of an address that is not known.
    ///
    /// ```
    /// use rfc1738::url::MailAddress;
    ///
    /// assert_eq!(MailAddress::PLACEHOLDER.as_bytes(), b"<e-mail address>");
    /// ```
    pub const PLACEHOLDER: MailAddress<'static> = MailAddress(b"<e-mail address>");

    /// Takes the octets as an address. Whether a mailer accepts them is not decided.
    ///
    /// # Errors
    ///
    /// Returns [`UnsafeAddress`] if they hold NUL, CR, LF or the octet that begins a command of Telnet
    /// (6).
    pub fn new(octets: &'a [u8]) -> Result<Self, UnsafeAddress> {
        let of = |(offset, &octet)| {
            let delimiter = Wire::Telnet.delimiter_of(octet)?;
            Some(UnsafeAddress { delimiter, offset })
        };
        match octets.iter().enumerate().find_map(of) {
            Some(error) => Err(error),
            None => Ok(Self(octets)),
        }
    }

    /// Returns the octets.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }
}

impl UnsafeAddress {
    /// Returns the first delimiter in the address.
    #[must_use]
    pub const fn delimiter(self) -> Delimiter {
        self.delimiter
    }

    /// Returns the byte offset of the delimiter in the address.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }
}
