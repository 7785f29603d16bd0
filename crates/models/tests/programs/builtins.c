/* Builtins that become intrinsics: overflow, bits, rotation, saturation-like code, expectations. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t rotate(uint32_t x, unsigned n) { return __builtin_rotateleft32(x, n); }
static uint8_t rotate8(uint8_t x, unsigned n) { return __builtin_rotateright8(x, n); }

int main(void) {
    int r;
    unsigned u;
    long long l;
    printf("%d %d", __builtin_sadd_overflow(INT_MAX, 1, &r), r);
    printf(" %d %d", __builtin_smul_overflow(1 << 20, 1 << 20, &r), r);
    printf(" %d %d", __builtin_ssub_overflow(5, 6, &r), r);
    printf(" %d %u", __builtin_uadd_overflow(UINT_MAX, 2, &u), u);
    printf(" %d %u", __builtin_usub_overflow(1, 2, &u), u);
    printf(" %d %lld\n", __builtin_mul_overflow(1LL << 40, 1LL << 40, &l), l);
    signed char c;
    printf("%d %d %d\n", __builtin_add_overflow(100, 100, &c), c, __builtin_mul_overflow(-1, 128, &c));
    printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctzll(1ULL << 40), __builtin_popcount(0xf0f0), __builtin_parity(7));
    printf("%d %d\n", __builtin_ffs(0), __builtin_ffs(24));
    printf("%x %llx %x\n", __builtin_bswap32(0x01020304), (unsigned long long)__builtin_bswap64(1), __builtin_bswap16(0x1234));
    printf("%x %x\n", __builtin_bitreverse32(0x12345678), __builtin_bitreverse8(3));
    for (unsigned n = 0; n < 40; n += 13) printf("%x %x ", rotate(0x80000001u, n), rotate8(0x81, n));
    printf("\n%d %ld %lld\n", abs(-5), labs(-6L), llabs(7LL));
    if (__builtin_expect(r == -1, 1)) printf("expected\n");
    int *space = __builtin_alloca(sizeof(int) * (r + 4));
    space[2] = 9;
    printf("%d %d\n", space[2], __builtin_clrsb(-1));
    char *place = (char *)space, *up = __builtin_align_up(place + 1, 4);
    printf("%d\n", (int)(up - place));
    int tied = 3;
    __asm__ volatile("" : "+r"(tied) : : "memory");
    return tied + __builtin_choose_expr(1, 4, "x");
}
