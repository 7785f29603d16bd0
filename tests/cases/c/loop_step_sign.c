// The number of rounds depends on a step that is an input.
// expect: safe
#include <assert.h>
signed char nondet_schar(void);
int main(void) {
    int n = 5, d = nondet_schar(), rounds = 0;
    if (d < -1 || d > 3 || d == 0)
        return 0;
    for (int i = 0; i < n; i += d)
        if (d > 0)
            rounds++;
        else if (d < 0)
            return 1;
    assert(rounds == (d == 1 ? 5 : d == 2 ? 3 : 2));
    return 0;
}
