// solids.js - the surface of a grain with corners as triangles: that of its core, and where it is rounded the faces moved
// outwards, a tube around each edge and a ball around each corner.
import * as THREE from "three";

function corner(core, index) {
  return new THREE.Vector3(...core.vertices[index]);
}

function addFaces(core, points, normals) {
  for (let i = 0; i < core.triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(core, core.triangles[i + k]));
    const normal = new THREE.Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a)).normalize();
    for (const side of core.radius > 0 && core.flat ? [1, -1] : [1])
      for (const place of [a, b, c]) {
        points.push(...place.clone().addScaledVector(normal, side * core.radius));
        normals.push(normal.x * side, normal.y * side, normal.z * side);
      }
  }
}

function addPart(geometry, place, turn, points, normals) {
  const flat = geometry.toNonIndexed();
  const at = flat.attributes.position;
  const normal = flat.attributes.normal;
  const vector = new THREE.Vector3();
  for (let i = 0; i < at.count; i++) {
    points.push(...vector.fromBufferAttribute(at, i).applyQuaternion(turn).add(place));
    normals.push(...vector.fromBufferAttribute(normal, i).applyQuaternion(turn));
  }
  flat.dispose();
  geometry.dispose();
}

function addRounds(core, points, normals) {
  const still = new THREE.Quaternion();
  const detail = core.vertices.length > 100 ? 0 : 1;
  for (let i = 0; i < core.vertices.length; i++)
    addPart(new THREE.IcosahedronGeometry(core.radius, detail), corner(core, i), still, points, normals);
  for (let i = 0; i < core.edges.length; i += 2) {
    const a = corner(core, core.edges[i]);
    const way = corner(core, core.edges[i + 1]).sub(a);
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), way.clone().normalize());
    const tube = new THREE.CylinderGeometry(core.radius, core.radius, way.length(), 12, 1, true);
    addPart(tube, a.addScaledVector(way, 0.5), turn, points, normals);
  }
}

// An outline in the plane has a thickness all the same, so that it can be seen: a tenth of its size.
function addOutline(core, points, normals) {
  const ring = core.vertices.map((place) => new THREE.Vector3(...place));
  const size = Math.max(...ring.map((place) => place.length()), 1e-12);
  const outline = new THREE.Shape(ring.map((place) => new THREE.Vector2(place.x, place.y)));
  const plate = new THREE.ExtrudeGeometry(outline, { depth: 0.2 * size, bevelEnabled: false });
  addPart(plate, new THREE.Vector3(0, 0, -0.1 * size), new THREE.Quaternion(), points, normals);
}

export function solidGeometry(core) {
  const points = [];
  const normals = [];
  if (core.triangles.length === 0 && core.vertices.length > 2) addOutline(core, points, normals);
  addFaces(core, points, normals);
  if (core.radius > 0) addRounds(core, points, normals);
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
  return geometry;
}
