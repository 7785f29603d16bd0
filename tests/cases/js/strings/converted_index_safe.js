// Every result of converted_index.js is one that the conversions allow.
// expect: safe
var places = ['1', { valueOf() { return 2; } }, [1], true, null, 1.9, 1n, Symbol()];
var place = places[sheaf.integer('k', 0, 7)];
var text = 'abc', found;
try { found = text.charAt(place) + text.charCodeAt(place); } catch (error) { found = error.name; }
sheaf.assert(['b98', 'c99', 'a97', 'TypeError'].includes(found));
