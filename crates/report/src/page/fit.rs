//! Keeps a page at a size that browsers open at once.

use serde_json::{Map, Value, json};

/// The maximum number of elements of lists, from the first attempt to the last.
const ELEMENTS: [usize; 4] = [5000, 1000, 200, 40];

/// The maximum size of what a run's JSON has, in bytes.
const RUN: usize = 1_200_000;

/// The maximum size of source text and the rest together, in bytes.
const ALL: usize = 4_500_000;

/// Lists of which the end matters, not the beginning: what happened last.
const ENDS: [&str; 3] = ["trace", "decisive", "path"];

/// Cuts long lists. Beside one that is cut, `NAME_left_out` is the number of missing elements.
pub(super) fn lists(run: &mut Value) {
    for most in ELEMENTS {
        cut(run, most);
        if run.to_string().len() <= RUN {
            return;
        }
    }
}

fn cut(value: &mut Value, most: usize) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|it| cut(it, most)),
        Value::Object(members) => {
            // Its steps build on each other.
            let is_long = |walk: &Value| walk["steps"].as_array().is_some_and(|it| it.len() > most);
            if members.get("walk").is_some_and(is_long) {
                members.remove("walk");
            }
            members.values_mut().for_each(|it| cut(it, most));
            cut_members(members, most);
        }
        _ => {}
    }
}

fn cut_members(members: &mut Map<String, Value>, most: usize) {
    let mut left_out = Vec::new();
    for (name, member) in members.iter_mut() {
        let Value::Array(elements) = member else {
            continue;
        };
        let more = elements.len().saturating_sub(most);
        if more == 0 {
            continue;
        }
        match ENDS.contains(&name.as_str()) {
            true => drop(elements.drain(..more)),
            false => elements.truncate(most),
        }
        left_out.push((format!("{name}_left_out"), more as u64));
    }
    for (name, more) in left_out {
        let before = members.get(&name).and_then(Value::as_u64).unwrap_or(0);
        members.insert(name, json!(before + more));
    }
}

/// Leaves out source text that has no room beside so many bytes, the largest files first.
pub(super) fn texts(sources: &mut Value, others: usize) {
    let Some(files) = sources["files"].as_array_mut() else {
        return;
    };
    let size = |file: &Value| super::data(&file.to_string()).len();
    let mut all = others + files.iter().map(size).sum::<usize>();
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|position| std::cmp::Reverse(size(&files[*position])));
    for position in order {
        if all <= ALL {
            return;
        }
        let before = size(&files[position]);
        files[position]["text"] = Value::Null;
        files[position]["too_large"] = json!(true);
        all -= before - size(&files[position]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_path_and_the_beginning_of_a_list_stay() {
        let row: Vec<usize> = (0..6000).collect();
        let walk = json!({"steps": row, "left_out": 0});
        let mut run = json!({"findings": [{"trace": row, "inputs": row, "walk": walk}]});
        lists(&mut run);
        let finding = &run["findings"][0];
        assert!(finding.get("walk").is_none());
        assert_eq!(finding["trace"][4999], 5999);
        assert_eq!(finding["inputs"][4999], 4999);
        assert_eq!(finding["trace_left_out"], 1000);
    }

    #[test]
    fn the_largest_text_is_left_out_first() {
        let file = |bytes: usize| json!({"text": "a".repeat(bytes), "file": "a.c"});
        let mut sources = json!({"files": [file(10), file(4_000_000), file(1_000_000)]});
        texts(&mut sources, 1000);
        assert_eq!(sources["files"][1]["text"], Value::Null);
        assert_eq!(sources["files"][1]["too_large"], true);
        assert_eq!(
            sources["files"][2]["text"].as_str().map(str::len),
            Some(1_000_000)
        );
    }
}
