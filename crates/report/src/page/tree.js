// The execution tree on a canvas: columns are forks, rows are leaves. Only what is visible is drawn,
// at most one node for each pixel of a column, so that large trees stay smooth.
const COLUMN = 170;
const ROW = 22;
const FIRST_NODES = 60;
const SMALL = 300;
const FATES = {
  forked: ['forked', '--quiet'],
  merged: ['merged', '--accent'],
  exit: ['ended', '--good'],
  failed: ['failed', '--bad'],
  infeasible: ['infeasible', '--faint'],
  dropped: ['assumption does not hold', '--quiet'],
  'set-aside': ['not explored', '--warn'],
  waiting: ['waiting', '--warm'],
  parked: ['parked', '--warm'],
  pruned: ['dropped by a technique', '--violet'],
};

// The tree by columns, with children, and the positions of what is not folded.
class TreeModel {
  constructor(data) {
    const count = data.up.length;
    Object.assign(this, { data, count });
    this.parent = new Int32Array(count);
    this.depth = new Int32Array(count);
    this.size = new Int32Array(count).fill(1);
    this.children = new Int32Array(count + 1);
    for (let id = 0; id < count; id++) {
      this.parent[id] = id === 0 ? -1 : id - data.up[id];
      if (id > 0) {
        this.depth[id] = this.depth[this.parent[id]] + 1;
        this.children[this.parent[id] + 1] += 1;
      }
    }
    for (let id = 0; id < count; id++) this.children[id + 1] += this.children[id];
    const next = this.children.slice();
    this.child = new Int32Array(count);
    for (let id = 1; id < count; id++) this.child[next[this.parent[id]]++] = id;
    for (let id = count - 1; id > 0; id--) this.size[this.parent[id]] += this.size[id];
    this.second = new Map(data.second);
    this.folded = new Uint8Array(count);
    this.hidesInfeasible = count > SMALL;
    this.unfoldFirst();
  }

  fate(id) {
    return this.data.fates[this.data.fate[id]];
  }

  place(id) {
    return this.data.places[this.data.place[id]];
  }

  condition(id) {
    return this.data.conditions[this.data.condition[id] - 1];
  }

  isInner(id) {
    return this.children[id + 1] > this.children[id];
  }

  isHidden(id) {
    return this.hidesInfeasible && this.fate(id).fate === 'infeasible';
  }

  // Folds what lies deeper than the first nodes, level by level.
  unfoldFirst() {
    this.folded.fill(1);
    let level = [0];
    let shown = 1;
    while (level.length && shown < FIRST_NODES) {
      const below = [];
      for (const id of level) {
        this.folded[id] = 0;
        for (let at = this.children[id]; at < this.children[id + 1]; at++)
          if (!this.isHidden(this.child[at])) below.push(this.child[at]);
      }
      shown += below.length;
      level = below;
    }
    this.lay();
  }

  unfoldAll() {
    this.folded.fill(0);
    this.lay();
  }

  reveal(id) {
    for (let at = this.parent[id]; at >= 0; at = this.parent[at]) this.folded[at] = 0;
    if (this.isHidden(id)) this.hidesInfeasible = false;
    this.lay();
  }

  // Gives each visible node a row: leaves one each, inner nodes the middle of their children.
  lay() {
    const { count } = this;
    this.row = new Float64Array(count).fill(-1);
    this.low = new Float64Array(count).fill(Infinity);
    this.high = new Float64Array(count).fill(-1);
    const order = [];
    const stack = [0];
    while (stack.length) {
      const id = stack.pop();
      order.push(id);
      if (this.folded[id]) continue;
      for (let at = this.children[id + 1] - 1; at >= this.children[id]; at--)
        if (!this.isHidden(this.child[at])) stack.push(this.child[at]);
    }
    const open = new Int32Array(count);
    for (const id of order) if (id > 0) open[this.parent[id]] += 1;
    let rows = 0;
    for (const id of order)
      if (open[id] === 0) this.low[id] = this.high[id] = this.row[id] = rows++;
    // Children come after their parents in the order.
    for (let index = order.length - 1; index >= 0; index--) {
      const id = order[index];
      if (open[id] > 0) this.row[id] = (this.low[id] + this.high[id]) / 2;
      const parent = this.parent[id];
      if (parent < 0) continue;
      this.low[parent] = Math.min(this.low[parent], this.row[id]);
      this.high[parent] = Math.max(this.high[parent], this.row[id]);
    }
    this.rows = rows;
    this.columns = [];
    for (const id of order)
      (this.columns[this.depth[id]] = this.columns[this.depth[id]] || []).push(id);
    this.visible = order.length;
  }
}

// The first index of a sorted array whose value is at least a bound.
function atLeast(array, bound, value) {
  let [from, to] = [0, array.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (value(array[middle]) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

class TreeTab {
  constructor(panel) {
    this.model = new TreeModel(tree);
    this.canvas = el('canvas', {
      tabindex: 0,
      role: 'img',
      'aria-label':
        'Execution tree; arrow keys select, Enter folds, plus and minus zoom, 0 shows all',
    });
    this.box = el('div', { class: 'canvas' }, this.canvas);
    this.detail = el('div', { class: 'side node', 'aria-live': 'polite' });
    this.selected = 0;
    const { model } = this;
    const counts = new Map();
    for (let id = 0; id < model.count; id++) {
      const { fate } = model.fate(id);
      counts.set(fate, (counts.get(fate) || 0) + 1);
    }
    const legend = [...counts].map(([fate, count]) =>
      button(
        [el('i', { class: `dot ${fate}` }), ` ${FATES[fate][0]} ${number(count)}`],
        () => this.next(fate),
        { class: 'legend-button', title: 'Go to the next one' },
      ),
    );
    const hide = el('input', {
      type: 'checkbox',
      onchange: () => {
        model.hidesInfeasible = !hide.checked;
        model.lay();
        this.fit();
      },
    });
    hide.checked = !model.hidesInfeasible;
    this.hide = hide;
    const all = () => {
      model.unfoldAll();
      this.fit();
    };
    fill(
      panel,
      el(
        'div',
        { class: 'controls' },
        button('Show all', () => this.fit(), { title: '0' }),
        button('+', () => this.zoom(1.4), { 'aria-label': 'Zoom in' }),
        button('\u2212', () => this.zoom(1 / 1.4), { 'aria-label': 'Zoom out' }),
        button('Unfold all', all),
        button('Fold', () => {
          model.unfoldFirst();
          this.fit();
        }),
        el('label', null, hide, ' infeasible sides'),
        el(
          'span',
          { class: 'quiet' },
          `${plural(model.count, 'node')}${tree.left_out > 0 ? `; ${number(tree.left_out)} more were not kept` : ''}${tree.lacks_conditions ? '; some conditions have no room on this page' : ''}`,
        ),
      ),
      el('div', { class: 'controls legends' }, legend),
      el('div', { class: 'stage tree' }, this.box, this.detail),
    );
    this.listen();
    new ResizeObserver(() => {
      if (this.box.clientWidth > 0) {
        this.resize();
        if (!this.fitted) this.fit(true);
      }
    }).observe(this.box);
    this.select(0);
  }

  listen() {
    const { canvas } = this;
    let drag = null;
    canvas.addEventListener('pointerdown', (event) => {
      drag = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true });
      this.pan(-dx, -dy);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (drag && !drag.moved) this.hit(event.offsetX, event.offsetY);
      drag = null;
    });
    canvas.addEventListener('dblclick', () => this.toggle(this.selected));
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey)
          this.zoom(Math.exp(-event.deltaY / 200), event.offsetX, event.offsetY);
        else
          this.pan(event.shiftKey ? event.deltaY : event.deltaX, event.shiftKey ? 0 : event.deltaY);
      },
      { passive: false },
    );
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    [this.width, this.height] = [this.box.clientWidth, this.box.clientHeight];
    [this.canvas.width, this.canvas.height] = [this.width * ratio, this.height * ratio];
    this.schedule();
  }

  // Shows all, or the beginning at a size at which conditions can be read.
  fit(isFirst) {
    const { model } = this;
    if (!this.width) return;
    this.fitted = true;
    this.ky = Math.min(1, (this.height - 30) / (ROW * Math.max(1, model.rows)));
    this.kx = Math.max(
      isFirst ? 0.9 : 0.1,
      Math.min(1, (this.width - 160) / (COLUMN * Math.max(1, model.columns.length - 1))),
    );
    this.x = -16 / this.kx;
    this.y = -15 / this.ky;
    this.schedule();
  }

  pan(dx, dy) {
    this.x += dx / this.kx;
    this.y += dy / this.ky;
    this.schedule();
  }

  zoom(by, atX = this.width / 2, atY = this.height / 2) {
    const least = Math.min(1, (this.height - 30) / (ROW * Math.max(1, this.model.rows))) / 2;
    const ky = Math.max(least, Math.min(1.6, this.ky * by));
    const kx = Math.max(0.2, Math.min(1.6, this.kx * Math.sqrt(by)));
    this.x += atX / this.kx - atX / kx;
    this.y += atY / this.ky - atY / ky;
    Object.assign(this, { kx, ky });
    this.schedule();
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = requestAnimationFrame(() => {
      this.scheduled = 0;
      this.draw();
    });
  }

  px(depth) {
    return (depth * COLUMN - this.x) * this.kx;
  }

  py(row) {
    return (row * ROW - this.y) * this.ky;
  }

  draw() {
    const { model, canvas, width, height } = this;
    if (!width) return;
    const context = canvas.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const ratio = devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineWidth = 1;
    const first = Math.max(0, Math.floor(this.x / COLUMN) - 1);
    const last = Math.min(
      model.columns.length - 1,
      Math.ceil((this.x + width / this.kx) / COLUMN) + 1,
    );
    const [top, bottom] = [this.y / ROW - 1, (this.y + height / this.ky) / ROW + 1];
    const pixel = 1 / (ROW * this.ky);
    const edges = new Path2D();
    const merges = new Path2D();
    const dots = new Map();
    const labels = [];
    const tall = ROW * this.ky;
    // Where children branch off, behind their parent.
    const trunk = Math.min(14, (COLUMN * this.kx) / 2);
    const reach = COLUMN * this.kx - trunk;
    this.drawn = 0;
    for (let depth = first; depth <= last; depth++) {
      const column = model.columns[depth];
      const x = this.px(depth);
      for (
        let index = atLeast(column, top, (id) => model.high[id]);
        index < column.length;
        index++
      ) {
        const id = column[index];
        if (model.low[id] > bottom) break;
        if (
          !model.folded[id] &&
          model.high[id] >= model.low[id] &&
          model.isInner(id) &&
          model.high[id] - model.low[id] >= pixel
        ) {
          edges.moveTo(x + trunk, this.py(Math.max(model.low[id], top)));
          edges.lineTo(x + trunk, this.py(Math.min(model.high[id], bottom)));
        }
        if (model.high[id] - model.low[id] < pixel)
          index = Math.max(
            index,
            atLeast(column, model.high[id] + pixel, (it) => model.high[it]) - 1,
          );
      }
      for (
        let index = atLeast(column, top, (id) => model.row[id]);
        index < column.length && model.row[column[index]] <= bottom;
      ) {
        const id = column[index];
        const y = this.py(model.row[id]);
        if (depth > 0) {
          edges.moveTo(x - reach, y);
          edges.lineTo(x, y);
        }
        if (model.isInner(id) && !model.folded[id]) {
          edges.moveTo(x, y);
          edges.lineTo(x + trunk, y);
        }
        const second = model.second.get(id);
        if (second !== undefined && model.row[second] >= 0) {
          merges.moveTo(this.px(model.depth[second]), this.py(model.row[second]));
          merges.bezierCurveTo(
            this.px(model.depth[second]) + reach / 2,
            this.py(model.row[second]),
            x - reach / 2,
            y,
            x,
            y,
          );
        }
        const { fate } = model.fate(id);
        if (!dots.has(fate)) dots.set(fate, []);
        dots.get(fate).push([id, x, y]);
        if (tall >= 11 && reach > 30) labels.push([id, x, y]);
        this.drawn += 1;
        index =
          tall >= 1
            ? index + 1
            : Math.max(
                index + 1,
                atLeast(column, model.row[id] + pixel, (it) => model.row[it]),
              );
      }
    }
    context.strokeStyle = colour('--line-strong');
    context.stroke(edges);
    context.strokeStyle = colour('--accent');
    context.stroke(merges);
    const radius = Math.max(1, Math.min(5, tall / 3));
    for (const [fate, all] of dots) {
      context.fillStyle = colour(FATES[fate][1]);
      for (const [id, x, y] of all) {
        if (radius < 2) {
          context.fillRect(x - 1, y - radius, 3, 2 * radius);
          continue;
        }
        context.beginPath();
        if (model.folded[id] && model.isInner(id)) {
          context.moveTo(x - radius, y - radius);
          context.lineTo(x + radius + 2, y);
          context.lineTo(x - radius, y + radius);
        } else context.arc(x, y, radius, 0, 7);
        context.fill();
      }
    }
    if (labels.length < 3000) this.label(context, labels, colour);
    const at = this.selected;
    if (model.row[at] >= 0) {
      context.strokeStyle = colour('--text');
      context.lineWidth = 2;
      context.beginPath();
      context.arc(this.px(model.depth[at]), this.py(model.row[at]), Math.max(5, radius + 3), 0, 7);
      context.stroke();
    }
  }

  label(context, labels, colour) {
    const { model } = this;
    context.font = '11px ui-monospace, monospace';
    context.textBaseline = 'middle';
    const room = Math.floor((COLUMN * this.kx - 28) / 6.63);
    const words = (text) =>
      text.endsWith(' not taken')
        ? `not ${text.slice(0, -10)}`
        : text.endsWith(' taken')
          ? text.slice(0, -6)
          : text;
    const cut = (text, most) =>
      text.length > most ? `${text.slice(0, Math.max(0, most - 1))}\u2026` : text;
    for (const [id, x, y] of labels) {
      const condition = model.condition(id);
      if (condition && room > 3 && model.depth[id] > 0) {
        const text = cut(words(flat(condition)), room);
        context.fillStyle = colour('--text');
        context.fillText(text, x - 9 - 6.63 * text.length, y - 7);
      }
      const isFolded = model.folded[id] && model.isInner(id);
      if (model.isInner(id) && !isFolded) continue;
      context.fillStyle = colour('--quiet');
      context.fillText(
        isFolded ? `+${number(model.size[id] - 1)}` : cut(flat(this.end(id)), 24),
        x + 10,
        y,
      );
    }
  }

  // The end of a leaf in a few words.
  end(id) {
    const { fate, status, kind } = this.model.fate(id);
    if (fate === 'forked') return '\u2026';
    if (fate === 'exit') return status === undefined ? 'exit' : `exit ${status}`;
    return kind || FATES[fate][0];
  }

  hit(x, y) {
    const { model } = this;
    const depth = Math.round((x / this.kx + this.x) / COLUMN);
    const row = (y / this.ky + this.y) / ROW;
    const column = model.columns[Math.max(0, Math.min(depth, model.columns.length - 1))];
    const index = atLeast(column, row, (id) => model.row[id]);
    const near = [column[index - 1], column[index]].filter((it) => it !== undefined);
    near.sort((a, b) => Math.abs(model.row[a] - row) - Math.abs(model.row[b] - row));
    this.select(near[0]);
  }

  select(id) {
    const { model } = this;
    if (id === undefined || id < 0) return;
    if (model.row[id] < 0) {
      model.reveal(id);
      this.hide.checked = !model.hidesInfeasible;
    }
    this.selected = id;
    const [x, y] = [this.px(model.depth[id]), this.py(model.row[id])];
    if (this.fitted && (x < 20 || x > this.width - 60 || y < 10 || y > this.height - 10)) {
      this.x = model.depth[id] * COLUMN - this.width / 2 / this.kx;
      this.y = model.row[id] * ROW - this.height / 2 / this.ky;
    }
    this.showDetail(id);
    this.schedule();
  }

  next(fate) {
    const { model } = this;
    for (let step = 1; step <= model.count; step++) {
      const id = (this.selected + step) % model.count;
      if (model.fate(id).fate === fate) return this.select(id);
    }
    return undefined;
  }

  toggle(id) {
    const { model } = this;
    if (!model.isInner(id)) return;
    const before = model.row[id];
    model.folded[id] = model.folded[id] ? 0 : 1;
    model.lay();
    this.y += (model.row[id] - before) * ROW;
    this.select(id);
  }

  showDetail(id) {
    const { model } = this;
    const fate = model.fate(id);
    const at = model.place(id);
    const node = (it, text) =>
      button(text || `node ${number(it)}`, () => this.select(it), { class: 'place' });
    const path = [];
    for (let it = id; it > 0 && path.length < 200; it = model.parent[it])
      if (model.condition(it)) path.push(it);
    const second = model.second.get(id);
    fill(
      this.detail,
      el(
        'h3',
        null,
        el('i', { class: `dot ${fate.fate}` }),
        ` ${FATES[fate.fate][0]}`,
        fate.status !== undefined && ` with status ${fate.status}`,
      ),
      el('p', null, place(at), at.function && ` in ${called(at.function)}`),
      excerpt(at, 1),
      fate.kind &&
        el(
          'p',
          null,
          el('span', { class: `tag ${fate.fate === 'failed' ? 'bad' : 'warn'}` }, fate.kind),
          ' ',
          fate.detail,
        ),
      !fate.kind &&
        fate.detail &&
        el('p', null, fate.fate === 'pruned' ? `By ${fate.detail}` : fate.detail),
      fate.core && [
        el('h4', null, 'Excluded by conditions from'),
        el(
          'p',
          null,
          fate.core.map((it) => [place(model.data.places[it]), ' ']),
        ),
      ],
      second !== undefined &&
        el('p', null, 'Merged from ', node(model.parent[id]), ' and ', node(second)),
      model.isInner(id) &&
        el(
          'p',
          null,
          `${plural(model.size[id] - 1, 'node')} below `,
          button(model.folded[id] ? 'Unfold' : 'Fold', () => this.toggle(id)),
        ),
      path.length > 0 && [
        el('h4', null, 'Conditions, the last first'),
        el(
          'ol',
          { class: 'plain path' },
          path.map((it) =>
            el(
              'li',
              null,
              button(model.condition(it), () => this.select(it), { class: 'condition' }),
            ),
          ),
        ),
      ],
    );
  }

  open() {
    this.schedule();
  }

  key(event) {
    const { model, selected: at } = this;
    if (document.activeElement !== this.canvas && document.activeElement !== document.body)
      return false;
    const beside = (by) => {
      const column = model.columns[model.depth[at]];
      return column[column.indexOf(at) + by];
    };
    const act = {
      ArrowLeft: () => this.select(model.parent[at]),
      ArrowRight: () => {
        if (model.folded[at] && model.isInner(at)) this.toggle(at);
        else this.select(model.columns[model.depth[at] + 1]?.find((it) => model.parent[it] === at));
      },
      ArrowUp: () => this.select(beside(-1)),
      ArrowDown: () => this.select(beside(1)),
      Enter: () => this.toggle(at),
      '+': () => this.zoom(1.4),
      '-': () => this.zoom(1 / 1.4),
      0: () => this.fit(),
    }[event.key];
    if (!act) return false;
    act();
    return true;
  }
}
