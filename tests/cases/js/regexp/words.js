// A symbolic string and a known one have the same matches.
// expect: safe
var patterns = [/(a*)(b)?/, /(?:(a)|b)*?$/, /(?=(a))\1|b+/, /(?<!a)b|(?<=b)a/, /(a)\1|^/];
var words = ['', 'a', 'b', 'aa', 'ab', 'ba', 'bb'];
var s = sheaf.string('s', 2);
var p = patterns[sheaf.integer('p', 0, 4)], word = words[sheaf.integer('w', 0, 6)];
sheaf.assume(s === word);
sheaf.assert(String(p.exec(s)) === String(p.exec(word)));
