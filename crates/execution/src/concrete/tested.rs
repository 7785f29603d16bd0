//! What a branch tests: the variables that its condition is computed from, and their values.
//!
//! Variables are found in the block of the branch: named values, what is loaded from a variable in
//! memory, inputs, and what a function has returned.

use crate::program::Program;
use crate::shown::{Reading, quoted};
use crate::state::State;
use crate::value::Value;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BlockId, Callee, CastOp, CompareOp, Const, Func, FuncId, Inst, Local, Module, Op, Operand,
    Terminator, Type,
};
use sheaf_term::{Constant, Pool};
use std::rc::Rc;

/// A variable that a branch tests.
struct Tested {
    name: String,
    /// What holds its value at the branch.
    local: Local,
    is_unsigned: bool,
}

/// What the branches of a program test.
#[derive(Default)]
pub(super) struct Tests {
    blocks: FxHashMap<(FuncId, BlockId), Rc<[Tested]>>,
}

impl Tests {
    /// The names and values of what the branch tests that a state is at.
    pub fn values(
        &mut self,
        program: &Program,
        pool: &Pool,
        state: &State,
    ) -> Vec<(String, String)> {
        let top = state.top();
        let entry = self.blocks.entry((top.func, top.block));
        let module = program.module();
        let tested = entry.or_insert_with(|| tested(module, top.func, top.block).into());
        let func = &module.funcs[top.func];
        let value = |it: &Tested| {
            let value = &top.regs[it.local.index()];
            let reading = Reading::of(&func.locals[it.local].ty, it.is_unsigned);
            Some((it.name.clone(), text(pool, state, value, reading)?))
        };
        tested.iter().filter_map(value).collect()
    }
}

/// What the branch at the end of a block tests, in the order in which it is computed.
fn tested(module: &Module, func: FuncId, block: BlockId) -> Vec<Tested> {
    let func = &module.funcs[func];
    let block = &func.blocks[block];
    let (subject, is_unsigned) = match &block.terminator {
        Terminator::Branch(condition, _) => (*condition, false),
        Terminator::Switch(switch) => (switch.value, switch.unsigned),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut wanted: FxHashMap<Local, bool> = FxHashMap::default();
    let want = |wanted: &mut FxHashMap<Local, bool>, operand, is_unsigned| {
        if let Operand::Local(local) = operand {
            *wanted.entry(local).or_default() |= is_unsigned;
        }
    };
    want(&mut wanted, subject, is_unsigned);
    for inst in block.insts.iter().rev() {
        let Some(local) = inst.result else { continue };
        let Some(is_unsigned) = wanted.remove(&local) else {
            continue;
        };
        let name = func.locals[local].name.as_ref().map(ToString::to_string);
        match name.or_else(|| name_of(module, func, inst)) {
            Some(name) => found.push(Tested {
                name,
                local,
                is_unsigned,
            }),
            None if is_computed(&inst.op) => {
                let is_unsigned = is_unsigned || is_about_unsigned(&inst.op);
                inst.op
                    .operands(|operand| want(&mut wanted, operand, is_unsigned));
            }
            None => {}
        }
    }
    let mut before: Vec<(Local, bool)> = wanted.into_iter().collect();
    before.sort_unstable();
    let named = before.into_iter().filter_map(|(local, is_unsigned)| {
        let name = func.locals[local].name.as_ref()?;
        Some(Tested {
            name: name.to_string(),
            local,
            is_unsigned,
        })
    });
    let mut all: Vec<Tested> = named.collect();
    all.extend(found.into_iter().rev());
    let mut names = Vec::new();
    all.retain(|it| {
        let is_new = !names.contains(&it.name);
        names.push(it.name.clone());
        is_new
    });
    all
}

/// The name of what an instruction yields, if that is the value of a variable, an input, or what
/// a function of the program returns.
fn name_of(module: &Module, func: &Func, inst: &Inst) -> Option<String> {
    match &inst.op {
        Op::Load(place) => variable(module, func, *place, &func.locals[inst.result?].ty),
        Op::Input(name) => Some(module.names[*name].to_string()),
        Op::Call(call) => match call.callee {
            Callee::Func(callee) => Some(format!("{}()", module.funcs[callee].name)),
            _ => None,
        },
        _ => None,
    }
}

/// The variable at a place, if a value of this type is all of it.
fn variable(module: &Module, func: &Func, place: Operand, ty: &Type) -> Option<String> {
    let bytes = u128::from(ty.store_bytes(module.pointer_bytes)?);
    match place {
        Operand::Const(id) => match func.consts[id] {
            Const::Global(global, 0) => {
                let global = &module.globals[global];
                (u128::from(global.bytes) == bytes).then(|| global.name.to_string())
            }
            _ => None,
        },
        Operand::Local(local) => {
            let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
            let made = insts.find(|inst| inst.result == Some(local))?;
            let Op::Alloc(alloc) = &made.op else {
                return None;
            };
            let is_all = match alloc.bytes {
                Operand::Const(id) => match func.consts[id] {
                    Const::Bits { value, .. } => value == bytes,
                    _ => false,
                },
                Operand::Local(_) => false,
            };
            let name = func.locals[local].name.as_ref();
            name.filter(|_| is_all).map(ToString::to_string)
        }
    }
}

/// Whether a result is computed from the operands alone, so that their values explain it.
fn is_computed(op: &Op) -> bool {
    match op {
        Op::Unary(..) | Op::Binary(..) | Op::Compare(..) | Op::Select(..) | Op::Dynamic(..) => true,
        Op::Cast(cast, _) => !matches!(cast, CastOp::PtrToBits | CastOp::BitsToPtr),
        Op::Call(call) => matches!(call.callee, Callee::Intrinsic(_)),
        _ => false,
    }
}

/// Whether an operation takes its operands as unsigned numbers.
fn is_about_unsigned(op: &Op) -> bool {
    match op {
        Op::Compare(compare, ..) => matches!(compare, CompareOp::Ult | CompareOp::Ule),
        Op::Cast(cast, _) => matches!(cast, CastOp::ZExt | CastOp::UToF),
        _ => false,
    }
}

/// A value as text; `None` for what is no scalar.
fn text(pool: &Pool, state: &State, value: &Value, reading: Reading) -> Option<String> {
    let number = |term| state.model.eval_bits(pool, term);
    match value {
        Value::Term(term) => match state.model.eval(pool, *term) {
            Constant::Bool(value) => Some(value.to_string()),
            Constant::Bits(bits) => Some(reading.number(bits.width(), bits.to_u128()?)),
            Constant::Int(value) => Some(value.to_string()),
            Constant::Str(_) | Constant::Array(_) => None,
        },
        Value::SymStr(text) => {
            let length = usize::try_from(number(text.length())?).ok()?;
            let units = text.units().iter().take(length);
            let units = units.map(|unit| u16::try_from(number(*unit)?).ok());
            Some(quoted(&units.collect::<Option<Vec<u16>>>()?))
        }
        Value::Union(union) => {
            let holds = |guard| state.model.eval_bool(pool, guard);
            let mut members = union.members.iter();
            let (_, member) = members.find(|(guard, _)| holds(*guard))?;
            text(pool, state, member, reading)
        }
        value => reading.value(value),
    }
}
