//! The one operation of microc that the engine has no instruction for: `output`.

use sheaf_engine::{Effect, Intrinsic, Machine, Value};

/// What [`sheaf_engine::Program::new`] needs to run microc programs.
pub const INTRINSICS: &[Intrinsic] = &[Intrinsic {
    name: "output",
    run: output,
    is_local: true,
}];

/// Writes a number in decimal and a line end to standard output.
fn output(machine: &mut Machine<'_>, args: &[Value]) -> Effect {
    // Where nobody looks, numbers may be symbolic, and their text does not matter.
    if machine.output.is_some()
        && let Some(number) = args.first().and_then(Value::as_bigint)
    {
        machine.write_output(1, format!("{number}\n").as_bytes());
    }
    Effect::Return(None)
}
