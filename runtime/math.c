/* math.h: what plain C says exactly, for symbolic arguments too. The rest of math.h is intrinsics. */
#include <limits.h>
#include <math.h>

/* The patterns of the formats. */
union f32 { float number; unsigned pattern; };
union f64 { double number; unsigned long pattern; };

/* A function for each format: its type, and the letter that its name ends in. */
#define FORMATS(FUNCTION) FUNCTION(float, f) FUNCTION(double, ) FUNCTION(long double, l)

/* The sign of a fraction of zero is that of the number. */
#define MODF(type, letter) \
  type modf##letter(type number, type *whole) { \
    *whole = trunc##letter(number); \
    return copysign##letter(isinf(number) ? 0 : number - *whole, number); \
  }
FORMATS(MODF)

#define IS_CLASS(type, letter) \
  int __isnan##letter(type number) { return number != number; } \
  int __isinf##letter(type number) { return isinf(number) ? number < 0 ? -1 : 1 : 0; } \
  int __finite##letter(type number) { return isfinite(number); } \
  int finite##letter(type number) { return isfinite(number); }
FORMATS(IS_CLASS)

float frexpf(float number, int *exponent) {
  *exponent = 0;
  if (number == 0 || !isfinite(number)) return number;
  /* A subnormal number has no exponent to read before it is scaled. */
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
  u.pattern = (u.pattern & 0x800ffffffffffffful) | 1022ul << 52;
  return u.number;
}

float nextafterf(float from, float to) {
  if (isnan(from) || isnan(to)) return from + to;
  if (from == to) return to;
  if (from == 0) return copysignf(0x1p-149f, to);
  union f32 u = {from};
  u.pattern += (from < to) == (from > 0) ? 1u : -1u;
  return u.number;
}

double nextafter(double from, double to) {
  if (isnan(from) || isnan(to)) return from + to;
  if (from == to) return to;
  if (from == 0) return copysign(0x1p-1074, to);
  union f64 u = {from};
  u.pattern += (from < to) == (from > 0) ? 1ul : -1ul;
  return u.number;
}

#define LOGARITHM(type, letter) \
  int ilogb##letter(type number) { \
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
LOGARITHM(float, f)
LOGARITHM(double, )
