//! The network of a grammar in which productions recurse.

use std::fmt::Write as _;

use rfcbnf_engine::recognizer::{Definition, DefinitionId, Instruction, Network};

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::{checked, set_of};
use crate::network::network as network_of;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Encoding;

/// The file up to the instructions.
const ROOT: &str = r"//! The productions as a network, which the engine's recognizer reads.
//!
//! It follows all derivations of a text at the same time, so productions can refer to themselves in any
//! way. [`INSTRUCTIONS`] has a program for each production: `octet` consumes one octet of a set, `call`
//! derives a text of a production, and both name the instruction that follows. `Either` goes on at two
//! instructions, of which the first has priority. `Repeat` begins a repetition. `Return` ends the
//! program. A production that leads to none around it is laid into those that use it.

use %alloc%::sync::Arc;
use %alloc%::vec::Vec;
use std::cell::RefCell;
use std::sync::LazyLock;
use std::thread_local;

%use%

use super::rule::Rule;

static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let definitions = DEFINITIONS.iter().map(|one| Definition {
        production: one.rule.id(),
        start: one.start,
        is_called: one.is_called,
        is_nullable: one.is_nullable,
        excluded: Vec::new(),
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
    is_nullable: bool,
}
";

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
    let mut definitions = String::new();
    for definition in network.definitions() {
        let _ = writeln!(
            definitions,
            "    Defined {{ rule: {}, start: {}, is_called: {}, is_nullable: {} }},",
            rule(definition),
            definition.start,
            definition.is_called,
            definition.is_nullable
        );
    }
    let body = format!(
        "{}{DEFINED}\nstatic DEFINITIONS: [Defined; {}] = [\n{definitions}];\n\n\
         static INSTRUCTIONS: [Instruction; {}] = [\n{instructions}];\n",
        if instructions.contains(" call(") {
            CALL
        } else {
            ""
        },
        network.definitions().len(),
        network.instructions().len(),
    );
    let characters = match grammar.encoding {
        Encoding::Utf8 => ".of_characters()",
        Encoding::Octets => "",
    };
    let text = super::rust::filled(
        ROOT,
        &[
            ("use", &imports(&body)),
            ("alloc", context.alloc()),
            ("cyclic", &network.is_cyclic().to_string()),
            ("characters", characters),
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

/// Returns the `use` lines of the engine.
fn imports(body: &str) -> String {
    let rounds = if body.contains("Rounds") {
        ", Rounds"
    } else {
        ""
    };
    format!(
        "use rfcbnf_engine::CharacterSet;\nuse rfcbnf_engine::recognizer::{{\n    Address, Cache, Definition, Instruction, Network{rounds},\n}};"
    )
}
