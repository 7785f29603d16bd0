// Values of the wrong type are found where they are used.
// expect: bug type-error @11
// expect: bug type-error @14
// expect: bug type-error @17
// expect: bug type-error @20
// expect: bug type-error @23
main() {
  var i, x, r;
  i = input; r = {a: 1};
  if (i == 0) { x = [1];
    x = x + 1;
  }
  if (i == 1) { x = 3;
    x = x(2);
  }
  if (i == 2) {
    x = r.b;
  }
  if (i == 3) { x = [1, 2];
    x = *x;
  }
  if (i == 4) { x = main2;
    x = x(1, 2);
  }
  return 0;
}

main2() {
  return 0;
}
