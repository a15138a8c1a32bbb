// units.mjs FOLDER - quantities as they are typed into the page: those of cases, and nothing else.
const { readQuantity } = await import(`${process.argv[2]}/units.mjs`);

const good = [
  ["2 mm/s", "m/s", 2e-3],
  ["2 cm/s", "m/s", 2e-2],
  ["10 km/h", "m/s", 10 / 3.6],
  ["2 cm", "m", 2e-2],
  ["5 kg", "kg", 5],
  ["5 g", "kg", 5e-3],
  ["2 mg", "kg", 2e-6],
  ["3 m^2", "m^2", 3],
  ["3 m2", "m^2", 3],
  ["3 mm^2", "m^2", 3e-6],
  ["2 min", "s", 120],
  ["10 kPa", "Pa", 1e4],
  ["1 bar", "Pa", 1e5],
  ["5 Pa", "Pa", 5],
  ["90 deg", "rad", Math.PI / 2],
  ["60 rpm", "rad/s", 2 * Math.PI],
  ["1 rad/s", "rad/s", 1],
  ["5 mN m", "N m", 5e-3],
  ["2 kg m^2/s", "kg m^2/s", 2],
  ["1 J", "N m", 1],
  ["1e-3", "m", 1e-3],
  ["-.5 um", "m", -5e-7],
  ["3 µm", "m", 3e-6],
  ["50 %", "", 0.5],
  ["7", "", 7],
];
const bad = [
  ["2 parsec", "m"],
  ["2 m", "m/s"],
  ["2 s", ""],
  ["1 G", "kg"],
  ["1 MM", "m"],
  ["1.2.3", "m"],
  ["0,5", "m"],
  ["much", "m"],
  ["1 kmin", "s"],
  ["", "m"],
  ["2 m//s", "m/s"],
  ["2 constructor", "m"],
];
let wrong = 0;
function complain(text, unit, is, want) {
  console.log(`'${text}' in ${unit || "1"} is read as ${is}, and is ${want}`);
  wrong++;
}
for (const [text, unit, want] of good) {
  const is = readQuantity(text, unit);
  if (!(Math.abs(is - want) <= 1e-12 * Math.abs(want))) complain(text, unit, is, want);
}
for (const [text, unit] of bad) {
  const is = readQuantity(text, unit);
  if (!Number.isNaN(is)) complain(text, unit, is, "none");
}
console.log(`${good.length + bad.length - wrong} of ${good.length + bad.length} are right`);
process.exitCode = wrong ? 1 : 0;
