// A checksum of products, with an early exit; messages of three bytes reach the excluded sum.
// expect: bug
#include <assert.h>
unsigned nondet_uint(void);
unsigned char nondet_uchar(void);
int main(void) {
    unsigned n = nondet_uint(), sum = 1;
    for (unsigned i = 0; i < n; i++) {
        unsigned char byte = nondet_uchar();
        if (byte == 0)
            break;
        sum = sum * 31 % 65521 + byte;
    }
    assert(sum != 40000);
    return 0;
}
