//! Warnings of compilers: each once, and only if the user wants them.

use std::collections::HashSet;

/// What messages of our own start with.
const OWN: [&str; 2] = ["sheaf: ", "warning: "];

/// What stands in front of a diagnostic of a header.
const INCLUDED: &str = "In file included from ";

/// What is shown: messages of our own, and each diagnostic of compilers once if `verbose`.
pub fn shown(warnings: Vec<String>, verbose: bool) -> Vec<String> {
    let mut known = HashSet::new();
    let mut shown = Vec::new();
    for warning in warnings {
        if OWN.iter().any(|own| warning.starts_with(own)) {
            shown.push(warning);
        } else if verbose {
            let all = diagnostics(&warning).into_iter();
            shown.extend(all.filter(|it| known.insert(at_its_place(it))));
        }
    }
    shown
}

/// A diagnostic without the files that include its header.
fn at_its_place(diagnostic: &str) -> String {
    let lines = diagnostic.lines();
    let lines = lines.filter(|it| !it.starts_with(INCLUDED));
    lines.collect::<Vec<_>>().join("\n")
}

/// The diagnostics of a compiler's output, without the line that counts them.
fn diagnostics(output: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in output.lines().filter(|it| !it.ends_with(" generated.")) {
        let starts = line.contains(": warning: ");
        // Where a header is included from stands in front.
        let leads = line.starts_with(INCLUDED);
        match all.last_mut() {
            Some(last) if is_open && starts || !starts && !leads => {
                last.push('\n');
                last.push_str(line);
            }
            _ => all.push(line.to_string()),
        }
        is_open = leads || is_open && !starts;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_diagnostic_is_shown_once_and_on_request() {
        let a =
            "In file included from a.c:1:\nx.h:3:5: warning: unused\n    3 | int x;\n      |     ^";
        let b = "b.c:7:1: warning: no return\n    7 | }";
        let of_a = format!("{a}\n{b}\n2 warnings generated.\n");
        let again = a.replace("from a.c", "from b.c");
        let of_b = format!("{again}\n{b}\n2 warnings generated.\n");
        let own = "sheaf: note: x".to_string();
        let all = vec![of_a, own.clone(), of_b];
        assert_eq!(shown(all.clone(), true), [a, b, &own]);
        assert_eq!(shown(all, false), [own]);
    }
}
