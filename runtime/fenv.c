/* fenv.h: rounding modes. Exception flags are not kept, and reading them is not modelled.
 *
 * In programs that may set another mode than rounding to nearest, floating-point operations are
 * lowered to calls of these functions, which read the mode. Of library functions that round, only
 * those that round to an integer are modelled with another mode than to nearest. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <fenv.h>
#include <math.h>

static int rounding = FE_TONEAREST;

/* The result of an operation (0 to 3: sum, difference, product, quotient) under a rounding mode,
 * and the conversion of a number to a narrower format. */
float __sheaf_round_float(int rounding, int operation, float a, float b);
double __sheaf_round_double(int rounding, int operation, double a, double b);
long double __sheaf_round_long_double(int rounding, int operation, long double a, long double b);
float __sheaf_narrow_float(int rounding, long double number);
double __sheaf_narrow_double(int rounding, long double number);

float __sheaf_rounded_float(int operation, float a, float b) { return __sheaf_round_float(rounding, operation, a, b); }
double __sheaf_rounded_double(int operation, double a, double b) { return __sheaf_round_double(rounding, operation, a, b); }

long double __sheaf_rounded_long_double(int operation, long double a, long double b) {
  return __sheaf_round_long_double(rounding, operation, a, b);
}

float __sheaf_narrowed_float(long double number) { return __sheaf_narrow_float(rounding, number); }
double __sheaf_narrowed_double(long double number) { return __sheaf_narrow_double(rounding, number); }

/* Functions of math.h that round to an integer by the mode. */
#define TO_INTEGER(type, letter)                                                          \
  type __sheaf_rounded_rint##letter(type x) {                                             \
    switch (rounding) {                                                                   \
      case FE_DOWNWARD: return floor##letter(x);                                          \
      case FE_UPWARD: return ceil##letter(x);                                             \
      case FE_TOWARDZERO: return trunc##letter(x);                                        \
      default: return roundeven##letter(x);                                               \
    }                                                                                     \
  }                                                                                       \
  type __sheaf_rounded_nearbyint##letter(type x) { return __sheaf_rounded_rint##letter(x); } \
  long __sheaf_rounded_lrint##letter(type x) { return lround##letter(__sheaf_rounded_rint##letter(x)); } \
  long long __sheaf_rounded_llrint##letter(type x) { return llround##letter(__sheaf_rounded_rint##letter(x)); }

TO_INTEGER(double, )
TO_INTEGER(float, f)
TO_INTEGER(long double, l)

/* Called for `name`, which is modelled with rounding to nearest only. */
void __sheaf_needs_nearest(const char *name) {
  if (rounding != FE_TONEAREST) __sheaf_unmodelled(name);
}

/* FLT_ROUNDS. */
int __sheaf_flt_rounds(void) {
  switch (rounding) {
    case FE_TOWARDZERO: return 0;
    case FE_UPWARD: return 2;
    case FE_DOWNWARD: return 3;
    default: return 1;
  }
}

int fegetround(void) { return rounding; }

int fesetround(int mode) {
  if (mode & ~(FE_DOWNWARD | FE_UPWARD)) return 1;
  rounding = mode;
  return 0;
}

/* C does not define other bits than these exceptions. x86 has one more. */
static int exceptions_of(int exceptions) {
  int all = FE_ALL_EXCEPT | __FE_DENORM;
  __sheaf_check(!(exceptions & ~all), "invalid-builtin", "what is no floating-point exception");
  return exceptions & all;
}

int feclearexcept(int exceptions) { return exceptions_of(exceptions), 0; }
int feraiseexcept(int exceptions) { return exceptions_of(exceptions), 0; }
int fetestexcept(int exceptions) { return exceptions_of(exceptions) ? (__sheaf_unmodelled("fetestexcept"), 0) : 0; }
int fegetexcept(void) { return 0; }
int fedisableexcept(int exceptions) { return exceptions_of(exceptions), 0; }

int feenableexcept(int exceptions) {
  if (exceptions_of(exceptions)) __sheaf_unmodelled("feenableexcept");
  return 0;
}

/* The rounding bits of the x87 control word equal the constants of the modes; SSE has them three
 * bits higher. */
int fegetenv(fenv_t *environment) {
  *environment = (fenv_t){.__control_word = 0x37f | rounding};
#ifdef __x86_64__
  environment->__mxcsr = 0x1f80 | rounding << 3;
#endif
  return 0;
}

int feholdexcept(fenv_t *environment) { return fegetenv(environment); }

int fesetenv(const fenv_t *environment) {
  if (environment == FE_NOMASK_ENV) __sheaf_unmodelled("feenableexcept");
  rounding = environment == FE_DFL_ENV ? FE_TONEAREST : environment->__control_word & FE_TOWARDZERO;
  return 0;
}

int feupdateenv(const fenv_t *environment) { return fesetenv(environment); }
