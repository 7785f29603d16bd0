// The parameters of main are inputs.
// expect: bug division-by-zero @4
main(a, b) {
  return a / (b - 12345);
}
