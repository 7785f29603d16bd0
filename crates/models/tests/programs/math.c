/* Every function of math.h that is modelled, in three formats, on random numbers: a hash of all results and of what `errno` is then. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 150 };

static uint64_t seed = 1;

static uint64_t next(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed;
}

/* Numbers of three kinds: around one, of any size, and those where functions change. */
#define SPECIAL(type) \
  static const type special[] = {0, -0.0, 1, -1, 0.5, -0.5, 2, 1e-30, 3, -3, 10, 1e30, 89, -104, 710, -746, 11400, -11400, INFINITY, -INFINITY, NAN, 2.5, -1e-40}
#define COUNT_OF(row) (sizeof row / sizeof *row)

static float number_float(void) {
  SPECIAL(float);
  union { uint32_t bits; float number; } any = {(uint32_t)next()};
  switch (next() % 4) {
    case 0: return special[next() % COUNT_OF(special)];
    case 1: return isnan(any.number) ? 1 : any.number;
    case 2: return (float)(int64_t)next() / 9e18f;
    default: return (float)(int64_t)next() / 4e17f;
  }
}

static double number_double(void) {
  SPECIAL(double);
  union { uint64_t bits; double number; } any = {next()};
  switch (next() % 4) {
    case 0: return special[next() % COUNT_OF(special)];
    case 1: return isnan(any.number) ? 1 : any.number;
    case 2: return (double)(int64_t)next() / 9e18;
    default: return (double)(int64_t)next() / 4e17;
  }
}

static long double number_long_double(void) {
  SPECIAL(long double);
  union { struct { uint64_t low; uint16_t high; } bits; long double number; } any;
  memset(&any, 0, sizeof any);
  any.bits.high = (uint16_t)(next() % 0x7fff | (next() & 0x8000));
  any.bits.low = any.bits.high & 0x7fff ? next() | 1ull << 63 : next() >> 1;
  switch (next() % 4) {
    case 0: return special[next() % COUNT_OF(special)];
    case 1: return any.number;
    case 2: return (long double)(int64_t)next() / 9e18L;
    default: return (long double)(int64_t)next() / 4e17L;
  }
}

static uint64_t hash;

static void mix(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
}

/* NaN has a sign and content that C leaves open. */
static void mix_float(float x) { if (isnan(x)) mix("nan", 3); else mix(&x, sizeof x); }
static void mix_double(double x) { if (isnan(x)) mix("nan", 3); else mix(&x, sizeof x); }
static void mix_long_double(long double x) { if (isnan(x)) mix("nan", 3); else mix(&x, 10); }
static void mix_long(long x) { mix(&x, sizeof x); }

static void mix_error(void) {
  mix_long(errno);
  errno = 0;
}

/* Computes for random `x`, `y`, `z` and `n`, and prints the hash of all. */
#define TEST(name, type, kind, compute)                                                     \
  static void test_##name(void) {                                                           \
    hash = 0xcbf29ce484222325;                                                              \
    for (int i = 0; i < COUNT; i++) {                                                       \
      type x = number_##kind(), y = number_##kind(), z = number_##kind();                   \
      int n = next() % 2 ? (int)(next() % 300) - 150 : (int)(next() % 40000) - 20000;       \
      errno = 0;                                                                            \
      compute;                                                                              \
      (void)x, (void)y, (void)z, (void)n;                                                   \
    }                                                                                       \
    printf("%s %016lx\n", #name, (unsigned long)hash);                                      \
  }
#define FORMATS(DEFINE, name) DEFINE(name, float, float, f) DEFINE(name, double, double, ) DEFINE(name, long double, long_double, l)

#define ONE_IN(name, type, kind, letter) TEST(name##letter, type, kind, mix_##kind(name##letter(x)); mix_error())
#define TWO_IN(name, type, kind, letter) TEST(name##letter, type, kind, mix_##kind(name##letter(x, y)); mix_error())
#define THREE_IN(name, type, kind, letter) TEST(name##letter, type, kind, mix_##kind(name##letter(x, y, z)); mix_error())
#define SCALE_IN(name, type, kind, letter) TEST(name##letter, type, kind, mix_##kind(name##letter(x, n)); mix_error())
#define INT_IN(name, type, kind, letter) TEST(name##letter, type, kind, mix_long(name##letter(x)); mix_error())
/* To an integer: what fits. */
#define LONG_IN(name, type, kind, letter) TEST(name##letter, type, kind, if (fabs##letter(x) < (type)9e18) mix_long(name##letter(x)); mix_error())
#define TOWARD_IN(name, type, kind, letter) TEST(name##letter, type, kind, mix_##kind(name##letter(x, (long double)y)); mix_error())
#define PARTS_IN(name, type, kind, letter)                                                                            \
  TEST(frexp##letter, type, kind, int e; mix_##kind(frexp##letter(x, &e)); if (isfinite(x)) mix_long(e))              \
  TEST(modf##letter, type, kind, type whole; mix_##kind(modf##letter(x, &whole)); mix_##kind(whole))                  \
  TEST(sincos##letter, type, kind, type s; type c; sincos##letter(x, &s, &c); mix_##kind(s); mix_##kind(c); mix_error()) \
  TEST(lgamma##letter##_r, type, kind, int s = 0; mix_##kind(lgamma##letter##_r(x, &s)); if (x == x) mix_long(s); mix_error())      \
  TEST(remquo##letter, type, kind, int q = 0; type r = remquo##letter(x, y, &q); mix_##kind(r); if (r == r) mix_long(q & 7); mix_error()) \
  TEST(classes##letter, type, kind, mix_long(isnan(x)); mix_long(!!isinf(x)); mix_long(isfinite(x)); mix_long(!!signbit(x)); mix_long(fpclassify(x)))

#define ONE(name) FORMATS(ONE_IN, name)
#define TWO(name) FORMATS(TWO_IN, name)
#define THREE(name) FORMATS(THREE_IN, name)
#define SCALE(name) FORMATS(SCALE_IN, name)
#define INT(name) FORMATS(INT_IN, name)
#define LONG(name) FORMATS(LONG_IN, name)
#define TOWARD(name) FORMATS(TOWARD_IN, name)

#define ALL                                                                                                           \
  ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh)        \
  ONE(atanh) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt) ONE(erf)     \
  ONE(erfc) ONE(tgamma) ONE(lgamma) ONE(j0) ONE(j1) ONE(y0) ONE(y1) ONE(sqrt) ONE(fabs) ONE(floor) ONE(ceil)          \
  ONE(trunc) ONE(round) ONE(roundeven) ONE(rint) ONE(nearbyint) ONE(logb) TWO(pow) TWO(atan2)        \
  TWO(hypot) TWO(fmod) TWO(remainder) TWO(drem) TWO(fmin) TWO(fmax) TWO(copysign) TWO(fdim) TWO(nextafter)            \
  TOWARD(nexttoward) THREE(fma) SCALE(ldexp) SCALE(scalbn) SCALE(scalbln) INT(ilogb) LONG(lround) LONG(lrint)         \
  LONG(llround) LONG(llrint)

ALL
FORMATS(PARTS_IN, parts)

#undef FORMATS
#define FORMATS(DEFINE, name) test_##name##f(), test_##name(), test_##name##l();

int main(void) {
  ALL
  FORMATS(, frexp) FORMATS(, modf) FORMATS(, sincos) FORMATS(, remquo) FORMATS(, classes)
  test_lgammaf_r(), test_lgamma_r(), test_lgammal_r();
  return 0;
}
