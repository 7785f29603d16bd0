// The division fails in one round; a loop that ends before is fine.
// expect: bug division-by-zero @10
int nondet_int(void);
int main(void) {
    int n = nondet_int(), c = nondet_int(), s = 0;
    if (n < 0 || n > 6 || c < 4 || c > 12)
        return 0;
    int i = 0;
    while (i < n) {
        s = 100 / (c - i);
        i++;
    }
    return s;
}
