//! Estimates of small programs, and of random graphs compared with enumerating their paths.

use super::*;
use crate::analysis::graph::{Digraph, tests::graphs};
use crate::analysis::{Cfg, Dominators, LoopForest, LoopId};
use crate::behaviour::Behaviours;
use crate::text::parse;
use std::collections::BTreeMap;
use std::fmt::Write;

const RECURSIVE: Estimate = Estimate::Recursive { kappa: 1 };

fn program(text: &str) -> Module {
    let module = parse(&format!("module ptr 8\n{text}")).expect("parses");
    crate::verify::verify(&module).expect("verifies");
    module
}

/// The cost of a named local before the instruction at a position of a block of the first function.
fn cost(module: &Module, estimate: Estimate, at: (u32, usize), name: &str) -> f64 {
    let func = &module.funcs[FuncId(0)];
    let named = |local: &Local| func.locals[*local].name.as_deref() == Some(name);
    let local = func.locals.ids().find(named).expect("a local of this name");
    QueryCosts::new(module, &Behaviours::default(), estimate).local(
        FuncId(0),
        BlockId(at.0),
        at.1,
        local,
    )
}

fn memory(module: &Module, class: MemoryClass) -> f64 {
    QueryCosts::new(module, &Behaviours::default(), RECURSIVE).memory(
        FuncId(0),
        BlockId(0),
        0,
        class,
    )
}

#[test]
fn obligations_are_queries() {
    let module = program(
        "func @f(%a: bits32, %b: bits32, %c: bits32, %p: ptr, %q: ptr) {
        entry: %x: bits32 = add.nsw %a, bits32 1
          %y: bits32 = add %b, bits32 1
          %d: bits32 = sdiv %x, %c
          %e: bits32 = udiv %y, bits32 3
          %s: bits32 = shl %b, %e
          %v: bits32 = load %p
          store %q, %v
          %t: bool = ult %v, bits32 4
          check %t, assertion, \"small\"
          ret }",
    );
    let at = |position, name| cost(&module, RECURSIVE, (0, position), name);
    assert_eq!(
        at(0, "a"),
        1.0,
        "the quotient may overflow; whether the sum does, its bounds say"
    );
    assert_eq!(
        at(0, "b"),
        1.0,
        "only the distance of the shift is asked about"
    );
    assert_eq!(at(0, "c"), 2.0, "zero, and minus one");
    assert_eq!(at(0, "p"), 2.0, "the access, and what was read");
    assert_eq!(at(0, "q"), 1.0);
    assert_eq!(at(6, "p"), 0.0, "after the load");
    assert_eq!(at(6, "v"), 1.0);
    assert_eq!(at(9, "v"), 0.0, "at the end");
}

#[test]
fn sides_of_a_branch() {
    let module = program(
        "func @f(%c: bool, %n: bits8) {
        entry: br %c, once, twice
        once: assume %c
          jump out(%n)
        twice: assume %c assume %c
          jump out(bits8 0)
        out(%m: bits8): switch %m [bits8 0: a, bits8 1: b] else end
        a: jump end
        b: jump end
        end: ret }",
    );
    assert_eq!(cost(&module, RECURSIVE, (0, 0), "c"), 4.0);
    assert_eq!(cost(&module, Estimate::Lattice, (0, 0), "c"), 3.0);
    assert_eq!(
        cost(&module, RECURSIVE, (0, 0), "n"),
        2.0,
        "two cases, by one side only"
    );
    assert_eq!(
        cost(&module, RECURSIVE, (2, 0), "n"),
        0.0,
        "by the other it is lost"
    );
}

#[test]
fn calls_pass_values_on() {
    let module = program(
        "func @main(%a: bits8, %b: bits8, %f: ptr) {
        entry: %r: bits8 = call @pick(%a, %b)
          %c: bool = ult %r, bits8 3
          br %c, end, more
        more: call_value %f(%b)
          jump end
        end: ret }
        func @pick(%x: bits8, %y: bits8) -> bits8 {
        entry: %c: bool = eq %x, bits8 0
          assume %c
          ret %y }
        func @takes(%x: bits8) {
        entry: %c: bool = eq %x, bits8 0
          assume %c
          ret }
        func @taken() {
        entry: %r: ptr = freeze @takes
          ret }",
    );
    assert_eq!(
        cost(&module, RECURSIVE, (0, 0), "a"),
        1.0,
        "asked about in the callee"
    );
    assert_eq!(
        cost(&module, RECURSIVE, (0, 0), "b"),
        2.0,
        "its result is, and it is passed on"
    );
    assert_eq!(
        cost(&module, RECURSIVE, (0, 0), "f"),
        1.0,
        "which function it is"
    );
}

#[test]
fn memory_keeps_what_is_stored() {
    let module = program(
        "global @g: bytes 8 align 8 element 8 = zero
        global @h: bytes 8 align 8 element 8 = zero
        global @k: bytes 8 align 8 element 8 const = zero
        func @main(%a: bits64, %b: bits64) {
        entry: store @g, %a
          store @h, %b
          call @read()
          %v: bits64 = load @k
          %c: bool = eq %v, bits64 0
          br %c, end, end
        end: ret }
        func @read() {
        entry: %v: bits64 = load @g
          %c: bool = eq %v, bits64 0
          assume %c
          ret }",
    );
    assert_eq!(cost(&module, RECURSIVE, (0, 0), "a"), 1.0);
    assert_eq!(cost(&module, RECURSIVE, (0, 0), "b"), 0.0);
    assert_eq!(memory(&module, MemoryClass::Global(GlobalId(0))), 1.0);
    assert_eq!(memory(&module, MemoryClass::Global(GlobalId(1))), 0.0);
    assert_eq!(
        memory(&module, MemoryClass::Global(GlobalId(2))),
        0.0,
        "constants do not differ"
    );
    assert_eq!(memory(&module, MemoryClass::Any), 2.0);
}

#[test]
fn pointers_are_followed() {
    let module = program(
        "file 0 \"a.c\"
        func @main(%a: bits64, %p: ptr) {
        entry: %x: ptr = alloc stack bits64 8 align 8 element 8 !0:1:1
          %y: ptr = alloc stack bits64 8 align 8 element 8 !0:2:1
          call @set(%x, %a)
          call @set(%y, bits64 1)
          %v: bits64 = load %y
          %c: bool = eq %v, bits64 0
          assume %c
          ret }
        func @set(%to: ptr, %value: bits64) {
        entry: store %to, %value
          ret }",
    );
    // One function writes through both pointers, so both hold what either was given; but `x` itself
    // is never read.
    let [x, y] = [0, 1].map(|loc| memory(&module, MemoryClass::AllocatedAt(LocId(loc))));
    assert_eq!((x, y), (0.0, 1.0));
    assert_eq!(cost(&module, RECURSIVE, (0, 2), "a"), 1.0);
}

#[test]
fn callers_ask_about_what_is_returned() {
    let module = program(
        "global @g: bytes 8 align 8 element 8 = zero
        func @main() {
        entry: %r: bits8 = call @id(bits8 3)
          %c: bool = eq %r, bits8 0
          assume %c
          %v: bits8 = load @g
          %d: bool = eq %v, bits8 0
          assume %d
          ret }
        func @id(%x: bits8) -> bits8 {
        entry: store @g, %x
          ret %x }",
    );
    let mut costs = QueryCosts::new(&module, &Behaviours::default(), RECURSIVE);
    let at = |func, inst| ProgramPoint {
        func: FuncId(func),
        block: BlockId(0),
        inst,
    };
    let parameter = module.funcs[FuncId(1)].params[0];
    assert_eq!(costs.local(FuncId(1), BlockId(0), 0, parameter), 0.0);
    assert_eq!(costs.local_on_stack([at(1, 0), at(0, 1)], parameter), 2.0);
    assert_eq!(
        costs.local_on_stack([at(1, 1), at(0, 1)], parameter),
        1.0,
        "already stored"
    );
    let global = MemoryClass::Global(GlobalId(0));
    assert_eq!(costs.memory_on_stack([at(1, 1), at(0, 1)], global), 1.0);
}

#[test]
fn recursion_is_a_loop() {
    let module = program(
        "func @down(%n: bits8) {
        entry: %c: bool = eq %n, bits8 0
          br %c, end, more
        more: %m: bits8 = sub %n, bits8 1
          call @down(%m)
          jump end
        end: ret }",
    );
    for kappa in 1..4 {
        let estimate = Estimate::Recursive { kappa };
        assert_eq!(cost(&module, estimate, (0, 0), "n"), f64::from(kappa));
    }
    assert_eq!(
        cost(&module, Estimate::Lattice, (0, 0), "n"),
        f64::from(LATTICE_MOST)
    );
}

#[test]
fn strange_points_cost_nothing() {
    let module = program("func @f(%n: bits8) { entry: ret }\nfunc @g()");
    let mut costs = QueryCosts::new(&module, &Behaviours::default(), RECURSIVE);
    assert_eq!(costs.local(FuncId(0), BlockId(7), 0, Local(0)), 0.0);
    assert_eq!(costs.local(FuncId(0), BlockId(0), 99, Local(0)), 0.0);
    assert_eq!(costs.local(FuncId(1), BlockId(0), 0, Local(0)), 0.0);
    assert_eq!(
        costs.memory(FuncId(0), BlockId(0), 0, MemoryClass::AllocatedAt(LocId(5))),
        0.0
    );
}

/// A function with the blocks and edges of a graph after its first block; each of them makes one
/// query about `c`.
fn program_of(graph: &Digraph) -> Module {
    let mut text = "func @f(%c: bool, %n: bits8) {\nentry: jump b0\n".to_string();
    for node in 0..graph.len() as u32 {
        write!(text, "b{node}: assume %c ").expect("writes");
        let targets: Vec<String> = graph
            .successors(node)
            .iter()
            .map(|to| format!("b{to}"))
            .collect();
        match &targets[..] {
            [] => text.push_str("ret\n"),
            [to] => writeln!(text, "jump {to}").expect("writes"),
            [cases @ .., last] => {
                let cases = cases.iter().enumerate();
                let cases: Vec<String> = cases
                    .map(|(case, to)| format!("bits8 {case}: {to}"))
                    .collect();
                writeln!(text, "switch %n [{}] else {last}", cases.join(", ")).expect("writes");
            }
        }
    }
    program(&(text + "}"))
}

/// The count of the thesis: the queries after a block, with the remaining iterations of each loop.
struct Ways {
    cfg: Cfg,
    forest: LoopForest,
    kappa: u32,
    known: BTreeMap<(BlockId, Vec<u32>), u64>,
}

impl Ways {
    fn count(&mut self, block: BlockId, left: &[u32]) -> u64 {
        let key = (block, left.to_vec());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let outside = |id: LoopId, to: &BlockId| !self.forest.loops()[id].contains(*to);
        let last = self
            .forest
            .with_header(block)
            .filter(|id| left[id.0 as usize] == 0);
        let next: Vec<BlockId> = self.cfg.successors(block).to_vec();
        let next: Vec<BlockId> = next
            .into_iter()
            .filter(|to| last.is_none_or(|id| outside(id, to)))
            .collect();
        let mut sum = u64::from(block != BlockId(0));
        if last.is_some() && next.is_empty() {
            sum = 0;
        }
        for to in next {
            let mut left = left.to_vec();
            if let Some(id) = self.forest.with_header(to) {
                let again = self.forest.loops()[id].contains(block);
                let left = &mut left[id.0 as usize];
                *left = if again { *left - 1 } else { self.kappa };
            }
            sum = sum.saturating_add(self.count(to, &left));
        }
        self.known.insert(key, sum);
        sum
    }
}

proptest::proptest! {
    #[test]
    fn unrolling_counts_all_ways(graph in graphs(), kappa in 1u32..4) {
        let module = program_of(&graph);
        let cfg = Cfg::new(&module.funcs[FuncId(0)]);
        let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
        proptest::prop_assume!(forest.irreducible().is_empty());
        let left = vec![0; forest.loops().len()];
        let mut ways = Ways { cfg, forest, kappa, known: BTreeMap::new() };
        let expected = ways.count(BlockId(0), &left).min(u64::from(RECURSIVE_MOST));
        let found = cost(&module, Estimate::Recursive { kappa }, (0, 0), "c");
        proptest::prop_assert_eq!(found, expected as f64);
    }

    #[test]
    fn the_fixpoint_is_the_most_that_one_way_asks(graph in graphs()) {
        let module = program_of(&graph);
        // The longest path of at most ten blocks, or ten.
        let mut longest = vec![0; graph.len()];
        for _ in 0..LATTICE_MOST {
            let next = |node| graph.successors(node).iter().map(|to| longest[*to as usize]).max().unwrap_or(0);
            longest = (0..graph.len() as u32).map(|node| next(node) + 1).collect();
        }
        let found = cost(&module, Estimate::Lattice, (0, 0), "c");
        proptest::prop_assert_eq!(found, f64::from(longest[0]));
    }
}
