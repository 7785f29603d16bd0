// The first example of the language (listing 2.1): recursion on a concrete number.
// run: exit 120
// output: 265252859812191058636308480000000
// expect: safe
// paths: 1
f(n) {
  var r;

  if (n == 0) {
    r = 1;
  } else {
    r = n * f(n - 1);
  }
  return r;
}

main() {
  output f(30);
  return f(5);
}
