// Writing, testing and deleting properties by a symbolic string: those that are there, indices,
// those that run a setter or cannot be changed, and none of them.
// expect: safe
var s = sheaf.string('s', 2), o = {a: 1, bc: 2};
var had = s in o;
sheaf.assert(had === (s === 'a' || s === 'bc') && o.hasOwnProperty(s) === had);
o[s] = 7;
sheaf.assert(o[s] === 7 && s in o && (o.a === 7) === (s === 'a') && (o[5] === 7) === (s === '5'));
delete o[s];
sheaf.assert(!(s in o) && (o.a === undefined) === (s === 'a') && (o.bc === 2) === (s !== 'bc'));
var list = [1, 2, 3], special = {set b(value) { this.got = value; }};
list[s] = 9;
sheaf.assert((list[1] === 9) === (s === '1') && (list.length === 4) === (s === '3'));
Object.defineProperty(special, 'c', {value: 3});
special[s] = 7;
sheaf.assert((special.got === 7) === (s === 'b') && special.c === 3);
