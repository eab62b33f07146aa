//! The examples in a document that prints a grammar.
//!
//! A block says of what it is an example by its name, `PRODUCTION/valid/TITLE` as files in a folder of cases have it, or by its
//! type, which is a production. A case with the mark `[blocks]` names blocks by their types and names.

use rfc1738_views::grammar_test::CaseSource;
use rfcbnf::cases::{Case, CasesError, Expectation};
use rfcbnf::extract::{DocumentBlock, blocks};
use rfcbnf::syntax::{Grammar, SourceDocument};

use super::sources::{FoundCases, Place, unreadable};
use crate::input::source::Source;
use crate::outcome::Failure;

/// What blocks are in many documents, so that a production of this name is not meant.
const TYPES: [&str; 25] = [
    "asn.1",
    "ascii-art",
    "bash",
    "c",
    "cbor",
    "cddl",
    "console",
    "css",
    "example",
    "html",
    "http-message",
    "java",
    "javascript",
    "json",
    "plain",
    "pseudocode",
    "python",
    "rust",
    "sh",
    "text",
    "txt",
    "xml",
    "yaml",
    "yang",
    "toml",
];

/// Takes the cases out that name blocks of the document of the grammar, and returns them with the texts of the blocks, after
/// those of blocks that say themselves what they are. Returns `None` if there are neither.
pub(super) fn of_document(
    grammar: &Grammar,
    source: Source<'_>,
    all: &mut [FoundCases],
) -> Result<Option<FoundCases>, Failure> {
    let text = grammar.document.as_deref().map(SourceDocument::text);
    let blocks = text.map(blocks).unwrap_or_default();
    let name = source.name();
    let mut cases = Vec::new();
    for block in &blocks {
        let case = own_case(grammar, block);
        let case =
            case.map_err(|what| unreadable(&name.shown, &CasesError::new(block.line, what)))?;
        cases.extend(case);
    }
    for found in all {
        for case in found.cases.extract_if(.., |case| case.blocks.is_some()) {
            let of_blocks = of_named_blocks(&case, &blocks, &name.shown);
            let of_blocks = of_blocks.map_err(|what| {
                unreadable(found.source.name(), &CasesError::new(case.line, what))
            })?;
            cases.extend(of_blocks);
        }
        if let Place::File { file, .. } = &mut found.place {
            file.cases.retain(|case| case.blocks.is_none());
        }
    }
    let text = text.unwrap_or_default().as_bytes().to_vec();
    Ok((!cases.is_empty()).then(|| FoundCases {
        source: CaseSource::new(name.shown, name.path, text, true),
        cases,
        constraints: Vec::new(),
        place: Place::Foreign,
    }))
}

/// Returns the case of a block whose name or type says which production it is an example of.
fn own_case(grammar: &Grammar, block: &DocumentBlock) -> Result<Option<Case>, String> {
    let mut parts = block.name.splitn(3, '/');
    let (first, verdict) = (parts.next().unwrap_or_default(), parts.next());
    let (production, expected, title) = match verdict {
        Some("valid") => (first, Expectation::Valid, parts.next()),
        Some("invalid") => (first, Expectation::Invalid, parts.next()),
        _ => {
            let is_own = |name: &str| {
                let production = grammar.lookup(name).ok();
                production.is_some_and(|one| grammar.is_in_file(one.name_span.start))
            };
            let kind = block.kind.as_str();
            if TYPES.contains(&kind) || !is_own(kind) {
                return Ok(None);
            }
            (kind, Expectation::Valid, None)
        }
    };
    let production = grammar.lookup(production).map_err(|error| {
        format!("{error}; the name of this block says that it is an example of it")
    })?;
    let title = title.filter(|title| !title.is_empty());
    let title = title.map_or_else(|| format!("example of {}", production.name), str::to_owned);
    let mut case = Case::new(title, Vec::new(), vec![expected]);
    case.text = block.text.clone();
    case.line = block.line;
    case.production = Some(production.name.clone());
    Ok(Some(case))
}

/// Returns the cases of the blocks with the type or the name that is the text of a case.
fn of_named_blocks(
    case: &Case,
    blocks: &[DocumentBlock],
    document: &str,
) -> Result<Vec<Case>, String> {
    let wanted = String::from_utf8_lossy(case.octets()).trim().to_owned();
    let Some(of_blocks) = case.blocks.filter(|_| !wanted.is_empty()) else {
        return Ok(Vec::new());
    };
    let is_meant =
        |block: &&DocumentBlock| block.name == wanted || block.kind.eq_ignore_ascii_case(&wanted);
    let meant = blocks.iter().filter(is_meant);
    let cases: Vec<Case> = meant
        .flat_map(|block| of_blocks.cases(case, &block.text, block.line))
        .collect();
    if cases.is_empty() {
        return Err(format!(
            "no block of {document} has the type or the name `{wanted}`; documents in XML, HTML and Markdown have such blocks"
        ));
    }
    Ok(cases)
}
