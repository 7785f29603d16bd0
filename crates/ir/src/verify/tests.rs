//! Each invariant, violated.

use super::*;
use crate::element::Element;
use crate::module::{GlobalId, Reloc};
use crate::text::parse;

/// The messages for a module whose functions are given.
fn messages(body: &str) -> Vec<String> {
    let text = format!("module ptr 8\nglobal @g: bytes 8 align 8 element 8 = zero\n{body}");
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let errors = verify(&module).err().unwrap_or_default();
    errors.iter().map(VerifyError::to_string).collect()
}

/// The messages for a function of these instructions over parameters of every type.
fn of(instructions: &str) -> String {
    let params =
        "%b: bool, %x: bits32, %y: bits64, %i: int, %f: f64, %p: ptr, %t: (bits8, ptr), %a: any";
    messages(&format!(
        "func @f({params}) {{\nblock0:\n{instructions}\nret }}\n\
         func @two(%x: bits32, %y: bits64) -> bits8 {{\nblock0: ret bits8 0 }}\n\
         func @many(%x: bits32, ...)"
    ))
    .join("\n")
}

#[track_caller]
fn refused(instructions: &str, part: &str) {
    let found = of(instructions);
    assert!(found.contains(part), "{instructions}: {found:?}");
}

#[test]
fn good_instructions() {
    let good = "
        %1: bits32 = add.nsw %x, bits32 1
        %2: int = sdiv %i, int 3
        %3: bool = xor %b, true
        %4: f64 = frem %f, %f
        %5: bool = ult %p, null
        %6: bool = eq %a, %a
        %7: bits128 = sext %y
        %8: bits8 = zext %b
        %9: bool = trunc %x
        %10: bits64 = bitcast %f
        %11: bits16 = ptr_to_bits %p
        %12: any = to_any %t
        %13: bits8 = from_any %a
        %14: (bits8, ptr) = insert %t, 1, @g + 8
        %15: ptr = extract %14, 1
        %16: ptr = alloc heap %y align 16 element 4 zeroed
        %17: ptr = ptr_add %16, %x * -4 + 8
        %18: f80 = load %17
        store %17, %b
        copy %p, %16, %y
        set %p, bits8 0, bits64 4
        %19: ptr = cells [%x, %a, %t]
        %20: (any) = load_cell %19, %i
        store_cell %19, bits8 2, %20
        %21: ptr = record {\"x\": %x, \"y\": %a}
        %22: any = load_field %21, \"x\"
        store_field %21, \"y\", %i
        %23: bits8 = call @two(%x, %y)
        call @two(%x, %y)
        call @many(%x, %f, %a)
        %24: int = call_value %p(%x)
        %25: int = intrinsic \"f\"(%x)
        %26: f32 = input \"z\"
        assume %b
        check %b, assertion, \"b\"
        free %16
        %27: bits32 = bswap %x
        %28: (bits8, ptr) = select %b, %t, uninitialized (bits8, ptr)
        %29: (int, bool) = tuple [%i, %b]
        %30: any = freeze %a";
    assert_eq!(of(good), "");
}

#[test]
fn operand_and_result_types() {
    refused(
        "%1: bits32 = add %x, %y",
        "its operands have types bits32 and bits64",
    );
    refused(
        "%1: bits64 = add %x, %x",
        "its result has type bits64 instead of bits32",
    );
    refused("add %x, %x", "it yields bits32 but has no result");
    refused(
        "%1: bool = store %p, %x",
        "it yields nothing but has a result",
    );
    refused("%1: any = add %a, %a", "`add` does not work on type any");
    refused(
        "%1: int = add.nsw %i, %i",
        "`add.nsw` does not work on type int",
    );
    refused("%1: bits32 = shl.nsw %x, %x", "`shl.nsw`");
    refused("%1: bits8 = bswap bits8 1", "`bswap`");
    refused("%1: bool = slt %p, %p", "`slt`");
    refused(
        "%1: bits32 = zext %y",
        "`zext` does not turn bits64 into bits32",
    );
    refused("%1: f64 = bitcast %x", "`bitcast`");
    refused(
        "%1: bits32 = select %x, %x, %x",
        "the condition has type bits32",
    );
    refused("%1: ptr = extract %t, 2", "has no member 2");
    refused(
        "%1: (bits8, ptr) = insert %t, 0, %x",
        "the member has type bits32 instead of bits8",
    );
}

#[test]
fn memory_calls_and_inputs() {
    refused(
        "%1: ptr = alloc stack %x align 8 element 1",
        "the size in bytes has type bits32",
    );
    refused(
        "%1: ptr = alloc stack %y align 3 element 1",
        "the alignment 3",
    );
    refused("%1: ptr = alloc stack %y align 8 element 3", "not 3");
    refused("%1: int = load %p", "has no bytes");
    refused("load %p", "a load has no result");
    refused("store %x, %x", "the address has type bits32");
    refused("%1: ptr = ptr_add %p, %i * 1", "the index has type int");
    refused("%1: ptr = record {\"x\": %x, \"x\": %x}", "a field twice");
    refused("store_cell %p, %p, %x", "the index has type ptr");
    refused("call @two(%x)", "takes 2 arguments, not 1");
    refused(
        "call @two(%x, %x)",
        "an argument has type bits32 instead of bits64",
    );
    refused(
        "%1: bits32 = call @two(%x, %y)",
        "its result has type bits32 instead of bits8",
    );
    refused("%1: bits32 = call @many(%x)", "`@many` has no result");
    refused("call @many()", "takes 1 arguments, not 0");
    refused("call_value %x()", "the function has type bits32");
    refused("%1: ptr = input \"p\"", "an input cannot have type ptr");
    refused("assume %x", "the condition");
}

#[test]
fn blocks_and_terminators() {
    let check = |body: &str, part: &str| {
        let found = messages(&format!(
            "func @f(%c: bool, %x: bits8) -> bits8 {{ {body} }}"
        ))
        .join("\n");
        assert!(found.contains(part), "{body}: {found:?}");
    };
    check("a(%p: bits8): ret %p", "block 0 has parameters");
    check("a: jump a", "block 0 is the target");
    check("a: jump b b: ret", "gives none");
    check(
        "a: jump b b: ret %c",
        "the result has type bool instead of bits8",
    );
    check("a: jump b(%x) b: ret %x", "block1 takes 0 arguments, not 1");
    check(
        "a: jump b(%c) b(%y: bits8): ret %y",
        "an argument has type bool",
    );
    check("a: br %x, b, b b: ret %x", "the condition has type bits8");
    check(
        "a: switch %c [] else b b: ret %x",
        "a switch takes an integer, not bool",
    );
    check(
        "a: switch %x [bits8 1: b, bits8 1: b] else c b: ret %x c: ret %x",
        "two cases",
    );
    check(
        "a: switch %x [bits9 1: b] else c b: ret %x c: ret %x",
        "a case has type bits9",
    );
    check(
        "a: switch %x [uninitialized bits8: b] else c b: ret %x c: ret %x",
        "not an integer constant",
    );
    check(
        "a: br %c, b, d b: %y: bits8 = not %x jump d d: ret %y",
        "used where it is not defined",
    );
    check(
        "a: %y: bits8 = not %z %z: bits8 = not %x ret %y",
        "local 3 (`z`) is used where",
    );
    // Unreachable code need not be dominated, and a loop may use what an earlier iteration defined.
    assert_eq!(
        messages("func @f() { a: ret b: %y: int = neg %z jump d d: %z: int = neg int 1 jump b }"),
        [""; 0]
    );
}

#[test]
fn an_error_says_where() {
    let found = messages("func @f() { a: jump b b: assume true assume int 1 ret }");
    assert_eq!(
        found,
        ["@f, block1, instruction 1: the condition has type int instead of bool"]
    );
}

/// A module that verifies, to be modified in ways that the text cannot express.
fn sound() -> Module {
    let text = "module ptr 8\nfile 0 \"a.c\"\nentry @f\n\
        global @t: bytes 16 align 8 element 8 = data x\"00000000000000000000000000000000\" { 0: @f, 8: @t }\n\
        func @f(%x: bits8) !0:1:1 {\nblock0:\n  %y: bits8 = add %x, bits8 1\n  intrinsic \"i\"(%y)\n  ret }\n\
        func @g()";
    let module = parse(text).expect("parses");
    assert_eq!(verify(&module), Ok(()));
    module
}

#[track_caller]
fn broken(part: &str, change: impl FnOnce(&mut Module)) {
    let mut module = sound();
    change(&mut module);
    let found: Vec<String> = verify(&module)
        .err()
        .unwrap_or_default()
        .iter()
        .map(VerifyError::to_string)
        .collect();
    assert!(found.join("\n").contains(part), "{part}: {found:?}");
}

#[test]
fn module_tables() {
    broken("pointers have 3 bytes", |module| module.pointer_bytes = 3);
    broken("the entry", |module| module.entry = Some(FuncId(1)));
    broken("the entry", |module| module.entry = Some(FuncId(9)));
    broken("`@f` is defined twice", |module| {
        module.globals[GlobalId(0)].name = "f".into()
    });
    broken("interned twice", |module| {
        module.names.push("i".into());
    });
    broken("a file that does not exist", |module| {
        module.locs[crate::LocId(0)].file = crate::FileId(4)
    });
    broken("its location does not exist", |module| {
        module.funcs[FuncId(0)].loc = Some(crate::LocId(4))
    });
    broken("its name does not exist", |module| {
        module.names = Default::default()
    });
}

#[test]
fn locals_and_constants() {
    let with =
        |change: fn(&mut Func)| move |module: &mut Module| change(&mut module.funcs[FuncId(0)]);
    broken(
        "local 2 is never defined",
        with(|func| {
            func.locals.push(crate::LocalInfo {
                ty: crate::Type::Ptr,
                name: None,
            });
        }),
    );
    broken(
        "1 to 128 bits, not 0",
        with(|func| func.locals[crate::Local(0)].ty = crate::Type::Bits(0)),
    );
    broken(
        "is defined twice",
        with(|func| func.params.push(crate::Local(1))),
    );
    broken(
        "local 7 does not exist",
        with(|func| func.params.push(crate::Local(7))),
    );
    broken(
        "does not fit 8 bits",
        with(|func| {
            func.consts.push(Const::Bits {
                width: 8,
                value: 256,
            });
        }),
    );
    broken(
        "does not exist",
        with(|func| func.consts = Default::default()),
    );
    broken(
        "a function that does not exist",
        with(|func| {
            func.consts.push(Const::Func(FuncId(9)));
        }),
    );
    broken(
        "nested too deep",
        with(|func| {
            let deep =
                (0..=MAX_NESTING).fold(crate::Type::Ptr, |ty, _| crate::Type::Tuple([ty].into()));
            func.consts.push(Const::Uninitialized(deep));
        }),
    );
    broken(
        "a declaration has locals",
        with(|func| func.blocks = Default::default()),
    );
    broken(
        "a switch has no default",
        with(|func| {
            let switch = crate::Switch {
                value: crate::Operand::Local(crate::Local(0)),
                cases: [].into(),
                targets: [].into(),
                unsigned: false,
            };
            func.blocks[BlockId(0)].terminator = crate::Terminator::Switch(Box::new(switch));
        }),
    );
}

#[test]
fn contents_of_globals() {
    let with = |change: fn(&mut Box<[u8]>, &mut Vec<Reloc>)| {
        move |module: &mut Module| {
            if let Init::Data { bytes, relocs } = &mut module.globals[GlobalId(0)].init {
                let mut list = relocs.to_vec();
                change(bytes, &mut list);
                *relocs = list.into();
            }
        }
    };
    broken(
        "15 bytes of data for 16",
        with(|bytes, _| *bytes = vec![0; 15].into()),
    );
    broken(
        "is neither a function nor a global",
        with(|_, relocs| relocs[0].value = Const::Null),
    );
    broken(
        "that does not exist",
        with(|_, relocs| relocs[0].value = Const::Global(GlobalId(3), 0)),
    );
    broken(
        "overlaps or precedes",
        with(|_, relocs| relocs[1].offset = 7),
    );
    broken("overlaps or precedes", with(|_, relocs| relocs.reverse()));
    broken("ends outside", with(|_, relocs| relocs[1].offset = 9));
    broken(
        "ends outside",
        with(|_, relocs| relocs[1].offset = u64::MAX),
    );
    broken("not zero", with(|bytes, _| bytes[3] = 1));
    broken("the alignment 0", |module| {
        module.globals[GlobalId(0)].align = 0
    });
    broken("elements have", |module| {
        module.globals[GlobalId(0)].element = Element::Integer(3)
    });
}
