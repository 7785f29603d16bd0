//! What a library says about its pure functions on numbers, for the growth of gardens.

/// A pure function on numbers.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// Its name on doubles. With `f` behind it, the function is that on floats.
    pub name: &'static str,
    /// Numbers that are worth indexing where the function is called, given a member and the other,
    /// constant argument (0 if there is none): results, and arguments of which the member is the
    /// result, at least nearly. They are candidates only: tables are computed by the function.
    pub related: fn(member: f64, constant: f64) -> Vec<f64>,
}
