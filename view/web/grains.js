// grains.js - the grains of a look as instances: balls as squares that shaders make round, beyond POINTS_FROM as points; grains
// with corners by their surfaces, a mesh for each shape.
import * as THREE from "three";
import { KINDS, kindTexture, valueTexture } from "./colours.js";
import { ballFragment, ballVertex, pointFragment, pointVertex, solidFragment, solidVertex } from "./shaders.js";
import { solidGeometry } from "./solids.js";

const POINTS_FROM = 300000;

function attribute(array, width) {
  return new THREE.InstancedBufferAttribute(array, width, true);
}

export class Grains {
  constructor(group) {
    this.group = group;
    this.values = valueTexture();
    this.kinds = kindTexture();
    const vector = () => ({ value: new THREE.Vector3() });
    this.uniforms = {
      low: vector(),
      span: vector(),
      radiusLow: { value: 0 },
      radiusSpan: { value: 0 },
      scale: { value: 1 },
      unit: { value: 1 },
      pixels: { value: 1 },
      sizes: { value: new THREE.Vector2(-1, 1e30) },
      cutLow: { value: new THREE.Vector3(-1e30, -1e30, -1e30) },
      cutHigh: { value: new THREE.Vector3(1e30, 1e30, 1e30) },
      colourFrom: { value: new THREE.Vector2() },
      colourRange: { value: new THREE.Vector2() },
      colours: { value: this.values },
      none: { value: new THREE.Color(0.62, 0.64, 0.67) },
      kinds: { value: false },
      pale: { value: false },
      kindCount: { value: KINDS },
    };
    this.meshes = [];
    this.layout = null;
  }

  material(vertexShader, fragmentShader, more = {}) {
    return new THREE.ShaderMaterial({ glslVersion: THREE.GLSL3, uniforms: this.uniforms, vertexShader, fragmentShader, ...more });
  }

  clear() {
    for (const one of this.meshes) {
      this.group.remove(one.mesh);
      one.mesh.geometry.dispose();
      one.mesh.material.dispose();
    }
    this.meshes = [];
    this.layout = null;
  }

  // Another scene has other shapes.
  begin(scene) {
    this.clear();
    this.shapes = scene.shapes;
    this.flat = scene.dimensions === 2;
    this.anyCore = scene.shapes.some((shape) => shape.core);
  }

  ballMesh(rows) {
    if (rows > POINTS_FROM) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * rows), 3));
      return { mesh: new THREE.Points(geometry, this.material(pointVertex, pointFragment)), points: true };
    }
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("corner", new THREE.Float32BufferAttribute([-1, -1, 1, -1, 1, 1, -1, 1], 2));
    geometry.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    return { mesh: new THREE.Mesh(geometry, this.material(ballVertex, ballFragment, { side: THREE.DoubleSide })) };
  }

  solidMesh(shape) {
    return { mesh: new THREE.Mesh(solidGeometry({ ...shape, flat: this.flat }), this.material(solidVertex, solidFragment, { side: THREE.DoubleSide })) };
  }

  // Which rows belong to which mesh; null: all to one.
  deal(look) {
    const shape = look.column.shape;
    const rows = look.balls;
    if (!this.anyCore) return [{ ...this.ballMesh(rows), rows: null }];
    const lists = new Map();
    for (let i = 0; i < rows; i++) {
      const key = this.shapes[shape[i]]?.core ? shape[i] : -1;
      if (!lists.has(key)) lists.set(key, []);
      lists.get(key).push(i);
    }
    return [...lists].map(([key, list]) => ({
      ...(key < 0 ? this.ballMesh(list.length) : this.solidMesh(this.shapes[key])),
      rows: Uint32Array.from(list),
      solid: key >= 0,
    }));
  }

  // Ids with shapes, and radii, come only where they are others than before: the latter alone where grains grow.
  takeLayout(look) {
    const { id, radius, shape } = look.column;
    if (radius) this.radii = { radius, low: look.radius_low, span: look.radius_high - look.radius_low };
    if (this.layout && !id) Object.assign(this.layout, this.radii);
    if (!id) return;
    this.clear();
    this.layout = { id, shape, ...this.radii };
    this.meshes = this.deal(look);
    for (const one of this.meshes) {
      one.mesh.frustumCulled = false;
      this.group.add(one.mesh);
    }
  }

  // Of a column the rows of a mesh.
  pick(array, width, rows) {
    if (!rows) return array;
    const out = new array.constructor(rows.length * width);
    for (let i = 0; i < rows.length; i++) for (let k = 0; k < width; k++) out[i * width + k] = array[rows[i] * width + k];
    return out;
  }

  put(one, name, array, width) {
    const geometry = one.mesh.geometry;
    const rows = this.pick(array, width, one.rows);
    const old = geometry.attributes[name];
    if (old && old.array.length === rows.length) {
      old.array = rows;
      old.needsUpdate = true;
    } else geometry.setAttribute(name, one.points ? new THREE.BufferAttribute(rows, width, true) : attribute(rows, width));
  }

  // A look came; `origin` and `size` are those of the scene.
  take(look, origin, size) {
    this.takeLayout(look);
    if (!this.layout) return false;
    const uniforms = this.uniforms;
    const full = 65535 / 65534;
    uniforms.low.value.set(...look.low).sub(origin).divideScalar(size);
    uniforms.span.value.set(...look.high.map((high, k) => high - look.low[k])).multiplyScalar(full / size);
    uniforms.radiusLow.value = this.layout.low / size;
    uniforms.radiusSpan.value = (this.layout.span * full) / size;
    uniforms.unit.value = 1 / size;
    uniforms.colourFrom.value.set(look.colour.low, look.colour.high - look.colour.low);
    uniforms.kinds.value = look.colour.kinds;
    uniforms.colours.value = look.colour.kinds ? this.kinds : this.values;
    for (const one of this.meshes) {
      this.put(one, "place", look.column.position, 3);
      this.put(one, "colour", look.column.colour, 1);
      this.put(one, "radius", this.layout.radius, 1);
      if (one.solid) this.put(one, "turn", look.column.orientation, 4);
      if (!one.points) one.mesh.geometry.instanceCount = one.rows ? one.rows.length : look.balls;
    }
    return true;
  }

  radius(i) {
    return this.layout.low + (this.layout.span * this.layout.radius[i]) / 65534;
  }
}
