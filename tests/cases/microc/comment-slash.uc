// A comment that begins with a slash does not end there.
// expect: bug division-by-zero @9
main() {
  var x;
  x = input;
  /*/
  if (x < 5) { x = 5; }
  /*/
  return 1 / x;
}
