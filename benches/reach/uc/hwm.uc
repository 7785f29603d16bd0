// A text that contains four words, which are looked for one after the other. The search for a word
// begins at the start of the text. It ends behind the word, at the limit, or at the end of the text.
// The variable of a word is the number of its characters that the last ones are.
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
  var text, i, hello, world, at, microsoft, word;
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
  word = [65, 116];
  at = 0;
  i = 0;
  while ((at < 2) && (i < size()) && (text[i] != 0)) {
    if (text[i] == word[at]) at = at + 1;
    else at = 0;
    i = i + 1;
  }
  word = [77, 105, 99, 114, 111, 115, 111, 102, 116, 33];
  microsoft = 0;
  i = 0;
  while ((microsoft < 10) && (i < size()) && (text[i] != 0)) {
    if (text[i] == word[microsoft]) microsoft = microsoft + 1;
    else microsoft = 0;
    i = i + 1;
  }
  if ((hello == 5) && (world == 5) && (at == 2) && (microsoft == 10)) i = target();
  return 0;
}
