//! Which functions may lead to the target, and whether everything that the program may do is known.

use super::Target;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviour, Behaviours, Callee, Continues, FailureKind, Func, FuncId, Module, Op, Terminator,
};

/// The functions of a module, with regard to a target.
pub struct Functions {
    /// For each function, whether a call of it may lead to the target, or to something unknown.
    leads: Vec<bool>,
    /// Whether one of those may be called through a pointer.
    pub pointers_lead: bool,
}

impl Functions {
    /// Examines a module.
    pub fn new(module: &Module, behaviours: &Behaviours, target: Target) -> Functions {
        let taken = CallGraph::new(module).address_taken().to_vec();
        let mut functions = Functions {
            leads: module
                .funcs
                .iter()
                .map(|func| func.is_declaration())
                .collect(),
            pointers_lead: false,
        };
        loop {
            let before = functions.leads.clone();
            functions.pointers_lead = taken.iter().any(|func| before[func.index()]);
            for (id, func) in module.funcs.enumerate() {
                functions.leads[id.index()] |= matches!(target, Target::Block(it, _) if it == id)
                    || functions.body_leads(behaviours, func, target);
            }
            if functions.leads == before {
                return functions;
            }
        }
    }

    /// Whether a call of a function may lead to the target, or to something unknown.
    pub fn leads(&self, func: FuncId) -> bool {
        self.leads[func.index()]
    }

    fn body_leads(&self, behaviours: &Behaviours, func: &Func, target: Target) -> bool {
        func.blocks.iter().any(|block| {
            matches!(block.terminator, Terminator::Throw(_))
                || block.insts.iter().any(|inst| match &inst.op {
                    Op::Check { kind, .. } => target.is_failure(*kind),
                    Op::Dynamic(..) => true,
                    Op::Call(call) if call.catches => true,
                    Op::Call(call) => match call.callee {
                        Callee::Func(callee) => self.leads(callee),
                        Callee::Value(_) => self.pointers_lead,
                        Callee::Intrinsic(name) => {
                            self.intrinsic_leads(behaviours.of(name), target)
                        }
                    },
                    _ => false,
                })
        })
    }

    /// Whether an intrinsic may lead to the target, or to something unknown.
    pub fn intrinsic_leads(&self, behaviour: Behaviour, target: Target) -> bool {
        match behaviour.continues {
            Continues::Elsewhere => true,
            _ if behaviour.fails.is_some() => target.is_failure_of(behaviour),
            // A function that the program declares and nobody defines.
            _ => {
                self.pointers_lead
                    || matches!(target, Target::Failure(kind) if kind != FailureKind::Target)
            }
        }
    }
}
