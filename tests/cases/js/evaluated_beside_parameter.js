// A variable that a text declares is not the parameter of its name, if the list has expressions.
// expect: incomplete unmodelled-call
function apart(c = 5) { eval("var c"); return c; }
function same(c, d) { eval("var c = 6"); return c + d; }
sheaf.assert(same(sheaf.integer('m', 0, 3), 1) === 7);
sheaf.assert(apart(sheaf.integer('n', 0, 3)) === undefined);
