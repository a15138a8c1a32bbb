// shape_examples.c - shapes are no plug-ins with rows; each line is one that a case can have as it stands: `scree list
// shapes` shows them, and tests make cases of them.
#include "case/examples.h"

#include <stdbool.h>

static const char *const in_space[] = {
    "bead:    {ball: {diameter: {distribution: uniform, from: 8 mm, to: 1 cm}}}",
    "bean:    {clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}}",
    "ring:    {clump: {ring: {balls: 6, radius: 3 mm, ball_radius: 1 mm}}}",
    "twin:    {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, {at: [1.5 mm, 0 mm, 0 "
    "mm], radius: 1 mm}]}}",
    "filled:  {clump: {fill: {file: stone.obj, unit: mm, error: 40 %}}}",
    "rod:     {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [4 mm, 0 mm, 0 mm]], radius: "
    "1 mm}}",
    "pebble:  {spheropolyhedron: {file: stone.obj, unit: mm, scale: 2, radius: 0.2 mm}}",
    "stone:   {polyhedron: {file: stone.obj, unit: mm}}",
    "brick:   {polyhedron: {builder: {box: [25 cm, 12 cm, 6.5 cm]}}}",
    "die:     {polyhedron: {builder: {platonic: cube, size: 1 cm}}}",
    "nut:     {polyhedron: {builder: {prism: {sides: 6, radius: 1 cm, length: 8 mm}}}}",
};
static const char *const in_the_plane[] = {
    "rice:    {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm]], radius: 0.5 mm}}",
    "peanut:  {spheropolygon: {vertices: [[-2 mm, 0 mm], [0 mm, 1 mm], [2 mm, 0 mm]], closed: "
    "false, radius: 1 "
    "mm}}",
    "wedge:   {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [0 mm, 2 mm]], radius: "
    "0.2 mm}}",
    "leaf:    {clump: {fill: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [0 mm, 2 mm]], radius: "
    "0.2 mm, spacing: 0.3 "
    "mm}}}",
};

const char *const *case_shape_examples(int dimensions, int *count)
{
    const bool flat = dimensions == 2;
    *count = (int)(flat ? sizeof in_the_plane / sizeof *in_the_plane
                        : sizeof in_space / sizeof *in_space);
    return flat ? in_the_plane : in_space;
}
