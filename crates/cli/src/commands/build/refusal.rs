//! The errors of `build`: they name options, where those of the library name methods.

use std::ffi::OsString;

use rfc1738::url::ComponentName;
use rfc1738::{BuildError, BuildErrorKind};
use rfcbnf_engine::escape::Quoted;

use super::arguments::BuildArguments;

/// Returns the error with the option of the component, and with its value if no URL can hold that.
pub(super) fn refusal(error: &BuildError, arguments: &BuildArguments) -> String {
    let component = error.component();
    let option = option(component, arguments);
    let value = value(component, arguments)
        .filter(|_| error.kind() == BuildErrorKind::Inexpressible)
        .map(|value| format!(" {}", Quoted(value.as_encoded_bytes())));
    let value = value.unwrap_or_default();
    format!("{option}{value}: {}", error.problem())
}

fn option(component: ComponentName, arguments: &BuildArguments) -> String {
    let name = match component {
        ComponentName::Scheme => return "SCHEME".to_owned(),
        ComponentName::UrlPath if arguments.segments.is_empty() => "path",
        ComponentName::UrlPath => "segment",
        ComponentName::GopherString => "gopher-string",
        ComponentName::Encoded822addr => "address",
        ComponentName::Grouppart => "group",
        ComponentName::Fieldname => "field",
        _ => component.as_str(),
    };
    format!("--{name}")
}

/// Returns the value of a component, if not all octets can form one.
fn value(component: ComponentName, arguments: &BuildArguments) -> Option<&OsString> {
    match component {
        ComponentName::Scheme => Some(&arguments.scheme),
        ComponentName::Host => arguments.host.as_ref(),
        ComponentName::Port => arguments.port.as_ref(),
        ComponentName::Ftptype => arguments.ftptype.as_ref(),
        ComponentName::Search => arguments.search.as_ref(),
        ComponentName::Gtype => arguments.gtype.as_ref(),
        ComponentName::Selector => arguments.selector.as_ref(),
        ComponentName::Encoded822addr => arguments.address.as_ref(),
        ComponentName::Group => arguments.group.as_ref(),
        ComponentName::Article => arguments.article.as_ref(),
        ComponentName::Digits => arguments.digits.as_ref(),
        _ => None,
    }
}
