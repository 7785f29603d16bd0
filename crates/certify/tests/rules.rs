//! Rules at their borders: of two programs that differ in little, the one that fails has a gap, and
//! the other is certified.

mod common;

use common::{certificate, scope};

/// Branches that are followed in both ways before ways are joined.
const FORKS: u64 = 4;

/// What is missing in the certificate of a program.
fn gaps(kinds: &[&str], body: &str) -> Vec<String> {
    let program = format!("module ptr 8 entry @main\n{body}");
    let (_, shown) = certificate(&program, scope(kinds), FORKS);
    shown.missing.into_keys().map(|(_, what)| what).collect()
}

/// Memory of the heap that is freed in block 2, on the way that block 1 leads there.
fn freed(when: &str) -> String {
    format!(
        "func @main() -> bits32 {{
block0:
  %x: bits32 = input \"x\"
  %p: ptr = alloc heap bits64 4 align 4 element 4
  %1: bool = slt %x, bits32 5
  br %1, block1, block2
block1:
  free %p
  jump block2
block2:
  %2: bool = {when}
  br %2, block3, block4
block3:
  free %p
  jump block4
block4:
  ret bits32 0
}}
"
    )
}

#[test]
fn what_is_not_freed_is_a_leak() {
    let kinds = ["leak", "double-free"];
    assert_eq!(gaps(&kinds, &freed("sle bits32 5, %x")), [""; 0]);
    let lost = gaps(&kinds, &freed("slt bits32 5, %x"));
    assert_eq!(lost, ["no proof that there is no leak"]);
    let twice = gaps(&kinds, &freed("sle bits32 4, %x"));
    assert_eq!(twice, ["no proof that there is no double-free"]);
}

/// A loop without a bound whose iterations allocate memory.
fn allocating(end: &str) -> String {
    format!(
        "func @main() -> bits32 {{
block0:
  jump block1
block1:
  %x: bool = input \"x\"
  br %x, block2, block3
block2:
  %p: ptr = alloc heap bits64 4 align 4 element 4
  {end}
  jump block1
block3:
  ret bits32 0
}}
"
    )
}

#[test]
fn iterations_leave_no_memory() {
    assert_eq!(gaps(&["leak"], &allocating("free %p")), [""; 0]);
    let lost = gaps(&["leak"], &allocating("store %p, bits32 1"));
    assert_eq!(lost, ["no proof that there is no leak"]);
}

/// A global that leads to memory when the program ends, or not.
fn kept(offset: u32) -> String {
    format!(
        "global @kept: bytes 16 align 8 element 8 = zero
func @main() -> bits32 {{
block0:
  %p: ptr = alloc heap bits64 8 align 8 element 8
  %q: ptr = alloc heap bits64 8 align 8 element 8
  store %p, %q
  store @kept, %p
  %1: ptr = ptr_add @kept, bits64 0 * 1 + {offset}
  %x: bits32 = input \"x\"
  store %1, %x
  ret bits32 0
}}
"
    )
}

#[test]
fn what_globals_lead_to_is_no_leak() {
    assert_eq!(gaps(&["leak"], &kept(8)), [""; 0]);
    let lost = gaps(&["leak"], &kept(4));
    assert_eq!(lost, ["no proof that there is no leak"]);
    // Where all memory must be freed, it is one.
    let mut scope = scope(&["leak"]);
    scope.must_free = true;
    let program = format!("module ptr 8 entry @main\n{}", kept(8));
    let (_, shown) = certificate(&program, scope, FORKS);
    assert_eq!(shown.missing.len(), 1);
}

/// The pointer to an element of an array is not that to another object.
fn elements(most: u32) -> String {
    format!(
        "func @main() -> bits32 {{
block0:
  %a: ptr = alloc stack bits64 16 align 4 element 4
  %b: ptr = alloc stack bits64 16 align 4 element 4
  %x: bits32 = input \"x\"
  %1: bool = ule %x, bits32 {most}
  br %1, block1, block2
block1:
  %2: bits64 = zext %x
  %3: ptr = ptr_add %a, %2 * 4
  %4: bool = ne %3, %b
  check %4, assertion, \"they differ\"
  %5: bool = ne %3, null
  check %5, assertion, \"it is not null\"
  %6: bool = ule %a, %3
  check %6, assertion, \"they are in order\"
  jump block2
block2:
  ret bits32 0
}}
"
    )
}

#[test]
fn only_elements_differ_from_other_objects() {
    assert_eq!(gaps(&["assertion"], &elements(3)), [""; 0]);
    // The end of an array may be where the other one begins, but it is not null.
    let end = gaps(&["assertion"], &elements(4));
    assert_eq!(end, ["no proof that there is no assertion"]);
}

/// A copy within an object.
fn copied(distance: u32) -> String {
    format!(
        "func @main() -> bits32 {{
block0:
  %a: ptr = alloc stack bits64 16 align 4 element 4
  %b: ptr = ptr_add %a, bits64 0 * 1 + {distance}
  copy %a, %b, bits64 8
  ret bits32 0
}}
"
    )
}

#[test]
fn ranges_that_are_copied_are_apart_or_equal() {
    let kinds = ["out-of-bounds"];
    assert_eq!(gaps(&kinds, &copied(0)), [""; 0]);
    assert_eq!(gaps(&kinds, &copied(8)), [""; 0]);
    let overlapping = gaps(&kinds, &copied(7));
    assert_eq!(overlapping, ["no proof that there is no out-of-bounds"]);
}
