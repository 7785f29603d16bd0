/* math.h: functions that no standard defines bit for bit are computed by the host's library, on
 * concrete arguments only. The others are in math.c. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <math.h>

int signgam;

/* The results of a function besides its value. */
struct effects {
  int error; /* what `errno` is set to, or 0 */
  int integer;
};

/* Calls of the host's functions, which are named without the letter of the format; functions of
 * one number ignore `y`. */
float __sheaf_host_float(const char *function, float x, float y, struct effects *effects);
double __sheaf_host_double(const char *function, double x, double y, struct effects *effects);
long double __sheaf_host_long_double(const char *function, long double x, long double y, struct effects *effects);

#define CALL(type, host, name, x, y)                       \
  struct effects effects;                                  \
  type result = host(#name, x, y, &effects);               \
  if (effects.error) errno = effects.error

#define ONE_IN(type, letter, host, name) \
  type name##letter(type x) {            \
    CALL(type, host, name, x, 0);        \
    return result;                       \
  }
#define TWO_IN(type, letter, host, name) \
  type name##letter(type x, type y) {    \
    CALL(type, host, name, x, y);        \
    return result;                       \
  }
/* The integer is the sign of the gamma function. */
#define LGAMMA_IN(type, letter, host)            \
  type lgamma##letter##_r(type x, int *sign) {   \
    CALL(type, host, lgamma, x, 0);              \
    *sign = effects.integer;                     \
    return result;                               \
  }                                              \
  type lgamma##letter(type x) { return lgamma##letter##_r(x, &signgam); } \
  type gamma##letter(type x) { return lgamma##letter##_r(x, &signgam); }
#define REMQUO_IN(type, letter, host)                   \
  type remquo##letter(type x, type y, int *quotient) {  \
    CALL(type, host, remquo, x, y);                     \
    *quotient = effects.integer;                        \
    return result;                                      \
  }
#define SINCOS_IN(type, letter, host)                       \
  void sincos##letter(type x, type *sine, type *cosine) {   \
    *sine = sin##letter(x);                                 \
    *cosine = cos##letter(x);                               \
  }

#define FORMATS(DEFINE, ...)                                                        \
  DEFINE(float, f, __sheaf_host_float __VA_OPT__(, ) __VA_ARGS__)                   \
  DEFINE(double, , __sheaf_host_double __VA_OPT__(, ) __VA_ARGS__)                  \
  DEFINE(long double, l, __sheaf_host_long_double __VA_OPT__(, ) __VA_ARGS__)
#define ONE(name) FORMATS(ONE_IN, name)
#define TWO(name) FORMATS(TWO_IN, name)

ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan)
ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
ONE(cbrt) ONE(erf) ONE(erfc) ONE(tgamma) ONE(j0) ONE(j1) ONE(y0) ONE(y1)
TWO(pow) TWO(atan2) TWO(hypot)
FORMATS(LGAMMA_IN)
FORMATS(REMQUO_IN)
FORMATS(SINCOS_IN)
