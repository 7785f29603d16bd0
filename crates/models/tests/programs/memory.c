/* Structures, unions, bit-fields, arrays, pointers, copies. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { short x; int y; char name[6]; };
struct bits { unsigned a : 3; int b : 5; unsigned long c : 40; unsigned d : 1; _Bool e : 1; };
#pragma pack(push, 1)
struct packed { char c; int i; short s; unsigned f : 24; };
#pragma pack(pop)
union number { int i; float f; unsigned char bytes[8]; uint64_t u; };
struct nested { struct point p[2]; union number n; struct nested *next; };

static int grid[3][4] = {{1, 2, 3, 4}, {5, 6}, {[2] = 9}};
static const char *words[] = {"one", "two", "three"};
static struct nested first = {{{1, 2, "ab"}, {3, 4, "cd"}}, {.f = 1.5f}, &first};
static int *const inside = &grid[1][1];
static char text[] = "hello, world";
static char *tail = text + 7;

static struct point moved(struct point p, int by) {
    p.x += by;
    p.y -= by;
    return p;
}
struct large { long v[9]; };
static struct large twice(struct large l) {
    for (int i = 0; i < 9; i++) l.v[i] *= 2;
    return l;
}
static long total(struct large l) {
    long sum = 0;
    for (int i = 0; i < 9; i++) sum += l.v[i];
    l.v[0] = 1000;
    return sum;
}

int main(void) {
    struct point p = {1, 2, "pt"}, q = moved(p, 10);
    printf("%d %d %s %d %d %s\n", p.x, p.y, p.name, q.x, q.y, q.name);
    struct bits b = {5, -3, 0x123456789aULL, 1, 1};
    b.b += 7;
    b.c ^= 0xff;
    printf("%u %d %lx %u %d %zu\n", b.a, b.b, (unsigned long)b.c, b.d, b.e, sizeof b);
    struct packed k = {'x', 0x01020304, -2, 0xabcdef};
    unsigned char raw[sizeof k];
    memcpy(raw, &k, sizeof k);
    for (size_t i = 0; i < sizeof k; i++) printf("%02x", raw[i]);
    printf(" %d %d %x\n", k.i, k.s, k.f);
    union number n = {.u = 0};
    n.f = 1.0f;
    printf("%x %d %llx\n", n.i, n.bytes[3], (unsigned long long)n.u);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) sum += grid[i][j] * (i + 1);
    printf("%d %d %s %s %d\n", sum, *inside, words[2], tail, first.next->p[1].y);
    struct large l;
    for (int i = 0; i < 9; i++) l.v[i] = i;
    printf("%ld %ld %ld\n", total(l), total(twice(l)), l.v[0]);
    int *a = malloc(10 * sizeof *a);
    for (int i = 0; i < 10; i++) a[i] = i * i;
    a = realloc(a, 20 * sizeof *a);
    int *end = a + 10;
    printf("%d %td %d\n", a[9], end - a, end > a);
    memmove(a + 1, a, 9 * sizeof *a);
    printf("%d %d\n", a[1], a[9]);
    free(a);
    char *z = calloc(4, 2);
    printf("%d\n", z[7]);
    free(z);
    struct nested copy = first, other;
    other = copy;
    printf("%s %d\n", other.p[0].name, other.next == &first);
    uintptr_t address = (uintptr_t)&p;
    ((struct point *)address)->y = 99;
    printf("%d %d\n", p.y, (int)(address % _Alignof(struct point)));
    return memcmp(&copy.p, &first.p, sizeof copy.p);
}
