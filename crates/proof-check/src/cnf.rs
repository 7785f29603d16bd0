//! Clauses, and gates as clauses. The number of a clause is its position, from 1 on; proofs refer to
//! it. Equal gates are one gate.

use std::collections::HashMap;

/// A literal: a variable from 1 on, negative if complemented.
pub type Literal = i32;

/// The literal that is always true.
pub const TRUE: Literal = 1;

/// Clauses in the order in which they were added, and the gates that they define.
pub struct Cnf {
    /// The clauses, one behind the other.
    literals: Vec<Literal>,
    /// Where each of them ends.
    ends: Vec<usize>,
    variables: i32,
    conjunctions: HashMap<[Literal; 2], Literal>,
    differences: HashMap<[Literal; 2], Literal>,
    choices: HashMap<[Literal; 3], Literal>,
}

impl Default for Cnf {
    fn default() -> Self {
        let mut cnf = Cnf {
            literals: Vec::new(),
            ends: Vec::new(),
            variables: TRUE,
            conjunctions: HashMap::new(),
            differences: HashMap::new(),
            choices: HashMap::new(),
        };
        cnf.clause(&[TRUE]);
        cnf
    }
}

impl Cnf {
    /// Adds a clause.
    pub fn clause(&mut self, literals: &[Literal]) {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        self.clauses_from(0)
    }

    /// The clauses behind so many of them.
    pub fn clauses_from(&self, number: usize) -> impl Iterator<Item = &[Literal]> {
        let start = |at: usize| if at == 0 { 0 } else { self.ends[at - 1] };
        (number..self.ends.len()).map(move |at| &self.literals[start(at)..self.ends[at]])
    }

    /// Number of clauses.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Number of variables.
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.variables += 1;
        self.variables
    }

    /// Conjunction.
    pub fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let [a, b] = [a.min(b), a.max(b)];
        match () {
            () if a == -TRUE || b == -TRUE || a == -b => return -TRUE,
            () if a == TRUE || a == b => return b,
            () if b == TRUE => return a,
            () => {}
        }
        if let Some(gate) = self.conjunctions.get(&[a, b]) {
            return *gate;
        }
        let gate = self.variable();
        self.clause(&[-gate, a]);
        self.clause(&[-gate, b]);
        self.clause(&[gate, -a, -b]);
        self.conjunctions.insert([a, b], gate);
        gate
    }

    /// Disjunction.
    pub fn or(&mut self, a: Literal, b: Literal) -> Literal {
        -self.and(-a, -b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        let sign = a.signum() * b.signum();
        let [a, b] = [a.abs().min(b.abs()), a.abs().max(b.abs())];
        match () {
            () if a == b => return -TRUE * sign,
            () if a == TRUE => return -b * sign,
            () => {}
        }
        if let Some(gate) = self.differences.get(&[a, b]) {
            return *gate * sign;
        }
        let gate = self.variable();
        self.clause(&[-gate, a, b]);
        self.clause(&[-gate, -a, -b]);
        self.clause(&[gate, -a, b]);
        self.clause(&[gate, a, -b]);
        self.differences.insert([a, b], gate);
        gate * sign
    }

    /// The second if the first holds, else the third.
    pub fn choose(&mut self, condition: Literal, then: Literal, otherwise: Literal) -> Literal {
        if condition < 0 {
            return self.choose(-condition, otherwise, then);
        }
        match () {
            () if condition == TRUE || then == otherwise => return then,
            () if then == -otherwise => return self.xor(condition, otherwise),
            () if then == TRUE || then == condition => return self.or(condition, otherwise),
            () if then == -TRUE || then == -condition => return self.and(-condition, otherwise),
            () if otherwise == TRUE || otherwise == -condition => return self.or(-condition, then),
            () if otherwise == -TRUE || otherwise == condition => return self.and(condition, then),
            () => {}
        }
        if let Some(gate) = self.choices.get(&[condition, then, otherwise]) {
            return *gate;
        }
        let gate = self.variable();
        self.clause(&[-condition, -then, gate]);
        self.clause(&[-condition, then, -gate]);
        self.clause(&[condition, -otherwise, gate]);
        self.clause(&[condition, otherwise, -gate]);
        // Redundant, but it lets unit propagation find more.
        self.clause(&[-then, -otherwise, gate]);
        self.clause(&[then, otherwise, -gate]);
        self.choices.insert([condition, then, otherwise], gate);
        gate
    }

    /// The sum and the carry of three bits.
    pub fn add(&mut self, a: Literal, b: Literal, carry: Literal) -> (Literal, Literal) {
        let differ = self.xor(a, b);
        let sum = self.xor(differ, carry);
        let carried = self.choose(differ, carry, a);
        (sum, carried)
    }
}
