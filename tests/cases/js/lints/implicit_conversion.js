// Operators that convert an operand; a number that becomes part of a text is none.
// options: --enable implicit-conversion
// expect: bug implicit-conversion @8
// expect: bug implicit-conversion @9
// expect: bug implicit-conversion @10
// expect: bug implicit-conversion @13
var kind = sheaf.integer('kind', 0, 5), v = sheaf.choice('v', [1, null, 'a', true, 0.5]);
if (kind === 0) 1 - v;
if (kind === 1) 'text' + v;
if (kind === 2) [] == v;
if (kind === 3 && typeof v === 'number') v * kind < v - kind;
if (kind === 4) `${'text' + kind}${v}${v == null}`;
if (kind === 5 && v === null) v ** 2;
