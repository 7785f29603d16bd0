// A resource that is closed where an iteration is left, and used afterwards.
// expect: bug uncaught-exception @7
var n = sheaf.integer('n', 0, 2), open = true;
function* lines() {
  try { yield 'a'; yield 'b'; } finally { open = false; }
}
function use() { if (!open) throw new Error('closed'); }
var k = 0;
for (var line of lines()) if (k++ === n) break;
if (n === 1) use();
