#!/usr/bin/env node
// view-chains.mjs BROWSER ADDRESS [SECONDS] - what force chains cost a page of `scree view` or of a run with --view, in a headless browser
// without a graphics processor: how many looks came in so many seconds with chains shown, the longest time that the picture stood still, and
// what a look costs to take and to draw, as one line of JSON.
import { Browser } from "../assets/browser.mjs";

const [program, address, seconds = "30"] = process.argv.slice(2);

// Wraps what the page does with a look; of a run that is over frames are shown one after the other.
const count = `(() => {
  const seen = window.seen = { at: [], take: [], rods: [] };
  const take = view.picture.take.bind(view.picture);
  view.picture.take = (look) => {
    const begin = performance.now();
    const good = take(look);
    seen.take.push(performance.now() - begin);
    seen.at.push(begin);
    seen.rods.push(view.picture.chains.geometry.instanceCount);
    return good;
  };
})()`;
// The server takes a page that is busy for long for one that has gone: so only one picture at a time, and a small one.
const drawing = `(() => {
  const gl = view.picture.renderer.getContext();
  const begin = performance.now();
  view.picture.draw();
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  return performance.now() - begin;
})()`;

const browser = await Browser.open(program, address, { width: 400, height: 300 });
await browser.until("Boolean(window.view?.state.look && view.picture.drawn > 1)", "the first look", 60);
const plain = await browser.eval(drawing);
const live = await browser.eval("view.state.scene.mode === 'live'");
if (!live) await browser.eval("view.goTo(view.state.scene.times.length - 1)");
await browser.eval("document.getElementById('show-chains').click()");
await browser.until("view.picture.chains.visible", "force chains", 400);
await browser.eval(count);
const begin = await browser.eval("performance.now()");
// Of a run that is over its last two frames, in turn.
if (!live) await browser.eval("setInterval(() => view.goTo(2 * view.state.scene.times.length - 3 - view.state.look.number), 100)");
await new Promise((done) => setTimeout(done, 1000 * Number(seconds)));
const seen = await browser.eval("({ ...window.seen, now: performance.now(), grains: view.state.look.grains, contacts: view.state.look.contacts })");
const drawn = await browser.eval(drawing);
const at = [begin, ...seen.at, seen.now];
const middle = (list) => Math.round(10 * (list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0)) / 10;
const still = Math.max(...at.slice(1).map((time, i) => time - at[i]));
process.stdout.write(
  `${JSON.stringify({
    bench: "view-chains",
    live,
    grains: seen.grains,
    contacts: seen.contacts,
    rods: seen.rods.at(-1),
    looks_per_second: Math.round((100 * seen.at.length) / Number(seconds)) / 100,
    still_s: Math.round(still / 100) / 10,
    take_ms: middle(seen.take),
    draw_ms: Math.round(drawn),
    draw_without_ms: Math.round(plain),
  })}\n`
);
await browser.close();
