// branches.js - a slider for each number of the case that a branch may change, and the branches that were made.
import { number } from "./words.js";

const STEPS = 1000;
const SHOWN = 40;

// Where a slider begins and ends: shares from 0 to 1, all else from a quarter to four times the value.
function ends({ value, unit }) {
  if (value === 0) return [-1, 1];
  if (unit === "" && value > 0 && value <= 1) return [0, 1];
  return value > 0 ? [value / 4, 4 * value] : [4 * value, value / 4];
}

export class Branches {
  // `branch` asks for one with a key and a value as text.
  constructor(find, branch) {
    Object.assign(this, { find, branch, parameters: [], told: "" });
    find("branch-filter").addEventListener("input", () => this.show());
  }

  take(parameters) {
    this.parameters = parameters;
    this.show();
  }

  show() {
    const wanted = this.find("branch-filter").value.trim().toLowerCase();
    const shown = this.parameters.filter((one) => one.key.toLowerCase().includes(wanted)).slice(0, SHOWN);
    this.find("parameters").replaceChildren(...shown.map((one) => this.row(one)));
  }

  row(parameter) {
    const [low, high] = ends(parameter);
    const row = document.createElement("div");
    const slider = document.createElement("input");
    const text = document.createElement("input");
    const button = document.createElement("button");
    const label = document.createElement("label");
    const spelt = (value) => (parameter.unit ? `${value} ${parameter.unit}` : `${value}`);
    Object.assign(slider, { type: "range", min: 0, max: STEPS, value: (STEPS * (parameter.value - low)) / (high - low) });
    slider.setAttribute("aria-label", parameter.key);
    Object.assign(text, { type: "text", value: spelt(parameter.value), size: 14 });
    text.setAttribute("aria-label", `value of ${parameter.key}`);
    Object.assign(button, { type: "button", textContent: "branch", disabled: true });
    slider.addEventListener("input", () => {
      text.value = spelt(number(low + ((high - low) * slider.value) / STEPS, 4));
      button.disabled = false;
    });
    text.addEventListener("input", () => (button.disabled = text.value.trim() === ""));
    button.addEventListener("click", () => {
      button.disabled = true;
      this.branch(parameter.key, text.value.trim());
    });
    label.append(parameter.key, slider);
    row.className = "parameter";
    row.append(label, text, button);
    return row;
  }

  // What became of them.
  tell(branches) {
    const told = JSON.stringify(branches);
    if (told === this.told) return;
    this.told = told;
    this.find("branches").replaceChildren(
      ...branches.map((one) => {
        const part = document.createElement("div");
        const command = document.createElement("pre");
        const words = document.createElement("p");
        command.textContent = one.command;
        if (one.address) {
          const link = document.createElement("a");
          Object.assign(link, { href: one.address, target: "_blank", rel: "noopener noreferrer", textContent: "look at it" });
          words.append(link);
        } else words.textContent = one.going ? "begins" : one.words;
        part.append(command, words);
        return part;
      })
    );
  }
}
