//! The only operation of microc without an engine instruction: `output`.

use sheaf_execution::{Effect, Intrinsic, Machine, Value};
use sheaf_ir::Behaviour;

/// The intrinsics of microc programs, for [`sheaf_execution::Program::new`].
pub const INTRINSICS: &[Intrinsic] = &[Intrinsic {
    name: "output",
    run: output,
    behaviour: Behaviour::PURE,
    quick: None,
    quick_call: None,
}];

/// Writes a number in decimal and a line end to standard output.
fn output(machine: &mut Machine<'_>, args: &[Value]) -> Effect {
    // If the output is discarded, numbers may be symbolic.
    if machine.output.is_some()
        && let Some(number) = args.first().and_then(Value::as_bigint)
    {
        machine.write_output(1, format!("{number}\n").as_bytes());
    }
    Effect::Return(None)
}
