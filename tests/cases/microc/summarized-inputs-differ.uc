// States that look alike after an iteration and are not: an object that another pointer leads to, a relation between an input
// that is dead and a variable that is not, and a flag that only two iterations set.
// expect: bug division-by-zero @19
// expect: bug division-by-zero @31
// expect: bug division-by-zero @46
// expect: bug division-by-zero @54
main() {
  var i, p, q, r, x, y, seen, flag, twice;
  p = {value: 1};
  q = p;
  i = 0;
  while (i < 5 && input) {
    if (i == 3) {
      q = {value: 1};
    }
    i = i + 1;
  }
  p.value = 0;
  output 1 / q.value;
  x = input;
  seen = 0;
  i = 0;
  while (i < 3) {
    y = input;
    if (y == x + 1) {
      seen = seen + 1;
    }
    i = i + 1;
  }
  if (seen == 3) {
    output 1 / 0;
  }
  flag = 0;
  twice = 0;
  i = 0;
  while (i < 4) {
    if (input == 5) {
      twice = flag;
      flag = 1;
    } else {
      flag = 0;
    }
    i = i + 1;
  }
  if (twice) {
    output 1 / (twice - flag);
  }
  r = input;
  i = 0;
  while (i < 4 && r != 2) {
    r = r + input - r;
    i = i + 1;
  }
  return 1 / (r - 2);
}
