//! Known models: values of symbols under which conditions of paths held. Most questions about a path
//! have the answer "possible", and an earlier model often shows that.

use sheaf_proof_check::term::{Node, Pool, Term, arity, evaluate};
use std::collections::{HashMap, VecDeque};

/// Most models that are kept.
const MOST: usize = 24;

/// The values of terms under a model; symbols that it does not know are zero.
#[derive(Default)]
pub struct Model {
    values: HashMap<Term, u128>,
}

impl Model {
    /// A model with these values of symbols.
    pub fn new(symbols: impl IntoIterator<Item = (Term, u128)>) -> Model {
        Model {
            values: symbols.into_iter().collect(),
        }
    }

    fn value(&mut self, pool: &Pool, term: Term) -> u128 {
        let mut waiting = vec![term];
        while let Some(next) = waiting.last().copied() {
            if self.values.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let (operator, args) = match pool.node(next) {
                Node::Apply(operator, args) => (operator, args),
                Node::Const(value) => {
                    self.values.insert(next, value);
                    continue;
                }
                Node::Symbol { .. } | Node::Address(_) => {
                    self.values.insert(next, 0);
                    continue;
                }
            };
            let args = &args[..arity(operator)];
            let before = waiting.len();
            waiting.extend(args.iter().filter(|it| !self.values.contains_key(it)));
            if waiting.len() > before {
                continue;
            }
            let (mut values, mut widths) = ([0; 3], [1; 3]);
            for (at, arg) in args.iter().enumerate() {
                (values[at], widths[at]) = (self.values[arg], pool.width(*arg));
            }
            let value = evaluate(operator, pool.width(next), values, widths);
            self.values.insert(next, value);
        }
        self.values[&term]
    }
}

/// Models, the ones that helped last in front.
#[derive(Default)]
pub struct Models {
    known: VecDeque<Model>,
}

impl Models {
    /// Keeps a model.
    pub fn push(&mut self, model: Model) {
        self.known.truncate(MOST - 1);
        self.known.push_front(model);
    }

    /// Whether all conditions hold under one of the models.
    pub fn satisfy(&mut self, pool: &Pool, conditions: &[Term], goal: Term) -> bool {
        let all = |model: &mut Model| {
            // The last ones differ most between paths.
            let mut terms = [goal].into_iter().chain(conditions.iter().rev().copied());
            terms.all(|term| model.value(pool, term) == 1)
        };
        let found = self.known.iter_mut().position(all);
        if let Some(found) = found
            && let Some(model) = self.known.remove(found)
        {
            self.known.push_front(model);
        }
        found.is_some()
    }
}
