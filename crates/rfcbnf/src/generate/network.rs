//! The network of a grammar: of one in which productions recurse, and of any for its nearest texts.

use std::fmt::Write as _;

use rfcbnf_engine::recognizer::{Definition, DefinitionId, Instruction, Network};

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::{checked, filled, set_of};
use crate::network::network as network_of;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Encoding;

/// The head of the file.
const HEAD: &str = r"//! The productions as a network, which the engine's recognizer reads.
//!
//! It follows all derivations of a text at the same time, so productions can refer to themselves in any
//! way. [`INSTRUCTIONS`] has a program for each production: `octet` consumes one octet of a set, `call`
//! derives a text of a production, and both name the instruction that follows. `Either` goes on at two
//! instructions, of which the first has priority. `Repeat` begins a repetition. `Return` ends the
//! program. A production that leads to none around it is laid into those that use it.

%use%

use super::rule::Rule;
";

/// The network of a grammar in which productions recurse.
const KEPT: &str = r"
static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let definitions = DEFINITIONS.iter().map(|one| Definition {
        production: one.rule.id(),
        start: one.start,
        is_called: one.is_called,
        is_nullable: one.is_nullable,
        excluded: %excluded%,
    });
    let network = Network::new(INSTRUCTIONS.to_vec(), definitions.collect(), %cyclic%);
    Arc::new(network%characters%)
});

thread_local! {
    /// What texts have found out about the network: two if calls are nested.
    static CACHES: RefCell<Vec<Cache>> = RefCell::default();
}

/// Calls a function with the network, and with what earlier texts of this thread have found out about it.
pub(super) fn with_network<T>(run: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T {
    let mut cache = CACHES.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = run(&NETWORK, &mut cache);
    CACHES.with_borrow_mut(|caches| caches.push(cache));
    result
}
";

/// The network of a grammar whose parsers do without.
const MADE: &str = r"
/// Returns the network. The search for nearest texts takes much longer than this.
fn network() -> Network {
    let definitions = DEFINITIONS.iter().map(|one| Definition {
        production: one.rule.id(),
        start: one.start,
        is_called: one.is_called,
        is_nullable: one.is_nullable,
        excluded: %excluded%,
    });
    Network::new(INSTRUCTIONS.to_vec(), definitions.collect(), %cyclic%)%characters%
}
";

/// The search for nearest texts.
const NEAREST: &str = r#"
/// Returns the texts of the production that are nearest to one.
#[cfg(feature = "nearest")]
pub(crate) fn nearest(
    rule: Rule,
    text: &[u8],
    question: NearestQuestion,
) -> Result<Nearest, NearestLimit> {
    %network%.nearest(rule as u32, text, question)
}
"#;

/// The instruction for one octet.
const OCTET: &str = r"
/// Consumes one octet of the set.
const fn octet(set: CharacterSet, next: Address) -> Instruction {
    Instruction::Octet(set, next)
}
";

/// How an instruction names a production.
const CALL: &str = r"
/// Derives a text of the production.
const fn call(rule: Rule, next: Address) -> Instruction {
    Instruction::Call(rule as u32, next)
}
";

/// The type of the definitions.
const DEFINED: &str = r"
/// A production, in the letter case and with the repetitions of the references to it.
struct Defined {
    rule: Rule,
    /// Its first instruction.
    start: Address,
    is_called: bool,
    is_nullable: bool,%excluded%
}
";

/// The field of excluded texts, if there are some.
const EXCLUDED: &str = "
    excluded: &'static [&'static [u8]],";

/// Returns the text of the file.
pub(super) fn network(context: &Context<'_>) -> Result<String, GenerateError> {
    let grammar = context.grammar();
    let resolved = ResolvedGrammar::new(grammar);
    let network = network_of(&resolved);
    let rule = |definition: &Definition| {
        let production = &grammar.productions[definition.production.index()];
        format!("Rule::{}", names::variant(&production.name))
    };
    let productions = grammar.productions.len();
    let mut instructions = String::new();
    for (address, instruction) in (0..).zip(network.instructions()) {
        let definitions = network.definitions().iter().zip(0..);
        for (definition, id) in definitions.filter(|(definition, _)| definition.start == address) {
            let name = &grammar.productions[definition.production.index()].name;
            let about = if is_production(id, productions) {
                ""
            } else {
                ", as it is used elsewhere"
            };
            let _ = writeln!(instructions, "    // `{name}`{about}");
        }
        let written = written(*instruction, &network, productions, &rule);
        let _ = writeln!(instructions, "    {written}, // {address}");
    }
    let has_excluded = network
        .definitions()
        .iter()
        .any(|one| !one.excluded.is_empty());
    let mut definitions = String::new();
    for definition in network.definitions() {
        let excluded = if has_excluded {
            let texts = definition.excluded.iter();
            let texts = texts.map(|text| format!("b\"{}\"", text.escape_ascii()));
            let texts: Vec<String> = texts.collect();
            format!(", excluded: &[{}]", texts.join(", "))
        } else {
            String::new()
        };
        let _ = writeln!(
            definitions,
            "    Defined {{ rule: {}, start: {}, is_called: {}, is_nullable: {}{excluded} }},",
            rule(definition),
            definition.start,
            definition.is_called,
            definition.is_nullable
        );
    }
    let body = format!(
        "{}{}\nstatic DEFINITIONS: [Defined; {}] = [\n{definitions}];\n\n\
         static INSTRUCTIONS: [Instruction; {}] = [\n{instructions}];\n",
        if instructions.contains(" call(") {
            CALL
        } else {
            ""
        },
        filled(
            DEFINED,
            &[("excluded", if has_excluded { EXCLUDED } else { "" })]
        ),
        network.definitions().len(),
        network.instructions().len(),
    );
    let characters = match grammar.encoding {
        Encoding::Utf8 => ".of_characters()",
        Encoding::Octets => "",
    };
    let has_recursion = context.has_recursion();
    let is_module = context.layout.is_module();
    let root = [
        HEAD,
        if has_recursion { KEPT } else { MADE },
        if is_module { "" } else { NEAREST },
        OCTET,
    ];
    let text = filled(
        &root.concat(),
        &[
            ("use", &imports(context, &body)),
            ("cyclic", &network.is_cyclic().to_string()),
            ("characters", characters),
            (
                "network",
                if has_recursion {
                    "NETWORK"
                } else {
                    "network()"
                },
            ),
            (
                "excluded",
                if has_excluded {
                    "one.excluded.iter().map(|text| text.to_vec()).collect()"
                } else {
                    "Vec::new()"
                },
            ),
        ],
    ) + &body;
    checked("network", &text)?;
    Ok(text)
}

fn is_production(id: DefinitionId, productions: usize) -> bool {
    usize::try_from(id).is_ok_and(|id| id < productions)
}

/// Returns an instruction in Rust.
fn written(
    instruction: Instruction,
    network: &Network,
    productions: usize,
    rule: &impl Fn(&Definition) -> String,
) -> String {
    match instruction {
        Instruction::Octet(set, next) => format!("octet({}, {next})", set_of(set)),
        Instruction::Either(first, second) => format!("Instruction::Either({first}, {second})"),
        Instruction::Call(id, next) if is_production(id, productions) => {
            let definition = &network.definitions()[id as usize];
            format!("call({}, {next})", rule(definition))
        }
        Instruction::Call(id, next) => format!("Instruction::Call({id}, {next})"),
        Instruction::Repeat(rounds) => format!("Instruction::Repeat({rounds:?})"),
        Instruction::EndRound => "Instruction::EndRound".to_owned(),
        Instruction::Return => "Instruction::Return".to_owned(),
        Instruction::Fail => "Instruction::Fail".to_owned(),
    }
}

/// Returns the `use` lines.
fn imports(context: &Context<'_>, body: &str) -> String {
    let rounds = if body.contains("Rounds") {
        ", Rounds"
    } else {
        ""
    };
    let alloc = context.alloc();
    let (kept, cache) = if context.has_recursion() {
        (
            format!(
                "use {alloc}::sync::Arc;\nuse {alloc}::vec::Vec;\nuse std::cell::RefCell;\n\
                 use std::sync::LazyLock;\nuse std::thread_local;\n\n"
            ),
            "Cache, ",
        )
    } else {
        (format!("use {alloc}::vec::Vec;\n\n"), "")
    };
    let nearest = if context.layout.is_module() {
        ""
    } else {
        "\n#[cfg(feature = \"nearest\")]\nuse rfcbnf_engine::recognizer::{Nearest, NearestLimit, NearestQuestion};"
    };
    format!(
        "{kept}use rfcbnf_engine::CharacterSet;\nuse rfcbnf_engine::recognizer::{{\n    \
         Address, {cache}Definition, Instruction, Network{rounds},\n}};{nearest}"
    )
}
