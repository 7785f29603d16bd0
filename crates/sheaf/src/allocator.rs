//! The allocator of the program.
//!
//! States share most of what they have, so that exploring makes and drops many small objects: with
//! glibc's allocator alone, they take a fifth of the time. But that one moves the few large tables
//! without copying when they grow (`mremap`); with mimalloc alone, the system spends four times as
//! long on pages.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;

/// The size in bytes from which objects are glibc's.
const LARGE: usize = 1 << 20;

#[global_allocator]
static ALLOCATOR: BySize = BySize;

/// Small objects are mimalloc's, large ones glibc's.
struct BySize;

impl BySize {
    /// The allocator of objects of a size.
    #[inline]
    fn of(size: usize) -> &'static dyn GlobalAlloc {
        match size < LARGE {
            true => &MiMalloc,
            false => &System,
        }
    }
}

// SAFETY: the size of an object decides which allocator it is from, and is given when it is dropped
// or resized.
unsafe impl GlobalAlloc for BySize {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for the caller, here and below.
        unsafe { BySize::of(layout.size()).alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { BySize::of(layout.size()).alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, object: *mut u8, layout: Layout) {
        unsafe { BySize::of(layout.size()).dealloc(object, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, object: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if (layout.size() < LARGE) == (size < LARGE) {
            return unsafe { BySize::of(size).realloc(object, layout, size) };
        }
        // SAFETY: the size is valid for the alignment, since the caller's is. The objects are
        // different, and both have at least so many bytes.
        unsafe {
            let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                ptr::copy_nonoverlapping(object, moved, layout.size().min(size));
                self.dealloc(object, layout);
            }
            moved
        }
    }
}
