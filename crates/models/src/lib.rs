//! Library models: functions that programs of each language call and do not define.
//!
//! Models are a separate crate so that front ends do not need the engine: lowering only needs the
//! names of the models.

pub mod c;
pub mod js;
pub mod microc;
