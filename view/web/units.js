// units.js - quantities as they are typed, "2 mm/s": the units that cases know (src/case/unit.c), with the same spelling, capitals
// included. A quantity of another dimension than is asked for is refused.

// Powers of kg, m, s, rad, and how much of them it is.
const symbols = {
  1: [[0, 0, 0, 0], 1],
  "%": [[0, 0, 0, 0], 0.01],
  m: [[0, 1, 0, 0], 1, true],
  g: [[1, 0, 0, 0], 1e-3, true],
  s: [[0, 0, 1, 0], 1, true],
  N: [[1, 1, -2, 0], 1, true],
  Pa: [[1, -1, -2, 0], 1, true],
  J: [[1, 2, -2, 0], 1, true],
  W: [[1, 2, -3, 0], 1, true],
  Hz: [[0, 0, -1, 0], 1, true],
  rad: [[0, 0, 0, 1], 1, true],
  bar: [[1, -1, -2, 0], 1e5, true],
  min: [[0, 0, 1, 0], 60],
  h: [[0, 0, 1, 0], 3600],
  in: [[0, 1, 0, 0], 0.0254],
  deg: [[0, 0, 0, 1], Math.PI / 180],
  "°": [[0, 0, 0, 1], Math.PI / 180],
  rpm: [[0, 0, -1, 1], Math.PI / 30],
};
const prefixes = {
  ...{ y: 1e-24, z: 1e-21, a: 1e-18, f: 1e-15, p: 1e-12, n: 1e-9, u: 1e-6, "µ": 1e-6, "μ": 1e-6, m: 1e-3, c: 1e-2, d: 0.1 },
  ...{ da: 10, h: 100, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 },
};

function symbol(name) {
  if (Object.hasOwn(symbols, name)) return symbols[name];
  for (const length of [2, 1]) {
    const rest = symbols[name.slice(length)];
    const scale = prefixes[name.slice(0, length)];
    if (rest?.[2] && scale) return [rest[0], rest[1] * scale];
  }
  return null;
}

// [powers, scale] of "kg m^2/s"; null: none that is known.
function unit(text) {
  const powers = [0, 0, 0, 0];
  let scale = 1;
  const parts = text.match(/[*·/]?\s*[^\s*·/]+/g) ?? [];
  if (parts.join("").replace(/\s/g, "") !== text.replace(/\s/g, "")) return null;
  for (const part of parts) {
    const found = /^([*·/]?)\s*([^\d^]+|1)(?:\^?(-?\d+))?$/.exec(part);
    const is = found && symbol(found[2]);
    if (!is) return null;
    const power = Number(found[3] ?? 1) * (found[1] === "/" ? -1 : 1);
    is[0].forEach((one, k) => (powers[k] += one * power));
    scale *= is[1] ** power;
  }
  return [powers, scale];
}

// "1.5 mm" is 0.0015 where metres are asked for; a number alone is in SI. NaN where it is no number, or none in `wanted`.
export function readQuantity(text, wanted) {
  const found = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(.*?)\s*$/i.exec(text);
  if (!found) return NaN;
  const value = Number(found[1]);
  if (!found[2]) return value;
  const given = unit(found[2]);
  const want = unit(wanted || "1");
  if (!given || !want || given[0].some((power, k) => power !== want[0][k])) return NaN;
  return (value * given[1]) / want[1];
}
