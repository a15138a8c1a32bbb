// main.js - the page of the view: what is asked of the program when, and what its answers change.
import { Branches } from "./branches.js";
import { valueColour, kindColour } from "./colours.js";
import { GrainCard } from "./grain.js";
import { Link } from "./link.js";
import { Picture } from "./picture.js";
import { Plots } from "./plots.js";
import { readQuantity } from "./units.js";
import { count, quantity, span } from "./words.js";

const find = (id) => document.getElementById(id);

const state = {
  scene: null, // facts of the scene
  look: null, // the newest look
  wanted: 0, // the frame that is to be shown, of a run that is over
  asked: false, // a look is on its way
  playing: false,
  paused: false,
  grain: null, // its id
  range: [NaN, NaN], // as typed
  fitted: false,
};
window.view = { state }; // for tests

// ---- asking

function wish(anew) {
  return { colour: find("colour").value || "speed", chains: find("show-chains").checked, rods: Number(find("rods").value), anew: Boolean(anew) };
}

function askLook(anew = false) {
  if (state.asked && !anew) return;
  state.asked = true;
  const live = state.scene?.mode === "live";
  const after = live && state.look && !anew ? { after: state.look.number } : {};
  link.ask("frame", { ...wish(anew), ...(live ? after : { at: state.wanted }) });
}

function askGrain() {
  if (state.grain !== null) link.ask("grain", { id: state.grain, at: state.look?.number ?? 0, whole: true });
}

// What is shown by another colour, or with chains, is the same moment once more.
function askAgain() {
  if (state.scene) {
    state.asked = false;
    askLook(true);
  }
}

// ---- answers

function takeScene(scene) {
  const first = !state.scene;
  state.scene = scene;
  document.title = `${scene.title || scene.what} - scree view`;
  find("title").textContent = scene.title || scene.what;
  find("title").title = scene.what;
  find("mode").textContent = { live: "a run in progress", run: "a run", snapshot: "a snapshot", case: "a case at its start" }[scene.mode];
  find("scrub").hidden = scene.mode !== "run";
  find("drive").hidden = find("run-part").hidden = scene.mode !== "live";
  find("plots-part").hidden = !scene.has_tables;
  find("branch-part").hidden = !scene.can_branch;
  find("grain-history").hidden = scene.mode !== "run";
  if (first) fillColours(scene);
  find("at").max = scene.times.length - 1;
  state.fresh = true;
  askLook(true);
}

function fillColours(scene) {
  const several = scene.set_names.length > 1;
  find("colour").replaceChildren(
    ...scene.colours.map((colour) => new Option(colour.unit ? `${colour.name} [${colour.unit}]` : colour.name, colour.name))
  );
  find("colour").value = several ? "set" : "speed";
}

function takeLook(look) {
  state.asked = false;
  if (look.scene !== state.scene.scene) {
    link.ask("scene", { at: look.number });
    return;
  }
  if (!state.fitted) {
    picture.begin(state.scene, look);
    makeCuts();
    state.fitted = true;
  }
  if (state.fresh) {
    picture.takeScene(state.scene);
    state.fresh = false;
  }
  if (!picture.take(look)) {
    askLook(true);
    return;
  }
  state.look = look;
  showLook(look);
  if (state.grain !== null) {
    askGrain();
    markGrain();
  }
  if (state.scene.mode === "live") askLook();
  else if (look.number !== state.wanted) askLook();
}

function showLook(look) {
  const scene = state.scene;
  find("clock").textContent = `t = ${quantity(look.time, "s")}`;
  find("count").textContent = `${count(look.grains)} grains` + (look.balls > look.grains ? ` of ${count(look.balls)} balls` : "") + (look.has_contacts ? `, ${count(look.contacts)} contacts` : "");
  find("at").value = look.number;
  find("at-time").textContent = scene.mode === "run" ? `${look.number + 1} of ${scene.times.length}` : "";
  setRange(look);
  setSizes();
  showLegend(look);
  plots.redraw();
}

// The range of colours: as typed, else where nearly all values lie; speeds begin at zero.
function setRange(look) {
  const { name, usual_low, usual_high, low, high } = look.colour;
  const begin = ["speed", "velocity", "force", "contacts"].includes(name) ? 0 : usual_low;
  const typed = state.range;
  const range = [Number.isFinite(typed[0]) ? typed[0] : begin, Number.isFinite(typed[1]) ? typed[1] : usual_high > usual_low ? usual_high : high];
  picture.grains.uniforms.colourRange.value.set(...range);
  state.shownRange = range;
  void low;
}

function showLegend(look) {
  const legend = find("legend");
  const chains = look.column.chain_force;
  if (look.colour.kinds && !chains) {
    const names = state.scene[`${look.colour.name}_names`] ?? [];
    legend.replaceChildren(
      ...names.slice(0, 12).map((name, i) => {
        const one = document.createElement("span");
        const dot = document.createElement("i");
        one.className = "kind";
        dot.style.background = kindColour(i);
        one.append(dot, name);
        return one;
      })
    );
    return;
  }
  const range = chains ? [0, look.strongest] : state.shownRange;
  const unit = chains ? "N" : look.colour.unit;
  const older = chains && look.forces_time < look.time ? ` at t = ${quantity(look.forces_time, "s")}` : "";
  const name = chains ? `normal force${older}` : look.colour.name;
  legend.replaceChildren(document.createTextNode(name), bar(), ends(range, unit));
}

function bar() {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = 1;
  const pen = canvas.getContext("2d");
  for (let i = 0; i < 256; i++) {
    pen.fillStyle = `rgb(${valueColour(i / 255).join(",")})`;
    pen.fillRect(i, 0, 1, 1);
  }
  return canvas;
}

function ends(range, unit) {
  const row = document.createElement("div");
  row.className = "ends";
  for (const value of range) {
    const end = document.createElement("span");
    end.textContent = quantity(value, unit, 3);
    row.append(end);
  }
  return row;
}

function takeStatus(status) {
  if (status.about) {
    find("about-part").hidden = false;
    if (find("about").textContent !== status.about) {
      find("about").textContent = status.about;
      find("about-part").open = true;
    }
  }
  if (status.mode !== "live" || status.step === undefined) return;
  state.paused = status.paused;
  find("pause").textContent = status.paused ? "go on" : "pause";
  find("step").disabled = !status.paused;
  find("progress").value = status.end_step > 0 ? status.step / status.end_step : 1;
  const facts = [
    ["step", `${count(status.step)} of ${count(status.end_step)}`],
    ["time", `${quantity(status.time, "s")} of ${quantity(status.end_time, "s")}`],
    ["speed", status.paused ? "paused" : `${quantity(status.rate, "")} steps/s`],
    ["left", status.paused ? "-" : span(status.left)],
    ["grains", count(status.grains)],
    ["contacts", count(status.contacts)],
    ["kinetic energy", quantity(status.kinetic, "J")],
  ];
  if (status.stage) facts.push(["stage", status.stage]);
  if (status.residual !== null && status.residual !== undefined)
    facts.push(["energy residual", `${quantity(status.residual, "J")}, ${quantity(status.residual_share, "")} of what was turned over`]);
  find("run-facts").replaceChildren(
    ...facts.flatMap(([name, value]) => {
      const term = document.createElement("dt");
      const words = document.createElement("dd");
      term.textContent = name;
      words.textContent = value;
      return [term, words];
    })
  );
  find("warnings").replaceChildren(
    ...(status.warnings ?? []).map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    })
  );
  branches.tell(status.branches ?? []);
  if (status.kept) find("did").textContent = status.kept;
}

function notice(words) {
  find("notice").hidden = !words;
  find("notice").textContent = words ?? "";
}

const answers = {
  scene: takeScene,
  frame: takeLook,
  status: takeStatus,
  tables: (answer) => plots.take(answer.tables),
  grain: (answer) => grain.take(answer),
  parameters: (answer) => branches.take(answer.parameters),
  done: (answer) => {
    find("did").textContent = answer.words;
    link.ask("status");
  },
  fault: (fault) => notice(`${fault.where}: ${fault.what} (${fault.hint})`),
};

function lost(there) {
  if (!there) {
    notice("no place: eight pages look at it already, or it has just ended; close another page, wait some seconds, and load this one again");
    return;
  }
  const live = state.scene?.mode === "live";
  notice(live ? `the run has ended, or its view was closed; look at it with: scree view ${state.scene.what}` : "the view was closed");
  state.playing = false;
}

// ---- what is chosen

function chooseGrain(id) {
  state.grain = id;
  grain.begin(id);
  if (id !== null) {
    find("grain-part").open = true;
    askGrain();
  }
  markGrain();
}

function markGrain() {
  const row = state.grain === null ? -1 : picture.grains.layout.id.indexOf(state.grain);
  picture.markGrain(row < 0 ? null : picture.place(row), row < 0 ? 0 : picture.grains.radius(row));
}

function makeCuts() {
  const axes = state.scene.dimensions === 2 ? ["x", "y"] : ["x", "y", "z"];
  find("cuts").replaceChildren(
    ...axes.flatMap((axis, k) =>
      ["from", "to"].map((word) => {
        const label = document.createElement("label");
        const slider = document.createElement("input");
        Object.assign(slider, { type: "range", min: 0, max: 1000, value: word === "from" ? 0 : 1000, id: `cut-${axis}-${word}` });
        slider.addEventListener("input", () => setCut(k, word, slider.value / 1000));
        label.append(`${axis} ${word} `, slider);
        return label;
      })
    )
  );
}

// A plane of the cut, as a part of the scene; at its end nothing is cut.
function setCut(axis, word, part) {
  const { cutLow, cutHigh } = picture.grains.uniforms;
  const from = word === "from";
  const open = from ? part <= 0 : part >= 1;
  const at = part - 0.5;
  (from ? cutLow : cutHigh).value.setComponent(axis, open ? (from ? -1e30 : 1e30) : at);
  picture.later();
}

function setSizes() {
  const { radius_low: low, radius_high: high } = state.look;
  const part = (id) => Number(find(id).value) / 1000;
  const at = (share) => low + (high - low) * share;
  const from = part("size-low") <= 0 ? -1 : at(part("size-low"));
  const to = part("size-high") >= 1 ? Infinity : at(part("size-high"));
  picture.grains.uniforms.sizes.value.set(from / picture.size, Math.min(to / picture.size, 1e30));
  find("sizes").textContent = from < 0 && to === Infinity ? "" : `radius ${quantity(Math.max(from, low), "m", 3)} to ${quantity(Math.min(to, high), "m", 3)}`;
  picture.later();
}

function setChains() {
  const on = find("show-chains").checked;
  find("scale").value = on ? 0.35 : 1;
  picture.grains.uniforms.pale.value = on;
  setScale();
  askAgain();
}

function setScale() {
  picture.grains.uniforms.scale.value = Number(find("scale").value);
  picture.later();
}

function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const colours = getComputedStyle(document.documentElement);
  picture.ground(colours.getPropertyValue("--ground").trim(), colours.getPropertyValue("--ink").trim());
  find("light").textContent = dark ? "light" : "dark";
  plots.shown = null;
  plots.draw();
  state.dark = dark;
}

// ---- frames of a run that is over

function goTo(frame) {
  const last = state.scene.times.length - 1;
  state.wanted = Math.min(Math.max(frame, 0), last);
  askLook();
}

function play() {
  if (state.scene?.mode === "live") {
    link.ask(state.paused ? "go" : "pause");
    link.ask("status");
    return;
  }
  state.playing = !state.playing;
  find("play").textContent = state.playing ? "pause" : "play";
  if (state.playing && state.wanted >= state.scene.times.length - 1) goTo(0);
}

function back() {
  if (state.scene?.mode === "run") goTo(state.wanted - 1);
}

function on() {
  if (state.scene?.mode === "run") goTo(state.wanted + 1);
  else if (state.paused) step();
}

function step() {
  link.ask("step", { count: Math.max(1, Math.round(Number(find("steps").value) || 1)) });
  link.ask("status");
}

setInterval(() => {
  if (!state.playing || state.asked || state.look?.number !== state.wanted) return;
  if (state.wanted < state.scene.times.length - 1) goTo(state.wanted + 1);
  else play();
}, 80);

// All frames, or two hundred of them, one after the other.
async function history() {
  const frames = state.scene.times.length;
  const stride = Math.ceil(frames / 200);
  for (let k = 0; k < frames && state.grain !== null; k += stride) {
    link.ask("grain", { id: state.grain, at: k });
    await new Promise((done) => setTimeout(done, 60));
  }
  askGrain();
}

// ---- pictures

function save(blob, name) {
  const way = document.createElement("a");
  way.href = URL.createObjectURL(blob);
  way.download = name;
  way.click();
  setTimeout(() => URL.revokeObjectURL(way.href), 10000);
}

function savePicture() {
  picture.draw();
  find("canvas").toBlob((blob) => save(blob, `view-${String(state.look?.step ?? 0).padStart(9, "0")}.png`));
}

let film = null;
function saveFilm() {
  if (film) {
    film.stop();
    return;
  }
  const parts = [];
  film = new MediaRecorder(find("canvas").captureStream(25));
  film.ondataavailable = (event) => parts.push(event.data);
  film.onstop = () => {
    save(new Blob(parts, { type: film.mimeType }), "view.webm");
    film = null;
    find("save-film").textContent = "film: begin";
  };
  film.start();
  find("save-film").textContent = "film: end and save";
}

// ---- keys and buttons

function nextColour() {
  const choice = find("colour");
  choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
  choice.dispatchEvent(new Event("change"));
}

function panel() {
  const away = find("panel").classList.toggle("away");
  find("more").setAttribute("aria-expanded", String(!away));
}

function flip(id) {
  find(id).checked = !find(id).checked;
  find(id).dispatchEvent(new Event("change"));
}

const keys = { " ": play, ",": back, ".": on, f: () => flip("show-chains"), c: nextColour, d: () => theme(state.dark ? "light" : "dark"), p: panel, s: savePicture };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input, select, textarea, summary, button") && event.target.id !== "canvas";
  if (typing && !(event.target.closest("button") && event.key !== " " && event.key !== "Enter")) return;
  const ours = keys[event.key];
  if (ours) ours();
  else if (!picture.orbit.key(event)) return;
  event.preventDefault();
});

const plots = new Plots(find("plots"), find("table"), () => state.look?.time);
const picture = new Picture(find("canvas"), (x, y) => {
  const row = state.look ? picture.pick(x, y) : -1;
  chooseGrain(row < 0 ? null : picture.grains.layout.id[row]);
});
const grain = new GrainCard(find, askGrain, chooseGrain);
const branches = new Branches(find, (key, value) => link.ask("branch", { key, value }));
const link = new Link((answer) => answers[answer.kind]?.(answer), lost);
Object.assign(window.view, { picture, plots, grain, link, chooseGrain, goTo });

const clicks = { play, back, on, step, light: () => theme(state.dark ? "light" : "dark"), more: panel, pause: play };
for (const [id, call] of Object.entries(clicks)) find(id).addEventListener("click", call);
find("save").addEventListener("click", () => link.ask("save"));
find("save-picture").addEventListener("click", savePicture);
find("save-film").addEventListener("click", saveFilm);
find("grain-history").addEventListener("click", history);
find("at").addEventListener("input", () => goTo(Number(find("at").value)));
find("colour").addEventListener("change", () => {
  state.range = [NaN, NaN];
  find("range-low").value = find("range-high").value = "";
  askAgain();
});
for (const [k, id] of ["range-low", "range-high"].entries())
  find(id).addEventListener("change", () => {
    const unit = state.look?.colour.unit;
    const typed = find(id).value.trim();
    state.range[k] = readQuantity(typed, unit);
    const bad = "is no quantity of this colour";
    if (typed && Number.isNaN(state.range[k])) notice(`'${typed}' ${bad}: give a number${unit ? ` in ${unit}, or with a unit as cases have it` : ""}`);
    else if (find("notice").textContent.includes(bad)) notice("");
    if (state.look) showLook(state.look);
    picture.later();
  });
find("range-auto").addEventListener("click", () => {
  state.range = [NaN, NaN];
  find("range-low").value = find("range-high").value = "";
  if (state.look) showLook(state.look);
  picture.later();
});
find("show-grains").addEventListener("change", () => {
  picture.group.visible = find("show-grains").checked;
  picture.later();
});
find("show-walls").addEventListener("change", () => {
  picture.walls.visible = find("show-walls").checked;
  picture.later();
});
find("show-box").addEventListener("change", () => {
  picture.box.visible = find("show-box").checked;
  picture.later();
});
find("show-chains").addEventListener("change", setChains);
find("rods").addEventListener("change", askAgain);
find("scale").addEventListener("input", setScale);
for (const id of ["size-low", "size-high"]) find(id).addEventListener("input", () => state.look && setSizes());
find("cut-none").addEventListener("click", () => {
  for (const slider of find("cuts").querySelectorAll("input")) {
    slider.value = slider.id.endsWith("from") ? 0 : 1000;
    slider.dispatchEvent(new Event("input"));
  }
});
find("branch-part").addEventListener("toggle", () => find("branch-part").open && link.ask("parameters"));
find("plots-part").addEventListener("toggle", () => find("plots-part").open && link.ask("tables"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme());

if (matchMedia("(max-width: 700px)").matches) panel();
theme();
link.opened.then(() => {
  link.ask("status");
  link.ask("scene");
  setInterval(() => {
    link.ask("status");
    if (find("plots-part").open && state.scene?.mode === "live") link.ask("tables");
  }, 1000);
});
