// A text that contains two words, which are looked for one after the other (see `hwm.uc`).
size() { return 32; }
cells() {
  return [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0
  ];
}
target() { return 1; }

main() {
  var text, i, hello, world, word;
  text = cells();
  i = 0;
  while (i < size()) {
    text[i] = input;
    i = i + 1;
  }
  word = [72, 101, 108, 108, 111];
  hello = 0;
  i = 0;
  while ((hello < 5) && (i < size()) && (text[i] != 0)) {
    if (text[i] == word[hello]) hello = hello + 1;
    else hello = 0;
    i = i + 1;
  }
  word = [87, 111, 114, 108, 100];
  world = 0;
  i = 0;
  while ((world < 5) && (i < size()) && (text[i] != 0)) {
    if (text[i] == word[world]) world = world + 1;
    else world = 0;
    i = i + 1;
  }
  if ((hello == 5) && (world == 5)) i = target();
  return 0;
}
