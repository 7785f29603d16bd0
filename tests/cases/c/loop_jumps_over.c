// Steps of two meet the end only where it is even: the others wrap around and end at 20 rounds.
// expect: bug assertion @16
#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
    unsigned char n = nondet_uchar();
    if (n > 6)
        return 0;
    int rounds = 0;
    for (unsigned char i = 0; i != n; i += 2) {
        rounds++;
        if (rounds == 20)
            break;
    }
    assert(rounds <= 20);
    assert(rounds != 20);
    return 0;
}
