//! The files of a certificate: a header in text, and the answers of the walk in its order. See
//! `docs/certificate.md`.

use crate::claims::{Proof, Question};
use crate::cnf::Literal;
use crate::cut::{Expression, Forgotten, Loop, Plan};
use crate::guide::{Decision, Guide, Point};
use crate::lrat::Step;
use crate::scope::Scope;
use crate::state::State;
use crate::term::Pool;
use flate2::read::DeflateDecoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The file of the program in a certificate's folder.
pub const PROGRAM: &str = "program.ir";

/// The file of the answers.
pub const ANSWERS: &str = "certificate";

const MAGIC: &str = "sheaf certificate";

/// Longest header in bytes.
const LONGEST_HEADER: u64 = 1 << 20;

/// Deepest nesting of a fact.
const DEEPEST: u32 = 32;

/// Largest number of parts of one answer: literals, hints, and several for each step.
const MOST_PARTS: u64 = 1 << 23;

/// The parts that a step counts as.
const STEP_PARTS: u64 = 4;

/// What a certificate is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The digest of the program's text.
    pub program: String,
    /// What the answer is about.
    pub scope: Scope,
    /// What else holds, for people: sources with their digests, assumptions.
    pub notes: Vec<String>,
}

/// The digest of a text.
pub fn digest(text: &[u8]) -> String {
    let digest = Sha256::digest(text);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Header {
    /// The lines that a certificate begins with.
    pub fn text(&self) -> String {
        let Header {
            program,
            scope,
            notes,
        } = self;
        let kinds: Vec<&str> = scope.kinds.iter().map(String::as_str).collect();
        let mut lines = vec![
            format!("{MAGIC} {VERSION}"),
            format!("program {program}"),
            format!("counts {}", kinds.join(" ")),
            format!("calls {}", scope.calls),
            format!("stack {}", scope.stack_bytes),
            format!("allocations-may-fail {}", scope.allocations_may_fail),
            format!("must-free {}", scope.must_free),
        ];
        lines.extend(scope.loops.iter().map(|it| {
            let rest = it.body.iter().filter(|block| **block != it.head);
            let blocks: Vec<String> = rest.map(usize::to_string).collect();
            format!("loop {} {} {}", it.func, it.head, blocks.join(" "))
        }));
        lines.extend(
            notes
                .iter()
                .map(|note| format!("note {}", note.replace('\n', " "))),
        );
        lines.join("\n") + "\n\n"
    }

    fn parse(lines: &[String]) -> Result<Header, String> {
        let version = lines.first().and_then(|line| line.strip_prefix(MAGIC));
        let version = version.ok_or("this is no certificate of Sheaf")?.trim();
        if version != VERSION.to_string() {
            return Err(format!(
                "a certificate of version {version}, this program checks version {VERSION}"
            ));
        }
        let field = |name: &str| {
            let mut found = lines.iter().filter_map(|line| line.strip_prefix(name));
            let found = found.find_map(|rest| rest.strip_prefix(' '));
            found.ok_or_else(|| format!("the header has no line `{name}`"))
        };
        let number = |name: &str| {
            let value = field(name)?.parse();
            value.map_err(|_| format!("`{name}` is no number"))
        };
        let flag = |name: &str| {
            let value = field(name)?.parse();
            value.map_err(|_| format!("`{name}` is neither `true` nor `false`"))
        };
        let kinds: BTreeSet<String> = field("counts")?.split(' ').map(str::to_string).collect();
        let loops = lines.iter().filter_map(|line| line.strip_prefix("loop "));
        let loops = loops.map(parse_loop).collect::<Option<_>>();
        let notes = lines.iter().filter_map(|line| line.strip_prefix("note "));
        Ok(Header {
            program: field("program")?.to_string(),
            scope: Scope {
                kinds,
                calls: number("calls")?,
                stack_bytes: number("stack")?,
                allocations_may_fail: flag("allocations-may-fail")?,
                must_free: flag("must-free")?,
                loops: loops.ok_or("a line `loop` has no such form")?,
            },
            notes: notes.map(str::to_string).collect(),
        })
    }
}

fn parse_loop(text: &str) -> Option<Loop> {
    let numbers = text.split_ascii_whitespace().map(str::parse);
    let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().ok()?;
    let [func, head, ..] = numbers[..] else {
        return None;
    };
    let body = numbers[1..].iter().copied().collect();
    Some(Loop { func, head, body })
}

/// The first byte of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Tag {
    Both,
    OnlyFalse,
    OnlyTrue,
    Neither,
    Join,
    Refuted,
    Missing,
    Known,
    New,
    Bound,
    Unrolled,
    Cut,
}

/// Reads a certificate; it guides the walk by what it says.
pub struct Reader<R: Read> {
    /// What it is about.
    pub header: Header,
    rest: BufReader<DeflateDecoder<BufReader<R>>>,
    /// Parts of the answer that is read.
    parts: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(input: R) -> Result<Reader<R>, String> {
        let mut input = BufReader::new(input);
        let mut lines = Vec::new();
        let mut left = LONGEST_HEADER;
        loop {
            let mut line = Vec::new();
            let mut limited = (&mut input).take(left);
            let read = limited.read_until(b'\n', &mut line);
            left -= read.map_err(|error| error.to_string())? as u64;
            let line = String::from_utf8(line);
            let line = line.map_err(|_| "this is no certificate of Sheaf".to_string())?;
            match line.strip_suffix('\n') {
                Some("") => break,
                Some(line) => lines.push(line.to_string()),
                None if lines.is_empty() => return Err("this is no certificate of Sheaf".into()),
                None => return Err("the header does not end".to_string()),
            }
        }
        Ok(Reader {
            header: Header::parse(&lines)?,
            rest: BufReader::new(DeflateDecoder::new(input)),
            parts: 0,
        })
    }

    fn byte(&mut self) -> Result<u8, String> {
        let mut byte = [0];
        let read = self.rest.read_exact(&mut byte);
        read.map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => "the certificate ends too early".to_string(),
            _ => format!("the certificate cannot be read: {error}"),
        })?;
        Ok(byte[0])
    }

    /// The first byte of an answer.
    fn answer(&mut self) -> Result<u8, String> {
        self.parts = 0;
        self.byte()
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127).wrapping_shl(shift);
            if byte < 128 {
                return Ok(value);
            }
        }
        Err("a number is too long".to_string())
    }

    fn small(&mut self) -> Result<u32, String> {
        u32::try_from(self.number()?).map_err(|_| "a number is too large".to_string())
    }

    fn numbers<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let count = self.number()?;
        self.take_parts(count)?;
        (0..count).map(|_| item(self)).collect()
    }

    /// Counts parts of an answer.
    fn take_parts(&mut self, count: u64) -> Result<(), String> {
        self.parts = self.parts.saturating_add(count);
        match self.parts > MOST_PARTS {
            true => Err("an answer has too many parts".to_string()),
            false => Ok(()),
        }
    }

    fn proof(&mut self) -> Result<Proof, String> {
        match self.byte()? {
            tag if tag == Tag::Known as u8 => Ok(Proof::Known(self.small()? as usize)),
            tag if tag == Tag::New as u8 => {
                let used = self.numbers(Self::small)?;
                let steps = self.numbers(|reader| {
                    reader.take_parts(STEP_PARTS)?;
                    let clause = reader.numbers(Self::literal)?;
                    let hints = reader.numbers(Self::small)?;
                    Ok(Step { clause, hints })
                })?;
                Ok(Proof::New { used, steps })
            }
            _ => Err("a proof is missing".to_string()),
        }
    }

    fn forgotten(&mut self) -> Result<Forgotten, String> {
        let kind = self.number()?;
        if kind == 0 {
            return Ok(Forgotten::Local(self.small()?));
        }
        let (object, at, bytes) = (self.small()?, self.number()?, self.small()?);
        match kind {
            1 => Ok(Forgotten::Word(object, at, bytes)),
            2 => Ok(Forgotten::Bytes(object, at, bytes)),
            _ => Err("what is forgotten has no such form".to_string()),
        }
    }

    fn expression(&mut self, depth: u32) -> Result<Expression, String> {
        if depth > DEEPEST {
            return Err("a fact is nested too deeply".to_string());
        }
        Ok(match self.number()? {
            0 => Expression::Local(self.small()?),
            1 => Expression::Memory(self.small()?, self.number()?, self.small()?),
            2 => {
                let (width, low, high) = (self.small()?, self.number()?, self.number()?);
                Expression::Constant(width, u128::from(high) << 64 | u128::from(low))
            }
            3 => {
                let operator = self.small()?;
                let operands = self.numbers(|reader| reader.expression(depth + 1))?;
                Expression::Apply(operator, operands)
            }
            _ => return Err("a fact has no such form".to_string()),
        })
    }

    fn literal(&mut self) -> Result<Literal, String> {
        let folded = self.number()?;
        let value = i32::try_from(folded >> 1).map_err(|_| "a number is too large")?;
        Ok(if folded & 1 == 1 { -value } else { value })
    }

    /// Checks that nothing follows.
    ///
    /// # Errors
    /// When something does.
    pub fn finish(mut self) -> Result<(), String> {
        let left = self.rest.fill_buf().map_err(|error| error.to_string())?;
        match left.is_empty() {
            true => Ok(()),
            false => Err("the certificate goes on behind the end of the program".to_string()),
        }
    }
}

impl<R: Read> Guide for Reader<R> {
    fn decide(&mut self, _: &Question, _: Point) -> Result<Decision, String> {
        let tag = self.answer()?;
        Ok(match tag {
            _ if tag == Tag::Both as u8 => Decision::Both,
            _ if tag == Tag::OnlyFalse as u8 => Decision::Only(false, self.proof()?),
            _ if tag == Tag::OnlyTrue as u8 => Decision::Only(true, self.proof()?),
            _ if tag == Tag::Neither as u8 => Decision::Neither(self.proof()?),
            _ if tag == Tag::Join as u8 => Decision::Join(self.small()?),
            _ => return Err("the answer to a branch is missing".to_string()),
        })
    }

    fn cut(&mut self, _: &Pool, _: &State, _: &Loop) -> Result<Option<Plan>, String> {
        match self.answer()? {
            tag if tag == Tag::Unrolled as u8 => Ok(None),
            tag if tag == Tag::Cut as u8 => Ok(Some(Plan {
                forgotten: self.numbers(Self::forgotten)?,
                facts: self.numbers(|reader| reader.expression(0))?,
            })),
            _ => Err("the answer to a loop is missing".to_string()),
        }
    }

    fn bound(&mut self, _: &Question) -> Result<u64, String> {
        match self.byte()? {
            tag if tag == Tag::Bound as u8 => self.number(),
            _ => Err("a bound is missing".to_string()),
        }
    }

    fn refute(&mut self, _: &Question) -> Result<Option<Proof>, String> {
        let tag = self.answer()?;
        match tag {
            _ if tag == Tag::Refuted as u8 => self.proof().map(Some),
            _ if tag == Tag::Missing as u8 => Ok(None),
            _ => Err("the answer to a claim is missing".to_string()),
        }
    }
}
