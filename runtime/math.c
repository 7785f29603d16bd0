/* math.h: functions that C can compute exactly, for symbolic arguments too. Others that do not
 * set `errno` are intrinsics; libm.c has those that the host computes. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* The bit patterns of the formats. */
union f32 { float number; unsigned pattern; };
union f64 { double number; unsigned long long pattern; };
union f80 { long double number; struct { unsigned long long significand; unsigned short sign_and_exponent; } pattern; };

/* Defines a function for each format, given its type and the suffix of its name. */
#define FORMATS(FUNCTION) FUNCTION(float, f) FUNCTION(double, ) FUNCTION(long double, l)

/* A zero fraction has the sign of the number. */
#define MODF(type, letter) \
  type modf##letter(type number, type *whole) { \
    *whole = trunc##letter(number); \
    return copysign##letter(isinf(number) ? 0 : number - *whole, number); \
  }
FORMATS(MODF)

/* Sets `errno` if a condition does not hold, without a branch, so that symbolic numbers do not
 * fork here. */
static void expect(int holds, int error) {
  unsigned mask = (unsigned)(holds != 0) - 1;
  errno = (int)(((unsigned)errno & ~mask) | ((unsigned)error & mask));
}

#define EXACT(type, letter) \
  type __sheaf_sqrt##letter(type number); \
  type __sheaf_fdim##letter(type a, type b); \
  type __sheaf_fmod##letter(type a, type b); \
  type __sheaf_remainder##letter(type a, type b); \
  type __sheaf_ldexp##letter(type number, int exponent); \
  type sqrt##letter(type number) { \
    expect(!(number < 0), EDOM); \
    return __sheaf_sqrt##letter(number); \
  } \
  type fdim##letter(type a, type b) { \
    type difference = __sheaf_fdim##letter(a, b); \
    expect(!isinf(difference) | isinf(a) | isinf(b), ERANGE); \
    return difference; \
  } \
  type fmod##letter(type a, type b) { \
    type rest = __sheaf_fmod##letter(a, b); \
    expect(!isnan(rest) | isnan(a) | isnan(b), EDOM); \
    return rest; \
  } \
  type remainder##letter(type a, type b) { \
    type rest = __sheaf_remainder##letter(a, b); \
    expect(!isnan(rest) | isnan(a) | isnan(b), EDOM); \
    return rest; \
  } \
  type drem##letter(type a, type b) { return remainder##letter(a, b); } \
  type ldexp##letter(type number, int exponent) { \
    type scaled = __sheaf_ldexp##letter(number, exponent); \
    expect(!isfinite(number) | (number == 0) | (isfinite(scaled) & (scaled != 0)), ERANGE); \
    return scaled; \
  } \
  type scalbn##letter(type number, int exponent) { return ldexp##letter(number, exponent); } \
  type scalbln##letter(type number, long exponent) { \
    return ldexp##letter(number, exponent > INT_MAX ? INT_MAX : exponent < INT_MIN ? INT_MIN : (int)exponent); \
  }
FORMATS(EXACT)

#define IS_CLASS(type, letter) \
  int __isnan##letter(type number) { return number != number; } \
  int __isinf##letter(type number) { return isinf(number) ? number < 0 ? -1 : 1 : 0; } \
  int __finite##letter(type number) { return isfinite(number); } \
  int finite##letter(type number) { return isfinite(number); } \
  int (isnan##letter)(type number) { return number != number; } \
  int (isinf##letter)(type number) { return __isinf##letter(number); } \
  int __fpclassify##letter(type number) { \
    return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, number); \
  }
FORMATS(IS_CLASS)

float frexpf(float number, int *exponent) {
  *exponent = 0;
  if (number == 0 || !isfinite(number)) return number;
  /* A subnormal number is scaled before its exponent is read. */
  int scaled = fabsf(number) < 0x1p-126f ? 25 : 0;
  union f32 u = {scaled ? number * 0x1p25f : number};
  *exponent = (int)(u.pattern >> 23 & 0xff) - 126 - scaled;
  u.pattern = (u.pattern & 0x807fffffu) | 126u << 23;
  return u.number;
}

double frexp(double number, int *exponent) {
  *exponent = 0;
  if (number == 0 || !isfinite(number)) return number;
  int scaled = fabs(number) < 0x1p-1022 ? 54 : 0;
  union f64 u = {scaled ? number * 0x1p54 : number};
  *exponent = (int)(u.pattern >> 52 & 0x7ff) - 1022 - scaled;
  u.pattern = (u.pattern & 0x800fffffffffffffull) | 1022ull << 52;
  return u.number;
}

long double frexpl(long double number, int *exponent) {
  *exponent = 0;
  if (number == 0 || !isfinite(number)) return number;
  int scaled = fabsl(number) < 0x1p-16382L ? 64 : 0;
  union f80 u = {scaled ? number * 0x1p64L : number};
  *exponent = (int)(u.pattern.sign_and_exponent & 0x7fff) - 16382 - scaled;
  u.pattern.sign_and_exponent = (unsigned short)((u.pattern.sign_and_exponent & 0x8000) | 16382);
  return u.number;
}

/* The next bit pattern in a direction; in 80 bits, the highest bit of the significand says
 * whether the number is normal. */

static float step_float(float from, int larger) {
  union f32 u = {from};
  u.pattern += larger ? 1u : -1u;
  return u.number;
}

static double step_double(double from, int larger) {
  union f64 u = {from};
  u.pattern += larger ? 1ull : -1ull;
  return u.number;
}

static long double step_long_double(long double from, int larger) {
  const unsigned long long top = 1ull << 63;
  union f80 u = {from};
  if (larger) {
    u.pattern.significand++;
    int carried = !u.pattern.significand, is_normal_now = u.pattern.significand == top && !(u.pattern.sign_and_exponent & 0x7fff);
    if (carried) u.pattern.significand = top;
    u.pattern.sign_and_exponent += (unsigned short)(carried | is_normal_now);
  } else if (u.pattern.significand-- == top && u.pattern.sign_and_exponent & 0x7fff) {
    u.pattern.sign_and_exponent--;
    if (u.pattern.sign_and_exponent & 0x7fff) u.pattern.significand = -1ull;
  }
  return u.number;
}

/* As in glibc, a result that becomes infinite or subnormal is an error, except for the
 * neighbours of zero. */
#define NEXT(type, letter, step, to_type, name, smallest, normal) \
  type name(type from, to_type to) { \
    if (isnan(from) || isnan(to)) return (type)(from + to); \
    if (from == to) return (type)to; \
    if (from == 0) return copysign##letter(smallest, (type)to); \
    type next = step(from, (from < to) == (from > 0)); \
    expect(!isinf(next) & (fabs##letter(next) >= normal), ERANGE); \
    return next; \
  }
NEXT(float, f, step_float, float, nextafterf, 0x1p-149f, 0x1p-126f)
NEXT(double, , step_double, double, nextafter, 0x1p-1074, 0x1p-1022)
NEXT(long double, l, step_long_double, long double, nextafterl, 0x1p-16445L, 0x1p-16382L)
NEXT(float, f, step_float, long double, nexttowardf, 0x1p-149f, 0x1p-126f)
NEXT(double, , step_double, long double, nexttoward, 0x1p-1074, 0x1p-1022)
NEXT(long double, l, step_long_double, long double, nexttowardl, 0x1p-16445L, 0x1p-16382L)

#define LOGARITHM(type, letter) \
  int ilogb##letter(type number) { \
    expect(isfinite(number) & (number != 0), EDOM); \
    if (number == 0) return FP_ILOGB0; \
    if (isnan(number)) return FP_ILOGBNAN; \
    if (isinf(number)) return INT_MAX; \
    int exponent; \
    frexp##letter(number, &exponent); \
    return exponent - 1; \
  } \
  type logb##letter(type number) { \
    if (number == 0) return -(type)INFINITY; \
    if (!isfinite(number)) return number * number; \
    return (type)ilogb##letter(number); \
  }
FORMATS(LOGARITHM)
