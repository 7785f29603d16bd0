//! Webs: locals that are connected by arguments of block parameters. Mostly they are one variable of
//! the source.

use sheaf_ir::index::Idx;
use sheaf_ir::{Func, Local, Operand};

/// For each local, the first local of its web.
pub fn webs(func: &Func) -> Vec<Local> {
    let mut webs: Vec<Local> = (0..func.locals.len()).map(Local::new).collect();
    let first = |webs: &mut [Local], mut local: Local| {
        while webs[local.index()] != local {
            // Halves the path (union-find).
            webs[local.index()] = webs[webs[local.index()].index()];
            local = webs[local.index()];
        }
        local
    };
    for block in func.blocks.iter() {
        for target in block.terminator.targets() {
            for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if let Operand::Local(arg) = arg {
                    let (a, b) = (first(&mut webs, *param), first(&mut webs, *arg));
                    webs[a.max(b).index()] = a.min(b);
                }
            }
        }
    }
    (0..webs.len())
        .map(|number| first(&mut webs, Local::new(number)))
        .collect()
}
