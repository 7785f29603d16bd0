//! What a program can name.

use super::types::Int;

/// Something of an integer type that can be read, and perhaps assigned.
#[derive(Clone, Debug)]
pub struct Place {
    /// How it is written.
    pub text: String,
    /// Its type.
    pub ty: Int,
    /// Whether it may be assigned.
    pub writable: bool,
}

/// An array of integers.
#[derive(Clone, Debug)]
pub struct Array {
    /// How it is written.
    pub text: String,
    /// The type of its elements.
    pub ty: Int,
    /// How many there are.
    pub length: u32,
    /// Whether they may be assigned.
    pub writable: bool,
    /// Whether an access behind its end leaves the object.
    pub is_whole: bool,
}

/// A pointer that always points to an element of an array.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Its name.
    pub text: String,
    /// The array.
    pub array: Array,
}

/// A function without side effects.
#[derive(Clone, Debug)]
pub struct Function {
    /// How it is called: its name, or an element of a table.
    pub text: String,
    /// The types of its parameters.
    pub params: Vec<Int>,
    /// The type of its result.
    pub result: Int,
}

/// Variables of one struct type, which can be assigned to each other.
#[derive(Clone, Debug)]
pub struct Structs {
    /// How they are written.
    pub variables: Vec<String>,
}

/// Everything in sight.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    /// Integers.
    pub places: Vec<Place>,
    /// Arrays.
    pub arrays: Vec<Array>,
    /// Pointers.
    pub pointers: Vec<Pointer>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Structs.
    pub structs: Vec<Structs>,
}

impl Scope {
    /// The scope of a function that changes nothing but its own variables.
    pub fn read_only(&self) -> Scope {
        let mut scope = self.clone();
        for place in &mut scope.places {
            place.writable = false;
        }
        for array in &mut scope.arrays {
            array.writable = false;
        }
        scope.pointers.clear();
        scope.structs.clear();
        scope
    }
}
