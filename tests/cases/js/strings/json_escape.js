// Escapes in JSON that is parsed.
// expect: bug assertion @6
var s = sheaf.string('s', 1), parsed = '';
sheaf.assume(s.length === 1 && s >= '0' && s <= '9');
parsed = JSON.parse('"\\u004' + s + '"');
sheaf.assert(parsed !== 'B');
