// Locales other than English end the path.
// expect: incomplete unmodelled-call
sheaf.assert('i'.toLocaleUpperCase('tr') !== 'I');
