//! A builder for functions, used by front ends and tests.

use crate::index::IndexVec;
use crate::module::{
    Block, BlockId, Const, ConstId, Func, Inst, LocId, Local, LocalInfo, Module, NameId,
};
use crate::op::{Op, Operand, Terminator};
use crate::role::Role;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Builds one function block by block. A block that never gets a terminator ends in
/// [`Terminator::Unreachable`].
pub struct FuncBuilder {
    func: Func,
    consts: FxHashMap<Const, ConstId>,
    current: BlockId,
    /// Location of all instructions that are appended from now on.
    pub loc: Option<LocId>,
}

impl FuncBuilder {
    /// A function without blocks; append block 0 first.
    pub fn new(name: &str, result: Option<Type>) -> Self {
        FuncBuilder {
            func: Func {
                name: name.into(),
                params: Vec::new(),
                result,
                variadic: false,
                locals: IndexVec::new(),
                consts: IndexVec::new(),
                blocks: IndexVec::new(),
                user: true,
                loc: None,
            },
            consts: FxHashMap::default(),
            current: BlockId(0),
            loc: None,
        }
    }

    /// The function so far.
    pub fn func(&self) -> &Func {
        &self.func
    }

    /// The function so far, for setting its attributes.
    pub fn func_mut(&mut self) -> &mut Func {
        &mut self.func
    }

    /// A new local, not yet defined.
    pub fn local(&mut self, ty: Type, name: Option<&str>) -> Local {
        self.func.locals.push(LocalInfo {
            ty,
            name: name.map(Into::into),
        })
    }

    /// Adds a parameter to the function.
    pub fn param(&mut self, ty: Type, name: Option<&str>) -> Local {
        let local = self.local(ty, name);
        self.func.params.push(local);
        local
    }

    /// Appends an empty block; it does not become the current one.
    pub fn block(&mut self) -> BlockId {
        self.func.blocks.push(Block {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            loc: None,
            role: None,
        })
    }

    /// Sets the role of a block for a source condition.
    pub fn set_role(&mut self, block: BlockId, role: Option<Role>) {
        self.func.blocks[block].role = role;
    }

    /// Adds a parameter to a block.
    pub fn block_param(&mut self, block: BlockId, ty: Type, name: Option<&str>) -> Local {
        let local = self.local(ty, name);
        self.func.blocks[block].params.push(local);
        local
    }

    /// Makes this block the current one.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The current block.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// A constant of the function's pool; equal ones share an entry.
    pub fn constant(&mut self, value: Const) -> Operand {
        if let Some(id) = self.consts.get(&value) {
            return Operand::Const(*id);
        }
        let id = self.func.consts.push(value.clone());
        self.consts.insert(value, id);
        Operand::Const(id)
    }

    /// A constant of `Bits`, cut to the width.
    pub fn bits(&mut self, width: u32, value: u128) -> Operand {
        let value = if width >= 128 {
            value
        } else {
            value & ((1 << width) - 1)
        };
        self.constant(Const::Bits { width, value })
    }

    /// Appends an instruction that defines a value.
    pub fn push(&mut self, op: Op, ty: Type) -> Operand {
        let result = self.local(ty, None);
        self.push_to(op, Some(result));
        Operand::Local(result)
    }

    /// Appends an instruction that defines nothing.
    pub fn push_void(&mut self, op: Op) {
        self.push_to(op, None);
    }

    /// Appends an instruction that defines an existing local.
    pub fn push_to(&mut self, op: Op, result: Option<Local>) {
        let loc = self.loc;
        self.func.blocks[self.current]
            .insts
            .push(Inst { result, op, loc });
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator) {
        let block = &mut self.func.blocks[self.current];
        block.terminator = terminator;
        block.loc = self.loc;
    }

    /// The finished function.
    pub fn finish(self) -> Func {
        self.func
    }
}

/// Interns names for a module that is being built.
#[derive(Default)]
pub struct Names {
    ids: FxHashMap<Box<str>, NameId>,
}

impl Names {
    /// The id of a name, which is added to the module if it is new. All names of `module` must be
    /// created here.
    pub fn intern(&mut self, module: &mut Module, name: &str) -> NameId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = module.names.push(name.into());
        self.ids.insert(name.into(), id);
        id
    }
}
