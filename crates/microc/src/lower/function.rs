//! Functions and statements, lowered directly to SSA form.

use super::{Context, register_type};
use crate::ast::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::check::Symbol;
use crate::error::SourceLocation;
use crate::flow::{self, Flow};
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{BlockId, Call, Callee, Const, Func, Op, Operand, Role, Target, Terminator, Type};

/// The value of a variable at a program point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Unset on every path to this point.
    Unset,
    /// This value.
    Set(Operand),
    /// The first operand if the second (a `Bool`) is true, else unset.
    Maybe(Operand, Operand),
    /// The value in the only field of this record: the variable's address is taken.
    Memory(Operand),
}

/// Lowers one function.
pub(super) struct FunctionLowerer<'c, 'a> {
    pub(super) context: &'c mut Context<'a>,
    pub(super) builder: FuncBuilder,
    pub(super) position: usize,
    pub(super) function: &'a Function,
    pub(super) slots: Vec<Slot>,
    pub(super) flow: Flow,
    /// Name of the field of records that represent the targets of pointers; it is not a valid name
    /// in the language.
    pub(super) content: sheaf_ir::NameId,
}

impl<'c, 'a> FunctionLowerer<'c, 'a> {
    pub(super) fn new(context: &'c mut Context<'a>, position: usize) -> Self {
        let function = &context.program.functions[position];
        let result = register_type(context.kinds.results[position]);
        let mut builder = FuncBuilder::new(&function.name.name, Some(result));
        builder.func_mut().loc = Some(context.loc(function.name.place));
        let flow = flow::analyse(context.symbols, position, function);
        let content = context.name("*");
        FunctionLowerer {
            context,
            builder,
            position,
            function,
            slots: Vec::new(),
            flow,
            content,
        }
    }

    /// Builds the function.
    pub(super) fn run(mut self) -> Func {
        let function = self.function;
        self.params();
        let entry = self.builder.block();
        self.builder.switch_to(entry);
        self.cells();
        self.body(&function.body);
        let ty = self.builder.func().result.clone().unwrap_or(Type::Any);
        let value = self.value(&function.result.value);
        self.at(function.result.place);
        let value = self.coerce(value, &ty);
        self.builder.terminate(Terminator::Return(Some(value)));
        self.builder.finish()
    }

    fn params(&mut self) {
        for (variable, param) in self.function.params.iter().enumerate() {
            let ty = register_type(self.context.kinds.variables[self.position][variable]);
            let local = self.builder.param(ty, Some(&param.name));
            self.slots.push(Slot::Set(Operand::Local(local)));
        }
        self.slots
            .extend(self.function.vars.iter().map(|_| Slot::Unset));
    }

    /// Creates a cell for each variable whose address is taken.
    fn cells(&mut self) {
        let symbols = self.context.symbols;
        let scope = &symbols.scopes[self.position];
        for (variable, ident) in scope.variables.iter().enumerate() {
            if !scope.address_taken[variable] {
                continue;
            }
            let first = match self.slots[variable] {
                Slot::Set(param) => param,
                _ => self.builder.constant(Const::Uninitialized(Type::Any)),
            };
            self.at(ident.place);
            let fields = Box::new([(self.content, first)]);
            let name = scope.keeps_variables.then_some(&*ident.name);
            let cell = self.builder.local(Type::Ptr, name);
            self.builder.push_to(Op::NewRecord(fields), Some(cell));
            self.slots[variable] = Slot::Memory(Operand::Local(cell));
        }
    }

    /// Sets the location of the instructions appended from now on.
    pub(super) fn at(&mut self, place: SourceLocation) {
        self.builder.loc = Some(self.context.loc(place));
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Output { value } => self.output(stmt, value),
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.conditional(stmt, condition, then, otherwise);
            }
            StmtKind::While { condition, body } => self.while_loop(stmt, condition, body),
            StmtKind::Block { body } => self.body(body),
        }
    }

    fn output(&mut self, stmt: &Stmt, value: &Expr) {
        let value = self.int(value);
        self.at(stmt.place);
        let callee = Callee::Intrinsic(self.context.name("output"));
        self.builder.push_void(Op::Call(Box::new(Call {
            callee,
            args: Box::new([value]),
            catches: false,
        })));
    }

    /// The value first, then the target, then the store.
    fn assign(&mut self, target: &Expr, value: &Expr) {
        let value = match (&target.kind, &value.kind) {
            (ExprKind::Name { name }, ExprKind::Input) => self.input(name, value.place),
            _ => self.value(value),
        };
        match &target.kind {
            ExprKind::Name { name } => {
                let symbol = self.context.symbols.resolve(self.position, name);
                if let Some(Symbol::Variable(variable)) = symbol {
                    self.at(target.place);
                    self.set(variable, name, value);
                }
            }
            ExprKind::Deref { operand } => {
                let record = self.reference(operand);
                self.at(target.place);
                self.builder.push_void(Op::StoreField {
                    record,
                    field: self.content,
                    value,
                });
            }
            ExprKind::Field { record, field } => {
                let record = self.reference(record);
                let field = self.context.name(field);
                self.at(target.place);
                self.builder.push_void(Op::StoreField {
                    record,
                    field,
                    value,
                });
            }
            ExprKind::Index { array, index } => {
                let row = self.reference(array);
                let index = self.int(index);
                self.at(target.place);
                self.builder.push_void(Op::StoreCell { row, index, value });
            }
            // The parser rejects other targets.
            _ => {}
        }
    }

    /// Stores a value in a variable.
    fn set(&mut self, variable: usize, name: &str, value: Operand) {
        if let Slot::Memory(record) = self.slots[variable] {
            self.builder.push_void(Op::StoreField {
                record,
                field: self.content,
                value,
            });
            return;
        }
        if let Operand::Local(local) = value {
            let info = &mut self.builder.func_mut().locals[local];
            info.name.get_or_insert_with(|| name.into());
        }
        self.slots[variable] = Slot::Set(value);
    }

    fn conditional(&mut self, stmt: &Stmt, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let condition = self.condition(condition);
        let head = self.builder.current();
        let before = self.slots.clone();
        let then_start = self.builder.block();
        self.builder.set_role(then_start, Some(Role::Then));
        let then_end = self.branch(then_start, then, &before);
        let else_start = (!otherwise.is_empty()).then(|| self.builder.block());
        let else_end = else_start.map(|start| self.branch(start, otherwise, &before));
        let join = self.builder.block();
        let other_slots = else_end.as_ref().map_or(&before, |(_, slots)| slots);
        let (after, joins) = self.join_params(stmt, join, &before, [&then_end.1, other_slots]);

        self.at(stmt.place);
        self.builder.switch_to(then_end.0);
        let args = self.join_args(join, &joins, &then_end.1);
        self.builder.terminate(Terminator::Jump(args));
        let to_then = Target {
            block: then_start,
            args: Box::new([]),
        };
        self.builder
            .switch_to(else_end.as_ref().map_or(head, |(end, _)| *end));
        let args = self.join_args(join, &joins, other_slots);
        match else_start {
            None => self
                .builder
                .terminate(Terminator::Branch(condition, Box::new([to_then, args]))),
            Some(start) => {
                self.builder.terminate(Terminator::Jump(args));
                self.builder.switch_to(head);
                let to_else = Target {
                    block: start,
                    args: Box::new([]),
                };
                self.builder
                    .terminate(Terminator::Branch(condition, Box::new([to_then, to_else])));
            }
        }
        self.builder.switch_to(join);
        self.slots = after;
    }

    /// Lowers a branch that starts with these slots; returns its last block and the slots there.
    fn branch(&mut self, start: BlockId, body: &[Stmt], before: &[Slot]) -> (BlockId, Vec<Slot>) {
        self.builder.switch_to(start);
        self.slots = before.to_vec();
        self.body(body);
        (self.builder.current(), std::mem::take(&mut self.slots))
    }

    fn while_loop(&mut self, stmt: &Stmt, condition: &Expr, body: &[Stmt]) {
        let before = self.slots.clone();
        let head = self.builder.block();
        let (at_head, joins) = self.loop_params(stmt, head, &before);
        self.at(stmt.place);
        let enter = self.join_args(head, &joins, &before);
        self.builder.terminate(Terminator::Jump(enter));

        self.builder.switch_to(head);
        self.slots = at_head;
        let condition = self.condition(condition);
        let test_end = self.builder.current();
        let tested = self.slots.clone();
        let start = self.builder.block();
        self.builder.set_role(start, Some(Role::Body));
        let (end, end_slots) = self.branch(start, body, &tested);
        let exit = self.builder.block();

        self.at(stmt.place);
        self.builder.switch_to(end);
        let again = self.join_args(head, &joins, &end_slots);
        self.builder.terminate(Terminator::Jump(again));
        self.builder.switch_to(test_end);
        let targets = [start, exit].map(|block| Target {
            block,
            args: Box::new([]),
        });
        self.builder
            .terminate(Terminator::Branch(condition, Box::new(targets)));
        self.builder.switch_to(exit);
        self.slots = tested;
    }
}
