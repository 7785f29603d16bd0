// A text that contains four words.
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

// Characters as numbers; each word ends with 0.
words() {
  return [[72, 101, 108, 108, 111, 0],
          [87, 111, 114, 108, 100, 0],
          [65, 116, 0],
          [77, 105, 99, 114, 111, 115, 111, 102, 116, 33, 0]];
}
count() { return 4; }
target() { return 1; }

// Whether a word stands in the text from a place on.
stands(word, text, from) {
  var k, goes_on;
  k = 0;
  goes_on = 1;
  while (goes_on) {
    goes_on = 0;
    if (word[k] != 0) {
      if (from + k < size()) {
        if (text[from + k] == word[k]) {
          k = k + 1;
          goes_on = 1;
        }
      }
    }
  }
  return word[k] == 0;
}

main() {
  var text, found, all, i, w;
  text = cells();
  found = [0, 0, 0, 0];
  all = words();
  i = 0;
  while (i < size()) {
    text[i] = input;
    i = i + 1;
  }
  i = 0;
  while (i < size()) {
    if (text[i] == 0) i = size();
    else {
      w = 0;
      while (w < count()) {
        if (stands(all[w], text, i)) found[w] = 1;
        w = w + 1;
      }
      i = i + 1;
    }
  }
  w = 0;
  i = 0;
  while (w < count()) {
    i = i + found[w];
    w = w + 1;
  }
  if (i == count()) i = target();
  return 0;
}
