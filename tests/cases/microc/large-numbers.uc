// Products of very large numbers end the path, rather than taking hours.
// expect: incomplete unmodelled-operation
main() {
  var x, i;
  x = 3;
  i = 0;
  while (i < 60) { x = x * x; i = i + 1; }
  if (x == 7) { x = 1 / 0; }
  return 0;
}
