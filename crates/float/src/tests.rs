//! Cross-checks with the host's C compiler and library, and fixed cases where the host offers no
//! reference.

use super::*;
use std::io::Write;
use std::process::{Command, Stdio};

const KINDS: [FloatKind; 5] = FloatKind::ALL;

/// Asks the host's C implementation: one line of answer per line of question.
#[cfg(target_arch = "x86_64")]
fn ask(name: &str, questions: &[String]) -> Vec<String> {
    let place = std::env::temp_dir().join(format!("sheaf-float-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a folder for the oracle");
    let (source, program) = (place.join("oracle.c"), place.join("oracle"));
    std::fs::write(&source, include_str!("oracle.c")).expect("the oracle's source");
    // No contraction: `a * b + c` must not become a fused operation.
    let mut compile = Command::new("cc");
    compile
        .args(["-O1", "-w", "-ffp-contract=off", "-o"])
        .arg(&program)
        .arg(&source)
        .arg("-lm");
    assert!(compile.status().expect("a C compiler").success());
    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle runs");
    let mut input = child.stdin.take().expect("its input");
    let text = questions.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).expect("it reads"));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("all is written");
    std::fs::remove_dir_all(&place).expect("the folder goes");
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_string)
        .collect();
    assert_eq!(answers.len(), questions.len());
    answers
}

/// Pseudo-random numbers, the same in every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// A valid pattern: zeros, small and large exponents, infinities, NaNs, few or many bits set,
    /// or anything.
    fn float(&mut self, kind: FloatKind) -> u128 {
        let layout = layout(kind);
        let middle = layout.max_field() / 2;
        let field = match self.below(8) {
            0 => 0,
            1 => layout.max_field(),
            2 => layout.max_field() - 1,
            3 => 1,
            4 | 5 => middle + u128::from(self.below(9)) - 4,
            6 => middle + u128::from(self.below(300)).min(middle / 2),
            _ => self.wide() % layout.max_field(),
        };
        let fraction = match self.below(5) {
            0 => 0,
            1 => layout.fraction_mask(),
            2 => 1 << self.below(u64::from(layout.precision) - 1),
            3 => layout.fraction_mask() & !(1 << self.below(u64::from(layout.precision) - 1)),
            _ => self.wide() & layout.fraction_mask(),
        };
        // NaNs are quiet: the host may keep or quiet a signalling one when it passes it on.
        let quiet = if field == layout.max_field() && fraction != 0 {
            layout.quiet_bit()
        } else {
            0
        };
        let integer = if field > 0 { layout.integer_bit() } else { 0 };
        let sign = if self.below(2) == 0 {
            0
        } else {
            layout.sign_bit()
        };
        sign | field << layout.stored | integer | fraction | quiet
    }
}

fn name(kind: FloatKind) -> &'static str {
    kind.word()
}

#[cfg(target_arch = "x86_64")]
const HOST: [FloatKind; 4] = [
    FloatKind::F32,
    FloatKind::F64,
    FloatKind::F80,
    FloatKind::F128,
];

/// Compares results with the host's. Any two NaNs are equal, because which one is returned differs
/// between the x87 and SSE units.
#[cfg(target_arch = "x86_64")]
#[test]
fn arithmetic_is_the_hosts() {
    let mut numbers = Numbers(1);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for round in 0..60_000 {
        let kind = HOST[round % 4];
        let [a, b, c] = [0; 3].map(|_| numbers.float(kind));
        let (op, result) = match round / 4 % 8 {
            0 => ("add", add(kind, a, b)),
            1 => ("sub", sub(kind, a, b)),
            2 => ("mul", mul(kind, a, b)),
            3 => ("div", div(kind, a, b)),
            4 => ("sqrt", sqrt(kind, a)),
            5 => ("fmod", fmod(kind, a, b)),
            6 => ("remainder", remainder(kind, a, b)),
            _ if kind == FloatKind::F80 => continue,
            _ => ("fma", fma(kind, a, b, c)),
        };
        questions.push(format!("{op} {} {a:x} {b:x} {c:x}", name(kind)));
        expected.push((kind, result));
    }
    for ((question, answer), (kind, result)) in questions
        .iter()
        .zip(ask("arithmetic", &questions))
        .zip(expected)
    {
        let answer = u128::from_str_radix(&answer, 16).expect("a pattern");
        let same = answer == result || (is_nan(kind, answer) && is_nan(kind, result));
        assert!(same, "{question}: {answer:x} by the host, {result:x} here");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn comparisons_and_conversions_are_the_hosts() {
    let mut numbers = Numbers(2);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for round in 0..60_000 {
        let kind = HOST[round % 4];
        let a = numbers.float(kind);
        let b = if numbers.below(3) == 0 {
            a
        } else {
            numbers.float(kind)
        };
        let integer = numbers.wide() >> numbers.below(128);
        let (op, operand, result) = match round / 4 % 11 {
            0 => {
                let flags = [
                    eq(kind, a, b),
                    lt(kind, a, b),
                    le(kind, a, b),
                    unordered(kind, a, b),
                ];
                (
                    "order",
                    a,
                    (0..)
                        .zip(flags)
                        .map(|(bit, flag)| u128::from(flag) << bit)
                        .sum(),
                )
            }
            1 => ("to-f32", a, to_float(kind, FloatKind::F32, a)),
            2 => ("to-f64", a, to_float(kind, FloatKind::F64, a)),
            3 => ("to-f80", a, to_float(kind, FloatKind::F80, a)),
            // Where the number does not fit, the result is undefined in C.
            4 => ("to-i32", a, to_int(kind, a, 32, true).unwrap_or(u128::MAX)),
            5 => ("to-u64", a, to_int(kind, a, 64, false).unwrap_or(u128::MAX)),
            6 => (
                "to-i128",
                a,
                to_int(kind, a, 128, true).unwrap_or(u128::MAX),
            ),
            7 => ("from-i64", integer, from_int(kind, integer, 64, true)),
            8 => ("from-u64", integer, from_int(kind, integer, 64, false)),
            9 => ("from-i128", integer, from_int(kind, integer, 128, true)),
            _ => ("from-u128", integer, from_int(kind, integer, 128, false)),
        };
        if result == u128::MAX {
            continue;
        }
        questions.push(format!("{op} {} {operand:x} {b:x} 0", name(kind)));
        expected.push(result);
    }
    for ((question, answer), result) in questions
        .iter()
        .zip(ask("conversions", &questions))
        .zip(expected)
    {
        let answer = u128::from_str_radix(&answer, 16).expect("a pattern");
        assert_eq!(answer, result, "{question}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn text_is_the_hosts() {
    let mut numbers = Numbers(3);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for round in 0..20_000 {
        let kind = [FloatKind::F64, FloatKind::F80][round % 2];
        let bits = numbers.float(kind);
        let notation = [
            Notation::Fixed,
            Notation::Exponent,
            Notation::General,
            Notation::Hex,
        ][round / 2 % 4];
        let precision = match numbers.below(4) {
            0 => None,
            1 => Some(numbers.below(4) as usize),
            2 => Some(numbers.below(25) as usize),
            _ => Some(numbers.below(1200) as usize),
        };
        let (alternate, uppercase) = (numbers.below(4) == 0, numbers.below(4) == 0);
        let format = Format {
            notation,
            precision,
            alternate,
            uppercase,
        };
        let letter = match notation {
            Notation::Fixed => 'f',
            Notation::Exponent => 'e',
            Notation::General => 'g',
            Notation::Hex => 'a',
        };
        let letter = if uppercase {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        let flag = if alternate { "#" } else { "" };
        let point = precision.map_or(String::new(), |digits| format!(".{digits}"));
        let long = if kind == FloatKind::F80 { "L" } else { "" };
        questions.push(format!(
            "print {} {bits:x} %{flag}{point}{long}{letter}",
            name(kind)
        ));
        expected.push(to_text(kind, bits, &format).to_string());
    }
    for ((question, answer), result) in questions.iter().zip(ask("text", &questions)).zip(expected)
    {
        assert_eq!(answer, result, "{question}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn scanning_is_the_hosts() {
    let mut numbers = Numbers(4);
    let mut texts: Vec<String> = [
        "",
        "x",
        ".",
        "-",
        "+.e5",
        "1e",
        "1e+",
        "0x",
        "0x.",
        "0xg",
        "0x1p",
        "0x1p+",
        "inf",
        "-INFINITY",
        "infinit",
        "nan",
        "nan(12_x)z",
        "nan(",
        "nan(-)",
        "  \t1.5e3rest",
        "-0",
        "1.e2.3",
        ".5.5",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        "0x1p99999999999",
        "0x0.0000001p-99999999999",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1.7976931348623159e308",
        "1.7976931348623158e308",
        "9007199254740993",
        "0x1.00000000000008p0",
        "0x1.000000000000080000000000000000000000000000000001p0",
        "8.5e1x",
    ]
    .map(str::to_string)
    .to_vec();
    texts.push(format!("1{}e-3000", "0".repeat(3000)));
    texts.push(format!("9007199254740993.{}1", "0".repeat(20_000)));
    texts.push(format!("9007199254740993{}1e-20001", "0".repeat(20_000)));
    texts.push(format!("0.{}25", "0".repeat(400)));
    for _ in 0..4000 {
        let kind = HOST[numbers.below(3) as usize];
        let bits = numbers.float(kind);
        let notation =
            [Notation::Fixed, Notation::Exponent, Notation::Hex][numbers.below(3) as usize];
        let precision = Some(numbers.below(60) as usize);
        texts.push(
            to_text(
                kind,
                bits,
                &Format {
                    notation,
                    precision,
                    alternate: false,
                    uppercase: false,
                },
            )
            .to_string(),
        );
    }
    let kinds = &HOST[..3];
    let each = texts
        .iter()
        .flat_map(|text| kinds.iter().map(move |kind| (*kind, text)));
    let questions: Vec<String> = each
        .clone()
        .map(|(kind, text)| format!("scan {} {text}", name(kind)))
        .collect();
    for ((kind, text), answer) in each.zip(ask("scanning", &questions)) {
        let scanned = scan(kind, text.as_bytes());
        let (length, bits) = answer.split_once(' ').expect("two parts");
        let shown: String = text.chars().take(60).collect();
        assert_eq!(scanned.length.to_string(), length, "{} {shown}", name(kind));
        let bits = u128::from_str_radix(bits, 16).expect("a pattern");
        // The host keeps the payload of `nan(...)`.
        let same = scanned.bits == bits || (is_nan(kind, bits) && is_nan(kind, scanned.bits));
        assert!(
            same,
            "{} {shown}: {bits:x} by the host, {:x} here",
            name(kind),
            scanned.bits
        );
    }
}

#[test]
fn text_of_every_format_reads_back() {
    let mut numbers = Numbers(5);
    for round in 0..5000 {
        let kind = KINDS[round % 5];
        let bits = numbers.float(kind);
        if !is_finite(kind, bits) {
            continue;
        }
        // Enough digits to distinguish all numbers of the widest format.
        let exact = Format {
            notation: Notation::Exponent,
            precision: Some(36),
            alternate: false,
            uppercase: false,
        };
        let hex = Format {
            notation: Notation::Hex,
            precision: None,
            ..exact
        };
        for format in [exact, hex] {
            let text = to_text(kind, bits, &format).to_string();
            let scanned = scan(kind, text.as_bytes());
            assert_eq!(
                (scanned.bits, scanned.length),
                (bits, text.len()),
                "{} {text}",
                name(kind)
            );
        }
    }
}

#[test]
fn half_precision_by_double() {
    // Sums, products and quotients of halves that are rounded to double first round to the right
    // half (2 * 11 + 2 <= 53).
    let mut numbers = Numbers(6);
    let (half, double) = (FloatKind::F16, FloatKind::F64);
    let wide = |bits| to_float(half, double, bits);
    for _ in 0..20_000 {
        let (a, b) = (numbers.float(half), numbers.float(half));
        let same = |narrow: u128, wide: u128| {
            let cut = to_float(double, half, wide);
            assert!(
                narrow == cut || (is_nan(half, narrow) && is_nan(half, cut)),
                "{a:x} {b:x}: {narrow:x} {cut:x}"
            );
        };
        same(add(half, a, b), add(double, wide(a), wide(b)));
        same(mul(half, a, b), mul(double, wide(a), wide(b)));
        same(div(half, a, b), div(double, wide(a), wide(b)));
        same(sqrt(half, a), sqrt(double, wide(a)));
        same(fmod(half, a, b), fmod(double, wide(a), wide(b)));
        assert_eq!(lt(half, a, b), lt(double, wide(a), wide(b)));
        assert_eq!(to_int(half, a, 8, true), to_int(double, wide(a), 8, true));
    }
}

#[test]
fn rounding_to_integers() {
    let mut numbers = Numbers(7);
    for _ in 0..20_000 {
        let bits = numbers.float(FloatKind::F64);
        let x = f64::from_bits(bits as u64);
        if x.is_nan() {
            continue;
        }
        let expected = [
            x.floor(),
            x.ceil(),
            x.trunc(),
            x.round_ties_even(),
            x.round(),
        ];
        let ways = [
            Integral::Floor,
            Integral::Ceil,
            Integral::Trunc,
            Integral::NearestEven,
            Integral::NearestAway,
        ];
        for (way, expected) in ways.into_iter().zip(expected) {
            let found = to_integral(FloatKind::F64, bits, way);
            assert_eq!(found, u128::from(expected.to_bits()), "{way:?} {x:e}");
        }
    }
}

#[test]
fn nans_are_the_first_operand_or_the_default() {
    for kind in KINDS {
        let layout = layout(kind);
        let (zero, one) = (0, from_int(kind, 1, 8, false));
        let signalling = infinity(kind, false) | 1;
        assert_eq!(div(kind, zero, zero), default_nan(kind));
        assert_eq!(
            sub(kind, infinity(kind, true), infinity(kind, true)),
            default_nan(kind)
        );
        assert_eq!(sqrt(kind, neg(kind, one)), default_nan(kind));
        assert_eq!(fmod(kind, one, zero), default_nan(kind));
        assert_eq!(add(kind, one, signalling), signalling | layout.quiet_bit());
        assert_eq!(mul(kind, default_nan(kind), signalling), default_nan(kind));
        assert!(
            is_nan(kind, signalling)
                && unordered(kind, signalling, one)
                && !eq(kind, signalling, signalling)
        );
        assert_eq!(
            (min(kind, signalling, one), max(kind, one, signalling)),
            (one, one)
        );
        assert_eq!(
            min(kind, signalling, signalling),
            signalling | layout.quiet_bit()
        );
    }
    assert_eq!(default_nan(FloatKind::F64), 0xfff8_0000_0000_0000);
    assert_eq!(default_nan(FloatKind::F80), 0xffff_c000_0000_0000_0000);
}

#[test]
fn signs_zeros_and_classes() {
    for kind in KINDS {
        let one = from_int(kind, 1, 8, false);
        let minus_zero = neg(kind, 0);
        assert!(
            eq(kind, 0, minus_zero) && is_zero(kind, minus_zero) && is_negative(kind, minus_zero)
        );
        assert_eq!(
            (min(kind, 0, minus_zero), max(kind, minus_zero, 0)),
            (minus_zero, 0)
        );
        assert_eq!(copysign(kind, one, minus_zero), neg(kind, one));
        assert_eq!(abs(kind, neg(kind, one)), one);
        assert!(
            is_normal(kind, one)
                && !is_normal(kind, 1)
                && !is_normal(kind, 0)
                && is_finite(kind, 1)
        );
        assert!(
            is_infinite(kind, infinity(kind, true))
                && lt(kind, infinity(kind, true), neg(kind, one))
        );
        assert!(le(kind, one, one) && !lt(kind, one, one) && lt(kind, neg(kind, one), 1));
    }
    // 80-bit patterns without the integer bit are invalid operands.
    assert!(is_nan(FloatKind::F80, 0x3fff_0000_0000_0000_0000));
    assert_eq!(
        add(FloatKind::F80, 0x3fff_0000_0000_0000_0000, 0),
        default_nan(FloatKind::F80)
    );
    // The largest and the smallest double, and the values just beyond them.
    assert!(
        scan(FloatKind::F64, b"1e309").out_of_range && scan(FloatKind::F64, b"1e-400").out_of_range
    );
    assert!(
        !scan(FloatKind::F64, b"1.7e308").out_of_range
            && !scan(FloatKind::F64, b"0x1p-1074").out_of_range
    );
    // A number that is rounded up to the smallest normal number is tiny if it would still be
    // subnormal with one more bit of precision.
    assert!(scan(FloatKind::F32, b"1.17549429e-38").out_of_range);
    assert!(!scan(FloatKind::F32, b"0x1.ffffffp-127").out_of_range);
    assert!(scan(FloatKind::F32, b"0x1.fffffefp-127").out_of_range);
}

#[test]
fn out_of_range_integers_are_refused() {
    let f64_of = |x: f64| u128::from(x.to_bits());
    let to = |x: f64, width, signed| to_int(FloatKind::F64, f64_of(x), width, signed);
    assert_eq!(to(-0.9, 8, false), Some(0));
    assert_eq!(to(-1.0, 8, false), None);
    assert_eq!(to(255.9, 8, false), Some(255));
    assert_eq!(to(256.0, 8, false), None);
    assert_eq!(to(-128.9, 8, true), Some(0x80));
    assert_eq!(to(-129.0, 8, true), None);
    assert_eq!(to(128.0, 8, true), None);
    assert_eq!(to(1e300, 128, false), None);
    assert_eq!(to(f64::NAN, 64, true), None);
    assert_eq!(to(f64::INFINITY, 64, true), None);
    assert_eq!(to(-(2f64.powi(127)), 128, true), Some(1 << 127));
}
