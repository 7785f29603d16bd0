// The failures: what fails, with which inputs, and the way there as a walk through the code.
// The message, without the kind that stands in front of it; nothing if it only repeats the kind.
const message = ({ kind, message: text }) =>
  text.startsWith(`${kind} `)
    ? text.slice(kind.length + 1)
    : text === kind.replaceAll('-', ' ')
      ? ''
      : text;

// A finding in a list.
const findingCard = (finding, index, isAt) =>
  el(
    'li',
    null,
    el(
      'button',
      {
        type: 'button',
        class: `card ${isAt ? 'at' : ''}`,
        'aria-current': isAt && 'true',
        onclick: () => go('findings', index + 1),
      },
      el('span', null, el('span', { class: 'kind' }, finding.kind), ' ', message(finding)),
      el(
        'span',
        { class: 'quiet' },
        finding.file
          ? `${short(finding.file)}:${finding.line} in ${finding.function}`
          : finding.function,
        finding.known && ', in the baseline',
        finding.suppressed && ', suppressed',
      ),
    ),
  );

// The steps of a walk: the start, the decisions, the failure.
function walkSteps(finding, decisions) {
  const first = decisions.length ? decisions[0] : finding;
  const start = {
    title: 'Start',
    at: { ...first, column: 0 },
  };
  const middle = decisions.map((it) => ({
    title: it.condition || 'a decision',
    text: it.decision,
    values: it.values || [],
    at: it,
    function: it.function,
  }));
  const end = {
    title: finding.kind,
    text: finding.message,
    at: finding,
    function: finding.function,
    isEnd: true,
  };
  return [start, ...middle, end];
}

// What variables were when they were last seen in the function of a step.
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

// A walk with buttons and keys for the steps.
class Walk {
  constructor(finding) {
    Object.assign(this, { finding, position: 0 });
    this.ways = [
      ['Decisions by inputs', finding.decisive, finding.decisive_left_out],
      ['All decisions', finding.trace, finding.trace_left_out],
    ].filter(([, steps]) => steps);
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
    const ways = el(
      'select',
      { 'aria-label': 'Steps', onchange: () => this.choose(Number(ways.value), 0) },
      this.ways.map(([title, steps, more], index) =>
        el('option', { value: index }, `${title} (${number(steps.length + (more || 0))})`),
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
        ways,
      ),
      this.note,
      el(
        'div',
        { class: 'stage' },
        this.view.element,
        el('div', { class: 'side' }, this.list.element, this.values),
      ),
    );
    this.choose(0, Infinity);
  }

  choose(way, position) {
    const [, decisions, more] = this.ways[way];
    this.steps = walkSteps(this.finding, decisions);
    this.passed = new Map();
    this.steps.forEach(({ at }, index) => {
      const key = `${at.file}:${at.line}`;
      if (!this.passed.has(key)) this.passed.set(key, index);
    });
    this.note.hidden = !more;
    fill(
      this.note,
      more && `The first ${plural(more, 'decision')} of the path are not on this page.`,
    );
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
    const { now, before } = valuesAt(this.steps, this.position);
    const rows = [
      ...[...now].map(([name, value]) =>
        el(
          'tr',
          { class: 'now' },
          el('th', { scope: 'row' }, name),
          el('td', null, value),
          el('td', null, 'here'),
        ),
      ),
      ...[...before].map(([name, [value, index]]) =>
        el(
          'tr',
          null,
          el('th', { scope: 'row' }, name),
          el('td', null, value),
          el(
            'td',
            { class: 'quiet' },
            button(`step ${number(index + 1)}`, () => this.go(index), { class: 'place' }),
          ),
        ),
      ),
    ];
    fill(
      this.values,
      el('h4', null, step.isEnd ? 'The failure' : this.position === 0 ? 'Inputs' : 'This step'),
      el(
        'p',
        null,
        this.position === 0
          ? el('pre', null, this.finding.shown_inputs.join('\n') || 'The program reads no inputs.')
          : [el('code', null, step.title), ' ', el('strong', null, step.text)],
        step.function &&
          this.position > 0 && [
            el('br'),
            place(step.at),
            el('span', { class: 'quiet' }, ` in ${step.function}`),
          ],
      ),
      rows.length > 0 &&
        el(
          'table',
          { class: 'small' },
          el(
            'thead',
            null,
            el(
              'tr',
              null,
              ['Variable', 'Value', 'Seen'].map((it) => el('th', { scope: 'col' }, it)),
            ),
          ),
          el('tbody', null, rows),
        ),
    );
  }

  decorate(file, line) {
    const index = this.passed.get(`${file.name}:${line}`);
    if (index === undefined) return {};
    const isEnd = this.finding.file === file.name && this.finding.line === line;
    return { classes: isEnd ? 'fails' : index <= this.position ? 'passed' : 'ahead' };
  }

  row(index) {
    const step = this.steps[index];
    const values = (step.values || []).map((it) => `${it.name} = ${it.value}`).join(', ');
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
          index > 0 && !step.isEnd && [el('b', null, step.text), ' \u00b7 '],
          step.at.file ? `${short(step.at.file)}:${step.at.line}` : '',
          values && ` \u00b7 ${values}`,
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

const callRow = (call, index) =>
  el(
    'li',
    null,
    el('code', null, `#${index} ${call.function}`),
    ' ',
    place(call),
    call.library && el('span', { class: 'quiet' }, `, in ${call.library}`),
    call.left_out > 0 &&
      el('div', { class: 'quiet' }, `${plural(call.left_out, 'more call')} between`),
  );

const stack = (title, calls) =>
  calls &&
  calls.length > 0 && [
    el('h3', null, title),
    el('ol', { class: 'plain stack' }, calls.map(callRow)),
  ];

function access(finding) {
  const it = finding.access;
  if (!it) return null;
  const { object } = it;
  return [
    el('h3', null, 'Access'),
    el('p', null, el('code', null, it.shown)),
    object && [stack('Allocated by', object.allocated), stack('Freed by', object.freed)],
  ];
}

function inputs(finding) {
  const lines = finding.shown_inputs;
  const type = (it) => it.declared || it.type;
  return [
    el('h3', null, 'Inputs'),
    lines.length
      ? el('pre', { class: 'inputs' }, lines.join('\n'))
      : el('p', { class: 'quiet' }, 'None: the program fails on every run.'),
    finding.original_inputs &&
      el(
        'details',
        null,
        el('summary', null, 'Found with larger inputs'),
        el(
          'pre',
          { class: 'inputs' },
          finding.original_inputs.map((it) => `${it.name} = ${it.shown} (${type(it)})`).join('\n'),
        ),
      ),
  ];
}

function commands(index) {
  const it = about.commands[index];
  return [
    el('h3', null, 'Again'),
    it
      ? [copyable(it.replay), copyable(it.native), it.shell && copyable(it.shell)]
      : el(
          'p',
          { class: 'quiet' },
          'Test cases to replay are written with ',
          el('code', null, '--out DIR'),
          '.',
        ),
  ];
}

function findingDetail(index) {
  const finding = run.findings[index];
  const same = run.findings.filter((it) => it.cause === finding.cause).length;
  const walk = new Walk(finding);
  const notes = [
    !finding.replayed && el('span', { class: 'tag warn' }, 'not confirmed by a replay'),
    finding.known && el('span', { class: 'tag quiet' }, 'in the baseline'),
    finding.suppressed && el('span', { class: 'tag quiet' }, `suppressed: ${finding.suppressed}`),
    same > 1 && el('span', { class: 'tag quiet' }, `${same} findings have this cause`),
  ];
  const element = el(
    'article',
    { class: 'finding' },
    el('h2', null, el('span', { class: 'kind' }, finding.kind), ' ', message(finding)),
    el(
      'p',
      null,
      'at ',
      place(finding),
      ` in ${finding.function}, found after ${seconds(finding.seconds)} `,
      notes,
    ),
    el(
      'div',
      { class: 'columns' },
      el('div', null, excerpt(finding)),
      el('div', null, inputs(finding)),
    ),
    el('h3', null, 'The way there'),
    walk.element,
    el(
      'div',
      { class: 'columns' },
      el('div', null, access(finding)),
      el('div', null, stack('Calls', finding.stack)),
      el('div', null, commands(index)),
    ),
  );
  return { element, walk };
}

const PRINTED_FINDINGS = 30;

// The tab: a list that can be filtered, and the finding that is selected.
class FindingsTab {
  constructor(panel) {
    this.panel = panel;
    this.selected = -1;
    this.kinds = [...new Set(run.findings.map((it) => it.kind))].sort();
    this.search = el('input', {
      type: 'search',
      placeholder: 'Filter by text',
      'aria-label': 'Filter findings',
      oninput: () => this.draw(),
    });
    this.kind = el(
      'select',
      { 'aria-label': 'Kind of failure', onchange: () => this.draw() },
      el('option', { value: '' }, 'All kinds'),
      this.kinds.map((it) => el('option', { value: it }, it)),
    );
    this.list = el('ul', { class: 'plain findings' });
    this.count = el('p', { class: 'quiet', 'aria-live': 'polite' });
    this.detail = el('div', { class: 'detail' });
    const few = run.findings.length < 2;
    fill(
      panel,
      el(
        'div',
        { class: `split ${few ? 'single' : ''}` },
        el(
          'aside',
          { hidden: few },
          el('div', { class: 'controls' }, this.search, this.kind),
          this.count,
          this.list,
          leftOut(run, 'findings'),
        ),
        this.detail,
      ),
    );
    this.draw();
  }

  matches(finding) {
    const words = this.search.value.toLowerCase();
    const text =
      `${finding.kind} ${finding.message} ${finding.file}:${finding.line} ${finding.function}`.toLowerCase();
    return (!this.kind.value || finding.kind === this.kind.value) && text.includes(words);
  }

  draw() {
    const all = run.findings
      .map((finding, index) => [finding, index])
      .filter(([finding]) => this.matches(finding));
    this.visible = all.map(([, index]) => index);
    fill(this.count, `${number(all.length)} of ${plural(run.findings.length, 'finding')}`);
    fill(
      this.list,
      all.map(([finding, index]) => findingCard(finding, index, index === this.selected)),
    );
  }

  open([which, step]) {
    const index = Math.max(0, Math.min((Number(which) || 1) - 1, run.findings.length - 1));
    if (index !== this.selected) {
      this.selected = index;
      const { element, walk } = findingDetail(index);
      this.walk = walk;
      fill(this.detail, element);
      this.draw();
    }
    if (step) this.walk.go(Number(step) - 1);
  }

  // Paper has the first findings, not only the one that is selected.
  print(isPrinting) {
    if (isPrinting)
      fill(
        this.detail,
        run.findings.slice(0, PRINTED_FINDINGS).map((_, index) => findingDetail(index).element),
      );
    else {
      const at = this.selected;
      this.selected = -1;
      this.open([at + 1]);
    }
  }

  key(event) {
    if (this.walk && this.walk.key(event)) return true;
    const by = { j: 1, k: -1 }[event.key];
    const at = this.visible.indexOf(this.selected) + (by || 0);
    if (!by || at < 0 || at >= this.visible.length) return false;
    go('findings', this.visible[at] + 1);
    return true;
  }
}
