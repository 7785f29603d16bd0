//! Runs many independent tests on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `test` with each item; returns the concatenated results, in no particular order.
pub fn collect<T: Sync, R: Send>(items: &[T], test: impl Fn(&T) -> Vec<R> + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let results = test(item);
                    found
                        .lock()
                        .expect("no worker panics while it holds the lock")
                        .extend(results);
                }
            });
        }
    });
    found
        .into_inner()
        .expect("no worker panicked while it held the lock")
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_item_is_seen_once() {
        let items: Vec<u32> = (0..100).collect();
        let mut seen = super::collect(&items, |item| vec![*item]);
        seen.sort_unstable();
        assert_eq!(seen, items);
    }
}
