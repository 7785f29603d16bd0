
/* Native definitions of the functions in that list. Names that are also macros are in parentheses.
 * */
static void assume(int holds) {
  if (holds) return;
  fprintf(stderr, "sheaf: an assumption does not hold\n");
  stop(DROPPED);
}

static void assert_that(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "sheaf: assertion `%s` fails\n", what ? what : "");
  abort();
}

static const char *named(const char *name) { return name && *name ? name : "unnamed"; }

WEAK void klee_make_symbolic(void *address, size_t bytes, const char *name) {
  take(named(name), address, bytes);
}
WEAK void __VERIFIER_nondet_memory(void *address, size_t bytes) { klee_make_symbolic(address, bytes, NULL); }
WEAK int klee_int(const char *name) {
  int value;
  take(named(name), &value, sizeof value);
  return value;
}
WEAK int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  assume(begin <= value && value < end);
  return value;
}
WEAK __UINTPTR_TYPE__ klee_choose(__UINTPTR_TYPE__ count) {
  __UINTPTR_TYPE__ value;
  take("klee_choose", &value, sizeof value);
  assume(value < count);
  return value;
}
WEAK void klee_assume(__UINTPTR_TYPE__ condition) { assume(condition != 0); }
WEAK void klee_abort(void) { abort(); }
WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  assert_that(0, message);
  abort();
}
WEAK void klee_silent_exit(int status) { (void)status; stop(DROPPED); }
WEAK unsigned klee_is_symbolic(__UINTPTR_TYPE__ value) {
  unsigned answer;
  (void)value;
  take("klee_is_symbolic", &answer, sizeof answer);
  return answer;
}

WEAK unsigned __sheaf_restrictions(const void *object, __SIZE_TYPE__ bytes) {
  unsigned answer = 0;
  take("conditions on quantified", &answer, sizeof answer);
  return answer;
}

WEAK void __sheaf_holds_for_others(unsigned start, unsigned evaluated, unsigned decided) {}
WEAK unsigned klee_is_replay(void) { return 0; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK int *klee_errno_location(void) { return &errno; }

/* Objects: AddressSanitizer knows all of them, the C library the sizes of heap objects. */
WEAK const char *__asan_locate_address(void *address, char *name, size_t name_bytes, void **start, size_t *bytes);
WEAK void *__asan_region_is_poisoned(void *start, size_t bytes);
WEAK size_t malloc_usable_size(void *object);

/* The start of an object, null if none is known, and its size. */
static char *object(const void *pointer, size_t *bytes) {
  char name[1];
  void *start = NULL;
  *bytes = 0;
  if (!__asan_locate_address) {
    *bytes = malloc_usable_size && pointer ? malloc_usable_size((void *)pointer) : 0;
    return *bytes ? (char *)pointer : NULL;
  }
  if (pointer) __asan_locate_address((void *)pointer, name, sizeof name, &start, bytes);
  return start;
}
WEAK size_t (__CPROVER_OBJECT_SIZE)(const void *pointer) {
  size_t bytes;
  object(pointer, &bytes);
  return bytes;
}
WEAK size_t klee_get_obj_size(void *pointer) { return __CPROVER_OBJECT_SIZE(pointer); }
WEAK size_t (__CPROVER_POINTER_OBJECT)(const void *pointer) {
  size_t bytes;
  char *start = object(pointer, &bytes);
  return start ? (size_t)start : (size_t)pointer;
}
WEAK __PTRDIFF_TYPE__ (__CPROVER_POINTER_OFFSET)(const void *pointer) {
  size_t bytes;
  char *start = object(pointer, &bytes);
  return start ? (const char *)pointer - start : 0;
}
WEAK _Bool (__CPROVER_same_object)(const void *a, const void *b) {
  return __CPROVER_POINTER_OBJECT(a) == __CPROVER_POINTER_OBJECT(b);
}
static _Bool accessible(const void *start, size_t bytes) {
  return start && (!__asan_region_is_poisoned || !__asan_region_is_poisoned((void *)start, bytes));
}
WEAK _Bool (__CPROVER_LIVE_OBJECT)(const void *pointer) {
  size_t bytes;
  return accessible(object(pointer, &bytes), 1);
}
WEAK _Bool (__CPROVER_r_ok)(const void *start, size_t bytes) { return accessible(start, bytes); }
WEAK _Bool (__CPROVER_w_ok)(const void *start, size_t bytes) { return accessible(start, bytes); }
WEAK _Bool (__CPROVER_rw_ok)(const void *start, size_t bytes) { return accessible(start, bytes); }
WEAK void klee_check_memory_access(const void *start, size_t bytes) {
  assert_that(accessible(start, bytes), "memory is accessible");
}
WEAK void (__CPROVER_havoc_slice)(void *start, size_t bytes) { take("havoc", start, bytes); }
WEAK void (__CPROVER_havoc_object)(void *pointer) {
  size_t bytes;
  char *start = object(pointer, &bytes);
  take("havoc", start, bytes);
}
WEAK void *(__CPROVER_allocate)(size_t bytes, _Bool zero) { return zero ? calloc(1, bytes) : malloc(bytes); }
static size_t extent(const void *array, size_t known) {
  size_t bytes;
  char *start = object(array, &bytes);
  size_t rest = start ? bytes - (size_t)((const char *)array - start) : 0;
  return known < rest ? known : rest;
}
WEAK void __sheaf_array_set(void *array, size_t known, const void *value, size_t bytes) {
  size_t size = extent(array, known);
  for (size_t at = 0; at + bytes <= size; at += bytes) memcpy((char *)array + at, value, bytes);
}
WEAK _Bool __sheaf_array_equal(const void *a, size_t a_known, const void *b, size_t b_known, _Bool same_type) {
  size_t size = extent(a, a_known);
  return same_type && size == extent(b, b_known) && memcmp(a, b, size) == 0;
}
WEAK void __sheaf_array_replace(void *to, size_t to_known, const void *from, size_t from_known) {
  size_t room = extent(to, to_known), size = extent(from, from_known);
  memmove(to, from, size < room ? size : room);
}
WEAK void __sheaf_array_copy(void *to, size_t to_known, const void *from, size_t from_known) {
  size_t room = extent(to, to_known), size = extent(from, from_known);
  memmove(to, from, size < room ? size : room);
  if (size < room) take("havoc", (char *)to + size, room - size);
}
WEAK void klee_prefer_cex(void *object, __UINTPTR_TYPE__ condition) { (void)object; (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, __UINTPTR_TYPE__ condition) { (void)object; (void)condition; }
WEAK void klee_warning(const char *message) { fprintf(stderr, "warning: %s\n", message); }
WEAK void klee_warning_once(const char *message) { klee_warning(message); }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *message, int value) { (void)message; (void)value; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int value) { return value; }
WEAK __INT64_TYPE__ klee_get_value_i64(__INT64_TYPE__ value) { return value; }

WEAK void (assert)(int holds) { assert_that(holds, NULL); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __VERIFIER_assume(int holds) { assume(holds); }
WEAK void __VERIFIER_assert(int holds) { assert_that(holds, NULL); }
WEAK void __VERIFIER_error(void) { assert_that(0, "__VERIFIER_error is not reached"); }
WEAK void reach_error(void) { assert_that(0, "reach_error is not reached"); }
WEAK void __ESBMC_assume(_Bool holds) { assume(holds); }
WEAK void __ESBMC_assert(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __ESBMC_atomic_begin(void) {}
WEAK void __ESBMC_atomic_end(void) {}
WEAK void (__ESBMC_init_object)(void *pointer) { (__CPROVER_havoc_object)(pointer); }
WEAK size_t (__ESBMC_POINTER_OBJECT)(const void *pointer) { return (__CPROVER_POINTER_OBJECT)(pointer); }
WEAK __PTRDIFF_TYPE__ (__ESBMC_POINTER_OFFSET)(const void *pointer) { return (__CPROVER_POINTER_OFFSET)(pointer); }
WEAK _Bool (__ESBMC_same_object)(const void *a, const void *b) { return (__CPROVER_same_object)(a, b); }
WEAK _Bool (__ESBMC_r_ok)(const void *start, size_t bytes) { return accessible(start, bytes); }
WEAK _Bool (__ESBMC_w_ok)(const void *start, size_t bytes) { return accessible(start, bytes); }
WEAK _Bool (__ESBMC_rw_ok)(const void *start, size_t bytes) { return accessible(start, bytes); }
WEAK void __CPROVER_atomic_begin(void) {}
WEAK void __CPROVER_atomic_end(void) {}
WEAK void __CPROVER_assume(_Bool holds) { assume(holds); }
WEAK void __CPROVER_assert(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __CPROVER_precondition(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __CPROVER_postcondition(_Bool holds, const char *what) { assert_that(holds, what); }
WEAK void __CPROVER_cover(_Bool condition) { (void)condition; }
WEAK void __CPROVER_input(const char *name, ...) { (void)name; }
WEAK void __CPROVER_output(const char *name, ...) { (void)name; }

