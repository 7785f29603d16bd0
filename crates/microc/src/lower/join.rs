//! Block parameters for variables that have different values on the edges to a block.

use super::function::{FunctionLowerer, Slot};
use super::register_type;
use crate::ast::Stmt;
use sheaf_ir::{BlockId, Const, Operand, Target, Type};

/// The parameters for a variable at a block.
pub(super) struct Join {
    variable: usize,
    /// Type of the parameter for its value.
    ty: Type,
    /// Whether a second parameter says if the variable is set.
    maybe: bool,
}

impl FunctionLowerer<'_, '_> {
    /// Adds the parameters of the block after an `if` whose branches end with these slots. A
    /// variable that no branch assigns keeps its slot from before.
    pub(super) fn join_params(
        &mut self,
        stmt: &Stmt,
        block: BlockId,
        before: &[Slot],
        ends: [&[Slot]; 2],
    ) -> (Vec<Slot>, Vec<Join>) {
        let mut after = before.to_vec();
        let mut joins = Vec::new();
        for variable in self.flow.join(stmt) {
            let slots = ends.map(|end| end[variable]);
            after[variable] = match slots {
                [a, b] if a == b => a,
                [Slot::Set(a), Slot::Set(b)] => {
                    let ty = self.common_type([Some(a), Some(b)]);
                    self.add(variable, block, ty, false, &mut joins)
                }
                _ => {
                    let ty = self.common_type(slots.map(Slot::value));
                    self.add(variable, block, ty, true, &mut joins)
                }
            };
        }
        (after, joins)
    }

    /// Adds the parameters of the head of a loop that is entered with these slots.
    pub(super) fn loop_params(
        &mut self,
        stmt: &Stmt,
        block: BlockId,
        before: &[Slot],
    ) -> (Vec<Slot>, Vec<Join>) {
        let mut at_head = before.to_vec();
        let mut joins = Vec::new();
        for variable in self.flow.join(stmt) {
            if matches!(before[variable], Slot::Memory(_)) {
                continue;
            }
            let kind = self.context.kinds.variables[self.position][variable];
            let maybe = !matches!(before[variable], Slot::Set(_));
            let ty = register_type(kind);
            at_head[variable] = self.add(variable, block, ty, maybe, &mut joins);
        }
        (at_head, joins)
    }

    fn add(
        &mut self,
        variable: usize,
        block: BlockId,
        ty: Type,
        maybe: bool,
        joins: &mut Vec<Join>,
    ) -> Slot {
        let symbols = self.context.symbols;
        let name = symbols.scopes[self.position].variables[variable]
            .name
            .as_str();
        let value = self.builder.block_param(block, ty.clone(), Some(name));
        let value = Operand::Local(value);
        joins.push(Join {
            variable,
            ty,
            maybe,
        });
        if !maybe {
            return Slot::Set(value);
        }
        let is_set = format!("{name} is set");
        let is_set = self.builder.block_param(block, Type::Bool, Some(&is_set));
        Slot::Maybe(value, Operand::Local(is_set))
    }

    /// The jump from the current block to a block, with arguments from these slots.
    pub(super) fn join_args(&mut self, block: BlockId, joins: &[Join], slots: &[Slot]) -> Target {
        let mut args = Vec::new();
        for join in joins {
            let slot = slots[join.variable];
            args.push(match slot.value() {
                Some(value) => self.coerce(value, &join.ty),
                None => self.placeholder(&join.ty),
            });
            if join.maybe {
                args.push(match slot {
                    Slot::Maybe(_, is_set) => is_set,
                    slot => self.builder.constant(Const::Bool(slot != Slot::Unset)),
                });
            }
        }
        Target {
            block,
            args: args.into(),
        }
    }

    /// The argument for a variable without a value. It is never used: every read is preceded by a
    /// check.
    pub(super) fn placeholder(&mut self, ty: &Type) -> Operand {
        self.builder.constant(match ty {
            Type::Int => Const::Int(0.into()),
            Type::Ptr => Const::Null,
            _ => Const::Uninitialized(Type::Any),
        })
    }

    /// The common type of the values, or `Any` if they differ.
    fn common_type(&self, values: [Option<Operand>; 2]) -> Type {
        let mut types = values
            .into_iter()
            .flatten()
            .map(|value| self.builder.func().type_of(value));
        let first = types.next().unwrap_or(Type::Any);
        if types.all(|ty| ty == first) {
            first
        } else {
            Type::Any
        }
    }
}

impl Slot {
    /// The value of a slot in a register, if there may be one.
    fn value(self) -> Option<Operand> {
        match self {
            Slot::Set(value) | Slot::Maybe(value, _) => Some(value),
            Slot::Unset | Slot::Memory(_) => None,
        }
    }
}
