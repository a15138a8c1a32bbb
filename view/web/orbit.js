// orbit.js - the eye: it turns around a place, by mouse, fingers or keys.
import * as THREE from "three";

const LIMIT = 1.55; // of looking down or up, rad

export class Orbit {
  // `changed` is called when the picture must be drawn again, `clicked` with a place in it (-1 to 1) that was pointed at.
  constructor(canvas, camera, changed, clicked) {
    this.camera = camera;
    this.changed = changed;
    this.fingers = new Map();
    this.up = new THREE.Vector3(0, 0, 1);
    this.start = { target: new THREE.Vector3(), distance: 3, turn: 0.6, tilt: 0.35 };
    this.reset();
    canvas.addEventListener("pointerdown", (event) => this.down(event, canvas));
    canvas.addEventListener("pointermove", (event) => this.move(event, canvas));
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, (event) => this.release(event, canvas, end === "pointerup" ? clicked : () => {}));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // What is upwards, and where the eye begins.
  begin(up, start) {
    this.up.copy(up);
    this.start = start;
    this.reset();
  }

  reset() {
    Object.assign(this, { target: this.start.target.clone(), distance: this.start.distance, turn: this.start.turn, tilt: this.start.tilt });
    this.place();
  }

  look(turn, tilt) {
    Object.assign(this, { turn, tilt });
    this.place();
  }

  // Two directions across what is upwards.
  sides() {
    const one = Math.abs(this.up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    const first = one.sub(this.up.clone().multiplyScalar(one.dot(this.up))).normalize();
    return [first, new THREE.Vector3().crossVectors(this.up, first)];
  }

  place() {
    const [first, second] = this.sides();
    const level = Math.cos(this.tilt);
    const away = new THREE.Vector3()
      .addScaledVector(second, -level * Math.cos(this.turn))
      .addScaledVector(first, level * Math.sin(this.turn))
      .addScaledVector(this.up, Math.sin(this.tilt));
    this.camera.up.copy(this.up);
    this.camera.position.copy(this.target).addScaledVector(away, this.distance);
    this.camera.near = Math.max(this.distance / 200, this.distance - 30);
    this.camera.far = this.distance + 30;
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.changed();
  }

  rotate(right, upwards) {
    this.turn -= right;
    this.tilt = Math.min(Math.max(this.tilt + upwards, -LIMIT), LIMIT);
    this.place();
  }

  // In parts of the height of the picture.
  shift(right, upwards) {
    const reach = 2 * this.distance * Math.tan((this.camera.fov * Math.PI) / 360);
    const basis = this.camera.matrixWorld.elements;
    this.target.addScaledVector(new THREE.Vector3(basis[0], basis[1], basis[2]), -right * reach);
    this.target.addScaledVector(new THREE.Vector3(basis[4], basis[5], basis[6]), upwards * reach);
    this.place();
  }

  zoom(factor) {
    this.distance = Math.min(Math.max(this.distance * factor, 0.01 * this.start.distance), 20 * this.start.distance);
    this.place();
  }

  down(event, canvas) {
    canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.way = 0;
  }

  move(event, canvas) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const right = event.clientX - before.x;
    const down = event.clientY - before.y;
    const height = canvas.clientHeight || 1;
    const apart = this.apart();
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.way += Math.abs(right) + Math.abs(down);
    if (this.fingers.size > 1) {
      if (apart > 0) this.zoom(apart / Math.max(this.apart(), 1));
      this.shift(right / height / 2, down / height / 2);
    } else if (event.buttons & 6 || event.shiftKey) this.shift(right / height, down / height);
    else this.rotate((4 * right) / height, (4 * down) / height);
  }

  apart() {
    const [one, other] = [...this.fingers.values()];
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }

  release(event, canvas, clicked) {
    const alone = this.fingers.size === 1;
    this.fingers.delete(event.pointerId);
    const box = canvas.getBoundingClientRect();
    if (alone && this.way < 5)
      clicked((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(Math.min(Math.max(event.deltaY, -200), 200) / 600));
  }

  // True where the key was one of ours.
  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    if (way && event.shiftKey) this.shift(-0.05 * way[0], 0.05 * way[1]);
    else if (way) this.rotate(0.1 * way[0], 0.1 * way[1]);
    else if (event.key === "+" || event.key === "=") this.zoom(1 / 1.15);
    else if (event.key === "-") this.zoom(1.15);
    else if (event.key === "0" || event.key === "Home") this.reset();
    else if (event.key === "1") this.look(0, 0);
    else if (event.key === "2") this.look(Math.PI / 2, 0);
    else if (event.key === "3") this.look(0, LIMIT);
    else return false;
    return true;
  }
}
