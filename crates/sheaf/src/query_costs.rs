//! `sheaf show --query-costs`: the estimated cost of merging states, line by line.

use crate::args::{CostArgs, EstimateName};
use serde_json::{Value, json};
use sheaf_ir::analysis::{Cfg, Estimate, Liveness, MemoryClass, QueryCosts};
use sheaf_ir::{Behaviours, BlockId, FileId, FuncId, Module};
use sheaf_report::note::{About, Note};
use sheaf_report::place::Place;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Width of the source text, in columns.
const CODE_COLUMNS: usize = 48;

/// The costs at the start of each line of some functions.
pub struct Listing<'m> {
    module: &'m Module,
    funcs: Vec<(FuncId, Vec<Line>)>,
}

/// A source line and what is live just before its first instruction.
struct Line {
    file: FileId,
    line: u32,
    /// Number of queries that depend on each variable; variables without cost are left out.
    variables: BTreeMap<String, u64>,
    /// Number of queries that depend on memory.
    memory: u64,
}

impl CostArgs {
    fn estimate(&self) -> Estimate {
        match self.estimate {
            EstimateName::Lattice => Estimate::Lattice,
            EstimateName::Recursive => Estimate::Recursive { kappa: self.kappa },
        }
    }
}

impl<'m> Listing<'m> {
    /// Computes the costs in these functions.
    pub fn new(
        module: &'m Module,
        behaviours: &Behaviours,
        funcs: &[FuncId],
        args: &CostArgs,
    ) -> Self {
        let mut costs = QueryCosts::new(module, behaviours, args.estimate());
        let lines = funcs
            .iter()
            .map(|func| (*func, lines(module, &mut costs, *func)));
        Listing {
            module,
            funcs: lines.collect(),
        }
    }

    /// As text: the source, if it can be read, with the costs next to it.
    pub fn text(&self) -> String {
        let mut sources: BTreeMap<FileId, Vec<String>> = BTreeMap::new();
        let mut text = String::new();
        for (position, (func, lines)) in self.funcs.iter().enumerate() {
            let gap = if position == 0 { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{gap}func {}", self.module.funcs[*func].name);
            let mut current = None;
            for line in lines {
                if lines.iter().any(|other| other.file != line.file) && current != Some(line.file) {
                    let _ = writeln!(text, " {}", self.module.files[line.file]);
                }
                current = Some(line.file);
                let source = sources
                    .entry(line.file)
                    .or_insert_with(|| read_lines(&self.module.files[line.file]));
                let code = source
                    .get(line.line as usize - 1)
                    .map_or("", String::as_str);
                let row = format!("{:6}  {code:CODE_COLUMNS$}  {}", line.line, line.describe());
                let _ = writeln!(text, "{}", row.trim_end());
            }
        }
        text
    }

    /// A note for each line on which queries depend.
    pub fn notes(&self) -> Vec<Note> {
        let of_func = |(func, lines): &(FuncId, Vec<Line>)| {
            let note = |line: &Line| {
                Note::line(
                    About::Queries,
                    line.place(self.module, *func),
                    line.describe(),
                )
            };
            let lines = lines.iter().filter(|line| !line.describe().is_empty());
            lines.map(note).collect::<Vec<Note>>()
        };
        self.funcs.iter().flat_map(of_func).collect()
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let line = |line: &Line| {
            json!({
                "file": &*self.module.files[line.file],
                "line": line.line,
                "variables": line.variables,
                "memory": line.memory,
            })
        };
        let function = |(func, lines): &(FuncId, Vec<Line>)| {
            json!({
                "function": &*self.module.funcs[*func].name,
                "lines": lines.iter().map(line).collect::<Vec<_>>(),
            })
        };
        let functions: Vec<Value> = self.funcs.iter().map(function).collect();
        json!({ "schema": 1, "functions": functions })
    }
}

impl Line {
    fn place(&self, module: &Module, func: FuncId) -> Place {
        Place {
            file: Some(module.files[self.file].to_string()),
            line: Some(self.line),
            ..Place::new(module, func, None)
        }
    }

    fn describe(&self) -> String {
        let variables = self.variables.iter();
        let mut parts: Vec<String> = variables
            .map(|(name, cost)| format!("{name} {cost}"))
            .collect();
        if self.memory > 0 {
            parts.push(format!("memory {}", self.memory));
        }
        parts.join(", ")
    }
}

/// The lines of a function that have instructions, each at its first instruction in reverse
/// postorder.
fn lines(module: &Module, costs: &mut QueryCosts, id: FuncId) -> Vec<Line> {
    let func = &module.funcs[id];
    let cfg = Cfg::new(func);
    let mut first: BTreeMap<(FileId, u32), (BlockId, usize)> = BTreeMap::new();
    for block in cfg.reverse_postorder() {
        let code = &func.blocks[*block];
        let places = code.insts.iter().map(|inst| inst.loc).chain([code.loc]);
        for (position, place) in places.enumerate() {
            let Some(loc) = place.map(|loc| module.locs[loc]).filter(|loc| loc.line > 0) else {
                continue;
            };
            first
                .entry((loc.file, loc.line))
                .or_insert((*block, position));
        }
    }
    let liveness = Liveness::new(func, &cfg);
    let line = |((file, line), (block, inst)): ((FileId, u32), (BlockId, usize))| {
        let mut variables = BTreeMap::new();
        for local in liveness.live_before(func, block, inst) {
            let cost = costs.local(id, block, inst, local) as u64;
            if let (Some(name), true) = (&func.locals[local].name, cost > 0) {
                *variables.entry(name.to_string()).or_default() += cost;
            }
        }
        Line {
            file,
            line,
            variables,
            memory: costs.memory(id, block, inst, MemoryClass::Any) as u64,
        }
    };
    first.into_iter().map(line).collect()
}

/// The lines of a file; none if it cannot be read, since they only illustrate the costs.
fn read_lines(path: &str) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let plain = |line: &str| line.trim_end().replace('\t', "    ");
    text.lines().map(plain).collect()
}
