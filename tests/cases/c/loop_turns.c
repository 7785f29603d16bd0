// Branches that take turns, a counter that is reset, copies and variables that change places.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    if (n > 9)
        return 0;
    unsigned odd = 0, threes = 0, j = 0, last = 7, before = 7, a = 1, b = 2;
    for (unsigned i = 0; i < n; i++) {
        if (i % 2)
            odd++;
        if (j == 2) {
            j = 0;
            threes++;
        } else
            j++;
        before = last;
        last = i;
        unsigned t = a;
        a = b;
        b = t;
    }
    assert(odd == n / 2 && threes == n / 3);
    assert(n < 2 || (last == n - 1 && before == n - 2));
    assert(n % 2 ? a == 2 && b == 1 : a == 1 && b == 2);
    return 0;
}
