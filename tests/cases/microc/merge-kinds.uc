// Values of different kinds in one variable: each is used as what it is, but for one input.
// expect: bug type-error @31
tens(x) {
  return x * 10;
}

main() {
  var c, v, r;
  c = input;
  r = 0;
  if (c == 1) {
    v = [4, 5, 6];
  } else {
    if (c == 2) {
      v = {field: 8};
    } else {
      if (c == 3) {
        v = tens;
      } else {
        v = c;
      }
    }
  }
  if (c == 1) {
    r = v[1];
  }
  if (c == 3) {
    r = v(4);
  }
  if (c != 1 && c != 3) {
    r = v - 2;
  }
  return r;
}
