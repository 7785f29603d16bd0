/* The functions of math.h that no standard defines bit for bit, computed by the host's library, as
 * in a native run on this machine.
 *
 * They are looked up by name at run time: with static linking, some would resolve to those of
 * Rust's runtime. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <float.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Parameters and results of functions. */
enum shape { ONE, TWO, ONE_WITH_INT, TWO_WITH_INT };

static const struct function {
  const char *name; /* of the one on `double`, before `_r` */
  enum shape shape;
} functions[] = {
    {"sin", ONE},   {"cos", ONE},    {"tan", ONE},   {"asin", ONE},   {"acos", ONE},  {"atan", ONE},  {"sinh", ONE},
    {"cosh", ONE},  {"tanh", ONE},   {"asinh", ONE}, {"acosh", ONE},  {"atanh", ONE}, {"exp", ONE},   {"exp2", ONE},
    {"exp10", ONE}, {"expm1", ONE},  {"log", ONE},   {"log2", ONE},   {"log10", ONE}, {"log1p", ONE}, {"cbrt", ONE},
    {"erf", ONE},   {"erfc", ONE},   {"tgamma", ONE}, {"j0", ONE},    {"j1", ONE},    {"y0", ONE},    {"y1", ONE},
    {"pow", TWO},   {"atan2", TWO},  {"hypot", TWO},
    {"lgamma", ONE_WITH_INT},        {"remquo", TWO_WITH_INT},
};

static const struct function *find(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i].name, name) == 0) return &functions[i];
  return NULL;
}

/* The host's function for a format, or NULL. */
static void *address(const struct function *function, const char *letter) {
  static void *library;
  char symbol[32];
  if (!library) library = dlopen("libm.so.6", RTLD_LAZY);
  snprintf(symbol, sizeof symbol, "%s%s%s", function->name, letter, function->shape == ONE_WITH_INT ? "_r" : "");
  return library ? dlsym(library, symbol) : NULL;
}

#define DEFINE_CALL(type, name)                                                                                   \
  static void name(enum shape shape, void *at, const type *x, const type *y, type *result, int *integer) {       \
    switch (shape) {                                                                                              \
      case ONE: *result = ((type (*)(type))at)(*x); break;                                                        \
      case TWO: *result = ((type (*)(type, type))at)(*x, *y); break;                                              \
      case ONE_WITH_INT: *result = ((type (*)(type, int *))at)(*x, integer); break;                               \
      case TWO_WITH_INT: *result = ((type (*)(type, type, int *))at)(*x, *y, integer); break;                     \
    }                                                                                                             \
  }
DEFINE_CALL(float, call_float)
DEFINE_CALL(double, call_double)
/* Programs under analysis use x86's format of long double only. */
#if LDBL_MANT_DIG == 64
DEFINE_CALL(long double, call_long_double)
#endif

/* Calls the function of this name in a format (0: `float`, 1: `double`, 2: `long double`);
 * numbers are at offsets of 16 bytes. Sets `*error` to the value of `errno`, or to 0. Returns
 * whether the function exists. */
int sheaf_host_math(const char *name, unsigned format, const void *x, const void *y, void *result, int *integer, int *error) {
  static const char *const letters[] = {"f", "", "l"};
  const struct function *function = find(name);
  void *at = function ? address(function, letters[format]) : NULL;
  if (!at) return 0;
  int old = errno, found = 1;
  errno = 0;
  switch (format) {
    case 0: call_float(function->shape, at, x, y, result, integer); break;
    case 1: call_double(function->shape, at, x, y, result, integer); break;
#if LDBL_MANT_DIG == 64
    case 2: call_long_double(function->shape, at, x, y, result, integer); break;
#endif
    default: found = 0;
  }
  *error = errno;
  errno = old;
  return found;
}
