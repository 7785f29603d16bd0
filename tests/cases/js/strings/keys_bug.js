// A number may be written in two ways, of which only one is an index.
// expect: bug assertion @3
sheaf.assert([4, 5, 6][sheaf.string('s', 2)] !== 6);
