//! Which functions may lead to the target, and whether everything that the program may do is known.
//!
//! In programs of dynamic languages it is not: most operations may call functions. There, a call
//! is assumed to be one of the user's function that its text names, and others to call nothing of
//! the user's. So chains guide, and prove nothing.

use super::Target;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviour, Behaviours, Call, Callee, Const, Continues, FailureKind, Func, FuncId, Module, Op,
    Operand, Terminator,
};

/// The functions of a module, with regard to a target.
pub struct Functions {
    /// For each function, whether a call of it may lead to the target, or to something unknown.
    leads: Vec<bool>,
    /// Whether one of those may be called through a pointer.
    pub pointers_lead: bool,
    /// The user's functions by their names in a program of a dynamic language; `None` if it is
    /// none. Several functions of one name are left out.
    named: Option<FxHashMap<String, Option<FuncId>>>,
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
            named: module.is_dynamic().then(|| by_name(module)),
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

    /// Whether the program is one of a dynamic language.
    pub fn are_dynamic(&self) -> bool {
        self.named.is_some()
    }

    /// The user's function that a call of an intrinsic names, if the program is one of a dynamic
    /// language: by its first argument, a text such as `object.method`.
    pub fn named(&self, func: &Func, call: &Call) -> Option<FuncId> {
        let Operand::Const(id) = *call.args.first()? else {
            return None;
        };
        let Const::Str(text) = &func.consts[id] else {
            return None;
        };
        let text = String::from_utf16_lossy(text);
        let name = text.rsplit('.').next()?;
        *self.named.as_ref()?.get(name)?
    }

    /// Whether a call of a function may lead to the target, or to something unknown.
    pub fn leads(&self, func: FuncId) -> bool {
        self.leads[func.index()]
    }

    fn body_leads(&self, behaviours: &Behaviours, func: &Func, target: Target) -> bool {
        let is_known = !self.are_dynamic();
        func.blocks.iter().any(|block| {
            is_known && matches!(block.terminator, Terminator::Throw(_))
                || block.insts.iter().any(|inst| match &inst.op {
                    Op::Check { kind, .. } => target.is_failure(*kind),
                    Op::Dynamic(..) => is_known,
                    Op::Call(call) if is_known && call.catches => true,
                    Op::Call(call) => match call.callee {
                        Callee::Func(callee) => self.leads(callee),
                        Callee::Value(_) => self.pointers_lead,
                        Callee::Intrinsic(_) if !is_known => {
                            self.named(func, call).is_some_and(|it| self.leads(it))
                        }
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

/// The user's functions by their names, up to the number that tells them apart.
fn by_name(module: &Module) -> FxHashMap<String, Option<FuncId>> {
    let mut named = FxHashMap::default();
    for (id, func) in module.funcs.enumerate().filter(|(_, func)| func.user) {
        let name = func.name.split('#').next().unwrap_or_default();
        let known = named.entry(name.to_string());
        known.and_modify(|it| *it = None).or_insert(Some(id));
    }
    named
}
