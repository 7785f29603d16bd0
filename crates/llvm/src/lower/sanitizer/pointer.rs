//! Checks of pointer arithmetic (`-fsanitize=pointer-overflow`).
//!
//! clang compares addresses as integers. Here the two pointers are compared, which are in the same
//! object, so that the answer does not depend on the layout. Arithmetic that cannot leave the
//! address space needs no check: by a constant, by an index of at most half the width of a pointer,
//! and if the result is only accessed, because the access itself is out of bounds then. In a program
//! that makes pointers of integers, only the last of these holds for all pointers: no object is
//! close to the ends of the address space, but other addresses may be.
//!
//! clang's condition also fails for null plus zero, which programs with empty ranges compute and
//! recent C allows. Here only null plus a nonzero offset fails. `offsetof` and similar computations
//! are not checked: they use members. Neither are [conversions of integers](converts_integer).

use super::covered::only_accessed;
use super::{is, parts};
use crate::ll::{Ty, TyKind, Value, ValueKind};
use crate::lower::function::FunctionLowering;
use crate::lower::memory::converts_integer;
use crate::lower::{Lower, Lowering};
use crate::undeclared::is_input;
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use sheaf_ir::{CompareOp, FailureKind, Operand};

/// The direction in which an index moves a pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// An unsigned index is added.
    Up,
    /// An unsigned index is subtracted.
    Down,
    /// By the sign of the index.
    Signed,
}

impl FunctionLowering<'_, '_> {
    /// Checks that pointer arithmetic does not wrap, if the condition of its check is recognised;
    /// returns false otherwise.
    pub(super) fn pointer_check(&mut self, branch: Value) -> Lower<bool> {
        let Some((base, direction)) = arithmetic(branch.operand(0)) else {
            return Ok(is_conversion(branch));
        };
        let computed = branch
            .parent()
            .instructions()
            .filter(|inst| is(*inst, LLVMOpcode::LLVMGetElementPtr) && inst.operand(0) == base)
            .last();
        let Some(computed) = computed else {
            return Ok(false);
        };
        let is_used = computed.users().any(|user| !user.is_instrumentation());
        if is_used && only_accessed(computed) {
            return Ok(true);
        }
        if may_be_null(base) {
            self.not_from_null(base, computed)?;
        }
        let index = *computed.operands().last().unwrap_or(&computed);
        let is_short = index.is_constant() || is_narrow(index, self.cx.pointer_bits() / 2);
        let is_any_address = self.cx.makes_pointers && may_be_null(base);
        if is_short && !is_any_address {
            return Ok(true);
        }
        let bytes = self.element_bytes(computed);
        let [base, computed, index] = [base, computed, index].map(|value| self.operand(value));
        let (base, computed, index) = (base?, computed?, index?);
        let mut holds = self.stays_in_order(direction, base, computed, index);
        if is_any_address {
            holds = self.stays_null(holds, base, computed);
        }
        let holds = self.with_product(holds, index, bytes);
        let message = "the result of pointer arithmetic is null or outside the address space";
        self.check(holds, FailureKind::PointerOverflow, message);
        Ok(true)
    }

    /// Checks that the base is not null unless the result is null.
    fn not_from_null(&mut self, base: Value, computed: Value) -> Lower<()> {
        let moves = computed.operands().last().is_some_and(|index| {
            index.kind() == ValueKind::LLVMConstantIntValueKind && !index.is_null()
        });
        let (null, base) = (self.null(), self.operand(base)?);
        let mut holds = self.compare(CompareOp::Ne, base, null);
        if !moves {
            let computed = self.operand(computed)?;
            let stays = self.compare(CompareOp::Eq, computed, null);
            let always = self.bool(true);
            holds = self.select(holds, always, stays);
        }
        let message = "an offset other than zero is added to a null pointer";
        self.check(holds, FailureKind::PointerOverflow, message);
        Ok(())
    }

    /// Whether the new pointer lies on the expected side of the old one.
    fn stays_in_order(
        &mut self,
        direction: Direction,
        base: Operand,
        computed: Operand,
        index: Operand,
    ) -> Operand {
        match direction {
            Direction::Up => self.compare(CompareOp::Ule, base, computed),
            Direction::Down => self.compare(CompareOp::Ule, computed, base),
            Direction::Signed => {
                let zero = self.bits(self.width_of(index), 0);
                let forward = self.compare(CompareOp::Sle, zero, index);
                let up = self.compare(CompareOp::Ule, base, computed);
                let down = self.compare(CompareOp::Ult, computed, base);
                self.select(forward, up, down)
            }
        }
    }

    /// A condition, and that the new pointer is null only if the old one is.
    fn stays_null(&mut self, holds: Operand, base: Operand, computed: Operand) -> Operand {
        let null = self.null();
        let was = self.compare(CompareOp::Eq, base, null);
        let is = self.compare(CompareOp::Eq, computed, null);
        self.select(is, was, holds)
    }

    /// The element size of the last index of an address computation.
    fn element_bytes(&self, computed: Value) -> u64 {
        let mut ty = computed.gep_type();
        for _ in computed.operands().iter().skip(2) {
            if ty.kind() == TyKind::LLVMArrayTypeKind {
                ty = ty.element();
            }
        }
        self.cx.layout.size(ty)
    }

    /// For 32-bit pointers, also checks that the product of an index and a size fits; for 64 bits
    /// the engine does it.
    fn with_product(&mut self, holds: Operand, index: Operand, bytes: u64) -> Operand {
        let width = self.width_of(index);
        if self.cx.pointer_bits() == 64 || bytes <= 1 || width != self.cx.pointer_bits() {
            return holds;
        }
        let bytes = self.bits(width, bytes.into());
        let wraps = self.compare(CompareOp::SMulOverflows, index, bytes);
        let never = self.bool(false);
        self.select(wraps, never, holds)
    }
}

impl Lowering<'_> {
    /// Whether the program may have pointers that were made of integers, or are inputs. Integers
    /// that are copied to the memory of a pointer are not seen.
    pub(in crate::lower) fn may_make_pointers(&self) -> bool {
        self.modules.iter().any(|module| {
            let functions = module.functions();
            let globals = module.globals().into_iter();
            functions.iter().any(|it| is_input_pointer(*it))
                || globals.filter_map(Value::initializer).any(holds_address)
                || functions
                    .iter()
                    .flat_map(|function| function.blocks())
                    .flat_map(|block| block.instructions())
                    .any(|inst| {
                        is(inst, LLVMOpcode::LLVMIntToPtr)
                            || is(inst, LLVMOpcode::LLVMGetElementPtr) && converts_integer(inst)
                            || inst.operands().into_iter().any(holds_address)
                    })
        })
    }
}

/// Whether a function returns an input that is a pointer.
fn is_input_pointer(function: Value) -> bool {
    function.is_declaration()
        && function.value_type().result().kind() == TyKind::LLVMPointerTypeKind
        && is_input(&function.name())
}

/// Whether a constant contains a pointer made of an integer.
fn holds_address(value: Value) -> bool {
    use ValueKind::*;
    match value.kind() {
        LLVMConstantExprValueKind if value.constant_opcode() == LLVMOpcode::LLVMIntToPtr => true,
        LLVMConstantExprValueKind | LLVMConstantStructValueKind | LLVMConstantArrayValueKind => {
            value.operands().into_iter().any(holds_address)
        }
        _ => false,
    }
}

/// The pointer with which a condition compares the result of arithmetic, and the direction.
fn arithmetic(condition: Value) -> Option<(Value, Direction)> {
    use LLVMIntPredicate::{LLVMIntUGE, LLVMIntULE};
    parts(condition).into_iter().find_map(|part| {
        let (comparison, signed) = match is(part, LLVMOpcode::LLVMSelect) {
            true => (part.operand(1), true),
            false => (part, false),
        };
        if !is(comparison, LLVMOpcode::LLVMICmp) || !is_address(comparison.operand(1)) {
            return None;
        }
        let direction = match comparison.integer_predicate() {
            _ if signed => Direction::Signed,
            LLVMIntUGE => Direction::Up,
            LLVMIntULE => Direction::Down,
            _ => return None,
        };
        Some((comparison.operand(1).operand(0), direction))
    })
}

/// Whether the checked computation is no arithmetic.
fn is_conversion(branch: Value) -> bool {
    let insts = branch.parent().instructions();
    let computed = insts.filter(|inst| is(*inst, LLVMOpcode::LLVMGetElementPtr));
    computed.last().is_some_and(converts_integer)
}

/// Whether a pointer is not known to be that of a variable.
fn may_be_null(pointer: Value) -> bool {
    pointer.kind() != ValueKind::LLVMGlobalVariableValueKind && !is(pointer, LLVMOpcode::LLVMAlloca)
}

/// Whether a value is the address of a pointer as an integer.
fn is_address(value: Value) -> bool {
    let constant = value.kind() == ValueKind::LLVMConstantExprValueKind
        && value.constant_opcode() == LLVMOpcode::LLVMPtrToInt;
    constant || is(value, LLVMOpcode::LLVMPtrToInt)
}

/// Whether an index has this many bits or was extended from them: no object is so close to the ends
/// of the address space that it matters.
fn is_narrow(index: Value, bits: u32) -> bool {
    let narrow = |ty: Ty| ty.width() <= bits;
    let extended = is(index, LLVMOpcode::LLVMSExt) || is(index, LLVMOpcode::LLVMZExt);
    let source = match extended {
        true => index.operand(0),
        false => index,
    };
    // The negated index of a subtraction.
    if is(source, LLVMOpcode::LLVMSub) && source.operand(0).is_null() && !narrow(source.ty()) {
        return is_narrow(source.operand(1), bits);
    }
    narrow(source.ty())
}
