//! Tests of the files: what is written comes back, and nothing else is taken for it.

use super::*;
use crate::outcome::Failure;
use crate::state::Taken;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FailureKind, FuncId, ProgramPoint};

fn decision(number: u32) -> Decision {
    Decision {
        taken: Taken::Alternative(number),
        point: ProgramPoint {
            func: FuncId::new(1),
            block: BlockId::new(2),
            inst: number,
        },
        digest: number.wrapping_mul(0x9e37_79b9),
    }
}

fn trail(numbers: &[u32]) -> Trail<Decision> {
    let mut trail = Trail::default();
    numbers.iter().for_each(|it| trail.push(decision(*it)));
    trail
}

fn child(parent: &Trail<Decision>, number: u32) -> Trail<Decision> {
    let mut child = parent.clone();
    child.push(decision(number));
    child
}

fn numbers(path: &Trail<Decision>) -> Vec<u32> {
    let decisions = path.single_path().unwrap().into_iter();
    let number = |it: &Decision| match *it {
        Decision {
            taken: Taken::Alternative(number),
            ..
        } if *it == decision(number) => number,
        other => panic!("{other:?}"),
    };
    decisions.map(number).collect()
}

/// The result of this many completed paths.
fn tally(completed: u64) -> Tally {
    let mut tally = Tally::default();
    tally.stats.paths.completed = completed;
    tally
}

fn finding(function: &str) -> Finding {
    Finding {
        failure: Failure {
            kind: FailureKind::Assertion,
            loc: None,
            function: function.to_string(),
            message: "`x` fails".to_string(),
        },
        inputs: Default::default(),
        trace: Vec::new(),
        decisive: None,
        evidence: Default::default(),
        original: None,
        replayed: true,
        after: Duration::from_millis(3),
    }
}

fn checkpoint(saved: Saved) -> Checkpoint {
    Checkpoint {
        files: vec![saved],
        tally: tally(100),
        ..Checkpoint::default()
    }
}

fn waiting(folder: &Path) -> (Vec<Vec<u32>>, u64) {
    let mut journal = Journal::open(folder).unwrap();
    let Waiting { paths, tally } = journal.take_waiting().unwrap();
    let mut paths: Vec<Vec<u32>> = paths.iter().map(numbers).collect();
    paths.sort();
    (paths, tally.stats.paths.completed)
}

#[test]
fn the_last_checkpoint_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), b"about".to_vec()).unwrap();
    let mut segment = Segment::create(folder.path(), 0).unwrap();
    let root = trail(&[1, 2]);
    segment.set(0, Some(&root)).unwrap();
    segment.set(7, Some(&trail(&[]))).unwrap();
    journal.checkpoint(checkpoint(segment.end(tally(1)).unwrap()), Vec::new());
    // One forks, and one ends.
    segment.set(0, Some(&child(&root, 3))).unwrap();
    segment.set(1, Some(&child(&child(&root, 4), 5))).unwrap();
    segment.set(7, None).unwrap();
    journal.checkpoint(checkpoint(segment.end(tally(2)).unwrap()), Vec::new());
    // This one never began to count.
    segment.set(0, None).unwrap();
    segment.end(tally(3)).unwrap();
    drop(journal);
    let expected = (vec![vec![1, 2, 3], vec![1, 2, 4, 5]], 102);
    assert_eq!(waiting(folder.path()), expected);
}

#[test]
fn equal_paths_of_different_states_both_wait() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let mut segment = Segment::create(folder.path(), 0).unwrap();
    let path = trail(&[1]);
    segment.set(0, Some(&path)).unwrap();
    segment.set(1, Some(&path)).unwrap();
    segment.end(tally(0)).unwrap();
    segment.set(0, None).unwrap();
    journal.checkpoint(checkpoint(segment.end(tally(0)).unwrap()), Vec::new());
    drop(journal);
    assert_eq!(waiting(folder.path()).0, [vec![1]]);
}

#[test]
fn a_new_file_has_all_of_each_path() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let mut old = Segment::create(folder.path(), 0).unwrap();
    let path = trail(&[1, 2, 3]);
    old.set(0, Some(&path)).unwrap();
    let saved = old.end(tally(0)).unwrap();
    journal.checkpoint(checkpoint(saved), Vec::new());
    let mut new = Segment::create(folder.path(), old.last()).unwrap();
    new.set(0, Some(&child(&path, 4))).unwrap();
    journal.checkpoint(checkpoint(new.end(tally(0)).unwrap()), Vec::new());
    assert!(!segment::path(folder.path(), saved.file).exists());
    drop(journal);
    assert_eq!(waiting(folder.path()).0, [vec![1, 2, 3, 4]]);
}

#[test]
fn parts_of_the_fork_and_paths_on_their_way_wait() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let mut fork = Segment::create(folder.path(), 0).unwrap();
    for number in 0..7 {
        fork.set(number, Some(&trail(&[number as u32]))).unwrap();
    }
    let fork = fork.end(tally(10)).unwrap();
    let mut checkpoint = |parts: &[usize]| {
        let parts = parts.iter().map(|number| Part {
            number: *number,
            of: 3,
        });
        journal.checkpoint(
            Checkpoint {
                parts: Some(Parts {
                    fork,
                    states: 4,
                    parts: parts.collect(),
                }),
                paths: Paths::of(&[trail(&[9])]).unwrap(),
                tally: tally(100),
                ..Checkpoint::default()
            },
            Vec::new(),
        );
    };
    // The states are 0 to 3, and 4 to 6 are parked.
    checkpoint(&[1, 2]);
    drop(journal);
    let expected = [vec![1], vec![2], vec![5], vec![6], vec![9]];
    assert_eq!(waiting(folder.path()), (expected.to_vec(), 100));
    let mut journal = Journal::open(folder.path()).unwrap();
    journal.restart(None);
    drop(journal);
    assert!(!segment::path(folder.path(), fork.file).exists());
}

#[test]
fn the_result_of_the_process_before_the_fork_belongs_to_part_0() {
    let folder = tempfile::tempdir().unwrap();
    let mut fork = Segment::create(folder.path(), 0).unwrap();
    fork.set(0, Some(&trail(&[1]))).unwrap();
    let fork = fork.end(tally(10)).unwrap();
    let load = |number| {
        let parts = vec![Part { number, of: 2 }];
        let parts = Parts {
            fork,
            states: 1,
            parts,
        };
        let checkpoint = Checkpoint {
            parts: Some(parts),
            ..Checkpoint::default()
        };
        let waiting = checkpoint.load(folder.path()).unwrap();
        (waiting.paths.len(), waiting.tally.stats.paths.completed)
    };
    assert_eq!((load(0), load(1)), ((1, 10), (0, 0)));
}

#[test]
fn failures_are_kept_without_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), b"about".to_vec()).unwrap();
    journal.finding(&finding("f"));
    drop(journal);
    for resumed in 0..3 {
        let mut journal = Journal::open(folder.path()).unwrap();
        assert_eq!(journal.about(), b"about");
        assert_eq!(journal.resumed(), resumed + 1);
        let findings = journal.findings().len();
        assert_eq!(findings, 1 + resumed as usize);
        assert_eq!(journal.findings()[0], finding("f"));
        assert!(!journal.has_paths() && journal.ended().is_none());
        journal.restart(None);
        journal.finding(&finding("g"));
    }
}

#[test]
fn nothing_counts_that_was_left_out_for_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let mut segment = Segment::create(folder.path(), 0).unwrap();
    segment.set(0, Some(&trail(&[1]))).unwrap();
    journal.checkpoint(checkpoint(segment.end(tally(0)).unwrap()), Vec::new());
    segment.set(0, None).unwrap();
    let mut late = checkpoint(segment.end(tally(0)).unwrap());
    late.tally.reasons.insert(Reason {
        kind: ReasonKind::TimeLimit,
        detail: "1 s".to_string(),
        loc: None,
    });
    journal.checkpoint(late, Vec::new());
    journal.conclude(b"result".to_vec());
    drop(journal);
    assert_eq!(waiting(folder.path()).0, [vec![1]]);
    let journal = Journal::open(folder.path()).unwrap();
    assert_eq!(journal.ended(), None);
}

#[test]
fn the_end_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let mut segment = Segment::create(folder.path(), 0).unwrap();
    let saved = segment.end(tally(0)).unwrap();
    journal.checkpoint(checkpoint(saved), Vec::new());
    journal.end();
    journal.conclude(b"result".to_vec());
    assert!(!segment::path(folder.path(), saved.file).exists());
    drop(journal);
    let journal = Journal::open(folder.path()).unwrap();
    assert_eq!(journal.ended(), Some(b"result".as_slice()));
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let second = Journal::open(folder.path());
    assert!(matches!(second, Err(Unusable::Busy)));
    drop(journal);
    assert!(Journal::open(folder.path()).is_ok());
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = || Journal::open(folder.path()).err().unwrap();
    assert!(matches!(error(), Unusable::Missing));
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    let mut segment = Segment::create(folder.path(), 0).unwrap();
    segment.set(0, Some(&trail(&[1, 2]))).unwrap();
    let saved = segment.end(tally(0)).unwrap();
    journal.checkpoint(checkpoint(saved), Vec::new());
    drop(journal);
    let path = folder.path().join(FILE);
    let bytes = fs::read(&path).unwrap();
    for position in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[position] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        let error = error();
        let is_refused = matches!(error, Unusable::Damaged(_) | Unusable::Version(_));
        assert!(is_refused, "{position}: {error}");
    }
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        // Without its last record it has no paths; what it had is never taken as explored.
        match Journal::open(folder.path()) {
            Ok(journal) => assert!(!journal.has_paths() && journal.ended().is_none()),
            Err(error) => assert!(matches!(error, Unusable::Damaged(_)), "{length}: {error}"),
        }
    }
    fs::write(&path, &bytes).unwrap();
    let segment = segment::path(folder.path(), saved.file);
    let bytes = fs::read(&segment).unwrap();
    for length in 0..bytes.len() {
        fs::write(&segment, &bytes[..length]).unwrap();
        assert!(matches!(error(), Unusable::Damaged(_)), "{length}");
    }
}

#[test]
fn a_folder_that_is_full_ends_the_journal_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), Vec::new()).unwrap();
    journal.finding(&finding("f"));
    journal.fail(io::Error::other("no space left"));
    journal.finding(&finding("g"));
    journal.end();
    journal.conclude(Vec::new());
    assert!(journal.error().is_some());
    drop(journal);
    let journal = Journal::open(folder.path()).unwrap();
    assert_eq!((journal.findings().len(), journal.ended()), (1, None));
}
