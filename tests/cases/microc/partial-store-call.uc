// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug division-by-zero @10

f() { return 0; }
main() {
  var a;
  a = [null, null];
  if (input) { a[0] = f; }
  a[input > 0] = main;
  output 1 / (f() + (a[0] != f));
  return 0;
}
