// The calls of a state hold objects, too: a function that allocates in a loop returns to a caller that knows an older object.
// expect: bug division-by-zero @17
// expect: bug division-by-zero @22
// expect: bug division-by-zero @23
main() {
  var old, new, cell;
  old = {value: 2};
  cell = {kept: old};
  new = latest(cell);
  if (input) {
    if (new != old) {
      if (new == cell.kept) { output 1 / 0; }
      output 1 / new.value;
    } else {
      new.value = 0;
    }
    output 1 / old.value;
  } else {
    if (input) {
      cell.kept = new;
      new.value = new.value - 2;
      output 1 / (old.value + (cell.kept != old));
      output 1 / (old.value - 2 + (cell.kept == old));
    }
  }
  return 0;
}

latest(cell) {
  var found, i, n;
  n = input;
  found = cell.kept;
  i = 0;
  while (i < n && i < 3) {
    found = {value: 1};
    i = i + 1;
  }
  return found;
}
