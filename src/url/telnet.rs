//! Telnet URLs: Section 3.8.

use super::Component;
use super::view::{View, url_type};

url_type! {
    /// An interactive service. User name and password are advisory: a client only shows them to
    /// its user.
    TelnetUrl { user, password, host, port; port 23 }
}
