// Code in which no optional kind is found.
// options: --enable undefined-property,nan,implicit-conversion
// expect: safe
var n = sheaf.integer('n', 1, 3), x = sheaf.number('x'), v = sheaf.choice('v', [null, 'a', true]);
var o = {[n]: n}, list = [n, n, n, n], sum = 0;
if (o.hasOwnProperty('key')) o.key;
for (const item of list) sum += item % n;
if (x === x) sum = x * 2 + 1;
if (v !== null && v !== undefined) `${list.join()}${v}`;
if (list.length > n && 'x' in o === false) list[n] % n;
NaN * x;
