//! Random trees of every form that the grammar has, well-typed or not.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_microc::SourceLocation;
use sheaf_microc::ast::{
    BinaryOp, Expr, ExprKind, Field, Function, Ident, Program, Return, Stmt, StmtKind,
};

const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];
const FIELDS: [&str; 3] = ["x", "y", "z"];

struct Trees {
    rng: SmallRng,
    /// Numbers of parameters of `main`, `f1`, `f2`, and so on.
    arities: Vec<usize>,
}

impl Trees {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.random_range(0..from.len())]
    }

    fn function_name(&mut self) -> (String, usize) {
        let position = self.rng.random_range(0..self.arities.len());
        (name_of(position), self.arities[position])
    }

    fn exprs(&mut self, count: usize, height: u32) -> Vec<Expr> {
        (0..count).map(|_| self.expr(height)).collect()
    }

    fn boxed(&mut self, height: u32) -> Box<Expr> {
        Box::new(self.expr(height))
    }

    fn variable(&mut self) -> String {
        self.pick(&VARIABLES).to_string()
    }

    fn expr(&mut self, height: u32) -> Expr {
        let forms = if height == 0 { 6 } else { 15 };
        let below = height.saturating_sub(1);
        Expr::synthetic(match self.rng.random_range(0..forms) {
            0 | 1 => ExprKind::Name {
                name: self.variable(),
            },
            2 => ExprKind::Number {
                value: self.rng.random_range(-3..100).into(),
            },
            3 => self
                .pick(&[ExprKind::Input, ExprKind::Null].each_ref())
                .clone(),
            4 => ExprKind::Ref {
                name: self.variable(),
            },
            5 => ExprKind::Name {
                name: self.function_name().0,
            },
            6 => ExprKind::Not {
                operand: self.boxed(below),
            },
            7 => ExprKind::Deref {
                operand: self.boxed(below),
            },
            8 => ExprKind::Alloc {
                operand: self.boxed(below),
            },
            9 => ExprKind::Index {
                array: self.boxed(below),
                index: self.boxed(below),
            },
            10 => self.field(below),
            11 => self.call(below),
            12 => {
                let count = self.rng.random_range(0..3);
                ExprKind::Array {
                    elements: self.exprs(count, below),
                }
            }
            13 => self.record(below),
            _ => ExprKind::Binary {
                op: self.pick(&BinaryOp::ALL),
                left: self.boxed(below),
                right: self.boxed(below),
            },
        })
    }

    fn field(&mut self, height: u32) -> ExprKind {
        ExprKind::Field {
            record: self.boxed(height),
            field: self.pick(&FIELDS).to_string(),
        }
    }

    fn call(&mut self, height: u32) -> ExprKind {
        let (name, arity) = self.function_name();
        if self.rng.random_bool(0.5) {
            let callee = Box::new(Expr::synthetic(ExprKind::Name { name }));
            return ExprKind::Call {
                callee,
                args: self.exprs(arity, height),
            };
        }
        let callee = Box::new(Expr::synthetic(ExprKind::Name {
            name: self.variable(),
        }));
        let count = self.rng.random_range(0..3);
        ExprKind::Call {
            callee,
            args: self.exprs(count, height),
        }
    }

    fn record(&mut self, height: u32) -> ExprKind {
        let count = self.rng.random_range(0..=FIELDS.len());
        let fields = FIELDS[..count].iter().map(|name| {
            let value = self.expr(height);
            let value = match value.kind {
                ExprKind::Record { .. } => Expr::synthetic(ExprKind::Input),
                _ => value,
            };
            Field {
                name: Ident::synthetic(name),
                value,
            }
        });
        ExprKind::Record {
            fields: fields.collect(),
        }
    }

    fn body(&mut self, depth: u32) -> Vec<Stmt> {
        let count = self.rng.random_range(0..5);
        (0..count).map(|_| self.stmt(depth)).collect()
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        let forms = if depth == 0 { 6 } else { 9 };
        Stmt::synthetic(match self.rng.random_range(0..forms) {
            0 => StmtKind::Output {
                value: self.expr(3),
            },
            1..=3 => {
                let target = Expr::synthetic(ExprKind::Name {
                    name: self.variable(),
                });
                StmtKind::Assign {
                    target,
                    value: self.expr(3),
                }
            }
            4 | 5 => {
                let target = match self.rng.random_range(0..3) {
                    0 => ExprKind::Deref {
                        operand: self.boxed(2),
                    },
                    1 => ExprKind::Index {
                        array: self.boxed(2),
                        index: self.boxed(2),
                    },
                    _ => self.field(2),
                };
                StmtKind::Assign {
                    target: Expr::synthetic(target),
                    value: self.expr(2),
                }
            }
            6 => StmtKind::If {
                condition: self.expr(2),
                then: self.body(depth - 1),
                otherwise: self.body(depth - 1),
            },
            7 => StmtKind::While {
                condition: self.expr(2),
                body: self.body(depth - 1),
            },
            _ => StmtKind::Block {
                body: self.body(depth - 1),
            },
        })
    }

    fn function(&mut self, position: usize) -> Function {
        let idents: Vec<Ident> = VARIABLES
            .iter()
            .map(|name| Ident::synthetic(name))
            .collect();
        let (params, vars) = idents.split_at(self.arities[position]);
        Function {
            name: Ident::synthetic(&name_of(position)),
            params: params.to_vec(),
            vars: vars.to_vec(),
            body: self.body(3),
            result: Return {
                value: self.expr(2),
                place: SourceLocation::default(),
            },
        }
    }
}

fn name_of(position: usize) -> String {
    if position == 0 {
        "main".to_string()
    } else {
        format!("f{position}")
    }
}

/// A random program that passes the checks; the same for the same seed.
pub fn random_tree(seed: u64) -> Program {
    let mut rng = SmallRng::seed_from_u64(seed);
    let count = rng.random_range(1..4);
    let arities = (0..count).map(|_| rng.random_range(0..=2)).collect();
    let mut trees = Trees { rng, arities };
    Program {
        functions: (0..count)
            .map(|position| trees.function(position))
            .collect(),
    }
}
