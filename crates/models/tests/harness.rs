//! All harness functions in `runtime/harness.h` are modelled.

use sheaf_llvm::{harness_functions, is_input};
use sheaf_models::c::{RUNTIME, names};

#[test]
fn each_function_of_the_list_is_modelled() {
    let models = RUNTIME.iter().flat_map(|part| part.symbols.iter().copied());
    let models: Vec<&str> = models.chain(names()).collect();
    let missing: Vec<String> = harness_functions()
        .filter(|name| !is_input(name) && !models.contains(&name.as_str()))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}
