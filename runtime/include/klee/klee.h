/* The functions by which a harness calls the engine, under the names that KLEE uses.
 *
 * A harness written for KLEE compiles with this header and keeps its meaning. Compiled natively,
 * it needs a library that supplies these functions, for example one that reads a test case. */
#ifndef KLEE_KLEE_H
#define KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `bytes` bytes at `address` an input called `name`. They must be one whole object or the
 * part of one that the program owns. */
void klee_make_symbolic(void *address, size_t bytes, const char *name);

/* A new input called `name` with `begin <= value < end`. */
int klee_range(int begin, int end, const char *name);

/* A new input called `name`. */
int klee_int(const char *name);

/* Restricts the analysis to executions in which `condition` is not 0. */
void klee_assume(uintptr_t condition);

/* A preference, not a restriction: test inputs with `condition` are easier to read. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Ends this path without a report and without a test case. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Ends this path with a failure. */
__attribute__((noreturn)) void klee_abort(void);

/* Ends this path with a failure at a location, with a message; `suffix` names its kind in KLEE's
 * file names. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* Whether `value` depends on an input. */
unsigned klee_is_symbolic(uintptr_t value);

/* Whether a test case is being replayed natively: 0 under the engine. */
unsigned klee_is_replay(void);

/* Some value that `value` can have; not a restriction. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* The size of the object that `address` points into. */
size_t klee_get_obj_size(void *address);

/* Fails unless the `bytes` bytes at `address` may be read and written. */
void klee_check_memory_access(const void *address, size_t bytes);

/* Makes the `bytes` bytes at `address` accessible to the program as an object, as if they were a
 * global of that size. */
void klee_define_fixed_object(void *address, size_t bytes);

/* Describes a value on the error stream. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);

/* A message on the error stream; `_once` at most once for each message. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_stack_trace(void);

/* Paths between these two calls are merged if the engine can; without merging they have no
 * effect. */
void klee_open_merge(void);
void klee_close_merge(void);

/* Enables or disables forking. */
void klee_set_forking(unsigned enable);

/* Redirects calls of one function to another. */
void klee_alias_function(const char *function, const char *replacement);

/* The address of the program's variable `errno`. */
int *klee_errno_location(void);

/* A condition that must hold. */
#define klee_assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

__attribute__((noreturn)) void __assert_fail(const char *condition, const char *file, unsigned line, const char *function);

#ifdef __cplusplus
}
#endif

#endif
