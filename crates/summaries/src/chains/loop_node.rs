//! Loop nodes: the subchains of a loop, their counters, and the variables of the loop as functions
//! of the counters (section 3.2 of the paper).

use super::graph::SectionId;
use super::memory::{self, Written};
use super::merge::{Function, Update};
use super::numbers::{Number, Reading, within};
use super::symbols::Kind;
use super::walk::{Region, Step, Walk};
use super::{Analysis, Obstacle, Solution};
use crate::loops::arithmetic;
use crate::loops::linear::linear;
use crate::segment::name_of;
use crate::value::Value;
use num_bigint::BigInt;
use sheaf_ir::analysis::LoopId;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Local, Operand};
use sheaf_term::{Symbol, Term};
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// The maximum number of chains around a loop. Nothing is known about the iterations of a loop
    /// with more.
    MAX_SUBCHAINS: usize = 24, 1 => 384, "chains";
}

/// A loop, as a step of a chain.
pub struct LoopNode {
    /// The source line of its header.
    pub line: Option<u32>,
    /// The paths around the loop.
    pub chains: Vec<Chain>,
    /// The variables that the loop changes.
    pub variables: Vec<Variable>,
    /// Conditions that hold when the path leaves the loop.
    pub facts: Vec<Fact>,
    /// All counters of the loop: those of its subchains, then those of the loops in them.
    pub counters: Vec<Counter>,
}

impl LoopNode {
    /// Visits each subchain, including those of inner loops.
    pub fn each_chain<'n>(&'n self, visit: &mut impl FnMut(&'n Chain)) {
        for chain in &self.chains {
            visit(chain);
            for step in &chain.steps {
                if let Step::Loop(inner) = step {
                    inner.each_chain(visit);
                }
            }
        }
    }
}

/// A counter: the number of executions of a chain since the last execution of its reset chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The number of the counted chain.
    pub chain: usize,
    /// Its symbol. The reset chain is the one that contains the loop.
    pub term: Term,
}

/// A path around a loop.
pub struct Chain {
    pub number: usize,
    /// Number of executions since the path last entered the loop.
    pub counter: Term,
    pub steps: Vec<Step>,
    /// For each variable, the effect of one execution.
    pub updates: Vec<Update>,
    /// The counters of inner loops: for one execution of this chain, and for all executions
    /// together.
    pub inner: Vec<(Counter, Term)>,
    /// The branches that it takes: section and target.
    pub edges: BTreeSet<(SectionId, u32)>,
}

/// A variable that a loop changes.
pub struct Variable {
    pub name: String,
    /// Its symbol before an iteration, if it is an integer.
    pub symbol: Option<Term>,
    /// The reading of its symbol and its function.
    pub reading: Reading,
    /// Its width in bits, if it is a machine integer.
    pub width: Option<u32>,
    /// Its value on entry.
    pub initial: Option<Number>,
    /// Its value as a function of counters.
    pub function: Function,
}

impl Variable {
    /// The number of a value of its function.
    pub fn number(&self, term: Term) -> Number {
        Number {
            term,
            reading: self.reading,
            width: self.width,
        }
    }
}

/// A condition that a loop implies.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The condition.
    pub term: Term,
    /// The part of it that comes from branches of the program, for display.
    pub shown: Term,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The conditions of this chain before its first execution.
    First(usize),
    /// The conditions of this chain before its last execution.
    Last(usize),
    /// Some chain is the last one that is executed.
    Iteration,
    /// Some chain is the first one that is executed.
    Entry,
    /// A condition of this chain, summed over all its executions.
    Sum(usize),
    /// The range of a number, or a relation between counters.
    Range,
}

/// The result of exploring the body of a loop.
struct Body {
    params: Vec<(Local, Option<Term>)>,
    ends: Vec<Walk>,
}

impl Analysis<'_, '_> {
    /// Enters a loop with a walk. The loop's variables become functions of counters.
    pub fn enter_loop(
        &mut self,
        walk: &mut Walk,
        id: LoopId,
        depth: usize,
        outer: &[Term],
    ) -> Result<(), Obstacle> {
        let header = walk.section;
        let params = &self.graph.params(header);
        let initial = params.iter();
        let initial: Vec<Option<Number>> = initial
            .map(|param| self.number(walk, Operand::Local(*param)))
            .collect();
        let mut readings = vec![Reading::Signed; params.len()];
        // Readings and written objects are assumed, then confirmed or weakened.
        let none = Some(BTreeSet::new());
        let mut written = self.written.get(&id).cloned().unwrap_or(none);
        let (body, updates) = loop {
            let body = self.body(
                walk,
                id,
                depth,
                (params, &initial, &readings),
                &written,
                outer,
            )?;
            let mut writes = written.clone();
            for end in &body.ends {
                memory::join(&mut writes, &end.memory.written);
            }
            if writes != written {
                written = writes;
                continue;
            }
            if body.ends.len() > MAX_SUBCHAINS.get() {
                self.forget_changed(walk, &body, (id, written), depth);
                return Ok(());
            }
            let weaker = self.weaker_readings(&body, &readings, outer);
            if weaker == readings {
                let updates = self.updates(&body, depth);
                break (body, updates);
            }
            readings = weaker;
        };
        self.forget_written(walk, (id, written), depth);
        let node = self.node(
            header,
            params,
            &initial,
            (&readings, body, updates),
            depth,
            outer,
        )?;
        for (variable, param) in node.variables.iter().zip(params) {
            let number = variable.symbol.and(variable.function.term);
            let number = number.map(|term| variable.number(term));
            // Without chains, nothing changes.
            if number.is_some() || !node.chains.is_empty() {
                self.assign(walk, *param, number);
            }
        }
        walk.steps.push(Step::Loop(std::rc::Rc::new(node)));
        Ok(())
    }

    /// Forgets what the iterations of a loop write to.
    fn forget_written(&mut self, walk: &mut Walk, (id, written): (LoopId, Written), depth: usize) {
        let version = self.symbols.new_version(depth);
        walk.memory
            .forget_written(&mut walk.state.heap, &written, version);
        self.written.insert(id, written);
    }

    /// Forgets all that the iterations of a loop change.
    fn forget_changed(
        &mut self,
        walk: &mut Walk,
        body: &Body,
        written: (LoopId, Written),
        depth: usize,
    ) {
        self.forget_written(walk, written, depth);
        for (param, symbol) in &body.params {
            let is_same = |end: &Walk| {
                let after = self.number(end, Operand::Local(*param));
                after.is_some_and(|after| Some(after.term) == *symbol)
            };
            if !body.ends.iter().all(is_same) {
                self.assign(walk, *param, None);
            }
        }
    }

    /// Explores all paths around a loop, from arbitrary values of its variables.
    fn body(
        &mut self,
        walk: &Walk,
        id: LoopId,
        depth: usize,
        (params, initial, readings): (&[Local], &[Option<Number>], &[Reading]),
        written: &Written,
        outer: &[Term],
    ) -> Result<Body, Obstacle> {
        let func = self.graph.func(walk.section);
        let mut start = walk.clone();
        start.steps.clear();
        start.edges.clear();
        let version = self.symbols.new_version(depth + 1);
        let heap = &mut start.state.heap;
        start.memory.forget_written(heap, written, version);
        start.memory.written = Some(BTreeSet::new());
        let mut symbols = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let number = initial[at].map(|Number { width, .. }| {
                let (name, kind) = (name_of(func, *param), (width, readings[at]));
                let number = self.symbols.unknown(self.pool, &name, kind, depth + 1);
                self.before_iterations
                    .extend(self.pool.as_symbol(number.term));
                number
            });
            symbols.push((*param, number.map(|number| number.term)));
            self.assign(&mut start, *param, number);
        }
        let params = symbols;
        let ends = self.explore(start, Region::Body(id), depth + 1, outer)?;
        Ok(Body { params, ends })
    }

    /// Sets a local to a number, or to an unknown value.
    fn assign(&mut self, walk: &mut Walk, local: Local, number: Option<Number>) {
        let term = number.map(|number| self.symbols.machine(self.pool, number));
        let value = term.map(|term| Value::from_term(self.pool, term));
        walk.state.top_mut().regs[local.index()] = value.unwrap_or(Value::Uninitialized);
    }

    /// The readings that stay exact in each iteration; weaker than those assumed where these do
    /// not.
    fn weaker_readings(
        &mut self,
        body: &Body,
        readings: &[Reading],
        outer: &[Term],
    ) -> Vec<Reading> {
        let mut weaker = readings.to_vec();
        for (at, (param, symbol)) in body.params.iter().enumerate() {
            let Some(symbol) = *symbol else { continue };
            if readings[at] == Reading::Modular {
                continue;
            }
            for end in &body.ends {
                let Some(after) = self.number(end, Operand::Local(*param)) else {
                    continue;
                };
                if !self.stays(symbol, after, readings[at], end, outer) {
                    weaker[at] = match readings[at] {
                        Reading::Signed => Reading::Unsigned,
                        _ => Reading::Modular,
                    };
                    break;
                }
            }
        }
        weaker
    }

    /// Whether a number is still exact in its reading after an iteration.
    fn stays(
        &mut self,
        before: Term,
        after: Number,
        reading: Reading,
        end: &Walk,
        outer: &[Term],
    ) -> bool {
        let Some(width) = after.width else {
            return true;
        };
        if after.term == before || after.reading == reading {
            return true;
        }
        let fits = within(self.pool, after.term, width, reading);
        self.is_implied(outer, &end.conditions(), fits)
    }

    /// Whether conditions and the ranges of their symbols imply another condition.
    pub fn is_implied(&mut self, outer: &[Term], conditions: &[Term], conclusion: Term) -> bool {
        let negated = self.pool.not(conclusion);
        let known = outer.iter().chain(conditions).copied();
        let all: Vec<Term> = known.chain([negated]).collect();
        all.contains(&conclusion) || matches!(self.solve(&all), Solution::None)
    }

    /// The effect of each path on each variable.
    fn updates(&mut self, body: &Body, depth: usize) -> Vec<Vec<Update>> {
        let mut all = Vec::new();
        for end in &body.ends {
            let mut updates = Vec::new();
            for (param, symbol) in &body.params {
                let after = self.number(end, Operand::Local(*param));
                updates.push(match (symbol, after) {
                    (Some(symbol), Some(after)) => self.update(*symbol, after.term, end, depth),
                    _ => Update::Unknown,
                });
            }
            all.push(updates);
        }
        all
    }

    /// The effect of one iteration on a variable, from its value at the end of the iteration.
    fn update(&mut self, symbol: Term, after: Term, end: &Walk, depth: usize) -> Update {
        if symbol == after {
            return Update::Same;
        }
        let local: BTreeSet<Symbol> = {
            let local = self.symbols.local(self.pool, after, depth + 1);
            local.into_iter().collect()
        };
        let Some(form) = linear(self.pool, &local, after) else {
            return Update::Unknown;
        };
        let own = form.parts.iter().find(|(it, _)| *it == symbol).copied();
        let others = form.parts.iter().filter(|(it, _)| *it != symbol).copied();
        let (inner, values): (Vec<_>, Vec<_>) = others.partition(|(it, _)| {
            let symbol = self.pool.as_symbol(*it);
            symbol.is_some_and(|it| self.symbols.info(it).kind == Kind::Counter)
        });
        let (zero, one) = (self.pool.int(0.into()), self.pool.int(1.into()));
        let is_alone = inner.is_empty() && values.is_empty();
        match own {
            Some((_, factor)) if factor == one => {
                let are_constant = inner.iter().all(|(_, factor)| self.pool.is_const(*factor));
                let Some((least, most)) = self.bounds(&values, end).filter(|_| are_constant) else {
                    return Update::Unknown;
                };
                let spread = &most - &least;
                let least = self.pool.int(least);
                Update::Step {
                    base: arithmetic::add(self.pool, form.base, least),
                    spread,
                    inner,
                }
            }
            Some((_, factor)) if self.pool.is_const(factor) && form.base == zero && is_alone => {
                Update::Scale(factor)
            }
            None if is_alone => Update::Set(form.base),
            _ => Update::Unknown,
        }
    }

    /// The least and the greatest sum of values of one iteration with their factors, if conditions
    /// of the iteration bound each of them by constants.
    fn bounds(&mut self, values: &[(Term, Term)], end: &Walk) -> Option<(BigInt, BigInt)> {
        let (mut least, mut most) = (BigInt::ZERO, BigInt::ZERO);
        for (value, factor) in values {
            let factor = arithmetic::value(self.pool, *factor)?;
            let (from, to) = self.bounds_of(*value, &end.conditions())?;
            let (a, b) = (from * &factor, to * &factor);
            least += (&a).min(&b);
            most += a.max(b);
        }
        Some((least, most))
    }

    fn node(
        &mut self,
        header: SectionId,
        params: &[Local],
        initial: &[Option<Number>],
        (readings, body, updates): (&[Reading], Body, Vec<Vec<Update>>),
        depth: usize,
        outer: &[Term],
    ) -> Result<LoopNode, Obstacle> {
        let func = self.graph.func(header);
        let mut chains = Vec::new();
        let mut counters = Vec::new();
        for (end, updates) in body.ends.into_iter().zip(updates) {
            let number = self.new_chain();
            let counter = self.counter(number, depth);
            counters.push(Counter {
                chain: number,
                term: counter,
            });
            let mut inner = Vec::new();
            for step in &end.steps {
                if let Step::Loop(node) = step {
                    for inside in &node.counters {
                        let all = self.counter(inside.chain, depth);
                        inner.push((*inside, all));
                    }
                }
            }
            chains.push(Chain {
                number,
                counter,
                steps: end.steps,
                updates,
                inner,
                edges: end.edges,
            });
        }
        for chain in &chains {
            counters.extend(chain.inner.iter().map(|(inside, all)| Counter {
                chain: inside.chain,
                term: *all,
            }));
        }
        let mut variables = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let number = initial[at];
            variables.push(Variable {
                name: name_of(func, *param),
                symbol: body.params[at].1,
                reading: readings[at],
                width: number.and_then(|number| number.width),
                initial: number,
                function: Function::default(),
            });
        }
        for (at, variable) in variables.iter_mut().enumerate() {
            if variable.symbol.is_some() {
                variable.function = self.merge(variable, &chains, at, depth);
            }
        }
        let mut node = LoopNode {
            line: self.line_of_loop(header),
            chains,
            variables,
            facts: Vec::new(),
            counters,
        };
        node.facts = self.facts(&node, depth, outer);
        Ok(node)
    }

    fn counter(&mut self, chain: usize, depth: usize) -> Term {
        let name = format!("k{chain}");
        self.symbols
            .fresh(self.pool, &name, Kind::Counter, depth, None)
    }

    /// The line of the first branch of a loop that has one.
    fn line_of_loop(&self, header: SectionId) -> Option<u32> {
        let id = self.graph.loops.with_header(BlockId(header.0))?;
        let natural = &self.graph.loops.loops()[id];
        let latch = natural.latches.first().map(|it| SectionId(it.0));
        let own = self.graph.line(header);
        own.or_else(|| self.graph.line(latch?))
    }
}
