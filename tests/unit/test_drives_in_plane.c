// test_drives_in_plane.c - a case in 2D moves its walls in its plane: what leads out of it is refused by name, of every
// law of drives, and what does not is taken. label: sanitize
#include "harness.h"
#include "support/scenes.h"

#include <stdio.h>
#include <stdlib.h>

static const char head[] =
    "scree: 1\ndimensions: 2\ngravity: [0, -9.81 m/s^2]\n"
    "domain: {low: [-4 cm, -4 cm], high: [4 cm, 4 cm]}\n"
    "materials: {m: {density: 2500 kg/m^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1e5 N/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, friction: 0.5, stiffness_ratio: 0.3}}}\n"
    "shapes: {b: {ball: {radius: 2 mm}}}\n"
    "grains: [{name: a, shape: b, material: m, packing: {law: lattice, spacing: [4 cm, 4 cm], "
    "origin: [1 cm, 3 mm], counts: [1, 1]}}]\n"
    "run: {duration: 0.1 s}\n";

#define PLANE "plane: {point: [0, 0], normal: [0, 1]}"
#define BOX "box: {low: [-2 cm, -2 cm, -1 m], high: [2 cm, 0, 1 m], side: outside}"
#define BODY "law: body, mass: 1 kg, inertia: [1 kg m^2, 1 kg m^2, 1 kg m^2]"

static const struct {
    const char *wall, *says;
} table[] = {
    {PLANE ", drive: {law: rotation, axis: [1, 0, 0], rate: 1 rad/s}",
     "walls.f.drive: axis is not across the plane of this case; give axis: [0, 0, 1]"},
    {PLANE ", drive: {law: rotation, axis: [0, 1, 1], rate: 1 rad/s}", "axis is not across"},
    {PLANE ", drive: {law: rotation, axis: [0, 0, -1], rate: 1 rad/s}", NULL},
    {PLANE ", drive: {law: velocity, velocity: [0, 0, 1 m/s]}",
     "walls.f.drive: velocity leads out of the plane of this case; let its third component be 0"},
    {PLANE ", drive: {law: velocity, velocity: [0, 1 m/s]}", NULL},
    {PLANE ", drive: [{law: velocity, velocity: [0, 1 m/s]}, {law: velocity, velocity: [0, 0, 1 "
           "m/s]}]",
     "velocity leads out"},
    {PLANE ", drive: {law: oscillation, direction: [0, 1, 1], amplitude: 1 mm, frequency: 10 Hz}",
     "direction leads out"},
    {PLANE ", drive: {law: oscillation, direction: [0, 1], amplitude: 1 mm, frequency: 10 Hz}",
     NULL},
    {PLANE ", drive: {law: expression, z: '1 m/s*t'}", "z leads out"},
    {PLANE ", drive: {law: expression, z: '1 m', y: '1 mm*sin(1 rad/s*t)'}", NULL},
    {PLANE ", drive: {law: expression, angle: '1 rad/s*t', axis: [1, 0, 0]}", "axis is not across"},
    {PLANE ", drive: {law: expression, angle: '1 rad/s*t', axis: [0, 0, 1]}", NULL},
    {PLANE ", drive: {law: force, axis: [0, 0, 1], force: 1 N, mass: 1 kg}", "axis leads out"},
    {PLANE ", drive: {law: force, axis: [0, 1], force: 1 N, mass: 1 kg}", NULL},
    {PLANE ", drive: {law: servo, axis: [0, 0, 1], force: 1 N}", "axis leads out"},
    {PLANE ", drive: {law: servo, axis: [0, 1, 0], force: 1 N}", NULL},
    {BOX ", drive: {law: servo, axis: [1, 0, 0], torque: 1 N*m, inertia: 1 kg m^2}",
     "axis is not across"},
    {BOX ", drive: {law: servo, axis: [0, 0, 1], torque: 1 N*m, inertia: 1 kg m^2}", NULL},
    {PLANE ", drive: {law: table, file: along_z.csv}",
     "the table leads out of the plane of this case; let its third coordinate stay as in the first "
     "row"},
    {PLANE ", drive: {law: table, file: speed_z.csv}", "the table leads out"},
    {PLANE ", drive: {law: table, file: spin_x.csv}", "the table turns out of the plane"},
    {PLANE ", drive: {law: table, file: turn_x.csv}", "the table turns out of the plane"},
    {PLANE ", drive: {law: table, file: angle.csv, axis: [0, 1, 0]}", "axis is not across"},
    {PLANE ", drive: {law: table, file: angle.csv, axis: [0, 0, 1]}", NULL},
    {PLANE ", drive: {law: table, file: in_plane.csv}", NULL},
    {PLANE ", drive: {law: table, file: in_plane.csv, interpolation: cubic}", NULL},
    {BOX ", drive: {" BODY ", free: [z]}",
     "`free` leads out of the plane of this case; leave out z"},
    {BOX ", drive: {" BODY ", free: [x, rotation_x]}", "`free` leads out"},
    {BOX ", drive: {" BODY ", axis: [1, 0, 0]}", "axis is not across"},
    {BOX ", drive: {" BODY ", force: [0, 0, 1 N]}", "force leads out"},
    {BOX ", drive: {" BODY ", velocity: [0, 0, 1 m/s]}", "velocity leads out"},
    {BOX ", drive: {" BODY ", torque: [1 N m, 0, 0]}", "torque is not across"},
    {BOX ", drive: {" BODY ", spin: [0, 1 rad/s, 0]}", "spin is not across"},
    {BOX ", drive: {" BODY ", velocity: [1 m/s, 0], spin: [0, 0, 1 rad/s], torque: [0, 0, 1 N m]}",
     NULL},
    {BOX ", drive: {" BODY ", free: [x, rotation_z]}", NULL},
    {PLANE ", surface: {velocity: [0, 1 m/s]}",
     "walls.f.surface: velocity is along the normal, and a surface moves along itself alone; give "
     "a "
     "velocity along the surface, or move the wall: drive: {law: velocity"},
    {PLANE ", surface: {velocity: [1 m/s, 1 m/s]}", NULL},
    {"plane: {point: [0, 0, 0], normal: [0, 1, 1]}",
     "walls.f.plane.normal: the normal leads out of the plane of this case; let its third "
     "component "
     "be 0"},
    {"disk: {centre: [0, -1 cm], normal: [0, 1, 0.1], radius: 1 cm}",
     "walls.f.disk.normal: the normal leads out"},
    {"disk: {centre: [0, -1 cm], normal: [0, 1], radius: 1 cm}", NULL},
    {"cylinder: {from: [0, -2 cm, -1 m], to: [0, -2 cm, 1 m], radius: 1 cm, side: outside}", NULL},
    {"cylinder: {from: [-2 cm, -2 cm, 0], to: [2 cm, -2 cm, 0], radius: 1 cm, side: outside}",
     NULL},
    {"cylinder: {from: [-2 cm, -2 cm, 1 mm], to: [2 cm, -2 cm, 1 mm], radius: 1 cm, side: outside}",
     "walls.f.cylinder.from: the axis leans against the plane of this case, and so does the "
     "surface; let both ends have z = 0 m, or the same x and y"},
    {"cylinder: {from: [0, -2 cm, -1 m], to: [1 mm, -2 cm, 1 m], radius: 1 cm, side: outside}",
     "the axis leans"},
    {"cone: {from: [0, -2 cm, -1 m], to: [0, -2 cm, 1 m], radius_from: 1 cm, radius_to: 2 cm, "
     "side: "
     "outside}",
     "walls.f.cone.from: the axis leans against the plane of this case, and so does the surface; "
     "let both ends have z = 0 m"},
    {"cone: {from: [-2 cm, -2 cm, 0], to: [2 cm, -2 cm, 0], radius_from: 1 cm, radius_to: 2 cm, "
     "side: outside}",
     NULL},
    {"mesh: {file: upright.obj, unit: m}", NULL},
    {"mesh: {file: leaning.obj, unit: m}",
     "walls.f.mesh: facet 2 leans against the plane of this case: its normal has 0.0995 along z; "
     "let faces that grains meet be upright on the plane"},
};

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file)
        abort();
    fputs(text, file);
    fclose(file);
}

static void check_wall(const char *wall, const char *says)
{
    char text[2000];
    char said[1400];
    sim s = {0};
    scree_error error = {0};
    snprintf(text, sizeof text, "%swalls: {f: {material: m, %s}}\n", head, wall);
    REQUIRE(sim_read(&s, text, NULL, 0));
    const scree_status status = world_create(&s.m, NULL, &s.w, &error);
    snprintf(said, sizeof said, "%s: %s; %s", error.where, error.what, error.hint);
    CHECK_MSG(status == (says ? SCREE_BAD_INPUT : SCREE_OK), "%s: %s", wall, said);
    if (says)
        CHECK_HAS(said, says);
    sim_close(&s);
}

TEST(walls_stay_in_the_plane)
{
    write_file("along_z.csv", "t, x, y, z\n0, 0, 0, 1\n1, 1, 0, 1\n2, 1, 0, 1.001\n");
    write_file("in_plane.csv",
               "t, x, y, z, rx, ry, rz\n0, 0, 0, 1, 0, 0, 0\n1, 1, 0, 1, 0, 0, 1\n2, "
               "1, 1, 1, 0, 0, 2\n");
    write_file("speed_z.csv", "t, vx, vy, vz\n0, 0, 0, 0\n1, 1, 0, 0.1\n2, 0, 0, 0\n");
    write_file("spin_x.csv",
               "t, vx, vy, vz, wx, wy, wz\n0, 0, 0, 0, 0, 0, 1\n1, 0, 0, 0, 0.1, 0, 1\n");
    write_file("turn_x.csv",
               "t, x, y, z, rx, ry, rz\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, 0, 0.1, 0, 0\n");
    write_file("angle.csv", "t, angle\n0, 0\n1, 1\n");
    // a wall and a floor far below the plane; a wall that leans
    write_file("upright.obj", "v -1 -0.03 -1\nv 1 -0.03 -1\nv 0 -0.03 1\nv -1 1 -1\nv 1 1 -1\n"
                              "f 1 2 3\nf 1 4 5\n");
    write_file("leaning.obj", "v -1 -0.03 -1\nv 1 -0.03 -1\nv 0 -0.03 1\nv -1 -0.3 -1\nv 1 -0.3 "
                              "-1\nv 0 -0.1 1\nf 1 2 3\nf 4 5 6\n");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_wall(table[i].wall, table[i].says);
}

TEST_MAIN
