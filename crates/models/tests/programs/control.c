/* Loops, switch, goto, computed goto, recursion, function pointers, variable-length arrays. */
#include <stdio.h>

static int collatz(unsigned n) {
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static const char *kind(int c) {
    switch (c) {
    case 'a' ... 'f': return "hex";
    case 1: case 2: return "low";
    case -5: return "negative";
    default: return "other";
    case 1000000: return "million";
    }
}
static int duff(int count) {
    int n = (count + 3) / 4, done = 0;
    switch (count % 4) {
    case 0: do { done++;
    case 3: done++;
    case 2: done++;
    case 1: done++;
            } while (--n > 0);
    }
    return done;
}
enum { INC, DOUBLE, JUMP, HALT };
static int interpret(const unsigned char *code) {
    static void *const table[] = {&&inc, &&twice, &&jump, &&halt};
    static const int offsets[] = {&&inc - &&inc, &&twice - &&inc};
    int value = 0, budget = 20;
    const unsigned char *pc = code;
#define NEXT goto *table[*pc++]
    NEXT;
inc: value++; NEXT;
twice: value *= 2; NEXT;
jump: if (--budget == 0) goto halt; pc = code; NEXT;
halt: return value + (offsets[0] == 0);
}
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const ops[])(int, int) = {add, sub};
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int vla(int n) {
    int sum = 0;
    for (int round = 1; round <= n; round++) {
        int a[round];
        for (int i = 0; i < round; i++) a[i] = i;
        sum += a[round - 1];
    }
    return sum;
}
int main(int argc, char **argv) {
    printf("%d %d\n", collatz(27), ackermann(2, 3));
    int keys[] = {'c', 2, -5, 7, 1000000};
    for (int i = 0; i < 5; i++) printf("%s ", kind(keys[i]));
    printf("%d %d\n", duff(4), duff(7));
    unsigned char code[] = {INC, DOUBLE, JUMP, HALT};
    printf("%d\n", interpret(code));
    printf("%d %d %d\n", ops[0](2, 3), apply(ops[1], 2, 3), apply(argc > 5 ? sub : add, 7, 8));
    printf("%d %d %d\n", even(10), odd(7), vla(5));
    for (int i = 0;; i++) {
        if (i == 3) continue;
        if (i > 5) break;
        printf("%d,", i);
    }
    printf("%d %d\n", argc, argv[argc] == 0);
    int n = 3;
again:
    if (n-- > 0) goto again;
    return n + 10;
}
