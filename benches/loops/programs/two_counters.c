// What one counter gains, the other one loses; both start again where too little is left.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), a = 0, b = 100;
    for (unsigned i = 0; i < n; i++) {
        unsigned step = nondet_uint() % 4;
        if (b < step) {
            a = 0;
            b = 100;
        }
        a += step;
        b -= step;
    }
    assert(a + b == 100);
    return 0;
}
