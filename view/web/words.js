// words.js - numbers as people read them.

const prefixes = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];
const prefixed = new Set(["m", "m/s", "s", "N", "N m", "J", "Pa", "W"]);

export function number(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "-";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(digits - 1).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(digits)));
}

// With its unit, by the prefix that makes it short.
export function quantity(value, unit, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "-";
  if (!unit) return number(value, digits);
  if (!prefixed.has(unit) || value === 0) return `${number(value, digits)} ${unit}`;
  const size = Math.abs(value);
  const [scale, prefix] = prefixes.find(([scale]) => size >= scale) ?? [1, ""];
  return `${number(value / scale, digits)} ${prefix}${unit}`;
}

// Of what was not counted yet a dash.
export function count(value) {
  if (value === null || value === undefined) return "-";
  return Math.round(value).toLocaleString("en-US");
}

export function span(seconds) {
  if (!Number.isFinite(seconds)) return "-";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.round(seconds / 86400)} days`;
}
