//! What blocks are to the conditions of the source.

use std::fmt;
use std::str::FromStr;

/// What a block is to the condition of the source that leads to it, as far as the front end knows.
/// It decides how decisions are told to people; it never changes behaviour.
///
/// Compilers swap the targets of a branch where the source negates its condition, and make several
/// branches of one condition: which target means what is not seen by their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Where a statement goes on if its condition holds.
    Then,
    /// Where it goes on otherwise: another statement, or what comes after it.
    Else,
    /// The body of a loop.
    Body,
    /// Behind a loop.
    Exit,
    /// The second operand of `?:`, chosen where the first one holds.
    First,
    /// The third operand.
    Second,
    /// The right operand of `&&`: the left one holds.
    And,
    /// The right operand of `||`: the left one does not hold.
    Or,
    /// Behind `&&`, `||` or `?:`, where their value is known.
    Value,
}

const WORDS: &[(Role, &str)] = &[
    (Role::Then, "then"),
    (Role::Else, "otherwise"),
    (Role::Body, "body"),
    (Role::Exit, "exit"),
    (Role::First, "first"),
    (Role::Second, "second"),
    (Role::And, "and"),
    (Role::Or, "or"),
    (Role::Value, "value"),
];

/// As in the text form.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(role, _)| role == self);
        f.write_str(word.map_or("", |(_, word)| word))
    }
}

/// The inverse of [`Display`](fmt::Display).
impl FromStr for Role {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let role = WORDS.iter().find(|(_, word)| *word == text);
        role.map(|(role, _)| *role).ok_or(())
    }
}
