//! The guide that looks for proofs. It walks through the program as the checker does, decides each
//! branch with a solver, and writes down the answers. Nothing here is trusted: the walk checks each
//! answer when it is given, and again when the certificate is read.

use crate::Effort;
use crate::cadical::{Answer, Solver};
use crate::graph::Graph;
use crate::hints;
use crate::invariants::{Invariants, MOST_VISITS};
use crate::joins::Joins;
use crate::models::{Model, Models};
use crate::relations::{MOST_TUPLES, Part, Relation, Tuple, term_of};
use crate::writer::Writer;
use sheaf_proof_check::blast::Blaster;
use sheaf_proof_check::claims::{Proof, Question, claim, clauses};
use sheaf_proof_check::cnf::Literal;
use sheaf_proof_check::cut::{Expression, Forgotten, Loop, Plan};
use sheaf_proof_check::guide::{Decision, Guide, Point};
use sheaf_proof_check::program::Program;
use sheaf_proof_check::state::{Conditions, State};
use sheaf_proof_check::term::{Pool, Term};
use std::collections::HashMap;
use std::io::Write;

/// Conflicts after which a query has no answer.
const CONFLICTS: i32 = 200_000;

/// What a solver says of conditions.
enum Found {
    /// They hold together, or nothing is known.
    Possible,
    /// They contradict each other.
    Contradiction(Proof),
}

/// Why a walk was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// The time is over.
    Time,
    /// Too many branches were followed in both ways.
    Forks,
    /// A loop is to be cut, so the walk must begin again.
    Loop,
}

impl GivenUp {
    fn message(self) -> String {
        let message = match self {
            GivenUp::Time => "the time is over",
            GivenUp::Forks => "there are too many paths",
            GivenUp::Loop => "a loop is to be cut",
        };
        message.to_string()
    }
}

/// Looks for proofs and writes a certificate.
pub struct Prover<'a, W: Write> {
    program: &'a Program,
    writer: Writer<W>,
    joins: Option<Joins>,
    invariants: &'a mut Invariants,
    effort: Effort<'a>,
    /// Why the walk was given up, if it was.
    pub given_up: Option<GivenUp>,
    /// Branches that were followed in both ways.
    forks: u64,
    solver: Solver,
    blaster: Blaster,
    models: Models,
    /// Clauses that the solver has.
    given: usize,
    /// Visits of blocks by calls, with the branches that had been followed at the last one.
    visits: HashMap<(u64, usize), (u64, u64)>,
    /// Claims by their goal.
    by_goal: HashMap<Term, Vec<usize>>,
}

impl<'a, W: Write> Prover<'a, W> {
    /// A prover for a program that writes to this, joins ways if `joins` says where, and cuts loops.
    pub fn new(
        program: &'a Program,
        writer: Writer<W>,
        joins: Option<Joins>,
        invariants: &'a mut Invariants,
        effort: Effort<'a>,
    ) -> Prover<'a, W> {
        Prover {
            program,
            writer,
            joins,
            invariants,
            visits: HashMap::new(),
            effort,
            given_up: None,
            forks: 0,
            solver: Solver::incremental(),
            blaster: Blaster::default(),
            models: Models::default(),
            given: 0,
            by_goal: HashMap::new(),
        }
    }

    /// The writer, behind the last answer.
    pub fn into_writer(self) -> Writer<W> {
        self.writer
    }

    fn give_up<T>(&mut self, why: GivenUp) -> Result<T, String> {
        self.given_up = Some(why);
        Err(why.message())
    }

    /// Whether the path of a question and a condition contradict each other.
    fn ask(&mut self, question: &Question, goal: Term) -> Result<Found, String> {
        if (self.effort.stop)() {
            return self.give_up(GivenUp::Time);
        }
        let holds = |term: &Term| {
            *term == goal || *term == Term::TRUE || question.conditions.contains(*term)
        };
        for number in self.by_goal.get(&goal).into_iter().flatten() {
            let known = question.claims.get(*number);
            if known.is_some_and(|terms| terms.iter().all(holds)) {
                return Ok(Found::Contradiction(Proof::Known(*number)));
            }
        }
        let conditions = &question.conditions.terms;
        if self.models.satisfy(question.pool, conditions, goal) {
            return Ok(Found::Possible);
        }
        let last = self.blaster.bits(question.pool, goal)[0];
        let mut literals = self.path(question.pool, question.conditions);
        literals.push(last);
        match self.solver.solve(&literals, CONFLICTS) {
            Answer::Unsatisfiable => {}
            Answer::Satisfiable => {
                let model = self.model(question.pool);
                self.models.push(model);
                return Ok(Found::Possible);
            }
            Answer::Unknown => return Ok(Found::Possible),
        }
        let used: Vec<u32> = (0..conditions.len())
            .filter(|at| self.solver.failed(literals[*at]))
            .map(|at| at as u32)
            .collect();
        Ok(self.prove(question, goal, used))
    }

    /// The values of symbols in the solver's model.
    fn model(&mut self, pool: &Pool) -> Model {
        let solver = &mut self.solver;
        let symbols = self.blaster.symbols(pool);
        Model::new(symbols.map(|(symbol, bits)| (symbol, number(solver, &bits))))
    }

    /// The largest value of the goal on the path, bit by bit from the highest; more than it where
    /// the solver does not know.
    fn largest(&mut self, question: &Question) -> u64 {
        let bits = self.blaster.bits(question.pool, question.goal);
        let mut fixed = self.path(question.pool, question.conditions);
        let mut value = 0;
        for (at, bit) in bits.iter().enumerate().rev().take(64) {
            fixed.push(*bit);
            match self.solver.solve(&fixed, CONFLICTS) {
                Answer::Unsatisfiable => {
                    fixed.pop();
                    fixed.push(-bit);
                }
                _ => value |= 1 << at,
            }
        }
        value
    }

    /// The tuples that values of a state have where a condition holds, without those that are
    /// known; a part that has no value.
    fn tuples(
        &mut self,
        pool: &Pool,
        state: &State,
        relation: &Relation,
        when: Term,
    ) -> Result<Vec<Tuple>, Part> {
        let mut bits = Vec::new();
        for part in &relation.parts {
            let (subject, width) = part.subject();
            let term = term_of(pool, state, subject);
            let term = term.filter(|it| pool.width(*it) == width);
            let value = self.blaster.bits(pool, term.ok_or_else(|| part.clone())?);
            bits.push(match part {
                Part::Value(..) => value.to_vec(),
                Part::Test(_, _, constant) => vec![self.equals(&value, *constant)],
            });
        }
        // The known tuples are excluded while this holds.
        let excluding = self.blaster.cnf.variable();
        let mut assumed = self.path(pool, &state.conditions);
        assumed.extend([self.blaster.bits(pool, when)[0], excluding]);
        let (mut found, mut excluded) = (Vec::new(), Vec::from_iter(relation.known.clone()));
        loop {
            for tuple in excluded.drain(..) {
                let all = bits.iter().zip(&tuple);
                let told = all.filter_map(|(bits, value)| Some((bits, (*value)?)));
                let others = told.flat_map(|(bits, value)| {
                    let bits = bits.iter().enumerate();
                    bits.map(move |(at, bit)| if value >> at & 1 == 1 { -bit } else { *bit })
                });
                let clause: Vec<Literal> = others.chain([-excluding]).collect();
                self.blaster.cnf.clause(&clause);
            }
            self.give_clauses();
            let answer = self.solver.solve(&assumed, CONFLICTS);
            if answer != Answer::Satisfiable || found.len() > MOST_TUPLES {
                return Ok(found);
            }
            let solver = &mut self.solver;
            let values: Vec<u128> = bits.iter().map(|it| number(solver, it)).collect();
            let tuple = relation.tuple(&values);
            found.push(tuple.clone());
            excluded.push(tuple);
        }
    }

    /// The literal that a number equals a constant.
    fn equals(&mut self, bits: &[Literal], constant: u128) -> Literal {
        let mut all = sheaf_proof_check::cnf::TRUE;
        for (at, bit) in bits.iter().enumerate() {
            let bit = if constant >> at & 1 == 1 { *bit } else { -bit };
            all = self.blaster.cnf.and(all, bit);
        }
        all
    }

    /// The literals of a path's conditions. The solver has their clauses.
    fn path(&mut self, pool: &Pool, conditions: &Conditions) -> Vec<Literal> {
        let terms = conditions.terms.iter();
        let literals = terms
            .map(|term| self.blaster.bits(pool, *term)[0])
            .collect();
        self.give_clauses();
        literals
    }

    fn give_clauses(&mut self) {
        for clause in self.blaster.cnf.clauses_from(self.given) {
            self.solver.clause(clause);
        }
        self.given = self.blaster.cnf.count();
    }

    /// The proof that some of the path's conditions contradict a goal.
    fn prove(&mut self, question: &Question, goal: Term, used: Vec<u32>) -> Found {
        let Some(terms) = claim(question.conditions, goal, &used) else {
            return Found::Possible;
        };
        let cnf = clauses(question.pool, &terms).cnf;
        let mut solver = Solver::proving();
        cnf.clauses().for_each(|clause| solver.clause(clause));
        if solver.solve(&[], CONFLICTS) != Answer::Unsatisfiable {
            return Found::Possible;
        }
        match hints::refutation(&cnf, &solver.take_learned()) {
            Some(steps) => {
                // The number that the checker gives it.
                let number = question.claims.count();
                self.by_goal.entry(goal).or_default().push(number);
                Found::Contradiction(Proof::New { used, steps })
            }
            None => Found::Possible,
        }
    }

    fn decision(&mut self, question: &Question, at: Point) -> Result<Decision, String> {
        let goal = question.goal;
        if let Found::Contradiction(proof) = self.ask(question, goal)? {
            return Ok(Decision::Only(false, proof));
        }
        if let Some(not) = question.complement
            && let Found::Contradiction(proof) = self.ask(question, not)?
        {
            return Ok(Decision::Only(true, proof));
        }
        self.forks += 1;
        if let Some(joins) = &mut self.joins {
            let join = joins.of(self.program, at);
            return Ok(join.map_or(Decision::Both, Decision::Join));
        }
        match self.forks > self.effort.forks {
            true => self.give_up(GivenUp::Forks),
            false => Ok(Decision::Both),
        }
    }
}

/// The number that bits are in the model of the last query.
fn number(solver: &mut Solver, bits: &[Literal]) -> u128 {
    let bits = bits.iter().enumerate();
    let set = bits.filter(|(_, bit)| solver.holds(**bit));
    set.map(|(at, _)| 1 << at).sum()
}

/// An error of writing, as the walk reports it.
fn unwritable(error: std::io::Error) -> String {
    error.to_string()
}

impl<W: Write> Guide for Prover<'_, W> {
    fn decide(&mut self, question: &Question, at: Point) -> Result<Decision, String> {
        let decision = self.decision(question, at)?;
        self.writer.decision(&decision).map_err(unwritable)?;
        Ok(decision)
    }

    fn cut(&mut self, pool: &Pool, state: &State, of: &Loop) -> Result<Option<Plan>, String> {
        let plan = Some(self.invariants.plan(self.program, pool, state, of));
        self.writer.plan(plan.as_ref()).map_err(unwritable)?;
        Ok(plan)
    }

    fn changed(&mut self, of: &Loop, changed: &[Forgotten]) {
        self.invariants.changed(of, changed);
    }

    fn refuted(&mut self, pool: &Pool, state: &State, of: &Loop, fact: &Expression, fails: Term) {
        let Some(relation) = self.invariants.relation(of, fact) else {
            self.invariants.refuted(of, fact);
            return;
        };
        let relation = relation.clone();
        match self.tuples(pool, state, &relation, fails) {
            Ok(tuples) => self.invariants.relates(of, tuples),
            Err(part) => self.invariants.unrelated(of, &part),
        }
    }

    fn reached(&mut self, at: Point, call: u64) -> Result<(), String> {
        if self.joins.is_none() {
            return Ok(());
        }
        let (visits, before) = self.visits.entry((call, at.block)).or_default();
        if *before != self.forks {
            (*visits, *before) = (*visits + 1, self.forks);
        }
        if *visits < MOST_VISITS {
            return Ok(());
        }
        *visits = 0;
        let func = &self.program.funcs[at.func];
        let of = Graph::new(self.program, func).loop_at(at.func, at.block);
        match of.is_some_and(|of| self.invariants.cut(of)) {
            true => self.give_up(GivenUp::Loop),
            false => Ok(()),
        }
    }

    fn bound(&mut self, question: &Question) -> Result<u64, String> {
        let bound = self.largest(question);
        self.writer.bound(bound).map_err(unwritable)?;
        Ok(bound)
    }

    fn refute(&mut self, question: &Question) -> Result<Option<Proof>, String> {
        let proof = match self.ask(question, question.goal)? {
            Found::Contradiction(proof) => Some(proof),
            Found::Possible => None,
        };
        self.writer.refutation(proof.as_ref()).map_err(unwritable)?;
        Ok(proof)
    }
}
