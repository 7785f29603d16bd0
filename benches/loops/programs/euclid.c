// The greatest common divisor by subtraction, of a number and twice the number plus one, is one.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    if (n == 0 || n > 1000000)
        return 0;
    unsigned a = n, b = 2 * n + 1;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    assert(a == 1);
    return 0;
}
