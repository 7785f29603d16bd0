// Halves of even numbers, 3x + 1 of odd ones: either one is reached, or the steps are used up.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), n = nondet_uint(), steps = 0;
    if (x == 0 || x > 1000)
        return 0;
    while (x != 1 && steps < n) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    assert(x == 1 || steps == n);
    return 0;
}
