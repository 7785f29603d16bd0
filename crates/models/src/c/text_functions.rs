//! Pure functions on strings, for tables and gardens (`--index strings`).

use sheaf_execution::options::TextParameter::{Bytes, Null, Number, Text};
use sheaf_execution::options::{Known, OptionParser, TextFunction, TextParameter};

type Related = fn(&[u8], &[Known]) -> Vec<Vec<u8>>;

/// The longest prefix that is put before all members.
const SHORT: usize = 3;

/// A function whose model has few paths.
const fn simple(
    name: &'static str,
    parameters: &'static [TextParameter],
    related: Related,
) -> TextFunction {
    TextFunction {
        name,
        parameters,
        has_few_paths: true,
        related,
    }
}

/// A function whose model has many paths, or takes concrete strings only.
const fn function(
    name: &'static str,
    parameters: &'static [TextParameter],
    related: Related,
) -> TextFunction {
    TextFunction {
        has_few_paths: false,
        ..simple(name, parameters, related)
    }
}

/// The functions, each with the strings that are of interest where it is called.
pub const TEXT_FUNCTIONS: &[TextFunction] = &[
    simple("strcmp", &[Text, Text], nothing),
    simple("strcoll", &[Text, Text], nothing),
    simple("strcasecmp", &[Text, Text], in_other_case),
    simple("strncmp", &[Text, Text, Number], with_prefix),
    simple("strncasecmp", &[Text, Text, Number], with_prefix),
    simple("memcmp", &[Bytes, Bytes, Number], with_prefix),
    simple("bcmp", &[Bytes, Bytes, Number], with_prefix),
    simple("strlen", &[Text], nothing),
    simple("strnlen", &[Text, Number], nothing),
    simple("strchr", &[Text, Number], at_character),
    function("strrchr", &[Text, Number], at_last_character),
    simple("strchrnul", &[Text, Number], at_character),
    simple("index", &[Text, Number], at_character),
    function("rindex", &[Text, Number], at_last_character),
    simple("strstr", &[Text, Text], at_part),
    function("strcasestr", &[Text, Text], at_part),
    simple("strspn", &[Text, Text], after_span),
    simple("strcspn", &[Text, Text], after_other_span),
    simple("strpbrk", &[Text, Text], after_other_span),
    function("atoi", &[Text], nothing),
    function("atol", &[Text], nothing),
    function("atoll", &[Text], nothing),
    function("atof", &[Text], nothing),
    function("strtol", &[Text, Null, Number], nothing),
    function("strtoul", &[Text, Null, Number], nothing),
    function("strtoll", &[Text, Null, Number], nothing),
    function("strtoull", &[Text, Null, Number], nothing),
    function("__isoc23_strtol", &[Text, Null, Number], nothing),
    function("__isoc23_strtoul", &[Text, Null, Number], nothing),
    function("__isoc23_strtoll", &[Text, Null, Number], nothing),
    function("__isoc23_strtoull", &[Text, Null, Number], nothing),
    function("strtod", &[Text, Null], nothing),
    function("strtof", &[Text, Null], nothing),
    function("strcpy", &[], nothing),
    function("strdup", &[], nothing),
    function("strcat", &[], appended),
];

/// The functions of getopt.h.
pub const OPTION_PARSERS: &[OptionParser] = &[
    option_parser("getopt", None, &[]),
    option_parser("getopt_long", Some(3), &["--"]),
    option_parser("getopt_long_only", Some(3), &["--", "-"]),
];

const fn option_parser(
    name: &'static str,
    table: Option<usize>,
    dashes: &'static [&'static str],
) -> OptionParser {
    OptionParser {
        name,
        letters: 2,
        table,
        dashes,
    }
}

fn nothing(_: &[u8], _: &[Known]) -> Vec<Vec<u8>> {
    Vec::new()
}

/// The constant string among some arguments.
fn text<'a>(constants: &[Known<'a>]) -> Option<&'a [u8]> {
    constants.iter().find_map(|known| match known {
        Known::Text(text) => Some(*text),
        _ => None,
    })
}

/// The constant number among some arguments.
fn number(constants: &[Known]) -> Option<i64> {
    constants.iter().find_map(|known| match known {
        Known::Number(number) => Some(*number),
        _ => None,
    })
}

/// For a comparison that ignores case.
fn in_other_case(_: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    let cases = text(constants).map(|text| [text.to_ascii_uppercase(), text.to_ascii_lowercase()]);
    cases.into_iter().flatten().collect()
}

/// For a comparison of the first bytes: these alone, the rest of a member that has them, and a
/// member behind them if they are few. Where neither string is constant, the first bytes of the
/// member.
fn with_prefix(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    let length = number(constants).and_then(|length| usize::try_from(length).ok());
    let first = |text: &'_ [u8]| text.get(..length?).map(<[u8]>::to_vec);
    let Some(text) = text(constants) else {
        return first(member).into_iter().collect();
    };
    let Some(prefix) = text.get(..length.unwrap_or(usize::MAX)) else {
        return Vec::new();
    };
    let mut found = vec![prefix.to_vec()];
    match member.strip_prefix(prefix) {
        Some(rest) => found.push(rest.to_vec()),
        None if prefix.len() <= SHORT => found.push([prefix, member].concat()),
        None => {}
    }
    found
}

/// For a search of a character: what is before it, from it on and after it, or the member with it.
fn at(member: &[u8], constants: &[Known], find: fn(&[u8], u8) -> Option<usize>) -> Vec<Vec<u8>> {
    let Some(character) = number(constants).map(|number| number as u8) else {
        return Vec::new();
    };
    match find(member, character) {
        Some(at) => vec![
            member[..at].to_vec(),
            member[at..].to_vec(),
            member[at + 1..].to_vec(),
        ],
        None => vec![[member, &[character]].concat()],
    }
}

fn at_character(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    at(member, constants, |text, wanted| {
        text.iter().position(|byte| *byte == wanted)
    })
}

fn at_last_character(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    at(member, constants, |text, wanted| {
        text.iter().rposition(|byte| *byte == wanted)
    })
}

/// For a search of a string: what is from it on and after it.
fn at_part(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    let part = text(constants).filter(|part| !part.is_empty());
    let found = part.and_then(|part| {
        let at = member.windows(part.len()).position(|text| text == part)?;
        Some(vec![
            member[at..].to_vec(),
            member[at + part.len()..].to_vec(),
        ])
    });
    found.unwrap_or_default()
}

fn after_span(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    let set = text(constants).unwrap_or_default();
    let at = member.iter().position(|byte| !set.contains(byte));
    at.map(|at| member[at..].to_vec()).into_iter().collect()
}

fn after_other_span(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    let set = text(constants).unwrap_or_default();
    let at = member.iter().position(|byte| set.contains(byte));
    at.map(|at| member[at..].to_vec()).into_iter().collect()
}

/// For a concatenation: the result, and what leads to the member.
fn appended(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>> {
    let Some(suffix) = text(constants) else {
        return Vec::new();
    };
    let before = member.strip_suffix(suffix).map(<[u8]>::to_vec);
    let after = [member, suffix].concat();
    [Some(after), before].into_iter().flatten().collect()
}
