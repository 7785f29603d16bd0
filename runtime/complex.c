/* complex.h: parts and polar coordinates, and the functions that clang calls for products and
 * quotients. Those are libgcc's: infinities are recovered from what is not a number (C, annex G),
 * `float` divides in `double`, and other formats by Smith's method with scaled operands (Baudin and
 * Smith, "A robust complex division in Scilab"). */
#include <complex.h>
#include <float.h>
#include <math.h>

/* The number with these parts: `x + y * I` would compute with infinities. */
#define MAKE(type, x, y) ((union { type parts[2]; type _Complex number; }){.parts = {x, y}}.number)

/* 1 or 0 with the sign of a part of an infinite number: 1 if it is the part that is infinite. */
#define BOXED(letter, x) copysign##letter(isinf(x) ? 1 : 0, x)
/* Zero with its sign in place of what is not a number. */
#define NUMBER(letter, x) (isnan(x) ? copysign##letter(0, x) : (x))

#define PRODUCT(type, letter, mode)                                              \
  type _Complex __mul##mode##3(type a, type b, type c, type d) {                 \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                         \
    type x = ac - bd, y = ad + bc;                                               \
    if (!isnan(x) || !isnan(y)) return MAKE(type, x, y);                         \
    int left = isinf(a) || isinf(b), right = isinf(c) || isinf(d);               \
    if (!left && !right && !isinf(ac) && !isinf(bd) && !isinf(ad) && !isinf(bc)) \
      return MAKE(type, x, y);                                                   \
    if (left) a = BOXED(letter, a), b = BOXED(letter, b);                        \
    if (right) c = BOXED(letter, c), d = BOXED(letter, d);                       \
    a = NUMBER(letter, a), b = NUMBER(letter, b);                                \
    c = NUMBER(letter, c), d = NUMBER(letter, d);                                \
    type infinity = (type)INFINITY;                                              \
    return MAKE(type, infinity * (a * c - b * d), infinity * (a * d + b * c));   \
  }

/* A quotient `x + y * I` of which no part is a number may be infinite or zero. */
#define RECOVERED(type, letter)                                                                           \
  static type _Complex recovered##letter(type a, type b, type c, type d, type x, type y) {                \
    type infinity = (type)INFINITY;                                                                       \
    if (!isnan(x) || !isnan(y)) return MAKE(type, x, y);                                                  \
    if (c == 0 && d == 0 && (!isnan(a) || !isnan(b)))                                                     \
      return MAKE(type, copysign##letter(infinity, c) * a, copysign##letter(infinity, c) * b);            \
    if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {                                           \
      a = BOXED(letter, a), b = BOXED(letter, b);                                                         \
      return MAKE(type, infinity * (a * c + b * d), infinity * (b * c - a * d));                          \
    }                                                                                                     \
    if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {                                           \
      c = BOXED(letter, c), d = BOXED(letter, d);                                                         \
      return MAKE(type, 0 * (a * c + b * d), 0 * (b * c - a * d));                                        \
    }                                                                                                     \
    return MAKE(type, x, y);                                                                              \
  }

/* Numbers that are too large or too small are scaled, so that no step leaves the format. `MAX`,
 * `MIN` and `EPSILON` are those of the format. */
#define QUOTIENT(type, letter, mode, MAX, MIN, EPSILON)                                             \
  type _Complex __div##mode##3(type a, type b, type c, type d) {                                    \
    int swapped = fabs##letter(c) < fabs##letter(d);                                                \
    type most = fabs##letter(swapped ? d : c), large = MAX / 2 * EPSILON, scale = 1;                \
    if (most >= MAX / 2) a /= 2, b /= 2, c /= 2, d /= 2, most /= 2;                                 \
    if (most < EPSILON) scale = 1 / EPSILON;                                                        \
    else if (most < large && ((fabs##letter(a) < MIN && fabs##letter(b) < large) ||                 \
                              (fabs##letter(b) < MIN && fabs##letter(a) < large)))                  \
      scale = 1 / EPSILON;                                                                          \
    if (scale != 1) a *= scale, b *= scale, c *= scale, d *= scale;                                 \
    type great = swapped ? d : c, small = swapped ? c : d;                                          \
    type ratio = small / great, whole = small * ratio + great, x, y;                                \
    int is_normal = fabs##letter(ratio) > MIN;                                                      \
    type ra = is_normal ? a * ratio : small * (a / great);                                          \
    type rb = is_normal ? b * ratio : small * (b / great);                                          \
    if (swapped) x = (ra + b) / whole, y = (rb - a) / whole;                                        \
    else x = (a + rb) / whole, y = (b - ra) / whole;                                                \
    return recovered##letter(a, b, c, d, x, y);                                                     \
  }

PRODUCT(float, f, sc)
PRODUCT(double, , dc)
PRODUCT(long double, l, xc)
RECOVERED(float, f)
RECOVERED(double, )
RECOVERED(long double, l)
QUOTIENT(double, , dc, DBL_MAX, DBL_MIN, DBL_EPSILON)
QUOTIENT(long double, l, xc, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)

float _Complex __divsc3(float a, float b, float c, float d) {
  double re = c, im = d, square = re * re + im * im;
  float x = (float)((a * re + b * im) / square), y = (float)((b * re - a * im) / square);
  return recoveredf(a, b, c, d, x, y);
}

#define PARTS(type, letter)                                                                     \
  type creal##letter(type _Complex number) { return __real__ number; }                          \
  type cimag##letter(type _Complex number) { return __imag__ number; }                          \
  type _Complex conj##letter(type _Complex number) { return MAKE(type, __real__ number, -__imag__ number); } \
  type cabs##letter(type _Complex number) { return hypot##letter(__real__ number, __imag__ number); }  \
  type carg##letter(type _Complex number) { return atan2##letter(__imag__ number, __real__ number); }  \
  type _Complex cproj##letter(type _Complex number) {                                           \
    if (!isinf(__real__ number) && !isinf(__imag__ number)) return number;                      \
    return MAKE(type, (type)INFINITY, copysign##letter(0, __imag__ number));                    \
  }

PARTS(float, f)
PARTS(double, )
PARTS(long double, l)
