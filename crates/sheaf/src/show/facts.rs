//! Facts of certificates as text, in the names of the program.

use sheaf_proof_check::cut::{Expression, OPERATORS};
use sheaf_proof_check::program::Program;
use sheaf_proof_check::state::State;
use sheaf_proof_check::term::{Operator, signed};
use sheaf_proof_check::value::{Base, ObjectId, Value};
use std::collections::{BTreeSet, HashSet};

/// The names of the values of each function, and of the objects that exist from the start.
pub struct Names {
    locals: Vec<Vec<String>>,
    globals: Vec<String>,
}

impl Names {
    /// The names in a program, whose text is given: values are numbered as they first appear.
    pub fn new(source: &str, program: &Program) -> Names {
        let mut locals: Vec<Vec<String>> = Vec::new();
        let mut seen = HashSet::new();
        for line in source.lines() {
            if line.starts_with("func ") {
                locals.push(Vec::new());
                seen.clear();
            }
            let Some(names) = locals.last_mut() else {
                continue;
            };
            // What stands between quotes is no name; no line has a quote within quotes.
            for part in line.split('"').step_by(2) {
                for rest in part.split('%').skip(1) {
                    let is_end = |it: char| !(it.is_ascii_alphanumeric() || "._$-".contains(it));
                    let name = rest.split(is_end).next().unwrap_or(rest);
                    if seen.insert(name.to_string()) {
                        names.push(name.to_string());
                    }
                }
            }
        }
        let globals = program.globals.iter();
        Names {
            locals,
            globals: globals.map(|it| it.name.to_string()).collect(),
        }
    }

    /// The names in a state.
    pub fn at<'a>(&'a self, state: &'a State) -> NamesAt<'a> {
        NamesAt { names: self, state }
    }
}

/// The names in a state.
pub struct NamesAt<'a> {
    names: &'a Names,
    state: &'a State,
}

impl NamesAt<'_> {
    /// The name of a value: that of a variable has no number behind it.
    pub fn local(&self, local: u32) -> String {
        let func = self.state.frame().map(|frame| frame.func);
        let names = func.ok().and_then(|func| self.names.locals.get(func));
        let Some(name) = names.and_then(|it| it.get(local as usize)) else {
            return format!("%{local}");
        };
        match name.rsplit_once('.') {
            Some((variable, number)) if number.parse::<u32>().is_ok() => variable.to_string(),
            _ if name.starts_with(|it: char| it.is_ascii_digit()) => format!("%{name}"),
            _ => name.clone(),
        }
    }

    /// The name of a range of an object: that of a global, or of a value that points to it.
    pub fn memory(&self, object: ObjectId, at: u64, bytes: u32) -> String {
        let name = match self.names.globals.get(object as usize) {
            Some(name) => name.clone(),
            None => format!("*{}", self.pointer_to(object)),
        };
        format!("{name}[{at}..{}]", at + u64::from(bytes))
    }

    fn pointer_to(&self, object: ObjectId) -> String {
        let points = |value: &Option<Value>| match value {
            Some(Value::Ptr(places)) => places.len() == 1 && places[0].base == Base::Object(object),
            _ => false,
        };
        let values = self.state.frame().map(|frame| frame.values.iter());
        let found = values.ok().and_then(|mut values| values.position(points));
        found.map_or_else(|| format!("object{object}"), |at| self.local(at as u32))
    }

    /// A fact as in C.
    pub fn text(&self, fact: &Expression) -> String {
        match fact {
            Expression::Local(local) => self.local(*local),
            Expression::Memory(object, at, bytes) => self.memory(*object, *at, *bytes),
            Expression::Constant(width, value) => signed(*width, *value).to_string(),
            Expression::Apply(0, operands) => match &operands[..] {
                [Expression::Apply(operator, inner)] => {
                    let negated = match operator_of(*operator) {
                        Some(Operator::Eq) => Some("!="),
                        Some(Operator::Slt) => Some(">="),
                        Some(Operator::Ult) => Some(">=u"),
                        _ => None,
                    };
                    match negated {
                        Some(word) => self.infix(word, inner),
                        None => format!("!({})", self.text(&operands[0])),
                    }
                }
                operands => format!("!{}", self.infix("", operands)),
            },
            Expression::Apply(operator, operands) => {
                let word = match operator_of(*operator) {
                    Some(Operator::And) => "&",
                    Some(Operator::Or) => "|",
                    Some(Operator::Add) => "+",
                    Some(Operator::Sub) => "-",
                    Some(Operator::Mul) => "*",
                    Some(Operator::Eq) => "==",
                    Some(Operator::Ult) => "<u",
                    _ => "<",
                };
                self.infix(word, operands)
            }
        }
    }

    fn operand(&self, fact: &Expression) -> String {
        match fact {
            Expression::Apply(..) => format!("({})", self.text(fact)),
            _ => self.text(fact),
        }
    }

    fn infix(&self, word: &str, operands: &[Expression]) -> String {
        // Conditions bind more strongly than what connects them.
        let operand = |it: &Expression| match word {
            "&" | "|" => self.text(it),
            _ => self.operand(it),
        };
        let all: Vec<String> = operands.iter().map(operand).collect();
        all.join(&format!(" {word} "))
    }
}

fn operator_of(number: u32) -> Option<Operator> {
    OPERATORS.get(number as usize).copied()
}

/// The operands of a disjunction, or of several within each other.
pub fn alternatives(fact: &Expression) -> Vec<&Expression> {
    match fact {
        Expression::Apply(number, operands) if operator_of(*number) == Some(Operator::Or) => {
            operands.iter().flat_map(alternatives).collect()
        }
        other => vec![other],
    }
}

/// The operands, if this is the operator.
fn operands(fact: &Expression, operator: Operator) -> Option<[&Expression; 2]> {
    match fact {
        Expression::Apply(number, operands) if operator_of(*number) == Some(operator) => {
            <[&Expression; 2]>::try_from(Vec::from_iter(operands)).ok()
        }
        _ => None,
    }
}

/// A value that equals a constant.
fn equation(fact: &Expression) -> Option<(&Expression, i128)> {
    match operands(fact, Operator::Eq)? {
        [subject, Expression::Constant(width, value)] => Some((subject, signed(*width, *value))),
        _ => None,
    }
}

/// Constant bounds of a value, as a signed and as an unsigned number.
#[derive(Default)]
struct Bounds {
    signed: [Option<i128>; 2],
    unsigned: [Option<i128>; 2],
}

impl Bounds {
    /// The values that facts bound, and the strongest bounds.
    fn of(facts: &[Expression]) -> Vec<(&Expression, Bounds)> {
        let mut all: Vec<(&Expression, Bounds)> = Vec::new();
        for fact in facts {
            let Some((subject, is_signed, is_upper, value)) = bound(fact) else {
                continue;
            };
            let at = all.iter().position(|(it, _)| *it == subject);
            let at = at.unwrap_or_else(|| {
                all.push((subject, Bounds::default()));
                all.len() - 1
            });
            let bounds = &mut all[at].1;
            let numbers = if is_signed {
                &mut bounds.signed
            } else {
                &mut bounds.unsigned
            };
            let known = &mut numbers[usize::from(is_upper)];
            *known = Some(match (*known, is_upper) {
                (None, _) => value,
                (Some(known), true) => known.min(value),
                (Some(known), false) => known.max(value),
            });
        }
        all
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let line = |[low, high]: [Option<i128>; 2], order: &str| match (low, high) {
            (Some(low), Some(high)) if low == high => Some(format!("{name} == {low}")),
            (Some(low), Some(high)) => Some(format!("{low} {order} {name} {order} {high}")),
            (Some(low), None) => Some(format!("{low} {order} {name}")),
            (None, Some(high)) => Some(format!("{name} {order} {high}")),
            (None, None) => None,
        };
        let [low, high] = self.signed;
        let is_natural = low.is_some_and(|low| low >= 0);
        let [least, most] = self.unsigned;
        let least = least.filter(|it| *it > 0 && !(is_natural && low >= Some(*it)));
        let most = most.filter(|it| !(is_natural && high.is_some_and(|high| high <= *it)));
        let both = [line(self.signed, "<="), line([least, most], "<=u")];
        both.into_iter().flatten().collect()
    }

    fn allow(&self, value: i128) -> bool {
        let [low, high] = self.signed;
        low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
    }

    fn is_exact(&self) -> bool {
        self.signed[0].is_some() && self.signed[0] == self.signed[1]
    }
}

/// A constant bound of a value: whether it is one of a signed number, whether an upper one.
fn bound(fact: &Expression) -> Option<(&Expression, bool, bool, i128)> {
    let Expression::Apply(0, complement) = fact else {
        return None;
    };
    let [less] = &complement[..] else { return None };
    let (is_signed, sides) = match operands(less, Operator::Slt) {
        Some(sides) => (true, sides),
        None => (false, operands(less, Operator::Ult)?),
    };
    let number = |width: u32, value: u128| match is_signed {
        true => signed(width, value),
        false => i128::try_from(value).unwrap_or(i128::MAX),
    };
    match sides {
        [Expression::Constant(..), Expression::Constant(..)] => None,
        [subject, Expression::Constant(width, value)] => {
            Some((subject, is_signed, false, number(*width, *value)))
        }
        [Expression::Constant(width, value), subject] => {
            Some((subject, is_signed, true, number(*width, *value)))
        }
        _ => None,
    }
}

/// The facts of a loop as text, and the rows of its relation. Bounds and values that stronger facts
/// imply are left out.
pub fn simplified(facts: &[Expression], names: &NamesAt) -> (Vec<String>, Vec<String>) {
    let bounds = Bounds::of(facts);
    let of = |subject: &Expression| bounds.iter().find(|(it, _)| *it == subject);
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for (subject, bounds) in &bounds {
        lines.extend(bounds.lines(&names.text(subject)));
    }
    for fact in facts.iter().filter(|fact| bound(fact).is_none()) {
        let all = alternatives(fact);
        let equations: Option<Vec<_>> = all.iter().map(|it| equation(it)).collect();
        match equations.as_deref() {
            Some([(subject, _), rest @ ..]) if rest.iter().all(|(it, _)| it == subject) => {
                let known = of(subject).map(|(_, bounds)| bounds);
                let values = equations.iter().flatten().map(|(_, value)| *value);
                let values = values.filter(|it| known.is_none_or(|known| known.allow(*it)));
                let values: BTreeSet<i128> = values.collect();
                if !low_bits_are_known(subject, &bounds) && known.is_none_or(|it| !it.is_exact()) {
                    lines.push(among(&names.operand(subject), &values));
                }
            }
            _ if all.len() > 1 => rows.extend(all.into_iter().map(|it| names.text(it))),
            _ => lines.push(names.text(fact)),
        }
    }
    (lines, rows)
}

/// Whether a term is the low bits of a value that has one value.
fn low_bits_are_known(term: &Expression, bounds: &[(&Expression, Bounds)]) -> bool {
    let Some([subject, _]) = operands(term, Operator::And) else {
        return false;
    };
    bounds
        .iter()
        .any(|(it, bounds)| *it == subject && bounds.is_exact())
}

fn among(name: &str, values: &BTreeSet<i128>) -> String {
    let all: Vec<String> = values.iter().map(i128::to_string).collect();
    match &all[..] {
        [only] => format!("{name} == {only}"),
        _ => format!("{name} in {{{}}}", all.join(", ")),
    }
}
