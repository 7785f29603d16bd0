// Elements that a string or a typed array does not have, and strings that are no numbers.
// options: --enable undefined-property,nan
// expect: bug undefined-property @12
// expect: bug undefined-property @13
// expect: bug undefined-property @14
// expect: bug undefined-property @15
// expect: bug undefined-property @16
// expect: bug nan @17
// expect: bug nan @18
var i = sheaf.integer('i', 0, 3), s = sheaf.string('s', 1), u = new Uint8Array(3), result;
switch (sheaf.integer('kind', 0, 6)) {
  case 0: result = u[3]; break;
  case 1: result = u[1.5]; break;
  case 2: result = 'abc'[3]; break;
  case 3: result = u[i]; break;
  case 4: result = s[0]; break;
  case 5: result = +s; break;
  case 6: result = +('t' + i); break;
}
