// An index that is always one of the array, whose element may be absent on some of the paths.
// expect: bug assertion @7
var b = sheaf.boolean('b'), i = sheaf.integer('i', 0, 2), list = [10, 20, 30];
if (b) delete list[1];
if (b && i === 1) sheaf.assert(list[i] === undefined);
if (!b) sheaf.assert(list[i] === 10 * (i + 1));
sheaf.assert(list[i] !== undefined);
