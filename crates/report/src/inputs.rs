//! Inputs as JSON: their names, types and values.

use crate::{display, value};
use serde::Serialize;
use sheaf_engine::outcome::Input;
use sheaf_ir::Module;

/// A value that a run reads, as text.
#[derive(Clone, Serialize, Debug)]
pub struct InputReport {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<String>,
    value: String,
    shown: String,
}

/// The report of one input.
pub fn input_report(module: &Module, input: &Input) -> InputReport {
    let shown = value::as_scalar(&input.value);
    let stored = value::type_name(&shown);
    let (text, ty) = display::typed(module, &input.name, &shown);
    InputReport {
        name: input.name.clone(),
        declared: (ty != stored).then_some(ty),
        ty: stored,
        value: value::encode(&shown),
        shown: text,
    }
}
