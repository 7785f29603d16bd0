// Listing 5.4, for numbers up to 4: the factorial of 2 is 2.
// input: 3
// run: exit 0
// output: 6
// expect: bug division-by-zero @24
fac(n) {
  var f;

  if (n == 0) {
    f = 1;
  } else {
    f = n * fac(n - 1);
  }

  return f;
}

main() {
  var a, b;
  b = input;
  if (b < 0 || b > 4) { b = 0; }
  a = fac(b);
  output (a);
  return 1 / (a - 2);
}
