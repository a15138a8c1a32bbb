// populations.c - the grains of `scree bench shapes`, and the recipes by which their beds are made.
#include "bench/shapes.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 62 };

#define FRICTION "tangential: {law: cundall-strack, friction: 0.5}"
static const bench_recipe
    plane = {2,
             6.8e-3,
             "",
             "",
             "normal: {law: linear, stiffness: 4 MN/m, restitution: 0.1}, " FRICTION,
             "normal: {law: linear, stiffness: 4 MN/m, restitution: 0.7}, " FRICTION,
             1e-5,
             1e-5,
             0.28},
    beans = {3,
             8.5e-3,
             "",
             "",
             "normal: {law: hertz, restitution: 0.1}, tangential: {law: mindlin, friction: 0.5}",
             "normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5}",
             2.5e-5,
             2.5e-5,
             0.3},
    bricks = {3,
              4.4e-3,
              "type: hexagonal, ",
              "turn: [0 rad, 0 rad, 0 rad], ",
              "normal: {law: linear, stiffness: 2 kN/m, restitution: 0.1}, " FRICTION,
              "normal: {law: linear, stiffness: 2 kN/m, restitution: 0.7}, " FRICTION,
              1e-5,
              1e-5,
              0.04};

// ---- the shapes

static const double disk = 2.5e-3; // radius of a disk of the area of all flat grains, m

// The pebble r = a (1 + 0.2 cos 2t + 0.12 sin 3t) of 62 vertices, dented on two sides.
static void pebble(double a, double at[VERTICES][2])
{
    for (int k = 0; k < VERTICES; k++) {
        const double angle = 2 * PI * k / VERTICES;
        const double oval = 0.2 * cos(2 * angle);
        const double bumps = 0.12 * sin(3 * angle);
        const double r = a * (1 + oval + bumps);
        at[k][0] = r * cos(angle);
        at[k][1] = r * sin(angle);
    }
}

static void measure_outline(double (*at)[2], double *area, double *around)
{
    *area = 0;
    *around = 0;
    for (int k = 0; k < VERTICES; k++) {
        const double *p = at[k];
        const double *q = at[(k + 1) % VERTICES];
        const double dx = q[0] - p[0];
        const double dy = q[1] - p[1];
        *area += 0.5 * (p[0] * q[1] - p[1] * q[0]);
        *around += sqrt(dx * dx + dy * dy);
    }
}

// The size of the pebble whose area with a radius r around it, A + P r + pi r^2, is that of a disk.
static double pebble_size(double r)
{
    double at[VERTICES][2];
    double area;
    double around;
    pebble(1, at);
    measure_outline(at, &area, &around);
    double c = PI * (r * r - disk * disk);
    return (sqrt(around * r * (around * r) - 4 * area * c) - around * r) / (2 * area);
}

static char *pebble_text(const char *before, double size, const char *after)
{
    double at[VERTICES][2];
    text_buffer text = {0};
    pebble(size, at);
    text_append(&text, before);
    for (int k = 0; k < VERTICES; k++)
        text_append_format(&text, "%s[%.17g m, %.17g m]", k ? ", " : "", at[k][0], at[k][1]);
    text_append(&text, after);
    if (text.failed)
        text_buffer_clear(&text);
    return text.data;
}

static char *disk_text(void)
{
    return text_copy("ball: {radius: {distribution: uniform, from: 2.25 mm, to: 2.75 mm}}");
}

static char *outline_text(void)
{
    return pebble_text("spheropolygon: {vertices: [", pebble_size(0.25e-3), "], radius: 0.25 mm}");
}

// 726 disks: radius and spacing of docs/shapes.md, in parts of the size.
static char *clump_text(void)
{
    double a = pebble_size(0);
    char *after = text_format("], radius: %.17g m, spacing: %.17g m}}", 0.046 * a, 0.068 * a);
    char *text = after ? pebble_text("clump: {fill: {vertices: [", a, after) : NULL;
    free(after);
    return text;
}

static char *bean_text(void)
{
    return text_copy("clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}");
}
static char *cube_text(void)
{
    return text_copy("polyhedron: {builder: {platonic: cube, size: 4 mm}}");
}
static char *rounded_text(void)
{
    return text_copy(
        "spheropolyhedron: {builder: {platonic: cube, size: 3.5 mm}, radius: 0.25 mm}");
}

const bench_population bench_populations[POPULATIONS] = {
    {"disks", 1, 1000, -1, &plane, disk_text},
    {"spheropolygon-62", VERTICES, 1000, -1, &plane, outline_text},
    {"clump-726", 726, 200, OUTLINES, &plane, clump_text},
    {"clump-4", 4, 1000, -1, &beans, bean_text},
    {"cubes", 8, 1000, -1, &bricks, cube_text},
    {"spherocubes", 8, 1000, -1, &bricks, rounded_text},
};
