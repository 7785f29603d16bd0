// A ball goes to and fro between two walls; an input selects its speed in each step.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
    unsigned n = nondet_uint();
    int place = 0, direction = 1;
    for (unsigned i = 0; i < n; i++) {
        place += direction * (nondet_int() ? 1 : 2);
        if (place >= 10) {
            place = 10;
            direction = -1;
        } else if (place <= 0) {
            place = 0;
            direction = 1;
        }
    }
    assert(place >= 0 && place <= 10 && (direction == 1 || direction == -1));
    return 0;
}
