// An element that cannot be deleted stays when the length of an array shrinks, however far away.
// expect: safe
var n = sheaf.integer('n', 0, 2), sparse = [1];
Object.defineProperty(sparse, 90, {value: 9, configurable: false});
sparse.length = n;
sheaf.assert(sparse.length === 91 && sparse[90] === 9);
