//! A definition as a function of the engine.

use std::sync::Arc;

use arrow::array::Array as _;
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion_common::types::{LogicalTypeRef, logical_binary, logical_string};
use datafusion_common::{Result, ScalarValue, exec_err, internal_err, plan_err};
use datafusion_expr::{
    Coercion, ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, TypeSignature, TypeSignatureClass, Volatility,
};

use crate::definition::Definition;
use crate::documentation;
use crate::rules::{self, Rules};
use crate::texts::{TYPES, Texts};

/// A function of the engine.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    definition: &'static Definition,
    signature: Signature,
    documentation: Documentation,
}

impl Function {
    pub(crate) fn new(definition: &'static Definition) -> Self {
        Self {
            definition,
            signature: signature(definition.takes_rule),
            documentation: documentation::of(definition),
        }
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.definition.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok((self.definition.gives)())
    }

    /// Checks the arguments, so that a wrong one stops the query before it starts.
    fn return_field_from_args(&self, arguments: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let name = self.definition.name;
        let most = if self.definition.takes_rule { 2 } else { 1 };
        let count = arguments.arg_fields.len();
        if count == 0 || count > most {
            let takes = if most == 2 { "1 or 2" } else { "1" };
            return plan_err!(
                "{name} takes {takes} argument{}, not {count}; its form is {}",
                if most == 2 { "s" } else { "" },
                self.documentation.syntax_example
            );
        }
        let url = arguments.arg_fields[0].data_type();
        if !TYPES.contains(url) {
            return plan_err!("{name} takes strings or octets, not {url}");
        }
        if let Some(rule) = arguments.arg_fields.get(1)
            && !rule.data_type().is_string()
        {
            let other = rule.data_type();
            return plan_err!("the rule of {name} is the name of a production, not {other}");
        }
        if let Some(Some(rule)) = arguments.scalar_arguments.get(1) {
            rules::scalar(rule)?;
        }
        let returned = Field::new(name, (self.definition.gives)(), true);
        Ok(Arc::new(returned))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let Some(url) = arguments.args.first() else {
            return internal_err!("{} has no argument", self.definition.name);
        };
        let rule = arguments.args.get(1);
        // Constants have one answer.
        let is_constant = arguments
            .args
            .iter()
            .all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let rows = if is_constant {
            1
        } else {
            arguments.number_rows
        };
        let texts = Texts::new(&url.to_array(rows)?)?;
        let answers = (self.definition.answer)(&texts, &Rules::new(rule)?)?;
        if answers.len() != rows {
            return exec_err!("{} has lost rows", self.definition.name);
        }
        if is_constant {
            return ScalarValue::try_from_array(&answers, 0).map(ColumnarValue::Scalar);
        }
        Ok(ColumnarValue::Array(answers))
    }

    /// Casts dictionaries to their values, and names of productions to strings. Types of no text
    /// stay as they are: [`Function::return_field_from_args`] has a better error for them.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let text = types.first().map(text_type);
        let rules = types.iter().skip(1).map(rule_type);
        Ok(text.into_iter().chain(rules).collect())
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// Returns a signature that leaves the coercion to [`Function::coerce_types`]. The alternatives
/// after it are those that the engine lists.
fn signature(takes_rule: bool) -> Signature {
    let exactly = |of: LogicalTypeRef| Coercion::new_exact(TypeSignatureClass::Native(of));
    let mut alternatives = vec![TypeSignature::UserDefined];
    for text in [logical_string(), logical_binary()] {
        alternatives.push(TypeSignature::Coercible(vec![exactly(Arc::clone(&text))]));
        if takes_rule {
            let arguments = vec![exactly(text), exactly(logical_string())];
            alternatives.push(TypeSignature::Coercible(arguments));
        }
    }
    Signature::one_of(alternatives, Volatility::Immutable)
}

fn text_type(given: &DataType) -> DataType {
    match given {
        DataType::Dictionary(_, values) => text_type(values),
        DataType::RunEndEncoded(_, values) => text_type(values.data_type()),
        DataType::FixedSizeBinary(_) => DataType::Binary,
        DataType::Null => DataType::Utf8View,
        other => other.clone(),
    }
}

fn rule_type(given: &DataType) -> DataType {
    match given {
        DataType::Dictionary(_, values) if values.is_string() => DataType::Utf8,
        DataType::Null => DataType::Utf8,
        other => other.clone(),
    }
}
