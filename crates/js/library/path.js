// Node's module `path` for POSIX.
const nodePath = {};
runtime.missing(nodePath, 'path', 'resolve normalize isAbsolute join relative toNamespacedPath '
  + 'dirname basename extname format parse matchesGlob sep delimiter win32 posix _makeLong', true);

function pathText(path, name = 'path') {
  if (typeof path !== 'string') wrongType(name, 'string', path);
  return path;
}

// The names in a path, without '.' and, as far as there is a name before it, '..'.
function pathNames(path, isAbsolute) {
  const names = [];
  for (let from = 0; from <= path.length;) {
    const slash = runtime.index_of(path, '/', from), end = slash < 0 ? path.length : slash;
    const name = runtime.part(path, from, end);
    const last = names.length > 0 ? names[names.length - 1] : '..';
    if (name === '..' && last !== '..') names.length--;
    else if (name !== '' && name !== '.' && !(name === '..' && isAbsolute)) names.push(name);
    from = end + 1;
  }
  return names;
}

function normalPath(path) {
  if (path === '') return '.';
  const isAbsolute = path.charAt(0) === '/', isFolder = path.charAt(path.length - 1) === '/';
  const names = joinedBy(pathNames(path, isAbsolute), '/');
  const result = names === '' ? isAbsolute ? '' : '.' : names;
  return (isAbsolute ? '/' : '') + result + (isFolder && (names !== '' || !isAbsolute) ? '/' : '');
}

// Where the last name of a path begins and ends; slashes behind it do not count.
function lastName(path) {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end--;
  let start = end;
  while (start > 0 && path.charAt(start - 1) !== '/') start--;
  return {start, end};
}

// Where the extension of a name begins: at its last dot, which is not the first character.
function extensionStart(name) {
  for (let at = name.length - 1; at > 0; at--) {
    if (name.charAt(at) === '.') return name === '..' ? name.length : at;
  }
  return name.length;
}

function baseName(path) {
  const {start, end} = lastName(pathText(path));
  return runtime.part(path, start, end);
}

function absolutePath(paths) {
  let result = '';
  for (let k = paths.length - 1; k >= 0 && result.charAt(0) !== '/'; k--) {
    const path = pathText(paths[k], `paths[${k}]`);
    if (path !== '') result = result === '' ? path : `${path}/${result}`;
  }
  if (result.charAt(0) !== '/') runtime.unmodelled('path.resolve of a relative path');
  return `/${joinedBy(pathNames(result, true), '/')}`;
}

addMembers(nodePath, {
  isAbsolute(path) {
    return pathText(path).charAt(0) === '/';
  },
  normalize(path) {
    return normalPath(pathText(path));
  },
  join(...paths) {
    let result = '';
    for (let k = 0; k < paths.length; k++) {
      const path = pathText(paths[k]);
      if (path !== '') result += result === '' ? path : `/${path}`;
    }
    return normalPath(result);
  },
  resolve(...paths) {
    return absolutePath(paths);
  },
  relative(from, to) {
    pathText(from, 'from');
    pathText(to, 'to');
    if (from === to) return '';
    const here = pathNames(absolutePath([from]), true);
    const there = pathNames(absolutePath([to]), true);
    let shared = 0;
    while (shared < here.length && shared < there.length && here[shared] === there[shared]) {
      shared++;
    }
    const names = [];
    for (let k = shared; k < here.length; k++) names.push('..');
    for (let k = shared; k < there.length; k++) names.push(there[k]);
    return joinedBy(names, '/');
  },
  dirname(path) {
    const {start} = lastName(pathText(path)), isAbsolute = path.charAt(0) === '/';
    if (start === 0) return isAbsolute ? '/' : '.';
    if (isAbsolute && start <= 2) return runtime.part('//', 0, start);
    return runtime.part(path, 0, start - 1);
  },
  basename(path, suffix) {
    if (suffix !== undefined) pathText(suffix, 'suffix');
    const name = baseName(path);
    if (suffix === undefined || suffix.length > path.length) return name;
    if (suffix === path) return '';
    const rest = name.length - suffix.length;
    // Of a name that a longer suffix ends with, node keeps the slashes.
    if (rest < 0 && runtime.starts_at(suffix, name, -rest)) {
      return runtime.part(path, lastName(path).start, path.length);
    }
    return rest > 0 && runtime.starts_at(name, suffix, rest) ? runtime.part(name, 0, rest) : name;
  },
  extname(path) {
    const name = baseName(path);
    return runtime.part(name, extensionStart(name), name.length);
  },
  parse(path) {
    const {start} = lastName(pathText(path)), base = baseName(path);
    const root = path.charAt(0) === '/' ? '/' : '';
    // Directly below the root, node takes '..' for a name with an extension.
    const at = base === '..' && start === 1 ? 1 : extensionStart(base);
    const dir = start <= 1 ? root : runtime.part(path, 0, start - 1);
    const ext = runtime.part(base, at, base.length);
    return {root, dir, base, ext, name: runtime.part(base, 0, at)};
  },
  format(parts) {
    if (parts === null || typeof parts !== 'object') wrongType('pathObject', 'object', parts);
    const dir = parts.dir || parts.root || '';
    const ext = parts.ext ? (parts.ext.charAt(0) === '.' ? '' : '.') + parts.ext : '';
    const base = parts.base || `${parts.name || ''}${ext}`;
    if (dir === '') return base;
    return dir === parts.root ? `${dir}${base}` : `${dir}/${base}`;
  },
  toNamespacedPath(path) {
    return path;
  },
  matchesGlob(path, pattern) {
    runtime.unmodelled('path.matchesGlob');
  },
});
const otherPath = {};
runtime.missing(otherPath, 'path.win32', 'resolve normalize isAbsolute join relative '
  + 'toNamespacedPath dirname basename extname format parse matchesGlob sep delimiter win32 posix '
  + '_makeLong', true);
addMembers(otherPath, {sep: '\\', delimiter: ';', win32: otherPath, posix: nodePath});
addMembers(nodePath, {sep: '/', delimiter: ':', win32: otherPath, posix: nodePath,
  _makeLong: nodePath.toNamespacedPath});
nodeModules.path = nodePath;
