// A string literal that ends like another one may be a part of it.
// expect: incomplete address-dependent
#include <assert.h>
#include <string.h>

int main(void) {
  const char *setting = "x=abc", *value = "abc";
  assert(strchr(setting, 'a') != value);
}
