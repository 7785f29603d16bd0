// What moves to and fro stays between two constants, whatever the counter does.
// expect: safe
main() {
  var n, i, place, direction;
  n = input;
  if (n > 4) { n = 4; }
  place = 0;
  direction = 1;
  i = 0;
  while (i < n) {
    if (input > 0) { place = place + direction; }
    else { place = place + direction + direction; }
    if (place > 5) {
      place = 6;
      direction = -1;
    }
    if (place < 1) {
      place = 0;
      direction = 1;
    }
    i = i + 1;
  }
  if (place > 6) { place = 1 / 0; }
  if (place < 0) { place = 1 / 0; }
  return 0;
}
