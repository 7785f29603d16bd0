//! KLEE's test-case format, `.ktest`: the program's arguments and, for each input, its name and
//! bytes.
//!
//! All numbers are 32 bits, big-endian; strings and objects are a length and that many bytes.
//! Versions 1 to 3 are read (version 2 added the two numbers on symbolic arguments), version 3 is
//! written.

use sheaf_engine::outcome::{Input, InputValue, Inputs, Uninitialized};
use sheaf_ir::Element;
use std::fmt;

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;

/// The word of the command line behind which the environment is, as options of Sheaf.
const ENVIRONMENT: &str = "--sheaf";

/// The text between the name of an uninitialized object and its number.
const UNINITIALIZED: &str = ", uninitialized object ";

/// An input of a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// What `klee_make_symbolic` called it.
    pub name: String,
    /// Its bytes in memory order.
    pub bytes: Vec<u8>,
}

/// The content of a `.ktest` file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KTest {
    /// The command line of the program, its own name first.
    pub args: Vec<String>,
    /// Number of symbolic arguments, as KLEE's `--sym-args` counts them.
    pub symbolic_args: u32,
    /// Longest of them, in bytes.
    pub symbolic_arg_bytes: u32,
    /// The inputs in the order in which the program reads them.
    pub objects: Vec<Object>,
}

/// The reason why bytes are not a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KTestError {
    /// The magic number is missing.
    NotKTest,
    /// An unknown version.
    Version(u32),
    /// The file ends within the number or string at this offset.
    Truncated {
        /// The offset in bytes.
        offset: usize,
    },
    /// There are bytes after the last object.
    Trailing {
        /// Their number.
        bytes: usize,
    },
}

impl fmt::Display for KTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KTestError::NotKTest => write!(f, "not a .ktest file: it does not start with `KTEST`"),
            KTestError::Version(version) => {
                write!(
                    f,
                    "unknown version {version} of the .ktest format; versions 1 to {VERSION} are supported"
                )
            }
            KTestError::Truncated { offset } => {
                write!(f, "the .ktest file ends within the item at byte {offset}")
            }
            KTestError::Trailing { bytes } => {
                write!(f, "the .ktest file has {bytes} bytes after its last object")
            }
        }
    }
}

impl std::error::Error for KTestError {}

impl KTest {
    /// Reads a file's content. Never allocates more than a small multiple of the content's size.
    pub fn parse(content: &[u8]) -> Result<KTest, KTestError> {
        let mut reader = Reader { content, offset: 0 };
        if !content.starts_with(MAGIC) {
            return Err(KTestError::NotKTest);
        }
        reader.offset = MAGIC.len();
        let version = reader.number()?;
        if !(1..=VERSION).contains(&version) {
            return Err(KTestError::Version(version));
        }
        let mut test = KTest::default();
        for _ in 0..reader.number()? {
            test.args.push(reader.string()?);
        }
        if version >= 2 {
            test.symbolic_args = reader.number()?;
            test.symbolic_arg_bytes = reader.number()?;
        }
        for _ in 0..reader.number()? {
            let name = reader.string()?;
            let bytes = reader.bytes()?.to_vec();
            test.objects.push(Object { name, bytes });
        }
        match content.len() - reader.offset {
            0 => Ok(test),
            bytes => Err(KTestError::Trailing { bytes }),
        }
    }

    /// The content of a file. Lengths above 2^32 - 1, which no object of a test case has, are
    /// truncated.
    pub fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put_number(&mut out, VERSION);
        put_number(&mut out, self.args.len() as u32);
        for arg in &self.args {
            put_bytes(&mut out, arg.as_bytes());
        }
        put_number(&mut out, self.symbolic_args);
        put_number(&mut out, self.symbolic_arg_bytes);
        put_number(&mut out, self.objects.len() as u32);
        for object in &self.objects {
            put_bytes(&mut out, object.name.as_bytes());
            put_bytes(&mut out, &object.bytes);
        }
        out
    }

    /// A test case for a program in an environment, whose options are words of the command line, as
    /// those of KLEE's model are. Scalars become little-endian bytes, as KLEE's `klee_int` writes them;
    /// unbounded integers, which no C program has, become their two's complement. The content of
    /// uninitialized objects follows, marked by names.
    pub fn from_inputs(program: &str, environment: &[String], inputs: &Inputs) -> KTest {
        let object = |input: &Input| Object {
            name: input.name.clone(),
            bytes: to_bytes(&input.value),
        };
        let found = inputs.uninitialized.iter().map(|it| Object {
            name: format!("{}{UNINITIALIZED}{}", it.input.name, it.number),
            bytes: to_bytes(&it.input.value),
        });
        let mut args = vec![program.to_string()];
        if !environment.is_empty() {
            args.push(ENVIRONMENT.to_string());
            args.extend_from_slice(environment);
        }
        KTest {
            args,
            objects: inputs.inputs.iter().map(object).chain(found).collect(),
            ..KTest::default()
        }
    }

    /// The environment, as options of Sheaf: those that are recorded, or the program's arguments.
    pub fn environment(&self) -> Vec<String> {
        match self.args.get(1..).unwrap_or_default() {
            [first, options @ ..] if first == ENVIRONMENT => options.to_vec(),
            arguments => arguments
                .iter()
                .map(|word| format!("--arg={word}"))
                .collect(),
        }
    }

    /// The inputs as bytes, without `model_version`, which KLEE adds for its file-system model.
    pub fn inputs(&self) -> Inputs {
        let objects = self
            .objects
            .iter()
            .filter(|object| object.name != "model_version");
        let mut inputs = Inputs::default();
        for object in objects {
            let value = InputValue::Bytes {
                bytes: object.bytes.clone(),
                element: Element::BYTE,
            };
            let found = object.name.rsplit_once(UNINITIALIZED);
            let found = found.and_then(|(name, number)| Some((name, number.parse().ok()?)));
            let name = found
                .map_or(object.name.as_str(), |(name, _)| name)
                .to_string();
            let input = Input { name, value };
            match found {
                Some((_, number)) => inputs.uninitialized.push(Uninitialized { number, input }),
                None => inputs.inputs.push(input),
            }
        }
        inputs
    }
}

/// The bytes of a value in memory, little-endian.
pub fn to_bytes(value: &InputValue) -> Vec<u8> {
    let low_bytes = |value: u128, width: u32| {
        value.to_le_bytes()[..width.div_ceil(8).min(16) as usize].to_vec()
    };
    match value {
        InputValue::Bytes { bytes, .. } => bytes.clone(),
        InputValue::Bool(value) => vec![u8::from(*value)],
        InputValue::Bits { width, value } => low_bytes(*value, *width),
        InputValue::Int(value) => value.to_signed_bytes_le(),
        // An 80-bit float takes 16 bytes in memory, the last six being padding.
        InputValue::Float(kind, bits) => low_bytes(*bits, kind.width().next_power_of_two()),
        // Two bytes for each unit.
        InputValue::Text(text) => text
            .units()
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect(),
    }
}

/// For fuzzing: reading arbitrary bytes must neither panic nor allocate much memory, and what is
/// read must survive writing and reading.
pub fn fuzz(content: &[u8]) {
    if let Ok(test) = KTest::parse(content) {
        assert_eq!(KTest::parse(&test.write()), Ok(test));
    }
}

struct Reader<'a> {
    content: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], KTestError> {
        let rest = &self.content[self.offset..];
        let taken = rest.get(..count).ok_or(KTestError::Truncated {
            offset: self.offset,
        })?;
        self.offset += count;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, KTestError> {
        let bytes = self.take(4)?;
        Ok(bytes
            .iter()
            .fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    fn bytes(&mut self) -> Result<&'a [u8], KTestError> {
        let length = self.number()?;
        self.take(length as usize)
    }

    fn string(&mut self) -> Result<String, KTestError> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }
}

fn put_number(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u32);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    fn sample() -> KTest {
        KTest {
            args: vec!["maze.bc".into(), "-v".into()],
            symbolic_args: 0,
            symbolic_arg_bytes: 0,
            objects: vec![
                Object {
                    name: "moves".into(),
                    bytes: b"ssss\0\xff".to_vec(),
                },
                Object {
                    name: "n".into(),
                    bytes: vec![1, 0, 0, 0],
                },
                Object {
                    name: "model_version".into(),
                    bytes: vec![1, 0, 0, 0],
                },
            ],
        }
    }

    #[test]
    fn layout_is_the_published_one() {
        let test = KTest {
            args: vec!["a".into()],
            objects: vec![Object {
                name: "xy".into(),
                bytes: vec![7],
            }],
            ..KTest::default()
        };
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01a\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x02xy\0\0\0\x01\x07";
        assert_eq!(test.write(), expected);
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(KTest::parse(&sample().write()), Ok(sample()));
        let inputs = sample().inputs();
        assert_eq!(inputs.inputs.len(), 2, "KLEE's own object is left out");
        assert_eq!(inputs.inputs[0].name, "moves");
    }

    #[test]
    fn version_1_has_no_symbolic_arguments() {
        let content = b"KTEST\0\0\0\x01\0\0\0\0\0\0\0\0";
        assert_eq!(KTest::parse(content), Ok(KTest::default()));
    }

    #[test]
    fn each_defect_is_named() {
        assert_eq!(KTest::parse(b""), Err(KTestError::NotKTest));
        assert_eq!(KTest::parse(b"KTES"), Err(KTestError::NotKTest));
        assert_eq!(
            KTest::parse(b"KTEST\0\0\0\x09"),
            Err(KTestError::Version(9))
        );
        assert_eq!(
            KTest::parse(b"KTEST\0\0"),
            Err(KTestError::Truncated { offset: 5 })
        );
        let mut long = sample().write();
        long.push(0);
        assert_eq!(KTest::parse(&long), Err(KTestError::Trailing { bytes: 1 }));
        // A length of 4 GiB in a file of a few bytes is refused, not allocated.
        let huge = b"KTEST\0\0\0\x03\0\0\0\x01\xff\xff\xff\xff";
        assert_eq!(
            KTest::parse(huge),
            Err(KTestError::Truncated { offset: 17 })
        );
    }

    #[test]
    fn every_prefix_is_refused() {
        let content = sample().write();
        for length in 0..content.len() {
            assert!(
                KTest::parse(&content[..length]).is_err(),
                "prefix of {length} bytes"
            );
        }
    }

    #[test]
    fn mutated_files_are_read_or_refused() {
        let mut rng = SmallRng::seed_from_u64(1);
        let original = sample().write();
        for _ in 0..20_000 {
            let mut content = original.clone();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..content.len());
                match rng.random_range(0..4) {
                    0 => content[at] = rng.random(),
                    1 => content[at] ^= 1 << rng.random_range(0..8),
                    2 => content.truncate(at.max(1)),
                    _ => content.insert(at, rng.random()),
                }
            }
            fuzz(&content);
        }
    }

    #[test]
    fn scalars_are_little_endian() {
        let bits = InputValue::Bits {
            width: 32,
            value: 0x8000_0001,
        };
        assert_eq!(to_bytes(&bits), [1, 0, 0, 0x80]);
        assert_eq!(
            to_bytes(&InputValue::Bits {
                width: 12,
                value: 0xabc
            }),
            [0xbc, 0x0a]
        );
        assert_eq!(to_bytes(&InputValue::Bool(true)), [1]);
        assert_eq!(
            to_bytes(&InputValue::Float(
                sheaf_ir::FloatKind::F64,
                1.0f64.to_bits().into()
            ))[7],
            0x3f
        );
        assert_eq!(
            to_bytes(&InputValue::Float(sheaf_ir::FloatKind::F80, 0)).len(),
            16
        );
    }
}
