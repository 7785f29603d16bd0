//! Variables of functions that a text of `eval` creates: until it has run, their names mean what is
//! outside of the function.

use super::Result;
use super::function::FunctionLowerer;
use oxc_ast::ast::IdentifierReference;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Operand, Type};

impl FunctionLowerer<'_, '_> {
    /// Creates the variables of a text, whose arrow function has this scope.
    pub fn create_late(&mut self, scope: ScopeId) -> Result<()> {
        let created = self.context.evaluated.creates.get(&scope);
        for symbol in created.cloned().unwrap_or_default() {
            let value = self.read(symbol);
            let missing = self.is_empty(value);
            let (create, end) = (self.ssa.block(), self.ssa.block());
            self.ssa.branch_within(missing, create, end);
            self.ssa.enter(create);
            let undefined = self.undefined();
            self.write(symbol, undefined)?;
            self.ssa.jump(end);
            self.ssa.enter(end);
        }
        Ok(())
    }

    /// The variable that a name means if a text has created it. In that text, it always has.
    pub fn late_variable(&self, ident: &IdentifierReference) -> Option<SymbolId> {
        let (scoping, evaluated) = (self.context.scoping, self.context.evaluated);
        if evaluated.late.is_empty() {
            return None;
        }
        let reference = scoping.get_reference(ident.reference_id.get()?);
        let known = reference.symbol_id().map(|it| evaluated.variable(it));
        if known.is_some_and(|it| evaluated.late.contains(&it)) {
            return None;
        }
        let home = known.map(|it| scoping.symbol_scope_id(it));
        let scopes = scoping.scope_ancestors(reference.scope_id());
        let mut inner = scopes.take_while(|it| Some(*it) != home);
        inner.find_map(|scope| {
            let found = scoping.get_binding(scope, ident.name)?;
            evaluated.late.contains(&found).then_some(found)
        })
    }

    /// The value of a variable, or what `outside` computes if no text has created it.
    pub fn late_value(
        &mut self,
        symbol: SymbolId,
        outside: impl FnOnce(&mut Self) -> Result<Operand>,
    ) -> Result<Operand> {
        let value = self.read(symbol);
        let missing = self.is_empty(value);
        self.value_unless(missing, |_| Ok(value), outside)
    }

    /// What one of two ways computes, by a condition.
    pub fn value_unless(
        &mut self,
        condition: Operand,
        inside: impl FnOnce(&mut Self) -> Result<Operand>,
        outside: impl FnOnce(&mut Self) -> Result<Operand>,
    ) -> Result<Operand> {
        let result = self.ssa.temporary(Type::Any);
        self.unless(
            condition,
            |this| {
                let value = inside(this)?;
                this.ssa.set(result, value);
                Ok(())
            },
            |this| {
                let value = outside(this)?;
                this.ssa.set(result, value);
                Ok(())
            },
        )?;
        Ok(self.ssa.get(result))
    }

    /// Continues with one of two ways, by a condition.
    pub fn unless(
        &mut self,
        condition: Operand,
        inside: impl FnOnce(&mut Self) -> Result<()>,
        outside: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let [without, with, end] = [(); 3].map(|()| self.ssa.block());
        self.ssa.branch(condition, without, with);
        self.ssa.enter(with);
        inside(self)?;
        self.ssa.jump(end);
        self.ssa.enter(without);
        outside(self)?;
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(())
    }
}
