//! Functions that run before and after `main`: constructors, destructors, and entries that the
//! source puts into the sections of such functions itself (`.init_array`).
//!
//! A linker sorts these sections by the number in their names, and keeps the order of the files and
//! of each file otherwise. clang emits variables before constructors. Those of shared libraries run
//! first.

use super::Lowering;
use crate::ll::{Module, Value, ValueKind};
use sheaf_ir::{Const, FuncId};

/// Where the functions of one kind are listed.
pub(super) struct Lists {
    /// LLVM's own list: pairs of a priority and a function.
    list: &'static str,
    /// A section of function pointers, which a priority may follow.
    section: &'static str,
    /// Its name on older systems; GNU's linker may reverse what is in it.
    obsolete: &'static str,
}

/// Functions that run before `main`, in this order.
pub(super) const BEFORE: Lists = Lists {
    list: "llvm.global_ctors",
    section: ".init_array",
    obsolete: ".ctors",
};

/// Functions that run at the end, in the opposite order.
pub(super) const AFTER: Lists = Lists {
    list: "llvm.global_dtors",
    section: ".fini_array",
    obsolete: ".dtors",
};

/// The section of a program, not a library, whose functions run before all others.
const FIRST: &str = ".preinit_array";

/// The place in the order of functions without a priority; LLVM's lists say 65535.
const WITHOUT_PRIORITY: u32 = 65536;

/// Functions and their places in the order of an object.
type Found = Vec<(u32, FuncId)>;

impl Lists {
    /// The place in the order of the content of a section.
    fn place(&self, section: &str) -> Option<Result<u32, ()>> {
        let after = |start: &str| {
            let rest = section.strip_prefix(start)?;
            (rest.is_empty() || rest.starts_with('.')).then_some(rest)
        };
        let Some(rest) = after(self.section) else {
            return after(self.obsolete).map(|_| Err(()));
        };
        Some(match rest.strip_prefix('.') {
            None => Ok(WITHOUT_PRIORITY),
            Some(digits) => digits.parse().map_err(|_| ()),
        })
    }
}

impl Lowering<'_> {
    /// The listed functions of all modules in order.
    pub(super) fn listed_functions(&mut self, lists: &Lists) -> Vec<FuncId> {
        let mut all = Vec::new();
        if lists.section == BEFORE.section {
            let is_first = |section: &str| (section == FIRST).then_some(Ok(0));
            for module in self.modules {
                self.of_sections(*module, is_first, &mut all);
            }
        }
        for object in self.objects {
            let mut found = Found::new();
            for module in object {
                self.of_sections(*module, |section| lists.place(section), &mut found);
                self.list(module.globals(), lists.list, &mut found);
            }
            found.sort_by_key(|(place, _)| *place);
            all.extend(found);
        }
        all.into_iter().map(|(_, function)| function).collect()
    }

    /// The functions of a module that are in sections with a place in the order.
    fn of_sections(
        &mut self,
        module: Module,
        place: impl Fn(&str) -> Option<Result<u32, ()>>,
        found: &mut Found,
    ) {
        let globals = module.globals().into_iter();
        for global in globals.filter(|global| !global.is_declaration()) {
            if let Some(place) = place(&global.section()) {
                // Padding between arrays of higher alignment would be called.
                let is_dense = u64::from(global.align()) <= self.layout.pointer_bytes();
                match place {
                    Ok(place) if is_dense => self.entries(place, global, found),
                    _ => found.push((WITHOUT_PRIORITY, self.unknown_entry(global))),
                }
            }
        }
    }

    /// The functions of LLVM's own list among the globals of a module.
    fn list(&mut self, globals: Vec<Value>, list: &str, found: &mut Found) {
        let array = globals.iter().find(|value| value.name() == list);
        let Some(array) = array.and_then(|value| value.initializer()) else {
            return;
        };
        for index in 0..array.ty().count() as u32 {
            let Some(entry) = array.aggregate_member(index) else {
                continue;
            };
            let priority = entry.aggregate_member(0).and_then(Value::integer);
            let place = match priority.map(u32::try_from) {
                Some(Ok(place)) if place < WITHOUT_PRIORITY - 1 => place,
                _ => WITHOUT_PRIORITY,
            };
            if let Some(function) = entry.aggregate_member(1)
                && let Ok(Const::Func(id)) = self.address(function)
            {
                found.push((place, id));
            }
        }
    }

    /// The functions whose addresses a global contains.
    fn entries(&mut self, place: u32, global: Value, found: &mut Found) {
        let mut waiting: Vec<Value> = global.initializer().into_iter().collect();
        while let Some(value) = waiting.pop() {
            use ValueKind::*;
            let function = match value.kind() {
                LLVMConstantArrayValueKind | LLVMConstantStructValueKind => {
                    waiting.extend(value.operands().into_iter().rev());
                    continue;
                }
                LLVMFunctionValueKind | LLVMGlobalAliasValueKind => self.address(value).ok(),
                _ => None,
            };
            found.push((
                place,
                match function {
                    Some(Const::Func(id)) => id,
                    _ => self.unknown_entry(global),
                },
            ));
        }
    }

    /// A function that is not modelled, for entries that are not known.
    fn unknown_entry(&mut self, global: Value) -> FuncId {
        self.declare(&format!("the functions in `{}`", global.section()), None)
    }
}
