// Listing 5.2: two pointers to one variable.
// run: exit 0
// output: 5
// output: 1
// expect: safe
// paths: 1
foo() {
  var x, y, z;
  x = 2;
  x = 4;
  y = &x;
  z = &x;
  *y = *z + 1;
  output x;
  output y == z;
  return -1;
}

main() {
  var y;
  y = 1;
  return foo() + y;
}
