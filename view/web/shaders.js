// shaders.js - what the graphics processor does with a look: places are fractions of a box, radii and colours of their ranges,
// all as they came over the wire.

// What grains of all kinds have in common. `cut` and `sizes` leave grains out, `pale` greys them.
const common = `
uniform vec3 low, span;          // of the box of places, in units of the scene
uniform float radiusLow, radiusSpan, scale;
uniform vec2 sizes;              // radii that are shown
uniform vec3 cutLow, cutHigh;
uniform vec2 colourFrom;         // value = x + y * fraction
uniform vec2 colourRange;
uniform bool kinds, pale;
uniform float kindCount;
in vec3 place;
in float radius, colour;
out float tone;

bool shown(vec3 centre, float r)
{
  return all(greaterThanEqual(centre, cutLow)) && all(lessThanEqual(centre, cutHigh)) && r >= sizes.x && r <= sizes.y;
}

// Where in the texture of colours; below zero: there is no number.
float toneOf(float given)
{
  if (given > 65534.5 / 65535.0 || pale) return -1.0;
  if (kinds) return (mod(floor(given * 65535.0 + 0.5), kindCount) + 0.5) / kindCount;
  float value = colourFrom.x + colourFrom.y * given * 65535.0 / 65534.0;
  float length = colourRange.y - colourRange.x;
  return clamp(length > 0.0 ? (value - colourRange.x) / length : 0.0, 0.0, 1.0);
}
`;

const lighting = `
uniform sampler2D colours;
uniform vec3 none;
vec3 lit(vec3 normal, float tone)
{
  vec3 base = tone < 0.0 ? none : texture(colours, vec2(tone, 0.5)).rgb;
  float front = max(normal.z, 0.0);
  float high = max(dot(normal, normalize(vec3(0.35, 0.7, 0.6))), 0.0);
  float shine = pow(max(dot(normal, normalize(vec3(0.2, 0.45, 0.9))), 0.0), 40.0);
  return base * (0.35 + 0.3 * front + 0.45 * high) + vec3(0.12 * shine);
}
`;

// A ball is a square that faces the eye; each of its points asks where its ray meets the ball.
export const ballVertex = `${common}
in vec2 corner;
out vec3 at, middle;
out float r;
void main()
{
  vec3 centre = low + place * span;
  r = radiusLow + radiusSpan * radius;
  tone = toneOf(colour);
  if (!shown(centre, r)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  r *= scale;
  middle = (modelViewMatrix * vec4(centre, 1.0)).xyz;
  float far = length(middle);
  vec3 along = middle / far;
  vec3 right = normalize(cross(along, vec3(0.0, 1.0, 0.0)));
  vec3 up = cross(right, along);
  float reach = r * far / sqrt(max(far * far - r * r, 1e-9));
  at = middle + reach * (corner.x * right + corner.y * up);
  gl_Position = projectionMatrix * vec4(at, 1.0);
}`;

export const ballFragment = `${lighting}
uniform mat4 projectionMatrix;
in vec3 at, middle;
in float r, tone;
out vec4 result;
void main()
{
  vec3 ray = normalize(at);
  float along = dot(ray, middle);
  float inside = along * along - dot(middle, middle) + r * r;
  if (inside < 0.0) discard;
  vec3 hit = ray * (along - sqrt(inside));
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
  result = vec4(lit((hit - middle) / r, tone), 1.0);
}`;

// Very many balls are points.
export const pointVertex = `${common}
uniform float pixels;            // of a length 1 at a distance 1
void main()
{
  vec3 centre = low + place * span;
  float r = radiusLow + radiusSpan * radius;
  tone = toneOf(colour);
  if (!shown(centre, r)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); gl_PointSize = 0.0; return; }
  vec4 seen = modelViewMatrix * vec4(centre, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(2.0 * r * scale * pixels / -seen.z, 1.0, 255.0);
}`;

export const pointFragment = `${lighting}
in float tone;
out vec4 result;
void main()
{
  vec2 flat_ = 2.0 * gl_PointCoord - 1.0;
  float inside = 1.0 - dot(flat_, flat_);
  if (inside < 0.0) discard;
  result = vec4(lit(vec3(flat_.x, -flat_.y, sqrt(inside)), tone), 1.0);
}`;

// A grain with corners: its surface, turned and put where it is.
export const solidVertex = `${common}
uniform float unit;              // lengths of the surface to those of the scene
in vec4 turn;
out vec3 normalSeen;
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main()
{
  vec3 centre = low + place * span;
  vec4 q = normalize(turn);
  tone = toneOf(colour);
  if (!shown(centre, radiusLow + radiusSpan * radius)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec3 point = centre + turned(q, position) * unit * scale;
  normalSeen = normalMatrix * turned(q, normal);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(point, 1.0);
}`;

export const solidFragment = `${lighting}
in vec3 normalSeen;
in float tone;
out vec4 result;
void main() { result = vec4(lit(normalize(gl_FrontFacing ? normalSeen : -normalSeen), tone), 1.0); }`;

// A contact: a rod between two centres, as wide as the root of its force.
export const chainVertex = `
uniform vec3 low, span, cutLow, cutHigh;
uniform float width;
in vec3 from, to;
in float force;
out vec3 normalSeen;
out float tone;
void main()
{
  vec3 a = low + from * span;
  vec3 b = low + to * span;
  vec3 middle = 0.5 * (a + b);
  tone = force * 65535.0 / 65534.0;
  bool seen = all(greaterThanEqual(middle, cutLow)) && all(lessThanEqual(middle, cutHigh));
  if (!seen) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec3 along = normalize(b - a + vec3(1e-12));
  vec3 side = normalize(abs(along.z) < 0.9 ? cross(along, vec3(0.0, 0.0, 1.0)) : cross(along, vec3(1.0, 0.0, 0.0)));
  vec3 outward = side * position.x + cross(along, side) * position.y;
  normalSeen = normalMatrix * outward;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(mix(a, b, position.z) + outward * width * sqrt(tone), 1.0);
}`;

export const chainFragment = solidFragment;

// Glass: hardly there where one looks straight through, more at a slant.
export const glassVertex = `
out vec3 seen;
void main()
{
  vec4 at = modelViewMatrix * vec4(position, 1.0);
  seen = at.xyz;
  gl_Position = projectionMatrix * at;
}`;

export const glassFragment = `
uniform vec3 tint;
in vec3 seen;
out vec4 result;
void main()
{
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
  float slant = 1.0 - abs(dot(normal, normalize(seen)));
  result = vec4(tint, 0.07 + 0.3 * slant * slant * slant);
}`;
