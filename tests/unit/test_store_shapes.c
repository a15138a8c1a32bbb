// test_store_shapes.c - files of grains with corners: their outlines against distances and the areas of shape/, the
// .vtp of their surfaces to the last bit and as VTK reads it, what dumps and LAMMPS data make of them.
#include "core_fixture.h"
#include "vtk_fixture.h"

#include "base/kardan.h"
#include "shape/mass.h"
#include "store/dump.h"
#include "store/lammps_data.h"
#include "store/outline.h"
#include "store/vtp.h"

#include <inttypes.h>

static const double pi = 3.14159265358979323846;

static double distance(const model_core *core, v3 p)
{
    double least = INFINITY;
    for (int i = 0; i < core->vertices; i++)
        least = fmin(least, v3_norm(v3_sub(p, core->vertex[i])));
    for (int k = 0; k < core->edges; k++) {
        const v3 a = core->vertex[core->edge[k][0]], u = v3_sub(core->vertex[core->edge[k][1]], a);
        const double t = fmax(0, fmin(1, v3_dot(v3_sub(p, a), u) / v3_dot(u, u)));
        least = fmin(least, v3_norm(v3_sub(p, v3_fma(a, t, u))));
    }
    return least;
}

static bool is_inside(const v3 *corner, int corners, v3 p)
{
    bool inside = false;
    for (int k = 0; k < corners; k++) {
        const v3 a = corner[k], b = corner[(k + 1) % corners];
        if ((a.y <= p.y) != (b.y <= p.y) && a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x)
            inside = !inside;
    }
    return inside;
}

static double area_of(const v3 *corner, int corners)
{
    double area = 0;
    for (int k = 0; k < corners; k++)
        area += 0.5 * v3_cross(corner[k], corner[(k + 1) % corners]).z;
    return area;
}

// ---- outlines

// One polygon, all its corners at the radius from the core, with the area that the shape has but for what 48 parts of a
// turn cut off.
TEST(outlines_keep_their_distance)
{
    v3 clockwise[ARROW_CORNERS];
    for (int k = 0; k < ARROW_CORNERS; k++)
        clockwise[k] = arrow_corner[ARROW_CORNERS - 1 - k];
    const model_core cores[] = {arrow_core(0.03), line_core(clockwise, ARROW_CORNERS, true, 0.03),
                                line_core(zigzag_corner, 4, false, 0.04),
                                line_core(zigzag_corner, 2, false, 0.08)};
    for (int k = 0; k < 4; k++) {
        outline o;
        mass_properties exact;
        REQUIRE(outline_make(&cores[k], &o));
        REQUIRE(!mass_spheropolygon(cores[k].vertex, cores[k].vertices, k < 2, cores[k].radius,
                                    &exact, NULL));
        CHECK_MSG(o.polygons == 1 && o.end[0] == o.points, "%d polygons", o.polygons);
        double worst = 0;
        for (int i = 0; i < o.points; i++)
            worst = fmax(worst, fabs(distance(&cores[k], o.point[i]) - cores[k].radius));
        CHECK_MSG(worst < 1e-15, "core %d: off by %g", k, worst);
        const double area = area_of(o.point, o.points), rounds = k < 2    ? 1.5
                                                                 : k == 2 ? 2
                                                                          : 1; // turns to the left
        const double cut =
            rounds * pi * cores[k].radius * cores[k].radius * (1 - sin(pi / 24) / (pi / 24));
        CHECK_MSG(area < exact.volume && exact.volume - area < 1.01 * cut + 1e-12,
                  "core %d: %.9g of %.9g, cut %g", k, area, exact.volume, cut);
        outline_clear(&o);
    }
}

TEST(a_disc_a_capsule_and_a_sharp_polygon)
{
    outline o;
    model_core core = line_core(zigzag_corner, 1, false, 0.1);
    REQUIRE(outline_make(&core, &o));
    CHECK(o.polygons == 1 && o.points == 48);
    CHECK_REL(area_of(o.point, 48), 48 * 0.5 * 0.01 * sin(pi / 24), 1e-12);
    outline_clear(&o);
    core = line_core(zigzag_corner, 2, false, 0.1);
    REQUIRE(outline_make(&core, &o));
    CHECK(o.polygons == 1 && o.points == 50); // two halves of 24 parts
    outline_clear(&o);
    core = arrow_core(0);
    REQUIRE(outline_make(&core, &o));
    CHECK(o.points == ARROW_CORNERS && !memcmp(o.point, arrow_corner, sizeof arrow_corner));
    outline_clear(&o);
}

// Where the radius is larger than the bays of the arrow, and where a line bends back to its start, the polygons
// together cover what is within the radius.
TEST(outlines_that_would_cross_are_covered_in_parts)
{
    v3 hook[6] = {{0, 0, 0},   {0.3, 0, 0},     {0.3, 0.3, 0},
                  {0, 0.3, 0}, {-0.1, 0.15, 0}, {-0.05, 0.05, 0}};
    const model_core cores[] = {arrow_core(0.11), line_core(hook, 6, false, 0.04)};
    for (int k = 0; k < 2; k++) {
        outline o;
        REQUIRE(outline_make(&cores[k], &o));
        CHECK(o.polygons == (k ? 5 : 8));
        int wrong = 0, inside = 0;
        for (int i = 0; i < 120 * 120; i++) {
            const v3 p = v3_make(-0.5 + i % 120 / 120.0, -0.4 + i / 120 / 120.0, 0);
            const bool within = !k && is_inside(arrow_corner, ARROW_CORNERS, p);
            const double off = within ? -1 : distance(&cores[k], p) - cores[k].radius;
            bool covered = false;
            for (int n = 0; n < o.polygons; n++) {
                const int first = n ? o.end[n - 1] : 0;
                covered = covered || is_inside(o.point + first, o.end[n] - first, p);
            }
            if (fabs(off) > 3e-3 * cores[k].radius)
                wrong += covered != (off < 0);
            inside += off < 0;
        }
        CHECK_MSG(wrong == 0 && inside > 500, "core %d: %d of %d", k, wrong, inside);
        outline_clear(&o);
    }
}

// ---- the file

enum { GRAINS = 9001 };

// Cubes, rods, points and balls, one after the other, with chance in all that moves.
static frame mixed_frame(const model *m)
{
    frame f = shaped_frame(m, GRAINS);
    frame_balls *b = &f.ball;
    for (int i = 0; i < GRAINS; i++) {
        b->shape[i] = i % 4;
        b->position[i] = chance3(100);
        b->velocity[i] = chance3(3);
        b->orientation[i] =
            q4_unit((q4){chance() - 0.5, chance() - 0.5, chance() - 0.5, chance() - 0.5});
        b->material[i] = i % 2;
        b->set[i] = i % 3;
    }
    return f;
}

static v3 rod[2] = {{-1, 0, 0}, {1, 0, 0}};

TEST(vtp_of_shapes_holds_every_corner)
{
    model_shape shape[4] = {{.name = "cube", .core = cube_core(0.1)},
                            {.name = "rod <1>", .core = line_core(rod, 2, false, 0.2)},
                            {.name = "point", .core = line_core(rod, 1, false, 0.3)},
                            {.name = "ball"}};
    const model m = {.dimensions = 3, .shape = shape, .shapes = 4};
    frame f = mixed_frame(&m);
    const frame_balls *b = &f.ball;
    REQUIRE(store_shapes_vtp(in_folder("shapes.vtp"), &f, NULL) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("shapes.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    const int cubes = (GRAINS + 3) / 4, rods = (GRAINS + 2) / 4, points = (GRAINS + 1) / 4;
    char head[160];
    snprintf(head, sizeof head, "NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"%d\"",
             8 * cubes + 2 * rods + points, points, rods);
    CHECK_HAS(v.text, head);
    snprintf(head, sizeof head, "NumberOfPolys=\"%d\"", 12 * cubes);
    CHECK_HAS(v.text, head);
    size_t bytes = 0;
    v3 *at = vtk_values(&v, "points", "Float64", 3, &bytes), *velocity = NULL;
    REQUIRE(at && bytes == (size_t)(8 * cubes + 2 * rods + points) * sizeof *at);
    int64_t *id = vtk_values(&v, "id", "Int64", 1, &bytes);
    double *speed = vtk_values(&v, "speed", "Float64", 1, &bytes), *radius = NULL;
    int32_t *material = vtk_values(&v, "material", "Int32", 1, &bytes), *of = NULL;
    radius = vtk_values(&v, "core_radius", "Float64", 1, &bytes);
    velocity = vtk_values(&v, "velocity", "Float64", 3, &bytes);
    of = vtk_values(&v, "shape", "Int32", 1, &bytes);
    REQUIRE(id && speed && radius && velocity && material && of &&
            bytes == 4 * (size_t)(points + rods + 12 * cubes));
    int wrong = 0, place = 0, cell = 0;
    static const int order[3] = {2, 1, 0}, corners[3] = {8, 2, 1}, cells[3] = {12, 1, 1};
    for (int k = 0; k < 3; k++)
        for (int i = order[k]; i < GRAINS; i += 4) {
            const model_core *core = &shape[order[k]].core;
            for (int n = 0; n < corners[order[k]]; n++) {
                const v3 wanted =
                    v3_add(b->position[i], q4_rotate(b->orientation[i], core->vertex[n]));
                wrong += memcmp(&at[place++], &wanted, sizeof wanted) != 0;
            }
            for (int n = 0; n < cells[order[k]]; n++, cell++)
                wrong += id[cell] != b->id[i] || speed[cell] != v3_norm(b->velocity[i]) ||
                         radius[cell] != core->radius || material[cell] != b->material[i] ||
                         of[cell] != order[k] ||
                         memcmp(&velocity[cell], &b->velocity[i], sizeof(v3)) != 0;
        }
    CHECK_MSG(wrong == 0, "%d values differ", wrong);
    free(at);
    free(id);
    free(speed);
    free(radius);
    free(velocity);
    free(material);
    free(of);
    free(v.text);
    frame_clear(&f);
}

TEST(vtp_of_no_shapes_is_a_file_too)
{
    frame f = make_frame(3, 0);
    REQUIRE(store_shapes_vtp(in_folder("none.vtp"), &f, NULL) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("none.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK_HAS(v.text, "NumberOfPoints=\"0\"");
    CHECK(vtk_same(&v, "speed", "Float64", 1, "", 0));
    free(v.text);
    CHECK(store_shapes_vtp("/no/such/folder/a.vtp", &f, NULL) == SCREE_IO);
    frame_clear(&f);
}

// What a full disk leaves is the old file.
TEST(full_disk_spares_the_old_shapes)
{
    model_shape shape[4] = {
        {.core = cube_core(0)}, {.core = cube_core(0)}, {.core = cube_core(0)}, {.name = "ball"}};
    const model m = {.dimensions = 3, .shape = shape, .shapes = 4};
    frame f = mixed_frame(&m);
    REQUIRE(put_file(in_folder("full.vtp"), "old"));
    limit_files(20000);
    const scree_status status = store_shapes_vtp(in_folder("full.vtp"), &f, NULL);
    limit_files(0);
    CHECK(status == SCREE_IO && file_is(in_folder("full.vtp"), "old"));
    frame_clear(&f);
}

// VTK measures what it read: the volume of each cube, the ends of each rod, the area of the plates.
TEST(vtk_sees_the_shapes)
{
    static const char script[] =
        "import vtk,sys,math\n"
        "def read(name):\n"
        "    r = vtk.vtkXMLPolyDataReader(); r.SetFileName(sys.argv[1] + '/' + name); r.Update(); "
        "return "
        "r.GetOutput()\n"
        "def measure(d):\n"
        "    t = vtk.vtkTriangleFilter(); t.SetInputData(d); t.PassLinesOff(); t.PassVertsOff(); "
        "t.Update()\n"
        "    m = vtk.vtkMassProperties(); m.SetInputData(t.GetOutput()); m.Update(); return m\n"
        "s = read('v_space.vtp')\n"
        "n = s.GetNumberOfPolys() // 12\n"
        "assert abs(measure(s).GetVolume() - 8 * n) < 1e-3 * n and abs(measure(s).GetSurfaceArea() "
        "- 24 * n) < 1e-9 * "
        "n\n"
        "first = s.GetNumberOfVerts()\n"
        "for k in (first, first + s.GetNumberOfLines() - 1):\n"
        "    p = s.GetCell(k).GetPoints()\n"
        "    assert abs(math.dist(p.GetPoint(0), p.GetPoint(1)) - 2) < 1e-12\n"
        "c = s.GetCellData()\n"
        "assert c.GetNumberOfArrays() == 7 and c.GetArray('id').GetTuple1(0) == 12\n"
        "assert s.GetFieldData().GetAbstractArray('names').GetValue(1) == 'rod <1>'\n"
        "p = read('v_plane.vtp')\n"
        "assert p.GetNumberOfPolys() == 2 and p.GetBounds()[4:] == (0, 0)\n"
        "area = float(open(sys.argv[1] + '/v_area').read())\n"
        "assert abs(measure(p).GetSurfaceArea() - area) < 1e-9\n";
    model_shape shape[4] = {{.name = "cube", .core = cube_core(0.1)},
                            {.name = "rod <1>", .core = line_core(rod, 2, false, 0.2)},
                            {.name = "point", .core = line_core(rod, 1, false, 0.3)},
                            {.name = "ball"}};
    const model m = {.dimensions = 3, .shape = shape, .shapes = 4};
    frame f = mixed_frame(&m);
    REQUIRE(!store_shapes_vtp(in_folder("v_space.vtp"), &f, NULL));
    frame_clear(&f);
    model_shape plate[2] = {{.core = arrow_core(0.03)},
                            {.core = line_core(zigzag_corner, 4, false, 0.04)}};
    const model plane = {.dimensions = 2, .shape = plate, .shapes = 2};
    f = shaped_frame(&plane, 2);
    f.ball.shape[1] = 1;
    f.ball.position[1] = v3_make(1, 0, 0);
    f.ball.orientation[1] = (q4){cos(0.3), 0, 0, sin(0.3)};
    REQUIRE(!store_shapes_vtp(in_folder("v_plane.vtp"), &f, NULL));
    frame_clear(&f);
    double area = 0;
    for (int k = 0; k < 2; k++) {
        outline o;
        REQUIRE(outline_make(&plate[k].core, &o));
        area += area_of(o.point, o.points);
        outline_clear(&o);
    }
    char text[32];
    snprintf(text, sizeof text, "%.17g\n", area);
    REQUIRE(put_file(in_folder("v_area"), text));
    if (!vtk_agrees(script))
        SKIP("no Python with the vtk module");
}

// ---- other programs

TEST(dump_adds_turns_and_shapes)
{
    model_shape shape[4] = {{.name = "cube", .core = cube_core(0.1)},
                            {.name = "rod", .core = line_core(rod, 2, false, 0.2)},
                            {.name = "point", .core = line_core(rod, 1, false, 0.3)},
                            {.name = "ball"}};
    model m = make_model();
    m.shape = shape;
    m.shapes = 4;
    frame f = mixed_frame(&m);
    const frame_balls *b = &f.ball;
    REQUIRE(store_dump(in_folder("s.dump"), &f, &m, NULL) == SCREE_OK);
    char *text = slurp(in_folder("s.dump"), NULL);
    REQUIRE(text != NULL);
    const char *rows =
        strstr(text, " radius mass omegax omegay omegaz quat1 quat2 quat3 quat4 shape\n");
    REQUIRE(rows != NULL);
    rows = strchr(rows, '\n') + 1;
    bool same = true;
    for (int i = 0; i < GRAINS; i++) {
        double x[21];
        for (int k = 0; k < 21; k++)
            x[k] = strtod(rows, (char **)&rows);
        same = same && x[0] == (double)b->id[i] && !memcmp(x + 2, &b->position[i], 24) &&
               x[11] == b->radius[i] && !memcmp(x + 16, &b->orientation[i], 32) &&
               x[20] == i % 4 + 1;
    }
    CHECK(same);
    free(text);
    m.output.kardan = true;
    REQUIRE(store_dump(in_folder("s.dump"), &f, &m, NULL) == SCREE_OK);
    text = slurp(in_folder("s.dump"), NULL);
    REQUIRE(text != NULL);
    rows = strstr(text, " quat1 quat2 quat3 quat4 shape alpha beta gamma\n");
    REQUIRE(rows != NULL);
    rows = strchr(rows, '\n') + 1;
    for (int i = 0; i < GRAINS; i++) {
        double x[24];
        for (int k = 0; k < 24; k++)
            x[k] = strtod(rows, (char **)&rows);
        q4 back = kardan_to_quaternion(v3_make(x[21], x[22], x[23])), q = b->orientation[i];
        double along =
            (back.w * q.w + back.x * q.x) + (back.y * q.y + back.z * q.z); // q and -q are one turn
        CHECK_NEAR(fabs(along), 1, 1e-14);
    }
    free(text);
    frame_clear(&f);
}

TEST(lammps_data_refuse_what_is_no_ball)
{
    model_shape shape[2] = {{.name = "ball"}, {.name = "die", .core = cube_core(0)}};
    model m = make_model();
    m.shape = shape;
    m.shapes = 2;
    frame f = shaped_frame(&m, 3);
    scree_error error;
    CHECK(store_lammps_data(in_folder("s.data"), &f, &m, &error) == SCREE_OK); // none of them there
    f.ball.shape[2] = 1;
    CHECK(store_lammps_data(in_folder("s.data"), &f, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what,
              "grain 12 has the shape 'die', and LAMMPS data of atom_style sphere hold balls only");
    CHECK_HAS(error.hint, "dump");
    frame_clear(&f);
}

TEST(nothing_is_left_behind)
{
    leave_nothing_behind();
}

TEST_MAIN
