//! Notes on the form of a URL or of a part, where the prose says nothing closer to the error.

use super::draft::Draft;
use super::id::NoteId;
use super::rejection::{Rejection, is_specific};
use super::scheme;
use crate::rules::Rule;

/// Returns the note on the form, with the scheme that the production names.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Draft<'a> {
    let id = of(rejection);
    let draft = Draft::new(id).candidates(scheme::completed(rejection));
    if id == NoteId::OneCharacter {
        let rule = rejection.rule;
        let sentence = if rule.is_character() || rule == Rule::Gtype {
            id.sentence()
        } else {
            "{known} derives texts such as {example}"
        };
        let message = sentence.replace("{known}", rule.name());
        return draft.message(message.replace("{example}", rule.example()));
    }
    draft
}

/// Returns the note on the form of the URL, or of the innermost production outside a URL.
pub(super) fn of(rejection: &Rejection<'_>) -> NoteId {
    let mut open = rejection.context.iter();
    let rule = open.find(|rule| is_specific(**rule)).or_else(|| {
        let open = rejection.context.iter().rev();
        open.into_iter().find(|rule| !rule.is_character())
    });
    form(rule.copied().unwrap_or(rejection.rule))
}

fn form(rule: Rule) -> NoteId {
    match rule {
        Rule::Genericurl | Rule::Url | Rule::Otherurl => NoteId::SchemeMissing,
        Rule::Scheme => NoteId::SchemeName,
        Rule::Schemepart | Rule::IpSchemepart | Rule::Login | Rule::Hostport | Rule::Urlpath => {
            NoteId::InternetForm
        }
        Rule::User | Rule::Password => NoteId::LoginReserved,
        Rule::Host | Rule::Hostname | Rule::Domainlabel | Rule::Toplabel => NoteId::HostLabel,
        Rule::Hostnumber => NoteId::IpAddress,
        Rule::Port => NoteId::PortDigits,
        Rule::Digits => NoteId::DecimalNumber,
        Rule::Ftpurl => NoteId::FtpForm,
        Rule::Fpath | Rule::Fsegment => NoteId::FtpReserved,
        Rule::Ftptype => NoteId::FtpTypecode,
        Rule::Fileurl => NoteId::FileForm,
        Rule::Httpurl => NoteId::HttpForm,
        Rule::Hpath | Rule::Hsegment | Rule::Search => NoteId::HttpReserved,
        Rule::Gopherurl | Rule::Selector | Rule::GopherString => NoteId::GopherForm,
        Rule::Mailtourl | Rule::Encoded822addr => NoteId::MailtoForm,
        Rule::Newsurl | Rule::Grouppart | Rule::Group | Rule::Article => NoteId::NewsForm,
        Rule::Nntpurl => NoteId::NntpForm,
        Rule::Telneturl => NoteId::TelnetForm,
        Rule::Waisurl | Rule::Waisdatabase | Rule::Waisindex | Rule::Waisdoc => NoteId::WaisForm,
        Rule::Database | Rule::Wtype | Rule::Wpath => NoteId::WaisReserved,
        Rule::Prosperourl => NoteId::ProsperoForm,
        Rule::Ppath | Rule::Psegment => NoteId::ProsperoReserved,
        Rule::Fieldspec | Rule::Fieldname | Rule::Fieldvalue => NoteId::ProsperoField,
        Rule::Escape => NoteId::UnfinishedEscape,
        // The character productions, and what another grammar adds.
        _ => NoteId::OneCharacter,
    }
}
