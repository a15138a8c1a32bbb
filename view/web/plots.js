// plots.js - tables as curves over time or place, by uPlot; columns of one unit share a plot.
import uPlot from "uplot";
import { kindColour } from "./colours.js";
import { number } from "./words.js";

const CURVES_MOST = 8;

function stem(name) {
  const last = name.lastIndexOf("_");
  return last > 0 ? name.slice(0, last) : name;
}

function isFlat(values) {
  const first = values.find((value) => value !== null);
  return values.every((value) => value === null || Math.abs(value - first) <= 1e-12 * Math.abs(first));
}

// Lists of columns, as numbers in the table, that are drawn together.
export function groups(table) {
  const made = [];
  for (let k = 1; k < table.columns.length; k++) {
    const { name, unit } = table.columns[k];
    if (isFlat(table.values[k]) || name === "error" || name.endsWith("_error")) continue;
    const fits = (group) => {
      const first = table.columns[group[0]];
      return group.length < CURVES_MOST && first.unit === unit && (unit !== "" || stem(first.name) === stem(name));
    };
    const group = made.find(fits);
    if (group) group.push(k);
    else made.push([k]);
  }
  return made;
}

function style(element) {
  const all = getComputedStyle(element);
  return { ink: all.getPropertyValue("--soft").trim(), line: all.getPropertyValue("--line").trim() };
}

function axis(label, colours) {
  return { label, labelSize: 18, size: 62, stroke: colours.ink, grid: { stroke: colours.line, width: 1 }, ticks: { stroke: colours.line, width: 1 }, values: (_, ticks) => ticks.map((tick) => number(tick, 4)) };
}

export function curve(element, { x, y, names, xLabel, yLabel, title, now }) {
  const colours = style(element);
  const drawNow = (plot) => {
    const time = now?.();
    if (time === undefined || time === null) return;
    const at = plot.valToPos(time, "x", true);
    plot.ctx.fillStyle = colours.ink;
    plot.ctx.fillRect(at, plot.bbox.top, devicePixelRatio, plot.bbox.height);
  };
  const options = {
    title,
    width: Math.max(element.clientWidth - 2, 200),
    height: 190,
    scales: { x: { time: false } },
    series: [{ label: xLabel, value: (_, v) => number(v) }, ...names.map((name, k) => ({ label: name, stroke: kindColour(k), width: 1.5, value: (_, v) => number(v) }))],
    axes: [{ ...axis(xLabel, colours), size: 34 }, axis(yLabel, colours)],
    legend: { live: true },
    hooks: { draw: [drawNow] },
  };
  return new uPlot(options, [x, ...y], element);
}

export class Plots {
  constructor(element, choice, now) {
    Object.assign(this, { element, choice, now, tables: [], made: [] });
    choice.addEventListener("change", () => this.draw());
  }

  take(tables) {
    const chosen = this.choice.value;
    this.tables = tables;
    this.choice.replaceChildren(...tables.map((table) => new Option(table.name)));
    if (tables.some((table) => table.name === chosen)) this.choice.value = chosen;
    this.draw();
  }

  // The same plots get new points, so that what is zoomed stays.
  draw() {
    const table = this.tables.find((one) => one.name === this.choice.value);
    if (!table) return;
    const wanted = groups(table);
    const same = this.shown === table.name && this.key === JSON.stringify(wanted);
    if (same) {
      this.made.forEach((plot, k) => plot.setData([table.values[0], ...wanted[k].map((column) => table.values[column])]));
      return;
    }
    this.clear();
    this.shown = table.name;
    this.key = JSON.stringify(wanted);
    const label = ({ name, unit }) => (unit ? `${name} [${unit}]` : name);
    this.made = wanted.map((columns) =>
      curve(this.element, {
        x: table.values[0],
        y: columns.map((column) => table.values[column]),
        names: columns.map((column) => table.columns[column].name),
        xLabel: label(table.columns[0]),
        yLabel: label({ ...table.columns[columns[0]], ...(columns.length > 1 ? { name: table.name } : {}) }),
        now: table.in_time ? this.now : null,
      })
    );
  }

  redraw() {
    for (const plot of this.made) plot.redraw(false);
  }

  clear() {
    for (const plot of this.made) plot.destroy();
    this.made = [];
    this.shown = null;
  }
}
