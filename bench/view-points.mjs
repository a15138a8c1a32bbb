#!/usr/bin/env node
// view-points.mjs BROWSER ADDRESS [PICTURES] - what a page of the view takes to draw the grains that it sees, in a headless browser without a
// graphics processor: pictures of 400 x 300 from so many sides, as one line of JSON.
import { Browser } from "../assets/browser.mjs";

const [program, address, pictures = "5"] = process.argv.slice(2);
// A picture is done when one of its pixels can be read.
const drawing = `(() => {
  const gl = view.picture.renderer.getContext();
  const begin = performance.now();
  view.picture.draw();
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  return performance.now() - begin;
})()`;

const begin = performance.now();
const browser = await Browser.open(program, address, { width: 400, height: 300 });
await browser.until("Boolean(window.view?.state.look && view.picture.drawn > 1)", "the first look", 300);
const first = performance.now() - begin;
const drawn = [];
for (let i = 0; i < Number(pictures); i++) {
  await browser.key("ArrowLeft");
  drawn.push(await browser.eval(drawing));
}
drawn.sort((a, b) => a - b);
const seen = await browser.eval("({ grains: view.state.look.grains, points: view.picture.grains.meshes.some((one) => one.points) })");
process.stdout.write(
  `${JSON.stringify({
    bench: "view-points",
    ...seen,
    first_picture_s: Math.round(first / 100) / 10,
    draw_ms: Math.round(drawn[Math.floor(drawn.length / 2)]),
    draw_ms_most: Math.round(drawn.at(-1)),
  })}\n`
);
await browser.close();
