//! The control-flow graph of the program with calls inlined, as far as it leads to the target.

use super::functions::Functions;
use super::{Goal, Obstacle, intrinsics};
use crate::program::Program;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::graph::Digraph;
use sheaf_ir::analysis::{Cfg, Dominators, LoopForest};
use sheaf_ir::index::{Idx, IndexVec};
use sheaf_ir::{
    BlockId, Callee, CastOp, Const, Func, FuncId, Module, Op, Operand, Terminator, define_index,
};

define_index!(/// A function on the stack of calls that leads to it.
    CallId);
define_index!(/// A section of a block in a call.
    PlaceId);

/// The maximum number of places.
const MAX_PLACES: usize = 20_000;

/// A function on the stack of calls that leads to it.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub func: FuncId,
    /// The calling place, unless the program starts here.
    pub from: Option<PlaceId>,
}

/// Straight-line instructions up to where control may leave: a call, the target, or the end of the
/// block.
#[derive(Clone, Debug)]
pub struct Place {
    /// The call.
    pub call: CallId,
    /// The block.
    pub block: BlockId,
    /// Its first instruction.
    pub start: usize,
    /// The instruction that ends it; the number of instructions denotes the terminator.
    pub end: usize,
    /// Where control goes from here.
    pub edges: Vec<Edge>,
    /// Whether it ends in the target.
    pub is_target: bool,
}

/// Where control goes from a place.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// How it leads there.
    pub kind: EdgeKind,
    /// The next place.
    pub to: PlaceId,
}

/// How an edge leads to the next place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// The next instruction of the block.
    Next,
    /// The target of the terminator with this index.
    Branch(u32),
    /// Into a called function.
    Enter(CallId),
    /// Back to the caller.
    Return,
}

/// The graph.
pub struct Graph<'p> {
    /// The program.
    pub program: &'p Program,
    /// The calls.
    pub calls: IndexVec<CallId, Call>,
    /// The places; the first one is the start.
    pub places: IndexVec<PlaceId, Place>,
    /// For each place, whether the target may be reached from it.
    pub leads: Vec<bool>,
    /// The loops; blocks are numbers of places.
    pub loops: LoopForest,
    /// Places in an order in which each comes after its predecessors, back edges aside.
    pub order: Vec<u32>,
    /// The reason why the graph does not contain everything that the program may do.
    pub obstacle: Option<Obstacle>,
}

/// Builds the graph.
struct Builder<'p> {
    module: &'p Module,
    functions: Functions,
    goal: Goal,
    obstacle: Option<Obstacle>,
    calls: IndexVec<CallId, Call>,
    places: IndexVec<PlaceId, Place>,
    /// The functions on the stack.
    stack: Vec<FuncId>,
}

impl<'p> Graph<'p> {
    /// The graph of a program.
    pub fn new(program: &'p Program, goal: Goal) -> Self {
        let module = program.module();
        let mut builder = Builder {
            module,
            functions: Functions::new(module, goal),
            goal,
            obstacle: None,
            calls: IndexVec::new(),
            places: IndexVec::new(),
            stack: Vec::new(),
        };
        let call = Call {
            func: program.entry(),
            from: None,
        };
        builder.inline(call);
        let Builder {
            calls,
            places,
            mut obstacle,
            ..
        } = builder;
        let mut edges = Vec::new();
        for (from, place) in places.enumerate() {
            edges.extend(place.edges.iter().map(|edge| (from.0, edge.to.0)));
        }
        let digraph = Digraph::new(places.len(), &edges);
        let leads = leads_to_target(&places, &digraph);
        let cfg = Cfg::from_graph(digraph, Vec::new());
        let loops = LoopForest::new(&cfg, &Dominators::new(&cfg));
        let irreducible = loops.irreducible().iter().flatten();
        if irreducible.into_iter().any(|place| leads[place.index()]) {
            obstacle.get_or_insert("a loop with several entries".to_string());
        }
        let mut order = vec![0; places.len()];
        for (number, place) in cfg.reverse_postorder().iter().enumerate() {
            order[place.index()] = number as u32;
        }
        Graph {
            program,
            calls,
            places,
            leads,
            loops,
            order,
            obstacle,
        }
    }

    /// The function of a place.
    pub fn func(&self, place: PlaceId) -> &'p Func {
        let call = &self.calls[self.places[place].call];
        &self.program.module().funcs[call.func]
    }

    /// The source line at which a place ends, if it is in the user's code.
    pub fn line(&self, place: PlaceId) -> Option<u32> {
        let (func, place) = (self.func(place), &self.places[place]);
        let block = &func.blocks[place.block];
        let last = block
            .insts
            .get(place.end)
            .map_or(block.loc, |inst| inst.loc);
        let line = self.program.module().locs[last?].line;
        (func.user && line > 0).then_some(line)
    }
}

/// For each place, whether the target may be reached from it.
fn leads_to_target(places: &IndexVec<PlaceId, Place>, graph: &Digraph) -> Vec<bool> {
    let mut leads = vec![false; places.len()];
    let targets = places.enumerate().filter(|(_, place)| place.is_target);
    let mut pending: Vec<u32> = targets.map(|(id, _)| id.0).collect();
    while let Some(place) = pending.pop() {
        if !std::mem::replace(&mut leads[place as usize], true) {
            pending.extend(graph.predecessors(place));
        }
    }
    leads
}

impl Builder<'_> {
    /// Adds a call. Returns its first place and those that return.
    fn inline(&mut self, call: Call) -> (CallId, PlaceId, Vec<PlaceId>) {
        let module = self.module;
        let func = &module.funcs[call.func];
        self.stack.push(call.func);
        let call = self.calls.push(call);
        let mut first_of = FxHashMap::default();
        let mut last_of = Vec::new();
        let mut returns = Vec::new();
        for id in func.blocks.ids() {
            let (first, last) = self.block(func, call, id);
            first_of.insert(id, first);
            last_of.push((id, last));
        }
        for (id, last) in last_of {
            let Some(last) = last else { continue };
            let terminator = &func.blocks[id].terminator;
            match terminator {
                Terminator::Return(_) => returns.push(last),
                Terminator::Throw(_) => self.give_up("an exception".to_string()),
                _ => {}
            }
            for (number, target) in terminator.targets().iter().enumerate() {
                let kind = EdgeKind::Branch(number as u32);
                let to = first_of[&target.block];
                self.places[last].edges.push(Edge { kind, to });
            }
        }
        self.stack.pop();
        (call, first_of[&BlockId::new(0)], returns)
    }

    /// Adds the places of a block. Returns the first one and the one that ends in the terminator,
    /// if control gets there.
    fn block(&mut self, func: &Func, call: CallId, id: BlockId) -> (PlaceId, Option<PlaceId>) {
        let insts = &func.blocks[id].insts;
        let (mut first, mut place) = (None, self.place(call, id, 0));
        for (at, inst) in insts.iter().enumerate() {
            first.get_or_insert(place);
            let Some(stops) = self.visit(func, place, at, &inst.op) else {
                continue;
            };
            let next = self.place(call, id, at + 1);
            match stops {
                Stops::Ends => return (first.unwrap_or(place), None),
                Stops::Continues => self.places[place].edges.push(Edge {
                    kind: EdgeKind::Next,
                    to: next,
                }),
                Stops::Calls(callee) => {
                    let from = Some(place);
                    let (inner, entry, returns) = self.inline(Call { func: callee, from });
                    self.places[place].edges.push(Edge {
                        kind: EdgeKind::Enter(inner),
                        to: entry,
                    });
                    for last in returns {
                        self.places[last].edges.push(Edge {
                            kind: EdgeKind::Return,
                            to: next,
                        });
                    }
                }
            }
            place = next;
        }
        self.places[place].end = insts.len();
        (first.unwrap_or(place), Some(place))
    }

    fn place(&mut self, call: CallId, block: BlockId, start: usize) -> PlaceId {
        self.places.push(Place {
            call,
            block,
            start,
            end: start,
            edges: Vec::new(),
            is_target: false,
        })
    }

    /// Whether a place ends at an instruction.
    fn visit(&mut self, func: &Func, place: PlaceId, at: usize, op: &Op) -> Option<Stops> {
        self.places[place].end = at;
        match op {
            Op::Check {
                condition, kind, ..
            } if *kind == self.goal => {
                self.places[place].is_target = true;
                let never = matches!(condition, Operand::Const(id)
                    if func.consts[*id] == Const::Bool(false));
                Some(if never { Stops::Ends } else { Stops::Continues })
            }
            Op::Call(call) if call.catches => {
                self.give_up("an exception".to_string());
                None
            }
            Op::Call(call) => match call.callee {
                Callee::Func(callee) => self.call(callee),
                Callee::Value(_) => {
                    if self.functions.pointers_lead {
                        self.give_up("a call through a pointer".to_string());
                    }
                    None
                }
                Callee::Intrinsic(name) => self.intrinsic(place, &self.module.names[name]),
            },
            // What a program computes from addresses may lead to any object.
            Op::Cast(CastOp::PtrToBits | CastOp::BitsToPtr, _) => {
                self.give_up("addresses that become numbers".to_string());
                None
            }
            Op::Dynamic(..) => {
                self.give_up("an operation on values of any type".to_string());
                None
            }
            _ => None,
        }
    }

    /// Whether a place ends at the call of a function. What cannot lead to the target is inlined
    /// only if it is the user's, for its effect.
    fn call(&mut self, callee: FuncId) -> Option<Stops> {
        let func = &self.module.funcs[callee];
        let leads = self.functions.leads(callee);
        let is_recursive = self.stack.contains(&callee);
        let is_full = self.places.len() + func.blocks.len() > MAX_PLACES;
        if func.is_declaration() {
            self.give_up(format!("`{}`, which has no body", func.name));
        } else if leads && is_recursive {
            self.give_up(format!("`{}`, which is recursive", func.name));
        } else if leads && is_full {
            self.give_up("too many calls".to_string());
        } else if (leads || func.user) && !is_recursive && !is_full {
            return Some(Stops::Calls(callee));
        }
        None
    }

    /// Whether a place ends at the call of an intrinsic.
    fn intrinsic(&mut self, place: PlaceId, name: &str) -> Option<Stops> {
        let Some(known) = intrinsics::behaviour(name) else {
            if self.functions.intrinsic_leads(name, self.goal) {
                self.give_up(format!("`{name}`, whose effect is not known"));
            }
            return None;
        };
        if known.fails_with == Some(self.goal) {
            self.places[place].is_target = true;
            return Some(if known.returns {
                Stops::Continues
            } else {
                Stops::Ends
            });
        }
        (!known.returns).then_some(Stops::Ends)
    }

    fn give_up(&mut self, why: Obstacle) {
        self.obstacle.get_or_insert(why);
    }
}

/// Why a place ends within a block.
enum Stops {
    /// Control ends there.
    Ends,
    /// It continues behind the target.
    Continues,
    /// It calls a function.
    Calls(FuncId),
}
