// The automaton of a test and the matcher of `exec` agree.
// expect: safe
var patterns = [/^a|b$/, /(?:ab)*c?$/, /^(?:a|b{2}|[^c])+$/, /\bx\B/, /^$/m, /[A-F]\d/i];
var p = patterns[sheaf.choice('p', [0, 1, 2, 3, 4, 5])];
var s = sheaf.string('s', 2);
sheaf.assert(p.test(s) === (p.exec(s) !== null));
