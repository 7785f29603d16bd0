//! Test cases as files: the inputs of one run, the program they are for, and how the run ends.
//!
//! Sheaf's own format is JSON (`docs/test-case.md` describes it); KLEE's is in [`crate::ktest`].
//! [`read`] tells them apart by content.

use crate::json::end_name;
use crate::ktest::{KTest, KTestError};
use crate::posix::Posix;
use crate::value;
use serde::{Deserialize, Serialize};
use sheaf_engine::outcome::{End, Failure, Indeterminate, Input, Inputs, Uninitialized};
use sheaf_ir::{FailureKind, Module};
use std::fmt;
use std::path::{Path, PathBuf};

/// Version of the JSON format.
pub const SCHEMA: u32 = 1;

/// A program as a test case refers to it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ProgramRef {
    /// Its files as the user named them.
    pub files: Vec<String>,
    /// The directory that relative names are resolved against.
    pub directory: String,
    /// The output folder of the case, relative to that directory: both may have been moved
    /// together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The entry function, if it is not `main`.
    pub entry: Option<String>,
    /// The types of its parameters, where they are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub types: Option<String>,
    /// The maximum length of string inputs that name none, for JavaScript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub string_size: Option<u32>,
    /// The bounds of pointers that the entry takes, if it takes any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointers: Option<PointersRef>,
    /// Further restrictions of these pointers, as command-line options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<String>,
    /// Further flags for the compiler.
    pub flags: Vec<String>,
    /// The environment of the program, as command-line options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<String>,
    /// The compilation database with the compile commands of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

/// Bounds of the objects behind pointers that are inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PointersRef {
    /// The maximum length of an array of numbers that a pointer points to.
    pub elements: u64,
    /// Whether each array has exactly this length.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exactly: bool,
    /// Pointers on the path to the last object.
    pub depth: u32,
}

impl ProgramRef {
    /// The directory that relative names are resolved against now, for a case in this file.
    ///
    /// # Errors
    /// The name of a file of the program that does not exist in any candidate directory.
    pub fn find(&self, case: &Path) -> Result<PathBuf, &str> {
        let names: Vec<&String> = self.files.iter().chain(&self.build).collect();
        let holds = |directory: &PathBuf| {
            directory.is_dir() && names.iter().all(|name| directory.join(name).exists())
        };
        let found = self.directories(case).into_iter().find(holds);
        found.ok_or_else(|| names.first().map_or("", |name| name))
    }

    /// Candidates, in this order: the directory at the recorded position relative to the case, the
    /// recorded directory, the current one, and those that contain the case.
    fn directories(&self, case: &Path) -> Vec<PathBuf> {
        let case = case.canonicalize().unwrap_or_else(|_| case.to_path_buf());
        let above = || case.ancestors().skip(1);
        let mut all = Vec::new();
        if let Some(folder) = &self.folder {
            let depth = Path::new(folder).components().count();
            let moved = above().find(|ancestor| ancestor.ends_with(folder));
            all.extend(moved.and_then(|ancestor| ancestor.ancestors().nth(depth)));
        }
        if !self.directory.is_empty() {
            all.push(Path::new(&self.directory));
        }
        let mut all: Vec<PathBuf> = all.into_iter().map(Path::to_path_buf).collect();
        all.extend(std::env::current_dir());
        all.extend(above().map(Path::to_path_buf));
        all
    }
}

/// Settings that a run depends on besides its inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The kinds of failure that count.
    pub failures: Vec<FailureKind>,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Whether uninitialized memory is an input.
    pub uninitialized_inputs: bool,
    /// The name of the property that was checked.
    pub property: Option<String>,
    /// The label that must not be reached.
    pub target_label: Option<String>,
    /// The line or function to be reached.
    pub target: Option<String>,
}

/// How a run is expected to end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// `exit`, `failed`, `dropped`, `unmodelled` or `limit`.
    pub end: String,
    /// The exit status, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<i64>,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The place of the failure, `file:line:column`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The class and the message of an uncaught exception: `RangeError: too long`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown: Option<String>,
    /// The condition that an assertion states: several may be in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
}

/// [`Expected::end`] of a run that reads more inputs than there are: of a path that had not ended.
pub const OUT_OF_INPUTS: &str = "out-of-inputs";

impl Expected {
    /// The kind of failure, if it is one.
    pub fn failure(&self) -> Option<FailureKind> {
        self.kind.as_deref().and_then(FailureKind::from_name)
    }

    /// The expectation for a run that ended like this.
    pub fn of(module: &Module, end: &End) -> Expected {
        let mut expected = Expected {
            end: end_name(end).to_string(),
            status: None,
            kind: None,
            place: None,
            thrown: None,
            condition: None,
        };
        match end {
            End::Exit(status) => expected.status = *status,
            End::Failed(failure) => {
                expected.kind = Some(failure.kind.name().to_string());
                expected.place = failure.loc.map(|loc| module.describe(Some(loc)));
                expected.thrown = failure.thrown().map(str::to_string);
                expected.condition = asserted(failure).map(str::to_string);
            }
            _ => {}
        }
        expected
    }

    /// Whether a run that ended like `actual` ended as expected. An exit status that is not
    /// recorded may be any: on a path, it may depend on the inputs. The message of an exception is
    /// not compared.
    pub fn is_met_by(&self, actual: &Expected) -> bool {
        let status = self.status.is_none() || self.status == actual.status;
        status && (&self.end, &self.kind, &self.place) == (&actual.end, &actual.kind, &actual.place)
    }
}

/// The condition that does not hold, if this is an assertion that states one.
fn asserted(failure: &Failure) -> Option<&str> {
    let stated = failure.message.strip_prefix("assertion `")?;
    let is_one = failure.kind == FailureKind::Assertion;
    stated.strip_suffix("` fails").filter(|_| is_one)
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.kind, &self.place, self.status) {
            (Some(kind), Some(place), _) => write!(f, "{kind} at {place}"),
            (Some(kind), None, _) => write!(f, "{kind}"),
            (None, _, Some(status)) => write!(f, "{} {status}", self.end),
            (None, _, None) => write!(f, "{}", self.end),
        }
    }
}

/// A test case.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Case {
    /// The program; without files if it is not recorded.
    pub program: ProgramRef,
    /// Settings, if recorded.
    pub settings: Option<Settings>,
    /// Values in the order in which the program reads them.
    pub inputs: Inputs,
    /// Whether they are found by their names, and not by the order in which they are read.
    pub by_name: bool,
    /// The expected end, if recorded.
    pub expected: Option<Expected>,
}

/// The JSON form; the order of fields is the order in the file.
#[derive(Serialize, Deserialize)]
struct CaseFile {
    schema: u32,
    program: ProgramRef,
    failures: Vec<String>,
    malloc_may_fail: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    property: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target_label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    inputs: Vec<InputFile>,
    #[serde(default)]
    indeterminate: Vec<IndeterminateFile>,
    /// Present where uninitialized memory is an input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uninitialized: Option<Vec<UninitializedFile>>,
    #[serde(default)]
    expected: Option<Expected>,
}

/// A value of uninitialized memory. Without an object it was read from no memory.
#[derive(Serialize, Deserialize)]
struct IndeterminateFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    object: Option<u32>,
    #[serde(default)]
    offset: u64,
    bytes: u32,
    /// In decimal.
    value: String,
}

#[derive(Serialize, Deserialize)]
struct UninitializedFile {
    number: u64,
    #[serde(flatten)]
    input: InputFile,
}

#[derive(Serialize, Deserialize)]
struct InputFile {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    value: String,
}

/// The reason why a file is not a test case.
#[derive(Debug)]
pub enum CaseError {
    /// It cannot be read.
    Io(std::io::Error),
    /// It is empty.
    Empty,
    /// It is a malformed file of KLEE's format.
    KTest(KTestError),
    /// It is neither KLEE's format nor a JSON test case; the string says what is wrong.
    Malformed(String),
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseError::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
                write!(f, "no such file")
            }
            CaseError::Io(error) if error.kind() == std::io::ErrorKind::IsADirectory => {
                write!(f, "is a directory; name the test cases in it")
            }
            CaseError::Io(error) => write!(f, "cannot read the test case: {error}"),
            CaseError::KTest(error) => write!(f, "{error}"),
            CaseError::Empty => write!(f, "not a test case: the file is empty"),
            CaseError::Malformed(message) => write!(f, "not a test case: {message}"),
        }
    }
}

impl std::error::Error for CaseError {}

/// Reads a test case in either format.
///
/// # Errors
/// When the file cannot be read or its content is not a test case.
pub fn read(path: &Path) -> Result<Case, CaseError> {
    let content = std::fs::read(path).map_err(CaseError::Io)?;
    if content.iter().all(u8::is_ascii_whitespace) {
        return Err(CaseError::Empty);
    }
    let is_ktest =
        content.starts_with(b"KTEST") || path.extension().is_some_and(|it| it == "ktest");
    if is_ktest {
        from_ktest(&content)
    } else {
        from_json(&content)
    }
}

fn from_ktest(content: &[u8]) -> Result<Case, CaseError> {
    let test = KTest::parse(content).map_err(CaseError::KTest)?;
    let files = test.args.iter().take(1).cloned().collect();
    let posix = Posix::of(&test);
    let by_name = posix.is_some();
    let posix = posix.unwrap_or_else(|| Posix {
        environment: test.environment(),
        inputs: test.inputs(),
    });
    let program = ProgramRef {
        files,
        environment: posix.environment,
        ..ProgramRef::default()
    };
    Ok(Case {
        program,
        settings: None,
        inputs: posix.inputs,
        by_name,
        expected: None,
    })
}

/// Reads the JSON form.
///
/// # Errors
/// When the text is not a JSON test case of a supported version.
pub fn from_json(content: &[u8]) -> Result<Case, CaseError> {
    let malformed = |message: String| CaseError::Malformed(message);
    let file: CaseFile =
        serde_json::from_slice(content).map_err(|error| malformed(error.to_string()))?;
    if file.schema != SCHEMA {
        return Err(malformed(format!(
            "unknown version {}; only {SCHEMA} is supported",
            file.schema
        )));
    }
    let kind = |name: &String| {
        FailureKind::from_name(name)
            .ok_or_else(|| malformed(format!("`{name}` is not a kind of failure")))
    };
    let input = |input: InputFile| match value::decode(&input.ty, &input.value) {
        Ok(value) => Ok(Input {
            name: input.name,
            value,
        }),
        Err(message) => Err(malformed(format!("input `{}`: {message}", input.name))),
    };
    let indeterminate = |read: IndeterminateFile| {
        let IndeterminateFile { bytes, value, .. } = read;
        let place = read.object.map(|object| (object, read.offset));
        value
            .parse()
            .map(|value| Indeterminate {
                place,
                bytes,
                value,
            })
            .map_err(|_| malformed(format!("`{value}` is not a 128-bit number")))
    };
    let uninitialized_inputs = file.uninitialized.is_some();
    let objects = file.uninitialized.unwrap_or_default().into_iter();
    let objects = objects.map(|it| {
        let number = it.number;
        input(it.input).map(|input| Uninitialized { number, input })
    });
    let uninitialized = objects.collect::<Result<_, _>>()?;
    let failures = file.failures.iter().map(kind).collect::<Result<_, _>>()?;
    Ok(Case {
        program: file.program,
        settings: Some(Settings {
            failures,
            malloc_may_fail: file.malloc_may_fail,
            uninitialized_inputs,
            property: file.property,
            target_label: file.target_label,
            target: file.target,
        }),
        inputs: Inputs {
            inputs: file
                .inputs
                .into_iter()
                .map(input)
                .collect::<Result<_, _>>()?,
            indeterminate: file
                .indeterminate
                .into_iter()
                .map(indeterminate)
                .collect::<Result<_, _>>()?,
            uninitialized,
        },
        by_name: false,
        expected: file.expected,
    })
}

impl Case {
    /// The JSON form.
    pub fn to_json(&self) -> String {
        let input = |input: &Input| InputFile {
            name: input.name.clone(),
            ty: value::type_name(&input.value),
            value: value::encode(&input.value),
        };
        let object = |it: &Uninitialized| UninitializedFile {
            number: it.number,
            input: input(&it.input),
        };
        let indeterminate = |it: &Indeterminate| IndeterminateFile {
            object: it.place.map(|(object, _)| object),
            offset: it.place.map_or(0, |(_, offset)| offset),
            bytes: it.bytes,
            value: it.value.to_string(),
        };
        let failures = self
            .settings
            .as_ref()
            .map(|it| &it.failures[..])
            .unwrap_or(FailureKind::ALL);
        let file = CaseFile {
            schema: SCHEMA,
            program: self.program.clone(),
            failures: failures
                .iter()
                .map(|kind| kind.name().to_string())
                .collect(),
            malloc_may_fail: self.settings.as_ref().is_some_and(|it| it.malloc_may_fail),
            property: self.settings.as_ref().and_then(|it| it.property.clone()),
            target_label: self
                .settings
                .as_ref()
                .and_then(|it| it.target_label.clone()),
            target: self.settings.as_ref().and_then(|it| it.target.clone()),
            inputs: self.inputs.inputs.iter().map(input).collect(),
            indeterminate: self
                .inputs
                .indeterminate
                .iter()
                .map(indeterminate)
                .collect(),
            uninitialized: self
                .settings
                .as_ref()
                .is_some_and(|it| it.uninitialized_inputs)
                .then(|| self.inputs.uninitialized.iter().map(object).collect()),
            expected: self.expected.clone(),
        };
        serde_json::to_string_pretty(&file).expect("a test case has string keys") + "\n"
    }

    /// KLEE's format.
    pub fn to_ktest(&self) -> Vec<u8> {
        let program = self.program.files.first().map_or("", String::as_str);
        KTest::from_inputs(program, &self.program.environment, &self.inputs).write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_engine::outcome::InputValue;
    use sheaf_ir::Element;

    fn sample() -> Case {
        let bytes = InputValue::Bytes {
            bytes: b"ab\0".to_vec(),
            element: Element::BYTE,
        };
        Case {
            program: ProgramRef {
                files: vec!["a.c".into()],
                directory: "/somewhere".into(),
                folder: Some("out/run-1".into()),
                entry: Some("parse".into()),
                types: None,
                string_size: None,
                pointers: Some(PointersRef {
                    elements: 4,
                    exactly: true,
                    depth: 2,
                }),
                shapes: vec!["--non-null=p".into()],
                flags: vec!["-DN=3".into()],
                environment: vec!["--stdin=4".into()],
                build: Some("compile_commands.json".into()),
            },
            settings: Some(Settings {
                failures: vec![FailureKind::Assertion, FailureKind::Leak],
                malloc_may_fail: true,
                uninitialized_inputs: true,
                property: Some("unreach-call".into()),
                target_label: Some("ERROR".into()),
                target: Some("a.c:7".into()),
            }),
            inputs: Inputs {
                inputs: vec![
                    Input {
                        name: "text".into(),
                        value: bytes,
                    },
                    Input {
                        name: "n".into(),
                        value: InputValue::Bits {
                            width: 32,
                            value: 7,
                        },
                    },
                ],
                indeterminate: vec![
                    Indeterminate {
                        place: Some((4, 16)),
                        bytes: 1,
                        value: 255,
                    },
                    Indeterminate {
                        place: None,
                        bytes: 16,
                        value: u128::MAX,
                    },
                ],
                uninitialized: vec![Uninitialized {
                    number: 3,
                    input: Input {
                        name: "row".into(),
                        value: InputValue::Bytes {
                            bytes: vec![5, 0, 6, 0],
                            element: Element::Integer(2),
                        },
                    },
                }],
            },
            by_name: false,
            expected: Some(Expected {
                end: "failed".into(),
                status: None,
                kind: Some("assertion".into()),
                place: Some("a.c:3:1".into()),
                thrown: None,
                condition: None,
            }),
        }
    }

    #[test]
    fn json_survives_the_round_trip() {
        assert_eq!(from_json(sample().to_json().as_bytes()).unwrap(), sample());
    }

    #[test]
    fn ktest_keeps_names_bytes_and_the_program() {
        let case = from_ktest(&sample().to_ktest()).unwrap();
        assert_eq!(case.program.files, ["a.c"]);
        assert_eq!(case.settings, None);
        let seven = InputValue::Bytes {
            bytes: vec![7, 0, 0, 0],
            element: Element::BYTE,
        };
        assert_eq!(
            case.inputs.inputs[1],
            Input {
                name: "n".into(),
                value: seven
            }
        );
    }

    #[test]
    fn defects_are_named() {
        let message = |text: &str| from_json(text.as_bytes()).unwrap_err().to_string();
        assert!(message("").contains("EOF"), "{}", message(""));
        assert!(message("[]").starts_with("not a test case"));
        let json = sample().to_json();
        assert!(message(&json.replace("\"schema\": 1", "\"schema\": 9")).contains("version 9"));
        assert!(message(&json.replace("616200", "6162zz")).contains("input `text`"));
        assert!(message(&json.replace("\"leak\"", "\"lack\"")).contains("`lack` is not a kind"));
    }

    #[test]
    fn a_program_is_found_from_its_case() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let (moved, recorded) = (root.join("moved"), root.join("recorded"));
        let run = moved.join("out/run-1/finding-1");
        std::fs::create_dir_all(&run).unwrap();
        std::fs::create_dir(&recorded).unwrap();
        let mut program = ProgramRef {
            files: vec!["p.c".into()],
            directory: recorded.to_string_lossy().into_owned(),
            folder: Some("out/run-1".into()),
            ..ProgramRef::default()
        };
        let case = run.join("case.json");
        std::fs::write(&case, "").unwrap();
        assert_eq!(program.find(&case), Err("p.c"));
        std::fs::write(recorded.join("p.c"), "").unwrap();
        assert_eq!(program.find(&case).as_ref(), Ok(&recorded));
        std::fs::write(moved.join("p.c"), "").unwrap();
        assert_eq!(program.find(&case).as_ref(), Ok(&moved));
        program.folder = None;
        assert_eq!(program.find(&case).as_ref(), Ok(&recorded));
        program.directory = String::new();
        assert_eq!(program.find(&case).as_ref(), Ok(&moved));
    }

    #[test]
    fn an_unknown_exit_status_may_be_any() {
        let exit = |status| Expected {
            end: "exit".into(),
            status,
            kind: None,
            place: None,
            thrown: None,
            condition: None,
        };
        assert!(exit(None).is_met_by(&exit(Some(3))));
        assert!(!exit(Some(0)).is_met_by(&exit(Some(3))));
        assert!(!exit(None).is_met_by(&sample().expected.unwrap()));
    }

    #[test]
    fn a_directory_is_not_a_test_case() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(read(folder.path()), Err(CaseError::Io(_))));
    }
}
