//! A function on unions, compared with the function on the members that a model selects.

use super::bench::{Bench, DECISIONS};
use crate::coverage::Recorder;
use crate::intrinsic::{Effect, Intrinsic};
use crate::machine::{Action, Event, Flow, Machine, Settings};
use crate::options::Options;
use crate::program::Program;
use crate::state::{Bounds, Frame, State};
use crate::value::Value;
use rand::Rng;
use sheaf_ir::index::Idx;
use sheaf_ir::{Behaviour, FailureKind, FuncId, Type};
use sheaf_term::{CachedModel, Pool};
use std::rc::Rc;

/// Number of random argument lists for each function.
const ROUNDS: usize = 60;

/// The result of a call under a model.
#[derive(PartialEq, Debug)]
enum Observed {
    Returned(Value),
    Failed(FailureKind),
    Other(String),
}

/// The member of a value that a model selects; also within tuples.
fn chosen(pool: &Pool, model: &CachedModel, value: &Value) -> Value {
    match value {
        Value::Union(union) => {
            let mut holding = union
                .members
                .iter()
                .filter(|(guard, _)| model.eval_bool(pool, *guard));
            let (_, member) = holding.next().expect("guards cover the path");
            assert!(holding.next().is_none(), "guards are disjoint");
            chosen(pool, model, member)
        }
        Value::Tuple(members) => {
            let members = members.iter().map(|member| chosen(pool, model, member));
            Value::Tuple(Rc::new(members.collect()))
        }
        value => value.clone(),
    }
}

/// A value under a model.
fn under(pool: &mut Pool, model: &CachedModel, value: &Value) -> Value {
    match &chosen(pool, model, value) {
        Value::Term(term) => {
            let value = model.eval(pool, *term);
            let constant = pool.constant(&value).expect("scalars only");
            Value::from_term(pool, constant)
        }
        Value::SymPtr { object, offset } => Value::Ptr {
            object: *object,
            offset: model.eval_bits(pool, *offset).expect("an offset") as u64,
        },
        Value::Tuple(members) => {
            let members = members.iter().map(|member| under(pool, model, member));
            Value::Tuple(Rc::new(members.collect()))
        }
        value => value.clone(),
    }
}

/// Whether a value without unions has no symbolic part.
fn is_concrete(value: &Value) -> bool {
    match value {
        Value::Term(_) | Value::SymPtr { .. } => false,
        Value::Tuple(members) => members.iter().all(is_concrete),
        _ => true,
    }
}

/// Calls the program's function `f`, with decisions by the model. Returns the result, and its value
/// under the model.
fn call(
    program: &Program,
    pool: &mut Pool,
    model: &CachedModel,
    args: &[Value],
) -> (Option<Value>, Observed) {
    let mut state = State::new(program, pool);
    state.top_mut().inst = 1;
    let frame = Frame::new(program, FuncId(1), args.to_vec(), Some(Idx::new(0)));
    state.frames.push(Rc::new(frame));
    let settings = Settings::new(&Options::default());
    let mut recorder = Recorder::new(program.module());
    loop {
        let mut machine = Machine::new(program, pool, &mut state, &settings, &mut recorder);
        let flow = machine.run(1);
        for event in std::mem::take(&mut machine.events) {
            match event {
                Event::Obligation { fails, kind, .. } if model.eval_bool(pool, fails) => {
                    return (None, Observed::Failed(kind));
                }
                Event::Assume {
                    condition: holds, ..
                } if !model.eval_bool(pool, holds) => {
                    return (None, Observed::Other("assumption".into()));
                }
                _ => {}
            }
        }
        let action = match flow {
            Flow::Next if state.frames.len() == 1 => {
                let result = state.top().regs[0].clone();
                let observed = Observed::Returned(under(pool, model, &result));
                return (Some(result), observed);
            }
            Flow::Next => continue,
            Flow::Choose(choices) => {
                let mut taken = choices
                    .into_iter()
                    .filter(|choice| model.eval_bool(pool, choice.guard));
                let choice = taken.next().expect("choices cover the path");
                assert!(taken.next().is_none(), "choices are disjoint");
                choice.action
            }
            Flow::Concretize(local, term) => {
                let value = under(pool, model, &Value::Term(term));
                Action::Bind(local, value)
            }
            Flow::Bound(term) => {
                let (least, most) = pool.range(term);
                let (least, most) = (least as u64, most as u64);
                Action::Bound(Bounds { term, least, most })
            }
            Flow::End(end) => return (None, Observed::Other(format!("{end:?}"))),
        };
        Machine::new(program, pool, &mut state, &settings, &mut recorder).apply(&action);
    }
}

/// Doubles each member; and logs, which requires a concrete number.
const INTRINSICS: &[Intrinsic] = &[
    Intrinsic {
        name: "twice",
        run: |machine, args| {
            let twice = args[0].map(machine.pool, &mut |pool, member| {
                let term = member.to_term(pool).expect("a scalar");
                let sum = pool.add(term, term);
                Value::from_term(pool, sum)
            });
            Effect::Return(Some(twice))
        },
        behaviour: Behaviour::PURE,
        quick: None,
        quick_call: None,
    },
    Intrinsic {
        name: "logarithm",
        run: |_, args| match args[0].as_u64() {
            Some(value) => Effect::Return(Some(Value::bits(
                8,
                value.checked_ilog2().unwrap_or(0).into(),
            ))),
            None => Effect::NeedConcrete(0),
        },
        behaviour: Behaviour::PURE,
        quick: None,
        quick_call: None,
    },
];

/// The program whose function `f` has these parameters, this result and this body.
pub fn program(params: &str, result: &str, body: &str) -> Program {
    let arguments: Vec<String> = params
        .split("; ")
        .filter_map(|param| Some(format!("uninitialized {}", param.split_once(": ")?.1)))
        .collect();
    let text = format!(
        r#"
module ptr 8
entry @main
global @left: bytes 4 align 4 element 1 = data x"01020304"
global @right: bytes 4 align 4 element 1 = data x"fffefd00"
func @main() -> bits32 {{
start:
  %r: {result} = call @f({})
  ret bits32 0
}}
func @f({}) -> {result} {{
start:
{body}
}}
func @one(%x: bits8) -> bits8 {{
start:
  ret bits8 1
}}
func @next(%x: bits8) -> bits8 {{
start:
  %y: bits8 = add %x, bits8 1
  ret %y
}}
"#,
        arguments.join(", "),
        params.replace("; ", ", ")
    );
    let module = sheaf_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    sheaf_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?} in {text}"));
    Program::new(module, INTRINSICS).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that a function has the same result on unions as on their members. Returns how many of
/// the calls returned and failed.
pub fn agree(params: &str, result: &str, body: &str) -> (usize, usize) {
    let program = program(params, result, body);
    let func = &program.module().funcs[FuncId(1)];
    let types: Vec<Type> = func
        .params
        .iter()
        .map(|param| func.locals[*param].ty.clone())
        .collect();
    let (mut returned, mut failed) = (0, 0);
    for round in 0..ROUNDS {
        let mut bench = Bench::new(round as u64);
        let symbolic = round % 3 == 0;
        // Unions that have too many members become terms.
        let cut = round % 4 == 3;
        if cut {
            bench.pool.summaries.cap = 2;
        }
        let mut guards = bench.guards();
        let mut args = Vec::new();
        for ty in &types {
            if bench.rng.random() {
                guards = bench.guards();
            }
            args.push(bench.argument(ty, &guards, symbolic));
        }
        for assignment in 0..1 << DECISIONS {
            let model = bench.model(assignment);
            let members: Vec<Value> = args
                .iter()
                .map(|arg| under(&mut bench.pool, &model, arg))
                .collect();
            let (_, expected) = call(&program, &mut Pool::new(), &model, &members);
            let (value, observed) = call(&program, &mut bench.pool, &model, &args);
            assert_eq!(
                observed, expected,
                "{body}\nin round {round} on {args:?}, which are {members:?}"
            );
            if let Some(value) = value {
                assert!(
                    symbolic || cut || is_concrete(&chosen(&bench.pool, &model, &value)),
                    "{body}\nin round {round} on {args:?} gives {value:?}"
                );
            }
            match observed {
                Observed::Returned(_) => returned += 1,
                Observed::Failed(_) => failed += 1,
                Observed::Other(_) => {}
            }
        }
    }
    assert!(returned > 0, "{body}");
    (returned, failed)
}

pub fn operation(params: &str, result: &str, operation: &str) -> (usize, usize) {
    agree(
        params,
        result,
        &format!("  %r: {result} = {operation}\n  ret %r"),
    )
}
