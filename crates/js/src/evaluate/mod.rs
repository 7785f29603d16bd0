//! Texts that `eval` and `Function` evaluate. Constant ones are found when the program is loaded.
//!
//! A direct call `eval("text")` sees the variables of its place. It gets one more argument, an
//! arrow function whose statements are those of the text, so that names are resolved as everywhere
//! ([`direct`]). What the text declares with `var` in sloppy code belongs to the function around
//! the call ([`variables`]). Other calls see only global variables: their texts are scripts of
//! their own, which a program finds by their text ([`indirect`]).

mod direct;
mod indirect;
mod place;
mod variables;

pub use direct::splice;
pub use indirect::{Text, texts_of};
pub use variables::{global_variables, resolve};

use crate::error::SourceLocation;
use oxc_ast::ast::Expression;
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use std::collections::{HashMap, HashSet};

/// What a direct call of `eval` with a constant text does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Direct {
    /// It runs the arrow function that is its last argument.
    Body,
    /// It throws a `SyntaxError` with this message.
    SyntaxError(String),
    /// It is not supported, for this reason.
    Unsupported(&'static str),
}

/// What is known about the evaluated texts of a script, and the variables that they concern.
#[derive(Default)]
pub struct Evaluated {
    /// The direct calls of `eval` by their offset.
    pub calls: HashMap<u32, Direct>,
    /// Offsets from which on everything has one location: that of the call. In ascending order.
    pub places: Vec<(u32, SourceLocation)>,
    /// Calls whose text cannot run at its place.
    pub refused: HashMap<u32, Direct>,
    /// Variables that a text declares, and those of the program that they are.
    pub aliases: HashMap<SymbolId, SymbolId>,
    /// Variables of functions that exist only after a text has run: `Empty` before.
    pub late: HashSet<SymbolId>,
    /// Those that a text creates, by the scope of its arrow function.
    pub creates: HashMap<ScopeId, Vec<SymbolId>>,
    /// Variables of texts that `delete` would remove.
    pub deletable: HashSet<SymbolId>,
    /// Variables that are properties of the global object, and whether they can be deleted.
    pub globals: HashMap<SymbolId, bool>,
}

impl Evaluated {
    /// The variable that a declared one is.
    pub fn variable(&self, mut symbol: SymbolId) -> SymbolId {
        while let Some(outer) = self.aliases.get(&symbol) {
            symbol = *outer;
        }
        symbol
    }
}

/// The text of an expression that is constant.
fn constant(expression: &Expression) -> Option<String> {
    match expression.without_parentheses() {
        Expression::StringLiteral(it) if !it.lone_surrogates => Some(it.value.to_string()),
        Expression::TemplateLiteral(it) if it.expressions.is_empty() => {
            let quasi = it.quasis.first().filter(|it| !it.lone_surrogates)?;
            Some(quasi.value.cooked.as_ref()?.to_string())
        }
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
            Some(constant(&it.left)? + &constant(&it.right)?)
        }
        _ => None,
    }
}
