// view-smoke.mjs BROWSER RUN LIVE CELL CLUMPS [FOLDER] - the page of the view in a headless browser: at the address RUN of a run that is over it
// draws, scrubs, plots, shows a grain, at LIVE that of a run in progress it pauses and goes on, at CELL that of a run in a cell that deforms
// its box goes with the frames and its grains grow, at CLUMPS that of a run of twenty clumps of two balls it counts those. With FOLDER pictures of it are left there.
import { Browser } from "./browser.mjs";

const [program, run, live, cell, clumps, folder] = process.argv.slice(2);
let checks = 0;

function check(holds, words) {
  checks++;
  if (!holds) throw new Error(words);
}

// How many colours a picture of the canvas has, and a number that another picture hardly has.
const look = `(() => {
  const canvas = document.createElement("canvas");
  const from = document.getElementById("canvas");
  canvas.width = 200; canvas.height = 150;
  const pen = canvas.getContext("2d");
  view.picture.draw();
  pen.drawImage(from, 0, 0, 200, 150);
  const data = pen.getImageData(0, 0, 200, 150).data;
  const colours = new Set();
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) {
    colours.add(data[i] * 65536 + data[i + 1] * 256 + data[i + 2]);
    sum = (sum * 31 + data[i] + 7 * data[i + 1] + 13 * data[i + 2]) % 1000003;
  }
  return { colours: colours.size, sum };
})()`;
const drawn = "Boolean(window.view?.state.look && view.picture.drawn > 1)";
const picture = (browser, name) => (folder ? browser.screenshot(`${folder}/${name}.png`) : null);

async function finish(browser, address) {
  const own = new URL(address).origin;
  check(browser.faults.length === 0, browser.faults.join("\n"));
  const others = browser.fetched.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url));
  check(browser.fetched.length > 0 && others.length === 0, `fetched from elsewhere: ${others}`);
  await browser.close();
}

// A place on the screen where a grain is, and which one.
const someGrain = `(() => {
  const box = document.getElementById("canvas").getBoundingClientRect();
  for (let k = 0; k < 400; k++) {
    const [x, y] = [((k % 20) - 9.5) / 10, (Math.floor(k / 20) - 9.5) / 10];
    const row = view.picture.pick(x, y);
    if (row >= 0) return [box.left + ((1 + x) / 2) * box.width, box.top + ((1 - y) / 2) * box.height, view.picture.grains.layout.id[row]];
  }
  return [0, 0, -1];
})()`;

async function aRunThatIsOver() {
  const browser = await Browser.open(program, run, { width: 1180, height: 760 });
  await browser.until(drawn, "the first look");
  const first = await browser.eval(look);
  check(first.colours > 50, `a picture of ${first.colours} colours`);
  const last = await browser.eval("view.state.scene.times.length - 1");
  await browser.key(".");
  await browser.until("view.state.look.number === 1", "a frame on by a key");
  await browser.eval(`(() => { const at = document.getElementById("at"); at.value = ${last}; at.dispatchEvent(new Event("input")); })()`);
  await browser.until(`view.state.look.number === ${last}`, "the last frame by the slider");
  check((await browser.eval(look)).sum !== first.sum, "another frame is another picture");
  await browser.key(",");
  await browser.until(`view.state.look.number === ${last - 1}`, "a frame back");
  await browser.eval("view.goTo(0)");
  await browser.until("view.state.look.number === 0", "the first frame");
  await browser.key(" ");
  await browser.until(`view.state.look.number >= Math.min(3, ${last})`, "it plays");
  if (await browser.eval("view.state.playing")) await browser.key(" ");
  check(!(await browser.eval("view.state.playing")), "and pauses");
  await browser.eval(`view.goTo(${last})`);
  await browser.until(`view.state.look.number === ${last}`, "the last frame");

  const before = await browser.eval(look);
  await browser.key("ArrowLeft");
  check((await browser.eval(look)).sum !== before.sum, "a key turns the view");
  await browser.key("0");
  check((await browser.eval(look)).sum === before.sum, "and another one turns it back");
  await picture(browser, "view-run");

  await browser.key("c");
  await browser.until("view.state.look.colour.name !== 'speed'", "another colour by a key");
  await browser.eval(`(() => { const c = document.getElementById("colour"); c.value = "contacts"; c.dispatchEvent(new Event("change")); })()`);
  await browser.until("view.state.look.colour.name === 'contacts'", "a column as a colour");

  await browser.eval(`(() => { const c = document.getElementById("cut-x-to"); c.value = 500; c.dispatchEvent(new Event("input")); })()`);
  check((await browser.eval(look)).sum !== before.sum, "a cut is seen");
  await browser.eval(`document.getElementById("cut-none").click()`);

  const [x, y, id] = await browser.eval(someGrain);
  check(id >= 0, "a grain is in the picture");
  await browser.click(x, y);
  await browser.until(`view.state.grain === ${id} && document.getElementById('grain-facts').textContent.includes('force')`, "a grain by a click");
  await browser.eval(`document.getElementById("grain-history").click()`);
  await browser.until(`view.grain.past.length === ${last + 1}`, "its history", 60);
  check((await browser.eval("document.querySelectorAll('#grain-plot canvas').length")) === 1, "its history as a plot");

  await browser.eval(`document.getElementById("plots-part").open = true`);
  await browser.until("document.querySelectorAll('#plots canvas').length > 0", "plots of the probes");
  await browser.eval(`document.getElementById("plots-part").scrollIntoView()`);
  await browser.key("f");
  await browser.until("view.picture.chains.visible && view.state.look.column.chain_force.length > 0", "force chains");
  check((await browser.eval("document.getElementById('legend').textContent")).includes("normal force"), "and what they are");
  await picture(browser, "view-chains");
  await browser.key("d");
  check((await browser.eval("document.documentElement.dataset.theme")) === "dark", "dark ground by a key");
  await finish(browser, run);
}

async function onAPhone() {
  const browser = await Browser.open(program, run, { width: 390, height: 760, dark: true, touch: true });
  await browser.until(drawn, "the first look on a phone");
  check((await browser.eval(look)).colours > 50, "a picture");
  check(await browser.eval("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
  check((await browser.eval("document.getElementById('canvas').clientHeight")) > 300, "the picture has room");
  await browser.eval(`document.getElementById("more").click()`);
  check(await browser.eval("document.documentElement.scrollWidth <= innerWidth"), "nor with the panel");
  check((await browser.eval("getComputedStyle(document.body).backgroundColor")) === "rgb(16, 21, 27)", "dark, as the system is");
  await picture(browser, "view-phone");
  await finish(browser, run);
}

async function aCellThatDeforms() {
  const browser = await Browser.open(program, cell, { width: 700, height: 600 });
  await browser.until(drawn, "the first look at a cell");
  const seen = () => browser.eval("[view.picture.grains.radius(3), view.picture.grains.meshes[0].mesh.uuid]");
  // How far right the brick and the leaning edges go, in units of the scene.
  const right = () => browser.eval("view.picture.cell.map((lines) => Math.max(...lines.geometry.attributes.position.array.filter((_, i) => i % 3 === 0)))");
  await browser.eval("view.goTo(0)");
  await browser.until("view.state.look.number === 0", "the first frame");
  check((await browser.eval("view.picture.box.children.length")) === 2, "the brick and the leaning edges in the place of the domain");
  const [small, mesh] = await seen();
  const upright = await right();
  await browser.eval("view.goTo(4)");
  await browser.until("view.state.look.number === 4", "the last frame");
  const leaning = await right();
  const unit = await browser.eval("view.picture.size");
  const by = [0, 1].map((k) => (leaning[k] - upright[k]) * unit);
  check(Math.abs(by[0]) < 1e-8 && Math.abs(by[1] - 0.0048) < 1e-7, `it leans: ${by}`);
  const [large, again] = await seen();
  check(Math.abs(large / small - Math.exp(0.1)) < 1e-4, `grains grow: ${small} ${large}`);
  check(mesh === again, "in the same mesh");
  check((await browser.eval(look)).colours > 50, "a picture");
  await picture(browser, "view-cell");
  await finish(browser, cell);
}

async function clumpsAreGrains() {
  const browser = await Browser.open(program, clumps, { width: 700, height: 600 });
  await browser.until(drawn, "the first look at clumps");
  const words = await browser.eval("document.getElementById('count').textContent");
  check(words.startsWith("20 grains of 40 balls"), words);
  check((await browser.eval("view.picture.grains.meshes[0].mesh.geometry.instanceCount")) === 40, "each of the balls is drawn");
  await finish(browser, clumps);
}

async function aRunInProgress() {
  const browser = await Browser.open(program, live, { width: 1180, height: 760 });
  await browser.until(drawn, "the first look at a run in progress");
  const first = await browser.eval("view.state.look.step");
  await browser.until(`view.state.look.step > ${first}`, "it goes on");
  await browser.key(" ");
  await browser.until("view.state.paused", "it pauses by a key");
  await browser.until("document.getElementById('pause').textContent === 'go on'", "and says so");
  const step = () => browser.eval("Number(document.getElementById('run-facts').textContent.match(/step([0-9,]+) of/)[1].replaceAll(',', ''))");
  // The chunk of steps that was under way comes to its end first.
  let paused = -1;
  for (let now = await step(); now !== paused; now = await step()) {
    paused = now;
    await new Promise((done) => setTimeout(done, 1500));
  }
  await browser.key(".");
  await browser.until(`Number(document.getElementById('run-facts').textContent.match(/step([0-9,]+) of/)[1].replaceAll(',', '')) === ${paused + 1}`, "a step");
  check((await browser.eval(look)).colours > 50, "a picture");
  await browser.eval(`document.getElementById("save").click()`);
  await browser.until("document.getElementById('did').textContent.startsWith('saved as kept-')", "a snapshot");
  await browser.eval(`document.getElementById("plots-part").open = true`);
  await browser.until("document.querySelectorAll('#plots canvas').length > 0", "plots of a run in progress");
  await browser.eval(`document.getElementById("branch-part").open = true`);
  await browser.until("document.querySelectorAll('#parameters .parameter').length > 5", "numbers that a branch may change");
  await browser.eval(`(() => { const f = document.getElementById("branch-filter"); f.value = "friction"; f.dispatchEvent(new Event("input")); })()`);
  check((await browser.eval("document.querySelectorAll('#parameters .parameter').length")) === 1, "those that are looked for");
  await browser.eval(`(() => { const s = document.querySelector("#parameters input"); s.value = 800; s.dispatchEvent(new Event("input")); })()`);
  check((await browser.eval("document.querySelector('#parameters input[type=text]').value")) === "0.8", "a slider sets the value");
  check(await browser.eval("!document.querySelector('#parameters button').disabled"), "and may branch");
  await picture(browser, "view-live");
  await browser.key(" ");
  await browser.until("!view.state.paused", "it goes on");
  await browser.until(`view.state.look.step > ${paused + 1}`, "and is seen to");
  await browser.key("f");
  await browser.until("view.picture.chains.visible", "force chains of a run in progress");
  await browser.until("view.state.look.forces_time < view.state.look.time && view.picture.chains.geometry.instanceCount > 0", "which go with the grains");
  await finish(browser, live);
}

await aRunThatIsOver();
await onAPhone();
await aCellThatDeforms();
await clumpsAreGrains();
await aRunInProgress();
process.stdout.write(`the page holds: ${checks} checks\n`);
