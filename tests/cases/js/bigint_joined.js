// Three BigInts, and BigInts beside numbers, that value summaries join: no operator mixes them up.
// expect: bug assertion @10
var f = 1n;
if (sheaf.boolean('a')) f = 2n;
if (sheaf.boolean('b')) f = 3n;
var g = sheaf.boolean('c') ? 2.5 : f;
var results = [];
try { results.push(f + 1n, f * 2n, -f, f << 1n, f ** 2n, f == 3, f < 2.5, typeof g); }
catch (error) { results.push('mixed'); }
sheaf.assert(results.join() !== '4,6,-3,6,9,true,false,bigint');
