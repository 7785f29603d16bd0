//! Loading: invalid files, symbols over several files, entries.

use sheaf_ir::verify::verify;
use sheaf_ir::{Callee, Func, Init, Module, Op, Terminator};
use sheaf_llvm::{LoadError, LoadOptions, Part, load, load_with_warnings};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// A folder with these files, and their paths.
fn files(contents: &[(&str, &[u8])]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let paths = contents.iter().map(|(name, content)| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("a file in it");
        path
    });
    let paths = paths.collect();
    (folder, paths)
}

fn sources(contents: &[(&str, &str)]) -> (TempDir, Vec<PathBuf>) {
    let contents: Vec<_> = contents
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    files(&contents)
}

fn load_sources(contents: &[(&str, &str)], options: &LoadOptions) -> Result<Module, LoadError> {
    let (_folder, paths) = sources(contents);
    let module = load(&paths, options)?;
    assert_eq!(verify(&module), Ok(()));
    Ok(module)
}

fn load_one(source: &str) -> Module {
    load_sources(&[("a.c", source)], &LoadOptions::default()).expect("the program loads")
}

/// The error message for files that do not load; it is one line.
fn complaint(contents: &[(&str, &[u8])], options: &LoadOptions) -> String {
    let (_folder, paths) = files(contents);
    let error = load(&paths, options).expect_err("the program does not load");
    assert!(!error.message.contains('\n'), "{error}");
    assert!(!error.place.is_empty());
    error.message
}

fn bitcode(source: &str) -> Vec<u8> {
    llvm(source, "-c")
}

/// Bitcode (`-c`) or text (`-S`) of a source.
fn llvm(source: &str, form: &str) -> Vec<u8> {
    let (_folder, paths) = sources(&[("a.c", source)]);
    let mut clang = Command::new("clang-19");
    clang
        .args([form, "-emit-llvm", "-g", "-O0", "-o", "-"])
        .arg(&paths[0]);
    clang.output().expect("clang-19 runs").stdout
}

fn func<'a>(module: &'a Module, name: &str) -> &'a Func {
    &module.funcs[module.func_named(name).expect("a function of this name")]
}

#[test]
fn files_that_are_no_programs() {
    let options = LoadOptions::default();
    let missing = load(&[PathBuf::from("no/such/file.c")], &options).expect_err("no file");
    assert_eq!(missing.to_string(), "no/such/file.c: no such file");
    let folder = tempfile::tempdir().expect("a folder");
    let error = load(&[folder.path().to_path_buf()], &options).expect_err("a folder");
    assert_eq!(error.message, "is a directory");
    assert_eq!(complaint(&[("a.c", b"")], &options), "the file is empty");
    assert_eq!(
        complaint(&[("a.bc", b" \n")], &options),
        "the file is empty"
    );
    assert_eq!(
        complaint(&[("a.bc", b"int main;")], &options),
        "not LLVM bitcode"
    );
    assert!(complaint(&[("a.txt", b"x")], &options).starts_with("not a C program"));
    assert!(
        complaint(&[("a.ll", b"define oops")], &options)
            .starts_with("not readable as text of LLVM 19: 1:8: ")
    );
    assert!(load(&[], &options).is_err());
}

#[test]
fn a_source_with_an_error_shows_the_compilers_message() {
    let error = load_sources(
        &[("a.c", "int main(void) { return x; }")],
        &LoadOptions::default(),
    );
    let message = error.expect_err("it does not compile").message;
    assert!(
        message.starts_with("clang could not compile it\n"),
        "{message}"
    );
    assert!(
        message.contains("use of undeclared identifier 'x'"),
        "{message}"
    );
}

#[test]
fn warnings_are_handed_on() {
    let (_folder, paths) = sources(&[("a.c", "int main(void) { return \"x\"; }")]);
    let mut warnings = Vec::new();
    let flags = vec!["-Wno-error=int-conversion".to_string()];
    let options = LoadOptions {
        flags,
        ..LoadOptions::default()
    };
    load_with_warnings(&paths, &mut options.clone(), &mut warnings).expect("the program loads");
    assert!(
        warnings
            .concat()
            .contains("incompatible pointer to integer conversion")
    );
}

#[test]
fn broken_bitcode_is_refused_wherever_it_is_cut() {
    let whole = bitcode("#include <stdio.h>\nint main(void) { return puts(\"x\"); }");
    assert!(whole.len() > 1000);
    let options = LoadOptions::default();
    for length in (4..whole.len() - 4).step_by(37) {
        let message = complaint(&[("a.bc", &whole[..length])], &options);
        assert!(
            message.starts_with("not readable as bitcode of LLVM 19: "),
            "{message}"
        );
    }
}

/// An address truncated to 32 bits is not a constant of the representation, so the start function
/// stores it.
#[test]
fn contents_that_no_constant_expresses_are_stored_at_the_start() {
    let text = "@low = constant i32 trunc (i64 ptrtoint (ptr @f to i64) to i32)\ndefine void @f() {\n  ret void\n}\ndefine i32 @main() {\n  %v = load i32, ptr @low\n  ret i32 %v\n}\n";
    let module = load_sources(&[("a.ll", text)], &LoadOptions::default()).expect("it loads");
    let low = module.globals.iter().find(|global| &*global.name == "low");
    assert!(!low.expect("the global").constant);
    let start = func(&module, "sheaf.start");
    let stores = start.blocks.iter().flat_map(|block| &block.insts);
    assert_eq!(
        stores
            .filter(|inst| matches!(inst.op, Op::Store { .. }))
            .count(),
        1
    );
}

/// A program with strings, members, switches, labels and tables of pointers.
const VARIED: &str = "#include <string.h>
    struct s { int a : 3; char *name; double d[2]; } table[] = {{1, \"a\", {1}}, {2, \"\", {2}}};
    static const char zeros[8];
    int klee_int(const char *);
    static int f(struct s x, int (*g)(const char *)) { return x.a / 3 + g(x.name); }
    int main(int argc, char **argv) {
      static void *labels[] = {&&one, &&two};
      goto *labels[argc & 1];
    one:
      switch (argc) { case 5: return f(table[1], klee_int); default: return zeros[argc]; }
    two:
      memcpy(&table[0], &table[1], sizeof table[0]);
      return klee_int(zeros) + (int)table[0].d[1] + (argv[0] == (char *)5);
    }";

/// Some of these changes make LLVM's own reader crash; the calling process must survive.
#[test]
fn changed_bitcode_is_refused_or_loaded() {
    let whole = bitcode(VARIED);
    let mut refused = 0;
    for position in (8..whole.len()).step_by(41) {
        let mut changed = whole.clone();
        changed[position] ^= 0x55;
        refused += usize::from(is_refused(&changed));
    }
    assert!(refused > 10, "{refused}");
}

/// Words of other lines, where LLVM may accept them: constants and types of other kinds.
#[test]
fn changed_text_is_refused_or_loaded() {
    let text = String::from_utf8(llvm(VARIED, "-S")).expect("text");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let words = [
        "zeroinitializer",
        "null",
        "undef",
        "poison",
        "i8",
        "i128",
        "ptr",
        "double",
        "{}",
        "0",
        "-1",
        "<4 x i32>",
        "[0 x i8]",
        "inttoptr (i64 5 to ptr)",
        "ptrtoint (ptr @main to i64)",
        "@zeros,",
    ];
    let (mut refused, mut tried) = (0, 0);
    for (number, line) in lines.iter().enumerate() {
        // Debug information makes the most of it.
        if line[0].starts_with('!') {
            continue;
        }
        for place in (0..line.len()).filter(|place| (number + place) % 7 == 0) {
            let mut changed = lines.clone();
            changed[number][place] = words[(number * 7 + place) % words.len()];
            let changed: Vec<String> = changed.iter().map(|line| line.join(" ")).collect();
            refused += usize::from(is_refused(changed.join("\n").as_bytes()));
            tried += 1;
        }
    }
    assert!(10 < refused && refused < tried, "{refused} of {tried}");
}

/// Whether a file of LLVM is refused, with a message of one line.
fn is_refused(content: &[u8]) -> bool {
    match sheaf_llvm::fuzz(content) {
        Ok(()) => false,
        Err(error) => {
            assert!(!error.message.contains('\n'), "{error}");
            true
        }
    }
}

#[test]
fn a_module_that_llvm_finds_invalid_is_refused() {
    let text = "define i32 @main() {\n  br label %next\nnext:\n  %a = add i32 %b, 1\n  %b = add i32 1, 1\n  ret i32 %a\n}\n";
    let message = complaint(&[("a.ll", text.as_bytes())], &LoadOptions::default());
    assert_eq!(
        message,
        "not readable as text of LLVM 19: Instruction does not dominate all uses!"
    );
}

#[test]
fn other_machines_are_refused() {
    let text = "target datalayout = \"e-m:e-p:32:32\"\ndefine i32 @main() {\n  ret i32 0\n}\n";
    let message = complaint(&[("a.ll", text.as_bytes())], &LoadOptions::default());
    assert!(message.contains("another kind of machine"), "{message}");
    let layout = "target datalayout = \"e-m:e-p:32:32\"\ntarget triple = \"i686-pc-linux-gnu\"\n";
    let narrow = format!("{layout}define i32 @f() {{\n  ret i32 0\n}}\n");
    let files: [(&str, &[u8]); 2] = [
        ("a.c", b"int main(void) { return 0; }"),
        ("b.ll", narrow.as_bytes()),
    ];
    let message = complaint(&files, &LoadOptions::default());
    assert!(message.contains("its pointer size differs"), "{message}");
}

#[test]
fn entries_that_are_missing() {
    let source = b"int parse(int x) { return x; }";
    let message = complaint(&[("a.c", source)], &LoadOptions::default());
    assert_eq!(
        message,
        "it has no `main`; name the function to start at with --entry"
    );
    let entry = |name: &str| LoadOptions {
        entry: Some(name.into()),
        ..LoadOptions::default()
    };
    let message = complaint(&[("a.c", source)], &entry("prase"));
    assert_eq!(message, "it has no function `prase`; did you mean `parse`?");
    // The pointee type is unknown.
    let text = b"define i32 @parse(ptr %text) {\n  ret i32 0\n}\n";
    let message = complaint(&[("a.ll", text)], &entry("parse"));
    assert!(
        message.starts_with("parameter `argument1` of `parse` is neither a number"),
        "{message}"
    );
}

#[test]
fn an_entry_takes_its_parameters_as_inputs() {
    let source = "static int keep(int *p) { return *p; }\nlong f(int first, unsigned char second, double third) { return keep(&first) + second + (long)third; }";
    let options = LoadOptions {
        entry: Some("f".into()),
        ..LoadOptions::default()
    };
    let module = load_sources(&[("a.c", source)], &options).expect("the program loads");
    let start = &module.funcs[module.entry.expect("an entry")];
    assert_eq!(&*start.name, "sheaf.start");
    let inputs = start
        .blocks
        .iter()
        .flat_map(|block| &block.insts)
        .filter_map(|inst| match (&inst.op, inst.result) {
            (Op::Input(name), Some(local)) => Some(format!(
                "{}: {}",
                module.names[*name], start.locals[local].ty
            )),
            _ => None,
        });
    assert_eq!(
        inputs.collect::<Vec<_>>(),
        ["first: bits32", "second: bits8", "third: f64"]
    );
}

#[test]
fn two_strong_definitions_clash() {
    let error = load_sources(
        &[
            (
                "a.c",
                "int f(void) { return 1; }\nint main(void) { return f(); }",
            ),
            ("b.c", "int f(void) { return 2; }"),
        ],
        &LoadOptions::default(),
    );
    let error = error.expect_err("two definitions");
    assert!(error.place.ends_with("b.c"));
    assert!(error.message.starts_with("`f` is defined in ") && error.message.ends_with("a.c too"));
}

#[test]
fn symbols_of_several_files() {
    let a = "static int own(void) { return 1; }\n__attribute__((weak)) int chosen(void) { return 10; }\nint shared;\nint other(void);\nint main(void) { return own() + chosen() + other() + shared; }";
    let b = "static int own(void) { return 2; }\nint chosen(void) { return 20; }\nint shared = 5;\nint other(void) { return own(); }";
    let flags = vec!["-fcommon".to_string()];
    let options = LoadOptions {
        flags,
        ..LoadOptions::default()
    };
    let module = load_sources(&[("a.c", a), ("b.c", b)], &options).expect("the program loads");
    let names: Vec<&str> = module.funcs.iter().map(|func| &*func.name).collect();
    assert_eq!(
        names,
        ["main", "own", "chosen", "other", "own.1", "sheaf.start"]
    );
    let returned = |name: &str| match &func(&module, name).blocks.as_slice()[0].terminator {
        Terminator::Return(Some(value)) => match value {
            sheaf_ir::Operand::Const(id) => format!("{:?}", func(&module, name).consts[*id]),
            value => format!("{value:?}"),
        },
        other => format!("{other:?}"),
    };
    assert_eq!(returned("own"), "Bits { width: 32, value: 1 }");
    assert_eq!(returned("own.1"), "Bits { width: 32, value: 2 }");
    assert_eq!(returned("chosen"), "Bits { width: 32, value: 20 }");
    let shared = module
        .globals
        .iter()
        .find(|global| &*global.name == "shared");
    let Init::Data { bytes, .. } = &shared.expect("the variable").init else {
        panic!("the variable has data");
    };
    assert_eq!(bytes[..], [5, 0, 0, 0]);
}

#[test]
fn names_resolve_to_the_program_then_the_host_then_the_models() {
    let models = bitcode(
        "int hosted(void) { return 1; }\nint modelled(void) { return 2; }\nint mine(void) { return 3; }\nint unused(void) { return 4; }",
    );
    let source = "int hosted(void), modelled(void), unknown(void);\nint mine(void) { return 0; }\nint main(void) { return hosted() + modelled() + mine() + unknown(); }";
    let options = LoadOptions {
        intrinsics: &["hosted", "mine"],
        runtime: &[Part {
            bitcode: models.leak(),
            bitcode_x86: None,
            symbols: &["hosted", "modelled", "mine", "unused"],
        }],
        ..LoadOptions::default()
    };
    let module = load_sources(&[("a.c", source)], &options).expect("the program loads");
    let listed = module
        .funcs
        .iter()
        .map(|func| (&*func.name, func.user, func.is_declaration()));
    assert_eq!(
        listed.collect::<Vec<_>>(),
        [
            ("main", true, false),
            ("modelled", false, false),
            ("mine", true, false),
            ("unknown", false, true),
            ("sheaf.start", false, false),
        ]
    );
    let calls_host = func(&module, "main").blocks.iter().flat_map(|block| &block.insts).any(|inst| {
        matches!(&inst.op, Op::Call(call) if matches!(call.callee, Callee::Intrinsic(name) if &*module.names[name] == "hosted"))
    });
    assert!(calls_host);
}

#[test]
fn the_address_of_an_intrinsic_is_a_function_that_calls_it() {
    let source = "void hosted(int);\nvoid (*f)(int) = hosted;\nint main(void) { f(3); return 0; }";
    let options = LoadOptions {
        intrinsics: &["hosted"],
        ..LoadOptions::default()
    };
    let module = load_sources(&[("a.c", source)], &options).expect("the program loads");
    let wrapper = func(&module, "hosted");
    assert!(!wrapper.is_declaration() && !wrapper.user);
}

#[test]
fn what_cannot_be_expressed_is_a_call_by_its_name() {
    let module = load_one(
        "int main(void) { __asm__ volatile(\"hlt\"); unsigned _BitInt(200) wide = 1; return (int)(double)wide; }",
    );
    let names: Vec<&str> = module.funcs.iter().map(|func| &*func.name).collect();
    assert!(names.contains(&"inline assembly `hlt`"), "{names:?}");
    assert!(
        names
            .iter()
            .any(|name| name.starts_with("LLVM instruction `")),
        "{names:?}"
    );
}

#[test]
fn reads_of_variables_that_were_never_written_stay_visible() {
    let module =
        load_one("int main(int argc, char **argv) { int x; if (argc > 1) x = 1; return x; }");
    let main = func(&module, "main");
    assert_eq!(main.blocks.len(), 3);
    let text = sheaf_ir::text::print_func(&module, main);
    assert!(text.contains("uninitialized bits32"), "{text}");
}

#[test]
fn places_and_names_come_from_the_source() {
    let (folder, paths) = sources(&[(
        "a.c",
        "int f(int width) {\n  return width / 2;\n}\nint main(void) { return f(4); }\n",
    )]);
    let module = load(&paths, &LoadOptions::default()).expect("the program loads");
    let f = func(&module, "f");
    let place = |line, column| format!("{}:{line}:{column}", folder.path().join("a.c").display());
    let line = format!("{}:1", folder.path().join("a.c").display());
    assert_eq!(module.describe(f.loc), line);
    let inst = &f.blocks.as_slice()[0].insts[0];
    assert_eq!(module.describe(inst.loc), place(2, 16));
    assert_eq!(f.locals[f.params[0]].name.as_deref(), Some("width"));
}

#[test]
fn the_header_for_harnesses_is_found() {
    load_one(
        "#include <klee/klee.h>\nint main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); return 0; }",
    );
}
