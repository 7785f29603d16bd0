// A pattern that is symbolic is not modelled.
// expect: incomplete unmodelled-call
new RegExp(sheaf.string('s', 2));
