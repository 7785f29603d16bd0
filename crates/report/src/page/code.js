// The program's text with what was executed of it, and what is known of the selected line.
// What techniques, checks and costs say of lines: for each line, titles and functions that make the
// content.
const lineFacts = (() => {
  let facts;
  const collect = () => {
    const note = (at, sign, title, content) => {
      if (!at || !at.file || !at.line) return;
      const key = `${at.file}:${at.line}`;
      if (!facts.has(key)) facts.set(key, []);
      facts.get(key).push({ sign, title, content });
    };
    run.findings.forEach((it, index) =>
      note(it, '\u2716', 'Finding', () =>
        button(`${it.kind}: ${message(it)}`, () => go('findings', index + 1), { class: 'place' }),
      ),
    );
    const explain = run.explain || {};
    for (const it of explain.merge || []) note(it, 'M', 'Merge point', () => mergeText(it));
    for (const it of explain.labels || []) note(it, 'L', 'Labels', () => labelList(it));
    for (const it of explain.loops || []) note(it, 'S', 'Loop summary', () => loopText(it));
    for (const it of (explain.learned || {}).clauses || [])
      note(it.excluded, 'C', 'Clause', () => clauseText(it));
    for (const it of (explain.index || {}).tables || [])
      note(it, 'I', 'Index table', () => tableText(it));
    const missed = run.missed || {};
    for (const it of missed.endless || [])
      note(it, '\u221e', 'Endless loop', () => (it.certain ? 'repeats itself' : 'maybe endless'));
    for (const it of missed.waiting || [])
      note(it, 'W', 'Waiting', () => plural(it.states, 'state'));
    for (const it of run.profile || []) note(it, null, 'Cost', () => costText(it));
    for (const it of run.properties || [])
      note(it, null, 'Checks', () => [
        statusTag(it.status),
        ' ',
        it.kind,
        it.callee && [' of ', el('code', null, it.callee)],
      ]);
  };
  return (file, line) => {
    if (!facts) {
      facts = new Map();
      collect();
    }
    return file === undefined ? [...facts.values()].flat() : facts.get(`${file}:${line}`) || [];
  };
})();

const signsUsed = () => lineFacts().map((it) => it.sign);

const LEGEND = {
  '\u2716': 'finding',
  M: 'merge point',
  L: 'labels',
  S: 'loop summary',
  C: 'clause',
  I: 'index table',
  '\u221e': 'endless loop',
  W: 'states wait',
};

// The signs of a line, and a pair of boxes for the sides of each branch.
function decorateLine(file, line) {
  const state = file.states[line];
  const branches = file.branches.get(line) || [];
  const partial = branches.some(
    (it) => it.sides.some((side) => side.taken) && it.sides.some((side) => !side.taken),
  );
  const signs = [
    ...new Set(
      lineFacts(file.name, line)
        .map((it) => it.sign)
        .filter(Boolean),
    ),
  ];
  const boxes = branches.slice(0, 8).map((branch) =>
    el(
      'span',
      {
        class: 'sides',
        title: branch.sides
          .map((side) => `${flat(side.decision)}: ${side.taken ? 'executed' : 'not executed'}`)
          .join('\n'),
      },
      branch.sides.slice(0, 12).map((side) => el('i', { class: side.taken ? 'taken' : 'untaken' })),
    ),
  );
  return {
    classes: [['', 'executed', 'unreached'][state], partial && 'partial', state === 1 && 'has']
      .filter(Boolean)
      .join(' '),
    behind:
      (boxes.length > 0 || signs.length > 0) &&
      el(
        'span',
        { class: 'behind' },
        boxes,
        signs.map((sign) => el('span', { class: 'sign', title: LEGEND[sign] }, sign)),
      ),
  };
}

function sideRow(side) {
  return el(
    'li',
    null,
    el('i', { class: `box ${side.taken ? 'taken' : 'untaken'}`, 'aria-hidden': 'true' }),
    el('code', null, side.decision || 'this side'),
    side.taken ? ' executed' : el('span', { class: 'bad-text' }, ' not executed'),
    side.why !== undefined && el('div', { class: 'quiet' }, sources.why[side.why]),
  );
}

// Facts with one title.
function grouped(facts) {
  const groups = new Map();
  for (const it of facts) groups.set(it.title, [...(groups.get(it.title) || []), it]);
  return [...groups];
}

function lineDetail(file, line) {
  const state = file.states[line];
  const branches = file.branches.get(line) || [];
  const why = file.why(line);
  return [
    el('h3', null, `Line ${number(line)}`),
    el(
      'p',
      null,
      state === 1
        ? 'Executed.'
        : state === 2
          ? [el('span', { class: 'bad-text' }, 'Not executed: '), why, '.']
          : 'No code.',
    ),
    branches.map((branch) => [
      el('h4', null, `Branch at column ${branch.column}`),
      el('ul', { class: 'plain' }, branch.sides.map(sideRow)),
    ]),
    grouped(lineFacts(file.name, line)).map(([title, all]) => [
      el('h4', null, title),
      all.map((it) => el('div', null, it.content())),
    ]),
  ];
}

const fraction = (title, of) => ({
  title,
  numeric: true,
  value: (row) => (of(row).total ? of(row).covered / of(row).total : 1),
  cell: (row) =>
    of(row).total
      ? bar(of(row).covered, of(row).total, `${of(row).covered}/${of(row).total}`, 'good')
      : '\u2013',
});

class CodeTab {
  constructor(panel) {
    this.view = new SourceView({
      decorate: decorateLine,
      pick: (line) => go('code', this.name, line),
    });
    this.detail = el('div', { class: 'line-detail' });
    this.functions = el('div');
    this.summary = el('span', { class: 'quiet' });
    const names = [...files.keys()];
    this.select = el(
      'select',
      { 'aria-label': 'File', onchange: () => go('code', this.select.value) },
      names.map((it) => el('option', { value: it }, it)),
    );
    const jump = (sign) =>
      button(sign > 0 ? 'Next gap' : 'Previous gap', () => this.gap(sign), {
        title: sign > 0 ? 'n' : 'p',
      });
    const used = new Set(signsUsed());
    const legend = Object.entries(LEGEND)
      .filter(([sign]) => used.has(sign))
      .map(([sign, text]) => [el('span', { class: 'sign' }, sign), ` ${text} `]);
    fill(
      panel,
      names.length === 0
        ? el('p', null, 'No file has code of the program.')
        : [
            el('div', { class: 'controls' }, this.select, jump(-1), jump(1), this.summary),
            el(
              'div',
              { class: 'stage code' },
              this.view.element,
              el('div', { class: 'side' }, this.detail, this.functions),
            ),
            el(
              'p',
              { class: 'legend quiet' },
              el('i', { class: 'box taken' }),
              ' side executed ',
              el('i', { class: 'box untaken' }),
              ' not executed ',
              legend,
            ),
          ],
    );
  }

  open([name, line]) {
    const wanted = files.has(name) ? name : mainFile();
    if (!wanted) return;
    const file = files.get(wanted);
    if (wanted !== this.name) {
      this.name = wanted;
      this.select.value = wanted;
      const { lines, branches } = file.data.coverage;
      fill(
        this.summary,
        `${percent(lines.covered, lines.total)} of ${plural(lines.total, 'line')}, ` +
          `${percent(branches.covered, branches.total)} of ${plural(branches.total, 'branch side')}`,
      );
      fill(
        this.functions,
        table(
          [
            {
              title: 'Function',
              cell: (it) => [
                place({ file: wanted, line: it.line }, it.function),
                !it.called && el('span', { class: 'quiet' }, ' not called'),
              ],
              value: (it) => it.function,
            },
            fraction('Lines', (it) => it.lines),
            fraction('Sides', (it) => it.branches),
          ],
          file.data.functions,
        ),
      );
    }
    this.line = Number(line) || 0;
    this.view.open(wanted, this.line || 1, 0);
    if (!this.line) this.view.at = {};
    this.view.rows.refresh();
    fill(
      this.detail,
      this.line
        ? lineDetail(file, this.line)
        : el(
            'p',
            { class: 'quiet' },
            'A click on a line shows its branches, why some sides were not executed, and what techniques did there.',
          ),
    );
  }

  // Goes to the next line that was not executed, or whose branch has a side that was not.
  gap(sign) {
    const file = files.get(this.name);
    const { states, branches } = file;
    const isGap = (line) =>
      (states[line] === 2 && states[line - 1] !== 2) ||
      (branches.get(line) || []).some((it) => it.sides.some((side) => !side.taken));
    for (let line = this.line + sign; line > 0 && line < states.length; line += sign) {
      if (isGap(line)) return go('code', this.name, line);
    }
    return undefined;
  }

  key(event) {
    const sign = { n: 1, p: -1 }[event.key];
    if (!sign) return false;
    this.gap(sign);
    return true;
  }
}

// The file to begin with: that of the first finding, or the one with most code.
function mainFile() {
  const found = run.findings.find((it) => files.has(it.file));
  if (found) return found.file;
  const all = [...files.values()].sort(
    (a, b) => b.data.coverage.lines.total - a.data.coverage.lines.total,
  );
  return all.length ? all[0].name : undefined;
}
