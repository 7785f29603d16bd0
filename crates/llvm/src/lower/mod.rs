//! Lowering of LLVM modules to one module of the program representation, on demand from the entry.
//!
//! [`Lowering`] holds the state of the module: functions and globals that were referred to, and
//! those that are still to be lowered. Each function body is lowered by a
//! [`function::FunctionLowering`].

mod arithmetic;
mod assembly;
mod calls;
mod casts;
mod compare;
mod constants;
mod debug;
mod emit;
mod environment;
mod floats;
mod function;
mod fusion;
mod globals;
mod inputs;
mod instructions;
mod integers;
mod intrinsics;
mod labels;
mod lists;
mod memory;
mod outside;
mod parameters;
mod pointers;
mod reference;
mod role;
mod rounding;
mod rows;
mod sanitizer;
mod shapes;
mod signals;
mod start;
mod terminators;
mod types;
mod undefined;
mod unobserved;
mod vectors;
mod wide;

pub use pointers::Pointers;
pub use rows::Elements;
pub(crate) use sanitizer::checked_kinds;
pub use shapes::{Callback, Shapes};
pub use start::split_entry;

use crate::LoadOptions;
use crate::ll::{BasicBlock, Layout, Module, Ty, Value};
use crate::load::is_x86;
use crate::symbols::Symbols;
use debug::Places;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir as ir;
use sheaf_ir::build::Names;
use sheaf_ir::{FuncId, GlobalId};

/// Something that cannot be expressed: the name of an LLVM instruction, intrinsic or type.
struct Unsupported(String);

/// The outcome of lowering a part of a function.
type Lower<T> = Result<T, Unsupported>;

fn unsupported<T>(what: impl Into<String>) -> Lower<T> {
    Err(Unsupported(what.into()))
}

/// A part of a global's initial content that must be computed when the program starts.
struct LateInit {
    global: GlobalId,
    offset: u64,
    value: Value,
}

/// A definition that was referred to and is still to be lowered.
enum Pending {
    Func(FuncId, Value),
    Global(GlobalId, Value),
}

/// The numbers of the blocks of a function whose addresses are taken, as offsets into a global that
/// represents them.
struct Labels {
    global: GlobalId,
    numbers: FxHashMap<BasicBlock, u64>,
}

/// The module under construction.
struct Lowering<'a> {
    symbols: &'a Symbols<'a>,
    options: &'a LoadOptions<'a>,
    /// The program's modules; others are library models.
    modules: &'a [Module],
    /// The same by linked objects, in the order in which these start.
    objects: &'a [Vec<Module>],
    layout: Layout,
    intrinsics: FxHashSet<&'a str>,
    module: ir::Module,
    names: Names,
    /// Names of functions and globals in use.
    taken: FxHashSet<String>,
    funcs: FxHashMap<Value, FuncId>,
    globals: FxHashMap<Value, GlobalId>,
    /// Functions without a body, by the name they are declared under.
    declared: FxHashMap<String, FuncId>,
    /// Globals without a definition, by name.
    external: FxHashMap<String, GlobalId>,
    /// The ones that are inputs, with their types.
    undefined: Vec<(GlobalId, Ty)>,
    labels: FxHashMap<Value, Labels>,
    /// Labels that must not be reached.
    error_labels: Vec<String>,
    pending: Vec<Pending>,
    late: Vec<LateInit>,
    places: Places,
    /// Whether it may change the rounding mode of floats.
    rounds: bool,
    /// Whether it may handle or block signals.
    handles_signals: bool,
    /// Whether it may have pointers that are no addresses of objects.
    makes_pointers: bool,
    /// Whether it was compiled for x86, whose inline assembly is understood.
    is_x86: bool,
    shaping: shapes::Shaping,
}

/// Lowers everything that the entry reaches; the error is one line about the entry.
pub(crate) fn lower(
    modules: &[Module],
    objects: &[Vec<Module>],
    symbols: &Symbols,
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<ir::Module, String> {
    let Some(first) = modules.first() else {
        return Err("there is nothing to load".to_string());
    };
    let layout = first.layout();
    let mut lowering = Lowering {
        symbols,
        options,
        modules,
        objects,
        layout,
        intrinsics: options.intrinsics.iter().copied().collect(),
        module: ir::Module::new(layout.pointer_bytes()),
        names: Names::default(),
        taken: FxHashSet::default(),
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        declared: FxHashMap::default(),
        external: FxHashMap::default(),
        undefined: Vec::new(),
        labels: FxHashMap::default(),
        error_labels: error_labels(modules, options, warnings)?,
        pending: Vec::new(),
        late: Vec::new(),
        places: Places::new(),
        rounds: false,
        handles_signals: false,
        makes_pointers: false,
        is_x86: is_x86(&first.target()),
        shaping: shapes::Shaping::default(),
    };
    lowering.rounds = lowering.may_change_rounding();
    lowering.handles_signals = lowering.may_handle_signals();
    lowering.makes_pointers = lowering.may_make_pointers();
    lowering.program()?;
    Ok(lowering.module)
}

/// The error label of SV-COMP programs without an error function.
const ERROR_LABEL: &str = "ERROR";

/// The labels that must not be reached: those of the options, or [`ERROR_LABEL`] if an error
/// function is specified and the program has none.
fn error_labels(
    modules: &[Module],
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<Vec<String>, String> {
    let exists = |label: &str| modules.iter().any(|module| has_label(*module, label));
    let named = options.error_label.iter();
    let named: Vec<&str> = named.flat_map(|labels| labels.split(',')).collect();
    if let Some(label) = named.iter().find(|label| !exists(label)) {
        return Err(format!(
            "there is no label `{label}`; debug information names labels (`-g`)"
        ));
    }
    let mut functions = modules.iter().flat_map(|module| module.functions());
    let is_error_function =
        |function: Value| options.error_functions.contains(&function.name().as_str());
    if !named.is_empty() || options.error_functions.is_empty() || functions.any(is_error_function) {
        return Ok(named.into_iter().map(str::to_string).collect());
    }
    if exists(ERROR_LABEL) {
        return Ok(vec![ERROR_LABEL.to_string()]);
    }
    warnings.push(format!(
        "warning: nothing calls `{}`, and there is no label `{ERROR_LABEL}`: the property holds of \
         any such program\n",
        options.error_functions.join("` or `")
    ));
    Ok(Vec::new())
}

/// Whether a function of a module has a label of this name.
fn has_label(module: Module, label: &str) -> bool {
    let functions = module.functions();
    let blocks = functions.iter().flat_map(|function| function.blocks());
    blocks
        .flat_map(|block| block.instructions())
        .any(|inst| inst.debug_label().as_deref() == Some(label))
}

impl Lowering<'_> {
    /// Lowers everything that was referred to.
    fn drain(&mut self) {
        // Functions are lowered in the order of reference, so that the module reads top-down from
        // the entry.
        let mut next = 0;
        while next < self.pending.len() {
            match self.pending[next] {
                Pending::Func(id, value) => self.function_body(id, value),
                Pending::Global(id, value) => self.global_content(id, value),
            }
            next += 1;
        }
        self.pending.clear();
    }

    /// A unique name for a function or global: this one, or with a number appended.
    fn unique_name(&mut self, name: &str) -> String {
        let name = if name.is_empty() { "unnamed" } else { name };
        let mut candidate = name.to_string();
        let mut number = 1;
        while !self.taken.insert(candidate.clone()) {
            candidate = format!("{name}.{number}");
            number += 1;
        }
        candidate
    }
}
