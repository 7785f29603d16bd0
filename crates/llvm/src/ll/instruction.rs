//! Instructions.

use super::value::{attribute_kind, attribute_type, attribute_value};
use super::{BasicBlock, Ty, Value, ValueKind, text};
use llvm_sys::core::{
    LLVMBuildCall2, LLVMBuildStore, LLVMCanValueUseFastMathFlags, LLVMCountIncoming,
    LLVMCreateBuilderInContext, LLVMDisposeBuilder, LLVMGetAllocatedType, LLVMGetAtomicRMWBinOp,
    LLVMGetCallSiteEnumAttribute, LLVMGetCalledFunctionType, LLVMGetCalledValue,
    LLVMGetFCmpPredicate, LLVMGetFastMathFlags, LLVMGetGEPSourceElementType, LLVMGetICmpPredicate,
    LLVMGetIncomingBlock, LLVMGetIncomingValue, LLVMGetIndices, LLVMGetInlineAsmAsmString,
    LLVMGetInlineAsmConstraintString, LLVMGetInlineAsmDialect, LLVMGetInstructionOpcode,
    LLVMGetInstructionParent, LLVMGetMDKindIDInContext, LLVMGetMaskValue, LLVMGetMetadata,
    LLVMGetNSW, LLVMGetNextInstruction, LLVMGetNumArgOperands, LLVMGetNumIndices,
    LLVMGetNumMaskElements, LLVMGetNumSuccessors, LLVMGetSuccessor, LLVMGetTypeContext,
    LLVMHasMetadata, LLVMInsertIntoBuilder, LLVMInstructionRemoveFromParent, LLVMIsInBounds,
    LLVMPositionBuilderBefore, LLVMValueAsBasicBlock,
};
use llvm_sys::prelude::LLVMValueRef;
use llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMFastMathAllowContract, LLVMFastMathFlags, LLVMFastMathNone,
    LLVMInlineAsmDialect, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate,
};

impl Value {
    /// Operation of an instruction.
    pub(crate) fn opcode(self) -> LLVMOpcode {
        // SAFETY: the value is valid and of the kind that the comment names, here and below.
        unsafe { LLVMGetInstructionOpcode(self.raw()) }
    }

    /// Whether a value of any kind is an instruction with this operation.
    pub(crate) fn is_instruction_of(self, opcode: LLVMOpcode) -> bool {
        self.kind() == ValueKind::LLVMInstructionValueKind && self.opcode() == opcode
    }

    /// Whether a signed overflow of an addition, subtraction or multiplication is excluded.
    pub(crate) fn no_signed_wrap(self) -> bool {
        unsafe { LLVMGetNSW(self.raw()) != 0 }
    }

    /// Whether an instruction on floats may be computed in another way than as IEEE 754 says; not
    /// by contraction alone.
    pub(crate) fn is_inexact(self) -> bool {
        self.fast_math() & !LLVMFastMathAllowContract != LLVMFastMathNone
    }

    /// Whether an instruction on floats may be computed together with others, with one rounding.
    pub(crate) fn may_contract(self) -> bool {
        self.fast_math() & LLVMFastMathAllowContract != LLVMFastMathNone
    }

    fn fast_math(self) -> LLVMFastMathFlags {
        unsafe {
            match LLVMCanValueUseFastMathFlags(self.raw()) {
                0 => LLVMFastMathNone,
                _ => LLVMGetFastMathFlags(self.raw()),
            }
        }
    }

    /// Predicate of an integer comparison.
    pub(crate) fn integer_predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.raw()) }
    }

    /// Predicate of a float comparison.
    pub(crate) fn float_predicate(self) -> LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.raw()) }
    }

    /// Whether a sanitizer inserted an instruction.
    pub(crate) fn is_instrumentation(self) -> bool {
        let name = "nosanitize";
        unsafe {
            LLVMHasMetadata(self.raw()) != 0 && {
                let context = LLVMGetTypeContext(self.ty().raw());
                let kind =
                    LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
                !LLVMGetMetadata(self.raw(), kind).is_null()
            }
        }
    }

    /// The block that an instruction is in.
    pub(crate) fn parent(self) -> BasicBlock {
        BasicBlock::new(unsafe { LLVMGetInstructionParent(self.raw()) })
    }

    /// Type of the allocated object, or of its array elements.
    pub(crate) fn allocated_type(self) -> Ty {
        Ty::new(unsafe { LLVMGetAllocatedType(self.raw()) })
    }

    /// Type by which the indices of an address computation count; for instructions and constant
    /// expressions.
    pub(crate) fn gep_type(self) -> Ty {
        Ty::new(unsafe { LLVMGetGEPSourceElementType(self.raw()) })
    }

    /// Whether an address computation must not wrap around; for instructions and constant
    /// expressions.
    pub(crate) fn is_inbounds(self) -> bool {
        unsafe { LLVMIsInBounds(self.raw()) != 0 }
    }

    /// Operation of an atomic update.
    pub(crate) fn atomic_operation(self) -> LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.raw()) }
    }

    /// Indices of an extraction from or insertion into an aggregate.
    pub(crate) fn indices(self) -> Vec<u32> {
        // SAFETY: LLVM gives start and length of its own list.
        unsafe {
            let count = LLVMGetNumIndices(self.raw()) as usize;
            if count == 0 {
                return Vec::new();
            }
            std::slice::from_raw_parts(LLVMGetIndices(self.raw()), count).to_vec()
        }
    }

    /// For each lane of a shuffle's result, the lane of the two operands that it selects; `None`
    /// for any.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<usize>> {
        let count = unsafe { LLVMGetNumMaskElements(self.raw()) };
        (0..count)
            .map(|lane| usize::try_from(unsafe { LLVMGetMaskValue(self.raw(), lane) }).ok())
            .collect()
    }

    /// The pairs of value and predecessor of a phi.
    pub(crate) fn incoming(self) -> impl Iterator<Item = (Value, BasicBlock)> {
        let count = unsafe { LLVMCountIncoming(self.raw()) };
        (0..count).map(move |index| unsafe {
            (
                Value::new(LLVMGetIncomingValue(self.raw(), index)),
                BasicBlock::new(LLVMGetIncomingBlock(self.raw(), index)),
            )
        })
    }

    /// The successors of a terminator, with one entry per edge.
    pub(crate) fn successors(self) -> Vec<BasicBlock> {
        let count = unsafe { LLVMGetNumSuccessors(self.raw()) };
        (0..count)
            .map(|index| BasicBlock::new(unsafe { LLVMGetSuccessor(self.raw(), index) }))
            .collect()
    }

    /// The block that an operand of a terminator is.
    pub(crate) fn as_block(self) -> BasicBlock {
        BasicBlock::new(unsafe { LLVMValueAsBasicBlock(self.raw()) })
    }

    /// The callee of a call.
    pub(crate) fn callee(self) -> Value {
        Value::new(unsafe { LLVMGetCalledValue(self.raw()) })
    }

    /// The function type of a call.
    pub(crate) fn called_type(self) -> Ty {
        Ty::new(unsafe { LLVMGetCalledFunctionType(self.raw()) })
    }

    /// Arguments of a call.
    pub(crate) fn arguments(self) -> Vec<Value> {
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) };
        (0..count).map(|index| self.operand(index)).collect()
    }

    /// The type with which a call passes an argument as a copy in memory.
    pub(crate) fn argument_by_value(self, index: u32) -> Option<Ty> {
        let kind = attribute_kind("byval");
        attribute_type(unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, kind) })
    }

    /// The type of the object whose address is passed to inline assembly.
    pub(crate) fn argument_element(self, index: u32) -> Option<Ty> {
        let kind = attribute_kind("elementtype");
        attribute_type(unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, kind) })
    }

    /// The alignment that a call states for an argument.
    pub(crate) fn argument_align(self, index: u32) -> Option<u64> {
        let kind = attribute_kind("align");
        attribute_value(unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, kind) })
    }

    /// Text of inline assembly.
    pub(crate) fn assembly(self) -> String {
        let mut length = 0;
        text(
            unsafe { LLVMGetInlineAsmAsmString(self.raw(), &raw mut length) },
            length,
        )
    }

    /// Whether inline assembly is in Intel syntax.
    pub(crate) fn is_intel_assembly(self) -> bool {
        let dialect = unsafe { LLVMGetInlineAsmDialect(self.raw()) };
        dialect == LLVMInlineAsmDialect::LLVMInlineAsmDialectIntel
    }

    /// Constraints of inline assembly, separated by commas.
    pub(crate) fn assembly_constraints(self) -> String {
        let mut length = 0;
        text(
            unsafe { LLVMGetInlineAsmConstraintString(self.raw(), &raw mut length) },
            length,
        )
    }

    /// The instruction after one that is not a terminator.
    pub(crate) fn next(self) -> Value {
        Value::new(unsafe { LLVMGetNextInstruction(self.raw()) })
    }

    /// Inserts before an instruction a call of `function`, which has no parameters, and stores its
    /// result at an address.
    pub(crate) fn store_call_before(self, function: Value, address: Value) {
        let call = self.build_before(function, &mut []);
        // SAFETY: both are values of the instruction's function; the builder is ours.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(self.ty().raw()));
            LLVMPositionBuilderBefore(builder, self.raw());
            LLVMBuildStore(builder, call.raw(), address.raw());
            LLVMDisposeBuilder(builder);
        }
    }

    /// Moves an instruction before another one of its function.
    pub(crate) fn move_before(self, place: Value) {
        // SAFETY: both are instructions of one function; the builder is ours.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(self.ty().raw()));
            LLVMInstructionRemoveFromParent(self.raw());
            LLVMPositionBuilderBefore(builder, place.raw());
            LLVMInsertIntoBuilder(builder, self.raw());
            LLVMDisposeBuilder(builder);
        }
    }

    /// Inserts before an instruction a call of `function`, which has no result, with an argument.
    pub(crate) fn call_before(self, function: Value, argument: Value) {
        self.build_before(function, &mut [argument.raw()]);
    }

    fn build_before(self, function: Value, args: &mut [LLVMValueRef]) -> Value {
        // SAFETY: the arguments are of the function's types and of the instruction's function; the
        // builder is ours.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(self.ty().raw()));
            LLVMPositionBuilderBefore(builder, self.raw());
            let call = LLVMBuildCall2(
                builder,
                function.value_type().raw(),
                function.raw(),
                args.as_mut_ptr(),
                args.len() as u32,
                c"".as_ptr(),
            );
            LLVMDisposeBuilder(builder);
            Value::new(call)
        }
    }
}
