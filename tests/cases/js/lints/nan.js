// Operators whose result is NaN although no operand is.
// options: --enable nan
// expect: bug nan @11
// expect: bug nan @12
// expect: bug nan @13
// expect: bug nan @14
// expect: bug nan @15
var n = sheaf.integer('n', -2, 2), x = sheaf.number('x'), o = {};
var kind = sheaf.integer('kind', 0, 4), result;
switch (kind) {
  case 0: result = n / n; break;
  case 1: result = 5 % n; break;
  case 2: result = o.missing * 2; break;
  case 3: result = x - x; break;
  case 4: result = o * 2; break;
}
NaN + 1;
