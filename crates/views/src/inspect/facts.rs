//! The actions of a client with a URL, in sentences.

use anstyle::Style;
use rfc1738::Url;
use rfc1738::url::{
    Component, FileUrl, FtpUrl, GopherPlus, GopherUrl, News, NewsUrl, NntpUrl, PasswordSource,
    Typecode, Wais, WaisUrl,
};
use rfcbnf_engine::escape::{Escaped, Printable, Quoted};

use crate::count::counted;
use crate::inspect::{Choices, refused};

/// Returns the sentences, escaped. An action that the client refuses begins with `refuse to`.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738_views::inspect::Choices;
/// use rfc1738_views::inspect::facts::facts;
///
/// let url = Url::parse("http://h/a?b")?;
/// assert_eq!(facts(&url, Choices::default()), ["connect to h, port 80", "ask for /a?b"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn facts(url: &Url<'_>, choices: Choices<'_>) -> Vec<String> {
    let mut facts: Vec<String> = connection(url).into_iter().collect();
    let is_refused = !refused(url, choices).is_empty();
    let unless_refused = |action: String| {
        if is_refused {
            format!("refuse to {action}")
        } else {
            action
        }
    };
    match url {
        Url::Ftp(url) => facts.extend(ftp(url)),
        Url::Http(url) => facts.push(format!("ask for {}", url.request_target())),
        Url::Gopher(url) => facts.extend(gopher(url)),
        Url::Mailto(url) => {
            facts.push(unless_refused(format!(
                "send mail to {}",
                shown(url.address())
            )));
        }
        Url::News(url) => facts.push(unless_refused(news(url))),
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
        Url::Prospero(url) => {
            let object = format!("ask how to get at {}", shown(url.hsoname()));
            facts.push(unless_refused(object));
            let fields = url.fields();
            facts.extend(
                fields
                    .map(|field| format!("where {} is {}", shown(field.name), shown(field.value))),
            );
        }
        Url::Other(url) => facts.push(format!(
            "look up the scheme {}: the RFC does not define it",
            url.scheme()
        )),
    }
    facts
}

fn connection(url: &Url<'_>) -> Option<String> {
    // Without a default port, the URL does not say which protocol to speak.
    let host = url.default_port().and(url.host())?;
    let port = match url.port_or_default() {
        Some(port) => format!("port {port}"),
        None => "a port that does not exist".to_owned(),
    };
    Some(format!("connect to {host}, {port}"))
}

fn ftp(url: &FtpUrl<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    match url.password_source() {
        PasswordSource::User => {
            facts.push("ask the user for a password if the server requests one (3.2.1)");
        }
        PasswordSource::Address => facts.push(
            "if the server requests a user name, log in as anonymous, with the e-mail address of the user as the password (3.2.1)",
        ),
        PasswordSource::Url => {}
    }
    if url.cwds().any(|directory| directory.raw().is_empty()) {
        facts.push("send CWD with a null argument for an empty segment (3.2.2)");
    }
    let lists = url.typecode() == Some(Typecode::Directory);
    match url.name() {
        None => facts.push("access no file: the URL has no path"),
        Some(name) if !name.raw().is_empty() => {
            if url.typecode().is_none() {
                facts.push("guess whether the file is text, as there is no typecode");
            } else if lists {
                facts.push("read the answer to NLST as a list of files (3.2.2)");
            }
        }
        Some(_) if lists => {
            facts.push("list the current directory: the name is empty, so NLST has no argument");
        }
        Some(_) => facts.push(
            "list the directory, as the name of the file is empty: 3.2.2 would have RETR with a null argument, which RFC 959 does not know",
        ),
    }
    facts.into_iter().map(str::to_owned).collect()
}

fn gopher(url: &GopherUrl<'_>) -> Vec<String> {
    let default = match url.gtype() {
        Some(_) => "",
        None => ", the default (3.4.1)",
    };
    let mut facts = vec![format!(
        "expect an item of type {}{default}",
        Escaped(&[url.item_type()])
    )];
    facts.extend(url.gopher_plus().map(|plus| match plus {
        GopherPlus::DefaultView => "ask for the default view of the Gopher+ item".to_owned(),
        GopherPlus::View { view, language } => {
            let language = language.map(|name| format!(" in {}", Escaped(&name)));
            let language = language.unwrap_or_default();
            format!("ask for the view {}{language}", Escaped(&view))
        }
        GopherPlus::Form => {
            "fetch the attribute +ASK, which defines the form of the item; have the user fill out the form, and send the answers with the selector (3.4.5)".to_owned()
        }
        GopherPlus::FilledForm { values } => {
            let values = counted(values.len(), "value", "values", Style::new());
            format!("send the form of the item, filled out with {values}")
        }
        GopherPlus::ItemAttributes { names } => attributes(&names, "the item"),
        GopherPlus::DirectoryAttributes { names } => {
            attributes(&names, "all items in the directory")
        }
        _ => "send a Gopher+ string that the RFC does not describe".to_owned(),
    }));
    let is_form = matches!(url.gopher_plus(), Some(GopherPlus::FilledForm { .. }));
    let search = url.search().filter(|search| !search.raw().is_empty());
    if let Some(search) = search.filter(|_| is_form) {
        facts.push(format!(
            "drop the search string {}: a filled-out form leaves no room for it (3.4.9)",
            shown(search)
        ));
    }
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
    match url.to_file_path() {
        Ok(path) => format!("open {}", Printable(path.as_os_str().as_encoded_bytes())),
        Err(error) => format!("open no file: {error}"),
    }
}

/// Returns the decoded component in quotation marks.
fn shown(component: Component<'_>) -> String {
    Quoted(&*component.decoded()).to_string()
}
