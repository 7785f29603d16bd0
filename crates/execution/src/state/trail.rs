//! Lists of what happened on a path, which paths share up to where they part, and which merge with
//! the paths.

use sheaf_term::Term;
use std::cell::Cell;
use std::rc::Rc;

/// A persistent list with a shared tail: decisions or inputs, newest first. After a merge it has
/// one tail for each path.
pub struct Trail<T>(Option<Rc<Link<T>>>);

enum Link<T> {
    /// An item and its tail.
    Item {
        item: T,
        before: Trail<T>,
        len: u32,
        /// Whether paths have merged before it.
        has_merged: bool,
        /// Whether it or an item before it, since the last merge, is marked.
        is_marked: bool,
        /// The number of the link in a journal; 0 if it has none.
        number: Cell<u32>,
    },
    /// The items of one path where the condition holds, and those of another where it does not.
    Fork {
        condition: Term,
        then: Trail<T>,
        otherwise: Trail<T>,
        /// The length of the longer one.
        len: u32,
    },
}

impl<T> Clone for Trail<T> {
    fn clone(&self) -> Self {
        Trail(self.0.clone())
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail(None)
    }
}

impl<T> Trail<T> {
    /// Appends an item.
    pub fn push(&mut self, item: T) {
        self.append(item, false);
    }

    /// Appends an item that is marked: see [`Trail::is_marked`].
    pub fn push_marked(&mut self, item: T) {
        self.append(item, true);
    }

    fn append(&mut self, item: T, is_marked: bool) {
        self.0 = Some(Rc::new(Link::Item {
            item,
            len: (self.len() + 1) as u32,
            has_merged: self.has_merged(),
            is_marked: is_marked || self.is_marked(),
            before: Trail(self.0.take()),
            number: Cell::new(0),
        }));
    }

    /// Whether paths have merged. Takes constant time.
    pub fn has_merged(&self) -> bool {
        match self.0.as_deref() {
            None => false,
            Some(Link::Item { has_merged, .. }) => *has_merged,
            Some(Link::Fork { .. }) => true,
        }
    }

    /// Whether one of the items since the last merge is marked. Takes constant time.
    pub fn is_marked(&self) -> bool {
        match self.0.as_deref() {
            Some(Link::Item { is_marked, .. }) => *is_marked,
            _ => false,
        }
    }

    /// The length of the longest path. Takes constant time.
    pub fn len(&self) -> usize {
        match self.0.as_deref() {
            None => 0,
            Some(Link::Item { len, .. } | Link::Fork { len, .. }) => *len as usize,
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The newest item, and the items before it; `None` if there is none, or if paths merge here.
    pub fn last(&self) -> Option<(&T, &Trail<T>)> {
        match self.0.as_deref()? {
            Link::Item { item, before, .. } => Some((item, before)),
            Link::Fork { .. } => None,
        }
    }

    /// What copies have in common, and no two other trails that exist at the same time do, except
    /// for empty ones.
    pub fn address(&self) -> usize {
        self.0.as_ref().map_or(0, |link| Rc::as_ptr(link) as usize)
    }

    /// The items since the last merge, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        let mut at = self.0.as_deref();
        std::iter::from_fn(move || match at {
            Some(Link::Item { item, before, .. }) => {
                at = before.0.as_deref();
                Some(item)
            }
            _ => None,
        })
    }

    /// The items of the path selected by `holds`, oldest first.
    pub fn path(&self, mut holds: impl FnMut(Term) -> bool) -> Vec<&T> {
        let mut items = Vec::with_capacity(self.len());
        let mut at = self.0.as_deref();
        while let Some(link) = at {
            let next = match link {
                Link::Item { item, before, .. } => {
                    items.push(item);
                    before
                }
                Link::Fork {
                    condition, then, ..
                } if holds(*condition) => then,
                Link::Fork { otherwise, .. } => otherwise,
            };
            at = next.0.as_deref();
        }
        items.reverse();
        items
    }

    /// The items, oldest first, unless paths have merged.
    pub fn single_path(&self) -> Option<Vec<&T>> {
        (!self.has_merged()).then(|| self.path(|_| true))
    }

    /// Gives a number to each link that has none above `known`, oldest first: `number` is called
    /// with that of the link before (0 for none) and with the item. Returns the number of the
    /// newest link; `None` if paths have merged.
    ///
    /// # Errors
    /// Those of `number`.
    pub fn number<E>(
        &self,
        known: u32,
        mut number: impl FnMut(u32, &T) -> Result<u32, E>,
    ) -> Result<Option<u32>, E> {
        let mut new = Vec::new();
        let mut at = self;
        let mut last = loop {
            match at.0.as_deref() {
                None => break 0,
                Some(Link::Fork { .. }) => return Ok(None),
                Some(Link::Item {
                    item,
                    before,
                    number,
                    ..
                }) => {
                    if number.get() > known {
                        break number.get();
                    }
                    new.push((item, number));
                    at = before;
                }
            }
        };
        for (item, slot) in new.into_iter().rev() {
            last = number(last, item)?;
            slot.set(last);
        }
        Ok(Some(last))
    }

    /// The trail that is `then` where the condition holds and `otherwise` where it does not. `same`
    /// compares items.
    pub fn ite(
        condition: Term,
        then: &Self,
        otherwise: &Self,
        same: impl Fn(&T, &T) -> bool,
    ) -> Self {
        if then.equals(otherwise, same) {
            return then.clone();
        }
        Trail(Some(Rc::new(Link::Fork {
            condition,
            then: then.clone(),
            otherwise: otherwise.clone(),
            len: then.len().max(otherwise.len()) as u32,
        })))
    }

    /// Whether two trails have equal items up to a shared tail.
    fn equals(&self, other: &Self, same: impl Fn(&T, &T) -> bool) -> bool {
        let (mut ours, mut theirs) = (self, other);
        loop {
            match (&ours.0, &theirs.0) {
                (None, None) => return true,
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return true,
                (Some(a), Some(b)) => match (&**a, &**b) {
                    (
                        Link::Item {
                            item: a, before: c, ..
                        },
                        Link::Item {
                            item: b, before: d, ..
                        },
                    ) if same(a, b) => (ours, theirs) = (c, d),
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}

impl<T> Drop for Trail<T> {
    /// Frees a long list without recursion.
    fn drop(&mut self) {
        let mut links: Vec<Rc<Link<T>>> = self.0.take().into_iter().collect();
        while let Some(link) = links.pop() {
            match Rc::into_inner(link) {
                Some(Link::Item { mut before, .. }) => links.extend(before.0.take()),
                Some(Link::Fork {
                    mut then,
                    mut otherwise,
                    ..
                }) => links.extend(then.0.take().into_iter().chain(otherwise.0.take())),
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Trail;
    use sheaf_term::Term;

    /// There are 2^64 paths.
    #[test]
    fn the_length_of_the_longest_path_is_known() {
        let mut trail = Trail::default();
        for _ in 0..64 {
            let (mut one, mut two) = (trail.clone(), trail);
            one.push(1);
            two.push(2);
            two.push(3);
            trail = Trail::ite(Term::TRUE, &one, &two, |a, b| a == b);
        }
        assert_eq!(trail.len(), 128);
    }

    #[test]
    fn marks_hold_until_paths_merge() {
        let mut trail = Trail::default();
        trail.push(1);
        let before = trail.clone();
        trail.push_marked(2);
        trail.push(3);
        assert!(trail.is_marked() && !before.is_marked());
        assert!(!trail.has_merged() && trail.single_path() == Some(vec![&1, &2, &3]));
        let mut merged = Trail::ite(Term::TRUE, &trail, &before, |a, b| a == b);
        assert!(merged.has_merged() && !merged.is_marked());
        merged.push(4);
        assert!(merged.has_merged() && !merged.is_marked() && merged.single_path().is_none());
        merged.push_marked(5);
        assert!(merged.is_marked());
    }
}
