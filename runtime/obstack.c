/* obstack.h: objects that grow in chunks of memory. Most of it is in the header's macros. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <obstack.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What glibc takes for 0: a chunk that fits a page together with the header of `malloc`. */
enum { CHUNK_BYTES = 4064 };

/* Room behind an object that is moved, besides an eighth of its size. */
enum { SPARE_BYTES = 100 };

int obstack_exit_failure = EXIT_FAILURE;

static void print_and_exit(void) {
  fputs("memory exhausted\n", stderr);
  exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = print_and_exit;

static struct _obstack_chunk *allocate(struct obstack *stack, long bytes) {
  struct _obstack_chunk *chunk;
  if (stack->use_extra_arg) chunk = stack->chunkfun(stack->extra_arg, bytes);
  else chunk = ((void *(*)(long))(uintptr_t)stack->chunkfun)(bytes);
  if (!chunk) obstack_alloc_failed_handler();
  chunk->limit = (char *)chunk + bytes;
  return chunk;
}

static void release(struct obstack *stack, struct _obstack_chunk *chunk) {
  if (stack->use_extra_arg) stack->freefun(stack->extra_arg, chunk);
  else ((void (*)(void *))(uintptr_t)stack->freefun)(chunk);
}

/* Where the first object of a chunk starts. */
static char *first_object(const struct obstack *stack, struct _obstack_chunk *chunk) {
  return __PTR_ALIGN((char *)chunk, chunk->contents, stack->alignment_mask);
}

/* Whether an object may start at this address of a chunk, also an empty one at its end. */
static int holds(struct _obstack_chunk *chunk, const char *object) {
  return object > (char *)chunk && object <= chunk->limit;
}

static int begin(struct obstack *stack, int bytes, int alignment) {
  stack->alignment_mask = (alignment ? alignment : (int)_Alignof(max_align_t)) - 1;
  stack->chunk_size = bytes ? bytes : CHUNK_BYTES;
  stack->chunk = allocate(stack, stack->chunk_size);
  stack->chunk->prev = NULL;
  stack->chunk_limit = stack->chunk->limit;
  stack->next_free = stack->object_base = first_object(stack, stack->chunk);
  stack->maybe_empty_object = 0;
  stack->alloc_failed = 0;
  return 1;
}

int _obstack_begin(struct obstack *stack, int bytes, int alignment, void *(*chunkfun)(long), void (*freefun)(void *)) {
  stack->chunkfun = (struct _obstack_chunk * (*)(void *, long))(uintptr_t)chunkfun;
  stack->freefun = (void (*)(void *, struct _obstack_chunk *))(uintptr_t)freefun;
  stack->use_extra_arg = 0;
  return begin(stack, bytes, alignment);
}

int _obstack_begin_1(struct obstack *stack, int bytes, int alignment, void *(*chunkfun)(void *, long), void (*freefun)(void *, void *), void *argument) {
  stack->chunkfun = (struct _obstack_chunk * (*)(void *, long))(uintptr_t)chunkfun;
  stack->freefun = (void (*)(void *, struct _obstack_chunk *))(uintptr_t)freefun;
  stack->extra_arg = argument;
  stack->use_extra_arg = 1;
  return begin(stack, bytes, alignment);
}

/* Moves the object that grows to a new chunk with room for so many bytes more. */
void _obstack_newchunk(struct obstack *stack, int bytes) {
  struct _obstack_chunk *old = stack->chunk;
  long size = stack->next_free - stack->object_base;
  long wanted = size + bytes + (size >> 3) + stack->alignment_mask + SPARE_BYTES;
  struct _obstack_chunk *chunk = allocate(stack, wanted < stack->chunk_size ? stack->chunk_size : wanted);
  char *object = first_object(stack, chunk);
  memcpy(object, stack->object_base, size);
  chunk->prev = old;
  /* A chunk without any other object is not needed any more. */
  if (!stack->maybe_empty_object && stack->object_base == first_object(stack, old)) {
    chunk->prev = old->prev;
    release(stack, old);
  }
  stack->chunk = chunk;
  stack->chunk_limit = chunk->limit;
  stack->object_base = object;
  stack->next_free = object + size;
  stack->maybe_empty_object = 0;
}

int _obstack_memory_used(struct obstack *stack) {
  int bytes = 0;
  for (struct _obstack_chunk *chunk = stack->chunk; chunk; chunk = chunk->prev) bytes += chunk->limit - (char *)chunk;
  return bytes;
}

/* Frees an object and all newer ones; everything for a null pointer. */
void(obstack_free)(struct obstack *stack, void *object) {
  struct _obstack_chunk *chunk = stack->chunk;
  while (chunk && (!object || !holds(chunk, object))) {
    struct _obstack_chunk *older = chunk->prev;
    release(stack, chunk);
    chunk = older;
    /* That of the older chunk may be the end of an empty object. */
    stack->maybe_empty_object = 1;
  }
  if (chunk) {
    stack->object_base = stack->next_free = object;
    stack->chunk_limit = chunk->limit;
    stack->chunk = chunk;
  } else if (object) {
    abort();
  } else {
    stack->chunk = NULL;
  }
}

int obstack_vprintf(struct obstack *stack, const char *format, va_list arguments) {
  char *text;
  int length = vasprintf(&text, format, arguments);
  if (length < 0) return length;
  obstack_grow(stack, text, length);
  free(text);
  return length;
}

int obstack_printf(struct obstack *stack, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = obstack_vprintf(stack, format, arguments);
  va_end(arguments);
  return length;
}
