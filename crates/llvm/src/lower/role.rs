//! Roles of blocks for source conditions, from clang's block names. Names may be missing: by
//! default, clang discards them.

use sheaf_ir::Role;

/// The role of a block with this name. Duplicate names have a number appended.
pub(super) fn role(name: &str) -> Option<Role> {
    Some(match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "if.then" => Role::Then,
        "if.else" | "if.end" => Role::Else,
        "for.body" | "while.body" | "do.body" => Role::Body,
        "for.end" | "while.end" | "do.end" | "for.cond.cleanup" | "while.exit" => Role::Exit,
        "cond.true" => Role::First,
        "cond.false" => Role::Second,
        "land.lhs.true" | "land.rhs" => Role::And,
        "lor.lhs.false" | "lor.rhs" => Role::Or,
        "land.end" | "lor.end" | "cond.end" => Role::Value,
        _ => return None,
    })
}
