// The data of the page, and how text becomes elements.
'use strict';

// The name of a function as its source has it: those of JavaScript have a number behind it.
const called = (name) => (name.startsWith('#') ? 'an anonymous function' : name.split('#')[0]);
const readable = (key, value) =>
  key === 'function' && typeof value === 'string' ? called(value) : value;

const data = (id, change) => JSON.parse(document.getElementById(id).textContent, change);
const [about, tree] = ['about', 'tree'].map((id) => data(id));
const [run, sources] = ['run', 'sources'].map((id) => data(id, readable));

// What no font draws, or what reorders the text around it; tabs and line ends are layout.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

// The code point in place of an invisible character.
const named = (character) =>
  character === '\t' || character === '\n'
    ? character
    : 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');

// Text on one line for places without elements, such as a canvas.
const flat = (text) =>
  text.replace(INVISIBLE, (it) => (it === '\t' || it === '\n' ? ' ' : named(it)));

// Nodes that show a text, its invisible characters included.
function shown(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (named(match[0]) === match[0]) continue;
    nodes.push(document.createTextNode(text.slice(from, match.index)));
    const mark = document.createElement('span');
    mark.className = 'invisible';
    mark.textContent = named(match[0]);
    nodes.push(mark);
    from = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

// Appends nodes and texts; null, undefined and false are nothing.
function add(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(...(child instanceof Node ? [child] : shown(String(child))));
  }
  return element;
}

// An element. Attributes whose names begin with `on` are listeners.
function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  return add(element, children);
}

// A button that does something.
const button = (text, act, attributes) =>
  el('button', { type: 'button', onclick: act, ...attributes }, text);

// Replaces the content of an element.
function fill(element, ...children) {
  element.replaceChildren();
  return add(element, ...children);
}

const number = (value) => value.toLocaleString('en').replace(/,/g, '\u2009');
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
const seconds = (value) =>
  value >= 10
    ? `${value.toFixed(1)} s`
    : value >= 0.0995
      ? `${value.toFixed(2)} s`
      : `${(value * 1000).toFixed(value > 0 && value < 0.001 ? 2 : 0)} ms`;
const percent = (part, whole) => (whole === 0 ? 'none' : `${Math.floor((100 * part) / whole)} %`);

// The last parts of a path that tell files of the run apart.
const short = (() => {
  const known = new Map();
  return (file) => {
    if (!known.has(file)) {
      const all = sources.files.map((it) => it.file).filter((it) => it !== file);
      const parts = file.split('/');
      let from = parts.length - 1;
      const ends = () => '/' + parts.slice(from).join('/');
      while (from > 0 && all.some((it) => ('/' + it).endsWith(ends()))) from -= 1;
      known.set(file, parts.slice(from).join('/'));
    }
    return known.get(file);
  };
})();

// A place as a button that opens it in the code, if that is on the page.
function place(at, text) {
  if (!at || !at.file || !at.line) return el('span', { class: 'quiet' }, '\u2013');
  const label = text || `${short(at.file)}:${at.line}`;
  if (!files.has(at.file)) return el('code', { class: 'quiet' }, label);
  return button(label, () => go('code', at.file, at.line), {
    class: 'place',
    title: flat(`${at.file}:${at.line}`),
  });
}

// A number of any size: powers of ten where it has many digits.
function large(value) {
  if (value < 1e9) return number(Math.round(value));
  const [digits, power] = value.toExponential(1).split('e+');
  return [`${digits} \u00d7 10`, el('sup', null, power)];
}

// A fraction as a bar, with its text.
function bar(part, whole, text, kind) {
  const full = el('span', { class: `full ${kind || ''}` });
  full.style.width = `${whole > 0 ? (100 * part) / whole : 0}%`;
  return el(
    'span',
    { class: 'bar' },
    el('span', { class: 'rail', 'aria-hidden': 'true' }, full),
    el('span', null, text),
  );
}

const ROWS = 200;

// A table that sorts by the column whose head is clicked. A column is { title, cell, value }: a row's
// content, and the number or text that it is sorted by, if it can be. A stacked one has its cells
// below each other where the window is narrow.
function table(columns, rows, { isStacked } = {}) {
  const body = el('tbody');
  let order = rows.slice();
  let most = ROWS;
  const more = el('p', { class: 'more' });
  const draw = () => {
    fill(
      body,
      order.slice(0, most).map((row) =>
        el(
          'tr',
          null,
          columns.map((column) =>
            el(
              'td',
              {
                class: column.numeric ? 'number' : column.wide ? 'wide' : null,
                'data-title': column.title,
              },
              column.cell(row),
            ),
          ),
        ),
      ),
    );
    fill(
      more,
      order.length > most &&
        button(`Show all ${number(order.length)} rows`, () => {
          most = Infinity;
          draw();
        }),
    );
  };
  let sorted = null;
  const heads = columns.map((column) => {
    const head = el('th', { scope: 'col', class: column.numeric ? 'number' : null });
    const sort = () => {
      const descends =
        sorted === column ? head.getAttribute('aria-sort') !== 'descending' : !!column.numeric;
      heads.forEach((it) => it.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', descends ? 'descending' : 'ascending');
      sorted = column;
      const sign = descends ? -1 : 1;
      order.sort((a, b) => {
        const [x, y] = [column.value(a), column.value(b)];
        return sign * (x < y ? -1 : x > y ? 1 : 0);
      });
      draw();
    };
    return add(head, column.value ? button(column.title, sort, { class: 'sort' }) : column.title);
  });
  draw();
  return el(
    'div',
    { class: `table ${isStacked ? 'stacked' : ''}` },
    el('table', null, el('thead', null, el('tr', null, heads)), body),
    more,
  );
}

// A numeric column.
const figures = (title, value, text) => ({
  title,
  value,
  cell: (row) => (text || number)(value(row)),
  numeric: true,
});

// The column of places.
const places = (title, at) => ({
  title,
  cell: (row) => {
    const it = at ? at(row) : row;
    return [place(it), it.function && el('span', { class: 'quiet' }, ` in ${it.function}`)];
  },
  value: (row) => {
    const it = at ? at(row) : row;
    return `${it.file} ${String(it.line).padStart(9)}`;
  },
});

// A part of a panel with a heading.
const section = (title, ...content) => el('section', null, el('h2', null, title), content);

// How many elements of a list of the run are not on the page.
const leftOut = (owner, name) =>
  owner[`${name}_left_out`] > 0 &&
  el('p', { class: 'note' }, `${number(owner[`${name}_left_out`])} more are not on this page.`);

// A shell command or a text to copy.
function copyable(text) {
  const done = (copied) => {
    it.textContent = copied ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => {
      it.textContent = 'Copy';
    }, 1500);
  };
  const code = el('code', null, text);
  const select = () => {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  };
  const copy = () =>
    navigator.clipboard && navigator.clipboard.writeText
      ? navigator.clipboard.writeText(text).then(
          () => done(true),
          () => done(select()),
        )
      : done(select());
  const it = button('Copy', copy, { 'aria-label': `Copy: ${flat(text)}` });
  return el('div', { class: 'copyable' }, code, it);
}
