/* The interface of the models of the C library to the engine. Not for programs.
 *
 * The models are plain C and executed like the program itself: they work on symbolic data, and
 * their memory errors are found like the program's. Rules: read only the objects that the C
 * standard lets the function read; no tricks on whole words; as few branches on data as readable
 * code allows, because each may fork. */
#ifndef SHEAF_H
#define SHEAF_H

#include <stdarg.h>
#include <stddef.h>

/* Fails with a finding of this kind unless `holds`. */
void __sheaf_check(int holds, const char *kind, const char *message);

/* Size in bytes of the live heap object that starts at `start`; anything else is an `invalid-free`
 * or a `use-after-free`. */
size_t __sheaf_heap_size(const void *start);

/* A new heap object of uninitialized bytes, or of `count * size` zeros; NULL if the size exceeds
 * every address space. */
void *__sheaf_malloc(size_t bytes);
void *__sheaf_calloc(size_t count, size_t size);

/* A new heap object of uninitialized bytes; `align` is a constant. Never fails unless allocation
 * may. */
void *__sheaf_aligned_alloc(size_t align, size_t bytes);

/* A new object of uninitialized bytes that is not a heap object of the program: it is never a leak,
 * and ended only by `__sheaf_unmap`, with its start. `align` is a constant. NULL if the size exceeds
 * every address space. */
void *__sheaf_map(size_t align, size_t bytes);
void __sheaf_unmap(void *start);

/* Ends the program with a status, without running any more of its code. */
__attribute__((noreturn)) void __sheaf_exit(int status);

/* A new object of uninitialized bytes that is not a heap object of the program: it is never a
 * leak and never freed. */
void *__sheaf_model_alloc(size_t bytes);

/* An input of this name between 0 and `limit`. */
int __sheaf_pick(const char *name, int limit);

/* The value made concrete: the path forks for each possible value. */
int __sheaf_concrete(int value);
size_t __sheaf_concrete_size(size_t value);

/* Makes the bytes an input of this name; `bytes` is a constant. */
void __sheaf_make_input(void *start, size_t bytes, const char *name);

/* Whether two strings are equal, without forking; only `left` may be symbolic. */
int __sheaf_same_text(const char *left, const char *right);

/* Records that something is not modelled here; the path continues. The verdict reports this
 * message, followed by the concrete prefix of `name`. */
void __sheaf_incomplete(const char *what, const char *name);

/* Says, where this is executed, that a choice of the environment is assumed, which completes
 * "assumes that". `what` is a literal. */
void __sheaf_assumes(const char *what);

/* The id of a process, chosen by the platform; fixed in concrete runs. */
int __sheaf_process_id(int known);

/* Whether a string needs more bytes than the object behind `to` has, without forking; 0 where that
 * does not depend on inputs, or is not known. */
int __sheaf_overflows(const void *to, const char *from);

/* Whether a value depends on an input. */
int __sheaf_is_symbolic(unsigned long long value);

/* Position of the first zero byte at `text`, at most `limit`, without forking: the result may be
 * symbolic. Checks that one of the bytes up to the limit is zero, or that the object has `limit`
 * bytes. */
size_t __sheaf_string_length(const char *text, size_t limit);

/* Appends bytes to the output stream with this number (1 or 2). A symbolic byte is shown as `?`,
 * and so is a symbolic number of bytes. */
void __sheaf_write(int stream, const void *data, size_t bytes);

/* In place of 1 or 2: the engine holds what is written until `__sheaf_write_held`. */
enum { SHEAF_HELD = 3 };

/* Writes what is held to the output stream with this number, or drops it if that is 0. */
void __sheaf_write_held(int stream);

/* Appends `?` for a symbolic value to the output stream with this number. */
void __sheaf_write_symbolic(int stream, unsigned long long value);

/* Ends this path as not modelled; the message names the missing feature. */
__attribute__((noreturn)) void __sheaf_unmodelled(const char *what);

/* Writes a float as printf's conversion `conversion` (one of aAeEfFgG) does, with a precision
 * (-1: default) and an optional `#`, to `buffer`, truncated to `size` bytes; returns its full
 * length. The only sign written is a minus. */
size_t __sheaf_format_double(char *buffer, size_t size, double value, int conversion, int precision, int alternative);
size_t __sheaf_format_long_double(char *buffer, size_t size, long double value, int conversion, int precision, int alternative);

/* The float denoted by `bytes` characters of a well-formed number without sign (decimal or
 * hexadecimal), rounded to nearest even; `out_of_range` if it overflows or underflows. */
float __sheaf_parse_float(const char *text, size_t bytes, int *out_of_range);
double __sheaf_parse_double(const char *text, size_t bytes, int *out_of_range);
long double __sheaf_parse_long_double(const char *text, size_t bytes, int *out_of_range);

#endif
