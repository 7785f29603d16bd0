/* Linked into native runs instead of the C library's functions, so that no byte of an allocation of
 * size zero may be accessed. AddressSanitizer turns it into an allocation of one byte, which programs
 * may access without a report. */
#include <stddef.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t bytes);

/* Missing with other sanitizers. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *start, size_t bytes);

static void *guarded(void *new, size_t bytes) {
  if (new && !bytes && __asan_poison_memory_region) __asan_poison_memory_region(new, 1);
  return new;
}

void *__wrap_malloc(size_t bytes) { return guarded(__real_malloc(bytes), bytes); }
void *__wrap_calloc(size_t count, size_t size) { return guarded(__real_calloc(count, size), count && size); }
void *__wrap_realloc(void *old, size_t bytes) { return guarded(__real_realloc(old, bytes), bytes); }
