// The path to a failure, as steps forward and back: each line with the variables there, or the
// decisions only.

const describe = (values) => values.map((it) => `${it.name} = ${it.value}`).join(', ');

// The failure as the last step.
const failureStep = (finding) => ({
  title: finding.kind,
  text: finding.message,
  at: finding,
  function: finding.function,
  isEnd: true,
});

// Decisions as steps: the start, the decisions, the failure.
function decisionSteps(finding, decisions) {
  const first = decisions.length ? decisions[0] : finding;
  const start = { title: 'Start', at: { ...first, column: 0 } };
  const middle = decisions.map((it) => ({
    title: it.condition || 'a decision',
    text: it.decision,
    values: it.values || [],
    note: describe(it.values || []),
    at: it,
    function: it.function,
  }));
  return [start, ...middle, failureStep(finding)];
}

// The lines of a run as steps. `scopes` has all values of a step: for the position of each call, and
// for globals and objects (-1), a map from names to values.
function lineSteps(finding) {
  let calls = [];
  let scopes = new Map();
  const steps = finding.walk.steps.map((line) => {
    calls = line.calls ? line.calls.map(called) : calls;
    const before = scopes;
    scopes = new Map(before);
    const copied = new Set();
    for (const { call = -1, name, value } of line.changes || []) {
      if (!copied.has(call)) scopes.set(call, new Map(scopes.get(call)));
      copied.add(call);
      if (value === null) scopes.get(call).delete(name);
      else scopes.get(call).set(name, value);
    }
    const file = files.get(line.file);
    const text = file && file.lines && file.lines[line.line - 1];
    const known = (line.changes || []).filter(
      ({ call, value }) => value !== null && (call === undefined || call === calls.length - 1),
    );
    return {
      title: text ? text.trim().slice(0, 200) : line.function,
      note: describe(known),
      at: line,
      function: line.function,
      calls,
      scopes,
      before,
    };
  });
  const last = steps[steps.length - 1];
  return last ? [...steps, { ...last, ...failureStep(finding), before: last.scopes }] : [];
}

// What variables of decisions were when they were last seen in the function of a step.
function valuesAt(steps, position) {
  const current = steps[position];
  const now = new Map((current.values || []).map((it) => [it.name, it.value]));
  const before = new Map();
  for (let index = position - 1; index >= 0 && before.size < 40; index--) {
    if (steps[index].function !== current.function) continue;
    for (const { name, value } of steps[index].values || []) {
      if (!now.has(name) && !before.has(name)) before.set(name, [value, index]);
    }
  }
  return { now, before };
}

// A table of values; the rows of a group stand below its title.
function valueTable(last, groups) {
  const columns = ['Variable', 'Value', last];
  return el(
    'table',
    { class: 'small' },
    el('thead', null, el('tr', null, columns.map((it) => el('th', { scope: 'col' }, it)))),
    groups.map(({ title, rows }) =>
      el(
        'tbody',
        null,
        title && el('tr', null, el('th', { class: 'group', colspan: 3, scope: 'rowgroup' }, title)),
        rows.map(({ name, value, isNew, note }) =>
          el(
            'tr',
            { class: isNew ? 'now' : null },
            el('th', { scope: 'row' }, name),
            el('td', null, value),
            el('td', { class: 'quiet' }, note),
          ),
        ),
      ),
    ),
  );
}

// All values at a line, those of the innermost call first.
function lineTable({ calls, scopes, before }) {
  const order = [...calls.keys()].reverse().concat([-1]);
  const groups = order.map((call) => {
    const old = before.get(call) || new Map();
    const rows = [...(scopes.get(call) || [])].map(([name, value]) => {
      const isNew = old.get(name) !== value;
      return { name, value, isNew, note: isNew && old.has(name) ? old.get(name) : null };
    });
    return { title: call < 0 ? 'Globals and objects' : calls[call], rows };
  });
  const shown = groups.filter(({ rows }) => rows.length > 0);
  return shown.length > 0 && valueTable('Before', shown);
}

// A walk with buttons and keys for the steps.
class Walk {
  constructor(finding) {
    Object.assign(this, { finding, position: 0 });
    const { walk } = finding;
    const decisions = (steps) => () => decisionSteps(finding, steps);
    this.modes = [
      walk && ['Lines', walk.steps.length, walk.left_out, 'line', () => lineSteps(finding)],
      ...[
        ['Decisions by inputs', finding.decisive, finding.decisive_left_out],
        ['All decisions', finding.trace, finding.trace_left_out],
      ].map(
        ([title, steps, more]) =>
          steps && [title, steps.length, more, 'decision', decisions(steps)],
      ),
    ].filter(Boolean);
    this.view = new SourceView({
      decorate: (file, line) => this.decorate(file, line),
      label: 'Source at this step',
    });
    this.list = new Rows({
      count: 0,
      height: 44,
      row: (index) => this.row(index),
      label: 'Steps',
      className: 'steps',
    });
    this.where = el('span', { class: 'where', 'aria-live': 'polite' });
    this.values = el('div', { class: 'values' });
    this.note = el('p', { class: 'note' });
    const step = (text, label, by) =>
      button(text, () => this.go(by()), { 'aria-label': label, title: label });
    const modes = el(
      'select',
      { 'aria-label': 'Steps', onchange: () => this.choose(Number(modes.value), 0) },
      this.modes.map(([title, count, more], index) =>
        el('option', { value: index }, `${title} (${number(count + (more || 0))})`),
      ),
    );
    this.element = el(
      'div',
      { class: 'walk' },
      el(
        'div',
        { class: 'controls' },
        step('\u00ab', 'First step (Home)', () => 0),
        step('\u2039', 'Step back (left arrow)', () => this.position - 1),
        this.where,
        step('\u203a', 'Step forward (right arrow)', () => this.position + 1),
        step('\u00bb', 'The failure (End)', () => this.steps.length - 1),
        modes,
      ),
      this.note,
      el(
        'div',
        { class: 'stage' },
        this.view.element,
        el('div', { class: 'side' }, this.values, this.list.element),
      ),
    );
    this.choose(0, Infinity);
  }

  choose(mode, position) {
    const [, , more, noun, steps] = this.modes[mode];
    this.steps = steps();
    this.passed = new Map();
    this.steps.forEach(({ at }, index) => {
      const key = `${at.file}:${at.line}`;
      if (!this.passed.has(key)) this.passed.set(key, index);
    });
    this.note.hidden = !more;
    fill(this.note, more && `The first ${plural(more, noun)} of the path are not on this page.`);
    this.list.resize(this.steps.length);
    this.go(position);
  }

  go(position) {
    this.position = Math.max(0, Math.min(position, this.steps.length - 1));
    const step = this.steps[this.position];
    fill(this.where, `Step ${number(this.position + 1)} of ${number(this.steps.length)}`);
    this.view.open(step.at.file, step.at.line, step.at.column);
    this.list.refresh();
    requestAnimationFrame(() => this.list.show(this.position));
    this.showValues(step);
  }

  showValues(step) {
    const isStart = this.position === 0 && !step.scopes;
    fill(
      this.values,
      el('h4', null, step.isEnd ? 'The failure' : isStart ? 'Inputs' : 'This step'),
      isStart
        ? el('pre', null, this.finding.shown_inputs.join('\n') || 'The program reads no inputs.')
        : el(
            'p',
            null,
            (step.isEnd || !step.scopes) && [
              el('code', null, step.title),
              ' ',
              el('strong', null, step.text),
              el('br'),
            ],
            place(step.at),
            step.function && el('span', { class: 'quiet' }, ` in ${step.function}`),
          ),
      step.scopes ? lineTable(step) : this.decisionTable(),
    );
  }

  decisionTable() {
    const { now, before } = valuesAt(this.steps, this.position);
    const rows = [
      ...[...now].map(([name, value]) => ({ name, value, isNew: true, note: 'here' })),
      ...[...before].map(([name, [value, index]]) => ({
        name,
        value,
        note: button(`step ${number(index + 1)}`, () => this.go(index), { class: 'place' }),
      })),
    ];
    return rows.length > 0 && valueTable('Seen', [{ rows }]);
  }

  decorate(file, line) {
    const index = this.passed.get(`${file.name}:${line}`);
    if (index === undefined) return {};
    const isEnd = this.finding.file === file.name && this.finding.line === line;
    return { classes: isEnd ? 'fails' : index <= this.position ? 'passed' : 'ahead' };
  }

  row(index) {
    const step = this.steps[index];
    return el(
      'div',
      {
        class: `step ${index === this.position ? 'at' : ''} ${step.isEnd ? 'end' : ''}`,
        onclick: () => this.go(index),
      },
      el('span', { class: 'count' }, String(index + 1)),
      el(
        'span',
        { class: 'body' },
        el('span', { class: 'one' }, el('code', null, step.title)),
        el(
          'span',
          { class: 'one quiet' },
          step.text && !step.isEnd && [el('b', null, step.text), ' \u00b7 '],
          step.at.file ? `${short(step.at.file)}:${step.at.line}` : '',
          step.note && !step.isEnd && ` \u00b7 ${step.note}`,
        ),
      ),
    );
  }

  key(event) {
    const to = {
      ArrowRight: this.position + 1,
      ArrowLeft: this.position - 1,
      Home: 0,
      End: this.steps.length - 1,
    }[event.key];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }
}
