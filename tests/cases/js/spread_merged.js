// A spread of an array whose length differs between merged paths, and an element behind it.
// expect: bug assertion @7
var c = sheaf.boolean('c'), a = [1];
if (c) a = [1, 2];
var b = [...a, 5];
sheaf.assert(b.length === a.length + 1 && b[b.length - 1] === 5);
sheaf.assert(!c || b[2] !== 5);
