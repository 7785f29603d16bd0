/* fenv.h: numbers are rounded to nearest, and exceptions are not kept: asking for them, or for
 * another rounding, is not modelled. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <fenv.h>

int fegetround(void) { return FE_TONEAREST; }

int fesetround(int mode) {
  switch (mode) {
    case FE_TONEAREST: return 0;
    case FE_DOWNWARD:
    case FE_UPWARD:
    case FE_TOWARDZERO: __sheaf_unmodelled("fesetround of another rounding than to nearest");
    default: return 1;
  }
}

int feclearexcept(int exceptions) { return 0; }
int feraiseexcept(int exceptions) { return 0; }
int fetestexcept(int exceptions) { return exceptions & FE_ALL_EXCEPT ? (__sheaf_unmodelled("fetestexcept"), 0) : 0; }
int fegetexcept(void) { return 0; }
int fedisableexcept(int exceptions) { return 0; }

int feenableexcept(int exceptions) {
  if (exceptions & FE_ALL_EXCEPT) __sheaf_unmodelled("feenableexcept");
  return 0;
}

int fegetenv(fenv_t *environment) {
  *environment = (fenv_t){.__control_word = 0x37f};
#ifdef __x86_64__
  environment->__mxcsr = 0x1f80;
#endif
  return 0;
}

int feholdexcept(fenv_t *environment) { return fegetenv(environment); }
int fesetenv(const fenv_t *environment) { return 0; }
int feupdateenv(const fenv_t *environment) { return 0; }
