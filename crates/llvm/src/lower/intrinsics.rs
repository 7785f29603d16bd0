//! LLVM's intrinsic functions.

use super::function::FunctionLowering;
use super::start::INT;
use super::types::lower_type;
use super::{Lower, unsupported};
use crate::ll::{TyKind, Value, ValueKind};
use crate::scopes::{SCOPE_DECLARED, SCOPE_SHARED, escapes};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{
    BinaryOp, Callee, CastOp, CompareOp, FailureKind, Flags, Op, Operand, Type, UnaryOp,
};

/// Size in bytes of the `va_list` of x86-64; that of x86 is a pointer.
const VA_LIST_BYTES: u128 = 24;

impl FunctionLowering<'_, '_> {
    /// Lowers a call of an intrinsic; returns its result, if it has one.
    pub(super) fn intrinsic_call(&mut self, inst: Value, full: &str) -> Lower<Option<Operand>> {
        let name = base_name(full);
        if name.starts_with("dbg.") {
            self.debug_name(inst, &name);
            self.error_label(inst);
            return Ok(None);
        }
        if let "lifetime.start" | "lifetime.end" = &*name {
            return self.lifetime(inst, &name);
        }
        if is_without_effect(&name) {
            return Ok(None);
        }
        if self.memory_intrinsic(inst, &name)? {
            return Ok(None);
        }
        if let Some(value) = self.integer_intrinsic(inst, &name)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.float_intrinsic(inst, &name)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.reduction(inst, &name)? {
            return Ok(Some(value));
        }
        match self.other_intrinsic(inst, &name)? {
            Some(value) => Ok(Some(value)),
            None => unsupported(full),
        }
    }

    /// The start or the end of the life of a local object in optimised code. Accesses may have been
    /// moved across it, so that only the object's address depends on it.
    fn lifetime(&mut self, inst: Value, name: &str) -> Lower<Option<Operand>> {
        let address = inst.operand(1);
        let mark = match name {
            "lifetime.start" => SCOPE_DECLARED,
            _ => SCOPE_SHARED,
        };
        let is_local = address.is_instruction_of(LLVMOpcode::LLVMAlloca) && escapes(address);
        if is_local && self.cx.intrinsics.contains(mark) {
            let address = self.operand(address)?;
            let mark = self.cx.names.intern(&mut self.cx.module, mark);
            self.call(Callee::Intrinsic(mark), vec![address], None);
        }
        Ok(None)
    }

    /// Names the local of a variable, by its value or its object.
    fn debug_name(&mut self, inst: Value, name: &str) {
        let Some((value, variable)) = (match name {
            "dbg.value" | "dbg.declare" => inst.debug_variable(),
            _ => None,
        }) else {
            return;
        };
        self.name_operand(value, &variable);
        if let Some(argument) = argument(value) {
            self.name_operand(argument, &variable);
        }
        // A parameter whose address is taken is stored to an object first.
        if name == "dbg.declare" && value.is_instruction_of(LLVMOpcode::LLVMAlloca) {
            for user in value.users() {
                if user.is_instruction_of(LLVMOpcode::LLVMStore)
                    && user.operand(1) == value
                    && let Some(argument) = argument(user.operand(0))
                {
                    self.name_operand(argument, &variable);
                }
            }
        }
    }

    /// A label that must not be reached is a check that fails.
    fn error_label(&mut self, inst: Value) {
        if let Some(label) = inst.debug_label()
            && self.cx.error_labels.contains(&label)
        {
            let message = sheaf_ir::goal::label_message(&label);
            let never = self.bool(false);
            self.check(never, FailureKind::UnreachableCall, &message);
        }
    }

    fn name_operand(&mut self, value: Value, name: &str) {
        if let Some(Operand::Local(local)) = self.values.get(&value) {
            let info = &mut self.builder.func_mut().locals[*local];
            info.name.get_or_insert_with(|| name.into());
        }
    }

    /// Lowers an intrinsic on memory without a result; returns false for others.
    fn memory_intrinsic(&mut self, inst: Value, name: &str) -> Lower<bool> {
        let width = self.cx.pointer_bits();
        if self.calls_program(inst, name) {
            let args = self.library_arguments(inst)?;
            let to = args[0];
            self.call_library(name, args, None);
            self.initialized_in_part(inst.operand(1), inst.operand(0), to);
            return Ok(true);
        }
        match name {
            "memcpy" | "memcpy.inline" | "memmove" => {
                let to = self.operand(inst.operand(0))?;
                let from = self.operand(inst.operand(1))?;
                let bytes = self.operand(inst.operand(2))?;
                let bytes = self.resize(bytes, width, false);
                self.builder.push_void(Op::Copy {
                    to,
                    from,
                    bytes,
                    may_overlap: name == "memmove",
                });
                self.initialized_in_part(inst.operand(1), inst.operand(0), to);
            }
            "memset" | "memset.inline" => {
                let to = self.operand(inst.operand(0))?;
                let byte = self.operand(inst.operand(1))?;
                let bytes = self.operand(inst.operand(2))?;
                let bytes = self.resize(bytes, width, false);
                self.builder.push_void(Op::Set { to, byte, bytes });
            }
            "va_start" => {
                let list = self.operand(inst.operand(0))?;
                if !self.cx.intrinsics.contains("va_start") {
                    return unsupported("llvm.va_start");
                }
                let name = self.cx.names.intern(&mut self.cx.module, "va_start");
                let [general, float] = registers_of_parameters(inst.parent().function());
                let (general, float) = (self.bits(32, general), self.bits(32, float));
                self.call(Callee::Intrinsic(name), vec![list, general, float], None);
            }
            "va_copy" => {
                let to = self.operand(inst.operand(0))?;
                let from = self.operand(inst.operand(1))?;
                let bytes = if width == 64 { VA_LIST_BYTES } else { 4 };
                let bytes = self.bits(width, bytes);
                self.builder.push_void(Op::Copy {
                    to,
                    from,
                    bytes,
                    may_overlap: false,
                });
            }
            "trap" | "debugtrap" | "ubsantrap" => {
                self.let_handle_trap(name);
                let never = self.bool(false);
                self.check(never, FailureKind::Abort, "trap instruction");
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether the program has a function of the C library that clang's code calls for an intrinsic
    /// on memory, without optimisation. It copies few bytes by itself.
    fn calls_program(&self, inst: Value, name: &str) -> bool {
        let inline = match name {
            "memcpy" => 4 * u128::from(self.cx.layout.pointer_bytes()),
            "memmove" => 128,
            "memset" => 0,
            _ => return false,
        };
        let bytes = inst.operand(2);
        let is_short = bytes.kind() == ValueKind::LLVMConstantIntValueKind
            && bytes.integer().is_some_and(|bytes| bytes <= inline);
        let by_program = || self.cx.modules.contains(&inst.parent().function().module());
        let defined = || self.cx.symbols.user(name).map(Value::kind);
        !is_short && by_program() && defined() == Some(ValueKind::LLVMFunctionValueKind)
    }

    /// The arguments of an intrinsic on memory, as its function takes them.
    fn library_arguments(&mut self, inst: Value) -> Lower<Vec<Operand>> {
        let to = self.operand(inst.operand(0))?;
        let from = self.operand(inst.operand(1))?;
        let from = match self.type_of(from) {
            Type::Ptr => from,
            _ => self.resize(from, INT, false),
        };
        let bytes = self.operand(inst.operand(2))?;
        let bytes = self.resize(bytes, self.cx.pointer_bits(), false);
        Ok(vec![to, from, bytes])
    }

    fn reduction(&mut self, inst: Value, name: &str) -> Lower<Option<Operand>> {
        let Some(kind) = name.strip_prefix("vector.reduce.") else {
            return Ok(None);
        };
        let (op, has_start) = match kind {
            "add" => (BinaryOp::Add, false),
            "mul" => (BinaryOp::Mul, false),
            "and" => (BinaryOp::And, false),
            "or" => (BinaryOp::Or, false),
            "xor" => (BinaryOp::Xor, false),
            "smax" => (BinaryOp::SMax, false),
            "smin" => (BinaryOp::SMin, false),
            "umax" => (BinaryOp::UMax, false),
            "umin" => (BinaryOp::UMin, false),
            "fmax" => (BinaryOp::FMax, false),
            "fmin" => (BinaryOp::FMin, false),
            "fadd" => (BinaryOp::FAdd, true),
            "fmul" => (BinaryOp::FMul, true),
            _ => return Ok(None),
        };
        let first = self.operand(inst.operand(0))?;
        let (start, vector) = if has_start {
            (Some(first), self.operand(inst.operand(1))?)
        } else {
            (None, first)
        };
        let result = self.reduce(start, vector, |this, a, b| {
            this.scalar_arithmetic(op, Flags::default(), a, b)
        });
        result.map(Some)
    }

    fn other_intrinsic(&mut self, inst: Value, name: &str) -> Lower<Option<Operand>> {
        Ok(Some(match name {
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "ssa.copy"
            | "arithmetic.fence" => self.operand(inst.operand(0))?,
            // The answer of a compiler that knows nothing.
            "objectsize" => {
                let least = self.operand(inst.operand(1))?;
                let least = matches!(self.constant_of(least), Some(sheaf_ir::Const::Bool(true)));
                match lower_type(inst.ty())? {
                    Type::Bits(width) => self.bits(width, if least { 0 } else { u128::MAX }),
                    _ => return Ok(None),
                }
            }
            "is.constant" => self.bool(false),
            // Objects of a function live until it returns, so there is nothing to restore.
            "stacksave" => self.null(),
            "ptrmask" => {
                let ptr = self.operand(inst.operand(0))?;
                let mask = self.operand(inst.operand(1))?;
                let width = self.width_of(mask);
                let address = self.cast(CastOp::PtrToBits, ptr, Type::Bits(width));
                let masked = self.binary(BinaryOp::And, address, mask);
                let index = self.binary(BinaryOp::Sub, masked, address);
                let op = Op::PtrAdd {
                    base: ptr,
                    index,
                    scale: 1,
                    displacement: 0,
                };
                self.builder.push(op, Type::Ptr)
            }
            "x86.sse2.pmovmskb.128" => {
                let vector = self.operand(inst.operand(0))?;
                self.sign_mask(vector, 32)
            }
            "get.rounding" if self.cx.rounds => {
                let rounding =
                    self.call_library("__sheaf_flt_rounds", vec![], Some(Type::Bits(32)));
                return Ok(rounding);
            }
            // To nearest.
            "get.rounding" => self.bits(32, 1),
            _ => return Ok(None),
        }))
    }

    /// The operands of an intrinsic call with one or two numeric operands.
    pub(super) fn two(&mut self, inst: Value) -> Lower<[Operand; 2]> {
        Ok([
            self.operand(inst.operand(0))?,
            self.operand(inst.operand(1))?,
        ])
    }

    /// A lane-wise operation with one operand.
    pub(super) fn unary_intrinsic(&mut self, inst: Value, op: UnaryOp) -> Lower<Operand> {
        let a = self.operand(inst.operand(0))?;
        self.by_lane(inst.ty(), &[a], |this, lane| {
            let [a] = this.in_bits([lane[0]]);
            let result = this.unary(op, a);
            Ok(this.as_lane(result, lane[0]))
        })
    }

    /// A lane-wise operation with two operands.
    pub(super) fn binary_intrinsic(&mut self, inst: Value, op: BinaryOp) -> Lower<Operand> {
        let operands = self.two(inst)?;
        self.by_lane(inst.ty(), &operands, |this, lane| {
            Ok(this.scalar_arithmetic(op, Flags::default(), lane[0], lane[1]))
        })
    }

    /// Result and overflow of an operation on two integers or two vectors of integers.
    pub(super) fn overflow_intrinsic(
        &mut self,
        inst: Value,
        op: BinaryOp,
        overflows: CompareOp,
    ) -> Lower<Operand> {
        let operands = self.two(inst)?;
        let ty = inst.operand(0).ty();
        let value = self.by_lane(ty, &operands, |this, lane| {
            let [a, b] = this.in_bits([lane[0], lane[1]]);
            let value = this.binary(op, a, b);
            Ok(this.as_lane(value, lane[0]))
        })?;
        let flag = self.by_lane(ty, &operands, |this, lane| {
            let [a, b] = this.in_bits([lane[0], lane[1]]);
            Ok(this.compare(overflows, a, b))
        })?;
        Ok(self.tuple(vec![value, flag]))
    }
}

/// The argument that a value is, or extends: a `_Bool` is passed as one bit, but its variable is a
/// byte.
fn argument(value: Value) -> Option<Value> {
    let passed = match value.is_instruction_of(LLVMOpcode::LLVMZExt) {
        true => value.operand(0),
        false => value,
    };
    (passed.kind() == ValueKind::LLVMArgumentValueKind).then_some(passed)
}

/// Intrinsics that only inform optimisers and have no effect. This includes assumptions: they must
/// not hide a violation.
fn is_without_effect(name: &str) -> bool {
    matches!(
        name,
        "invariant.start"
            | "invariant.end"
            | "assume"
            | "donothing"
            | "sideeffect"
            | "pseudoprobe"
            | "prefetch"
            | "var.annotation"
            | "codeview.annotation"
            | "experimental.noalias.scope.decl"
            | "stackrestore"
            | "va_end"
    )
}

/// The name of an intrinsic without `llvm.` and without type suffixes: `memcpy` for
/// `llvm.memcpy.p0.p0.i64`.
fn base_name(full: &str) -> String {
    let mut parts: Vec<&str> = full.trim_start_matches("llvm.").split('.').collect();
    while parts.len() > 1 && parts.last().is_some_and(|part| is_type_suffix(part)) {
        parts.pop();
    }
    parts.join(".")
}

fn is_type_suffix(part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit() || c == 's');
    match letters {
        "i" | "f" | "p" | "bf" | "a" => part.len() > letters.len(),
        "sl_" | "isVoid" | "ppcf" => true,
        _ => {
            // Vectors: `v4i32`, `v2p0`, `nxv4f32`.
            let rest = part.trim_start_matches("nx");
            rest.starts_with('v') && rest[1..].starts_with(|c: char| c.is_ascii_digit())
        }
    }
}

/// The numbers of general and of floating-point registers of x86-64 that parameters take.
fn registers_of_parameters(function: Value) -> [u128; 2] {
    let [mut general, mut float] = [0, 0];
    for (index, param) in (0..).zip(function.params()) {
        if function.param_by_value(index).is_some() {
            continue;
        }
        match param.ty().kind() {
            TyKind::LLVMX86_FP80TypeKind => {}
            TyKind::LLVMIntegerTypeKind => general += u128::from(param.ty().width().div_ceil(64)),
            TyKind::LLVMPointerTypeKind => general += 1,
            _ => float += 1,
        }
    }
    [general.min(6), float.min(8)]
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn type_suffixes_are_cut_off() {
        for (full, base) in [
            ("llvm.memcpy.p0.p0.i64", "memcpy"),
            ("llvm.memcpy.inline.p0.p0.i64", "memcpy.inline"),
            ("llvm.sadd.with.overflow.i32", "sadd.with.overflow"),
            ("llvm.vector.reduce.add.v4i32", "vector.reduce.add"),
            ("llvm.fabs.f80", "fabs"),
            ("llvm.ctpop.v2i64", "ctpop"),
            ("llvm.va_start.p0", "va_start"),
            ("llvm.stacksave.p0", "stacksave"),
            ("llvm.trap", "trap"),
            ("llvm.dbg.value", "dbg.value"),
        ] {
            assert_eq!(base_name(full), base);
        }
    }
}
