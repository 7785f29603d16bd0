//! Checks of a function: definitions, uses, blocks and terminators.

use super::{VerifyError, types};
use crate::analysis::{Cfg, Dominators};
use crate::index::{Idx, IndexVec};
use crate::module::{Block, BlockId, Const, Func, LocId, Local, Module};
use crate::op::{Case, Operand, Switch, Target, Terminator};
use crate::types::Type;
use std::collections::HashSet;

/// The definition of a local.
#[derive(Clone, Copy, PartialEq)]
enum Definition {
    Nowhere,
    /// By the caller.
    Param,
    /// In a block, before the instruction at this position.
    Block(BlockId, usize),
}

/// Checks one function and collects the errors.
pub(super) struct Verifier<'a> {
    pub module: &'a Module,
    pub func: &'a Func,
    /// Types of the constants, so that they are computed once.
    const_types: Vec<Type>,
    definitions: IndexVec<Local, Definition>,
    block: Option<BlockId>,
    inst: Option<usize>,
    errors: Vec<VerifyError>,
}

impl<'a> Verifier<'a> {
    pub fn new(module: &'a Module, func: &'a Func) -> Self {
        Verifier {
            module,
            func,
            const_types: Vec::new(),
            definitions: func.locals.iter().map(|_| Definition::Nowhere).collect(),
            block: None,
            inst: None,
            errors: Vec::new(),
        }
    }

    /// Reports an error at the current position.
    pub fn report(&mut self, message: impl Into<String>) {
        self.errors.push(VerifyError {
            function: Some(self.func.name.clone()),
            block: self.block,
            inst: self.inst,
            message: message.into(),
        });
    }

    pub fn accept(&mut self, outcome: Result<(), String>) {
        if let Err(message) = outcome {
            self.report(message);
        }
    }

    /// Types and constants come first: the other checks rely on their bounds.
    pub fn run(mut self) -> Vec<VerifyError> {
        self.signature();
        if !self.errors.is_empty() {
            return self.errors;
        }
        self.const_types = self.func.consts.iter().map(Const::ty).collect();
        self.definitions();
        for (id, block) in self.func.blocks.enumerate() {
            self.block = Some(id);
            self.block(block);
        }
        (self.block, self.inst) = (None, None);
        if self.errors.is_empty() {
            self.dominance();
        }
        self.errors
    }

    fn signature(&mut self) {
        let func = self.func;
        for ty in func.locals.iter().map(|info| &info.ty).chain(&func.result) {
            self.accept(types::check_type(ty));
        }
        for value in func.consts.iter() {
            self.accept(types::check_const(self.module, value));
        }
        self.loc(func.loc);
        if func.is_declaration()
            && (func.locals.len() != func.params.len() || !func.consts.is_empty())
        {
            self.report("a declaration has locals or constants of its own");
        }
    }

    fn loc(&mut self, loc: Option<LocId>) {
        if loc.is_some_and(|loc| self.module.locs.get(loc).is_none()) {
            self.report("its location does not exist");
        }
    }

    fn definitions(&mut self) {
        let func = self.func;
        for param in &func.params {
            self.define(*param, Definition::Param);
        }
        for (id, block) in func.blocks.enumerate() {
            self.block = Some(id);
            for param in &block.params {
                self.define(*param, Definition::Block(id, 0));
            }
            for (position, inst) in block.insts.iter().enumerate() {
                self.inst = Some(position);
                if let Some(result) = inst.result {
                    self.define(result, Definition::Block(id, position + 1));
                }
            }
            self.inst = None;
        }
        self.block = None;
        for local in self.definitions.ids() {
            if self.definitions[local] == Definition::Nowhere {
                self.report(format!("{} is never defined", self.describe(local)));
            }
        }
    }

    fn define(&mut self, local: Local, definition: Definition) {
        match self.definitions.get(local) {
            None => self.report(format!("local {} does not exist", local.0)),
            Some(Definition::Nowhere) => self.definitions[local] = definition,
            Some(_) => self.report(format!("{} is defined twice", self.describe(local))),
        }
    }

    /// A description of a local: its number, and its name if it has one.
    pub fn describe(&self, local: Local) -> String {
        match self
            .func
            .locals
            .get(local)
            .and_then(|info| info.name.as_ref())
        {
            Some(name) => format!("local {} (`{name}`)", local.0),
            None => format!("local {}", local.0),
        }
    }

    fn block(&mut self, block: &'a Block) {
        let entry = self.block == Some(BlockId(0));
        if entry && !block.params.is_empty() {
            self.report("block 0 has parameters");
        }
        for (position, inst) in block.insts.iter().enumerate() {
            self.inst = Some(position);
            self.loc(inst.loc);
            self.instruction(inst);
        }
        self.inst = Some(block.insts.len());
        self.loc(block.loc);
        self.terminator(&block.terminator);
        self.inst = None;
    }

    /// The type of an operand, if it exists.
    pub fn lookup(&self, operand: Operand) -> Option<&Type> {
        match operand {
            Operand::Local(local) => self.func.locals.get(local).map(|info| &info.ty),
            Operand::Const(id) => self.const_types.get(id.index()),
        }
    }

    /// The type of an operand; reports one that does not exist.
    fn type_of(&mut self, operand: Operand) -> Option<Type> {
        let ty = self.lookup(operand).cloned();
        if ty.is_none() {
            self.report(format!("{operand:?} does not exist"));
        }
        ty
    }

    /// Reports an operand of another type.
    fn expect(&mut self, operand: Operand, ty: &Type, what: &str) {
        if let Some(found) = self.type_of(operand)
            && found != *ty
        {
            self.report(format!("{what} has type {found} instead of {ty}"));
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        for target in terminator.targets() {
            self.target(target);
        }
        match terminator {
            Terminator::Branch(condition, _) => {
                self.expect(*condition, &Type::Bool, "the condition")
            }
            Terminator::Switch(switch) => self.switch(switch),
            Terminator::Return(value) => match (&self.func.result, value) {
                (Some(ty), Some(value)) => self.expect(*value, ty, "the result"),
                (None, None) => {}
                (Some(_), None) => self.report("the function has a result, the return gives none"),
                (None, Some(_)) => self.report("the function has no result, the return gives one"),
            },
            Terminator::Throw(value) => self.expect(*value, &Type::Any, "what is thrown"),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    fn target(&mut self, target: &Target) {
        let func = self.func;
        let Some(block) = func.blocks.get(target.block) else {
            return self.report(format!("block {} does not exist", target.block.0));
        };
        if target.block == BlockId(0) {
            self.report("block 0 is the target of a jump");
        }
        if block.params.len() != target.args.len() {
            let (params, args) = (block.params.len(), target.args.len());
            return self.report(format!(
                "block{} takes {params} arguments, not {args}",
                target.block.0
            ));
        }
        for (param, arg) in block.params.iter().zip(&target.args) {
            if let Some(info) = func.locals.get(*param) {
                self.expect(*arg, &info.ty, "an argument");
            }
        }
    }

    fn switch(&mut self, switch: &Switch) {
        if switch.targets.is_empty() {
            self.report("a switch has no default");
        }
        let is_default = |case: &Case| case.target as usize + 1 >= switch.targets.len();
        if switch.cases.iter().any(is_default) {
            self.report("a case of a switch has the default's target or none");
        }
        let mut targets = HashSet::new();
        if !switch.targets.iter().all(|target| targets.insert(target)) {
            self.report("two targets of a switch are equal");
        }
        let Some(ty) = self.type_of(switch.value) else {
            return;
        };
        if !matches!(ty, Type::Bits(_) | Type::Int) {
            self.report(format!("a switch takes an integer, not {ty}"));
        }
        let mut seen = HashSet::new();
        for case in &switch.cases {
            match self.func.consts.get(case.value) {
                Some(value @ (Const::Bits { .. } | Const::Int(_))) => {
                    if value.ty() != ty {
                        self.report(format!("a case has type {}, the value {ty}", value.ty()));
                    }
                    if !seen.insert(value) {
                        self.report("two cases of a switch are equal");
                    }
                }
                _ => self.report("a case of a switch is not an integer constant"),
            }
        }
    }

    /// In reachable blocks, each use must come after a definition that dominates it.
    fn dominance(&mut self) {
        let func = self.func;
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        for &id in cfg.reverse_postorder() {
            self.block = Some(id);
            let block = &func.blocks[id];
            for (position, inst) in block.insts.iter().enumerate() {
                self.inst = Some(position);
                inst.op
                    .operands(|operand| self.dominated(&dominators, operand, id, position));
            }
            let end = block.insts.len();
            self.inst = Some(end);
            block
                .terminator
                .operands(|operand| self.dominated(&dominators, operand, id, end));
        }
    }

    fn dominated(
        &mut self,
        dominators: &Dominators,
        operand: Operand,
        block: BlockId,
        inst: usize,
    ) {
        let Operand::Local(local) = operand else {
            return;
        };
        let good = match self.definitions[local] {
            Definition::Nowhere => false,
            Definition::Param => true,
            Definition::Block(home, before) if home == block => before <= inst,
            Definition::Block(home, _) => dominators.dominates(home, block),
        };
        if !good {
            self.report(format!(
                "{} is used where it is not defined on every path",
                self.describe(local)
            ));
        }
    }
}
