// The sum is 1 after 171 rounds, when it has wrapped around twice.
// expect: bug assertion @13
#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
    unsigned char n = nondet_uchar(), a = 0;
    if (n < 160 || n > 180)
        return 0;
    for (unsigned char i = 0; i < n; i++) {
        a += 3;
        (void)a;
    }
    assert(a != 1);
    return 0;
}
