//! Expressions as messages of errors show them, as node does.

use super::function::FunctionLowerer;
use oxc_ast::ast::{
    ArrayExpressionElement, BinaryExpression, ChainElement, ComputedMemberExpression, Expression,
    ObjectPropertyKind, SimpleAssignmentTarget, StaticMemberExpression,
};
use oxc_span::GetSpan;

/// What stands for an expression that has no short form.
const VALUE: &str = "(intermediate value)";

/// The length of the longest expression that is shown, in bytes. Each call in a chain of calls
/// shows all those before it.
const MAX_SHOWN: u32 = 4096;

impl FunctionLowerer<'_, '_> {
    /// An expression for the user.
    pub fn shown(&self, expression: &Expression) -> String {
        if expression.span().size() > MAX_SHOWN {
            return VALUE.to_string();
        }
        let operand = |it: &Expression| self.shown(it);
        match expression {
            Expression::Identifier(it) => it.name.to_string(),
            Expression::ThisExpression(_) => "this".to_string(),
            Expression::NullLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::BigIntLiteral(_) => self.source_text(expression.span()),
            Expression::NumericLiteral(it) => format!("{}", it.value),
            Expression::StringLiteral(it) => format!("\"{}\"", it.value),
            Expression::TemplateLiteral(it) if it.expressions.is_empty() => {
                format!("\"{}\"", self.source_text(it.quasis[0].span))
            }
            Expression::TemplateLiteral(it) => it.expressions.iter().map(operand).collect(),
            Expression::ParenthesizedExpression(it) => self.shown(&it.expression),
            Expression::StaticMemberExpression(it) => self.static_shown(it),
            Expression::ComputedMemberExpression(it) => self.computed_shown(it),
            Expression::PrivateFieldExpression(it) => {
                let dot = if it.optional { "?." } else { "" };
                format!("{}{dot}[#{}]", self.shown(&it.object), it.field.name)
            }
            Expression::ChainExpression(it) => match &it.expression {
                ChainElement::CallExpression(it) => format!("{}(...)", self.shown(&it.callee)),
                ChainElement::StaticMemberExpression(it) => self.static_shown(it),
                ChainElement::ComputedMemberExpression(it) => self.computed_shown(it),
                _ => VALUE.to_string(),
            },
            Expression::CallExpression(it) => format!("{}(...)", self.shown(&it.callee)),
            Expression::TaggedTemplateExpression(it) => self.shown(&it.tag),
            Expression::ArrayExpression(it) => {
                let elements = it.elements.iter().map(|element| match element {
                    ArrayExpressionElement::SpreadElement(it) => {
                        format!("(...{})", self.shown(&it.argument))
                    }
                    ArrayExpressionElement::Elision(_) => String::new(),
                    element => element.as_expression().map_or(VALUE.to_string(), operand),
                });
                format!("[{}]", elements.collect::<Vec<_>>().join(","))
            }
            Expression::ObjectExpression(it) => {
                let properties = it.properties.iter().map(|property| match property {
                    ObjectPropertyKind::ObjectProperty(_) => VALUE.to_string(),
                    ObjectPropertyKind::SpreadProperty(it) => {
                        format!("(...{})", self.shown(&it.argument))
                    }
                });
                format!("{{{}}}", properties.collect::<String>())
            }
            Expression::UnaryExpression(it) => {
                let operator = it.operator.as_str();
                let space = if it.operator.is_keyword() { " " } else { "" };
                format!("({operator}{space}{})", self.shown(&it.argument))
            }
            Expression::UpdateExpression(it) => {
                let target = match &it.argument {
                    SimpleAssignmentTarget::AssignmentTargetIdentifier(it) => it.name.to_string(),
                    _ => VALUE.to_string(),
                };
                match it.prefix {
                    true => format!("({}{target})", it.operator.as_str()),
                    false => format!("({target}{})", it.operator.as_str()),
                }
            }
            Expression::BinaryExpression(it) => format!("({})", self.operands_shown(it)),
            Expression::LogicalExpression(it) => {
                let (left, right) = (self.shown(&it.left), self.shown(&it.right));
                format!("({left} {} {right})", it.operator.as_str())
            }
            Expression::SequenceExpression(it) => {
                let parts: Vec<String> = it.expressions.iter().map(operand).collect();
                format!("({})", parts.join(" , "))
            }
            Expression::ConditionalExpression(_) => VALUE.repeat(3),
            Expression::AssignmentExpression(it) => match it.left.as_simple_assignment_target() {
                Some(SimpleAssignmentTarget::AssignmentTargetIdentifier(it)) => it.name.to_string(),
                _ => VALUE.to_string(),
            },
            _ => VALUE.to_string(),
        }
    }

    fn static_shown(&self, it: &StaticMemberExpression) -> String {
        let dot = if it.optional { "?." } else { "." };
        format!("{}{dot}{}", self.shown(&it.object), it.property.name)
    }

    fn computed_shown(&self, it: &ComputedMemberExpression) -> String {
        let object = self.shown(&it.object);
        let literal = match it.expression.without_parentheses() {
            Expression::StringLiteral(key) => Some(key.value.as_str()),
            Expression::TemplateLiteral(key) => key.single_quasi().map(|it| it.as_str()),
            _ => None,
        };
        match (literal, &it.expression) {
            (Some(key), _) => {
                let dot = if it.optional { "?." } else { "." };
                format!("{object}{dot}{key}")
            }
            (None, key) => {
                let dot = if it.optional { "?." } else { "" };
                format!("{object}{dot}[{}]", self.shown(key))
            }
        }
    }

    /// The operands of a binary operator; a chain of the same one has no parentheses.
    fn operands_shown(&self, it: &BinaryExpression) -> String {
        let left = match &it.left {
            Expression::BinaryExpression(left) if left.operator == it.operator => {
                self.operands_shown(left)
            }
            left => self.shown(left),
        };
        format!("{left} {} {}", it.operator.as_str(), self.shown(&it.right))
    }

    /// A value that cannot be iterated, in the message for it.
    pub fn not_iterable(&self, expression: &Expression) -> String {
        match expression.without_parentheses() {
            Expression::CallExpression(it) => {
                let callee = self.shown(&it.callee);
                format!("{callee} is not a function or its return value is not iterable")
            }
            Expression::NewExpression(it) => {
                let callee = self.shown(&it.callee);
                format!("{callee} is not a function or its return value is not iterable")
            }
            other => format!("{} is not iterable", self.shown(other)),
        }
    }
}
