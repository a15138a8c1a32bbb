// report.js - the plots of a page of `scree report` as ones that can be zoomed, by uPlot, which stands before this text in the
// bundle. The drawings that the page has anyway stay for paper; where anything here fails, they stay for all.
(function () {
  "use strict";

  function named(name, unit) {
    return unit ? name + " [" + unit + "]" : name;
  }

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#555";
  }

  // Lines where stages begin, with their names.
  function drawMarks(marks) {
    return function (plot) {
      const context = plot.ctx;
      const area = plot.bbox;
      context.save();
      context.strokeStyle = context.fillStyle = colour("--soft");
      context.setLineDash([3, 3]);
      context.textAlign = "left";
      marks.forEach(function (mark) {
        const x = plot.valToPos(mark.x, "x", true);
        if (mark.x === null || x < area.left || x > area.left + area.width) return;
        context.beginPath();
        context.moveTo(x, area.top);
        context.lineTo(x, area.top + area.height);
        context.stroke();
        context.fillText(mark.name, x + 4, area.top + 12);
      });
      context.restore();
    };
  }

  function drawBand(plot, places, curve, ink) {
    const context = plot.ctx;
    const known = places.map((_, k) => k).filter((k) => curve.low[k] !== null && curve.high[k] !== null);
    const path = known.map((k) => [places[k], curve.high[k]]);
    known.reverse().forEach((k) => path.push([places[k], curve.low[k]]));
    context.fillStyle = ink;
    context.globalAlpha = 0.22;
    context.beginPath();
    path.forEach((place) => context.lineTo(plot.valToPos(place[0], "x", true), plot.valToPos(place[1], "y", true)));
    context.fill();
    context.globalAlpha = 1;
  }

  // The bands of errors, and means in the band of their standard errors.
  function drawErrors(curves, places) {
    return function (plot) {
      const context = plot.ctx;
      const area = plot.bbox;
      context.save();
      context.beginPath();
      context.rect(area.left, area.top, area.width, area.height);
      context.clip();
      curves.forEach(function (curve, k) {
        if (curve.low) drawBand(plot, places, curve, colour("--c" + (k % 8)));
        if (curve.mean === undefined) return;
        const y = plot.valToPos(curve.mean, "y", true);
        const top = plot.valToPos(curve.mean + curve.error, "y", true);
        const begin = plot.valToPos(curve.from, "x", true);
        const end = plot.valToPos(curve.to, "x", true);
        const bottom = plot.valToPos(curve.mean - curve.error, "y", true);
        context.fillStyle = context.strokeStyle = colour("--c" + (k % 8));
        context.globalAlpha = 0.22;
        context.fillRect(begin, top, end - begin, bottom - top);
        context.globalAlpha = 1;
        context.beginPath();
        context.moveTo(begin, y);
        context.lineTo(end, y);
        context.stroke();
      });
      context.restore();
    };
  }

  const dashes = [[], [12, 4], [4, 3], [12, 4, 3, 4]];

  function settings(plot, width) {
    const axis = { stroke: colour("--ink"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { stroke: colour("--grid"), width: 1 } };
    return {
      width: width,
      height: Math.round(0.42 * width),
      scales: { x: { time: false } },
      axes: [
        Object.assign({ label: named(plot.x_name, plot.x_unit) }, axis),
        Object.assign({ label: named(plot.y_name, plot.y_unit), size: 70 }, axis),
      ],
      series: [{ label: named(plot.x_name, plot.x_unit) }].concat(
        plot.curves.map(function (curve, k) {
          return { label: curve.name, stroke: colour("--c" + (k % 8)), width: 1.7, dash: dashes[k % 4], spanGaps: false };
        })
      ),
      hooks: { drawAxes: [drawErrors(plot.curves, plot.x)], draw: [drawMarks(plot.marks)] },
      cursor: { drag: { x: true, y: true, uni: 20 } },
    };
  }

  // uPlot wants places in ascending order.
  function ascends(values) {
    return values.every(function (value, k) {
      return value !== null && (k === 0 || value >= values[k - 1]);
    });
  }

  function show(plot) {
    const figure = document.getElementById(plot.id);
    if (!figure || plot.points < 2 || !ascends(plot.x)) return;
    const old = figure.querySelector(".zoom");
    if (old) old.remove();
    const drawing = figure.querySelector("svg");
    const place = document.createElement("div");
    place.className = "zoom screen";
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", drawing.getAttribute("aria-label"));
    const data = [plot.x].concat(
      plot.curves.map(function (curve) {
        return curve.y;
      })
    );
    new uPlot(settings(plot, Math.min(760, figure.clientWidth || 760)), data, place);
    figure.insertBefore(place, drawing);
    figure.classList.add("zoomed");
  }

  const plots = JSON.parse(document.getElementById("plot-data").textContent).plots;

  function showAll() {
    plots.forEach(function (plot) {
      try {
        show(plot);
      } catch (fault) {
        console.error(plot.id + ": " + fault.message);
      }
    });
  }

  showAll();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showAll);
})();
