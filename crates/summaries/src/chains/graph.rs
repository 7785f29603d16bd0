//! The control-flow graph of the program with calls inlined, as far as the target can be reached.
//!
//! A recursive call is an edge back to the start of the call that it repeats, so that recursion is
//! a loop over the parameters. Returns from it lead to that call and behind each recursive call,
//! where nothing is known of the locals: the graph does not tell which return belongs to which
//! call. So there are more paths than the program has.

use super::functions::Functions;
use super::{Obstacle, Target};
use crate::program::Program;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::graph::Digraph;
use sheaf_ir::analysis::{Cfg, Dominators, LoopForest};
use sheaf_ir::index::{Idx, IndexVec};
use sheaf_ir::{
    Behaviours, BlockId, Callee, CastOp, Const, Continues, Func, FuncId, Local, Module, NameId, Op,
    Operand, Terminator, define_index,
};

define_index!(/// A section of a block in a call.
    SectionId);

sheaf_tuning::constants! {
    /// The maximum number of sections; calls beyond it are not inlined.
    MAX_SECTIONS: usize = 20_000, 1 => 320_000, "sections";
}

/// Straight-line instructions that end with a call, the target, or the terminator of the block.
#[derive(Clone, Debug)]
pub struct Section {
    /// The function.
    pub func: FuncId,
    pub block: BlockId,
    /// The first instruction.
    pub start: usize,
    /// The last instruction; the number of instructions in the block stands for the terminator.
    pub end: usize,
    /// The outgoing edges.
    pub edges: Vec<Edge>,
    /// Whether it ends with the target.
    pub is_target: bool,
    /// The section that ends with the call of its function, if that is not the entry.
    pub caller: Option<SectionId>,
}

/// An edge to another section.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// How control is transferred.
    pub kind: EdgeKind,
    /// The successor.
    pub to: SectionId,
}

/// How an edge transfers control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// The next instruction of the block.
    Next,
    /// The target of the terminator with this index.
    Branch(u32),
    /// Into a called function.
    Enter,
    /// Back to the caller.
    Return,
    /// Into a function that is running already: to the start of its call.
    Repeat,
    /// From a function that was called in this way, back behind that call.
    Resume,
}

pub struct Graph<'p> {
    pub program: &'p Program,
    /// Whether the target is a block.
    pub is_block: bool,
    /// The sections; the first one is the start.
    pub sections: IndexVec<SectionId, Section>,
    /// For each section, whether the target is reachable from it.
    pub leads: Vec<bool>,
    /// The loops. Block numbers in them are section numbers.
    pub loops: LoopForest,
    /// The position of each section in reverse postorder, in which predecessors come first except
    /// over back edges.
    pub order: Vec<u32>,
    /// Why the graph may not contain everything that the program does, if so.
    pub obstacle: Option<Obstacle>,
    /// Whether the program is one of a dynamic language, for which chains are a guide only.
    pub is_dynamic: bool,
}

struct Builder<'p> {
    module: &'p Module,
    behaviours: &'p Behaviours,
    functions: Functions,
    target: Target,
    obstacle: Option<Obstacle>,
    sections: IndexVec<SectionId, Section>,
    /// The calls on the stack.
    stack: Vec<Active>,
}

/// A call whose function is being added.
struct Active {
    func: FuncId,
    caller: Option<SectionId>,
    first: SectionId,
    /// The sections behind recursive calls of it.
    behind: Vec<SectionId>,
}

impl<'p> Graph<'p> {
    /// The graph of a program.
    pub fn new(program: &'p Program, target: Target) -> Self {
        let module = program.module();
        let mut builder = Builder {
            module,
            behaviours: program.behaviours(),
            functions: Functions::new(module, program.behaviours(), target),
            target,
            obstacle: None,
            sections: IndexVec::new(),
            stack: Vec::new(),
        };
        builder.inline(program.entry(), None);
        let is_dynamic = builder.functions.are_dynamic();
        if is_dynamic {
            builder.give_up("operations that may call any function".to_string());
        }
        let Builder {
            sections,
            mut obstacle,
            ..
        } = builder;
        let mut edges = Vec::new();
        for (from, section) in sections.enumerate() {
            edges.extend(section.edges.iter().map(|edge| (from.0, edge.to.0)));
        }
        let digraph = Digraph::new(sections.len(), &edges);
        let leads = leads_to_target(&sections, &digraph);
        let cfg = Cfg::from_graph(digraph, Vec::new());
        let loops = LoopForest::new(&cfg, &Dominators::new(&cfg));
        let irreducible = loops.irreducible().iter().flatten();
        if irreducible
            .into_iter()
            .any(|section| leads[section.index()])
        {
            obstacle.get_or_insert("a loop with several entries".to_string());
        }
        let mut order = vec![0; sections.len()];
        for (number, section) in cfg.reverse_postorder().iter().enumerate() {
            order[section.index()] = number as u32;
        }
        Graph {
            program,
            is_block: matches!(target, Target::Block(..)),
            sections,
            leads,
            loops,
            order,
            obstacle,
            is_dynamic,
        }
    }

    /// The function of a section.
    pub fn func(&self, section: SectionId) -> &'p Func {
        &self.program.module().funcs[self.sections[section].func]
    }

    /// The locals that get new values where a section is entered: the parameters of its block, and
    /// of its function where that begins.
    pub fn params(&self, section: SectionId) -> Vec<Local> {
        let (func, section) = (self.func(section), &self.sections[section]);
        let block = &func.blocks[section.block];
        match (section.start, section.block) {
            (0, BlockId(0)) => func.params.iter().chain(&block.params).copied().collect(),
            (0, _) => block.params.clone(),
            _ => Vec::new(),
        }
    }

    /// The sections that end with the calls which lead to a section, the latest one first.
    pub fn callers(&self, section: SectionId) -> impl Iterator<Item = SectionId> {
        std::iter::successors(self.sections[section].caller, |it| {
            self.sections[*it].caller
        })
    }

    /// The source line at which a section ends, if it is in the user's code.
    pub fn line(&self, section: SectionId) -> Option<u32> {
        let (func, section) = (self.func(section), &self.sections[section]);
        let block = &func.blocks[section.block];
        let last = block
            .insts
            .get(section.end)
            .map_or(block.loc, |inst| inst.loc);
        let line = self.program.module().locs[last?].line;
        (func.user && line > 0).then_some(line)
    }
}

/// For each section, whether the target is reachable from it.
fn leads_to_target(sections: &IndexVec<SectionId, Section>, graph: &Digraph) -> Vec<bool> {
    let mut leads = vec![false; sections.len()];
    let targets = sections
        .enumerate()
        .filter(|(_, section)| section.is_target);
    let mut pending: Vec<u32> = targets.map(|(id, _)| id.0).collect();
    while let Some(section) = pending.pop() {
        if !std::mem::replace(&mut leads[section as usize], true) {
            pending.extend(graph.predecessors(section));
        }
    }
    leads
}

impl Builder<'_> {
    /// Adds a call, at the end of a section. Returns its first section and the sections that return.
    fn inline(&mut self, id: FuncId, caller: Option<SectionId>) -> (SectionId, Vec<SectionId>) {
        let module = self.module;
        let func = &module.funcs[id];
        self.stack.push(Active {
            func: id,
            caller,
            first: SectionId::new(self.sections.len()),
            behind: Vec::new(),
        });
        let mut first_of = FxHashMap::default();
        let mut last_of = Vec::new();
        let mut returns = Vec::new();
        for id in func.blocks.ids() {
            let (first, last) = self.block(func, id);
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
                self.sections[last].edges.push(Edge { kind, to });
            }
        }
        let behind = self.stack.pop().map(|call| call.behind);
        for to in behind.unwrap_or_default() {
            let kind = EdgeKind::Resume;
            returns
                .iter()
                .for_each(|last| self.sections[*last].edges.push(Edge { kind, to }));
        }
        (first_of[&BlockId::new(0)], returns)
    }

    /// Adds the sections of a block. Returns the first one, and the one that ends with the
    /// terminator if control gets there.
    fn block(&mut self, func: &Func, id: BlockId) -> (SectionId, Option<SectionId>) {
        let insts = &func.blocks[id].insts;
        let (mut first, mut section) = (None, self.section(id, 0));
        let called = self.sections[section].func;
        self.sections[section].is_target = self.target == Target::Block(called, id);
        for (at, inst) in insts.iter().enumerate() {
            first.get_or_insert(section);
            let Some(stops) = self.visit(func, section, at, &inst.op) else {
                continue;
            };
            let next = self.section(id, at + 1);
            match stops {
                Stops::Ends => return (first.unwrap_or(section), None),
                Stops::Continues => self.sections[section].edges.push(Edge {
                    kind: EdgeKind::Next,
                    to: next,
                }),
                Stops::Calls(callee) => {
                    let (entry, returns) = self.inline(callee, Some(section));
                    self.sections[section].edges.push(Edge {
                        kind: EdgeKind::Enter,
                        to: entry,
                    });
                    for last in returns {
                        self.sections[last].edges.push(Edge {
                            kind: EdgeKind::Return,
                            to: next,
                        });
                    }
                }
                Stops::Repeats(call) => {
                    self.sections[section].edges.push(Edge {
                        kind: EdgeKind::Repeat,
                        to: self.stack[call].first,
                    });
                    self.stack[call].behind.push(next);
                }
            }
            section = next;
        }
        self.sections[section].end = insts.len();
        (first.unwrap_or(section), Some(section))
    }

    fn section(&mut self, block: BlockId, start: usize) -> SectionId {
        let call = &self.stack[self.stack.len() - 1];
        self.sections.push(Section {
            func: call.func,
            block,
            start,
            end: start,
            edges: Vec::new(),
            is_target: false,
            caller: call.caller,
        })
    }

    /// Whether a section ends at an instruction.
    fn visit(&mut self, func: &Func, section: SectionId, at: usize, op: &Op) -> Option<Stops> {
        self.sections[section].end = at;
        match op {
            Op::Check {
                condition, kind, ..
            } if self.target.is_failure(*kind) => {
                self.sections[section].is_target = true;
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
                Callee::Intrinsic(name) => match self.functions.named(func, call) {
                    Some(callee) => self.call(callee),
                    None => self.intrinsic(section, name),
                },
            },
            // A pointer made from an integer may point to any object.
            Op::Cast(CastOp::PtrToBits | CastOp::BitsToPtr, _) => {
                self.give_up("addresses that become numbers".to_string());
                None
            }
            _ => None,
        }
    }

    /// Whether a section ends at a call of a function. A function that cannot lead to the target is
    /// inlined only if it is the user's, for its effect.
    fn call(&mut self, callee: FuncId) -> Option<Stops> {
        let func = &self.module.funcs[callee];
        let leads = self.functions.leads(callee);
        let running = self.stack.iter().position(|call| call.func == callee);
        let is_full = self.sections.len() + func.blocks.len() > MAX_SECTIONS.get();
        if func.is_declaration() {
            self.give_up(format!("`{}`, which has no body", func.name));
        } else if leads && is_full {
            self.give_up("too many calls".to_string());
        } else if leads && let Some(call) = running {
            self.give_up(format!("`{}`, which is recursive", func.name));
            return Some(Stops::Repeats(call));
        } else if (leads || func.user) && running.is_none() && !is_full {
            return Some(Stops::Calls(callee));
        }
        None
    }

    /// Whether a section ends at a call of an intrinsic.
    fn intrinsic(&mut self, section: SectionId, name: NameId) -> Option<Stops> {
        let behaviour = self.behaviours.of(name);
        let is_known = behaviour.fails.is_some() && behaviour.continues != Continues::Elsewhere;
        if !is_known {
            if self.functions.intrinsic_leads(behaviour, self.target) {
                let name = &self.module.names[name];
                self.give_up(format!("`{name}`, whose effect is not known"));
            }
            return None;
        }
        let returns = behaviour.continues == Continues::Behind;
        if self.target.is_failure_of(behaviour) {
            self.sections[section].is_target = true;
            return Some(if returns {
                Stops::Continues
            } else {
                Stops::Ends
            });
        }
        (!returns).then_some(Stops::Ends)
    }

    fn give_up(&mut self, why: Obstacle) {
        self.obstacle.get_or_insert(why);
    }
}

/// Why a section ends within a block.
enum Stops {
    /// Control does not continue.
    Ends,
    /// Control continues after the target.
    Continues,
    /// The function is called.
    Calls(FuncId),
    /// The function of the call at this position of the stack is called again.
    Repeats(usize),
}
