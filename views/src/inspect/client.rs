//! The octets that a client sends, if the RFC specifies them.

use rfc1738::Url;

/// The placeholder for the e-mail address of the user.
const ADDRESS: &[u8] = b"<e-mail address>";

/// Returns the octets that a client sends, in order: the commands of FTP without their line ends,
/// or the request of Gopher. `address` is the e-mail address that anonymous FTP gives as a
/// password.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738_views::inspect::client::sent;
///
/// let url = Url::parse("gopher://h/7find%09words")?;
/// assert_eq!(sent(&url, None), [b"find\twords\r\n"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sent(url: &Url<'_>, address: Option<&[u8]>) -> Vec<Vec<u8>> {
    let address = address.unwrap_or(ADDRESS);
    match url {
        Url::Ftp(url) => url
            .commands()
            .map(|command| command.line(address))
            .collect(),
        Url::Gopher(url) => vec![url.request()],
        _ => Vec::new(),
    }
}
