// browser.mjs - a headless browser that is told what to do over a pipe (the DevTools protocol of Chromium), without a library.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  static async open(program, address, { width = 1280, height = 800, dark = false, touch = false } = {}) {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "scree-browser-"));
    const options = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--remote-debugging-pipe", "--disable-extensions", "--disable-background-networking", "--no-first-run", "--hide-scrollbars", `--user-data-dir=${browser.folder}`, "about:blank"];
    browser.process = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.ended = new Promise((done) => browser.process.once("exit", done));
    browser.asked = new Map();
    browser.number = 0;
    browser.faults = [];
    browser.fetched = [];
    browser.listen();
    const { targetInfos } = await browser.say("Target.getTargets");
    const page = targetInfos.find((target) => target.type === "page");
    browser.session = (await browser.say("Target.attachToTarget", { targetId: page.targetId, flatten: true })).sessionId;
    for (const part of ["Page", "Runtime", "Log", "Network"]) await browser.say(`${part}.enable`);
    await browser.say("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
    await browser.say("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    if (touch) await browser.say("Emulation.setTouchEmulationEnabled", { enabled: true });
    await browser.say("Page.navigate", { url: address });
    return browser;
  }

  listen() {
    let rest = "";
    this.process.stdio[4].setEncoding("utf8");
    this.process.stdio[4].on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts) this.hear(JSON.parse(part));
    });
  }

  hear(message) {
    if (message.id) {
      const { done, failed } = this.asked.get(message.id);
      this.asked.delete(message.id);
      if (message.error) failed(new Error(message.error.message));
      else done(message.result);
    }
    const { method, params } = message;
    if (method === "Runtime.exceptionThrown") this.faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") this.faults.push(params.args.map((arg) => arg.value ?? arg.description).join(" "));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.faults.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    if (method === "Network.requestWillBeSent") this.fetched.push(params.request.url);
  }

  say(method, params = {}) {
    const id = ++this.number;
    const message = { id, method, params, ...(this.session ? { sessionId: this.session } : {}) };
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.process.stdio[3].write(`${JSON.stringify(message)}\0`);
    });
  }

  async eval(expression) {
    const answer = await this.say("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text}`);
    return answer.result.value;
  }

  // Until the expression is true, at most so many seconds.
  async until(expression, words, seconds = 30) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      if (await this.eval(expression)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${words}: not within ${seconds} s; ${this.faults.join("\n")}`);
  }

  async key(key) {
    const code = key === " " ? "Space" : key;
    const text = key.length === 1 ? { text: key } : {};
    await this.say("Input.dispatchKeyEvent", { type: "keyDown", key, code, ...text });
    await this.say("Input.dispatchKeyEvent", { type: "keyUp", key, code });
  }

  async click(x, y) {
    for (const type of ["mousePressed", "mouseReleased"]) await this.say("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  }

  async screenshot(path) {
    const { data } = await this.say("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async close() {
    this.process.kill();
    await this.ended;
    // Its other processes may live on for a moment and write to the folder while it is removed.
    for (let tries = 100; ; tries--) {
      try {
        rmSync(this.folder, { recursive: true, force: true });
        return;
      } catch (error) {
        if (tries === 0) throw error;
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }
}
