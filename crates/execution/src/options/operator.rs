//! What a library says about its pure functions, for gardens and tables.

/// A pure function on numbers.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// Its name on doubles. With `f` or `l` behind it, the function is that on floats or long
    /// doubles.
    pub name: &'static str,
    /// Numbers that are worth indexing where the function is called, given a member and the other,
    /// constant argument (0 if there is none): results, and arguments of which the member is the
    /// result, at least nearly. They are candidates only: tables are computed by the function.
    pub related: fn(member: f64, constant: f64) -> Vec<f64>,
}

/// A function on strings whose result depends on the contents of its arguments only, and which has
/// no effect. A result that is a pointer points into an argument, or is null.
#[derive(Clone, Copy, Debug)]
pub struct TextFunction {
    /// As in C.
    pub name: &'static str,
    /// Its parameters; empty for a function that has no table, and is here for the growth only.
    pub parameters: &'static [TextParameter],
    /// Whether its model has few paths, in the order of the length of the strings. Then these are
    /// merged into one value for strings outside of the index.
    pub has_few_paths: bool,
    /// Strings that are worth indexing where the function is called, given a member as one of its
    /// arguments and what is known of all of them: parts that the result points to, and strings
    /// for which the result differs. They are candidates only, as in [`Operator::related`].
    pub related: fn(member: &[u8], constants: &[Known]) -> Vec<Vec<u8>>,
}

/// What a function reads of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextParameter {
    /// The string that it points to, up to the null character.
    Text,
    /// As many of the bytes that it points to as the last argument says.
    Bytes,
    /// The number itself.
    Number,
    /// A pointer through which something is written; there are tables only if it is null.
    Null,
}

/// A function that finds options among the arguments of a program, such as `getopt_long`.
#[derive(Clone, Copy, Debug)]
pub struct OptionParser {
    /// As in C.
    pub name: &'static str,
    /// The position of its argument that is a string of letters.
    pub letters: usize,
    /// The position of its argument that is a table of names, if there is one.
    pub table: Option<usize>,
    /// What may be before a name.
    pub dashes: &'static [&'static str],
}

/// What is known of an argument in the program's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known<'a> {
    /// It is this constant string, without the null character.
    Text(&'a [u8]),
    /// It is this number.
    Number(i64),
    /// Nothing.
    Variable,
}
