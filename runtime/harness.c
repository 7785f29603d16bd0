/* Functions of harnesses that are written in C, using what the engine knows about objects. */
#include "sheaf.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void klee_assume(uintptr_t condition);
void klee_make_symbolic(void *address, size_t bytes, const char *name);
size_t __CPROVER_OBJECT_SIZE(const void *pointer);
ptrdiff_t __CPROVER_POINTER_OFFSET(const void *pointer);
_Bool __CPROVER_LIVE_OBJECT(const void *pointer);

/* The start of the object that a pointer points into, null if there is none. */
void *__sheaf_object_start(const void *pointer);

/* An id for each object. A pointer outside all objects has one for each address: 0 for null. */
size_t __sheaf_object_number(const void *pointer);

uintptr_t klee_choose(uintptr_t count) {
  uintptr_t choice;
  __sheaf_make_input(&choice, sizeof choice, "klee_choose");
  klee_assume(choice < count);
  return choice;
}

/* Objects are identified by their start; an address outside all objects is an object by itself. */
size_t __CPROVER_POINTER_OBJECT(const void *pointer) {
  void *start = __sheaf_object_start(pointer);
  return start ? (size_t)start : (size_t)pointer;
}

_Bool __CPROVER_same_object(const void *a, const void *b) {
  return __sheaf_object_number(a) == __sheaf_object_number(b);
}

/* A pointer neither into an object nor one past its end can only be null. */
_Bool __CPROVER_r_ok(const void *pointer, size_t bytes) {
  size_t size = __CPROVER_OBJECT_SIZE(pointer), offset = (size_t)__CPROVER_POINTER_OFFSET(pointer);
  __sheaf_check(offset <= size, "invalid-builtin", "a question about a pointer that leads nowhere");
  return __CPROVER_LIVE_OBJECT(pointer) & (offset <= size) & (bytes <= size - offset);
}

_Bool __CPROVER_w_ok(const void *pointer, size_t bytes) { return __CPROVER_r_ok(pointer, bytes); }
_Bool __CPROVER_rw_ok(const void *pointer, size_t bytes) { return __CPROVER_r_ok(pointer, bytes); }

void __CPROVER_havoc_slice(void *start, size_t bytes) { klee_make_symbolic(start, bytes, "havoc"); }

void __CPROVER_havoc_object(void *pointer) {
  __CPROVER_havoc_slice(__sheaf_object_start(pointer), __CPROVER_OBJECT_SIZE(pointer));
}

/* ESBMC's names. */
uintptr_t __ESBMC_POINTER_OBJECT(const void *pointer) { return __CPROVER_POINTER_OBJECT(pointer); }
ptrdiff_t __ESBMC_POINTER_OFFSET(const void *pointer) { return __CPROVER_POINTER_OFFSET(pointer); }
_Bool __ESBMC_same_object(const void *a, const void *b) { return __CPROVER_same_object(a, b); }
_Bool __ESBMC_r_ok(const void *pointer, size_t bytes) { return __CPROVER_r_ok(pointer, bytes); }
_Bool __ESBMC_w_ok(const void *pointer, size_t bytes) { return __CPROVER_r_ok(pointer, bytes); }
_Bool __ESBMC_rw_ok(const void *pointer, size_t bytes) { return __CPROVER_r_ok(pointer, bytes); }
void __ESBMC_init_object(void *pointer) { __CPROVER_havoc_object(pointer); }

void *__CPROVER_allocate(size_t bytes, _Bool zero) {
  void *object = malloc(bytes);
  klee_assume(object != NULL);
  if (zero) memset(object, 0, bytes);
  return object;
}

/* The size of an array in bytes: that of its type if it is known, at most the rest of its
 * object. */
static size_t extent(const void *array, size_t known) {
  size_t rest = __CPROVER_OBJECT_SIZE(array) - (size_t)__CPROVER_POINTER_OFFSET(array);
  return known < rest ? known : rest;
}

/* Sets the elements of an array to the one at `value`. */
void __sheaf_array_set(void *array, size_t known, const void *value, size_t bytes) {
  size_t size = extent(array, known);
  for (size_t at = 0; at + bytes <= size; at += bytes) memcpy((char *)array + at, value, bytes);
}

/* Whether two arrays have the same size and content, and elements of the same type. */
_Bool __sheaf_array_equal(const void *a, size_t a_known, const void *b, size_t b_known, _Bool same_type) {
  size_t size = extent(a, a_known);
  if (!same_type || size != extent(b, b_known)) return 0;
  const char *left = a, *right = b;
  _Bool equal = 1;
  for (size_t at = 0; at < size; at++) equal &= left[at] == right[at];
  return equal;
}

/* Elements beyond the source keep their values. */
void __sheaf_array_replace(void *to, size_t to_known, const void *from, size_t from_known) {
  size_t room = extent(to, to_known), size = extent(from, from_known);
  memmove(to, from, size < room ? size : room);
}

/* Elements beyond the source get arbitrary values. */
void __sheaf_array_copy(void *to, size_t to_known, const void *from, size_t from_known) {
  size_t room = extent(to, to_known), size = extent(from, from_known);
  memmove(to, from, size < room ? size : room);
  if (size < room) __CPROVER_havoc_slice((char *)to + size, room - size);
}

/* The condition of a quantifier holds for an input that stands for the values that are not tried one by
 * one. The arguments are the `__sheaf_restrictions` of the input before the condition was evaluated,
 * after that, and after its value was decided. */
void __sheaf_holds_for_others(unsigned start, unsigned evaluated, unsigned decided) {
  /* Nothing was decided by the input: the condition holds for all of them. */
  if (start && decided == start) return;
  /* Only the value was decided, and by the input alone: another value of it, on the other path, always
   * fails. Thus it does not hold for all, and only that path is right. */
  if (start && evaluated == start && !(decided & 1)) klee_assume(0);
  __sheaf_unmodelled("a quantifier whose condition holds for some of the values that are not tried one by one");
}

/* A call of an uninterpreted function. */
struct application {
  struct application *next;
  const char *function;
  size_t arguments_bytes;
  unsigned char *arguments, *result;
};

static struct application *applications;

/* 0 if the bytes are equal, without forking. */
static unsigned char differences(const unsigned char *a, const unsigned char *b, size_t bytes) {
  unsigned char found = 0;
  for (size_t at = 0; at < bytes; at++) found |= a[at] ^ b[at];
  return found;
}

static unsigned char *copy(const void *bytes, size_t count) { return memcpy(__sheaf_model_alloc(count), bytes, count); }

/* An uninterpreted function is lowered to a body that returns an input, and records it here:
 * calls with equal arguments have equal results. */
void __sheaf_uninterpreted(const char *function, const void *arguments, size_t arguments_bytes, const void *result, size_t result_bytes) {
  for (struct application *earlier = applications; earlier; earlier = earlier->next) {
    if (earlier->function != function || earlier->arguments_bytes != arguments_bytes) continue;
    klee_assume((differences(earlier->arguments, arguments, arguments_bytes) != 0) |
                (differences(earlier->result, result, result_bytes) == 0));
  }
  struct application *call = __sheaf_model_alloc(sizeof *call);
  *call = (struct application){applications, function, arguments_bytes, copy(arguments, arguments_bytes), copy(result, result_bytes)};
  applications = call;
}

/* Calls the initializer of a fuzz target. */
void sheaf_initialize(int (*initialize)(int *, char ***), int argc, char **argv) { initialize(&argc, &argv); }
