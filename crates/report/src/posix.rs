//! Test cases of KLEE's model of POSIX (`--posix-runtime`): arguments, standard input and files, as
//! inputs of an environment of Sheaf.
//!
//! KLEE creates all of these objects at the start, named `n_args`, `arg00`, `stdin`, `A_data` and
//! `A_data_stat` (`arg0`, `A-data`, `A-data-stat` in older versions), and `model_version` at last.
//! Sheaf's programs read them when they need them. So they are found by name.

use crate::ktest::{KTest, Object};
use sheaf_engine::outcome::{Input, InputValue, Inputs};
use sheaf_ir::Element;

/// The object that only this model makes.
const MODEL: &str = "model_version";

/// Options of KLEE's model on the program's command line, and the number of their values.
const OPTIONS: [(&str, usize); 9] = [
    ("sym-arg", 1),
    ("sym-args", 3),
    ("sym-files", 2),
    ("sym-stdin", 1),
    ("sym-stdout", 0),
    ("save-all-writes", 0),
    ("max-fail", 1),
    ("fd-fail", 0),
    ("bout-file", 1),
];

/// What a test case says about the environment.
pub(crate) struct Posix {
    /// The environment, as options of Sheaf.
    pub environment: Vec<String>,
    /// The inputs, by Sheaf's names.
    pub inputs: Inputs,
}

/// What an object is.
enum Role {
    Argument,
    Stdin,
    File(String),
    /// Nothing that a program reads in Sheaf.
    None,
    /// An input of the program's own.
    Own,
}

fn role(name: &str) -> Role {
    let number = name.strip_prefix("arg");
    let is_argument =
        number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()));
    let file = |ending: &str| {
        let name = name.strip_suffix(ending)?;
        let is_file = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_uppercase());
        is_file.then(|| name.to_string())
    };
    let is_stat = ["_stat", "-stat"].iter().any(|it| name.ends_with(it));
    match name {
        _ if is_argument => Role::Argument,
        "stdin" => Role::Stdin,
        MODEL | "n_args" | "stdout" => Role::None,
        _ if is_stat => Role::None,
        _ => file("_data")
            .or_else(|| file("-data"))
            .map_or(Role::Own, Role::File),
    }
}

impl Posix {
    /// That of a test case; `None` if KLEE's model was not in use.
    pub(crate) fn of(test: &KTest) -> Option<Posix> {
        test.objects.iter().find(|object| object.name == MODEL)?;
        let mut environment: Vec<String> = arguments(test)
            .map(|word| format!("--arg={word}"))
            .collect();
        let given = environment.len();
        let of_role = |object: &&Object| matches!(role(&object.name), Role::Argument);
        let symbolic: Vec<&Object> = test.objects.iter().filter(of_role).collect();
        // KLEE's objects have a zero behind each argument.
        let longest = symbolic.iter().map(|it| it.bytes.len()).max();
        let longest = longest.unwrap_or(0).saturating_sub(1);
        let mut inputs = Inputs::default();
        if !symbolic.is_empty() {
            environment.push(format!("--args={},{longest}", symbolic.len()));
            put(&mut inputs, "symbolic arguments", number(symbolic.len()));
        }
        for (position, object) in symbolic.iter().enumerate() {
            // The name of the program is argument 0.
            let name = format!("argument {}", 1 + given + position);
            put(&mut inputs, &name, bytes(&object.bytes));
        }
        for object in &test.objects {
            let name = match role(&object.name) {
                Role::Argument | Role::None => continue,
                Role::Own => {
                    put(&mut inputs, &object.name, bytes(&object.bytes));
                    continue;
                }
                Role::Stdin => {
                    environment.push(format!("--stdin={}", object.bytes.len()));
                    "stdin".to_string()
                }
                Role::File(name) => {
                    environment.push(format!("--file={name},{}", object.bytes.len()));
                    name
                }
            };
            put(&mut inputs, &name, bytes(&object.bytes));
            put(
                &mut inputs,
                &format!("size of {name}"),
                number(object.bytes.len()),
            );
        }
        Some(Posix {
            environment,
            inputs,
        })
    }
}

/// The arguments that are not symbolic.
fn arguments(test: &KTest) -> impl Iterator<Item = &String> {
    let mut words = test.args.iter().skip(1);
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            let option = word.trim_start_matches('-');
            let row = OPTIONS.iter().find(|(name, _)| *name == option);
            match row.filter(|_| word.starts_with('-')) {
                Some((_, values)) => words.by_ref().take(*values).for_each(drop),
                None => return Some(word),
            }
        }
    })
}

fn put(inputs: &mut Inputs, name: &str, value: InputValue) {
    let name = name.to_string();
    inputs.inputs.push(Input { name, value });
}

fn number(number: usize) -> InputValue {
    InputValue::Bits {
        width: 32,
        value: number as u128,
    }
}

fn bytes(bytes: &[u8]) -> InputValue {
    InputValue::Bytes {
        bytes: bytes.to_vec(),
        element: Element::BYTE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(objects: &[(&str, &[u8])]) -> KTest {
        let words = [
            "cat.bc",
            "-n",
            "--sym-args",
            "0",
            "2",
            "3",
            "--sym-files",
            "1",
            "4",
        ];
        let object = |(name, bytes): &(&str, &[u8])| Object {
            name: name.to_string(),
            bytes: bytes.to_vec(),
        };
        KTest {
            args: words.map(str::to_string).to_vec(),
            objects: objects.iter().map(object).collect(),
            ..KTest::default()
        }
    }

    #[test]
    fn arguments_and_files_are_found() {
        let test = test(&[
            ("n_args", &[1, 0, 0, 0]),
            ("arg00", b"-s\0\0"),
            ("A_data", b"abcd"),
            ("A_data_stat", &[0; 144]),
            ("stdin", b"xy"),
            ("stdin_stat", &[0; 144]),
            ("model_version", &[1, 0, 0, 0]),
            ("own", b"z"),
        ]);
        let posix = Posix::of(&test).unwrap();
        let words = ["--arg=-n", "--args=1,3", "--file=A,4", "--stdin=2"];
        assert_eq!(posix.environment, words);
        let inputs = posix.inputs.inputs;
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let expected = [
            "symbolic arguments",
            "argument 2",
            "A",
            "size of A",
            "stdin",
            "size of stdin",
            "own",
        ];
        assert_eq!(names, expected);
        assert_eq!(inputs[3].value, number(4));
    }

    #[test]
    fn other_test_cases_have_none() {
        assert!(Posix::of(&test(&[("stdin", b"xy")])).is_none());
    }
}
