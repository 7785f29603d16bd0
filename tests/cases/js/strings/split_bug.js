// An empty word.
// expect: bug assertion @5
var s = sheaf.string('s', 3);
var words = s.split(',');
sheaf.assert(words.length < 3 || words[1] !== '');
