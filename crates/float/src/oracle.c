// The host's floating point, asked by the tests of float.rs: a line "OP KIND A B C" in hexadecimal,
// answered by a line.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;
typedef long double f80;
typedef __float128 f128;

f128 quad_sqrt(f128) __asm__("sqrtf128");
f128 quad_fmod(f128, f128) __asm__("fmodf128");
f128 quad_remainder(f128, f128) __asm__("remainderf128");
f128 quad_fma(f128, f128, f128) __asm__("fmaf128");

static u128 read_hex(const char **text) {
  u128 value = 0;
  while (**text == ' ') ++*text;
  for (; **text && **text != ' ' && **text != '\n'; ++*text) {
    char digit = **text;
    value = value << 4 | (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return value;
}

static void print_hex(u128 value) {
  printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}

#define DEFINE(NAME, TYPE, BYTES, SQRT, FMOD, REMAINDER, FMA)                             \
  static TYPE NAME##_of(u128 bits) {                                                      \
    TYPE value = 0;                                                                       \
    memcpy(&value, &bits, BYTES);                                                         \
    return value;                                                                         \
  }                                                                                       \
  static u128 NAME##_bits(TYPE value) {                                                   \
    u128 bits = 0;                                                                        \
    memcpy(&bits, &value, BYTES);                                                         \
    return bits;                                                                          \
  }                                                                                       \
  static u128 NAME##_run(const char *op, u128 x, u128 y, u128 z) {                        \
    volatile TYPE a = NAME##_of(x), b = NAME##_of(y), c = NAME##_of(z);                   \
    if (!strcmp(op, "add")) return NAME##_bits(a + b);                                    \
    if (!strcmp(op, "sub")) return NAME##_bits(a - b);                                    \
    if (!strcmp(op, "mul")) return NAME##_bits(a * b);                                    \
    if (!strcmp(op, "div")) return NAME##_bits(a / b);                                    \
    if (!strcmp(op, "sqrt")) return NAME##_bits(SQRT(a));                                 \
    if (!strcmp(op, "fmod")) return NAME##_bits(FMOD(a, b));                              \
    if (!strcmp(op, "remainder")) return NAME##_bits(REMAINDER(a, b));                    \
    if (!strcmp(op, "fma")) return NAME##_bits(FMA(a, b, c));                             \
    if (!strcmp(op, "order")) return (a == b) | (a < b) << 1 | (a <= b) << 2 | (a != a || b != b) << 3; \
    if (!strcmp(op, "to-f32")) return f32_bits((float)a);                                 \
    if (!strcmp(op, "to-f64")) return f64_bits((double)a);                                \
    if (!strcmp(op, "to-f80")) return f80_bits((f80)a);                                   \
    if (!strcmp(op, "to-i32")) return (unsigned)(int)a;                                   \
    if (!strcmp(op, "to-u64")) return (unsigned long long)a;                              \
    if (!strcmp(op, "to-i128")) return (u128)(i128)a;                                     \
    if (!strcmp(op, "from-i64")) return NAME##_bits((TYPE)(long long)x);                  \
    if (!strcmp(op, "from-u64")) return NAME##_bits((TYPE)(unsigned long long)x);         \
    if (!strcmp(op, "from-i128")) return NAME##_bits((TYPE)(i128)x);                      \
    if (!strcmp(op, "from-u128")) return NAME##_bits((TYPE)x);                            \
    exit(3);                                                                              \
  }

static u128 f32_bits(float);
static u128 f64_bits(double);
static u128 f80_bits(f80);
DEFINE(f32, float, 4, sqrtf, fmodf, remainderf, fmaf)
DEFINE(f64, double, 8, sqrt, fmod, remainder, fma)
DEFINE(f80, f80, 10, sqrtl, fmodl, remainderl, fmal)
DEFINE(f128, f128, 16, quad_sqrt, quad_fmod, quad_remainder, quad_fma)

static void print_number(const char *kind, const char *rest) {
  u128 bits = read_hex(&rest);
  char format[64];
  sscanf(rest, " %63s", format);
  if (!strcmp(kind, "f80")) printf(format, f80_of(bits));
  else printf(format, f64_of(bits));
  putchar('\n');
}

static void scan_number(const char *kind, char *rest) {
  char *end, *text = rest + 1;
  text[strcspn(text, "\n")] = 0;
  u128 bits;
  if (!strcmp(kind, "f32")) bits = f32_bits(strtof(text, &end));
  else if (!strcmp(kind, "f80")) bits = f80_bits(strtold(text, &end));
  else bits = f64_bits(strtod(text, &end));
  printf("%d ", (int)(end - text));
  print_hex(bits);
}

int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    char op[16], kind[16];
    int used = 0;
    sscanf(line, "%15s %15s%n", op, kind, &used);
    const char *rest = line + used;
    if (!strcmp(op, "print")) print_number(kind, rest);
    else if (!strcmp(op, "scan")) scan_number(kind, line + used);
    else {
      u128 a = read_hex(&rest), b = read_hex(&rest), c = read_hex(&rest);
      if (!strcmp(kind, "f32")) print_hex(f32_run(op, a, b, c));
      else if (!strcmp(kind, "f64")) print_hex(f64_run(op, a, b, c));
      else if (!strcmp(kind, "f80")) print_hex(f80_run(op, a, b, c));
      else print_hex(f128_run(op, a, b, c));
    }
  }
  return 0;
}
