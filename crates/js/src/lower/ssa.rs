//! On-the-fly construction of SSA form (Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau: Simple and
//! Efficient Construction of Static Single Assignment Form, CC 2013, algorithms 1, 2 and 4): a
//! block gets a parameter for a variable that is read there if its predecessors may define
//! different values.

use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashMap;
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BlockId, CastOp, Const, Func, Local, Op, Operand, Role, Switch, Target, Terminator, Type, Unit,
};

/// A variable of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// A variable of the program: its value, or the box that holds it if it is captured.
    Symbol(SymbolId),
    /// A temporary of the lowering.
    Temporary(u32),
}

/// Builds a function whose variables are in SSA form. A block is sealed when all its predecessors
/// are known.
pub struct Ssa {
    pub builder: FuncBuilder,
    values: FxHashMap<(BlockId, Variable), Operand>,
    /// Predecessors of each block: the block, and the index of the target in its terminator.
    predecessors: Vec<Vec<(BlockId, usize)>>,
    sealed: Vec<bool>,
    /// For each block, the arguments for its parameters: those of all predecessors for the first
    /// one, then for the next one.
    arguments: Vec<Vec<Operand>>,
    /// Parameters of unsealed blocks, whose arguments are missing.
    incomplete: FxHashMap<BlockId, Vec<Variable>>,
    /// Values that were converted to `Any`, by the result of the conversion.
    converted: FxHashMap<Local, Operand>,
    /// Types of variables that are not `Any`.
    types: FxHashMap<Variable, Type>,
    /// Names of variables of the program.
    names: FxHashMap<Variable, String>,
    temporaries: u32,
    /// Whether the current block has its terminator, so that what follows is unreachable.
    ended: bool,
}

impl Ssa {
    /// A function whose entry block is current.
    pub fn new(name: &str) -> Ssa {
        let mut ssa = Ssa {
            builder: FuncBuilder::new(name, Some(Type::Any)),
            values: FxHashMap::default(),
            predecessors: Vec::new(),
            sealed: Vec::new(),
            arguments: Vec::new(),
            incomplete: FxHashMap::default(),
            converted: FxHashMap::default(),
            types: FxHashMap::default(),
            names: FxHashMap::default(),
            temporaries: 0,
            ended: false,
        };
        let entry = ssa.sealed_block();
        ssa.builder.switch_to(entry);
        ssa
    }

    /// The finished function.
    pub fn finish(mut self) -> Func {
        let func = self.builder.func_mut();
        let blocks = self.predecessors.iter().zip(&self.arguments);
        for (predecessors, arguments) in blocks.filter(|(_, arguments)| !arguments.is_empty()) {
            for (at, (from, number)) in predecessors.iter().enumerate() {
                let passed = arguments.iter().skip(at).step_by(predecessors.len());
                let target = &mut func.blocks[*from].terminator.targets_mut()[*number];
                target.args = target.args.iter().chain(passed).copied().collect();
            }
        }
        self.builder.finish()
    }

    /// A new block that will get predecessors.
    pub fn block(&mut self) -> BlockId {
        self.predecessors.push(Vec::new());
        self.arguments.push(Vec::new());
        self.sealed.push(false);
        self.builder.block()
    }

    /// A new sealed block without predecessors.
    fn sealed_block(&mut self) -> BlockId {
        let block = self.block();
        self.sealed[block.index()] = true;
        block
    }

    /// A new temporary of a type.
    pub fn temporary(&mut self, ty: Type) -> Variable {
        let variable = Variable::Temporary(self.temporaries);
        self.temporaries += 1;
        self.types.insert(variable, ty);
        variable
    }

    /// Declares the name of a variable.
    pub fn is_named(&mut self, variable: Variable, name: &str) {
        self.names.insert(variable, name.to_string());
    }

    /// Declares that a variable holds a box.
    pub fn is_box(&mut self, variable: Variable) {
        self.types.insert(variable, Type::Ptr);
    }

    /// Continues in a block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.builder.switch_to(block);
        self.ended = false;
    }

    /// Seals a block: all jumps to it exist.
    pub fn seal(&mut self, block: BlockId) {
        self.sealed[block.index()] = true;
        for variable in self.incomplete.remove(&block).unwrap_or_default() {
            self.complete(block, variable);
        }
    }

    /// Seals a block and continues in it.
    pub fn enter(&mut self, block: BlockId) {
        self.seal(block);
        self.switch_to(block);
    }

    /// Whether the current block is unreachable. Code is generated for it all the same.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Ends the current block, unless it has ended. Code that follows goes to an unreachable block.
    pub fn terminate(&mut self, terminator: Terminator) {
        if self.ended {
            return;
        }
        let from = self.builder.current();
        for (number, target) in terminator.targets().iter().enumerate() {
            self.predecessors[target.block.index()].push((from, number));
        }
        self.builder.terminate(terminator);
        self.ended = true;
    }

    /// Jumps to a block.
    pub fn jump(&mut self, block: BlockId) {
        self.terminate(Terminator::Jump(target(block)));
    }

    /// Branches to one of two blocks.
    pub fn branch(&mut self, condition: Operand, then: BlockId, otherwise: BlockId) {
        let targets = Box::new([target(then), target(otherwise)]);
        self.terminate(Terminator::Branch(condition, targets));
    }

    /// Branches to one of two blocks of an operation, which is no branch of the source.
    pub fn branch_within(&mut self, condition: Operand, then: BlockId, otherwise: BlockId) {
        self.set_roles([then, otherwise], [Role::Case; 2]);
        self.branch(condition, then, otherwise);
    }

    /// Sets what two blocks are for the branch to them.
    pub fn set_roles(&mut self, blocks: [BlockId; 2], roles: [Role; 2]) {
        for (block, role) in blocks.into_iter().zip(roles) {
            self.builder.set_role(block, Some(role));
        }
    }

    /// Jumps to the block whose index is a `Bits(8)`, or else to the last: to a case of an operation.
    pub fn switch(&mut self, value: Operand, blocks: &[BlockId]) {
        for block in blocks {
            self.builder.set_role(*block, Some(Role::Case));
        }
        let Some((default, blocks)) = blocks.split_last() else {
            return;
        };
        let width = match self.builder.func_mut().type_of(value) {
            Type::Bits(width) => width,
            _ => unreachable!("a machine integer"),
        };
        let cases = (0..).zip(blocks);
        let cases = cases.map(|(number, block)| match self.builder.bits(width, number) {
            Operand::Const(id) => (id, target(*block)),
            Operand::Local(_) => unreachable!("a constant"),
        });
        let switch = Switch::new(value, cases, target(*default), true);
        self.terminate(Terminator::Switch(Box::new(switch)));
    }

    /// Appends an instruction with a result.
    pub fn push(&mut self, op: Op, ty: Type) -> Operand {
        self.revive();
        let typed = match op {
            Op::Cast(CastOp::ToAny, typed) => Some(typed),
            _ => None,
        };
        let result = self.builder.push(op, ty);
        if let (Operand::Local(local), Some(typed)) = (result, typed) {
            self.converted.insert(local, typed);
        }
        result
    }

    /// Appends an instruction without a result.
    pub fn push_void(&mut self, op: Op) {
        self.revive();
        self.builder.push_void(op);
    }

    /// What a value of type `Any` was made of, if it has this type.
    pub fn behind(&self, value: Operand, ty: &Type) -> Option<Operand> {
        let Operand::Local(local) = value else {
            return None;
        };
        let typed = *self.converted.get(&local)?;
        (self.builder.func().type_of(typed) == *ty).then_some(typed)
    }

    fn revive(&mut self) {
        if self.ended {
            let dead = self.sealed_block();
            self.switch_to(dead);
        }
    }

    /// Sets a variable.
    pub fn set(&mut self, variable: Variable, value: Operand) {
        self.revive();
        if let (Operand::Local(local), Some(name)) = (value, self.names.get(&variable)) {
            let info = &mut self.builder.func_mut().locals[local];
            info.name.get_or_insert_with(|| name.as_str().into());
        }
        self.values
            .insert((self.builder.current(), variable), value);
    }

    /// The value of a variable.
    pub fn get(&mut self, variable: Variable) -> Operand {
        self.revive();
        self.get_in(self.builder.current(), variable)
    }

    /// The current value of a variable at the end of a block.
    fn get_in(&mut self, block: BlockId, variable: Variable) -> Operand {
        if let Some(value) = self.values.get(&(block, variable)) {
            return *value;
        }
        // A block with one predecessor has its values.
        let mut at = block;
        let value = loop {
            if let Some(value) = self.values.get(&(at, variable)) {
                break *value;
            }
            match self.predecessors[at.index()][..] {
                _ if !self.sealed[at.index()] => {
                    let param = self.param(at, variable);
                    self.incomplete.entry(at).or_default().push(variable);
                    break Operand::Local(param);
                }
                [] => break self.nothing(variable),
                [(before, _)] => at = before,
                _ => {
                    let param = self.param(at, variable);
                    self.values.insert((at, variable), Operand::Local(param));
                    self.complete(at, variable);
                    break Operand::Local(param);
                }
            }
        };
        let mut passed = block;
        while passed != at {
            self.values.insert((passed, variable), value);
            passed = self.predecessors[passed.index()][0].0;
        }
        self.values.insert((at, variable), value);
        value
    }

    fn type_of(&self, variable: Variable) -> Type {
        self.types.get(&variable).cloned().unwrap_or(Type::Any)
    }

    fn param(&mut self, block: BlockId, variable: Variable) -> Local {
        let ty = self.type_of(variable);
        let name = self.names.get(&variable);
        self.builder
            .block_param(block, ty, name.map(String::as_str))
    }

    /// The value of a variable that is never set: used in unreachable code only.
    fn nothing(&mut self, variable: Variable) -> Operand {
        let value = match self.type_of(variable) {
            Type::Any => Const::Unit(Unit::Undefined),
            ty => Const::Uninitialized(ty),
        };
        self.builder.constant(value)
    }

    /// Adds the arguments for a parameter of a block.
    fn complete(&mut self, block: BlockId, variable: Variable) {
        // A sealed block gets no more predecessors.
        for at in 0..self.predecessors[block.index()].len() {
            let (from, _) = self.predecessors[block.index()][at];
            let value = self.get_in(from, variable);
            self.arguments[block.index()].push(value);
        }
    }
}

fn target(block: BlockId) -> Target {
    Target {
        block,
        args: Box::default(),
    }
}
