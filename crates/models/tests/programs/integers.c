/* Integers of every width, signs, conversions, wrap-around, 128 bits. */
#include <stdint.h>
#include <stdio.h>

static int8_t narrow(int x) { return (int8_t)x; }

static void print128(unsigned __int128 x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}

int main(void) {
    unsigned char c = 250;
    c += 10;
    printf("%d %d %d\n", c, narrow(200), (int)(uint16_t)-1);
    unsigned u = 3000000000u;
    printf("%u %d %u\n", u * 2, (int)u, u >> 31);
    int s = -17;
    printf("%d %d %d %d\n", s / 5, s % 5, s >> 1, s << 0);
    printf("%u %u\n", (unsigned)s / 5, (unsigned)s % 5);
    long long big = INT64_MIN;
    printf("%lld %llu\n", big, (unsigned long long)big >> 1);
    __int128 w = (__int128)INT64_MAX * 1000003;
    print128(w);
    print128(w / -77);
    print128(w % 1000);
    print128((unsigned __int128)1 << 127);
    print128(((unsigned __int128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL);
    printf("%d %d %d\n", s < 0, (unsigned)s < 5u, w > 0);
    printf("%d %d\n", !s, ~s);
    _Bool b = 42;
    _Bool d = b ^ 1;
    printf("%d %d %d %d\n", b, d, b > d, b + b);
    int x = 5;
    x = -x * 2 + (x, 3);
    printf("%d\n", x ? (x > 3 ? 1 : 2) : 3);
    return 77;
}
