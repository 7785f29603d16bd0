// Records, arrays and pointers keep their identity over a join: a change through one name is seen through the other.
// expect: safe
main() {
  var a, b, r, s, p, x, y, c;
  c = input;
  a = {value: 1};
  b = {value: 2};
  x = 5;
  y = 6;
  if (c > 0) {
    r = a;
    s = a;
    p = &x;
  } else {
    r = a;
    s = b;
    p = &y;
  }
  r.value = 7;
  *p = 0;
  if (s == a) {
    x = 1 / (s.value == 7) - 1;
  } else {
    y = 1 / (s.value == 2) - 1;
  }
  x = 1 / (x + y == 5 || x + y == 6);
  return 1 / (s == r == (c > 0));
}
