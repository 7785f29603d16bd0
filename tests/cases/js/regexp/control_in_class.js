// Control characters in classes are one character, and other uses of `\c` two.
// options: --string-size 1
// expect: bug assertion @10
// expect: bug assertion @11
const s = sheaf.string('s', 1);
const code = s.length === 1 ? s.charCodeAt(0) : -1;
sheaf.assert(/^[\cA-\cC]$/.test(s) === (code >= 1 && code <= 3));
sheaf.assert(/^[\c1\c_]$/.test(s) === (code === 17 || code === 31));
sheaf.assert(/^[\c*]$/.test(s) === (s === '\\' || s === 'c' || s === '*'));
sheaf.assert(!/^\cJ$/.test(s));
sheaf.assert(!/[^\x00-\cz\x1b-\uffff]/.test(s) && !/[\cz]/u.test(s));
let rejected = 0;
for (const [pattern, flags] of [['[\\c]', 'u'], ['\\c1', 'u'], ['[[\\c_]]', 'v'], ['[\\c]', '']]) {
  try { new RegExp(pattern, flags); } catch (error) { rejected += error instanceof SyntaxError; }
}
sheaf.assert(rejected === 3);
