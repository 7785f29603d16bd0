// Symbolic strings as keys: those that spell an index, those that are there, and others.
// expect: safe
var s = sheaf.string('s', 2);
var o = {a: 1, bc: 2, 7: 3, '-1': 4, '07': 5};
var r = o[s];
sheaf.assert((r === 1) === (s === 'a') && (r === 2) === (s === 'bc') && (r === 3) === (s === '7'));
sheaf.assert((r === 4) === (s === '-1') && (r === 5) === (s === '07'));
