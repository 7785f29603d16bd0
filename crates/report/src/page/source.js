// Source files: their text, what was executed of them, and a view of the visible lines.
const LINE_HEIGHT = 20;
const LONG_LINE = 2000;

const KEYWORDS = new RegExp(
  '^(?:' +
    (
      'auto break case char const continue default do double else enum extern float for goto ' +
      'if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while ' +
      'async await catch class delete export extends false finally function import in instanceof let new null of super this ' +
      'throw true try typeof undefined var yield'
    )
      .split(' ')
      .join('|') +
    ')$',
);
const TOKENS =
  /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|`(?:\\.|[^`\\])*`?|#\s*\w+|\w+/g;

// A file of the run with its lines and their coverage, found on demand.
class SourceFile {
  constructor(data) {
    this.data = data;
    this.name = data.file;
  }

  get lines() {
    if (this.split === undefined)
      this.split = this.data.text === null ? null : this.data.text.split('\n');
    return this.split;
  }

  // For each line: 1 if it was executed, 2 if it was not, 0 if it has no code.
  get states() {
    if (!this.covered) {
      const last = Math.max(
        0,
        ...this.data.executed.map((it) => it[1]),
        ...this.data.missed.map((it) => it.last),
      );
      this.covered = new Uint8Array(Math.max(last, (this.lines || []).length) + 1);
      for (const [from, to] of this.data.executed) this.covered.fill(1, from, to + 1);
      for (const { first, last: to } of this.data.missed) this.covered.fill(2, first, to + 1);
    }
    return this.covered;
  }

  get branches() {
    if (!this.byLine) {
      this.byLine = new Map();
      for (const branch of this.data.branches) {
        if (!this.byLine.has(branch.line)) this.byLine.set(branch.line, []);
        this.byLine.get(branch.line).push(branch);
      }
    }
    return this.byLine;
  }

  // Why a line was not executed.
  why(line) {
    const range = this.data.missed.find((it) => it.first <= line && line <= it.last);
    return range && sources.why[range.why];
  }

  // Whether a line begins within a comment.
  isWithinComment(line) {
    if (!this.comments) {
      this.comments = new Uint8Array(this.lines.length + 1);
      let within = 0;
      this.lines.forEach((text, index) => {
        this.comments[index] = within;
        if (within && text.includes('*/')) within = 0;
        const open = text.lastIndexOf('/*');
        if (
          !within &&
          open >= 0 &&
          text.indexOf('*/', open + 2) < 0 &&
          !text.slice(0, open).includes('//')
        )
          within = 1;
      });
    }
    return this.comments[line - 1] === 1;
  }
}

const files = new Map(sources.files.map((data) => [data.file, new SourceFile(data)]));

// The position in a line of a column as compilers count: bytes from 1; JavaScript has characters.
function offsetOf(file, text, column) {
  if (!column) return -1;
  if (/\.[cm]?js$/.test(file) || /^[\x00-\x7f]*$/.test(text.slice(0, column))) return column - 1;
  const bytes = new TextEncoder().encode(text).slice(0, column - 1);
  return new TextDecoder().decode(bytes).length;
}

// The parts of a line as [from, to, kind].
function tokens(file, line, text) {
  const parts = [];
  let from = 0;
  if (file.isWithinComment(line)) {
    const end = text.indexOf('*/');
    from = end < 0 ? text.length : end + 2;
    parts.push([0, from, 'comment']);
  }
  TOKENS.lastIndex = from;
  for (let match; (match = TOKENS.exec(text)) && match[0];) {
    const [word] = match;
    const kind =
      word[0] === '/'
        ? 'comment'
        : /^["'`]/.test(word)
          ? 'string'
          : /^\d/.test(word)
            ? 'literal'
            : word[0] === '#' || KEYWORDS.test(word)
              ? 'keyword'
              : null;
    if (kind) parts.push([match.index, match.index + word.length, kind]);
  }
  return parts;
}

// A line of source with its words, and a mark from an offset on. Of a very long line, a part.
function lineText(file, line, mark) {
  const whole = file.lines[line - 1];
  const at = mark === undefined ? -1 : offsetOf(file.name, whole, mark);
  const begin =
    whole.length > LONG_LINE ? Math.max(0, Math.min(at - 200, whole.length - LONG_LINE)) : 0;
  const text = whole.slice(begin, begin + LONG_LINE);
  const parts = whole.length > LONG_LINE ? [] : tokens(file, line, text);
  const word = at < 0 ? '' : (text.slice(at - begin).match(/^\w+|^[^\w\s]{1,2}|^./u) || [''])[0];
  const [from, to] = [at - begin, at - begin + word.length];
  const nodes = [begin > 0 && el('span', { class: 'cut' }, `\u2026 ${number(begin)} before `)];
  const piece = (start, end, kind) => {
    for (const [a, b] of [
      [start, Math.min(end, from)],
      [Math.max(start, from), Math.min(end, to)],
      [Math.max(start, to), end],
    ]) {
      if (a >= b) continue;
      const isMarked = word && a >= from && b <= to;
      const classes = [kind, isMarked && 'mark'].filter(Boolean).join(' ');
      nodes.push(
        classes ? el('span', { class: classes }, text.slice(a, b)) : shown(text.slice(a, b)),
      );
    }
  };
  let end = 0;
  for (const [start, stop, kind] of parts) {
    piece(end, start);
    piece(start, stop, kind);
    end = stop;
  }
  piece(end, text.length);
  if (word === '' && at >= 0) nodes.push(el('span', { class: 'mark' }, ' '));
  const behind = whole.length - begin - text.length;
  if (behind > 0)
    nodes.push(el('span', { class: 'cut' }, ` \u2026 ${number(behind)} more characters`));
  return nodes;
}

// The visible lines of a file. `decorate` gives a line's classes and what stands behind it, `pick` is
// told of a click on a line.
class SourceView {
  constructor({ decorate, pick, label }) {
    Object.assign(this, { decorate, pick });
    this.rows = new Rows({
      count: 0,
      height: LINE_HEIGHT,
      row: (index) => this.line(index + 1),
      label: label || 'Source',
      className: 'source',
    });
    this.missing = el('p', { class: 'note missing' });
    this.element = el('div', { class: 'view' }, this.missing, this.rows.element);
    this.file = null;
  }

  // Shows a file at a line; a column marks what is there.
  open(name, line, column) {
    const file = files.get(name);
    const has = file && file.lines;
    this.at = { line, column };
    this.missing.hidden = !!has;
    this.rows.element.hidden = !has;
    if (!has) {
      fill(
        this.missing,
        !name
          ? 'There is no source location.'
          : file && file.data.too_large
            ? `The text of ${name} has no room on this page.`
            : `The text of ${name} could not be read when the program was checked.`,
      );
      this.file = null;
      return;
    }
    if (this.file !== file) {
      this.file = file;
      this.rows.element.scrollTop = this.rows.element.scrollLeft = 0;
      this.rows.resize(file.lines.length);
    } else {
      this.rows.refresh();
    }
    if (line) requestAnimationFrame(() => this.rows.show(Math.min(line, file.lines.length) - 1));
  }

  line(line) {
    const { classes, behind } = this.decorate ? this.decorate(this.file, line) : {};
    const isAt = this.at && this.at.line === line;
    const row = el(
      'div',
      { class: `line ${isAt ? 'at' : ''} ${classes || ''}` },
      el('span', { class: 'gutter' }, String(line)),
      el('span', { class: 'text' }, lineText(this.file, line, isAt ? this.at.column : undefined)),
      behind,
    );
    if (this.pick)
      row.addEventListener('click', () => {
        if (getSelection().isCollapsed) this.pick(line);
      });
    return row;
  }
}

// Some lines around a line, as a fixed excerpt.
function excerpt(at, around = 2) {
  const file = at && files.get(at.file);
  if (!file || !file.lines || !at.line) return null;
  const rows = [];
  const last = Math.min(file.lines.length, at.line + around);
  for (let line = Math.max(1, at.line - around); line <= last; line++) {
    const isAt = line === at.line;
    rows.push(
      el(
        'div',
        { class: `line ${isAt ? 'at' : ''}` },
        el('span', { class: 'gutter' }, String(line)),
        el('span', { class: 'text' }, lineText(file, line, isAt ? at.column : undefined)),
      ),
    );
  }
  return el('div', { class: 'excerpt source' }, rows);
}

// A source line as text behind its place.
function quoted(at) {
  const file = at && files.get(at.file);
  const text = file && file.lines && file.lines[at.line - 1];
  return text ? el('code', { class: 'quoted' }, text.trim().slice(0, 120)) : null;
}
