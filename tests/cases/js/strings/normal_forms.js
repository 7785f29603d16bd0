// A symbolic character that a normal form may change ends the path.
// expect: incomplete unmodelled-operation
var s = sheaf.string('s', 1);
sheaf.assert(s.normalize().length === s.length);
