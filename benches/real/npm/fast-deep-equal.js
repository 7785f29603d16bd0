// Objects are equal if their members are.
const equal = require('fast-deep-equal');
const a = sheaf.value('a', 3), b = sheaf.value('b', 3);
const same = a === b || (a !== a && b !== b);
sheaf.assert(equal(a, b) === same);
sheaf.assert(equal({ x: [a] }, { x: [b] }) === same);
sheaf.assert(!equal({ x: a }, { y: a }));
