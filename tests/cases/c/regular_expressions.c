// Symbolic text against a regular expression: what matches is what it says, and the parts are those of its groups.
// expect: bug assertion @15
#include <assert.h>
#include <regex.h>
#include <klee/klee.h>
int main(void) {
  char text[4] = "a";
  text[1] = (char)klee_int("second");
  text[2] = (char)klee_int("third");
  regex_t expression;
  regmatch_t parts[2];
  assert(regcomp(&expression, "^a(=|[b-d])x?$", REG_EXTENDED) == 0 && expression.re_nsub == 1);
  if (regexec(&expression, text, 2, parts, 0) == 0) {
    assert((text[1] == '=' || text[1] == 'c' || text[1] == 'b' || text[1] == 'd') && parts[0].rm_so == 0 && parts[1].rm_eo == 2);
    assert(text[2] == 'x');
  }
  regfree(&expression);
  return regcomp(&expression, "(a", REG_EXTENDED) != REG_EPAREN;
}
