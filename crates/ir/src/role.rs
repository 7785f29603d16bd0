//! The roles of blocks for source conditions.

use std::fmt;
use std::str::FromStr;

/// The role of a block for the source condition that leads to it, as far as the front end knows it.
/// It determines how decisions are displayed; it never affects behaviour.
///
/// Compilers swap the targets of a branch if the source negates its condition, and compile one
/// condition to several branches, so the order of targets does not show their meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The statement that is executed if the condition holds.
    Then,
    /// The statement that is executed otherwise, or the code after the statement.
    Else,
    /// The body of a loop.
    Body,
    /// The code after a loop.
    Exit,
    /// The second operand of `?:`, evaluated if the first one is true.
    First,
    /// The third operand.
    Second,
    /// The right operand of `&&`, evaluated if the left one is true.
    And,
    /// The right operand of `||`, evaluated if the left one is false.
    Or,
    /// The code after `&&`, `||` or `?:`, where their value is known.
    Value,
    /// A case of an operation, such as operands of some kinds or an exception. The source has no
    /// branch there.
    Case,
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
    (Role::Case, "case"),
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
