//! Validates JSON values against a schema with the keywords of JSON Schema that our schemas use:
//! `type`, `const`, `enum`, `required`, `properties`, `additionalProperties: false`, `items`,
//! `minimum` and `$ref` into `$defs`. Any other keyword is an error, so that none is ignored.

use serde_json::{Map, Value};
use std::fmt::Display;

/// Every violation, with the path of the value.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut check = Check {
        root: schema,
        found: Vec::new(),
    };
    check.value(schema, value, "$");
    check.found
}

struct Check<'a> {
    /// The whole schema, which references point into.
    root: &'a Value,
    /// The violations so far.
    found: Vec<String>,
}

impl Check<'_> {
    fn value(&mut self, schema: &Value, value: &Value, path: &str) {
        let Some(keywords) = schema.as_object() else {
            return self.fails(path, "the schema is not an object");
        };
        for (keyword, argument) in keywords {
            self.keyword(keywords, keyword, argument, value, path);
        }
    }

    fn fails(&mut self, path: &str, message: impl Display) {
        self.found.push(format!("{path}: {message}"));
    }

    /// Checks one keyword of a schema.
    fn keyword(
        &mut self,
        keywords: &Map<String, Value>,
        keyword: &str,
        argument: &Value,
        value: &Value,
        path: &str,
    ) {
        match (keyword, argument) {
            ("$schema" | "$id" | "title" | "description" | "$defs", _) => {}
            ("$ref", Value::String(reference)) => {
                let target = reference.strip_prefix('#');
                match target.and_then(|it| self.root.pointer(it)) {
                    Some(target) => self.value(target, value, path),
                    None => self.fails(path, format!("the schema has no {reference}")),
                }
            }
            ("type", types) if !has_some_type(value, types) => {
                self.fails(path, format!("{value} is not of type {types}"));
            }
            ("const", expected) if value != expected => {
                self.fails(path, format!("{value} is not {expected}"));
            }
            ("enum", Value::Array(allowed)) if !allowed.contains(value) => {
                self.fails(path, format!("{value} is not among {argument}"));
            }
            ("minimum", least) if is_less(value, least) => {
                self.fails(path, format!("{value} is less than {least}"));
            }
            ("type" | "const" | "enum" | "minimum", _) => {}
            ("required", Value::Array(names)) => self.required(names, value, path),
            ("properties", Value::Object(properties)) => self.properties(properties, value, path),
            ("additionalProperties", Value::Bool(false)) => {
                self.no_others(keywords.get("properties"), value, path);
            }
            ("items", schema) => {
                for (position, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.value(schema, item, &format!("{path}[{position}]"));
                }
            }
            _ => self.fails(
                path,
                format!("the schema has the unknown keyword `{keyword}`"),
            ),
        }
    }

    fn required(&mut self, names: &[Value], value: &Value, path: &str) {
        let Value::Object(members) = value else {
            return;
        };
        for name in names.iter().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                self.fails(path, format!("there is no `{name}`"));
            }
        }
    }

    fn properties(&mut self, properties: &Map<String, Value>, value: &Value, path: &str) {
        for (name, schema) in properties {
            if let Some(member) = value.get(name) {
                self.value(schema, member, &format!("{path}.{name}"));
            }
        }
    }

    /// Checks that there are no other members than these.
    fn no_others(&mut self, properties: Option<&Value>, value: &Value, path: &str) {
        for name in value.as_object().into_iter().flat_map(Map::keys) {
            if properties.is_none_or(|known| known.get(name).is_none()) {
                self.fails(path, format!("`{name}` is not allowed"));
            }
        }
    }
}

fn is_less(value: &Value, least: &Value) -> bool {
    let numbers = value.as_f64().zip(least.as_f64());
    numbers.is_some_and(|(value, least)| value < least)
}

/// Whether a value has the type, or one of the types.
fn has_some_type(value: &Value, types: &Value) -> bool {
    match types {
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .any(|name| has_type(value, name)),
        name => name.as_str().is_some_and(|name| has_type(value, name)),
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn violations_are_found_and_valid_values_pass() {
        let schema = json!({
            "$defs": {"count": {"type": "integer", "minimum": 0}},
            "type": "object", "required": ["a"], "additionalProperties": false,
            "properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/count"}}, "b": {"enum": ["x", null]}, "c": {"const": 1}}
        });
        assert_eq!(
            violations(&schema, &json!({"a": [0, 1], "b": null, "c": 1})),
            Vec::<String>::new()
        );
        for bad in [
            json!([]),
            json!({}),
            json!({"a": [-1]}),
            json!({"a": [1.5]}),
            json!({"a": 1}),
            json!({"a": [], "d": 1}),
            json!({"a": [], "b": "y"}),
            json!({"a": [], "c": 2}),
        ] {
            assert_eq!(
                violations(&schema, &bad).len(),
                1,
                "{bad}: {:?}",
                violations(&schema, &bad)
            );
        }
    }

    #[test]
    fn unknown_keywords_are_not_passed_over() {
        assert_eq!(violations(&json!({"pattern": "a"}), &json!("b")).len(), 1);
    }
}
