//! Values: constants, globals, functions; instructions are in the file of that name.

use super::{BasicBlock, Module, Ty, message, text};
use llvm_sys::core::{
    LLVMAliasGetAliasee, LLVMConstBitCast, LLVMConstIntGetZExtValue, LLVMCountParams,
    LLVMDeleteFunction, LLVMDeleteGlobal, LLVMGetAggregateElement, LLVMGetAlignment,
    LLVMGetAsString, LLVMGetBlockAddressBasicBlock, LLVMGetBlockAddressFunction,
    LLVMGetConstOpcode, LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeKindForName,
    LLVMGetEnumAttributeValue, LLVMGetFirstBasicBlock, LLVMGetFirstUse, LLVMGetGlobalParent,
    LLVMGetInitializer, LLVMGetLinkage, LLVMGetNextBasicBlock, LLVMGetNextUse, LLVMGetNumOperands,
    LLVMGetOperand, LLVMGetParam, LLVMGetSection, LLVMGetStringAttributeAtIndex,
    LLVMGetStringAttributeValue, LLVMGetTypeAttributeValue, LLVMGetUnnamedAddress, LLVMGetUser,
    LLVMGetValueKind, LLVMGetValueName2, LLVMGlobalGetValueType, LLVMIsConstant,
    LLVMIsConstantString, LLVMIsDeclaration, LLVMIsGlobalConstant, LLVMIsNull, LLVMIsPoison,
    LLVMPrintValueToString, LLVMRemoveEnumAttributeAtIndex, LLVMReplaceAllUsesWith,
    LLVMSetValueName2, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMAttributeRef, LLVMValueRef};
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage, LLVMOpcode, LLVMUnnamedAddr};
use num_bigint::BigInt;
use std::ffi::CStr;

pub(crate) use llvm_sys::LLVMValueKind as ValueKind;

/// A value; owned by its function, module or context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value(LLVMValueRef);

/// LLVM's id of an attribute.
pub(super) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: start and length of the name.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// The type that an attribute holds, if the attribute is there.
pub(super) fn attribute_type(raw: LLVMAttributeRef) -> Option<Ty> {
    // SAFETY: the attribute is one of those with a type.
    (!raw.is_null()).then(|| Ty::new(unsafe { LLVMGetTypeAttributeValue(raw) }))
}

/// The number that an attribute holds, if the attribute is there.
pub(super) fn attribute_value(raw: LLVMAttributeRef) -> Option<u64> {
    // SAFETY: the attribute is one of those with a number.
    (!raw.is_null()).then(|| unsafe { LLVMGetEnumAttributeValue(raw) })
}

impl Value {
    pub(super) fn new(raw: LLVMValueRef) -> Self {
        Value(raw)
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.0
    }

    pub(crate) fn kind(self) -> ValueKind {
        // SAFETY: the value is valid, here and below; the comments of the methods say for which
        // kinds they are.
        unsafe { LLVMGetValueKind(self.0) }
    }

    /// The type.
    pub(crate) fn ty(self) -> Ty {
        Ty::new(unsafe { LLVMTypeOf(self.0) })
    }

    /// The name, empty if it has none.
    pub(crate) fn name(self) -> String {
        let mut length = 0;
        let start = unsafe { LLVMGetValueName2(self.0, &raw mut length) };
        text(start, length)
    }

    /// Renames a function or global.
    pub(crate) fn rename(self, name: &str) {
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) };
    }

    /// Replaces all uses of the declaration of a function or variable by another one, and removes
    /// it.
    pub(crate) fn replace_declaration(self, by: Value) {
        unsafe {
            LLVMReplaceAllUsesWith(self.0, by.0);
            match self.kind() {
                ValueKind::LLVMFunctionValueKind => LLVMDeleteFunction(self.0),
                _ => LLVMDeleteGlobal(self.0),
            }
        }
    }

    /// The value as LLVM writes it.
    pub(crate) fn text(self) -> String {
        message(unsafe { LLVMPrintValueToString(self.0) })
    }

    /// Number of operands of an instruction, a constant expression or an aggregate constant.
    pub(crate) fn operand_count(self) -> u32 {
        u32::try_from(unsafe { LLVMGetNumOperands(self.0) }).unwrap_or(0)
    }

    /// An operand of an instruction, a constant expression or an aggregate constant.
    pub(crate) fn operand(self, index: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, index) })
    }

    /// All operands.
    pub(crate) fn operands(self) -> Vec<Value> {
        (0..self.operand_count())
            .map(|index| self.operand(index))
            .collect()
    }

    /// The instructions and constants that use it.
    pub(crate) fn users(self) -> impl Iterator<Item = Value> {
        let mut raw = unsafe { LLVMGetFirstUse(self.0) };
        std::iter::from_fn(move || {
            if raw.is_null() {
                return None;
            }
            let user = Value(unsafe { LLVMGetUser(raw) });
            raw = unsafe { LLVMGetNextUse(raw) };
            Some(user)
        })
    }

    /// Whether it is a constant, functions and globals included.
    pub(crate) fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Whether it is a constant whose bytes are all zero.
    pub(crate) fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// Whether this is poison, the result of an undefined operation on constants.
    pub(crate) fn is_poison(self) -> bool {
        unsafe { LLVMIsPoison(self.0) != 0 }
    }

    /// Pattern of an integer constant of at most 128 bits; bits above the width are zero.
    pub(crate) fn integer(self) -> Option<u128> {
        let width = self.ty().width();
        if width <= 64 {
            return Some(u128::from(unsafe { LLVMConstIntGetZExtValue(self.0) }));
        }
        // The C interface has no accessor for wider ones; LLVM writes them signed, after the type.
        let text = self.text();
        let value: i128 = text.rsplit(' ').next()?.parse().ok()?;
        match width {
            128 => Some(value as u128),
            ..128 => Some(value as u128 & ((1 << width) - 1)),
            _ => None,
        }
    }

    /// Pattern of an integer constant of any width in limbs of 64 bits, the lowest first; bits
    /// above the width are zero.
    pub(crate) fn wide_integer(self) -> Vec<u64> {
        let width = self.ty().width() as usize;
        // As above.
        let text = self.text();
        let value: BigInt = text
            .rsplit(' ')
            .next()
            .and_then(|digits| digits.parse().ok())
            .unwrap_or_default();
        let modulus = BigInt::from(1) << width;
        let pattern = ((value % &modulus) + &modulus) % &modulus;
        let mut limbs = pattern.to_u64_digits().1;
        limbs.resize(width.div_ceil(64), 0);
        limbs
    }

    /// Pattern of a float constant whose format has this many bits: LLVM folds the cast.
    pub(crate) fn float_pattern(self, width: u32) -> Option<u128> {
        let cast = Value(unsafe { LLVMConstBitCast(self.0, self.ty().int(width).raw()) });
        match cast.kind() {
            ValueKind::LLVMConstantIntValueKind => cast.integer(),
            _ => None,
        }
    }

    /// Bytes of a constant array of bytes; `None` for other constants, and if all are zero.
    pub(crate) fn string(self) -> Option<Vec<u8>> {
        // LLVM reads the data of any other constant as well.
        if self.kind() != ValueKind::LLVMConstantDataArrayValueKind {
            return None;
        }
        if unsafe { LLVMIsConstantString(self.0) } == 0 {
            return None;
        }
        let mut length = 0;
        // SAFETY: LLVM gives start and length of the array's data.
        let bytes = unsafe {
            let start = LLVMGetAsString(self.0, &raw mut length);
            std::slice::from_raw_parts(start.cast::<u8>(), length)
        };
        Some(bytes.to_vec())
    }

    /// A member of a constant aggregate of any kind.
    pub(crate) fn aggregate_member(self, index: u32) -> Option<Value> {
        let raw = unsafe { LLVMGetAggregateElement(self.0, index) };
        (!raw.is_null()).then_some(Value(raw))
    }

    /// Operation of a constant expression.
    pub(crate) fn constant_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    /// Function of a block's address.
    pub(crate) fn block_address_function(self) -> Value {
        Value(unsafe { LLVMGetBlockAddressFunction(self.0) })
    }

    /// Block of a block's address.
    pub(crate) fn block_address_block(self) -> BasicBlock {
        BasicBlock::new(unsafe { LLVMGetBlockAddressBasicBlock(self.0) })
    }

    /// Module of a function or global.
    pub(crate) fn module(self) -> Module {
        Module::new(unsafe { LLVMGetGlobalParent(self.0) })
    }

    /// Whether a function or global is defined elsewhere.
    pub(crate) fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    /// Linkage of a function or global.
    pub(crate) fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// Type of a function, or of the object that a global is.
    pub(crate) fn value_type(self) -> Ty {
        Ty::new(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    /// Alignment of a global, an allocation, a load or a store; 0 where none is stated.
    pub(crate) fn align(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }

    /// The section that the source puts a global into; empty if none.
    pub(crate) fn section(self) -> String {
        let name = unsafe { LLVMGetSection(self.0) };
        if name.is_null() {
            return String::new();
        }
        // SAFETY: LLVM gives a string with a zero at its end.
        unsafe { CStr::from_ptr(name) }
            .to_string_lossy()
            .into_owned()
    }

    /// Whether a global must not be written.
    pub(crate) fn is_constant_global(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Whether only the content of a global matters, not its address.
    pub(crate) fn has_unnamed_address(self) -> bool {
        let kind = unsafe { LLVMGetUnnamedAddress(self.0) };
        matches!(kind, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr)
    }

    /// Initial value of a global that is defined.
    pub(crate) fn initializer(self) -> Option<Value> {
        let raw = unsafe { LLVMGetInitializer(self.0) };
        (!raw.is_null()).then_some(Value(raw))
    }

    /// The target of an alias.
    pub(crate) fn aliasee(self) -> Value {
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    /// Parameters of a function.
    pub(crate) fn params(self) -> Vec<Value> {
        let count = unsafe { LLVMCountParams(self.0) };
        (0..count)
            .map(|index| Value(unsafe { LLVMGetParam(self.0, index) }))
            .collect()
    }

    /// Blocks of a function, the entry block first.
    pub(crate) fn blocks(self) -> Vec<BasicBlock> {
        let mut all = Vec::new();
        let mut raw = unsafe { LLVMGetFirstBasicBlock(self.0) };
        while !raw.is_null() {
            all.push(BasicBlock::new(raw));
            raw = unsafe { LLVMGetNextBasicBlock(raw) };
        }
        all
    }

    /// The type with which a function's parameter is passed as a copy in memory.
    pub(crate) fn param_by_value(self, index: u32) -> Option<Ty> {
        let kind = attribute_kind("byval");
        attribute_type(unsafe { LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind) })
    }

    /// The type of the result that a function writes through its parameter (`sret`).
    pub(crate) fn param_result(self, index: u32) -> Option<Ty> {
        let kind = attribute_kind("sret");
        attribute_type(unsafe { LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind) })
    }

    /// The alignment stated for a function's parameter.
    pub(crate) fn param_align(self, index: u32) -> Option<u64> {
        let kind = attribute_kind("align");
        attribute_value(unsafe { LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind) })
    }

    /// Whether a function has an attribute.
    pub(crate) fn has_attribute(self, name: &str) -> bool {
        let kind = attribute_kind(name);
        let raw = unsafe { LLVMGetEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind) };
        !raw.is_null()
    }

    /// Whether a function has an attribute that only its writer interprets.
    pub(crate) fn has_text_attribute(self, name: &str) -> bool {
        !self.raw_text_attribute(name).is_null()
    }

    /// The value of such an attribute.
    pub(crate) fn text_attribute(self, name: &str) -> Option<String> {
        let raw = self.raw_text_attribute(name);
        let mut length = 0;
        // SAFETY: the attribute has a text; LLVM gives its start and length.
        (!raw.is_null()).then(|| unsafe {
            let start = LLVMGetStringAttributeValue(raw, &raw mut length);
            text(start, length as usize)
        })
    }

    fn raw_text_attribute(self, name: &str) -> LLVMAttributeRef {
        let length = name.len() as u32;
        unsafe {
            let name = name.as_ptr().cast();
            LLVMGetStringAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, name, length)
        }
    }

    /// Removes an attribute of a function.
    pub(crate) fn remove_attribute(self, name: &str) {
        let kind = attribute_kind(name);
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind) };
    }
}
