//! What the links of the solver chain did, and switching them off.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

const BRANCHES: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int found = 0;
  if (x > 3) found++;
  if (x < 2) found++;
  if ((x & 0xff) == 7) found++;
  if (y > x && y < 10) found++;
  return found;
}
";

/// What JSON says of the links: their queries add up.
fn links(place: &Folder, options: &str) -> Vec<serde_json::Value> {
    let answer = place.sheaf(&format!("check a.c --json {options}"));
    let object: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    assert_eq!(object["verdict"], "safe");
    let queries = &object["stats"]["queries"];
    let links = queries["links"].as_array().expect("a list").clone();
    let sum = |name: &str| -> u64 { links.iter().filter_map(|link| link[name].as_u64()).sum() };
    assert_eq!(
        queries["asked"],
        sum("sat") + sum("unsat") + sum("unknown"),
        "{queries}"
    );
    links
}

#[test]
fn each_link_is_counted_and_can_be_switched_off() {
    let place = Folder::with(&[("a.c", BRANCHES)]);
    let all = links(&place, "");
    let named = |name: &'static str| move |link: &&serde_json::Value| link["name"] == name;
    assert!(all.iter().any(|link| named("interval")(&link)));
    assert!(all.iter().all(|link| link["seconds"].is_null()));
    let some = links(&place, "--solver-links=-interval,-guess --explain solver");
    assert_eq!(some.len() + 2, all.len());
    assert!(!some.iter().any(|link| named("interval")(&link)));
    assert!(some.iter().all(|link| link["seconds"].is_number()));
    let none = links(&place, "--solver-links none");
    assert_eq!(none.len(), 2);
    assert!(none[1]["sat"].as_u64() > Some(0), "{none:?}");
    place
        .sheaf("check a.c --solver-links=-sum")
        .refused_in_one_line(&["--solver-links", "no link is called `sum`"]);
}

#[test]
fn the_chain_is_explained() {
    let place = Folder::with(&[("a.c", BRANCHES)]);
    let answer = place.sheaf("check a.c --explain solver");
    answer.says("\n\nthe solver chain\n  link ");
    answer.says("\n  backend ");
}
