//! The waiting paths of one process, in a file of its own: what has changed since the last time is
//! appended.
//!
//! Paths are written as a tree ([`crate::frontier::tree`]). Only what still waits at a checkpoint is
//! written, so a checkpoint takes time in proportion to the work since the last one, and not to the
//! number of waiting paths. When most of a file is about paths that wait no more, a new file is
//! begun.

use super::Unusable;
use super::frames;
use crate::StateId;
use crate::frontier::Tally;
use crate::frontier::tree::{Node, Numbering, Tree};
use crate::state::{Decision, Trail};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The number of nodes in one record.
const NODES: usize = 1 << 16;
sheaf_tuning::constants! {
    /// The size from which on a file may be replaced, in bytes.
    LONG: u64 = 8 << 20, 1 => 1 << 25, "bytes";
    /// How many times as large as at first a file must be to be replaced.
    GROWTH: u64 = 3, 1 => 48, "times";
}

/// A state of a file: its first so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The number of the file.
    pub file: u32,
    /// The number of bytes.
    pub bytes: u64,
}

/// What has changed since the record before.
#[derive(Default, Serialize, Deserialize)]
struct Changes {
    /// What is new of the tree.
    nodes: Vec<Node>,
    /// Nodes at which a path waits no more.
    gone: Vec<u32>,
    /// Nodes at which another path waits; 0 is the start of the program.
    waits: Vec<u32>,
    /// In the last record of a checkpoint: the number of waiting paths, and the result so far.
    end: Option<(u64, Tally)>,
}

/// The file that a process writes.
pub struct Segment {
    file: File,
    saved: Saved,
    /// The size at which it is to be replaced.
    enough: u64,
    numbering: Numbering,
    /// The nodes of the waiting paths.
    heads: FxHashMap<StateId, u32>,
    changes: Changes,
}

/// The name of a file.
pub fn path(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{}{number}", super::SEGMENT))
}

impl Segment {
    /// A new file in a folder. Links of trails with numbers up to `known` are in other files.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(folder: &Path, known: u32) -> io::Result<Segment> {
        let mut number = 1;
        let file = loop {
            match File::create_new(path(folder, number)) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                file => break file?,
            }
        };
        Ok(Segment {
            file,
            saved: Saved {
                file: number,
                bytes: 0,
            },
            enough: u64::MAX,
            numbering: Numbering::above(known),
            heads: FxHashMap::default(),
            changes: Changes::default(),
        })
    }

    /// Whether nothing was written so far, so that all paths are to be set.
    pub fn is_new(&self) -> bool {
        self.saved.bytes == 0
    }

    /// Whether most of the file is about paths that wait no more.
    pub fn is_long(&self) -> bool {
        self.saved.bytes >= self.enough
    }

    /// The highest number of a link.
    pub fn last(&self) -> u32 {
        self.numbering.last()
    }

    /// The number of waiting paths.
    pub fn waiting_count(&self) -> usize {
        self.heads.len()
    }

    /// Where the path of a state waits now, or that it does not.
    ///
    /// # Errors
    /// When paths have merged, or nodes cannot be written.
    pub fn set(&mut self, id: StateId, path: Option<&Trail<Decision>>) -> io::Result<()> {
        let now = path
            .map(|path| self.numbering.node(path, &mut self.changes.nodes))
            .transpose()?;
        let before = match now {
            Some(now) => self.heads.insert(id, now),
            None => self.heads.remove(&id),
        };
        if before != now {
            self.changes.gone.extend(before);
            self.changes.waits.extend(now);
        }
        match self.changes.nodes.len() >= NODES {
            true => self.append(),
            false => Ok(()),
        }
    }

    /// Completes a checkpoint with the result so far.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&mut self, tally: Tally) -> io::Result<Saved> {
        let is_first = self.enough == u64::MAX;
        self.changes.end = Some((self.heads.len() as u64, tally));
        self.append()?;
        if is_first {
            self.enough = LONG
                .get()
                .max(self.saved.bytes.saturating_mul(GROWTH.get()));
        }
        Ok(self.saved)
    }

    fn append(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        frames::append(&mut bytes, &std::mem::take(&mut self.changes))?;
        self.file.write_all(&bytes)?;
        self.saved.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// The waiting paths of a file, in the order in which they began to wait, and the result so far.
///
/// # Errors
/// When the file is not as it was saved.
pub fn load(folder: &Path, saved: Saved) -> Result<(Vec<Trail<Decision>>, Tally), Unusable> {
    let path = path(folder, saved.file);
    let bytes = fs::read(&path).map_err(|error| Unusable::Io(path.clone(), error))?;
    let damaged = |what: &str| Unusable::Damaged(format!("{}: {what}", path.display()));
    let length = usize::try_from(saved.bytes).ok();
    let bytes = length.and_then(|length| bytes.get(..length));
    let bytes = bytes.ok_or_else(|| damaged("its end is missing"))?;
    let mut tree = Tree::new();
    // When the paths were added that wait at a node.
    let mut waits: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let (mut time, mut end) = (0, None);
    for changes in frames::read::<Changes>(bytes)? {
        for node in changes.nodes {
            let grown = tree.grow(node);
            grown.ok_or_else(|| damaged("a decision without a path"))?;
        }
        for node in changes.gone {
            let last = waits.get_mut(&node).and_then(Vec::pop);
            last.ok_or_else(|| damaged("a path ends that never began"))?;
        }
        for node in changes.waits {
            time += 1;
            waits.entry(node).or_default().push(time);
        }
        end = changes.end;
    }
    let (count, tally) = end.ok_or_else(|| damaged("a checkpoint without an end"))?;
    let at_node = |(node, times): (u32, Vec<u32>)| times.into_iter().map(move |time| (time, node));
    let mut order: Vec<_> = waits.into_iter().flat_map(at_node).collect();
    order.sort_unstable();
    let paths = order.iter().map(|(_, node)| tree.path(*node).cloned());
    let paths: Option<Vec<_>> = paths.collect();
    let paths = paths.ok_or_else(|| damaged("a path without decisions"))?;
    match paths.len() as u64 == count {
        true => Ok((paths, tally)),
        false => Err(damaged("some paths are missing")),
    }
}
