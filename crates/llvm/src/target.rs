//! Fuzz targets: the function that libFuzzer, AFL++ and honggfuzz call with the data to try.
//!
//! A program without `main` starts at its fuzz target. The data has any size up to a maximum and is
//! never null, as under libFuzzer; the object has exactly this size.

use crate::ll::{Value, ValueKind};
use crate::load::LoadOptions;
use crate::lower::Elements;
use crate::symbols::Symbols;

/// The function that takes the data and its size.
pub(crate) const TARGET: &str = "LLVMFuzzerTestOneInput";

/// The function that is called with the addresses of `argc` and `argv` before the first call of the
/// target, if a program has it.
pub(crate) const INITIALIZE: &str = "LLVMFuzzerInitialize";

/// The maximum size of the data, unless the user says otherwise.
pub const SIZE: u64 = 8;

/// Makes the fuzz target the entry of a program without `main`, and adds to the options what it
/// takes, unless the user has said so. The error is one line.
pub(crate) fn resolve(symbols: &Symbols, options: &mut LoadOptions) -> Result<(), String> {
    let function = |name: &str| {
        let found = symbols.user(name);
        found.filter(|value| value.kind() == ValueKind::LLVMFunctionValueKind)
    };
    let target = function(TARGET).filter(|target| is_target(*target));
    let is_meant = match options.entry.as_deref() {
        Some(entry) => entry == TARGET,
        None => function("main").is_none(),
    };
    let Some(target) = target.filter(|_| is_meant) else {
        return match options.size {
            Some(_) => Err(format!(
                "the program does not start at {TARGET}, and no argument is @@; --stdin N makes \
                 standard input symbolic"
            )),
            None => Ok(()),
        };
    };
    options.entry = Some(TARGET.to_string());
    let names = target.parameter_names();
    let name = |position: usize| match names.get(&position) {
        Some(name) => name.clone(),
        None => format!("argument{}", position + 1),
    };
    let (data, size) = (name(0), name(1));
    let shapes = &mut options.shapes;
    let is_restricted = shapes.lengths.iter().any(|(pointer, _)| *pointer == data)
        || shapes.arrays.iter().any(|(pointer, _)| *pointer == data);
    if !is_restricted {
        shapes.lengths.push((data.clone(), size));
        options.pointers.elements = Elements {
            most: *options
                .size
                .get_or_insert(options.usual_size.unwrap_or(SIZE)),
            exactly: false,
        };
        if !shapes.non_null.contains(&data) {
            shapes.non_null.push(data);
        }
    } else if let Some(size) = options.size {
        options.pointers.elements.most = size;
    }
    Ok(())
}

/// Whether a function takes a pointer and a number.
fn is_target(function: Value) -> bool {
    function.value_type().params().len() == 2
}
