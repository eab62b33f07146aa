//! The actions of a client with a URL, in sentences.

use rfc1738::Url;
use rfc1738::url::{
    Component, FileUrl, GopherPlus, GopherUrl, News, NewsUrl, NntpUrl, ProsperoUrl, Wais, WaisUrl,
};

use crate::escape::Escaped;

/// Returns the sentences, escaped.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738_views::inspect::facts::facts;
///
/// let url = Url::parse("http://h/a?b")?;
/// assert_eq!(facts(&url), ["connect to h, port 80", "ask for /a?b"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn facts(url: &Url<'_>) -> Vec<String> {
    let mut facts: Vec<String> = connection(url).into_iter().collect();
    match url {
        Url::Ftp(url) => {
            if url.typecode().is_none() && url.name().is_some() {
                facts.push("guess whether the file is text, as there is no typecode".to_owned());
            }
        }
        Url::Http(url) => facts.push(format!("ask for {}", url.request_target())),
        Url::Gopher(url) => facts.extend(gopher(url)),
        Url::Mailto(url) => facts.push(format!("send mail to {}", shown(url.address()))),
        Url::News(url) => facts.push(news(url)),
        Url::Nntp(url) => facts.push(nntp(url)),
        Url::Telnet(url) => {
            let user = url
                .user()
                .map(|user| format!("the user name {}", shown(user)));
            let password = url
                .password()
                .map(|word| format!("the password {}", shown(word)));
            let parts: Vec<String> = user.into_iter().chain(password).collect();
            if !parts.is_empty() {
                facts.push(format!("advise the user of {}", parts.join(" and ")));
            }
        }
        Url::Wais(url) => facts.push(wais(url)),
        Url::File(url) => facts.push(file(url)),
        Url::Prospero(url) => facts.extend(prospero(url)),
        Url::Other(url) => facts.push(format!(
            "look up the scheme {}: the RFC does not define it",
            url.scheme()
        )),
    }
    facts
}

fn connection(url: &Url<'_>) -> Option<String> {
    let host = url
        .host()
        .filter(|_| !matches!(url, Url::File(_) | Url::Other(_)))?;
    let port = match url.port_or_default() {
        Some(port) => format!("port {port}"),
        None => "a port that does not exist".to_owned(),
    };
    Some(format!("connect to {host}, {port}"))
}

fn gopher(url: &GopherUrl<'_>) -> Vec<String> {
    let mut facts = vec![format!(
        "expect an item of type {}",
        Escaped(&[url.item_type()])
    )];
    facts.extend(url.gopher_plus().map(|plus| match plus {
        GopherPlus::DefaultView => "ask for the default view of the Gopher+ item".to_owned(),
        GopherPlus::View { view, language } => {
            let language = language.map(|name| format!(" in {}", Escaped(&name)));
            let language = language.unwrap_or_default();
            format!("ask for the view {}{language}", Escaped(&view))
        }
        GopherPlus::Form => "fetch the form of the item and have it filled out".to_owned(),
        GopherPlus::FilledForm { values } => {
            let count = values.len();
            let noun = if count == 1 { "value" } else { "values" };
            format!("send the form of the item, filled out with {count} {noun}")
        }
        GopherPlus::ItemAttributes { names } => attributes(&names, "the item"),
        GopherPlus::DirectoryAttributes { names } => {
            attributes(&names, "all items in the directory")
        }
        _ => "send a Gopher+ string that the RFC does not describe".to_owned(),
    }));
    facts
}

fn attributes(names: &[Vec<u8>], of: &str) -> String {
    if names.is_empty() {
        return format!("ask for all attributes of {of}");
    }
    let names: Vec<String> = names.iter().map(|name| Escaped(name).to_string()).collect();
    format!("ask for the attributes {} of {of}", names.join(", "))
}

fn news(url: &NewsUrl<'_>) -> String {
    match url.news() {
        News::AllGroups(_) => "show all available news groups".to_owned(),
        News::Group(group) => format!("show the news group {}", shown(group)),
        News::Article(article) => format!("show the article {}", shown(article)),
    }
}

fn nntp(url: &NntpUrl<'_>) -> String {
    let group = shown(url.group());
    match url.digits() {
        Some(number) => format!("show the article {number} of the news group {group}"),
        None => format!("show the news group {group}"),
    }
}

fn wais(url: &WaisUrl<'_>) -> String {
    match url.wais() {
        Wais::Database { database } => format!("search the database {}", shown(database)),
        Wais::Search { database, search } => {
            format!(
                "search the database {} for {}",
                shown(database),
                shown(search)
            )
        }
        Wais::Document {
            database,
            wtype,
            wpath,
        } => format!(
            "retrieve the document {} of type {} from the database {}",
            shown(wpath),
            shown(wtype),
            shown(database)
        ),
    }
}

fn file(url: &FileUrl<'_>) -> String {
    match url.path() {
        Ok(path) => format!("open {}", Escaped(path.as_os_str().as_encoded_bytes())),
        Err(error) => format!("open no file: {error}"),
    }
}

fn prospero(url: &ProsperoUrl<'_>) -> Vec<String> {
    let fields = url.fields();
    let fields =
        fields.map(|field| format!("where {} is {}", shown(field.name), shown(field.value)));
    let object = format!("ask how to get at {}", shown(url.hsoname()));
    [object].into_iter().chain(fields).collect()
}

/// Returns the decoded component in quotation marks.
fn shown(component: Component<'_>) -> String {
    format!("\"{}\"", Escaped(&component.decoded()))
}
