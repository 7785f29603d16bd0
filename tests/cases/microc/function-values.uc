// Functions are values: stored in variables and arrays, passed, called.
// expect: safe
// paths: 3
twice(f, x) {
  return f(f(x));
}

increment(x) {
  return x + 1;
}

double(x) {
  return x * 2;
}

main() {
  var table, i, f, r;
  table = [increment, double];
  i = input;
  r = 5;
  if (i == 0) {
    f = increment;
    r = twice(f, 3);
  } else {
    if (i == 1) {
      r = twice(table[i], 3) - 7;
    }
  }
  return 1 / r;
}
