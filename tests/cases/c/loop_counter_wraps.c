// The counter jumps over its limit and starts again from below.
// expect: bug assertion @15
#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
    unsigned char n = nondet_uchar();
    if (n < 250)
        return 0;
    int rounds = 0;
    for (unsigned char i = 0; i < n; i += 7) {
        rounds++;
        if (rounds > 40)
            break;
    }
    assert(rounds < 38);
    return 0;
}
