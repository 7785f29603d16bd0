//! The call graph.
//!
//! Direct calls are exact. A call through a value may reach every function whose address is taken
//! in the module and that accepts this number of arguments. Intrinsics are assumed to call nothing.

use crate::analysis::graph::Digraph;
use crate::index::Idx;
use crate::module::{Const, Func, FuncId, Init, Module};
use crate::op::{Call, Callee, Op, Operand};

/// The calls between the functions of a module.
#[derive(Clone, Debug)]
pub struct CallGraph {
    graph: Digraph,
    callees: Vec<Vec<FuncId>>,
    callers: Vec<Vec<FuncId>>,
    address_taken: Vec<FuncId>,
    /// Number of parameters and whether more are accepted, for each function whose address is
    /// taken.
    shapes: Vec<(usize, bool)>,
    components: Vec<Vec<FuncId>>,
    component: Vec<u32>,
}

impl CallGraph {
    /// Builds the call graph.
    pub fn new(module: &Module) -> Self {
        let address_taken = address_taken(module);
        let shape = |id: &FuncId| (module.funcs[*id].params.len(), module.funcs[*id].variadic);
        let shapes: Vec<(usize, bool)> = address_taken.iter().map(shape).collect();
        let mut edges = Vec::new();
        for (caller, func) in module.funcs.enumerate() {
            each_call(func, |call| {
                candidates(call, &address_taken, &shapes)
                    .for_each(|callee| edges.push((caller.0, callee.0)));
            });
        }
        let graph = Digraph::new(module.funcs.len(), &edges);
        let ids = |nodes: &[u32]| nodes.iter().map(|node| FuncId(*node)).collect::<Vec<_>>();
        let components: Vec<Vec<FuncId>> = graph
            .components()
            .iter()
            .map(|members| ids(members))
            .collect();
        let mut component = vec![0; module.funcs.len()];
        debug_assert!(address_taken.is_sorted_by(|a, b| a < b));
        for (number, members) in components.iter().enumerate() {
            members
                .iter()
                .for_each(|member| component[member.index()] = number as u32);
        }
        let nodes = 0..graph.len() as u32;
        CallGraph {
            callees: nodes
                .clone()
                .map(|node| ids(graph.successors(node)))
                .collect(),
            callers: nodes.map(|node| ids(graph.predecessors(node))).collect(),
            graph,
            address_taken,
            shapes,
            components,
            component,
        }
    }

    /// Functions that a function may call, without duplicates.
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.callees[func.index()]
    }

    /// Functions that may call a function, without duplicates, ascending.
    pub fn callers(&self, func: FuncId) -> &[FuncId] {
        &self.callers[func.index()]
    }

    /// Functions that are used as values, ascending.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// Functions that this call may enter.
    pub fn targets(&self, call: &Call) -> impl Iterator<Item = FuncId> {
        candidates(call, &self.address_taken, &self.shapes)
    }

    /// Strongly connected components, callees before their callers.
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// The index of a function's component in [`CallGraph::components`].
    pub fn component(&self, func: FuncId) -> usize {
        self.component[func.index()] as usize
    }

    /// Whether a call of the function may lead to another call of it before it returns.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.components[self.component(func)].len() > 1 || self.callees(func).contains(&func)
    }

    /// Functions that may run when one of these is called, themselves included; one entry for each
    /// function of the module.
    pub fn reachable(&self, roots: impl IntoIterator<Item = FuncId>) -> Vec<bool> {
        let mut seen = vec![false; self.graph.len()];
        let mut pending: Vec<FuncId> = roots.into_iter().collect();
        while let Some(func) = pending.pop() {
            if !std::mem::replace(&mut seen[func.index()], true) {
                pending.extend(self.callees(func));
            }
        }
        seen
    }
}

/// Functions that a call may enter, by its callee and its number of arguments.
fn candidates(
    call: &Call,
    taken: &[FuncId],
    shapes: &[(usize, bool)],
) -> impl Iterator<Item = FuncId> {
    let args = call.args.len();
    let direct = match call.callee {
        Callee::Func(id) => Some(id),
        _ => None,
    };
    let through_value = matches!(call.callee, Callee::Value(_));
    let accepts =
        move |&(params, variadic): &(usize, bool)| args == params || (variadic && args > params);
    let matching = taken
        .iter()
        .zip(shapes)
        .filter(move |(_, shape)| through_value && accepts(shape));
    direct.into_iter().chain(matching.map(|(id, _)| *id))
}

fn each_call(func: &Func, mut visit: impl FnMut(&Call)) {
    for inst in func.blocks.iter().flat_map(|block| &block.insts) {
        if let Op::Call(call) = &inst.op {
            visit(call);
        }
    }
}

/// Functions that occur as constants that an instruction reads, or in the content of a global.
fn address_taken(module: &Module) -> Vec<FuncId> {
    let mut taken = vec![false; module.funcs.len()];
    for func in module.funcs.iter() {
        let mut used = |operand: Operand| {
            if let Operand::Const(id) = operand {
                mark(&func.consts[id], &mut taken);
            }
        };
        for block in func.blocks.iter() {
            block
                .insts
                .iter()
                .for_each(|inst| inst.op.operands(&mut used));
            block.terminator.operands(&mut used);
        }
    }
    for global in module.globals.iter() {
        if let Init::Data { relocs, .. } = &global.init {
            relocs
                .iter()
                .for_each(|reloc| mark(&reloc.value, &mut taken));
        }
    }
    module.funcs.ids().filter(|id| taken[id.index()]).collect()
}

fn mark(value: &Const, taken: &mut [bool]) {
    match value {
        Const::Func(id) => taken[id.index()] = true,
        Const::Tuple(members) => members.iter().for_each(|member| mark(member, taken)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn direct_and_indirect_calls() {
        let module = parse(
            "module ptr 8
            global @table: bytes 8 align 8 element 8 const = data x\"0000000000000000\" { 0: @odd }
            func @main(%p: ptr) {
            a: call @even(bits8 3) call_value %p(bits8 1) intrinsic \"hook\"(@two) ret }
            func @even(%n: bits8) {
            a: call @odd(%n) ret }
            func @odd(%n: bits8) {
            a: call @even(%n) ret }
            func @two(%a: bits8, %b: bits8) {
            a: call @two(%a, %b) ret }
            func @lone(...) {
            a: %q: (ptr, bits8) = freeze (@lone, bits8 1) ret }
            func @plain(%n: bits8) {
            a: ret }",
        )
        .expect("parses");
        crate::verify::verify(&module).expect("verifies");
        let graph = CallGraph::new(&module);
        let [main, even, odd, two, lone, plain] = [0, 1, 2, 3, 4, 5].map(FuncId);
        assert_eq!(graph.address_taken(), [odd, two, lone]);
        assert_eq!(graph.callees(main), [even, odd, lone]);
        assert_eq!(graph.callers(odd), [main, even]);
        assert!(graph.is_recursive(even) && graph.is_recursive(two) && !graph.is_recursive(main));
        assert_eq!(graph.component(even), graph.component(odd));
        assert!(graph.component(odd) < graph.component(main));
        assert_eq!(
            graph.reachable([main]),
            [true, true, true, false, true, false]
        );
        assert!(graph.callers(plain).is_empty());
    }
}
