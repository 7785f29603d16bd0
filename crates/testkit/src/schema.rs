//! Checks JSON values against a schema, by the part of JSON Schema that our schemas use: `type`, `const`, `enum`, `required`,
//! `properties`, `additionalProperties: false`, `items`, `minimum` and `$ref` into `$defs`. Any other keyword is an error, so that
//! none is passed over.

use serde_json::{Map, Value};

/// Every violation, with the path of the value.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "$", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let Some(keywords) = schema.as_object() else {
        return found.push(format!("{path}: the schema is no object"));
    };
    for (keyword, argument) in keywords {
        match (keyword.as_str(), argument) {
            ("$schema" | "$id" | "title" | "description" | "$defs", _) => {}
            ("$ref", Value::String(reference)) => {
                match reference.strip_prefix('#').and_then(|it| root.pointer(it)) {
                    Some(target) => check(root, target, value, path, found),
                    None => found.push(format!("{path}: the schema has no {reference}")),
                }
            }
            ("type", types) => {
                let names: Vec<&str> = match types {
                    Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                    name => name.as_str().into_iter().collect(),
                };
                if !names.iter().any(|name| has_type(value, name)) {
                    found.push(format!("{path}: {value} is not of type {types}"));
                }
            }
            ("const", expected) if value != expected => {
                found.push(format!("{path}: {value} is not {expected}"))
            }
            ("enum", Value::Array(allowed)) if !allowed.contains(value) => {
                found.push(format!("{path}: {value} is not among {argument}"));
            }
            ("minimum", least) => {
                if value
                    .as_f64()
                    .zip(least.as_f64())
                    .is_some_and(|(value, least)| value < least)
                {
                    found.push(format!("{path}: {value} is less than {least}"));
                }
            }
            ("required", _) if !value.is_object() => {}
            ("required", Value::Array(names)) => {
                let missing = names
                    .iter()
                    .filter_map(Value::as_str)
                    .filter(|name| value.get(name).is_none());
                found.extend(missing.map(|name| format!("{path}: there is no `{name}`")));
            }
            ("properties", Value::Object(properties)) => {
                members(root, properties, value, path, found)
            }
            ("additionalProperties", Value::Bool(false)) => {
                let known = keywords.get("properties").and_then(Value::as_object);
                let names = value.as_object().into_iter().flat_map(Map::keys);
                let unknown =
                    names.filter(|name| !known.is_some_and(|known| known.contains_key(*name)));
                found.extend(unknown.map(|name| format!("{path}: `{name}` is not allowed")));
            }
            ("items", item_schema) => {
                for (position, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(
                        root,
                        item_schema,
                        item,
                        &format!("{path}[{position}]"),
                        found,
                    );
                }
            }
            ("const" | "enum", _) => {}
            _ => found.push(format!(
                "{path}: the schema has the unknown keyword `{keyword}`"
            )),
        }
    }
}

fn members(
    root: &Value,
    properties: &Map<String, Value>,
    value: &Value,
    path: &str,
    found: &mut Vec<String>,
) {
    for (name, schema) in properties {
        if let Some(member) = value.get(name) {
            check(root, schema, member, &format!("{path}.{name}"), found);
        }
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
