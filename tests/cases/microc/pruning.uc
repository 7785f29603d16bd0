// Listing 4.1, with the two functions that it leaves out: one combination of branches is infeasible.
// expect: safe
// paths: 3
someFnc() {
  return 1;
}

someFnc2() {
  return 2;
}

main() {
  var a, res;
  res = 0;
  a = input;
  if (a > 1) {
    res = someFnc();
  }
  if (a < 0) {
    res = someFnc2();
  }
  return res;
}
