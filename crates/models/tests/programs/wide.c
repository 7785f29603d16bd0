/* Integers of more than 128 bits: long runs of bit-fields, and _BitInt. */
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct run {
    unsigned long a : 61;
    signed long b : 37;
    unsigned c : 3;
    unsigned d : 29;
    signed e : 17;
    unsigned char f;
};
#pragma pack(pop)
typedef unsigned _BitInt(200) wide;
typedef _BitInt(150) swide;

static struct run initial = {0x123456789abcdefUL, -5, 6, 0x1abcdef0, -3, 'f'};
static const wide constant = ((wide)0xfedcba9876543210UL << 130) | 0x1111222233334444UL;

static void show(wide x) {
    printf("%02x %016lx %016lx %016lx\n", (unsigned)(x >> 192), (unsigned long)(x >> 128),
           (unsigned long)(x >> 64), (unsigned long)x);
}

/* Quotients and remainders of numbers of all lengths, and shifts by any distance. */
static void divide(void) {
    volatile unsigned distance = 3;
    volatile unsigned long part = 0xd1b54a32d192ed03UL;
    for (unsigned round = 0; round < 60; round++) {
        distance = (distance * 37 + 11) % 200;
        part = part * 6364136223846793005UL + 1442695040888963407UL;
        wide a = (((wide)part << 136) ^ constant) >> distance, b = (((wide)part << 90) | part) >> (distance * 7 % 150);
        if (!b) b = part | 1;
        show(a / b);
        show(a % b);
        show(a << distance);
        swide c = (swide)(a << 3), d = (swide)b * (round & 1 ? -1 : 1);
        if (!d) d = 7;
        show((wide)(c / d));
        show((wide)(c % d));
        show((wide)(c >> distance % 150));
        show((wide)(c / (int)(round - 70)));
    }
}

int main(void) {
    struct run r = initial;
    r.b *= 9;
    r.d ^= 0x0f0f0f0f;
    r.e += 100;
    r.a = ~(unsigned long)r.a;
    unsigned char bytes[sizeof r];
    memcpy(bytes, &r, sizeof r);
    for (unsigned i = 0; i < sizeof r; i++) printf("%02x", bytes[i]);
    printf(" %lx %ld %u %x %d %c\n", (unsigned long)r.a, (long)r.b, r.c, r.d, r.e, r.f);

    volatile unsigned long seed = 0x9e3779b97f4a7c15UL;
    wide x = seed;
    x = (x << 70) + (x << 133) - (x << 1);
    show(x);
    show(x ^ constant);
    show(~x & constant);
    show(x - constant);
    show(constant >> 64);
    swide s = -(swide)(seed >> 1);
    s = (s << 60) + 12345;
    show((wide)(s >> 3));
    show((wide)(s >> 128));
    printf("%d%d%d%d%d%d\n", x < constant, x >= constant, x == x, x != constant, s < 0, s > -s);
    printf("%lx %d\n", (unsigned long)(unsigned __int128)(x >> 90), (int)(_Bool)x);
    divide();
    return (int)(constant >> 190);
}
