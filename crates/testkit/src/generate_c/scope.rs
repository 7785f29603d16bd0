//! What a program can name.

use super::types::Int;

/// Something of an integer type that can be read, and perhaps assigned.
#[derive(Clone, Debug)]
pub struct Scalar {
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
    /// Whether an access behind its end is a failure: of a whole object, or of a member that is not
    /// the last one.
    pub is_checked: bool,
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
    /// A pointer that always points to one of them.
    pub pointer: String,
}

/// Pointers of one type, each null or the only one to an object of the heap.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Their names.
    pub owners: Vec<String>,
    /// The type of the elements.
    pub ty: Int,
    /// How many elements an object has at least.
    pub length: u32,
}

/// A pointer to a function, with all that it may point to.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub pointer: String,
    /// Functions of its type.
    pub among: Vec<String>,
}

/// A function that changes a list and a number that its caller names: `void (struct node **,
/// int32_t *, uint32_t)`.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: String,
}

/// Everything in sight.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    /// Integers.
    pub places: Vec<Scalar>,
    /// Those of them that are inputs, and elements of inputs.
    pub inputs: Vec<Scalar>,
    /// Arrays.
    pub arrays: Vec<Array>,
    /// Pointers.
    pub pointers: Vec<Pointer>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Structs.
    pub structs: Vec<Structs>,
    /// Owners of objects of the heap.
    pub heaps: Vec<Heap>,
    /// Linked lists: pointers to the first node.
    pub lists: Vec<String>,
    /// Pointers to functions.
    pub choices: Vec<Choice>,
    /// Functions with side effects.
    pub procedures: Vec<Procedure>,
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
        scope.heaps.clear();
        scope.lists.clear();
        scope.choices.clear();
        scope.procedures.clear();
        scope
    }
}
