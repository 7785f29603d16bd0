// A regular expression without memory can be freed.
// expect: safe
// options: --malloc-may-fail --enable leak
#include <assert.h>
#include <regex.h>
int main(void) {
  regex_t expression;
  int error = regcomp(&expression, "a*", 0);
  assert(error == 0 || error == REG_ESPACE);
  if (!error) error = regexec(&expression, "b", 0, 0, 0);
  assert(error == 0 || error == REG_ESPACE);
  regfree(&expression);
  return 0;
}
