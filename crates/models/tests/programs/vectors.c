/* Vector types: arithmetic, comparison, shuffles, variable lanes, conversions, loads and stores. */
#include <emmintrin.h>
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef short s4 __attribute__((ext_vector_type(4)));

static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

static v4 global = {1, -2, 3, -4};

int main(void) {
    v4 a = {10, 20, 30, 40}, b = a + global;
    show(b);
    show(a * b - 3);
    show(a > b);
    show(-(a >> 2) ^ (v4){1, 1, 1, 1});
    int lane = 2;
    b[lane] = 77;
    show(b);
    printf("%d\n", b[lane + 1]);
    show(__builtin_shufflevector(a, b, 3, 6, 0, 7));
    f4 f = __builtin_convertvector(a, f4) * 0.5f;
    show(__builtin_convertvector(f, v4));
    b16 bytes = (b16)a;
    l2 longs = (l2)a;
    printf("%d %d %lx %lx\n", bytes[0], bytes[4], longs[0], longs[1]);
    s4 s = {1, 2, 3, 4};
    s4 t = s.wzyx;
    printf("%d %d %d\n", t.x, t.y, (s + t).z);
    v4 array[2] = {a, b}, back;
    memcpy(&back, &array[1], sizeof back);
    show(back == b);
    printf("%d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(b), __builtin_reduce_xor(a));
    v4 mask = a > 15, chosen = (a & mask) | (b & ~mask);
    show(chosen);
    __m128i text = _mm_loadu_si128((const __m128i *)"exactly 16 bytes");
    return _mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('e'))) & 0xff;
}
