//! What lines cost: `--profile`.

use crate::common::Folder;
use std::fs;

/// One line forks, one only computes, and a function of the library is called.
const WORK: &str = "#include <string.h>\nint nondet_int(void);\nint main(void) {\n  unsigned x = nondet_int(), sum = 0;\n  char copy[40] = {0};\n  \
                    for (unsigned i = 0; i < 100; i++) sum += i;\n  for (unsigned i = 0; i < 5; i++)\n    if (x >> i & 1) sum++;\n  \
                    return strlen(strcpy(copy, \"twenty characters..\")) + sum;\n}\n";

/// The costs of each line: time, time in the solver, queries, forks, instructions.
fn costs(text: &str) -> Vec<(u32, Vec<u64>)> {
    let rows = text
        .lines()
        .filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let rows = rows.map(|row| {
        let mut numbers = row.split(' ');
        let line = numbers.next().unwrap().parse().unwrap();
        (line, numbers.map(|it| it.parse().unwrap()).collect())
    });
    rows.collect()
}

#[test]
fn lines_have_their_costs() {
    let place = Folder::with(&[("a.c", WORK)]);
    let plain = place.sheaf("check a.c --strategy plain -j 1 --json");
    let json: serde_json::Value = serde_json::from_str(&plain.out).unwrap();
    let answer = place.sheaf("check a.c --strategy plain --profile out.callgrind");
    answer.exits(0);
    answer.says("\nwhere time goes\n");
    answer.says("  a.c:8 in main\n");
    let text = fs::read_to_string(place.path("out.callgrind")).unwrap();
    assert!(
        text.starts_with("# callgrind format\n") && text.contains("\nfl=a.c\nfn=main\n"),
        "{text}"
    );
    let costs = costs(&text);
    let of = |line: u32, column: usize| -> u64 {
        let rows = costs.iter().filter(|row| row.0 == line);
        rows.map(|row| row.1[column]).sum()
    };
    let all = |column: usize| -> u64 { costs.iter().map(|row| row.1[column]).sum() };
    // The same exploration as without. What happens before `main` belongs to no line.
    let noted = place.sheaf("check a.c --strategy plain --profile out.callgrind --json");
    let noted: serde_json::Value = serde_json::from_str(&noted.out).unwrap();
    for part in ["instructions", "forks"] {
        assert_eq!(noted["stats"][part], json["stats"][part]);
    }
    let asked = json["stats"]["queries"]["asked"].as_u64().unwrap();
    assert_eq!(noted["stats"]["queries"]["asked"], asked);
    let instructions = json["stats"]["instructions"].as_u64().unwrap();
    assert!(
        (instructions - 1000..=instructions).contains(&all(4)),
        "{text}"
    );
    assert!(all(3) == 31 && (31..=asked).contains(&all(2)), "{text}");
    assert_eq!((of(8, 3), of(6, 3)), (31, 0), "{text}");
    assert!(of(6, 4) > 300 && of(9, 4) > 32 * 20, "{text}");
    for technique in [
        "--explore multise",
        "--merge dynamic",
        "--subsume",
        "--explore cdse",
        "",
    ] {
        let line = format!("check a.c {technique} --profile out.callgrind");
        place.sheaf(&line).exits(0);
    }
    place
        .sheaf("check a.c --profile out.callgrind -j 2")
        .refused(&["--profile", "-j"]);
    place
        .sheaf("check a.c --profile no/out.callgrind")
        .refused(&["no/out.callgrind"]);
}
