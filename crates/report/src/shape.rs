//! Inputs as lines of text. Inputs behind a pointer are shown together, `p -> {x: 3, next: null}`,
//! and so are those of a structure, `q = {x: 3}`.
//!
//! The input `p is null` says whether there is an object; the following inputs named `*p`, `p->x`
//! and so on are its content. An input `elements of *p` in front of an array is its length, which
//! the array shows itself: `p -> {0} (i32[1])`.

use crate::display;
use crate::value;
use sheaf_engine::outcome::{Input, InputValue};
use sheaf_ir::{Element, Form, Module};
use std::collections::HashSet;

/// The input that decides whether an allocation succeeds.
const ALLOCATION: &str = "allocation succeeds";

/// Suffix of the name of the input that decides whether a pointer is null.
const FLAG: &str = " is null";

/// Suffix of the name of the input that decides whether a pointer points to something beyond the
/// explored objects.
const LEADS_ON: &str = " leads on";

/// Prefix of the name of the input that is the length of an array.
const LENGTH: &str = "elements of ";

/// Objects with at most this many members, including the objects that they point to, are shown with
/// their zeros.
const SHOWN_ZEROS: usize = 8;

/// The inputs, one per line.
pub fn lines(module: &Module, inputs: &[Input]) -> Vec<String> {
    described(module, inputs, |input| vec![display::input(module, input)])
}

/// The inputs, one per line; long arrays of bytes that are no text as dumps of several lines.
pub fn dumped(module: &Module, inputs: &[Input]) -> Vec<String> {
    described(module, inputs, |input| match display::dump(module, input) {
        Some(lines) => lines,
        None => vec![display::input(module, input)],
    })
}

fn described(
    module: &Module,
    inputs: &[Input],
    single: impl Fn(&Input) -> Vec<String>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let inputs = shown(inputs);
    let mut rest = &inputs[..];
    while let Some((first, others)) = rest.split_first() {
        let name = structure(module, &first.name);
        lines.push(match (name, pointer(first)) {
            (Some(name), _) => {
                let own = rest
                    .iter()
                    .take_while(|it| structure(module, &it.name) == Some(name));
                let (own, others) = rest.split_at(own.count());
                rest = others;
                format!("{name} = {{{}}}", members(module, name, own))
            }
            (None, Some((name, is_null))) => {
                let (content, others) = content(name, others);
                rest = others;
                target(module, name, name, is_null, content, " = ")
            }
            (None, None) => {
                rest = others;
                lines.extend(single(first));
                continue;
            }
        });
    }
    lines
}

/// The inputs that are shown: without those that say that there is memory for the object behind a
/// pointer, which is assumed, and without array lengths. An array with one element remains an
/// array; any other object of the size of a scalar becomes a scalar.
fn shown(inputs: &[Input]) -> Vec<Input> {
    let mut rows = HashSet::new();
    let mut shown = Vec::new();
    // Whether the previous input is the null flag of a pointer, or the length of the following
    // array.
    let mut in_front = false;
    for input in inputs {
        let length = input.name.strip_prefix(LENGTH).filter(|_| in_front);
        in_front = match length {
            Some(row) => {
                if value::is_zero(&input.value) {
                    shown.push(empty(row));
                }
                rows.insert(row)
            }
            None if in_front && input.name == ALLOCATION => true,
            // Null, as far as the run depends on it.
            None if is_beyond(&input.name) && value::is_zero(&input.value) => true,
            None => {
                let mut input = input.clone();
                if !rows.contains(input.name.as_str()) {
                    input.value = value::as_scalar(&input.value);
                }
                shown.push(input);
                shown.last().and_then(pointer).is_some()
            }
        };
    }
    shown
}

/// Whether an input says that a pointer within an object leads on.
fn is_beyond(name: &str) -> bool {
    let pointer = name.strip_suffix(LEADS_ON);
    pointer.is_some_and(|pointer| pointer.contains(['*', '-', '.', '[']))
}

/// An array without elements, which is not an input by itself.
fn empty(name: &str) -> Input {
    Input {
        name: name.to_string(),
        value: InputValue::Bytes {
            bytes: Vec::new(),
            element: Element::BYTE,
        },
    }
}

/// The pointer's name and whether it is null, if the input says that.
fn pointer(input: &Input) -> Option<(&str, bool)> {
    match input.value {
        InputValue::Bool(value) => match input.name.strip_suffix(LEADS_ON) {
            Some(name) => Some((name, !value)),
            None => Some((input.name.strip_suffix(FLAG)?, value)),
        },
        _ => None,
    }
}

/// The structure that an input is a member of, or that points to it: `q` for `q.x`, `q.p->x` and
/// `*q.p`.
fn structure<'a>(module: &Module, name: &'a str) -> Option<&'a str> {
    let (_, base) = dereferences(name);
    let (name, _) = base.split_once('.')?;
    // File names contain dots, too.
    let form = &module.declared(name)?.form;
    matches!(form, Form::Structure(_)).then_some(name)
}

/// Whether an input is padding of a structure, which is shown only if it is not zero.
fn is_padding(name: &str) -> bool {
    name.ends_with(" padding") || name.contains("padding at ")
}

/// The leading inputs that belong to a pointer's object, and the remaining ones.
fn content<'a>(name: &str, inputs: &'a [Input]) -> (&'a [Input], &'a [Input]) {
    let (stars, base) = dereferences(name);
    let belongs = |input: &&Input| {
        let (more_stars, full) = dereferences(&input.name);
        let rest = full.strip_prefix(base);
        rest.is_some_and(|rest| match more_stars > stars {
            true => !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
            false => more_stars == stars && rest.starts_with("->"),
        })
    };
    let count = inputs.iter().take_while(|input| belongs(input)).count();
    inputs.split_at(count)
}

/// The number of stars that a name starts with, and the rest.
fn dereferences(name: &str) -> (usize, &str) {
    let base = name.trim_start_matches('*');
    (name.len() - base.len(), base)
}

/// `NAME = null` or `NAME -> CONTENT`; of a pointer to a pointer, `NAME -> null` or `NAME -> ->
/// CONTENT`.
fn target(
    module: &Module,
    name: &str,
    shown: &str,
    is_null: bool,
    content: &[Input],
    equals: &str,
) -> String {
    if is_null {
        return format!("{shown}{equals}null");
    }
    let whole = format!("*{name}");
    if let [first, rest @ ..] = content
        && let Some((pointer, is_null)) = pointer(first)
        && pointer == whole
    {
        return target(module, pointer, &format!("{shown} ->"), is_null, rest, " ");
    }
    match content {
        [only] if only.name == whole => {
            let (value, ty) = display::typed(module, &only.name, &only.value);
            format!("{shown} -> {value} ({ty})")
        }
        // The run does not depend on the object.
        [] => format!("{shown} -> ..."),
        _ => format!("{shown} -> {{{}}}", members(module, name, content)),
    }
}

/// The members of an object, with the objects that they point to; if there are many, those that are
/// not zero.
fn members(module: &Module, name: &str, content_of: &[Input]) -> String {
    let shown = content_of.iter().filter(|input| !is_padding(&input.name));
    let many = shown.count() > SHOWN_ZEROS;
    let mut zeros = false;
    let mut members = Vec::new();
    let mut rest = content_of;
    while let Some((first, others)) = rest.split_first() {
        rest = others;
        let within = |full: &str| {
            let member = full.strip_prefix(name);
            let member = member.and_then(|it| it.strip_prefix("->").or(it.strip_prefix('.')));
            member.unwrap_or(full).to_string()
        };
        members.push(match pointer(first) {
            Some((pointer, is_null)) => {
                let (content, others) = content(pointer, rest);
                rest = others;
                target(module, pointer, &within(pointer), is_null, content, ": ")
            }
            None if is_padding(&first.name) && value::is_zero(&first.value) => continue,
            None if many && value::is_zero(&first.value) => {
                zeros = true;
                continue;
            }
            None => {
                let (value, _) = display::typed(module, &first.name, &first.value);
                format!("{}: {value}", within(&first.name))
            }
        });
    }
    if zeros {
        members.push("others 0".to_string());
    }
    members.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::tests::number as declared;

    fn lines(inputs: &[Input]) -> Vec<String> {
        let mut module = Module::new(8);
        for name in ["q", "r"] {
            let ty = declared("struct s", 4, Form::Structure(Box::new([])));
            module.declare_input(name, Some(ty));
        }
        super::lines(&module, inputs)
    }

    fn flag(name: &str, is_null: bool) -> Input {
        Input {
            name: format!("{name} is null"),
            value: InputValue::Bool(is_null),
        }
    }

    fn number(name: &str, value: u128) -> Input {
        Input {
            name: name.into(),
            value: InputValue::Bits { width: 32, value },
        }
    }

    #[test]
    fn objects_are_shown_with_their_content() {
        let bytes = InputValue::Bytes {
            bytes: b"ab\0".to_vec(),
            element: Element::BYTE,
        };
        let text = Input {
            name: "*s".into(),
            value: bytes,
        };
        let inputs = [
            number("n", 7),
            flag("p", false),
            number("p->x", 3),
            flag("p->next", false),
            number("p->next->x", 4),
            flag("p->next->next", true),
            number("p->next->next->x", 5),
            number("p->last", 6),
            flag("s", false),
            Input {
                name: ALLOCATION.into(),
                value: InputValue::Bool(true),
            },
            text,
            flag("r", false),
            number("elements of *r", 1),
            Input {
                name: "*r".into(),
                value: InputValue::Bytes {
                    bytes: vec![5, 0],
                    element: Element::Integer(2),
                },
            },
            flag("q", true),
            number("*q", 1),
            flag("pp", false),
            flag("*pp", false),
            number("**pp", 8),
            flag("qq", true),
            flag("*qq", false),
            number("**qq", 8),
            number("last", 9),
        ];
        assert_eq!(
            lines(&inputs),
            [
                "n = 7 (i32)",
                "p -> {x: 3, next -> {x: 4, next: null}, last: 6}",
                "s -> \"ab\\x00\" (i8[3])",
                "r -> {5} (i16[1])",
                "q = null",
                "pp -> -> 8 (i32)",
                "qq = null",
                "last = 9 (i32)",
            ]
        );
    }

    #[test]
    fn pointers_beyond_what_is_explored() {
        let leads_on = |name: &str, yes| Input {
            name: format!("{name} leads on"),
            value: InputValue::Bool(yes),
        };
        let inputs = [
            flag("p", false),
            number("p->x", 3),
            leads_on("p->next", true),
            number("p->y", 4),
            leads_on("p->last", false),
            flag("f", false),
            leads_on("q", true),
            leads_on("r", false),
        ];
        assert_eq!(
            lines(&inputs),
            [
                "p -> {x: 3, next -> ..., y: 4}",
                "f -> ...",
                "q -> ...",
                "r = null"
            ]
        );
    }

    #[test]
    fn members_of_a_structure_are_shown_together() {
        let inputs = [
            number("n", 1),
            number("q.x", 3),
            flag("q.p", false),
            number("*q.p", 4),
            flag("q.list", false),
            number("q.list->y.z", 5),
            number("q.part.y", 6),
            number("r.x", 7),
            number("s", 8),
        ];
        assert_eq!(
            lines(&inputs),
            [
                "n = 1 (i32)",
                "q = {x: 3, p -> 4 (i32), list -> {y.z: 5}, part.y: 6}",
                "r = {x: 7}",
                "s = 8 (i32)"
            ]
        );
    }

    #[test]
    fn files_are_no_structures() {
        let inputs = [number("x.txt", 1), number("q.x", 1)];
        assert_eq!(lines(&inputs), ["x.txt = 1 (i32)", "q = {x: 1}"]);
    }

    #[test]
    fn rows_at_the_end_of_structures_may_be_empty() {
        let inputs = [
            flag("p", false),
            number("elements of p->items", 0),
            number("p->count", 1),
            number("elements of q", 1),
        ];
        assert_eq!(
            lines(&inputs),
            ["p -> {items: {}, count: 1}", "elements of q = 1 (i32)"]
        );
    }

    #[test]
    fn zeros_of_large_objects_are_left_out() {
        let mut inputs = vec![flag("p", false)];
        inputs.extend((0..20).map(|member| number(&format!("p->m{member}"), member / 18)));
        assert_eq!(lines(&inputs), ["p -> {m18: 1, m19: 1, others 0}"]);
    }
}
