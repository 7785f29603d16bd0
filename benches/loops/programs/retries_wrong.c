// Failures since the last success are counted twice; one of the counters misses the third success.
// expect: bug
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
    unsigned n = nondet_uint(), failures = 0, recent = 0, successes = 0;
    for (unsigned i = 0; i < n; i++) {
        if (nondet_int()) {
            failures++;
            recent++;
        } else {
            successes++;
            recent = 0;
            if (successes != 3)
                failures = 0;
        }
    }
    assert(failures < recent + 12);
    return 0;
}
