/* What the comparisons of the models with the host's C library share: what the models ask of the
 * engine, random numbers, and counting. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the models ask of the engine, and of the compiler: natively, `__builtin_memcpy` in the model
 * of memcpy would call itself. */

void *rt_host_memcpy(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes); }
void *rt_host_memmove(void *to, const void *from, size_t bytes) { return memmove(to, from, bytes); }
void *rt_host_memset(void *to, int value, size_t bytes) { return memset(to, value, bytes); }

void *rt___sheaf_malloc(size_t bytes) {
  size_t *block = malloc(bytes + 16);
  *block = bytes;
  return (char *)block + 16;
}
void *rt___sheaf_calloc(size_t count, size_t size) {
  void *start = rt___sheaf_malloc(count * size);
  return memset(start, 0, count * size);
}
void rt_free(void *start) {
  if (start) free((char *)start - 16);
}
size_t rt___sheaf_heap_size(const void *start) { return *(const size_t *)((const char *)start - 16); }
void *rt___sheaf_aligned_alloc(size_t align, size_t bytes) { return rt___sheaf_malloc(bytes); }
void *rt___sheaf_map(size_t align, size_t bytes) { return rt___sheaf_calloc(1, bytes); }
void rt___sheaf_unmap(void *start) { rt_free(start); }
size_t rt___CPROVER_OBJECT_SIZE(const void *pointer) { return 0; }
intptr_t rt___CPROVER_POINTER_OFFSET(const void *pointer) { return 0; }
_Bool rt___CPROVER_LIVE_OBJECT(const void *pointer) { return 0; }
void rt___sheaf_exit(int status) { exit(status); }
void rt___sheaf_check(int holds, const char *kind, const char *message) {
  if (!holds) printf("unexpected failure: %s: %s\n", kind, message), exit(1);
}
/* Where a call that is not modelled leads to, or NULL if there must be none. */
static jmp_buf *unmodelled;
void rt___sheaf_unmodelled(const char *what) {
  if (unmodelled) longjmp(*unmodelled, 1);
  printf("unexpectedly not modelled: %s\n", what), exit(1);
}
int rt___sheaf_process_id(int known) { return known; }
int rt___signbit(double number) { return number < 0; }
void rt_klee_make_symbolic(void *to, size_t bytes, const char *name) { memset(to, 0, bytes); }
int rt___sheaf_is_symbolic(unsigned long value) { return 0; }
size_t rt___sheaf_string_length(const char *text, size_t limit) { return strnlen(text, limit); }
int rt___sheaf_overflows(const void *to, const char *from) { return 0; }
static char written[4096];
static size_t written_bytes;
void rt___sheaf_write(int stream, const void *data, size_t bytes) {
  memcpy(written + written_bytes, data, bytes);
  written_bytes += bytes;
}
void rt___sheaf_write_symbolic(int stream, unsigned long value) {}
void rt___sheaf_write_held(int stream) {}
void rt_sheaf_at_end(void) {}
/* Reports numbers out of range, and leaves `errno` unchanged. */
#define PARSE(type, name, host)                                        \
  type name(const char *text, size_t bytes, int *out_of_range) {       \
    int old = errno;                                                   \
    errno = 0;                                                         \
    type value = host(strndupa(text, bytes), NULL);                    \
    *out_of_range = errno == ERANGE;                                   \
    errno = old;                                                       \
    return value;                                                      \
  }
PARSE(float, rt___sheaf_parse_float, strtof)
PARSE(double, rt___sheaf_parse_double, strtod)
PARSE(long double, rt___sheaf_parse_long_double, strtold)

#define FORMAT(name, type, letter)                                                                                \
  size_t name(char *buffer, size_t size, type value, int conversion, int precision, int alternative) {            \
    char format[16], text[600];                                                                                   \
    snprintf(format, sizeof format, "%%%s.*%s%c", alternative ? "#" : "", letter, conversion);                    \
    int bytes = snprintf(text, sizeof text, format, precision, value);                                            \
    memcpy(buffer, text, (size_t)bytes < size ? (size_t)bytes : size);                                            \
    return (size_t)bytes;                                                                                         \
  }
FORMAT(rt___sheaf_format_double, double, "")
FORMAT(rt___sheaf_format_long_double, long double, "L")
void rt___sheaf_assert_fail(const char *condition) { abort(); }
int rt___sheaf_counts(const char *kind) { return 1; }
int rt___sheaf_default_action(int number) { exit(128 + number); }
void rt___sheaf_longjmp(void *buffer, int value) { abort(); }
char rt___sheaf_unknown_context[1024];
void rt_klee_assume(uintptr_t condition) {}
void *rt___sheaf_model_alloc(size_t bytes) { return malloc(bytes ? bytes : 1); }
int rt___sheaf_pick(const char *name, int limit) { return 0; }
int rt___sheaf_concrete(int value) { return value; }
size_t rt___sheaf_concrete_size(size_t value) { return value; }
void rt___sheaf_make_input(void *start, size_t bytes, const char *name) { memset(start, 0, bytes); }
int rt___sheaf_same_text(const char *left, const char *right) { return strcmp(left, right) == 0; }
void rt___sheaf_incomplete(const char *what, const char *name) {}
void rt___sheaf_assumes(const char *what) {}

/* The environment: nothing but an input of three lines. */
struct sheaf_file {
  const char *name, *bytes;
  size_t size;
};
const struct sheaf_file rt___sheaf_files[] = {{"", "one\ntwo\n3", 9}};
const size_t rt___sheaf_file_count = 1, rt___sheaf_failing_calls = 0, rt___sheaf_short_calls = 0, rt___sheaf_clock_input = 0, rt___sheaf_random_input = 0;
char rt___sheaf_program_name[] = "compare";
char *rt___sheaf_variables[] = {NULL};

/* Random arguments. */

static uint64_t seed = 1;

static unsigned below(unsigned limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % limit;
}

static int failures;

#define EXPECT(condition, ...)                                     \
  do {                                                             \
    if (!(condition)) {                                            \
      printf("line %d: %s: ", __LINE__, #condition);               \
      printf(__VA_ARGS__);                                         \
      printf("\n");                                                \
      if (++failures > 20) exit(1);                                \
    }                                                              \
  } while (0)
