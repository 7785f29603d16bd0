//! Variables of the program: their creation, the boxes of captured ones, reads and writes.

use super::Result;
use super::function::FunctionLowerer;
use super::hidden::Capture;
use super::ssa::Variable;
use crate::link::Binding;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use sheaf_ir::{Const, Op, Operand, Type, Unit};

impl FunctionLowerer<'_, '_> {
    /// Creates the variables of a scope: `var`s are undefined, others uninitialized.
    pub fn declare(&mut self, scope: ScopeId) -> Result<()> {
        let bindings = self.context.scoping.get_bindings(scope);
        let mut symbols: Vec<SymbolId> = bindings.values().copied().collect();
        symbols.sort_unstable();
        for symbol in symbols {
            // A `finally` is lowered several times.
            self.declared.remove(&symbol);
            if self.context.evaluated.aliases.contains_key(&symbol) {
                continue;
            }
            if let Some(deletable) = self.context.evaluated.globals.get(&symbol) {
                self.declare_global(symbol, *deletable)?;
                continue;
            }
            // Created with the exception.
            let flags = self.context.scoping.symbol_flags(symbol);
            if flags.intersects(SymbolFlags::CatchVariable) {
                continue;
            }
            if let Some(at) = self.context.shared.get(&Binding::Symbol(symbol)) {
                self.share(symbol, *at);
                if flags.contains(SymbolFlags::Import) {
                    continue;
                }
            }
            let is_late = self.context.evaluated.late.contains(&symbol);
            let unit = match is_late || self.is_lexical(symbol) {
                true => Unit::Empty,
                false => Unit::Undefined,
            };
            let value = self.ssa.builder.constant(Const::Unit(unit));
            self.create(symbol, value)?;
        }
        Ok(())
    }

    /// Whether a variable is uninitialized before its declaration is executed.
    pub fn is_lexical(&self, symbol: SymbolId) -> bool {
        if self.context.open_parameters.contains(&symbol) {
            return true;
        }
        let flags = self.context.scoping.symbol_flags(symbol);
        let lexical = SymbolFlags::BlockScopedVariable | SymbolFlags::Class | SymbolFlags::Import;
        flags.intersects(lexical)
            && !flags.intersects(SymbolFlags::Function | SymbolFlags::CatchVariable)
    }

    /// Creates a new instance of a variable with a value.
    pub fn create(&mut self, symbol: SymbolId, value: Operand) -> Result<()> {
        let variable = Variable::Symbol(symbol);
        let name = self.context.scoping.symbol_name(symbol);
        self.ssa.is_named(variable, name);
        if self.context.shared.contains_key(&Binding::Symbol(symbol)) {
            return self.write(symbol, value);
        }
        if self.context.captured.contains(symbol) {
            self.ssa.is_box(variable);
            let place = self.ssa.push(Op::NewCells(Box::new([value])), Type::Ptr);
            self.ssa.set(variable, place);
        } else {
            self.ssa.set(variable, value);
        }
        Ok(())
    }

    /// The box of a captured variable.
    pub fn place(&mut self, symbol: SymbolId) -> Operand {
        let symbol = self.context.evaluated.variable(symbol);
        let scoping = self.context.scoping;
        let home = self
            .context
            .captured
            .function_of(scoping, scoping.symbol_scope_id(symbol));
        if Some(home) == self.scope || self.class_scopes.contains(&home) {
            return self.ssa.get(Variable::Symbol(symbol));
        }
        self.captured(Capture::Symbol(symbol))
    }

    /// The value of a variable, `Empty` if it is uninitialized.
    pub fn read(&mut self, symbol: SymbolId) -> Operand {
        let symbol = self.context.evaluated.variable(symbol);
        if !self.context.captured.contains(symbol) {
            return self.ssa.get(Variable::Symbol(symbol));
        }
        let place = self.place(symbol);
        let zero = self.ssa.builder.bits(32, 0);
        self.ssa.push(Op::LoadCell(place, zero), Type::Any)
    }

    /// Sets a variable.
    pub fn write(&mut self, symbol: SymbolId, value: Operand) -> Result<()> {
        let symbol = self.context.evaluated.variable(symbol);
        if self.context.evaluated.globals.contains_key(&symbol) {
            return self.write_global(symbol, value);
        }
        if !self.context.captured.contains(symbol) {
            self.ssa.set(Variable::Symbol(symbol), value);
            return Ok(());
        }
        let row = self.place(symbol);
        let index = self.ssa.builder.bits(32, 0);
        self.ssa.push_void(Op::StoreCell { row, index, value });
        Ok(())
    }
}
