/* sys/mman.h: anonymous memory, and copies of files, which must not change while they are mapped.
 * Accesses that the protection of a mapping forbids are not checked. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { PAGE = 4096 };

size_t __CPROVER_OBJECT_SIZE(const void *pointer);
ptrdiff_t __CPROVER_POINTER_OFFSET(const void *pointer);
_Bool __CPROVER_LIVE_OBJECT(const void *pointer);

/* The mappings. */
struct mapping {
  struct mapping *next;
  char *start;
  size_t bytes; /* the requested size in whole pages */
  struct sheaf_node *file; /* or NULL */
};

static struct mapping *mappings;

static const int map_errors[] = {ENOMEM, EAGAIN, 0};

static void *refuse(int error) {
  errno = error;
  return MAP_FAILED;
}

static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) & -(size_t)PAGE; }

/* A mapping in which only the pages of the first `bytes` bytes exist; the others must not be
 * accessed. */
static void *new_mapping(size_t asked, size_t bytes, struct sheaf_node *file) {
  size_t there = whole_pages(bytes < asked ? bytes : asked);
  char *start = sheaf_has_memory() ? __sheaf_map(PAGE, there) : NULL;
  if (!start) return refuse(ENOMEM);
  __builtin_memset(start, 0, there);
  struct mapping *mapping = __sheaf_model_alloc(sizeof *mapping);
  *mapping = (struct mapping){mappings, start, whole_pages(asked), file};
  if (file) file->mapped++;
  mappings = mapping;
  return start;
}

/* The end of the addresses of a process. */
static const unsigned long long ADDRESSES = (1ull << 47) - PAGE;

/* The error of these arguments, in the order in which Linux finds them; 0 if there is none. */
static int map_error(const struct sheaf_open *open, size_t bytes, int flags, off_t from) {
  int kind = flags & MAP_TYPE, is_file = open && S_ISREG(open->node->mode);
  if (!bytes) return EINVAL;
  if (bytes > PTRDIFF_MAX - PAGE || bytes > ADDRESSES) return ENOMEM;
  if (is_file && (from < 0 || from > SHEAF_MAX_FILE || whole_pages(bytes) > (unsigned long long)(SHEAF_MAX_FILE - from))) return EOVERFLOW;
  return kind == MAP_PRIVATE || kind == MAP_SHARED || (open && kind == MAP_SHARED_VALIDATE) ? 0 : EINVAL;
}

static void *map_file(struct sheaf_open *open, size_t bytes, int protection, int flags, off_t from) {
  int writes = flags & MAP_SHARED && protection & PROT_WRITE, mode = open->flags & O_ACCMODE;
  if (mode == O_WRONLY || (writes && mode != O_RDWR)) return refuse(EACCES);
  if (!S_ISREG(open->node->mode)) return refuse(ENODEV);
  if (writes) __sheaf_unmodelled("a mapping that writes to a file");
  size_t size = sheaf_size(open->node), start = (size_t)from;
  size_t content = start < size ? size - start : 0;
  char *mapping = new_mapping(bytes, content, open->node);
  size_t copied = content < whole_pages(bytes) ? content : whole_pages(bytes);
  if (mapping != MAP_FAILED && copied) __builtin_memcpy(mapping, open->node->bytes + start, copied);
  return mapping;
}

/* Notes that accesses could fail. */
static void note_protection(int protection) {
  if (~protection & (PROT_READ | PROT_WRITE)) __sheaf_incomplete("accesses to memory that is protected", "");
}

void *mmap(void *place, size_t bytes, int protection, int flags, int file, off_t from) {
  struct sheaf_open *open = NULL;
  if (from % PAGE) return refuse(EINVAL);
  if (!(flags & MAP_ANONYMOUS) && !(open = sheaf_opened(file))) return MAP_FAILED;
  int error = map_error(open, bytes, flags, from);
  if (error) return refuse(error);
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT)) __sheaf_unmodelled("a mapping at a chosen address");
  if (flags & (MAP_HUGETLB | MAP_GROWSDOWN)) __sheaf_unmodelled("a mapping with large pages, or one that grows");
  if (place) __sheaf_assumes("mmap does not choose the address that is proposed to it");
  if (sheaf_call_fails("mmap", map_errors)) return MAP_FAILED;
  void *start = open ? map_file(open, bytes, protection, flags, from) : new_mapping(bytes, bytes, NULL);
  if (start != MAP_FAILED) note_protection(protection);
  return start;
}

void *mmap64(void *place, size_t bytes, int protection, int flags, int file, off64_t from) {
  return mmap(place, bytes, protection, flags, file, sheaf_offset(from));
}

/* The link to the mapping that starts here, or NULL. */
static struct mapping **find(const char *start) {
  for (struct mapping **at = &mappings; *at; at = &(*at)->next)
    if ((*at)->start == start) return at;
  return NULL;
}

int munmap(void *start, size_t bytes) {
  if ((uintptr_t)start % PAGE || !bytes) {
    errno = EINVAL;
    return -1;
  }
  struct mapping **at = find(start);
  if (!at || (*at)->bytes != whole_pages(bytes)) __sheaf_unmodelled("an unmapping of something else than a whole mapping");
  if ((*at)->file) (*at)->file->mapped--;
  *at = (*at)->next;
  __sheaf_unmap(start);
  return 0;
}

void *mremap(void *start, size_t old, size_t bytes, int flags, ...) {
  struct mapping **at = find(start);
  int is_known = at && (*at)->bytes == whole_pages(old) && !(*at)->file && flags == MREMAP_MAYMOVE;
  if (!is_known || !bytes || whole_pages(bytes) < whole_pages(old)) __sheaf_unmodelled("this use of mremap");
  if (whole_pages(bytes) == (*at)->bytes) return start;
  void *new = new_mapping(bytes, bytes, NULL);
  if (new == MAP_FAILED) return new;
  __builtin_memcpy(new, start, whole_pages(old));
  munmap(start, old);
  return new;
}

/* Ends the path unless all of these pages are known to be mapped: those of a mapping, or of another
 * object. */
static void need_mapped(const void *start, size_t bytes) {
  if (!bytes) return;
  size_t at = (size_t)__CPROVER_POINTER_OFFSET(start), size = __CPROVER_OBJECT_SIZE(start);
  struct mapping **mapping = find((const char *)start - at);
  if (mapping) size = (*mapping)->bytes;
  if (!__CPROVER_LIVE_OBJECT(start) || at > size || bytes > size - at) __sheaf_unmodelled("pages of which some may not be mapped");
}

/* The same for a start that must be that of a page; sets `errno` if it is not. */
static int check_pages(const void *start, size_t bytes) {
  if ((uintptr_t)start % PAGE) {
    errno = EINVAL;
    return -1;
  }
  need_mapped(start, bytes);
  return 0;
}

int mprotect(void *start, size_t bytes, int protection) {
  if (check_pages(start, bytes)) return -1;
  if (bytes) note_protection(protection);
  return 0;
}

/* No file changes through a mapping. */
int msync(void *start, size_t bytes, int flags) {
  if (!(flags & ~(MS_ASYNC | MS_SYNC | MS_INVALIDATE)) && (~flags & (MS_ASYNC | MS_SYNC))) return check_pages(start, bytes);
  errno = EINVAL;
  return -1;
}

/* Advice that only makes a program faster. Other advice discards memory. */
int madvise(void *start, size_t bytes, int advice) {
  switch (advice) {
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
    case MADV_DONTFORK:
    case MADV_DOFORK:
    case MADV_MERGEABLE:
    case MADV_UNMERGEABLE:
    case MADV_HUGEPAGE:
    case MADV_NOHUGEPAGE:
    case MADV_DONTDUMP:
    case MADV_DODUMP:
    case MADV_COLD:
    case MADV_PAGEOUT: return check_pages(start, bytes);
    default: __sheaf_unmodelled("this advice of madvise");
  }
}

int posix_madvise(void *start, size_t bytes, int advice) {
  if (advice == POSIX_MADV_DONTNEED) return 0; /* as in glibc */
  if ((uintptr_t)start % PAGE || advice < POSIX_MADV_NORMAL || advice > POSIX_MADV_DONTNEED) return EINVAL;
  need_mapped(start, bytes);
  return 0;
}

int mlock(const void *start, size_t bytes) {
  if (bytes > 16 * PAGE) __sheaf_unmodelled("locking more than 64 KiB of memory");
  need_mapped(start, bytes);
  return 0;
}

int munlock(const void *start, size_t bytes) {
  need_mapped(start, bytes);
  return 0;
}
