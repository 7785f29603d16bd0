//! Line and branch coverage of the user's functions.
//!
//! A line counts if it has an instruction of a user's function, and is covered once one of these
//! was executed. A branch is one target of a terminator with several targets. What constants make
//! impossible does not count, as in llvm-cov, and neither do the cases of one operation of JavaScript
//! ([`Feasible::branches`]).

use sheaf_engine::outcome::Coverage;
use sheaf_ir::analysis::Feasible;
use sheaf_ir::{BlockId, FileId, Func, FuncId, Loc, LocId, Module};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Covered and total.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Ratio {
    /// How many are covered.
    pub covered: u64,
    /// How many there are.
    pub total: u64,
}

/// Line and branch coverage in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Summary {
    /// Source lines.
    pub lines: Ratio,
    /// Targets of branches.
    pub branches: Ratio,
}

/// A branch of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The block that ends in it.
    pub at: (FuncId, BlockId),
    /// Where it begins, from 1.
    pub line: u32,
    /// The column there, 0 if unknown.
    pub column: u32,
    /// A number that tells the branches of one file apart.
    pub number: u32,
    /// Whether the branch was reached at all.
    pub reached: bool,
    /// The positions of its targets that constants allow.
    pub targets: Vec<usize>,
    /// For each of these, whether it was taken.
    pub taken: Vec<bool>,
}

/// A function of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// As the source has it.
    pub name: String,
    /// Where it begins, from 1.
    pub line: u32,
    /// Whether it was called.
    pub called: bool,
    /// Its own lines and branches, including those of macros and included files.
    pub summary: Summary,
}

/// Coverage of one file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FileCoverage {
    /// Lines with code and whether they were executed.
    pub lines: BTreeMap<u32, bool>,
    /// Branches, in the order of the program.
    pub branches: Vec<Branch>,
    /// Functions, in the order of the program.
    pub functions: Vec<Function>,
}

impl FileCoverage {
    /// The file in numbers.
    pub fn summary(&self) -> Summary {
        let taken = self.branches.iter().flat_map(|branch| &branch.taken);
        Summary {
            lines: Ratio::of(self.lines.values()),
            branches: Ratio::of(taken),
        }
    }
}

impl Ratio {
    fn of<'a>(marks: impl Iterator<Item = &'a bool>) -> Ratio {
        marks.fold(Ratio::default(), |ratio, covered| Ratio {
            covered: ratio.covered + u64::from(*covered),
            total: ratio.total + 1,
        })
    }
}

impl Summary {
    /// Whether all is covered.
    pub fn is_complete(&self) -> bool {
        let complete = |ratio: Ratio| ratio.covered == ratio.total;
        complete(self.lines) && complete(self.branches)
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Ratio) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.lines += other.lines;
        self.branches += other.branches;
    }
}

/// Coverage by file.
pub fn by_file(module: &Module, coverage: &Coverage) -> BTreeMap<FileId, FileCoverage> {
    let mut files = BTreeMap::new();
    for (id, func) in module.funcs.enumerate() {
        if func.user && !func.is_declaration() {
            add_function(&mut files, module, coverage, id, func);
        }
    }
    files
}

/// Coverage in numbers.
pub fn summary(module: &Module, coverage: &Coverage) -> Summary {
    let mut summary = Summary::default();
    for file in by_file(module, coverage).values() {
        summary += file.summary();
    }
    summary
}

fn add_function(
    files: &mut BTreeMap<FileId, FileCoverage>,
    module: &Module,
    coverage: &Coverage,
    id: FuncId,
    func: &Func,
) {
    let place = |loc: Option<LocId>| loc.map(|loc| module.locs[loc]).filter(|loc| loc.line > 0);
    let executed = |block: BlockId, inst: usize| {
        let blocks = coverage.executed.get(id.0 as usize);
        blocks
            .and_then(|blocks| blocks.get(block.0 as usize)?.get(inst).copied())
            .unwrap_or(false)
    };
    let mut own_lines: BTreeMap<(FileId, u32), bool> = BTreeMap::new();
    let mut own_branches = Ratio::default();
    let feasible = Feasible::new(func);
    for (block_id, block) in func.blocks.enumerate() {
        if !feasible.block(block_id) {
            continue;
        }
        let places = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
        for (position, loc) in places.enumerate() {
            if let Some(Loc { file, line, .. }) = place(loc) {
                *own_lines.entry((file, line)).or_default() |= executed(block_id, position);
            }
        }
        let targets = feasible.branches(func, block_id);
        if let Some(Loc { file, line, column }) = place(block.loc).filter(|_| !targets.is_empty()) {
            let blocks = coverage.taken.get(id.0 as usize);
            let row = blocks.and_then(|blocks| blocks.get(block_id.0 as usize));
            let taken: Vec<bool> = targets
                .iter()
                .map(|target| row.is_some_and(|row| row.get(*target) == Some(&true)))
                .collect();
            own_branches += Ratio::of(taken.iter());
            let branches = &mut files.entry(file).or_default().branches;
            branches.push(Branch {
                at: (id, block_id),
                line,
                column,
                number: branches.len() as u32,
                reached: executed(block_id, block.insts.len()),
                targets,
                taken,
            });
        }
    }
    if let Some(Loc { file, line, .. }) = place(func.loc) {
        files.entry(file).or_default().functions.push(Function {
            name: func.name.to_string(),
            line,
            called: executed(BlockId(0), 0),
            summary: Summary {
                lines: Ratio::of(own_lines.values()),
                branches: own_branches,
            },
        });
    }
    for ((file, line), executed) in own_lines {
        let lines = &mut files.entry(file).or_default().lines;
        *lines.entry(line).or_default() |= executed;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use sheaf_ir::build::FuncBuilder;
    use sheaf_ir::{Operand, Role, Target, Terminator, Type};

    /// `int main()` on lines 1 to 4 of `a.c`: a branch on line 2, returns on lines 3 and 4.
    pub(crate) fn branching_module() -> Module {
        let mut module = Module::new(8);
        let file = module.files.push("a.c".into());
        let locs: Vec<LocId> = (1..=4)
            .map(|line| {
                module.locs.push(Loc {
                    file,
                    line,
                    column: 1,
                })
            })
            .collect();
        let mut builder = FuncBuilder::new("main", Some(Type::Bits(32)));
        builder.func_mut().loc = Some(locs[0]);
        let blocks = [builder.block(), builder.block(), builder.block()];
        builder.set_role(blocks[1], Some(Role::Then));
        builder.switch_to(blocks[0]);
        builder.loc = Some(locs[1]);
        let condition = Operand::Local(builder.param(Type::Bool, None));
        let target = |block| Target {
            block,
            args: Box::new([]),
        };
        builder.terminate(Terminator::Branch(
            condition,
            Box::new([target(blocks[1]), target(blocks[2])]),
        ));
        for (block, loc) in [(blocks[1], locs[2]), (blocks[2], locs[3])] {
            builder.switch_to(block);
            builder.loc = Some(loc);
            let zero = builder.bits(32, 0);
            builder.terminate(Terminator::Return(Some(zero)));
        }
        module.entry = Some(module.funcs.push(builder.finish()));
        module
    }

    /// What a run through the first target covers.
    pub(crate) fn first_target() -> Coverage {
        Coverage {
            executed: vec![vec![vec![true], vec![true], vec![false]]],
            taken: vec![vec![vec![true, false], vec![], vec![]]],
        }
    }

    #[test]
    fn lines_and_branches_are_counted() {
        let summary = summary(&branching_module(), &first_target());
        assert_eq!(
            summary.lines,
            Ratio {
                covered: 2,
                total: 3
            }
        );
        assert_eq!(
            summary.branches,
            Ratio {
                covered: 1,
                total: 2
            }
        );
    }

    #[test]
    fn library_functions_count_for_nothing() {
        let mut module = branching_module();
        module.funcs[FuncId(0)].user = false;
        assert_eq!(summary(&module, &first_target()), Summary::default());
    }

    #[test]
    fn missing_coverage_reads_as_not_executed() {
        let summary = summary(&branching_module(), &Coverage::default());
        assert_eq!(
            summary.lines,
            Ratio {
                covered: 0,
                total: 3
            }
        );
        assert_eq!(
            summary.branches,
            Ratio {
                covered: 0,
                total: 2
            }
        );
    }
}
