//! What goes over the wire, where the RFC says it.

use rfc1738::Url;

/// What stands for the e-mail address of the end user where nobody gave it.
const ADDRESS: &[u8] = b"<e-mail address>";

/// What a client sends, in order: the lines of FTP without their ends, the request of Gopher.
pub(super) fn sent(url: &Url<'_>, address: Option<&[u8]>) -> Vec<Vec<u8>> {
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
