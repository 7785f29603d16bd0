/* Floats of all formats, conversions, comparisons, classes. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static double table[] = {0.1, -0.0, 1e300, 5e-324, INFINITY};
static long double wide = 3.14159265358979323846L;
static float single = 1.1f;

static uint64_t pattern(double d) {
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}
int main(void) {
    for (int i = 0; i < 5; i++) printf("%016llx ", (unsigned long long)pattern(table[i]));
    double product = table[0] * 3, quotient = 1.0 / 3;
    printf("\n%016llx %016llx\n", (unsigned long long)pattern(product), (unsigned long long)pattern(quotient));
    printf("%016llx\n", (unsigned long long)pattern((double)(wide * wide)));
    printf("%d %d %u %lld\n", (int)-2.7, (int)single, (unsigned)3e9, (long long)-1e15);
    printf("%016llx %016llx\n", (unsigned long long)pattern((double)UINT64_MAX),
           (unsigned long long)pattern((double)INT64_MIN));
    double nan = NAN, inf = INFINITY;
    printf("%d%d%d%d%d%d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1), inf > 1e308, -0.0 == 0.0);
    printf("%d%d%d%d\n", !!isnan(nan), !!isinf(-inf), !!isfinite(inf), !!isnormal(5e-324));
    printf("%d%d\n", !!signbit(-0.0), __builtin_isgreater(nan, 1.0));
    printf("%016llx\n", (unsigned long long)pattern(fabs(-2.5) + copysign(3.0, -1.0)));
    float f = single + 0.1f;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%08x %016llx\n", bits, (unsigned long long)pattern(f));
    double x = 0;
    for (int i = 0; i < 10; i++) x += 0.1;
    printf("%d %016llx %d\n", x == 1.0, (unsigned long long)pattern(-x), !x);
    _Bool b = 0.5;
    return b + (int)(wide * 10);
}
