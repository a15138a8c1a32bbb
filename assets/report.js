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
    const own = curve.x || places;
    const known = own.map((_, k) => k).filter((k) => curve.low[k] !== null && curve.high[k] !== null);
    const path = known.map((k) => [own[k], curve.high[k]]);
    known.reverse().forEach((k) => path.push([own[k], curve.low[k]]));
    context.fillStyle = ink;
    context.globalAlpha = 0.22;
    context.beginPath();
    path.forEach((place) => context.lineTo(plot.valToPos(place[0], "x", true), plot.valToPos(place[1], "y", true)));
    context.fill();
    context.globalAlpha = 1;
  }

  // Dots have bars instead of a band.
  function drawBars(plot, curve, ink) {
    const context = plot.ctx;
    context.strokeStyle = ink;
    context.beginPath();
    curve.x.forEach(function (x, k) {
      if (curve.low[k] === null || curve.high[k] === null) return;
      const place = plot.valToPos(x, "x", true);
      context.moveTo(place, plot.valToPos(curve.low[k], "y", true));
      context.lineTo(place, plot.valToPos(curve.high[k], "y", true));
    });
    context.stroke();
  }

  // The number of the colour of a curve, and of its dashes.
  function number(curve, k) {
    return curve.colour === undefined ? k : curve.colour;
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
        const ink = colour("--c" + (number(curve, k) % 8));
        if (curve.low && curve.dots) drawBars(plot, curve, ink);
        else if (curve.low) drawBand(plot, places, curve, ink);
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

  // Upwards a plot holds the bands as well as the curves.
  function rangeWith(curves) {
    const ends = [];
    curves.forEach(function (curve) {
      if (curve.low) curve.low.concat(curve.high).forEach((value) => value !== null && ends.push(value));
    });
    return function (plot, least, greatest) {
      const low = ends.reduce((one, other) => Math.min(one, other), least === null ? Infinity : least);
      const high = ends.reduce((one, other) => Math.max(one, other), greatest === null ? -Infinity : greatest);
      return low <= high ? uPlot.rangeNum(low, high, 0.05, true) : [least, greatest];
    };
  }

  const dashes = [[], [12, 4], [4, 3], [12, 4, 3, 4]];

  function settings(plot, width) {
    const values = (_, splits) => splits.map((split) => (split === null ? "" : String(Number(split.toPrecision(7)))));
    const axis = { values: values, stroke: colour("--ink"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { stroke: colour("--grid"), width: 1 } };
    return {
      width: width,
      height: Math.round(0.42 * width),
      scales: { x: { time: false }, y: { range: rangeWith(plot.curves) } },
      axes: [
        Object.assign({ label: named(plot.x_name, plot.x_unit) }, axis),
        Object.assign({ label: named(plot.y_name, plot.y_unit), size: 70 }, axis),
      ],
      series: [{ label: named(plot.x_name, plot.x_unit) }].concat(
        plot.curves.map(function (curve, k) {
          const ink = colour("--c" + (number(curve, k) % 8));
          const dots = { paths: () => null, points: { show: true, size: 6, fill: ink } };
          const line = { width: 1.7, dash: dashes[number(curve, k) % 4], spanGaps: false };
          return Object.assign({ label: curve.name, stroke: ink }, curve.dots ? dots : line);
        })
      ),
      hooks: { drawAxes: [drawErrors(plot.curves, plot.x)], draw: [drawMarks(plot.marks || [])] },
      cursor: { drag: { x: true, y: true, uni: 20 } },
    };
  }

  // Curves with places of their own are joined: uPlot knows which places are another's, and draws lines past them.
  function dataOf(plot) {
    if (plot.x) return [plot.x].concat(plot.curves.map((curve) => curve.y));
    return uPlot.join(plot.curves.map((curve) => [curve.x, curve.y]));
  }

  // uPlot wants places in ascending order.
  function ascends(values) {
    return values.every(function (value, k) {
      return value !== null && (k === 0 || value >= values[k - 1]);
    });
  }

  function show(plot) {
    const figure = document.getElementById(plot.id);
    if (!figure || (plot.x && (plot.points < 2 || !ascends(plot.x)))) return;
    const old = figure.querySelector(".zoom");
    if (old) old.remove();
    const drawing = figure.querySelector("svg");
    const place = document.createElement("div");
    place.className = "zoom screen";
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", drawing.getAttribute("aria-label"));
    const data = dataOf(plot);
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
