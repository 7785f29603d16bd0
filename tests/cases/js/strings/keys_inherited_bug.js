// The usual mistakes with a key that is not checked.
// expect: bug assertion @6
// expect: bug uncaught-exception @9
// expect: bug assertion @12
var s = sheaf.string('s', 9), t = sheaf.string('t', 3), known = {a: 1}, count = {};
if (known[s] && s !== '__proto__') sheaf.assert(s === 'a');
count[s] = (count[s] || 0) + 1;
var plain = {};
if (s === '__proto__') plain[s].missing.deep;
var key = {ab: 1};
key[t] = 2;
sheaf.assert(key.ab === 1);
