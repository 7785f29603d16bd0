//! Query count estimation on microc programs of the thesis ("Nested loops and path explosion in
//! symbolic execution", 2024).

use sheaf_ir::analysis::{Cfg, Estimate, Liveness, MemoryClass, QueryCosts};
use sheaf_ir::{Behaviours, BlockId, FuncId, Local, Module};
use std::collections::BTreeMap;

/// The costs of the variables that are live where a line begins: at its first instruction in
/// reverse postorder.
fn costs_at(module: &Module, estimate: Estimate, line: u32) -> BTreeMap<String, u32> {
    let id = module.entry.expect("an entry");
    let func = &module.funcs[id];
    let cfg = Cfg::new(func);
    let (block, inst) = first_point(module, id, &cfg, line);
    let mut costs = QueryCosts::new(module, &Behaviours::default(), estimate);
    let live = Liveness::new(func, &cfg).live_before(func, block, inst);
    let named = |local: &Local| Some((func.locals[*local].name.clone()?.to_string(), *local));
    let mut cost = |local| costs.local(id, block, inst, local) as u32;
    live.iter()
        .filter_map(named)
        .map(|(name, local)| (name, cost(local)))
        .filter(|(_, cost)| *cost > 0)
        .collect()
}

fn first_point(module: &Module, id: FuncId, cfg: &Cfg, line: u32) -> (BlockId, usize) {
    let func = &module.funcs[id];
    for block in cfg.reverse_postorder() {
        let code = &func.blocks[*block];
        let places = code.insts.iter().map(|inst| inst.loc).chain([code.loc]);
        for (position, place) in places.enumerate() {
            if place.is_some_and(|loc| module.locs[loc].line == line) {
                return (*block, position);
            }
        }
    }
    panic!("line {line} has no instructions")
}

fn table(rows: &[(&str, u32)]) -> BTreeMap<String, u32> {
    rows.iter()
        .map(|(name, cost)| (name.to_string(), *cost))
        .collect()
}

fn load(text: &str) -> Module {
    sheaf_microc::load_text("listing.uc", text).expect("a program")
}

fn nested_loops(access: &str) -> Module {
    load(&LISTING_4_8.replace("ACCESS", access))
}

/// Listing 4.8, one statement per line as there; the array accesses are placeholders.
const LISTING_4_8: &str = "main() {
  var r, arg, argc, argv, i;
  r = 1;
  arg = 1;
  argc = input;
  argv = [0, 1, 2];
  if (arg < argc) {
    if (argv[input]) {
      r = 0;
      arg = arg + 1;
    }
  }
  while (arg < argc) {
    i = 0;
    while (ACCESS != 0) {
      i = i + 1;
      output ACCESS;
    }
    arg = arg + 1;
  }
  if (r) {
    output 10;
  }
  return 0;
}";

/// The costs of `r`, `arg`, `i` and those in the last lines equal the thesis'; three others differ:
/// - `argc` is 3, not 2, before the outer loop: the thesis itself has 3 on the two lines above it.
/// - `argv` is counted in bounds checks too: two different arrays are a choice there.
/// - Constants are not locals, so `r` and `arg` have no costs before they may change.
#[test]
fn listing_4_8_with_one_iteration() {
    let module = nested_loops("argv[arg + i]");
    let at = |line| costs_at(&module, Estimate::Recursive { kappa: 1 }, line);
    assert_eq!(
        at(13),
        table(&[("arg", 8), ("argc", 3), ("argv", 5), ("r", 3)])
    );
    let inner = table(&[("arg", 4), ("argc", 1), ("argv", 3), ("i", 3), ("r", 1)]);
    assert_eq!(at(16), inner);
    assert_eq!(at(17), inner);
    assert_eq!(at(19), table(&[("arg", 1), ("argc", 1), ("r", 1)]));
    assert_eq!(at(21), table(&[("r", 1)]));
    assert_eq!(at(22), table(&[]));
}

/// With an array of arrays `arg` is part of one more bounds check: that of the array that it
/// selects.
#[test]
fn listing_4_8_with_rows() {
    let module = nested_loops("argv[arg][i]");
    let at = |line| costs_at(&module, Estimate::Recursive { kappa: 1 }, line);
    assert_eq!(at(16)["arg"], 6);
    assert_eq!(at(13)["arg"], 11);
    assert_eq!(at(16)["i"], 3);
}

/// More iterations cost more, and a fixpoint that is cut off at ten only says that there are many;
/// after the loops nothing is unbounded.
#[test]
fn listing_4_8_with_more_iterations() {
    let module = nested_loops("argv[arg + i]");
    let kappa = |kappa| costs_at(&module, Estimate::Recursive { kappa }, 13)["arg"];
    assert!(kappa(1) < kappa(2) && kappa(2) < kappa(3));
    assert!(kappa(1_000_000) <= sheaf_ir::analysis::query_cost::RECURSIVE_MOST);
    let lattice = |line| costs_at(&module, Estimate::Lattice, line);
    let before = [("arg", 10), ("argc", 10), ("argv", 10), ("r", 1)];
    assert_eq!(lattice(13), table(&before));
    assert_eq!(lattice(21), table(&[("r", 1)]));
}

/// Listing 4.7: the branches merge, and then their difference reaches a query.
#[test]
fn listing_4_7() {
    let module = load(
        "main() {
  var a;
  a = 0;
  if (input) {
    a = 1;
  } else {
    a = 2;
  }
  return 1 / a;
}",
    );
    for estimate in [Estimate::Lattice, Estimate::Recursive { kappa: 1 }] {
        assert_eq!(costs_at(&module, estimate, 9), table(&[("a", 1)]));
    }
}

/// The test programs that are modules, and those in microc.
fn test_programs() -> Vec<Module> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases");
    let read = |kind: &str| -> Vec<String> {
        let entries = std::fs::read_dir(format!("{folder}/{kind}")).expect("the folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let texts = paths.filter_map(|path| std::fs::read_to_string(path).ok());
        texts.collect()
    };
    let microc = read("microc").into_iter();
    let microc = microc.filter_map(|text| sheaf_microc::load_text("a.uc", &text).ok());
    let ir = read("ir").into_iter();
    let ir = ir.filter_map(|text| sheaf_ir::text::parse(&text).ok());
    let verified = |module: &Module| sheaf_ir::verify::verify(module).is_ok();
    microc.chain(ir).filter(verified).collect()
}

/// The expected queries do not increase along straight-line code.
#[test]
fn costs_do_not_grow_along_a_block() {
    let programs = test_programs();
    assert!(programs.len() >= 40, "{} programs", programs.len());
    for module in &programs {
        for estimate in [Estimate::Lattice, Estimate::Recursive { kappa: 2 }] {
            let mut costs = QueryCosts::new(module, &Behaviours::default(), estimate);
            for (id, func) in module.funcs.enumerate() {
                let liveness = Liveness::new(func, &Cfg::new(func));
                for (block, code) in func.blocks.enumerate() {
                    for inst in 0..code.insts.len() {
                        for local in liveness.live_before(func, block, inst) {
                            let mut at = |inst| costs.local(id, block, inst, local);
                            assert!(at(inst) >= at(inst + 1), "{} {block:?} {inst}", func.name);
                        }
                        let mut at = |inst| costs.memory(id, block, inst, MemoryClass::Any);
                        assert!(at(inst) >= at(inst + 1), "{} {block:?} {inst}", func.name);
                    }
                }
            }
        }
    }
}
