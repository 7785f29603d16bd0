// So they do for the elements of an array.
// expect: incomplete unmodelled-call
sheaf.assert([1234.5].toLocaleString('de') === '1.234,5');
