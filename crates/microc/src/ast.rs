//! The syntax tree, as `sheaf show --ast` prints it in JSON.
//!
//! Equality compares structure and ignores locations, so that a printed program equals the tree it
//! was printed from.

use crate::error::SourceLocation;
use num_bigint::BigInt;
use serde::{Serialize, Serializer};

/// A program: its functions in the order of the source.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Program {
    /// Each may call all others, and itself.
    pub functions: Vec<Function>,
}

/// A name at its declaration.
#[derive(Clone, Debug, Serialize)]
pub struct Ident {
    /// As the source spells it.
    pub name: String,
    /// Its location.
    pub place: SourceLocation,
}

/// A function: declarations, statements, and a `return` at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Function {
    /// Where it is declared, and what calls say.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Ident>,
    /// The variables of all `var` statements.
    pub vars: Vec<Ident>,
    /// The statements between the declarations and the `return`.
    pub body: Vec<Stmt>,
    /// The `return` statement that ends it.
    pub result: Return,
}

/// The `return` that ends a function.
#[derive(Clone, Debug, Serialize)]
pub struct Return {
    /// What is returned.
    pub value: Expr,
    /// The start of the statement.
    pub place: SourceLocation,
}

/// A statement.
#[derive(Clone, Debug, Serialize)]
pub struct Stmt {
    /// The kind of statement.
    #[serde(flatten)]
    pub kind: StmtKind,
    /// The start of the statement.
    pub place: SourceLocation,
}

/// The kinds of statements. A single statement as the body of an `if` or a `while` becomes a list
/// of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StmtKind {
    /// Writes a number to the output.
    Output {
        /// The number.
        value: Expr,
    },
    /// Evaluates the value, then stores it in the target.
    Assign {
        /// A variable, an element, a field or what a pointer points to.
        target: Expr,
        /// The new value.
        value: Expr,
    },
    /// Executes one of two lists of statements; a missing `else` is an empty list.
    If {
        /// A number; 0 is false.
        condition: Expr,
        /// Executed if the condition holds.
        then: Vec<Stmt>,
        /// Executed otherwise.
        otherwise: Vec<Stmt>,
    },
    /// Repeats its body while the condition holds.
    While {
        /// A number; 0 is false.
        condition: Expr,
        /// The body of the loop.
        body: Vec<Stmt>,
    },
    /// Statements in braces.
    Block {
        /// The statements.
        body: Vec<Stmt>,
    },
}

/// An expression.
#[derive(Clone, Debug, Serialize)]
pub struct Expr {
    /// The kind of expression.
    #[serde(flatten)]
    pub kind: ExprKind,
    /// The location of the operator of a binary operation, else the start of the expression.
    pub place: SourceLocation,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExprKind {
    /// An integer of any size; a decimal string in JSON.
    Number {
        /// The integer.
        #[serde(serialize_with = "decimal")]
        value: BigInt,
    },
    /// A variable, or a function as a value.
    Name {
        /// What it is declared as.
        name: String,
    },
    /// An input, a number.
    Input,
    /// The null pointer.
    Null,
    /// 1 if the operand is 0, else 0.
    Not {
        /// A number.
        operand: Box<Expr>,
    },
    /// The value that a pointer points to.
    Deref {
        /// The pointer.
        operand: Box<Expr>,
    },
    /// A pointer to a variable.
    Ref {
        /// The variable's name.
        name: String,
    },
    /// A pointer to a new cell that holds a value.
    Alloc {
        /// The value.
        operand: Box<Expr>,
    },
    /// An operation with two operands, both of which are always evaluated, left before right.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The first operand.
        left: Box<Expr>,
        /// The second operand.
        right: Box<Expr>,
    },
    /// An element of an array, with indices from 0.
    Index {
        /// What must be an array.
        array: Box<Expr>,
        /// A number below the number of elements.
        index: Box<Expr>,
    },
    /// A field of a record.
    Field {
        /// What must be a record.
        record: Box<Expr>,
        /// The field's name.
        field: String,
    },
    /// What a function returns.
    Call {
        /// The called function.
        callee: Box<Expr>,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// A new array.
    Array {
        /// Initial values, from index 0 on.
        elements: Vec<Expr>,
    },
    /// A new record.
    Record {
        /// In the order of the source.
        fields: Vec<Field>,
    },
}

/// A field of a record expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// What `.` selects it by.
    pub name: Ident,
    /// Its initial value.
    pub value: Expr,
}

/// Operations with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum BinaryOp {
    /// Both operands are true.
    #[serde(rename = "&&")]
    And,
    /// One operand is true.
    #[serde(rename = "||")]
    Or,
    /// Equal numbers, or the same object.
    #[serde(rename = "==")]
    Eq,
    /// Not equal.
    #[serde(rename = "!=")]
    Ne,
    /// Less than.
    #[serde(rename = "<")]
    Lt,
    /// Less or equal.
    #[serde(rename = "<=")]
    Le,
    /// Greater than.
    #[serde(rename = ">")]
    Gt,
    /// Greater or equal.
    #[serde(rename = ">=")]
    Ge,
    /// Sum.
    #[serde(rename = "+")]
    Add,
    /// Difference.
    #[serde(rename = "-")]
    Sub,
    /// Product.
    #[serde(rename = "*")]
    Mul,
    /// Quotient, truncated towards zero.
    #[serde(rename = "/")]
    Div,
}

impl BinaryOp {
    /// All operations.
    pub const ALL: [BinaryOp; 12] = [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
    ];

    /// The operator in the source.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
        }
    }

    /// The precedence, 1 to 5; operators of one level associate to the left. `&&` and `||` share a
    /// level.
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::And | BinaryOp::Or => 1,
            BinaryOp::Eq | BinaryOp::Ne => 2,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 3,
            BinaryOp::Add | BinaryOp::Sub => 4,
            BinaryOp::Mul | BinaryOp::Div => 5,
        }
    }
}

impl Expr {
    /// An expression without a source location.
    pub fn synthetic(kind: ExprKind) -> Self {
        Expr {
            kind,
            place: SourceLocation::default(),
        }
    }

    /// Whether it can be assigned to.
    pub fn is_target(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Name { .. }
                | ExprKind::Deref { .. }
                | ExprKind::Index { .. }
                | ExprKind::Field { .. }
        )
    }

    /// Calls `visit` with each direct operand, in evaluation order.
    pub fn children<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Number { .. }
            | ExprKind::Name { .. }
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Ref { .. } => {}
            ExprKind::Not { operand }
            | ExprKind::Deref { operand }
            | ExprKind::Alloc { operand } => visit(operand),
            ExprKind::Binary {
                left: a, right: b, ..
            }
            | ExprKind::Index { array: a, index: b } => {
                visit(a);
                visit(b);
            }
            ExprKind::Field { record, .. } => visit(record),
            ExprKind::Call { callee, args } => {
                visit(callee);
                args.iter().for_each(visit);
            }
            ExprKind::Array { elements } => elements.iter().for_each(visit),
            ExprKind::Record { fields } => fields.iter().for_each(|field| visit(&field.value)),
        }
    }
}

impl Stmt {
    /// A statement without a source location.
    pub fn synthetic(kind: StmtKind) -> Self {
        Stmt {
            kind,
            place: SourceLocation::default(),
        }
    }
}

impl Ident {
    /// A name without a source location.
    pub fn synthetic(name: &str) -> Self {
        Ident {
            name: name.to_string(),
            place: SourceLocation::default(),
        }
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Ident {}

impl PartialEq for Return {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Return {}

impl PartialEq for Stmt {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Stmt {}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

fn decimal<S: Serializer>(value: &BigInt, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string())
}
