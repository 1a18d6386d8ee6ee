"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// Levels as they come from the report: 0 right, n less than 2^n ULP away, data.other of another class.
const bands = [["right", 0, "right"], ["level1", 1, "1 ULP"], ["level2", 3, "up to 7"], ["level3", 7, "up to 127"],
               ["level4", 11, "up to 2047"], ["level5", data.other - 1, "more"], ["class", data.other, "infinite or NaN on one side"]];
const band = level => bands.find(([, most]) => level <= most)[0];

class ErrorMap {
  constructor(canvas, map) {
    this.canvas = canvas; this.map = map; this.at = null;
    this.said = document.getElementById("cell-" + canvas.dataset.map);
    this.wrong = new Map(map.wrong);
    this.size = Math.max(3, Math.min(16, Math.floor(640 / Math.max(map.rows, map.columns))));
    this.tall = Math.max(this.size, Math.min(24, Math.floor(120 / map.rows)));  // few rows can be pointed at, too
    canvas.width = map.columns * this.size; canvas.height = map.rows * this.tall;
    canvas.addEventListener("pointermove", e => this.point(e));
    canvas.addEventListener("pointerdown", e => this.point(e));
    canvas.addEventListener("keydown", e => this.key(e));
    this.legend(document.getElementById("legend-" + canvas.dataset.map));
    this.draw();
  }
  legend(list) {
    const used = new Set(this.map.levels.map(band));
    for (const [name, , words] of bands) {
      if (!used.has(name)) continue;
      const item = document.createElement("li"), swatch = document.createElement("span");
      swatch.className = "swatch"; swatch.style.background = `var(--${name})`;
      item.append(swatch, words); list.append(item);
    }
  }
  draw() {
    const {map, size, tall} = this, pen = this.canvas.getContext("2d");
    const colours = Object.fromEntries(bands.map(([name]) => [name, colour(name)]));
    map.levels.forEach((level, i) => {
      pen.fillStyle = colours[band(level)];
      pen.fillRect(i % map.columns * size, Math.floor(i / map.columns) * tall, size, tall);
    });
    pen.strokeStyle = colour("soft"); pen.lineWidth = 1;
    const line = (fromX, fromY, toX, toY) => { pen.beginPath(); pen.moveTo(fromX, fromY); pen.lineTo(toX, toY); pen.stroke(); };
    for (let row = map.tile_rows; row > 0 && row < map.rows * map.cell_rows; row += map.tile_rows)
      line(0, row / map.cell_rows * tall + 0.5, this.canvas.width, row / map.cell_rows * tall + 0.5);
    for (let column = map.tile_columns; column > 0 && column < map.columns * map.cell_columns; column += map.tile_columns)
      line(column / map.cell_columns * size + 0.5, 0, column / map.cell_columns * size + 0.5, this.canvas.height);
    if (this.at === null) return;
    pen.strokeStyle = colour("focus"); pen.lineWidth = 2;
    pen.strokeRect(this.at % map.columns * size - 1, Math.floor(this.at / map.columns) * tall - 1, size + 2, tall + 2);
  }
  say(cell) {
    const {map} = this, row = Math.floor(cell / map.columns), column = cell % map.columns;
    const range = (i, every) => every === 1 ? `${i}` : `${i * every} to ${i * every + every - 1}`;
    const writer = map.writers.length === 0 ? null : map.writers[cell];
    const by = writer === null ? "" : writer >= 0 ? ` Written by ${map.writer_names[writer]}.` :
      writer === -1 ? " No store to it was seen." : " Written by several lanes.";
    const tile = map.tile_rows && map.tile_columns ?
      ` Tile (${Math.floor(row * map.cell_rows / map.tile_rows)}, ${Math.floor(column * map.cell_columns / map.tile_columns)}) of the map.` : "";
    this.at = cell;
    this.said.textContent = `Written row ${range(row, map.cell_rows)}, column ${range(column, map.cell_columns)}: ` +
      `${this.wrong.get(cell) ?? (map.levels[cell] === 0 ? "right" : "wrong")}.${tile}${by}`;
    this.draw();
  }
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / box.width * this.map.columns);
    const row = Math.floor((event.clientY - box.top) / box.height * this.map.rows);
    if (column >= 0 && row >= 0 && column < this.map.columns && row < this.map.rows) this.say(row * this.map.columns + column);
  }
  key(event) {
    const {map} = this, cells = map.levels.length, at = this.at ?? -1;
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: map.columns, ArrowUp: -map.columns};
    let to = null;
    if (event.key in steps) to = at < 0 ? 0 : at + steps[event.key];
    else if (event.key === "n") to = map.levels.findIndex((level, i) => i > at && level !== 0);
    else if (event.key === "p") to = map.levels.findLastIndex((level, i) => i < (at < 0 ? cells : at) && level !== 0);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = cells - 1;
    if (to === null) return;
    event.preventDefault();
    if (to >= 0 && to < cells) this.say(to);
  }
}

const maps = [...document.querySelectorAll("canvas[data-map]")].map(canvas => new ErrorMap(canvas, data.maps[canvas.dataset.map]));
dark.addEventListener("change", () => maps.forEach(map => map.draw()));

// A line of source and the instructions that it became, and the reverse.
function choose(row) {
  const code = row.closest("section.code");
  code.querySelectorAll(".chosen").forEach(one => one.classList.remove("chosen"));
  row.classList.add("chosen");
  if (row.dataset.line === "0") return;
  const alike = [...code.querySelectorAll(`li[data-source="${row.dataset.source}"][data-line="${row.dataset.line}"]`)];
  alike.forEach(one => one.classList.add("chosen"));
  const own = row.closest(".pane"), other = alike.find(one => one.closest(".pane") !== own);
  if (!other) return;
  const pane = other.closest(".pane");
  pane.scrollTop += other.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}
for (const code of document.querySelectorAll("section.code")) {
  code.addEventListener("click", event => { const row = event.target.closest("li[data-line]"); if (row) choose(row); });
  code.addEventListener("keydown", event => {
    const row = event.target.closest("li[data-line]");
    if (!row || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault(); choose(row);
  });
}

// The place of "@0x1b60" in a finding: the trace, if it ends there, or that instruction of the code. Two code
// objects may both have the address, and then neither is meant for certain.
const places = new Map();
for (const row of document.querySelectorAll(".assembly li")) {
  const address = row.querySelector(".n").textContent;
  places.set(address, places.has(address) ? null : row);
}
const last = document.querySelector(".trace li:last-child"), ended = /^0x([0-9a-f]+) /.exec(last?.textContent ?? "");
if (ended) places.set(ended[1], last);
function go(row) {
  if (row !== last) choose(row);
  row.tabIndex = -1;
  row.scrollIntoView({block: "center"});
  row.focus({preventScroll: true});
}
for (const text of document.querySelectorAll(".report, .rows td")) {
  const parts = text.textContent.split(/(@0x[0-9a-f]+)/);
  if (!parts.some(part => places.get(part.slice(3)))) continue;
  text.replaceChildren(...parts.map(part => {
    const row = part.startsWith("@0x") && places.get(part.slice(3));
    if (!row) return part;
    const link = document.createElement("a");
    link.href = "#"; link.textContent = part;
    link.addEventListener("click", event => { event.preventDefault(); go(row); });
    return link;
  }));
}

for (const input of document.querySelectorAll("input[data-table]")) {
  const rows = [...document.querySelectorAll(`#table-${input.dataset.table} tbody tr`)];
  const count = document.querySelector(`[data-count="${input.dataset.table}"]`);
  const texts = rows.map(row => row.textContent.toLowerCase());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => { row.hidden = !words.every(word => texts[i].includes(word)); shown += row.hidden ? 0 : 1; });
    count.textContent = words.length === 0 ? `${rows.length} rows` : `${shown} of ${rows.length} rows`;
  });
}

const copy = document.getElementById("copy");
if (copy) copy.addEventListener("click", async () => {
  const line = document.getElementById("again"), said = document.getElementById("copied");
  try {
    await navigator.clipboard.writeText(line.textContent);
    said.textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(line);
    said.textContent = "Selected: press Ctrl-C or Cmd-C.";
  }
});
