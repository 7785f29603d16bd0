// Ten digits may be an index of an array, whose length is not modelled then.
// expect: incomplete unmodelled-operation
var s = sheaf.string('s', 10);
sheaf.assume(/^42949672\d\d$/.test(s));
var a = [];
a[s] = 1;
if (a.length > 0) throw new Error('a long array');
