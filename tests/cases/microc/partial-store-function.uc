// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug division-by-zero @13

one() { return 1; }
two() { return 2; }
zero() { return 0; }
main() {
  var a, f, x;
  a = [one, one];
  if (input) { a[0] = zero; }
  a[input > 0] = two;
  if (input) { x = 1; }
  if (a[0] == zero) { output 1 / 0; }
  return 0;
}
