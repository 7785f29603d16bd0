/* stdlib.h and malloc.h: memory. `free` and the creation of objects are the engine's. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

/* Sets `errno` if an allocation failed, without a branch: whether it fails may depend on inputs. */
static void *or_error(void *start) {
  unsigned mask = (unsigned)(start != NULL) - 1;
  errno = (int)(((unsigned)errno & ~mask) | (ENOMEM & mask));
  return start;
}

void *malloc(size_t bytes) { return or_error(__sheaf_malloc(bytes)); }
void *calloc(size_t count, size_t size) { return or_error(__sheaf_calloc(count, size)); }

/* As in glibc, a size of zero frees the object. */
void *realloc(void *old, size_t bytes) {
  if (!old) return malloc(bytes);
  size_t old_bytes = __sheaf_heap_size(old);
  if (!bytes) {
    free(old);
    return NULL;
  }
  void *new = malloc(bytes);
  if (!new) return NULL;
  __builtin_memcpy(new, old, old_bytes < bytes ? old_bytes : bytes);
  free(old);
  return new;
}

void *reallocarray(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, bytes);
}

/* As in glibc, the alignment is the next power of two. */
void *aligned_alloc(size_t align, size_t bytes) {
  size_t power = 1;
  if (align > SIZE_MAX / 2 + 1) {
    errno = EINVAL;
    return NULL;
  }
  while (power < align) power *= 2;
  return or_error(__sheaf_aligned_alloc(power, bytes));
}

void *memalign(size_t align, size_t bytes) { return aligned_alloc(align, bytes); }
void *valloc(size_t bytes) { return aligned_alloc(4096, bytes); }
void *pvalloc(size_t bytes) { return aligned_alloc(4096, bytes > SIZE_MAX - 4095 ? SIZE_MAX : (bytes + 4095) & -4096ul); }

int posix_memalign(void **result, size_t align, size_t bytes) {
  if (align % sizeof(void *) || !align || (align & (align - 1))) return EINVAL;
  void *new = aligned_alloc(align, bytes);
  if (!new) return ENOMEM;
  *result = new;
  return 0;
}

size_t malloc_usable_size(void *start) {
  if (!start) return 0;
  __sheaf_assumes("allocations have no more bytes than the program asked for");
  return __sheaf_heap_size(start);
}
