//! The round-trip property of the textual form, tested on hand-written, mutated and fuzzed text.

use super::{normalize, parse, print};
use crate::analysis::{
    CallGraph, Cfg, Distances, Dominators, Liveness, LoopForest, PostDominators,
};
use crate::module::Module;
use crate::verify::verify;

/// Checks for any text that nothing panics, and if it parses, that the module is in normal form and
/// prints to text that parses to an equal module. Returns whether it parsed; an `Err` describes the
/// violation.
pub fn check_round_trip(text: &str) -> Result<bool, String> {
    let Ok(module) = parse(text) else {
        return Ok(false);
    };
    if verify(&module).is_ok() {
        analyze(&module);
    }
    if normalize(&module) != module {
        return Err("the parsed module is not in normal form".to_string());
    }
    let printed = print(&module);
    match parse(&printed) {
        Ok(again) if again == module => Ok(true),
        Ok(_) => Err(format!("parses to another module:\n{printed}")),
        Err(error) => Err(format!("{error}, in the printed text:\n{printed}")),
    }
}

/// Runs every analysis, to check that none panics.
fn analyze(module: &Module) {
    for func in module.funcs.iter() {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        PostDominators::new(&cfg, cfg.returns());
        LoopForest::new(&cfg, &dominators);
        Liveness::new(func, &cfg);
    }
    Distances::new(module, &CallGraph::new(module)).update(|_, _| true);
}
