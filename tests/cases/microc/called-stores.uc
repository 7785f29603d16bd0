// The function that is called on one path does not write what another one writes there.
// expect: bug division-by-zero @18
store(p) {
  *p = 1;
  return 0;
}
nothing(p) { return 0; }
main() {
  var f, g, k;
  g = 0;
  f = nothing;
  if (!input) {
    f = store;
  }
  k = input;
  k = f(&g);
  if (input) {
    if (g) { output 1 / 0; }
  }
  return 0;
}
