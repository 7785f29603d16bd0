// A bit-field that was not written.
// expect: bug uninitialized @7
struct bits { unsigned a : 3, b : 5; };
int main(void) {
  struct bits s;
  s.a = 1;
  if (s.b == 4)
    return 1;
  return 0;
}
