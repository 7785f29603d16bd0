// An address that depends on memory that was never written.
// expect: bug uninitialized @7
int main(void) {
  int table[4] = {0}, *p = table;
  unsigned index[2];
  index[0] = 1;
  return p[index[1] & 3];
}
