//! The differences of two heaps: the objects that were written or allocated since.

use super::heap::{Heap, Object};
use crate::value::ObjectId;
use std::rc::Rc;

/// The changes from which [`Heap::changed`] reconstructs a heap that grew from another one.
pub struct HeapChanges {
    /// Objects of both heaps, in the later version.
    written: Box<[(ObjectId, Rc<Object>)]>,
    made: Option<Box<Made>>,
}

/// Objects that only the later heap has.
struct Made {
    /// By id: the object, its address, and the number of low address bits that are zero on every
    /// platform.
    objects: Box<[(Rc<Object>, u64, u32)]>,
    /// The next addresses for new objects.
    next: [u64; 4],
}

impl HeapChanges {
    /// Approximate size in bytes, without the objects, which may be shared.
    pub fn bytes(&self) -> usize {
        let made = |made: &Made| size_of::<Made>() + size_of_val(&*made.objects);
        size_of_val(&*self.written) + self.made.as_deref().map_or(0, made)
    }
}

impl Heap {
    /// The changes from a heap that this one grew from; `None` if they are equal.
    pub fn changes_from(&self, base: &Heap) -> Option<HeapChanges> {
        let common = base.len();
        let pairs = base.objects.pairs(&self.objects);
        let written = pairs
            .filter(|(_, before, after)| !Rc::ptr_eq(before, after))
            .map(|(number, _, after)| (ObjectId(number as u32), after.clone()))
            .collect();
        let made = (self.len() > common).then(|| {
            let object = |number| {
                let id = ObjectId(number as u32);
                (self.share(id), self.layout.base(id), self.layout.zeros(id))
            };
            Box::new(Made {
                objects: (common..self.len()).map(object).collect(),
                next: self.layout.next(),
            })
        });
        let changes = HeapChanges { written, made };
        (!changes.written.is_empty() || changes.made.is_some()).then_some(changes)
    }

    /// The heap from which [`Heap::changes_from`] computed the changes.
    pub fn changed(&self, changes: &HeapChanges) -> Heap {
        let mut heap = self.clone();
        for (id, object) in &changes.written {
            heap.objects.set(id.0 as usize, object.clone());
        }
        if let Some(made) = &changes.made {
            for (object, address, zeros) in &made.objects {
                heap.layout.push(*address, *zeros);
                heap.objects.push_back(object.clone());
            }
            heap.layout.set_next(made.next);
        }
        heap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bytes, Content, Life, Size, Storage};
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    use sheaf_ir::Element;

    fn add(heap: &mut Heap, bytes: usize) {
        let object = Object {
            size: Size::Known(bytes as u64),
            storage: Storage::Heap,
            element: Element::BYTE,
            loc: None,
            life: Life::Alive,
            begun: 0,
            ended: u32::MAX,
            content: Content::Bytes(Bytes::zeroed(bytes)),
            unexplored: Vec::new(),
        };
        heap.add(object, 8);
    }

    /// Randomly growing and written heaps are reconstructed, with all addresses.
    #[test]
    fn changes_make_a_heap_of_one_that_it_grew_from() {
        let mut rng = SmallRng::seed_from_u64(3);
        let mut base = Heap::default();
        (0..300).for_each(|bytes| add(&mut base, bytes));
        for round in 0..200 {
            let mut heap = base.clone();
            for _ in 0..rng.random_range(0..4) {
                let id = ObjectId(rng.random_range(1..heap.len() as u32));
                heap.get_mut(id).content = Content::Bytes(Bytes::zeroed(round));
            }
            (0..rng.random_range(0..100)).for_each(|bytes| add(&mut heap, bytes));
            let changes = heap.changes_from(&base);
            let mut back = changes.map_or_else(|| base.clone(), |changes| base.changed(&changes));
            // The next allocation has the same address.
            add(&mut heap, 8);
            add(&mut back, 8);
            assert!(back.is_same(&heap));
            let address = |heap: &Heap, id| heap.layout().base(id);
            let ids = (0..heap.len() as u32).map(ObjectId);
            assert!(
                ids.into_iter()
                    .all(|id| address(&back, id) == address(&heap, id))
            );
            if round % 10 == 0 {
                base = heap;
            }
        }
    }
}
