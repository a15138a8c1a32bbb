// colours.js - how numbers become colours: a map of even brightness for values, a palette for kinds.
import * as THREE from "three";

// Viridis (matplotlib, CC0), at nine places.
const places = [
  [68, 1, 84],
  [71, 45, 123],
  [59, 82, 139],
  [44, 114, 142],
  [33, 145, 140],
  [40, 174, 128],
  [94, 201, 98],
  [173, 220, 48],
  [253, 231, 37],
];
// Okabe and Ito, told apart with colour blindness as well.
const palette = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8c8c8c"];

export const KINDS = palette.length;

export function valueColour(part) {
  const at = Math.min(Math.max(part, 0), 1) * (places.length - 1);
  const k = Math.min(Math.floor(at), places.length - 2);
  return places[k].map((low, i) => low + (places[k + 1][i] - low) * (at - k));
}

export function kindColour(index) {
  return palette[index % KINDS];
}

function texture(colours) {
  const data = new Uint8Array(colours.length * 4);
  colours.forEach((colour, i) => data.set([...colour.map(Math.round), 255], 4 * i));
  const made = new THREE.DataTexture(data, colours.length, 1, THREE.RGBAFormat);
  made.needsUpdate = true;
  return made;
}

export function valueTexture() {
  const made = texture(Array.from({ length: 256 }, (_, i) => valueColour(i / 255)));
  made.magFilter = made.minFilter = THREE.LinearFilter;
  return made;
}

export function kindTexture() {
  return texture(palette.map((text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16))));
}
