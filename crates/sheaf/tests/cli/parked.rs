//! States for which there was no memory are explored later.

use crate::common::Folder;

/// Breadth first, all states of this program together take several times the memory that they may.
#[test]
fn paths_parked_for_want_of_memory_are_explored_later() {
    let program = r#"#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char b[10];
  unsigned n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  char *big = malloc(1000000);
  memset(big, 0, 1000000);
  for (int i = 0; i < 10; i++) {
    if (b[i] > 100 + i) { n += i; big[999999 - n] = 1; } else { n ^= 1u; big[999999 - n] = 2; }
  }
  return 0;
}
"#;
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf("check --json -j 1 --search bfs --memory 350MiB --time 10m a.c");
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(json["verdict"], "safe", "{}", answer.out);
    assert_eq!(json["stats"]["paths"]["completed"], 1024);
    let peak = json["stats"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak < 500 << 20, "{peak}");
    // Following a parked path executes its beginning again.
    assert!(json["stats"]["instructions"].as_u64().unwrap() > 40_000);
}

/// States that stand for many paths are parked as their path conditions.
#[test]
fn merged_states_parked_for_want_of_memory_are_explored_later() {
    let program = r#"#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char b[9];
  unsigned n = 0, seen = 0;
  klee_make_symbolic(b, sizeof b, "b");
  char *big = malloc(1000000);
  memset(big, 0, 1000000);
  for (int i = 0; i < 9; i++) {
    if (b[i] > 100) { n += 1u << i; memset(big, i, 300000); big[n] = 1; } else if (b[i] > 50) { seen = 1; } else { seen = 2; }
  }
  free(big);
  return seen > 2;
}
"#;
    let place = Folder::with(&[("a.c", program)]);
    let instructions = |memory: &str| {
        let options = "check --json --merge lattice --search bfs --time 10m a.c --memory";
        let answer = place.sheaf(&format!("{options} {memory}"));
        let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(json["verdict"], "safe", "{}", answer.out);
        assert!(json["stats"]["merging"]["represented"].as_f64() >= Some(19_683.0));
        json["stats"]["instructions"].as_u64().unwrap()
    };
    assert!(instructions("150MiB") > instructions("4GiB"));
}
