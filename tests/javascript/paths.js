// The module path.
const path = require('path');
const paths = ['', '.', '..', '/', '//', '//a', 'a', 'a/', '/a', '/a/b/../c/./d.txt', '../x/../../y', 'a//b///c', '.bashrc',
  'x.tar.gz', '/a/b/', 'a/..', 'a.', 'a/b/..', './a/', 'x/.b.c', '..a', '...', '/../a'];
for (const f of ['normalize', 'dirname', 'basename', 'extname', 'isAbsolute', 'parse']) {
  for (const text of paths) console.log(f, text, path[f](text));
}
console.log(path.join('a', '..', '/b', 'c/'), path.join(), path.join('', 'x'));
console.log(path.resolve('/a', 'b', '../c'), path.resolve('/x', '/y', './z/'));
console.log(path.relative('/a/b/c', '/a/d'), path.relative('/a', '/a'), path.relative('/', '/x'));
console.log(path.basename('x.html', '.html'), path.basename('.html', '.html'), path.basename('a/.html', '.html'));
console.log(path.format({dir: '/d', base: 'b'}), path.format({root: '/', name: 'n', ext: '.e'}), path.format(path.parse('/home/u/f.txt')));
console.log(path.sep, path.delimiter, path.posix === path, require('node:path') === path);
try { path.join(1); } catch (error) { console.log(error.name); }
