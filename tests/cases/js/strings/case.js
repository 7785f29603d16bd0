// Upper and lower case of Latin letters and of others.
// expect: safe
var s = sheaf.string('s', 1);
sheaf.assume(s < 'Ā' && s !== 'ß');
var low = s.toLowerCase(), up = s.toUpperCase();
sheaf.assert((low === 'q') === (s === 'q' || s === 'Q') && (low !== s || up !== s || s < 'A' || s > 'Z'));
sheaf.assert(up !== 'µ' && (s !== '×' || low === s) && (s !== 'ÿ' || up === 'Ÿ'));
