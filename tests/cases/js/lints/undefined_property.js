// A property that neither an object nor what it inherits from has.
// options: --enable undefined-property
// expect: bug undefined-property @8
// expect: bug undefined-property @10
var c = sheaf.boolean('c'), n = sheaf.integer('n', 0, 3);
var o = c ? {a: undefined, b: 1} : {a: 2}, list = [1, 2, 3];
o.a;
if (n < 2) o.b;
if (n === 2) o.toString();
list[n];
