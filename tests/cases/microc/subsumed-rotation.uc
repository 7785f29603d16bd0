// A loop that lets three objects change places and replaces one of them after two iterations: the first object is where it was
// after three iterations, and nowhere after the fifth.
// expect: bug division-by-zero @23
// expect: bug division-by-zero @26
main() {
  var a, b, c, t, first, i, n;
  a = {age: 0};
  first = a;
  b = {age: 0};
  c = {age: 0};
  n = input;
  i = 0;
  while (i < n && i < 6) {
    t = a;
    a = b;
    b = c;
    c = t;
    if (i == 4) {
      b = {age: 0};
    }
    i = i + 1;
  }
  output 1 / (1 - (i > 2 && a == first));
  c.age = 1;
  if (i > 4) {
    output 1 / (1 - (a != first && b != first && c != first));
  }
  output 1 / (1 - (first.age && c != first));
  return 0;
}
