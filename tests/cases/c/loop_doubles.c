// Doubling until it is enough, and until nothing is left.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), x = 1, y = 1, rounds = 0;
    while (x < n && x < 0x80000000u)
        x *= 2;
    assert(x >= n || x == 0x80000000u);
    while (y != 0) {
        y <<= 1;
        rounds++;
    }
    assert(rounds == 32);
    return 0;
}
