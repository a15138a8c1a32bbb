// grain.js - one grain that was pointed at: what it is, what touches it, and how it went while one looked.
import { curve } from "./plots.js";
import { count, number, quantity } from "./words.js";

const length = (v) => Math.hypot(...v);

function facts(list, pairs) {
  list.replaceChildren(
    ...pairs.flatMap(([name, value]) => {
      const term = document.createElement("dt");
      const words = document.createElement("dd");
      term.textContent = name;
      words.textContent = value;
      return [term, words];
    })
  );
}

export class GrainCard {
  // `ask` asks the program for a grain at a moment, `choose` makes another one the chosen one.
  constructor(find, ask, choose) {
    Object.assign(this, { find, ask, choose, id: null, past: [] });
    find("grain-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const id = Number(find("grain-id").value);
      if (find("grain-id").value.trim() !== "" && Number.isInteger(id)) choose(id);
    });
    find("grain-none").addEventListener("click", () => choose(null));
  }

  begin(id) {
    this.id = id;
    this.past = [];
    this.plot?.destroy();
    this.plot = null;
    this.find("grain-id").value = id ?? "";
    this.find("grain-touches").replaceChildren();
    facts(this.find("grain-facts"), []);
  }

  take(grain) {
    if (grain.id !== this.id) return;
    if (!grain.there) {
      facts(this.find("grain-facts"), [["", `there is no grain ${grain.id} now`]]);
      return;
    }
    this.remember(grain);
    this.show(grain);
  }

  remember(grain) {
    const point = { time: grain.time, speed: grain.speed, force: grain.force ? length(grain.force) : null };
    this.past = this.past.filter((one) => one.time !== grain.time);
    this.past.push(point);
    this.past.sort((a, b) => a.time - b.time);
  }

  show(grain) {
    const vector = (v, unit) => v.map((part) => quantity(part, unit, 3)).join(", ");
    const pairs = [
      ["id", grain.balls > 1 ? `${grain.id}, ball of the body ${grain.body} with ${grain.balls}` : count(grain.id)],
      ["shape", grain.shape],
      ["material", grain.material],
      ["set", grain.set],
      ["radius", quantity(grain.radius, "m")],
      ["place", vector(grain.position, "m")],
      ["speed", quantity(grain.speed, "m/s")],
      ["velocity", vector(grain.velocity, "m/s")],
    ];
    if (grain.force) {
      pairs.push(["mass", grain.mass === null ? "does not move" : `${number(grain.mass)} kg`]);
      pairs.push(["spin", vector(grain.spin, "rad/s")], ["force", quantity(length(grain.force), "N")], ["torque", quantity(length(grain.torque), "N m")]);
      pairs.push(["contacts", grain.contacts]);
    }
    facts(this.find("grain-facts"), pairs);
    this.showTouches(grain);
    this.draw();
  }

  showTouches(grain) {
    const head = "<tr><th>with</th><th>normal force</th><th>overlap</th></tr>";
    const table = this.find("grain-touches");
    table.innerHTML = grain.touches?.length ? head : "";
    for (const touch of grain.touches ?? []) {
      const row = table.insertRow();
      const other = row.insertCell();
      if (touch.wall) other.textContent = touch.wall;
      else {
        const button = document.createElement("button");
        button.textContent = touch.with;
        button.addEventListener("click", () => this.choose(touch.with));
        other.append(button);
      }
      row.insertCell().textContent = quantity(touch.normal_force, "N", 3);
      row.insertCell().textContent = quantity(touch.overlap, "m", 3);
    }
  }

  draw() {
    if (this.past.length < 2 || !this.find("grain-part").open) return;
    const x = this.past.map((point) => point.time);
    const y = [this.past.map((point) => point.speed)];
    if (this.plot) this.plot.setData([x, ...y]);
    else this.plot = curve(this.find("grain-plot"), { x, y, names: ["speed"], xLabel: "time [s]", yLabel: "speed [m/s]" });
  }
}
