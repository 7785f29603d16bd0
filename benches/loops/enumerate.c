// Executes programs on all inputs, and prints what they observe, how often, and what fails.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 64, SEEN = 8192, OBSERVED = 4, TICKS = 2000, RUNS = 50000, ALL = 1000000 };

static int chosen[INPUTS], highest[INPUTS], count, at, ticks, all, overflows, outside;
static struct { long long values[OBSERVED], times; } seen[SEEN];
static jmp_buf failed, given_up;

static int pick(int low, int high) {
    if (at == INPUTS)
        longjmp(given_up, 1);
    if (at == count) {
        chosen[count] = low;
        highest[count++] = high;
    }
    return chosen[at++];
}

static void tick(void) {
    if (++ticks > TICKS || ++all > ALL)
        longjmp(given_up, 1);
}

static void observe(long long a, long long b, long long c, long long i) {
    long long values[OBSERVED] = {a, b, c, i};
    unsigned place = (unsigned)(a * 31 + b * 17 + c * 7 + i) * 2654435761u % SEEN;
    for (int tries = 0; tries < SEEN; tries++, place = (place + 1) % SEEN)
        if (!seen[place].times || !memcmp(seen[place].values, values, sizeof values)) {
            memcpy(seen[place].values, values, sizeof values);
            seen[place].times++;
            return;
        }
    longjmp(given_up, 1);
}

// What clang's checks call.
#define HANDLER(name, what) void __ubsan_handle_##name##_minimal(void) { what++; longjmp(failed, 1); }
HANDLER(add_overflow, overflows)
HANDLER(sub_overflow, overflows)
HANDLER(mul_overflow, overflows)
HANDLER(negate_overflow, overflows)
HANDLER(divrem_overflow, overflows)
HANDLER(out_of_bounds, outside)

static void execute(void (*run)(void)) {
    memset(seen, 0, sizeof seen);
    count = all = overflows = outside = 0;
    if (setjmp(given_up)) {
        puts("given-up");
        return;
    }
    for (int runs = 0;; runs++) {
        at = ticks = 0;
        if (!setjmp(failed))
            run();
        if (runs == RUNS)
            longjmp(given_up, 1);
        // Inputs behind the last one that was read depend on what came before.
        count = at;
        while (count && chosen[count - 1] == highest[count - 1])
            count--;
        if (!count)
            break;
        chosen[count - 1]++;
    }
    for (int place = 0; place < SEEN; place++)
        if (seen[place].times) {
            for (int value = 0; value < OBSERVED; value++)
                printf("%lld ", seen[place].values[value]);
            printf("%lld\n", seen[place].times);
        }
    if (overflows)
        puts("signed-overflow");
    if (outside)
        puts("out-of-bounds");
    puts("end");
}
