/* Products and quotients of complex numbers, in three formats, also of what is infinite, not a number, great or small. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t seed = 88172645463325252u, hash;

static uint64_t next(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed;
}

static double part(double great, double small) {
  double special[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, great, -great, small, -small, 1e-30, 3};
  double any = (double)(int64_t)next() / 9e18;
  switch (next() % 4) {
    case 0: return special[next() % 13];
    case 1: return any * great;
    case 2: return any * small * 8;
    default: return any;
  }
}

static void add(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  if (isnan(number)) bits = 1;
  hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
}

/* What is not a number has no other content. A long double is shown by its upper and lower part. */
#define ADD(number) add((double)(number)), add(isfinite(number) ? (double)((number) - (double)(number)) : 0)

#define OPERATIONS(name, type, letter, great, small) \
  static void name##_operations(void) {                                                    \
    volatile type a = (type)part(great, small), b = (type)part(great, small);              \
    volatile type c = (type)part(great, small), d = (type)part(great, small);              \
    type complex x = __builtin_complex((type)a, (type)b), y = __builtin_complex((type)c, (type)d); \
    type complex results[] = {x * y, x / y, x + y, conj##letter(x), cproj##letter(y)};     \
    for (int i = 0; i < 5; i++) ADD(creal##letter(results[i])), ADD(cimag##letter(results[i])); \
    ADD(cabs##letter(x)), ADD(carg##letter(y));                                            \
  }
OPERATIONS(float, float, f, 3e38, 1e-38)
OPERATIONS(double, double, , 1.7e308, 2e-308)
OPERATIONS(longer, long double, l, 1.7e308, 2e-308)

int main(void) {
  for (int i = 0; i < 600; i++) {
    float_operations();
    printf("%d: %016lx", i, hash);
    double_operations();
    printf(" %016lx", hash);
    longer_operations();
    printf(" %016lx\n", hash);
  }
  return 0;
}
