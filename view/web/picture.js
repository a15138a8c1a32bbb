// picture.js - the scene as it is drawn: grains, walls as glass, contacts as rods, the box; what was pointed at.
import * as THREE from "three";
import { Grains } from "./grains.js";
import { Orbit } from "./orbit.js";
import { chainFragment, chainVertex, glassFragment, glassVertex } from "./shaders.js";

const FIELD = 32; // of view, degrees
const FLAT_FIELD = 2; // of a case in the plane, which is seen as from afar

export class Picture {
  constructor(canvas, clicked) {
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.group = new THREE.Group();
    this.walls = new THREE.Group();
    this.box = new THREE.Group();
    this.scene.add(this.group, this.walls, this.box);
    this.grains = new Grains(this.group);
    this.origin = new THREE.Vector3();
    this.size = 1;
    this.field = FIELD;
    this.drawn = 0;
    this.orbit = new Orbit(canvas, this.camera, () => this.later(), clicked);
    this.makeChains();
    this.makeMark();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  // ---- drawing

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(Math.max(box.width, 1), Math.max(box.height, 1), false);
    this.camera.aspect = Math.max(box.width, 1) / Math.max(box.height, 1);
    // The pictures of narrow windows show as much as square ones.
    this.camera.fov = this.camera.aspect < 1 ? (2 * Math.atan(Math.tan((this.field * Math.PI) / 360) / this.camera.aspect) * 180) / Math.PI : this.field;
    this.orbit.place();
  }

  later() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.waits = false;
    const height = this.renderer.domElement.height;
    this.grains.uniforms.pixels.value = height / (2 * Math.tan((this.camera.fov * Math.PI) / 360));
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
  }

  ground(colour, ink) {
    this.renderer.setClearColor(new THREE.Color(colour));
    this.ink = new THREE.Color(ink);
    for (const part of [...this.box.children, ...this.walls.children.flatMap((wall) => wall.children)])
      part.material.color?.copy(this.ink);
    this.later();
  }

  // ---- the scene

  toScene(place) {
    return new THREE.Vector3(...place).sub(this.origin).divideScalar(this.size);
  }

  // The box of grains, of the places of streams and, where there is little else, of walls.
  extent(scene, look) {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    const add = (place) => box.expandByPoint(point.set(...place));
    if (look.balls) [look.low, look.high].forEach(add);
    for (const stream of scene.streams) [stream.low, stream.high].forEach(add);
    if (look.balls < 2 || scene.streams.length)
      for (let i = 0; i < scene.wall_points.length; i += 3) add(scene.wall_points.slice(i, i + 3));
    if (box.isEmpty()) [scene.domain.low, scene.domain.high].forEach(add);
    return box;
  }

  static brick({ corner, edges }) {
    return { low: corner, high: corner.map((low, k) => low + edges[k][k]) };
  }

  // Fits the eye to that, with what lies near of the domain.
  begin(scene, look) {
    const { min: low, max: high } = this.extent(scene, look);
    const domain = look.cell ? { ...scene.domain, ...Picture.brick(look.cell) } : scene.domain;
    const length = Math.max(...high.clone().sub(low).toArray(), 4 * look.radius_high);
    for (const k of [0, 1, 2]) {
      if (domain.boundary[k] === "open") continue;
      low.setComponent(k, Math.max(domain.low[k], low.getComponent(k) - length / 2));
      high.setComponent(k, Math.min(domain.high[k], high.getComponent(k) + length / 2));
    }
    low.subScalar(look.radius_high);
    high.addScalar(look.radius_high);
    this.origin.copy(low).add(high).multiplyScalar(0.5);
    this.size = Math.max(low.distanceTo(high), 1e-12);
    const flat = scene.dimensions === 2;
    this.field = flat ? FLAT_FIELD : FIELD;
    this.resize();
    const start = { target: new THREE.Vector3(), distance: 0.55 / Math.tan((this.field * Math.PI) / 360), turn: flat ? 0 : -0.5, tilt: flat ? 0 : 0.3 };
    this.orbit.begin(flat ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(...scene.up), start);
    if (flat) this.orbit.look(this.turnOfPlane(), 0);
    this.orbit.start.turn = this.orbit.turn;
  }

  // So that a case in the plane is seen against z, x to the right.
  turnOfPlane() {
    const [first, second] = this.orbit.sides();
    return Math.atan2(first.z, -second.z);
  }

  takeScene(scene) {
    this.facts = scene;
    this.grains.begin(scene);
    this.makeWalls(scene);
    this.makeBox(scene.domain);
    for (const stream of scene.streams) this.addLines(stream.low, stream.high, 0.9);
  }

  addLines(from, to, opacity) {
    const low = this.toScene(from);
    const high = this.toScene(to);
    const edges = new THREE.EdgesGeometry(new THREE.BoxGeometry(...high.clone().sub(low).toArray()));
    const lines = new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: this.ink, transparent: true, opacity }));
    lines.position.copy(low.add(high).multiplyScalar(0.5));
    this.box.add(lines);
  }

  // Of a cell that deforms each look tells the box; until then, and where nothing deforms, it is the domain.
  makeBox(domain) {
    this.box.clear();
    this.cell = null;
    if (domain.boundary.every((word) => word === "open")) return;
    this.addLines(domain.low, domain.high, 0.35);
  }

  // The twelve edges from a corner along three edges, in units of the scene.
  static edgesOf(corner, edges) {
    const points = [];
    for (const axis of [0, 1, 2])
      for (const [a, b] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
        const from = corner.clone();
        from.addScaledVector(edges[(axis + 1) % 3], a).addScaledVector(edges[(axis + 2) % 3], b);
        points.push(...from, ...from.clone().add(edges[axis]));
      }
    return points;
  }

  // Grains are kept in the brick above the corner, whose images are those of the cell that leans: both are drawn.
  placeCell({ cell }) {
    if (!cell) return;
    if (!this.cell) {
      this.box.children[0]?.removeFromParent();
      this.cell = [0.35, 0.2].map((opacity) => {
        const lines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: this.ink, transparent: true, opacity }));
        lines.frustumCulled = false;
        this.box.add(lines);
        return lines;
      });
    }
    const corner = this.toScene(cell.corner);
    const leaning = cell.edges.map((edge) => new THREE.Vector3(...edge).divideScalar(this.size));
    const upright = leaning.map((edge, k) => new THREE.Vector3().setComponent(k, edge.getComponent(k)));
    for (const [k, edges] of [upright, leaning].entries()) {
      const points = new THREE.Float32BufferAttribute(Picture.edgesOf(corner, edges), 3);
      this.cell[k].geometry.setAttribute("position", points);
    }
  }

  // Borders of the domain are seen as its box; all else as glass.
  makeWalls(scene) {
    this.walls.clear();
    const glass = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: glassVertex,
      fragmentShader: glassFragment,
      uniforms: { tint: { value: new THREE.Color(0.45, 0.62, 0.78) } },
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
    });
    scene.walls.forEach((wall, index) => {
      const points = [];
      scene.wall_of.forEach((of, i) => {
        if (of !== index || wall.border) return;
        for (const k of [0, 1, 2]) {
          const p = scene.wall_triangles[3 * i + k];
          points.push(...this.toScene(scene.wall_points.slice(3 * p, 3 * p + 3)));
        }
      });
      const holder = new THREE.Group();
      if (points.length) {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
        const edges = new THREE.EdgesGeometry(geometry, 25);
        const lines = new THREE.LineBasicMaterial({ color: this.ink, transparent: true, opacity: 0.4 });
        holder.add(new THREE.Mesh(geometry, glass), new THREE.LineSegments(edges, lines));
      }
      this.walls.add(holder);
    });
  }

  // From where a wall stood when its surface was made to where it is: turned about its place, then moved.
  placeWalls(look) {
    look.walls.forEach((wall, i) => {
      const holder = this.walls.children[i];
      const before = this.facts.walls[i];
      if (!holder || !before) return;
      const turn = new THREE.Quaternion(...wall.turn).multiply(new THREE.Quaternion(...before.turn).invert());
      holder.visible = wall.there;
      holder.quaternion.copy(turn);
      holder.position.copy(this.toScene(wall.position)).sub(this.toScene(before.position).applyQuaternion(turn));
    });
  }

  // ---- force chains

  makeChains() {
    const rod = new THREE.InstancedBufferGeometry();
    const sides = 6;
    const points = [];
    const index = [];
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      points.push(Math.cos(angle), Math.sin(angle), 0, Math.cos(angle), Math.sin(angle), 1);
      const [a, b] = [2 * i, (2 * i + 2) % (2 * sides)];
      index.push(a, b, a + 1, b, b + 1, a + 1);
    }
    rod.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    rod.setIndex(index);
    const { low, span, cutLow, cutHigh, none } = this.grains.uniforms;
    const material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: chainVertex,
      fragmentShader: chainFragment,
      uniforms: { low, span, cutLow, cutHigh, none, width: { value: 0.01 }, colours: { value: this.grains.values } },
      side: THREE.DoubleSide,
    });
    this.chains = new THREE.Mesh(rod, material);
    this.chains.frustumCulled = false;
    this.chains.visible = false;
    this.scene.add(this.chains);
  }

  // A column of the rods in the buffer that it had before, which grows by half where it is too small.
  putRods(name, array, width) {
    const geometry = this.chains.geometry;
    const old = geometry.attributes[name];
    if (old && old.array.length >= array.length) {
      old.array.set(array);
      old.clearUpdateRanges();
      old.addUpdateRange(0, array.length);
      old.needsUpdate = true;
      return;
    }
    const room = new array.constructor(width * Math.ceil((1.5 * array.length) / width));
    room.set(array);
    geometry.setAttribute(name, new THREE.InstancedBufferAttribute(room, width, true));
  }

  takeChains(look) {
    const force = look.column.chain_force;
    this.chains.visible = Boolean(force?.length);
    if (!this.chains.visible) return;
    const geometry = this.chains.geometry;
    // Buffers that are too small are given back before larger ones are made.
    if (geometry.attributes.force && geometry.attributes.force.count < force.length) geometry.dispose();
    this.putRods("from", look.column.chain_a, 3);
    this.putRods("to", look.column.chain_b, 3);
    this.putRods("force", force, 1);
    geometry.instanceCount = force.length;
    this.chains.material.uniforms.width.value = (0.3 * (look.radius_low + look.radius_high)) / 2 / this.size;
  }

  // ---- what is marked

  makeMark() {
    const ring = new THREE.Mesh(
      new THREE.SphereGeometry(1, 24, 16),
      new THREE.MeshBasicMaterial({ color: 0xff3b6b, transparent: true, opacity: 0.35, depthTest: false, depthWrite: false })
    );
    ring.visible = false;
    this.mark = ring;
    this.scene.add(ring);
  }

  markGrain(place, radius) {
    this.mark.visible = Boolean(place);
    if (place) {
      this.mark.position.copy(this.toScene(place));
      this.mark.scale.setScalar((1.15 * radius) / this.size);
    }
    this.later();
  }

  // ---- a look

  take(look) {
    this.look = look;
    if (!this.grains.take(look, this.origin, this.size)) return false;
    this.placeWalls(look);
    this.placeCell(look);
    this.takeChains(look);
    this.later();
    return true;
  }

  place(i) {
    const { low, high, column } = this.look;
    return [0, 1, 2].map((k) => low[k] + ((high[k] - low[k]) * column.position[3 * i + k]) / 65534);
  }

  // The grain that is seen at a place of the picture, as its row; -1: none. In units of the scene, without objects: there may be
  // a million.
  pick(x, y) {
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(x, y), this.camera);
    const eye = caster.ray.origin.toArray();
    const way = caster.ray.direction.toArray();
    const { low, span, cutLow, cutHigh, sizes, scale } = this.grains.uniforms;
    const [from, length] = [low.value.toArray(), span.value.toArray()];
    const [least, most] = [cutLow.value.toArray(), cutHigh.value.toArray()];
    const place = this.look.column.position;
    let nearest = Infinity;
    let found = -1;
    for (let i = 0; i < this.look.balls; i++) {
      const r = this.grains.radius(i) / this.size;
      let along = 0;
      let square = 0;
      let shown = r >= sizes.value.x && r <= sizes.value.y;
      for (let k = 0; k < 3 && shown; k++) {
        const at = from[k] + (length[k] * place[3 * i + k]) / 65535;
        const to = at - eye[k];
        shown = at >= least[k] && at <= most[k];
        along += to * way[k];
        square += to * to;
      }
      if (!shown || along <= 0 || along >= nearest || square - along * along >= (r * scale.value) ** 2) continue;
      nearest = along;
      found = i;
    }
    return found;
  }
}
