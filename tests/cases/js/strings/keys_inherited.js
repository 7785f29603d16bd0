// A symbolic string as key may name an accessor that is inherited, `__proto__`; everything else is
// explored.
// expect: incomplete unmodelled-operation
var s = sheaf.string('s', 9);
var r = ({abc: 1})[s];
sheaf.assert(r !== 1 || s === 'abc');
