//! Abstract execution of a block: which values its instructions query, and what depends on them at
//! its end.

use super::memory::{ANY, Classes, each};
use super::{QueryCosts, queries};
use crate::index::Idx;
use crate::module::{Block, BlockId, Func, FuncId, Inst, Local};
use crate::op::{Call, Callee, Op, Operand, Terminator};
use std::collections::HashMap;

/// A variable of the analysis: a local, or the content of the objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Var {
    Local(Local),
    Memory(u32),
}

/// The effect of a value until its function returns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    /// The number of queries that may depend on it.
    pub queries: u32,
    /// Whether the function's result may depend on it.
    pub returned: bool,
    /// Classes whose objects may be written with a value that depends on it.
    pub written: Classes,
}

impl Cost {
    /// Both, with at most this many queries.
    pub fn add(&mut self, other: Cost, most: u32) {
        self.queries = self.queries.saturating_add(other.queries).min(most);
        self.returned |= other.returned;
        self.written |= other.written;
    }
}

/// A set of initial values: a row of a bit table. The first row is the empty set.
pub type Row = usize;
pub const NONE: Row = 0;

/// A walk along instructions.
pub struct Walk<'a, 'm> {
    /// The results for the program and the callees.
    known: &'a QueryCosts<'m>,
    id: FuncId,
    func: &'m Func,
    /// The cost of each initial value.
    pub found: Vec<Cost>,
    /// Words in a row.
    words: usize,
    rows: Vec<u64>,
    locals: HashMap<Local, Row>,
    memory: [Row; 64],
}

impl<'a, 'm> Walk<'a, 'm> {
    /// A walk in a function with this number of initial values.
    pub fn new(known: &'a QueryCosts<'m>, id: FuncId, values: usize) -> Self {
        let words = values.div_ceil(64);
        Walk {
            known,
            id,
            func: &known.module.funcs[id],
            found: vec![Cost::default(); values],
            words,
            rows: vec![0; words],
            locals: HashMap::new(),
            memory: [NONE; 64],
        }
    }

    /// Makes a variable hold the initial value with this number.
    pub fn begin(&mut self, var: Var, number: usize) {
        let row = self.single(number);
        match var {
            Var::Local(local) => {
                self.locals.insert(local, row);
            }
            Var::Memory(class) => self.memory[class as usize] = row,
        }
    }

    /// Makes the objects of these classes hold the initial value with this number.
    pub fn begin_memory(&mut self, classes: Classes, number: usize) {
        each(classes).for_each(|class| self.begin(Var::Memory(class), number));
    }

    /// Executes a block from an instruction to the end.
    pub fn finish(&mut self, block: &'m Block, position: usize) {
        for inst in block.insts.iter().skip(position) {
            self.inst(inst);
        }
        if let Some((questions, operand)) = queries::of_terminator(&block.terminator) {
            let row = self.operand(operand);
            self.ask(row, questions);
        }
        if let Terminator::Return(Some(value)) = block.terminator {
            let row = self.operand(value);
            self.each_in(row, |cost| cost.returned = true);
        }
    }

    /// The dependencies of a variable at the start of a terminator's target.
    pub fn at_start_of(&mut self, terminator: &Terminator, to: BlockId, var: Var) -> Row {
        let local = match var {
            Var::Memory(class) => return self.memory[class as usize],
            Var::Local(local) => local,
        };
        let params = &self.func.blocks[to].params;
        let Some(position) = params.iter().position(|param| *param == local) else {
            return self.operand(Operand::Local(local));
        };
        let mut row = NONE;
        for target in terminator
            .targets()
            .iter()
            .filter(|other| other.block == to)
        {
            if let Some(arg) = target.args.get(position) {
                let arg = self.operand(*arg);
                row = self.union(row, arg);
            }
        }
        row
    }

    /// Adds a cost to each value in a set.
    pub fn add(&mut self, row: Row, cost: Cost) {
        let most = self.known.most();
        self.each_in(row, |found| found.add(cost, most));
    }

    /// The values in a set, ascending.
    pub fn members(&self, row: Row) -> impl Iterator<Item = usize> {
        let words = &self.rows[row * self.words..][..self.words];
        let bits = |word: &u64| each(*word).map(|bit| bit as usize);
        words
            .iter()
            .enumerate()
            .flat_map(move |(index, word)| bits(word).map(move |bit| index * 64 + bit))
    }

    fn single(&mut self, number: usize) -> Row {
        let row = self.rows.len() / self.words;
        self.rows.resize(self.rows.len() + self.words, 0);
        self.rows[row * self.words + number / 64] |= 1 << (number % 64);
        row
    }

    fn union(&mut self, a: Row, b: Row) -> Row {
        if a == b || b == NONE {
            return a;
        }
        if a == NONE {
            return b;
        }
        let start = self.rows.len();
        for word in 0..self.words {
            let both = self.rows[a * self.words + word] | self.rows[b * self.words + word];
            self.rows.push(both);
        }
        start / self.words
    }

    fn each_in(&mut self, row: Row, mut change: impl FnMut(&mut Cost)) {
        if row == NONE {
            return;
        }
        for (index, word) in self.rows[row * self.words..][..self.words]
            .iter()
            .enumerate()
        {
            each(*word).for_each(|bit| change(&mut self.found[index * 64 + bit as usize]));
        }
    }

    fn ask(&mut self, row: Row, queries: u32) {
        let cost = Cost {
            queries,
            ..Cost::default()
        };
        self.add(row, cost);
    }

    fn operand(&self, operand: Operand) -> Row {
        match operand {
            Operand::Local(local) => self.locals.get(&local).copied().unwrap_or(NONE),
            Operand::Const(_) => NONE,
        }
    }

    fn operands<'o>(&mut self, operands: impl IntoIterator<Item = &'o Operand>) -> Row {
        operands.into_iter().fold(NONE, |row, operand| {
            let operand = self.operand(*operand);
            self.union(row, operand)
        })
    }

    /// The dependencies of a load through a pointer besides the pointer.
    fn read(&mut self, pointer: Operand) -> Row {
        let classes = self.known.memory.behind(self.id, pointer);
        each(classes | 1 << ANY).fold(NONE, |row, class| {
            self.union(row, self.memory[class as usize])
        })
    }

    /// Writes a value with these dependencies to objects of these classes.
    fn write(&mut self, classes: Classes, row: Row) {
        if row == NONE {
            return;
        }
        self.each_in(row, |cost| cost.written |= classes);
        for class in each(classes) {
            self.memory[class as usize] = self.union(self.memory[class as usize], row);
        }
    }

    fn inst(&mut self, inst: &'m Inst) {
        (self.known.work)(1);
        queries::of_inst(self.func, inst, |operands| {
            let row = self.operands(operands);
            self.ask(row, 1);
        });
        let row = self.effect(inst);
        if let (Some(local), true) = (inst.result, row != NONE) {
            self.locals.insert(local, row);
        }
    }

    /// Applies an instruction's effect on memory; returns the dependencies of its result.
    fn effect(&mut self, inst: &'m Inst) -> Row {
        let mut used = NONE;
        inst.op.operands(|operand| {
            let operand = self.operand(operand);
            used = self.union(used, operand);
        });
        let behind = |walk: &Self, pointer| {
            let known = walk.known;
            known.memory.behind(walk.id, pointer)
        };
        match &inst.op {
            Op::Load(from) | Op::LoadCell(from, _) | Op::LoadField(from, _) => {
                let content = self.read(*from);
                self.union(used, content)
            }
            Op::Store { ptr: to, .. }
            | Op::StoreCell { row: to, .. }
            | Op::StoreField { record: to, .. }
            | Op::Set { to, .. } => {
                self.write(behind(self, *to), used);
                NONE
            }
            Op::Copy { to, from, .. } => {
                let content = self.read(*from);
                let row = self.union(used, content);
                self.write(behind(self, *to), row);
                NONE
            }
            Op::NewCells(_) | Op::NewRecord(_) => {
                self.write(self.known.memory.allocated(self.id, inst), used);
                NONE
            }
            Op::Call(call) => match call.callee {
                Callee::Intrinsic(_) => self.intrinsic(call, used),
                Callee::Func(_) | Callee::Value(_) => self.call(call),
            },
            Op::Alloc(_) | Op::Free(_) | Op::Assume(_) | Op::Check { .. } | Op::Input(_) => NONE,
            _ => used,
        }
    }

    /// An intrinsic may read and write the objects that its arguments point to.
    fn intrinsic(&mut self, call: &Call, used: Row) -> Row {
        let mut row = used;
        let [read, written] = self.known.memory.of_intrinsic(self.id, call);
        if read & !(1 << ANY) != 0 {
            for class in each(read) {
                row = self.union(row, self.memory[class as usize]);
            }
        }
        if written != 0 {
            self.write(written, row);
        }
        row
    }

    /// A call has the queries of its most expensive target, and its result has the dependencies of
    /// all targets.
    fn call(&mut self, call: &Call) -> Row {
        let before = self.found.clone();
        let mut most = before.clone();
        let mut result = NONE;
        for callee in self.known.calls.targets(call) {
            self.found.clone_from(&before);
            let row = self.enter(callee, call);
            result = self.union(result, row);
            for (most, found) in most.iter_mut().zip(&self.found) {
                let queries = most.queries.max(found.queries);
                most.add(*found, u32::MAX);
                most.queries = queries;
            }
        }
        self.found = most;
        result
    }

    /// One target of a call. Arguments without a parameter are in memory for it.
    fn enter(&mut self, callee: FuncId, call: &Call) -> Row {
        let params = &self.known.module.funcs[callee].params;
        let known = self.known;
        let further = self.operands(call.args.iter().skip(params.len()));
        let mut result = NONE;
        for (var, cost) in known.funcs[callee.index()].entry() {
            let row = match var {
                Var::Local(local) => {
                    let position = params.iter().position(|param| param == local);
                    self.operands(position.and_then(|position| call.args.get(position)))
                }
                Var::Memory(ANY) => self.union(self.memory[ANY as usize], further),
                Var::Memory(class) => self.memory[*class as usize],
            };
            self.add(row, *cost);
            self.write(cost.written, row);
            if cost.returned {
                result = self.union(result, row);
            }
        }
        result
    }
}
