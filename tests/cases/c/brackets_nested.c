// clang's own limit is 256 nested brackets.
// expect: bug assertion @11
#include <assert.h>

#define TEN(x) ((((((((((x))))))))))
#define HUNDRED(x) TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(x))))))))))
#define THOUSAND(x) HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(x))))))))))

int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(THOUSAND(THOUSAND(n)) != 5);
  return 0;
}
