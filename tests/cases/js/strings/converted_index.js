// The index of charAt and charCodeAt is converted as any number.
// expect: bug assertion @7
var places = ['1', { valueOf() { return 2; } }, [1], true, null, 1.9, 1n, Symbol()];
var place = places[sheaf.integer('k', 0, 7)];
var text = 'abc', found;
try { found = text.charAt(place) + text.charCodeAt(place); } catch (error) { found = error.name; }
sheaf.assert(found !== 'c99');
