//! Functions on guarded unions against the same functions on each member: under every model of the guards both return the same, or fail
//! in the same way.

use crate::coverage::Recorder;
use crate::intrinsic::{Effect, Intrinsic};
use crate::machine::{Action, Event, Flow, Machine, Settings};
use crate::options::Options;
use crate::program::Program;
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value, mask};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_ir::index::Idx;
use sheaf_ir::{FailureKind, FuncId, Type};
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, Symbol, SymbolKind, Term};
use std::rc::Rc;

/// Symbols that the guards of unions are made of.
const DECISIONS: usize = 3;
/// Random arguments that each function is called with.
const ROUNDS: usize = 60;

/// What a call did under a model.
#[derive(PartialEq, Debug)]
enum Observed {
    Returned(Value),
    Failed(FailureKind),
    Other(String),
}

/// Symbols and arguments of one round.
struct Bench {
    rng: SmallRng,
    pool: Pool,
    decisions: Vec<Term>,
    data: Vec<Symbol>,
}

impl Bench {
    fn new(seed: u64) -> Bench {
        let mut pool = Pool::new();
        pool.use_diagrams(1 << 16);
        let decisions = (0..DECISIONS)
            .map(|_| pool.symbol("decision", Sort::Bool, SymbolKind::Input))
            .collect();
        Bench {
            rng: SmallRng::seed_from_u64(seed),
            pool,
            decisions,
            data: Vec::new(),
        }
    }

    /// Disjoint guards that cover everything.
    fn guards(&mut self) -> Vec<Term> {
        let count = self.rng.random_range(1..=4);
        let mut guards = vec![Term::FALSE; count];
        for assignment in 0..1 << DECISIONS {
            let mut all = Term::TRUE;
            for (bit, decision) in self.decisions.clone().into_iter().enumerate() {
                let literal = match assignment >> bit & 1 {
                    1 => decision,
                    _ => self.pool.guard_not(decision),
                };
                all = self.pool.guard_and(all, literal);
            }
            let member = self.rng.random_range(0..count);
            guards[member] = self.pool.guard_or(guards[member], all);
        }
        guards
    }

    fn argument(&mut self, ty: &Type, guards: &[Term], symbolic: bool) -> Value {
        let members = guards
            .iter()
            .map(|guard| (*guard, self.member(ty, symbolic)))
            .collect();
        Value::union(&mut self.pool, members)
    }

    fn member(&mut self, ty: &Type, symbolic: bool) -> Value {
        let symbolic = symbolic && self.rng.random_range(0..3) == 0;
        match ty {
            Type::Tuple(types) => {
                let members = types.iter().map(|ty| self.member(ty, symbolic));
                Value::Tuple(Rc::new(members.collect()))
            }
            Type::Ptr if symbolic => {
                let offset = self.symbol(Sort::Bits(4));
                let offset = self.pool.zext(offset, 64);
                let object = ObjectId(self.rng.random_range(1..=2));
                Value::pointer(&self.pool, object, offset)
            }
            Type::Ptr => match self.rng.random_range(0..8) {
                0 => Value::NULL,
                _ => Value::Ptr {
                    object: ObjectId(self.rng.random_range(1..=2)),
                    offset: self.rng.random_range(0..5),
                },
            },
            Type::Bool if symbolic => Value::Term(self.symbol(Sort::Bool)),
            Type::Bool => Value::Bool(self.rng.random()),
            Type::Int if symbolic => Value::Term(self.symbol(Sort::Int)),
            Type::Int => Value::Int(self.rng.random_range(-3..8)),
            Type::Any => match self.rng.random_range(0..3) {
                0 => self.member(&Type::Int, symbolic),
                1 => self.member(&Type::Bits(8), symbolic),
                _ => self.member(&Type::Bool, symbolic),
            },
            ty => self.word(ty, symbolic),
        }
    }

    fn word(&mut self, ty: &Type, symbolic: bool) -> Value {
        let width = match ty {
            Type::Bits(width) => *width,
            Type::Float(kind) => kind.width(),
            _ => 1,
        };
        if symbolic {
            return Value::Term(self.symbol(Sort::Bits(width)));
        }
        if let Type::Float(_) = ty {
            let bits = f64::from(self.rng.random_range(-3..4i8)) / 2.0;
            return Value::bits(width, u128::from(bits.to_bits()));
        }
        let value = match self.rng.random_range(0..4) {
            0 => self.rng.random(),
            1 => mask(width.min(64)) >> self.rng.random_range(0..2),
            _ => self.rng.random_range(0..6),
        };
        Value::bits(width, u128::from(value))
    }

    fn symbol(&mut self, sort: Sort) -> Term {
        let term = self.pool.symbol("data", sort, SymbolKind::Input);
        self.data.extend(self.pool.as_symbol(term));
        term
    }

    /// A model with these decisions and random data.
    fn model(&mut self, assignment: usize) -> CachedModel {
        let mut model = Model::new();
        for (bit, decision) in self.decisions.iter().enumerate() {
            if let Some(symbol) = self.pool.as_symbol(*decision) {
                model.set(symbol, Constant::Bool(assignment >> bit & 1 == 1));
            }
        }
        for symbol in &self.data {
            let small = self.rng.random_range(0..8u8);
            let value = match self.pool.symbol_info(*symbol).sort {
                Sort::Bool => Constant::Bool(small % 2 == 0),
                Sort::Bits(width) => Constant::bits(width, u128::from(small)),
                _ => Constant::Int(small.into()),
            };
            model.set(*symbol, value);
        }
        CachedModel::new(model)
    }
}

/// The member of a value that a model chooses; of a tuple's members as well.
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

/// Calls the program's function `f`, with decisions as the model has them. The result as it is, and under the model.
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
    let settings = Settings::new(&Options::default().failures, false, 100, 1 << 20);
    let mut recorder = Recorder::new(program.module());
    loop {
        let mut machine = Machine::new(program, pool, &mut state, &settings, &mut recorder);
        let flow = machine.run(1);
        for event in std::mem::take(&mut machine.events) {
            match event {
                Event::Obligation { fails, kind, .. } if model.eval_bool(pool, fails) => {
                    return (None, Observed::Failed(kind));
                }
                Event::Assume(holds) if !model.eval_bool(pool, holds) => {
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
            Flow::End(end) => return (None, Observed::Other(format!("{end:?}"))),
        };
        Machine::new(program, pool, &mut state, &settings, &mut recorder).apply(&action);
    }
}

/// The double, member by member, and the logarithm, which asks for a concrete number.
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
    },
];

/// The program whose function `f` has these parameters, this result and this body.
fn program(params: &str, result: &str, body: &str) -> Program {
    let arguments: Vec<String> = params
        .split("; ")
        .filter_map(|param| Some(format!("undef {}", param.split_once(": ")?.1)))
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

/// What a function does on unions is what it does on their members. How many of the calls returned and failed.
fn agree(params: &str, result: &str, body: &str) -> (usize, usize) {
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

fn operation(params: &str, result: &str, operation: &str) -> (usize, usize) {
    agree(
        params,
        result,
        &format!("  %r: {result} = {operation}\n  ret %r"),
    )
}

#[test]
fn arithmetic() {
    for op in [
        "add", "add.nsw", "sub", "sub.nsw", "mul", "mul.nsw", "udiv", "sdiv", "urem", "srem",
        "shl", "lshr", "ashr", "and", "or", "xor", "smin", "smax", "umin", "umax", "sadd_sat",
        "uadd_sat", "ssub_sat", "usub_sat",
    ] {
        for ty in ["bits8", "bits32", "bits64", "bits128"] {
            operation(&format!("%a: {ty}; %b: {ty}"), ty, &format!("{op} %a, %b"));
        }
    }
    for op in ["add", "sub", "mul", "sdiv", "srem"] {
        operation("%a: int; %b: int", "int", &format!("{op} %a, %b"));
    }
    for op in ["and", "or", "xor"] {
        operation("%a: bool; %b: bool", "bool", &format!("{op} %a, %b"));
    }
    let (_, failed) = operation("%a: bits8; %b: bits8", "bits8", "sdiv %a, %b");
    assert!(failed > 10);
}

#[test]
fn unary_operations_and_conversions() {
    for op in [
        "not",
        "neg",
        "clz",
        "ctz",
        "popcount",
        "bswap",
        "bitreverse",
        "freeze",
    ] {
        operation("%a: bits32", "bits32", &format!("{op} %a"));
    }
    operation("%a: bool", "bool", "not %a");
    operation("%a: int", "int", "neg %a");
    operation("%a: bits8", "bits32", "zext %a");
    operation("%a: bits8", "bits128", "sext %a");
    operation("%a: bool", "bits8", "sext %a");
    operation("%a: bits32", "bits8", "trunc %a");
    operation("%a: bits8", "bool", "trunc %a");
    operation("%a: ptr", "bits64", "ptr_to_bits %a");
    operation("%a: bits64", "ptr", "bits_to_ptr %a");
    operation("%a: bits8", "any", "to_any %a");
    for ty in ["int", "bits8", "bool"] {
        let (_, failed) = operation("%a: any", ty, "from_any %a");
        assert!(failed > 10);
    }
}

#[test]
fn comparisons() {
    for op in [
        "eq",
        "ne",
        "ult",
        "ule",
        "slt",
        "sle",
        "sadd_overflows",
        "uadd_overflows",
        "ssub_overflows",
        "usub_overflows",
        "smul_overflows",
        "umul_overflows",
    ] {
        for ty in ["bits8", "bits64"] {
            operation(
                &format!("%a: {ty}; %b: {ty}"),
                "bool",
                &format!("{op} %a, %b"),
            );
        }
    }
    for op in ["eq", "ne", "ult", "ule"] {
        operation("%a: ptr; %b: ptr", "bool", &format!("{op} %a, %b"));
    }
    for op in ["eq", "ne"] {
        operation("%a: bool; %b: bool", "bool", &format!("{op} %a, %b"));
    }
    for op in ["eq", "slt", "sle"] {
        operation("%a: int; %b: int", "bool", &format!("{op} %a, %b"));
    }
    operation("%a: any; %b: any", "bool", "eq %a, %b");
    let pair = "(bits8, bool)";
    operation(&format!("%a: {pair}; %b: {pair}"), "bool", "ne %a, %b");
}

#[test]
fn choices_and_tuples() {
    operation(
        "%c: bool; %a: bits8; %b: bits8",
        "bits8",
        "select %c, %a, %b",
    );
    operation("%c: bool; %a: ptr; %b: ptr", "ptr", "select %c, %a, %b");
    operation("%a: bits8; %b: ptr", "(bits8, ptr)", "tuple [%a, %b]");
    operation("%a: (bits8, ptr)", "ptr", "extract %a, 1");
    operation(
        "%a: (bits8, ptr); %b: bits8",
        "(bits8, ptr)",
        "insert %a, 0, %b",
    );
}

#[test]
fn control_flow() {
    let branches = "
  br %c, yes(%a), no
yes(%x: bits8):
  %y: bits8 = add %x, bits8 1
  ret %y
no:
  ret bits8 9";
    agree("%c: bool; %a: bits8", "bits8", branches);
    let cases = "
  switch %a [bits8 0: none, bits8 1: one, bits8 5: one] else other(%a)
none:
  ret bits8 10
one:
  ret bits8 11
other(%x: bits8):
  ret %x";
    agree("%a: bits8", "bits8", cases);
    let checks = "
  assume %a
  check %b, assertion, \"b holds\"
  ret bits8 0";
    let (_, failed) = agree("%a: bool; %b: bool", "bits8", checks);
    assert!(failed > 10);
}

#[test]
fn memory() {
    operation("%p: ptr; %i: bits8", "ptr", "ptr_add %p, %i * 3 - 1");
    operation("%p: ptr", "bits8", "load %p");
    operation("%p: ptr", "bits16", "load %p");
    let stored = "
  %old: bits16 = load @left
  store %p, %v
  %new: bits16 = load @left
  %other: bits16 = load %q
  %r: (bits16, bits16, bits16) = tuple [%old, %new, %other]
  ret %r";
    let (_, failed) = agree(
        "%p: ptr; %q: ptr; %v: bits8",
        "(bits16, bits16, bits16)",
        stored,
    );
    assert!(failed > 10);
    let kept = "
  %o: ptr = alloc stack bits64 8 align 8 element 1
  store %o, %p
  %q: ptr = load %o
  store %o, %w
  %x: bits32 = load %o
  %r: (ptr, bits32) = tuple [%q, %x]
  ret %r";
    agree("%p: ptr; %w: bits32", "(ptr, bits32)", kept);
    let copied = "
  %o: ptr = alloc stack bits64 8 align 8 element 1
  set %o, %v, bits64 8
  copy %o, %p, %n
  %x: bits32 = load %o
  ret %x";
    agree("%p: ptr; %v: bits8; %n: bits64", "bits32", copied);
    let sized = "
  %k: bits8 = and %n, bits8 31
  %size: bits64 = zext %k
  %o: ptr = alloc heap %size align 8 element 1
  set %o, %v, %size
  %q: ptr = ptr_add %o, %i * 1 + 3
  store %q, %v
  copy %q, %p, bits64 2
  %r: bits8 = load %o
  ret %r";
    agree("%n: bits8; %p: ptr; %v: bits8; %i: bits8", "bits8", sized);
}

#[test]
fn cells_and_records() {
    let cells = "
  %row: ptr = cells [int 3, %v, int 5]
  store_cell %row, %i, %v
  %x: any = load_cell %row, %j
  %r: any = load_cell %row, int 0
  %both: (any, any) = tuple [%x, %r]
  ret %both";
    let (_, failed) = agree("%v: any; %i: int; %j: int", "(any, any)", cells);
    assert!(failed > 10);
    let records = "
  %a: ptr = record {\"x\": %v, \"y\": int 1}
  %b: ptr = record {\"x\": int 2}
  %p: ptr = select %c, %a, %b
  store_field %p, \"x\", %w
  %x: any = load_field %a, \"x\"
  %y: any = load_field %p, \"x\"
  %both: (any, any) = tuple [%x, %y]
  ret %both";
    agree("%c: bool; %v: any; %w: any", "(any, any)", records);
}

#[test]
fn calls() {
    let called = "
  %f: ptr = select %c, @one, @next
  %r: bits8 = call_value %f(%a)
  ret %r";
    agree("%c: bool; %a: bits8", "bits8", called);
    let intrinsics = "
  %x: bits8 = intrinsic \"twice\"(%a)
  %r: bits8 = intrinsic \"logarithm\"(%x)
  ret %r";
    agree("%a: bits8", "bits8", intrinsics);
}

/// Which of concrete values a union is may depend on uninitialised memory as well as what a symbolic value is.
#[test]
fn a_choice_by_unwritten_memory_is_found() {
    for (params, body) in [
        ("%c: bool", "  br %c, yes, yes\nyes:\n  ret bits8 1"),
        ("%p: ptr", "  %r: bits8 = load %p\n  ret %r"),
        (
            "%i: int",
            "  %row: ptr = cells [int 1, int 2]\n  %x: any = load_cell %row, %i\n  ret bits8 1",
        ),
    ] {
        let program = program(params, "bits8", body);
        let mut bench = Bench::new(1);
        let unwritten = bench
            .pool
            .symbol("u", Sort::Bool, SymbolKind::Indeterminate);
        let value = |index: u64| match params {
            "%c: bool" => Value::Bool(index == 1),
            "%p: ptr" => Value::Ptr {
                object: ObjectId(1),
                offset: index,
            },
            _ => Value::Int(index as i64),
        };
        let argument = Value::ite(&mut bench.pool, unwritten, &value(1), &value(0));
        let mut state = State::new(&program, &mut bench.pool);
        let frame = Frame::new(&program, FuncId(1), vec![argument], None);
        state.frames.push(Rc::new(frame));
        let settings = Settings::new(&Options::default().failures, false, 100, 1 << 20);
        let mut recorder = Recorder::new(program.module());
        let mut machine = Machine::new(
            &program,
            &mut bench.pool,
            &mut state,
            &settings,
            &mut recorder,
        );
        machine.run(3);
        let found = |event: &Event| matches!(event, Event::Defined { .. });
        assert!(machine.events.iter().any(found), "{body}");
    }
}
