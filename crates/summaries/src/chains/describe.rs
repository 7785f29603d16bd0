//! The chain program form as text.

use super::loop_node::{Chain, LoopNode, Origin, Variable};
use super::merge::Update;
use super::walk::Step;
use super::{Form, RootChain, Solution, Target, time_for_target};
use crate::options::Options;
use crate::program::Program;
use num_bigint::BigInt;
use sheaf_ir::FailureKind;
use sheaf_term::{Pool, Term, TermMap, display};
use std::rc::Rc;

/// The chain program form as text.
#[derive(Clone, Debug)]
pub struct FormText {
    /// The root chains.
    pub roots: Vec<ChainText>,
    /// Why some paths may not follow one of them, if so.
    pub obstacle: Option<String>,
}

/// A chain as text.
#[derive(Clone, Debug)]
pub struct ChainText {
    /// Its name, such as `c1` or `root 1`.
    pub name: String,
    /// From the start to the target.
    pub steps: Vec<StepText>,
    /// Its effect on variables, such as `i = i + 1`. Empty for root chains.
    pub updates: Vec<String>,
    /// The numbers of executions in the solution, if it is a root chain with one.
    pub solution: Option<Vec<(String, String)>>,
    /// The answer for a root chain: `solvable`, `unsolvable` or `unknown`.
    pub answer: Option<&'static str>,
}

/// A step as text.
#[derive(Clone, Debug)]
pub enum StepText {
    /// A condition.
    Assume {
        /// The source line.
        line: Option<u32>,
        /// What must hold there.
        condition: String,
        /// Whether it is a branch of the program, rather than a check or an assumption.
        is_branch: bool,
    },
    /// Taken some number of times.
    Loop(LoopText),
}

/// A loop as text.
#[derive(Clone, Debug)]
pub struct LoopText {
    /// The source line.
    pub line: Option<u32>,
    /// The subchains.
    pub chains: Vec<ChainText>,
    /// The variables after the loop, such as `i = k1 + k2`.
    pub functions: Vec<String>,
    /// The facts about counters.
    pub facts: Vec<FactText>,
}

/// A fact about counters as text.
#[derive(Clone, Debug)]
pub struct FactText {
    /// What is true, as text.
    pub condition: String,
    /// The part that comes from branches of the program, if there is one.
    pub shown: Option<String>,
    /// What it follows from.
    pub origin: String,
}

/// The chain program form of a program.
///
/// # Errors
/// If the solver cannot be set up.
pub fn describe(
    program: &Program,
    options: &Options,
    goal: FailureKind,
) -> Result<FormText, String> {
    let mut form = Form::new(
        program,
        options,
        Target::Failure(goal),
        time_for_target(options),
    )?;
    let roots = std::mem::take(&mut form.roots);
    let numbered = roots.iter().enumerate();
    let texts = numbered.map(|(at, root)| form.root(at + 1, root)).collect();
    Ok(FormText {
        roots: texts,
        obstacle: form.obstacle.clone(),
    })
}

impl Form<'_> {
    fn root(&mut self, number: usize, root: &RootChain) -> ChainText {
        let steps = steps(&mut self.pool, &root.walk.steps, &TermMap::default());
        let (answer, solution) = match &root.solution {
            Solution::Some(model) => {
                let mut counts = Vec::new();
                for step in &root.walk.steps {
                    if let Step::Loop(node) = step {
                        for counter in &node.counters {
                            let name = format!("k{}", counter.chain);
                            let value = model.eval(&self.pool, counter.term);
                            counts.push((name, value.to_string()));
                        }
                    }
                }
                ("solvable", Some(counts))
            }
            Solution::None => ("unsolvable", None),
            Solution::Unknown => ("unknown", None),
        };
        ChainText {
            name: format!("root {number}"),
            steps,
            updates: Vec::new(),
            solution,
            answer: Some(answer),
        }
    }
}

/// Steps as text. `names` maps counters of loops to other symbols.
fn steps(pool: &mut Pool, all: &[Step], names: &TermMap) -> Vec<StepText> {
    let mut texts = Vec::new();
    for step in all {
        texts.push(match step {
            Step::Assume {
                term,
                line,
                is_branch,
                ..
            } => StepText::Assume {
                line: *line,
                is_branch: *is_branch,
                condition: text(pool, *term, names),
            },
            Step::Loop(node) => StepText::Loop(loop_text(pool, node, names)),
        });
    }
    texts
}

fn text(pool: &mut Pool, term: Term, names: &TermMap) -> String {
    let term = pool.substitute(term, names);
    display(pool, term).to_string()
}

fn loop_text(pool: &mut Pool, node: &Rc<LoopNode>, names: &TermMap) -> LoopText {
    let chains = node.chains.iter();
    let chains = chains
        .map(|chain| chain_text(pool, node, chain, names))
        .collect();
    let mut functions = Vec::new();
    for variable in &node.variables {
        functions.push(function(pool, variable, names));
    }
    let facts = node.facts.iter();
    let facts = facts
        .map(|fact| FactText {
            condition: text(pool, fact.term, names),
            shown: (fact.origin != Origin::Range && fact.shown != Term::TRUE)
                .then(|| text(pool, fact.shown, names)),
            origin: origin_text(fact.origin),
        })
        .collect();
    LoopText {
        line: node.line,
        chains,
        functions,
        facts,
    }
}

fn function(pool: &mut Pool, variable: &Variable, names: &TermMap) -> String {
    match variable.function.term {
        Some(term) if variable.function.is_known() => {
            let modulo = match (variable.reading, variable.width) {
                (super::numbers::Reading::Modular, Some(width)) => format!(" mod 2^{width}"),
                _ => String::new(),
            };
            format!("{} = {}{modulo}", variable.name, text(pool, term, names))
        }
        _ => format!("{} = *", variable.name),
    }
}

fn origin_text(origin: Origin) -> String {
    match origin {
        Origin::First(chain) => format!("c{chain} for the first time"),
        Origin::Last(chain) => format!("c{chain} for the last time"),
        Origin::Iteration => "the last iteration".to_string(),
        Origin::Entry => "the first iteration".to_string(),
        Origin::Sum(chain) => format!("summed over c{chain}"),
        Origin::Range => "range".to_string(),
    }
}

fn chain_text(pool: &mut Pool, node: &LoopNode, chain: &Chain, names: &TermMap) -> ChainText {
    let mut names = names.clone();
    for (inside, _) in &chain.inner {
        let name = format!("k{}@c{}", inside.chain, chain.number);
        let sort = pool.sort(inside.term);
        let named = pool.input(&name, sort, usize::MAX);
        names.insert(inside.term, named);
    }
    let mut updates = Vec::new();
    for (variable, update) in node.variables.iter().zip(&chain.updates) {
        let name = &variable.name;
        updates.extend(match update {
            Update::Same => None,
            Update::Step {
                base,
                spread,
                inner,
            } => {
                let mut sum = variable.symbol.unwrap_or(*base);
                sum = pool.int_add(sum, *base);
                for (counter, factor) in inner {
                    let part = pool.int_mul(*counter, *factor);
                    sum = pool.int_add(sum, part);
                }
                let sum = text(pool, sum, &names);
                Some(match *spread > BigInt::ZERO {
                    true => format!("{name} = {sum}, or up to {spread} more"),
                    false => format!("{name} = {sum}"),
                })
            }
            Update::Scale(factor) => {
                Some(format!("{name} = {name} * {}", text(pool, *factor, &names)))
            }
            Update::Set(value) => Some(format!("{name} = {}", text(pool, *value, &names))),
            Update::Unknown => Some(format!("{name} = *")),
        });
    }
    ChainText {
        name: format!("c{}", chain.number),
        steps: steps(pool, &chain.steps, &names),
        updates,
        solution: None,
        answer: None,
    }
}
