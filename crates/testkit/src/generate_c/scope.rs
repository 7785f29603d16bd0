//! The names in scope.

use super::types::Int;

/// An integer expression that can be read, and possibly assigned.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// Its spelling.
    pub text: String,
    /// Its type.
    pub ty: Int,
    /// Whether it may be assigned.
    pub writable: bool,
}

/// An array of integers.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its spelling.
    pub text: String,
    /// The type of its elements.
    pub ty: Int,
    /// The number of elements.
    pub length: u32,
    /// Whether its elements may be assigned.
    pub writable: bool,
    /// Whether an access past its end is a failure: that of a whole object, or of a member other
    /// than the last.
    pub is_checked: bool,
}

/// A pointer that always points to an element of an array.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Its name.
    pub text: String,
    /// What it points into.
    pub array: Array,
}

/// A function without side effects.
#[derive(Clone, Debug)]
pub struct Function {
    /// How it is called: by its name, or through an element of a table.
    pub text: String,
    /// The types of its parameters.
    pub params: Vec<Int>,
    /// The type of its result.
    pub result: Int,
}

/// Variables of one struct type, which can be assigned to each other.
#[derive(Clone, Debug)]
pub struct Structs {
    /// Their spellings.
    pub variables: Vec<String>,
    /// A pointer that always points to one of them.
    pub pointer: String,
}

/// Owners of one type: each is null or the only pointer to a heap object.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Their names.
    pub owners: Vec<String>,
    /// The type of the elements.
    pub ty: Int,
    /// The minimum number of elements of an object.
    pub length: u32,
}

/// A function pointer and its possible targets.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub pointer: String,
    /// Functions of its type.
    pub among: Vec<String>,
}

/// A function that changes a list and a number of its caller: `void (struct node **, int32_t *,
/// uint32_t)`.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// What calls say.
    pub name: String,
}

/// A buffer that contains a string.
#[derive(Clone, Debug)]
pub struct Text {
    /// The variable.
    pub name: String,
    /// Its size in bytes.
    pub size: u32,
}

/// Everything in scope.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    /// Integers.
    pub places: Vec<Scalar>,
    /// Those of them that are inputs or elements of inputs.
    pub inputs: Vec<Scalar>,
    /// Arrays.
    pub arrays: Vec<Array>,
    /// Pointers.
    pub pointers: Vec<Pointer>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Structs.
    pub structs: Vec<Structs>,
    /// Owners of heap objects.
    pub heaps: Vec<Heap>,
    /// Linked lists: pointers to the first node.
    pub lists: Vec<String>,
    /// Function pointers.
    pub choices: Vec<Choice>,
    /// Functions with side effects.
    pub procedures: Vec<Procedure>,
    /// Functions that return to a `setjmp` of their own: `uint32_t (uint32_t, int32_t)`.
    pub jumpers: Vec<String>,
    /// Buffers with strings.
    pub texts: Vec<Text>,
    /// Variables of type `float` and `double`.
    pub floats: Vec<String>,
}

impl Scope {
    /// The scope of a function that changes its own variables only.
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
        scope.jumpers.clear();
        scope
    }
}
