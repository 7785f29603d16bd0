// A buffer that is filled and emptied by requests of any size never holds more than its capacity.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), held = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned wanted = nondet_uint();
        if (wanted % 2) {
            if (wanted > 100 - held)
                continue;
            held += wanted;
        } else {
            held -= wanted < held ? wanted : held;
        }
    }
    assert(held <= 100);
    return 0;
}
