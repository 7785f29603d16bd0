//! Calls of functions.

use super::Lower;
use super::constants::Folded;
use super::function::FunctionLowering;
use super::reference::Meaning;
use super::types::lower_result;
use crate::ll::{Value, ValueKind};
use crate::passes::{PINNED, UNDEFINED};
use crate::scopes::SCOPE_MARKS;
use crate::undeclared;
use sheaf_ir::{Callee, CastOp, Const, FloatKind, FuncId, Operand, Type};

impl FunctionLowering<'_, '_> {
    pub(super) fn call_instruction(&mut self, inst: Value) -> Lower<Option<Operand>> {
        let callee = inst.callee();
        if self.sanitizer_report(inst) {
            return Ok(None);
        }
        match callee.kind() {
            ValueKind::LLVMInlineAsmValueKind => self.assembly(inst),
            ValueKind::LLVMFunctionValueKind if callee.name().starts_with("llvm.") => {
                self.intrinsic_call(inst, &callee.name())
            }
            ValueKind::LLVMFunctionValueKind if self.is_mark(&callee.name()) => Ok(None),
            ValueKind::LLVMFunctionValueKind if callee.name().starts_with(UNDEFINED) => {
                // If the type is not supported, the uses are reported.
                let result = lower_result(inst.ty()).ok().flatten();
                let result = result.filter(|_| inst.users().next().is_some());
                Ok(result.map(|ty| self.any_value(ty)))
            }
            _ => {
                let args = self.arguments(inst)?;
                let result = lower_result(inst.ty())?;
                if callee.kind() == ValueKind::LLVMFunctionValueKind
                    && asks_for_input(&callee.name())
                    && !matches!(self.cx.meaning(callee), Meaning::Defined(_))
                {
                    self.declare_inputs(inst, &callee.name(), result.as_ref());
                }
                let callee = self.callee(callee, &args, result.as_ref())?;
                Ok(self.call(callee, args, result))
            }
        }
    }

    /// Whether calls of a function have no effect: they mark variables, or lifetimes without a
    /// model.
    fn is_mark(&self, name: &str) -> bool {
        name == PINNED || SCOPE_MARKS.contains(&name) && !self.cx.intrinsics.contains(name)
    }

    /// The arguments of a call.
    ///
    /// An aggregate that is passed as a copy in memory among the variable arguments is a tuple of
    /// the copy's address, its size and its alignment in bytes, since the callee has no parameter
    /// that would tell. Other parameters of that kind are addresses, and the callee makes the copy.
    /// A vector there (two `float`s of a structure) is a floating-point number with its bits, which
    /// is passed in the same kind of register.
    fn arguments(&mut self, inst: Value) -> Lower<Vec<Operand>> {
        let fixed = inst.called_type().params().len();
        let mut args = Vec::new();
        for (index, arg) in (0..).zip(inst.arguments()) {
            let operand = self.operand(arg)?;
            if (index as usize) < fixed {
                args.push(operand);
                continue;
            }
            args.push(match inst.argument_by_value(index) {
                Some(ty) => {
                    let bytes = self.cx.layout.size(ty);
                    let align = inst.argument_align(index).unwrap_or(0) as u32;
                    let word = self.cx.layout.pointer_bytes() as u32;
                    let align = align.max(self.cx.layout.align(ty)).max(word);
                    let width = self.cx.pointer_bits();
                    let copy = self.copy_object(operand, bytes, align);
                    let bytes = self.bits(width, bytes.into());
                    let align = self.bits(width, align.into());
                    self.tuple(vec![copy, bytes, align])
                }
                None if arg.ty().is_vector() => {
                    let width = self.cx.layout.bits(arg.ty()) as u32;
                    let bits = self.reinterpret_lanes(operand, arg.ty(), arg.ty().int(width))?;
                    match width {
                        32 => self.cast(CastOp::Bitcast, bits, Type::Float(FloatKind::F32)),
                        64 => self.cast(CastOp::Bitcast, bits, Type::Float(FloatKind::F64)),
                        128 => self.cast(CastOp::Bitcast, bits, Type::Float(FloatKind::F128)),
                        _ => bits,
                    }
                }
                None => operand,
            });
        }
        Ok(args)
    }

    fn callee(&mut self, callee: Value, args: &[Operand], result: Option<&Type>) -> Lower<Callee> {
        if callee.kind() == ValueKind::LLVMFunctionValueKind
            && let Meaning::Intrinsic(name) = self.cx.meaning(callee)
        {
            let name = self.cx.names.intern(&mut self.cx.module, &name);
            return Ok(Callee::Intrinsic(name));
        }
        if callee.is_constant()
            && let Folded::Const(Const::Func(id)) = self.cx.fold(callee)?
            && self.fits(id, args, result)
        {
            return Ok(Callee::Func(id));
        }
        Ok(Callee::Value(self.operand(callee)?))
    }

    /// Whether a call matches the callee's definition. If not, it goes through the address, and is
    /// checked at run time.
    fn fits(&self, id: FuncId, args: &[Operand], result: Option<&Type>) -> bool {
        let func = &self.cx.module.funcs[id];
        let enough = match func.variadic {
            true => args.len() >= func.params.len(),
            false => args.len() == func.params.len(),
        };
        enough
            && (result.is_none() || result == func.result.as_ref())
            && func
                .params
                .iter()
                .zip(args)
                .all(|(param, arg)| func.locals[*param].ty == self.type_of(*arg))
    }

    /// Calls a function of the C library, or the definition of this name by the program or the
    /// models.
    pub(super) fn call_library(
        &mut self,
        name: &str,
        args: Vec<Operand>,
        result: Option<Type>,
    ) -> Option<Operand> {
        let callee = match self.cx.find_function(name) {
            Some(callee) => callee,
            None => Callee::Func(self.cx.declare(name, None)),
        };
        match callee {
            Callee::Func(id) if !self.fits(id, &args, result.as_ref()) => {
                let address = self.builder.constant(Const::Func(id));
                self.call(Callee::Value(address), args, result)
            }
            callee => self.call(callee, args, result),
        }
    }
}

/// Whether a function of a harness creates an input.
fn asks_for_input(name: &str) -> bool {
    matches!(name, "klee_make_symbolic" | "klee_int" | "klee_range")
        || undeclared::returned_type(name).is_some()
}
