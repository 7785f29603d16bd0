// `super` with a symbolic string as key: the length of an array is no ordinary property.
// expect: bug assertion @7
var base = [7], s = sheaf.string('s', 6);
Object.setPrototypeOf(base, null);
var object = { of(key) { return super[key]; } };
Object.setPrototypeOf(object, base);
sheaf.assert(object.of(s) !== 1);
