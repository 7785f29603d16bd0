// The third round overflows, although the counter does not.
// expect: bug signed-overflow @10
#include <limits.h>
int nondet_int(void);
int main(void) {
    int n = nondet_int(), a = INT_MAX - 5;
    if (n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        a += 2;
    return 0;
}
