//! No constant of the table in docs/tuning.md makes an answer wrong: a part of the programs of
//! tests/cases, with all constants at the least values of their ranges, then at the greatest. Limits
//! may leave something out then; what is found is expected, and what is proved is true.
//!
//! Each turn takes other programs and other configurations; [`choice::VARIABLE`] is read as by the
//! test of all programs.

use sheaf_testkit::choice::{Choice, Chosen};
use sheaf_testkit::{case, choice, parallel};
use std::path::{Path, PathBuf};

/// One in so many programs is taken in a turn.
const PART: u64 = 6;

#[test]
fn no_constant_makes_an_answer_wrong() {
    let choice = Choice::of_environment().unwrap_or_else(|error| panic!("{error}"));
    let folder = case::folder();
    let programs = case::programs(&folder);
    let taken: Vec<(PathBuf, Vec<Chosen>)> = programs
        .iter()
        .filter_map(|path| Some((path.clone(), chosen(&choice, &folder, path)?)))
        .collect();
    assert!(!taken.is_empty());
    let mut wrong = Vec::new();
    for (to_greatest, end) in [(false, "least"), (true, "greatest")] {
        sheaf_tuning::set_all(to_greatest);
        let found = parallel::collect(&taken, |(path, chosen)| {
            let name = path.strip_prefix(&folder).unwrap_or(path);
            let certifies = choice.certifies(&name.display().to_string());
            let explore = || case::explore_all(path, chosen, certifies).disagreements;
            std::panic::catch_unwind(explore).unwrap_or_else(|_| {
                let names: Vec<_> = chosen.iter().map(|it| it.configuration.name).collect();
                vec![format!(
                    "{} panics under {}",
                    path.display(),
                    names.join(" or ")
                )]
            })
        });
        wrong.extend(found.iter().map(|message| format!("{end}: {message}")));
    }
    let again = format!("{}={}", choice::VARIABLE, choice.value());
    assert!(wrong.is_empty(), "under {again}\n{}", wrong.join("\n"));
}

/// The configurations of a program, if it is taken: of a turn, the default and one other.
fn chosen(choice: &Choice, folder: &Path, path: &Path) -> Option<Vec<Chosen>> {
    let name = path.strip_prefix(folder).unwrap_or(path);
    let name = name.display().to_string();
    let all = choice.of(&name);
    let all: Vec<Chosen> = match choice {
        _ if !choice.takes_one_in(PART, &name) => return None,
        Choice::Turn(_) => {
            let default = all.iter().filter(|it| it.configuration.name == "default");
            default.chain(all.last()).copied().collect()
        }
        _ => all,
    };
    let limited = |it: Chosen| Chosen {
        is_limited: true,
        ..it
    };
    Some(all.into_iter().map(limited).collect())
}
