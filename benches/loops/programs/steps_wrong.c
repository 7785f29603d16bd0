// Steps that inputs select go around a dial; in the third turn they can reach 8, though not 7.
// expect: bug
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
    unsigned n = nondet_uint(), sum = 0, turns = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += nondet_int() ? 6 : 9;
        if (sum > 200) {
            sum -= 200;
            turns++;
        }
    }
    assert(turns != 2 || sum != 8);
    return 0;
}
