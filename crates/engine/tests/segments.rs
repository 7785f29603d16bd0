//! Segments of small programs, with their exact guards, updates and obligations.

use sheaf_engine::coverage::Recorder;
use sheaf_engine::machine::{Flow, Machine, Settings};
use sheaf_engine::path::ProgramPoint;
use sheaf_engine::segment::{
    Edge, Ends, Entry, Limits, PathSummary, Piece, Segment, Segments, Slot, Start,
};
use sheaf_engine::state::State;
use sheaf_engine::{Options, Program, Value};
use sheaf_ir::analysis::LoopId;
use sheaf_ir::{BlockId, FuncId};
use sheaf_term::{Pool, Term, display};

fn program(text: &str) -> Program {
    let module = sheaf_ir::text::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
    sheaf_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    Program::new(module, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn settings() -> Settings {
    Settings::new(&Options::default())
}

fn segments(program: &Program) -> Segments<'_> {
    Segments::new(program, settings(), Limits::default())
}

fn point(program: &Program, func: &str, block: u32) -> ProgramPoint {
    ProgramPoint {
        func: program.module().func_named(func).expect("it exists"),
        block: BlockId(block),
        inst: 0,
    }
}

/// The state of a run without inputs at the first start of a block of the entry.
fn state_at(program: &Program, pool: &mut Pool, block: u32) -> State {
    let mut state = State::new(program, pool);
    let (settings, mut recorder) = (settings(), Recorder::new(program.module()));
    while (state.top().block, state.top().inst) != (BlockId(block), 0) {
        let flow = Machine::new(program, pool, &mut state, &settings, &mut recorder).step();
        assert!(matches!(flow, Flow::Next), "{flow:?}");
    }
    state
}

/// A readable value.
fn value(pool: &mut Pool, value: &Value) -> String {
    match value {
        Value::Ptr { object, offset } => format!("{}+{offset}", object.0),
        Value::SymPtr { object, offset } => format!("{}+{}", object.0, display(pool, *offset)),
        Value::Uninitialized => "uninitialized".to_string(),
        value => match value.fold(pool) {
            Some(term) => display(pool, term).to_string(),
            None => {
                let members: Vec<(Term, Value)> = value
                    .members()
                    .map(|(guard, it)| (guard, it.clone()))
                    .collect();
                let members = members.iter().map(|(guard, member)| {
                    let member = self::value(pool, member);
                    format!("{member} if {}", display(pool, *guard))
                });
                members.collect::<Vec<_>>().join(" or ")
            }
        },
    }
}

fn slot(program: &Program, func: FuncId, slot: Slot) -> String {
    match slot {
        Slot::Register { local, .. } => {
            let name = program.module().funcs[func].locals[local].name.as_deref();
            name.unwrap_or("?").to_string()
        }
        Slot::Memory(cell) => format!("[{}+{}:{}]", cell.object.0, cell.offset, cell.parts),
    }
}

/// A way as one line.
fn line(program: &Program, pool: &mut Pool, func: FuncId, path: &PathSummary) -> String {
    let guard = path.guard.terms().into_iter();
    let guard: Vec<String> = guard.map(|it| display(pool, it).to_string()).collect();
    let mut text = format!("if {}", guard.join(" & "));
    for (place, new) in &path.updates {
        text += &format!("; {} = {}", slot(program, func, *place), value(pool, new));
    }
    for obligation in &path.obligations {
        let fails = display(pool, obligation.fails).to_string();
        text += &format!("; {} if {fails}", obligation.kind.name());
    }
    for (place, old) in &path.kept {
        text += &format!(
            "; keeps {} = {}",
            slot(program, func, *place),
            value(pool, old)
        );
    }
    text += &match &path.ends {
        Ends::At(point) => format!("; at {}", point.block.0),
        Ends::Returns(result) => {
            let result = result.as_ref().map(|it| value(pool, it));
            format!("; returns {}", result.unwrap_or_default())
        }
        Ends::Stops(point) => format!("; stops at {}.{}", point.block.0, point.inst),
        other => format!("; {other:?}"),
    };
    for inexact in &path.inexact {
        text += &format!("; without {}", inexact.reason.detail);
    }
    text
}

fn lines(program: &Program, pool: &mut Pool, segment: &Segment) -> Vec<String> {
    let func = segment.start.func;
    let paths = segment.paths.iter();
    paths.map(|path| line(program, pool, func, path)).collect()
}

/// The ways of a piece that starts at a block of `f`, without a state.
fn paths(text: &str, block: u32, piece: &Piece) -> Vec<String> {
    let (program, mut pool) = (program(text), Pool::new());
    let from = Entry::Point(point(&program, "f", block));
    let segment = segments(&program).execute(&mut pool, from, piece);
    let segment = segment.unwrap_or_else(|error| panic!("{error}"));
    lines(&program, &mut pool, &segment)
}

/// A loop that divides by its counter.
const LOOP: &str = "module ptr 8
    entry @main
    func @main() -> bits32 {
    start: %r: bits32 = call @f(bits32 5)
      ret %r
    }
    func @f(%n: bits32) -> bits32 {
    start: jump loop(bits32 0, bits32 0)
    loop(%i: bits32, %sum: bits32): %c: bool = ult %i, %n
      br %c, body, done
    body: %d: bits32 = sub %n, %i
      %q: bits32 = udiv %sum, %d
      %next: bits32 = add %i, bits32 1
      %odd: bool = eq %q, bits32 7
      br %odd, loop(%next, bits32 0), loop(%next, %q)
    done: ret %sum
    }";

#[test]
fn a_block_ends_by_each_of_its_edges() {
    let expected = [
        "if i <u n; n = n; i = i; sum = sum; at 2",
        "if i >=u n; sum = sum; at 3",
    ];
    assert_eq!(paths(LOOP, 1, &Piece::Block), expected);
    let expected = ["if ; n = n; i = 0; sum = 0; at 1"];
    assert_eq!(paths(LOOP, 0, &Piece::Block), expected);
    assert_eq!(paths(LOOP, 3, &Piece::Block), ["if ; returns sum"]);
}

#[test]
fn the_body_of_a_loop_has_all_its_paths() {
    let expected = [
        "if i <u n & n != i & (sum /u (n - i)) == 7; n = n; i = i + 1; sum = 0; \
         division-by-zero if n == i; at 1",
        "if i <u n & n != i & (sum /u (n - i)) != 7; n = n; i = i + 1; \
         sum = sum /u (n - i); division-by-zero if n == i; at 1",
        "if i >=u n; sum = sum; at 3",
    ];
    assert_eq!(paths(LOOP, 1, &Piece::Loop(LoopId(0))), expected);
}

#[test]
fn a_path_is_what_its_edges_say() {
    let edge = |block, target| Edge {
        block: BlockId(block),
        target,
    };
    let path = Piece::Path(vec![edge(1, 0), edge(2, 0), edge(1, 1)]);
    let expected = [
        "if i <u n & n != i & (sum /u (n - i)) == 7 & (i + 1) >=u n; sum = 0; \
         division-by-zero if n == i; at 3",
    ];
    assert_eq!(paths(LOOP, 1, &path), expected);
    let (program, mut pool) = (program(LOOP), Pool::new());
    let from = Entry::Point(point(&program, "f", 0));
    assert!(segments(&program).execute(&mut pool, from, &path).is_err());
}

/// Accesses through a global pointer and a register, a call, and an allocation.
const MEMORY: &str = "module ptr 8
    entry @main
    global @g: bytes 12 align 8 element 4 = zero
    global @p: bytes 8 align 8 element 8 = data x\"0000000000000000\" { 0: @g + 4 }
    func @main() -> bits32 {
    start: %r: bits32 = call @f()
      ret %r
    }
    func @twice(%a: bits32) -> bits32 {
    start: %t: ptr = alloc stack bits64 4 align 4 element 4
      store %t, %a
      %b: bits32 = load %t
      %r: bits32 = add %b, %a
      ret %r
    }
    func @outside(%a: bits32) -> bits32
    func @f() -> bits32 {
    known: %a: bits32 = load @g
      %t: bits32 = call @twice(%a)
      store @g + 4, %t
      %h: bits16 = load @g + 8
      jump pointer
    pointer: %p: ptr = load @p
      %b: bits32 = load %p
      store %p, bits32 1
      jump made
    made: %o: ptr = alloc heap bits64 4 align 4 element 4
      store %o, %b
      jump called
    called: %r: bits32 = call @outside(%b)
      jump computed
    computed: %s: ptr = ptr_add @g, %r * 4
      %x: bits32 = load %s
      store @g, %x
      ret %x
    }";

#[test]
fn memory_at_known_places_is_part_of_a_segment() {
    let expected = ["if ; [1+4:4] = memory:1+0 * 2; at 1"];
    assert_eq!(paths(MEMORY, 0, &Piece::Block), expected);
    let read = "ite(r[1:1] == 1, memory:1+8, \
                ite(r[0:0] == 1, memory:1+4, memory:1+0))";
    let expected = [format!(
        "if (sext64(r) * 4) <u 9; [1+0:4] = {read}; out-of-bounds if (sext64(r) * 4) >=u 9; \
         returns {read}"
    )];
    assert_eq!(paths(MEMORY, 4, &Piece::Block), expected);
}

#[test]
fn what_is_not_expressed_has_a_name() {
    let pointer = paths(MEMORY, 1, &Piece::Block);
    assert!(
        pointer[0].ends_with("stops at 1.0; without a pointer in memory"),
        "{pointer:?}"
    );
    let expected = ["if ; b = b; at 3; without an allocation"];
    assert_eq!(paths(MEMORY, 2, &Piece::Block), expected);
    let expected = ["if ; b = b; stops at 3.0; without outside"];
    assert_eq!(paths(MEMORY, 3, &Piece::Block), expected);
}

/// Pointers in a state are kept; numbers are not.
#[test]
fn a_state_gives_its_pointers() {
    let text = MEMORY.replace("call @f()", "call @f() ").replace(
        "start: %r: bits32 = call @f() ",
        "start: %r: bits32 = add bits32 1, bits32 2
           jump next
         next: %q: ptr = load @p
           %old: bits32 = load %q
           %new: bits32 = add %old, %r
           store %q, %new",
    );
    let (program, mut pool) = (program(&text), Pool::new());
    let state = state_at(&program, &mut pool, 1);
    let mut segments = segments(&program);
    let start: Start = segments.start(&mut pool, Entry::State(&state));
    let segment = segments.run(&mut pool, &start, &Piece::Block).unwrap();
    let expected = ["if ; [1+4:4] = r + memory:1+4; keeps [2+0:8] = 1+4; returns r"];
    assert_eq!(lines(&program, &mut pool, &segment), expected);
    // The symbols in the state itself.
    let path = &segment.paths[0];
    let map = path.bind(&mut pool, &state).expect("it is the same state");
    let (_, new) = &path.updates[0];
    let new = new.fold(&mut pool).expect("a number");
    let new = pool.substitute(new, &map);
    assert_eq!(pool.as_bits(new), Some(3));
}

#[test]
fn inner_loops_are_named() {
    let text = "module ptr 8
        entry @main
        func @main() -> bits32 {
        start: ret bits32 0
        }
        func @f(%n: bits32) -> bits32 {
        start: jump outer(bits32 0)
        outer(%i: bits32): %c: bool = ult %i, %n
          br %c, inner(bits32 0), done
        inner(%j: bits32): %d: bool = ult %j, %i
          %k: bits32 = add %j, bits32 1
          br %d, inner(%k), latch
        latch: %next: bits32 = add %i, bits32 1
          jump outer(%next)
        done: ret %i
        }";
    let expected = [
        "if i <u n; n = n; i = i; j = 0; at 2",
        "if i >=u n; i = i; at 4",
    ];
    assert_eq!(paths(text, 1, &Piece::Loop(LoopId(0))), expected);
    let expected = [
        "if j <u i; n = n; i = i; j = j + 1; at 2",
        "if j >=u i; n = n; i = i; at 3",
    ];
    assert_eq!(paths(text, 2, &Piece::Loop(LoopId(1))), expected);
}

/// Without a state nothing is known about pointers: code that does not read them is executed.
#[test]
fn unknown_pointers_are_not_read() {
    let text = "module ptr 8
        entry @main
        func @main() -> bits32 {
        start: ret bits32 0
        }
        func @f(%p: ptr, %n: bits32) -> bits32 {
        start: %m: bits32 = mul %n, %n
          jump read
        read: %x: bits32 = load %p
          %y: bits32 = add %x, %m
          ret %y
        }";
    let expected = ["if ; m = n * n; at 1"];
    assert_eq!(paths(text, 0, &Piece::Block), expected);
    let expected = ["if ; m = m; stops at 1.0; without the unknown value of `p`"];
    assert_eq!(paths(text, 1, &Piece::Block), expected);
}

/// A pointer that is one of several remains a union; accesses through it are choices.
#[test]
fn a_choice_between_pointers_is_kept() {
    let text = "module ptr 8
        entry @main
        global @g: bytes 4 align 4 element 4 = zero
        global @h: bytes 4 align 4 element 4 = zero
        func @main() -> bits32 {
        start: %c: bool = input \"c\"
          %p: ptr = select %c, @g, @h
          jump next
        next: %x: bits32 = load %p
          store @g, bits32 7
          ret %x
        }";
    let (program, mut pool) = (program(text), Pool::new());
    let state = state_at(&program, &mut pool, 1);
    let from = Entry::State(&state);
    let segment = segments(&program).execute(&mut pool, from, &Piece::Block);
    let segment = segment.unwrap_or_else(|error| panic!("{error}"));
    let expected = ["if ; [1+0:4] = 7; keeps p = 1+0 if c or 2+0 if !c; \
         returns ite(c, memory:1+0, memory:2+0)"];
    assert_eq!(lines(&program, &mut pool, &segment), expected);
}
