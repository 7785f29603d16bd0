//! Programs, and the schema of the JSON.

use std::fs;
use std::path::Path;

/// Nothing can fail.
pub const SAFE: &str = "int main(void) { return 0; }\n";

/// One value of an input fails.
pub const BUG: &str = "#include <klee/klee.h>\n#include <assert.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  assert(x != 7);\n  return 0;\n}\n";

/// There is always one more path, and no technique proves that the square of no number is 2.
pub const ENDLESS: &str = "#include <klee/klee.h>\nint main(void) {\n  unsigned n = 0;\n  while (klee_int(\"x\")) { n = n * 69069 + 1; if (n * n == 2) klee_abort(); }\n  return n == 0;\n}\n";

/// What `docs` say that JSON looks like.
pub fn check_schema() -> serde_json::Value {
    schema("check")
}

/// What `docs` say that an execution tree looks like.
pub fn tree_schema() -> serde_json::Value {
    schema("tree")
}

fn schema(name: &str) -> serde_json::Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = format!("docs/schema/{name}.schema.json");
    let schema = fs::read_to_string(root.join(file)).unwrap();
    serde_json::from_str(&schema).unwrap()
}

/// Counts in so many steps, two sides each; the verdict needs all paths.
pub fn counting(steps: usize) -> String {
    format!(
        r#"#include <klee/klee.h>
#include <assert.h>
int main(void) {{
  unsigned char b[{steps}];
  unsigned n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < {steps}; i++) {{
    if (b[i] > 100 + i) n = n * 3 + i; else n ^= b[i] & 1u;
  }}
  assert(n != 77777777u);
  return 0;
}}
"#
    )
}
