// Loops within loops, in memory and in a function of their own.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
unsigned total;
static void add(unsigned m) {
    for (unsigned j = 0; j < m; j++)
        total++;
}
int main(void) {
    unsigned n = nondet_uint(), m = nondet_uint();
    if (n > 3 || m > 4)
        return 0;
    for (unsigned i = 0; i < n; i++)
        add(m);
    assert(total == n * m);
    unsigned triangle = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            triangle++;
    assert(2 * triangle == (n ? n * (n - 1) : 0));
    return 0;
}
