//! Queries, from SQL to plans.

use std::ops::ControlFlow;

use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{CopyToSource, Statement};
use datafusion::sql::sqlparser::ast::{AccessExpr, Expr, Value, VisitMut, visit_expressions_mut};

/// Returns the frame of the query.
///
/// # Errors
///
/// Fails if the query is not one statement, or the engine cannot plan it.
pub(crate) async fn frame(context: &SessionContext, query: &str) -> Result<DataFrame> {
    let state = context.state();
    let dialect = state.config_options().sql_parser.dialect;
    let mut statement = state.sql_to_statement(query, &dialect)?;
    name_fields(&mut statement);
    let plan = state.statement_to_plan(statement).await?;
    context.execute_logical_plan(plan).await
}

/// Makes `f(x).name` mean `f(x)['name']`. The engine itself takes a name after a dot only where the
/// struct is a column.
fn name_fields(statement: &mut Statement) {
    match statement {
        Statement::Statement(statement) => name_fields_in(statement),
        Statement::Explain(explained) => name_fields(&mut explained.statement),
        Statement::CopyTo(copy) => {
            if let CopyToSource::Query(query) = &mut copy.source {
                name_fields_in(query);
            }
        }
        _ => {}
    }
}

fn name_fields_in(part: &mut impl VisitMut) {
    let _: ControlFlow<()> = visit_expressions_mut(part, |expression| {
        if let Expr::CompoundFieldAccess { access_chain, .. } = expression {
            for access in access_chain {
                if let AccessExpr::Dot(Expr::Identifier(name)) = access {
                    let name = Value::SingleQuotedString(name.value.clone());
                    *access = AccessExpr::Dot(Expr::Value(name.into()));
                }
            }
        }
        ControlFlow::Continue(())
    });
}
