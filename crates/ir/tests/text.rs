//! The textual form: what it accepts and rejects, and that any text, however broken, round-trips or
//! is rejected with a position.

use sheaf_ir::text::{check_round_trip, normalize, parse, print};
use sheaf_ir::verify::verify;
use sheaf_ir::{BlockId, Const, FuncId, Init, LocId, Local, Op};

const EVERYTHING: &str = include_str!("data/everything.ir");

#[test]
fn everything_round_trips() {
    let module = parse(EVERYTHING).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(normalize(&module), module);
    let printed = print(&module);
    assert_eq!(parse(&printed).as_ref(), Ok(&module));
    assert_eq!(print(&parse(&printed).expect("parses")), printed);
    assert_eq!(check_round_trip(EVERYTHING), Ok(true));
}

#[test]
fn what_the_parts_mean() {
    let module = parse(EVERYTHING).expect("parses");
    let main = &module.funcs[FuncId(0)];
    assert_eq!(module.entry, Some(FuncId(0)));
    assert_eq!(
        &*module.files[sheaf_ir::FileId(1)],
        "a \"quoted\"\\ name\n\t\u{1}.h"
    );
    assert_eq!(module.describe(main.loc), "dir/a.c:1:5");
    assert_eq!(module.locs[LocId(1)].line, 2);
    assert_eq!(main.locals[Local(0)].name.as_deref(), Some("n"));
    assert_eq!(main.locals[Local(6)].name, None);
    let consts = main.consts.as_slice();
    assert_eq!(
        consts[0],
        Const::Bits {
            width: 32,
            value: 1 << 31
        }
    );
    assert_eq!(
        consts[1],
        Const::Bits {
            width: 32,
            value: 0xffff_ffff
        }
    );
    assert_eq!(
        consts[2],
        Const::Bits {
            width: 128,
            value: 1 << 127
        }
    );
    let Init::Data { bytes, relocs } = &module.globals[sheaf_ir::GlobalId(1)].init else {
        panic!("no data")
    };
    assert_eq!((bytes.len(), bytes[16], bytes[17]), (24, 10, 255));
    assert_eq!(relocs[1].value, Const::Global(sheaf_ir::GlobalId(1), -8));
    let memory = &main.blocks[BlockId(3)];
    let Op::PtrAdd {
        scale,
        displacement,
        ..
    } = memory.insts[3].op
    else {
        panic!("no ptr_add")
    };
    assert_eq!((scale, displacement), (i64::MIN, i64::MIN));
    assert!(!module.funcs[FuncId(1)].user && module.funcs[FuncId(1)].variadic);
}

#[test]
fn printed_text_is_as_documented() {
    let text = "\
module ptr 8
file 0 \"a.c\"
entry @main
global @table: bytes 16 align 8 element 8 const = data x\"00000000000000000100000000000000\" { 0: @main }

func @main(%x: bits32, %p: ptr) -> bits32 !0:1:5 {
block0:
  %sum: bits32 = add.nsw %x, bits32 1 !0:2:7
  %3: bool = slt %sum, bits32 10
  br %3, block1(%sum), block2
block1(%4: bits32):
  check %3, assertion, \"x is small\"
  ret %4
block2:
  ret bits32 -1
}
";
    assert_eq!(print(&parse(text).expect("parses")), text);
}

#[test]
fn errors_have_a_place_and_an_expectation() {
    let cases = [
        ("", "1:1: expected `module`, found the end of the text"),
        (
            "module ptr x",
            "1:12: expected the size of a pointer (a number), found `x`",
        ),
        (
            "module ptr 8\nfoo",
            "2:1: expected `file`, `entry`, `bound`, `global` or `func`, found `foo`",
        ),
        ("module ptr 8\nfile 1 \"a\"", "2:6: expected file number 0"),
        (
            "module ptr 8 entry @f",
            "1:20: no function or global is named `@f`",
        ),
        (
            "module ptr 8 func @f() func @f()",
            "1:29: `@f` is defined twice",
        ),
        (
            "module ptr 8 func @f() { }",
            "1:26: expected the label of a block, found `}`",
        ),
        (
            "module ptr 8 func @f() { a: }",
            "1:29: expected an instruction or a terminator, found `}`",
        ),
        (
            "module ptr 8 func @f() { a: jump b }",
            "1:34: no block of the function has this label",
        ),
        (
            "module ptr 8 func @f() { a: ret %x }",
            "1:33: this local is not defined in the function",
        ),
        (
            "module ptr 8 func @f(%x: int, %x: int)",
            "1:31: this local is defined twice",
        ),
        (
            "module ptr 8 func @f() { a: ret a: ret }",
            "1:33: block `a` is defined twice",
        ),
        (
            "module ptr 8 func @f() { null: ret }",
            "1:26: `null` starts a constant and cannot be a label",
        ),
        (
            "module ptr 8 func @f() { a: %x: int = ret }",
            "1:39: a terminator defines no local",
        ),
        (
            "module ptr 8 func @f() { a: %x: int = nop }",
            "1:39: expected an instruction or a terminator, found `nop`",
        ),
        (
            "module ptr 8 func @f(%x: bits129)",
            "1:26: machine integers have 1 to 128 bits",
        ),
        (
            "module ptr 8 func @f() { a: ret bits8 256 }",
            "1:39: the value does not fit 8 bits",
        ),
        (
            "module ptr 8 func @f() { a: ret bits8 -129 }",
            "1:39: the value does not fit 8 bits",
        ),
        (
            "module ptr 8 func @f() { a: ret f16 0x10000 }",
            "1:37: the bit pattern does not fit 16 bits",
        ),
        (
            "module ptr 8 func @f() { a: ret !0:1:1 }",
            "1:34: no file has this number",
        ),
        (
            "module ptr 8 func @f() { a: check true, bad, \"\" ret }",
            "1:41: `bad` is not a kind of failure",
        ),
        (
            "module ptr 8 func @f() { a: ret (true false) }",
            "1:39: expected `,` or `)`, found `false`",
        ),
        (
            "module ptr 8 entry @g global @g: bytes 1 align 1 element 1 = zero",
            "1:20: expected a function, found a global",
        ),
    ];
    for (text, message) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_without_running_out_of_stack() {
    for (before, open) in [
        ("func @f(%x: ", "("),
        ("func @f() { a: ret ", "("),
        ("func @f() { a: ret uninitialized ", "("),
    ] {
        let text = format!("module ptr 8 {before}{}", open.repeat(1_000_000));
        let error = parse(&text).expect_err("too deep");
        assert_eq!(error.message, "tuples are nested too deep");
    }
    let nested = |depth: usize| {
        format!(
            "module ptr 8 func @f() {{ a: ret {}true{} }}",
            "(".repeat(depth),
            ")".repeat(depth)
        )
    };
    assert_eq!(check_round_trip(&nested(64)), Ok(true));
    assert_eq!(check_round_trip(&nested(65)), Ok(false));
}

#[test]
fn a_large_module_is_quick() {
    let mut text = "module ptr 8\nfunc @f(%x: bits32) -> bits32 {\nb0: jump b1(%x)\n".to_string();
    for block in 1..50_000 {
        text += &format!(
            "b{block}(%v{block}: bits32): %w{block}: bits32 = add %v{block}, bits32 {block}\n"
        );
        text += &format!("jump b{}(%w{block})\n", block + 1);
    }
    text += "b50000(%last: bits32): ret %last }\n";
    assert_eq!(check_round_trip(&text), Ok(true));
    assert_eq!(verify(&parse(&text).expect("parses")), Ok(()));
}

/// A small generator of numbers (xorshift), so that every run makes the same mutations.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// A place between characters.
fn cut(text: &str, numbers: &mut Numbers) -> usize {
    let mut at = numbers.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Bounds of a random word of a text.
fn word(text: &str, numbers: &mut Numbers) -> std::ops::Range<usize> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '%' | '@' | '_' | '.');
    let at = cut(text, numbers);
    let start = text[..at]
        .rfind(|c| !inside(c))
        .map_or(0, |before| before + 1);
    let start = (start..=at)
        .find(|start| text.is_char_boundary(*start))
        .unwrap_or(at);
    let end = text[at..]
        .find(|c| !inside(c))
        .map_or(text.len(), |length| at + length);
    start..end
}

fn mutate(text: &mut String, numbers: &mut Numbers) {
    const PIECES: &[&str] = &[
        "%",
        "@",
        "\"",
        "x\"",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "-",
        "+",
        "!",
        "...",
        "->",
        "0",
        "340282366920938463463374607431768211456",
        "bits0",
        "bits128",
        "uninitialized",
        "int",
        "f80",
        "0x",
        "\\",
        "\u{e4}",
        "//",
        "\n",
        ".1",
        "%1",
        "null",
        "ret",
        "func",
        "library",
        "global",
    ];
    match numbers.below(8) {
        0 => {
            let (a, b) = (cut(text, numbers), cut(text, numbers));
            let length = a.abs_diff(b).min(12);
            let start = a.min(b);
            let end = (start..=start + length)
                .rev()
                .find(|end| text.is_char_boundary(*end))
                .unwrap_or(start);
            text.replace_range(start..end, "");
        }
        1 => {
            let (from, to) = (word(text, numbers), word(text, numbers));
            let copied = text[from].to_string();
            text.replace_range(to, &copied);
        }
        2 => {
            let at = cut(text, numbers);
            text.insert_str(at, PIECES[numbers.below(PIECES.len())]);
        }
        3 => {
            let lines: Vec<&str> = text.split('\n').collect();
            let (line, at) = (
                lines[numbers.below(lines.len())].to_string(),
                numbers.below(lines.len()),
            );
            let mut lines: Vec<&str> = lines;
            lines.insert(at, &line);
            *text = lines.join("\n");
        }
        4 => {
            let range = word(text, numbers);
            text.replace_range(range, PIECES[numbers.below(PIECES.len())]);
        }
        _ => {
            // Replace a word by another one, which often parses.
            let to = word(text, numbers);
            let alike = |range: &std::ops::Range<usize>| {
                text[range.clone()].chars().next() == text[to.clone()].chars().next()
            };
            if let Some(from) = (0..100).map(|_| word(text, numbers)).find(alike) {
                let copied = text[from].to_string();
                text.replace_range(to, &copied);
            }
        }
    }
}

#[test]
fn mutated_text_round_trips_or_is_refused() {
    let mut numbers = Numbers(0x5eaf);
    let mut parsed = 0;
    for _ in 0..6000 {
        let mut text = EVERYTHING.to_string();
        for _ in 0..=numbers.below(2) {
            mutate(&mut text, &mut numbers);
        }
        match check_round_trip(&text) {
            Ok(accepted) => parsed += u32::from(accepted),
            Err(message) => panic!("{message}\nfrom\n{text}"),
        }
    }
    // Enough of both for a meaningful test.
    assert!((600..5400).contains(&parsed), "{parsed} of 6000 parsed");
}
