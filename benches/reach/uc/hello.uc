// A text that contains a word. The search ends behind the word, at the limit, or at the end of the
// text. `hello` is the number of characters of the word that the last ones are.
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
  var text, i, hello, word;
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
  if (hello == 5) i = target();
  return 0;
}
