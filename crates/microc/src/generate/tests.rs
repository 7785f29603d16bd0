//! Tests of the generator: its programs are valid, reproducible and respect the parameters.

use super::*;
use crate::{load_program, parser, print};

fn some_parameters(seed: u64) -> Parameters {
    Parameters {
        for_loop_probability: (seed % 3) as f64 * 0.25,
        while_loop_probability: (seed % 4) as f64 * 0.15,
        max_depth: (seed % 6) as u32,
        max_top_statements: 1 + (seed % 20) as u32,
        max_block_statements: 1 + (seed % 7) as u32,
        error_guaranteed: seed.is_multiple_of(2),
        divisions: seed % 3 == 1,
    }
}

#[test]
fn programs_print_parse_and_lower() {
    for seed in 0..4000 {
        let parameters = some_parameters(seed);
        parameters.check().unwrap();
        let tree = program(&parameters, seed);
        let text = print::program(&tree);
        let parsed = parser::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed, tree, "{text}");
        assert_eq!(print::program(&parsed), text);
        let module = load_program("random.uc", &parsed).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let problems = sheaf_ir::verify::verify(&module);
        assert!(problems.is_ok(), "{text}\n{problems:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_program() {
    let parameters = Parameters::default();
    assert_eq!(program(&parameters, 7), program(&parameters, 7));
    let texts: std::collections::HashSet<String> = (0..100)
        .map(|seed| print::program(&program(&parameters, seed)))
        .collect();
    assert!(texts.len() > 90, "{} different programs", texts.len());
}

#[test]
fn parameters_are_kept() {
    for seed in 0..300 {
        let parameters = Parameters {
            divisions: false,
            max_depth: 1,
            ..Parameters::default()
        };
        let text = print::program(&program(&parameters, seed));
        assert!(!text.contains(" / "), "{text}");
        assert!(!text.contains("      "), "a block in a block: {text}");
        let loops = Parameters {
            for_loop_probability: 0.0,
            while_loop_probability: 0.0,
            ..Parameters::default()
        };
        assert!(!print::program(&program(&loops, seed)).contains("while"));
    }
    let bad = Parameters {
        for_loop_probability: 0.7,
        while_loop_probability: 0.4,
        ..Default::default()
    };
    assert!(
        bad.check()
            .unwrap_err()
            .contains("sum of the probabilities")
    );
    assert!(
        Parameters {
            max_top_statements: 0,
            ..Default::default()
        }
        .check()
        .is_err()
    );
    assert!(
        Parameters {
            for_loop_probability: f64::NAN,
            ..Default::default()
        }
        .check()
        .is_err()
    );
}

#[test]
fn an_error_is_put_in() {
    let parameters = Parameters {
        error_guaranteed: true,
        ..Parameters::default()
    };
    for seed in 0..300 {
        let with = program(&parameters, seed);
        let without = program(
            &Parameters {
                error_guaranteed: false,
                ..parameters
            },
            seed,
        );
        let count = |program: &Program| count_places(&program.functions[0].body);
        assert_eq!(count(&with), count(&without) + 1);
    }
}

#[test]
fn the_sets_are_those_of_the_table() {
    let sets = sets();
    assert_eq!(sets.len(), 18);
    assert_eq!(sets[0].name, "15-10-3-f-f");
    assert_eq!(sets[9].name, "50-10-5-t-t");
    assert_eq!(sets[17].name, "15-50-5-f-t");
    for (position, set) in sets.iter().enumerate() {
        set.parameters.check().unwrap();
        for number in 0..3 {
            let tree = set_program(set, position, number, 1);
            assert_eq!(parser::parse(&print::program(&tree)).unwrap(), tree);
        }
    }
}

#[test]
fn sets_are_written_as_files() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(write_sets(folder.path(), 3).unwrap(), 900);
    let module = crate::load(&folder.path().join("15-50-5-t-t/49.uc")).unwrap();
    assert_eq!(sheaf_ir::verify::verify(&module), Ok(()));
    let file = folder.path().join("15-10-3-f-f/00.uc");
    assert!(write_sets(&file, 3).is_err());
}
