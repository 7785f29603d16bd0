// Two indices go around a ring of eight elements; their distance is the number of used ones.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
    unsigned n = nondet_uint(), first = 0, next = 0, used = 0;
    int ring[8] = {0};
    for (unsigned i = 0; i < n; i++) {
        if (nondet_int() && used < 8) {
            ring[next] = nondet_int();
            next = (next + 1) % 8;
            used++;
        } else if (used > 0) {
            first = (first + 1) % 8;
            used--;
        }
    }
    assert((first + used) % 8 == next && used <= 8);
    return 0;
}
