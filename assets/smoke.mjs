// smoke.mjs PAGE - runs the program of a report on its page, without a browser: linkedom stands for the page, and a canvas
// that draws nothing for what linkedom has not. Every plot of ascending places must have been made.
import { readFileSync } from "node:fs";
import { parseHTML } from "linkedom";

const page = readFileSync(process.argv[2], "utf8");
const { document, HTMLElement, Node } = parseHTML(page);

let strokes = 0;
const pen = new Proxy(
  {},
  {
    get: (kept, name) =>
      name in kept
        ? kept[name]
        : name === "measureText"
          ? (text) => ({ width: 6 * text.length })
          : () => {
              strokes++;
            },
    set: (kept, name, value) => ((kept[name] = value), true),
  }
);
const canvas = Object.getPrototypeOf(document.createElement("canvas"));
canvas.getContext = () => pen;
const frames = [];
class Path2D {
  constructor() {
    return new Proxy(this, { get: () => () => {} });
  }
}
Object.assign(globalThis, {
  document,
  window: globalThis,
  HTMLElement,
  Node,
  Path2D,
  dispatchEvent() {},
  devicePixelRatio: 1,
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  getComputedStyle: () => ({ getPropertyValue: () => "#123456" }),
  requestAnimationFrame: (call) => frames.push(call),
  addEventListener() {},
  removeEventListener() {},
});
globalThis.navigator ??= { language: "en-US" };
HTMLElement.prototype.getBoundingClientRect ??= () => ({ left: 0, top: 0, width: 700, height: 300 });
const faults = [];
console.error = (text) => faults.push(text);

const plots = JSON.parse(document.getElementById("plot-data").textContent).plots;
const program = [...document.querySelectorAll("script")].find((one) => !one.getAttribute("type"));
if (!program) throw new Error("the page has no program: was it made without the bundle?");
(0, eval)(program.textContent);
while (frames.length) frames.shift()();
await new Promise((done) => setTimeout(done, 20));

const wanted = plots.filter((plot) => !plot.x || (plot.points > 1 && plot.x.every((x, k) => x !== null && (k === 0 || x >= plot.x[k - 1]))));
const made = document.querySelectorAll("figure.zoomed .zoom canvas").length;
if (faults.length) throw new Error(faults.join("\n"));
if (made !== wanted.length || made === 0) throw new Error(`${made} plots were made of ${wanted.length}`);
const legend = document.querySelector("figure.zoomed .zoom").textContent;
if (!legend.includes(wanted[0].curves[0].name)) throw new Error("the legend lacks the names of the curves");
process.stdout.write(`${made} plots, ${strokes} calls of the canvas\n`);
