// test_store_vtk.c - frames for ParaView, read back by a reader of the test's own, and by VTK where it is installed.
#include "vtk_fixture.h"

#include "base/kardan.h"
#include "base/random.h"
#include "store/course.h"
#include "store/vtp.h"

#include <inttypes.h>

TEST(vtp_of_bodies_holds_every_bit)
{
    const int64_t n = 20000;
    frame f = make_frame(n, 0);
    const frame_balls *b = &f.ball;
    scree_error error;
    b->mass[3] = INFINITY;
    REQUIRE(store_bodies_vtp(in_folder("bodies.vtp"), &f, &error) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("bodies.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK_HAS(v.text, "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"");
    CHECK_HAS(v.text, "NumberOfPoints=\"20000\" NumberOfVerts=\"20000\"");
    CHECK_HAS(v.text, "<PointData Scalars=\"velocity\" Vectors=\"velocity\">");
    CHECK_HAS(
        v.text,
        "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">\n        0.10000000000000001\n");
    const size_t one = (size_t)n * 8, three = 3 * one, half = (size_t)n * 4;
    CHECK(vtk_same(&v, "points", "Float64", 3, b->position, three));
    CHECK(vtk_same(&v, "radius", "Float64", 1, b->radius, one));
    CHECK(vtk_same(&v, "mass", "Float64", 1, b->mass, one));
    CHECK(vtk_same(&v, "velocity", "Float64", 3, b->velocity, three));
    CHECK(vtk_same(&v, "angular_velocity", "Float64", 3, b->spin, three));
    CHECK(vtk_same(&v, "force", "Float64", 3, b->force, three));
    CHECK(vtk_same(&v, "torque", "Float64", 3, b->torque, three));
    CHECK(vtk_same(&v, "orientation", "Float64", 4, b->orientation, 4 * one));
    CHECK(vtk_same(&v, "id", "Int64", 1, b->id, one));
    CHECK(vtk_same(&v, "body", "Int64", 1, b->body, one));
    CHECK(vtk_same(&v, "material", "Int32", 1, b->material, half));
    CHECK(vtk_same(&v, "set", "Int32", 1, b->set, half));
    CHECK(vtk_same(&v, "contacts", "Int32", 1, b->contacts, half));
    int64_t *count = malloc(one);
    for (int64_t i = 0; i < n; i++)
        count[i] = i;
    CHECK(vtk_same(&v, "connectivity", "Int64", 1, count, one));
    for (int64_t i = 0; i < n; i++)
        count[i] = i + 1;
    CHECK(vtk_same(&v, "offsets", "Int64", 1, count, one));
    free(count);
    CHECK(!strstr(v.text, "kardan"));
    free(v.text);
    model m = make_model();
    m.output.kardan = true;
    f.model = &m;
    v3 *angle = malloc(three);
    for (int64_t i = 0; i < n; i++)
        angle[i] = kardan_from_quaternion(b->orientation[i]);
    REQUIRE(store_bodies_vtp(in_folder("bodies.vtp"), &f, &error) == SCREE_OK);
    v.text = slurp(in_folder("bodies.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK(vtk_same(&v, "kardan", "Float64", 3, angle, three));
    CHECK(vtk_same(&v, "orientation", "Float64", 4, b->orientation, 4 * one));
    free(angle);
    free(v.text);
    free(f.ball.orientation);
    f.ball.orientation = NULL;
    REQUIRE(store_bodies_vtp(in_folder("bodies.vtp"), &f, &error) == SCREE_OK);
    v.text = slurp(in_folder("bodies.vtp"), &v.size);
    CHECK(v.text && !strstr(v.text, "orientation") && !strstr(v.text, "kardan"));
    free(v.text);
    frame_clear(&f);
}

// Is the second block of an array of three doubles wrapped as it is? -1: there is none. Deflate tells it by the kind of its
// first block, behind the two bytes of zlib (RFC 1951, 3.2.3).
static int second_block_is_stored(const vtk_text *v, const char *name)
{
    static const char begin[] = "<AppendedData encoding=\"raw\">\n_";
    char head[160];
    snprintf(head, sizeof head,
             "<DataArray type=\"Float64\" Name=\"%s\" NumberOfComponents=\"3\" "
             "format=\"appended\" offset=\"",
             name);
    const char *found = strstr(v->text, head);
    const char *data = strstr(v->text, begin);
    uint64_t word[4];
    if (!found || !data)
        return -1;
    const char *at = data + strlen(begin) + strtoull(found + strlen(head), NULL, 10);
    memcpy(word, at, sizeof word);
    if (word[0] < 2)
        return -1;
    const char *second = at + 8 * (3 + word[0]) + word[3];
    return (second[2] & 6) == 0;
}

// What hardly gets smaller is not compressed block by block; what does is.
TEST(time_is_not_spent_on_what_does_not_shrink)
{
    const int64_t n = 30000;
    frame f = make_frame(n, 0);
    scree_error error;
    rng random = rng_make(3, 0);
    for (int64_t i = 0; i < n; i++) {
        f.ball.velocity[i] = v3_scale(1 + rng_uniform(&random), rng_direction(&random));
        f.ball.force[i] = v3_make(0, 0, i % 7);
    }
    REQUIRE(store_bodies_vtp(in_folder("bodies.vtp"), &f, &error) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("bodies.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK(second_block_is_stored(&v, "velocity") == 1);
    CHECK(second_block_is_stored(&v, "force") == 0);
    CHECK(vtk_same(&v, "velocity", "Float64", 3, f.ball.velocity, (size_t)n * 24));
    CHECK(vtk_same(&v, "force", "Float64", 3, f.ball.force, (size_t)n * 24));
    free(v.text);
    frame_clear(&f);
}

TEST(vtp_of_nothing_is_a_file_too)
{
    frame f = make_frame(0, 0);
    CHECK(store_bodies_vtp(in_folder("empty.vtp"), &f, NULL) == SCREE_OK);
    CHECK(store_contacts_vtp(in_folder("none.vtp"), &f, NULL) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("empty.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK(vtk_same(&v, "radius", "Float64", 1, "", 0));
    free(v.text);
    frame_clear(&f);
}

TEST(vtp_of_contacts_joins_the_centres)
{
    const int64_t n = 9000;
    frame f = make_frame(2, n);
    const frame_contacts *c = &f.contact;
    REQUIRE(store_contacts_vtp(in_folder("contacts.vtp"), &f, NULL) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("contacts.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    size_t bytes = 0;
    v3 *points = vtk_values(&v, "points", "Float64", 3, &bytes);
    REQUIRE(points && bytes == 2 * (size_t)n * sizeof *points);
    bool same = true;
    for (int64_t i = 0; i < n; i++)
        same = same && !memcmp(&points[2 * i], &c->position_a[i], 24) &&
               !memcmp(&points[2 * i + 1], &c->position_b[i], 24);
    CHECK(same);
    free(points);
    int64_t *ends = vtk_values(&v, "offsets", "Int64", 1, &bytes);
    CHECK(ends && bytes == 8 * (size_t)n && ends[0] == 2 && ends[n - 1] == 2 * n);
    free(ends);
    CHECK(vtk_same(&v, "normal_force", "Float64", 1, c->normal_force, 8 * (size_t)n));
    CHECK(vtk_same(&v, "overlap", "Float64", 1, c->overlap, 8 * (size_t)n));
    CHECK(vtk_same(&v, "force", "Float64", 3, c->force, 24 * (size_t)n));
    CHECK(vtk_same(&v, "id_a", "Int64", 1, c->a, 8 * (size_t)n));
    CHECK(vtk_same(&v, "id_b", "Int64", 1, c->b, 8 * (size_t)n));
    free(v.text);
    frame_clear(&f);
}

static const v3 wall_points[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const int64_t wall_corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
static const int32_t wall_of[2] = {0, 1};
static const wall_surface surface = {wall_points, 4, wall_corners, wall_of, 2, NULL, 0, NULL};

TEST(vtp_of_walls_repeats_the_wall_on_its_triangles)
{
    frame f = make_frame(2, 0);
    scree_error error;
    REQUIRE(store_walls_vtp(in_folder("walls.vtp"), &f, &surface, NULL) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("walls.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK(vtk_same(&v, "points", "Float64", 3, wall_points, sizeof wall_points));
    CHECK(vtk_same(&v, "connectivity", "Int64", 1, wall_corners, sizeof wall_corners));
    CHECK(vtk_same(&v, "wall", "Int32", 1, wall_of, sizeof wall_of));
    CHECK(vtk_same(&v, "force", "Float64", 3, (v3[]){{1, 2, 3}, {-1, -2, -3}}, 48));
    CHECK(vtk_same(&v, "torque", "Float64", 3, (v3[]){{4, 5, 6}, {0, 0, 0}}, 48));
    CHECK(vtk_same(&v, "power", "Float64", 1, (double[]){7, 0}, 16));
    free(v.text);
    const double worn[2] = {0.5, NAN};
    const wall_value value = {"wall_wear_pressure", worn};
    wall_surface mapped = surface;
    mapped.value = &value;
    mapped.values = 1;
    REQUIRE(store_walls_vtp(in_folder("walls.vtp"), &f, &mapped, NULL) == SCREE_OK);
    v.text = slurp(in_folder("walls.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK(vtk_same(&v, "wall_wear_pressure", "Float64", 1, worn, sizeof worn));
    CHECK(vtk_same(&v, "power", "Float64", 1, (double[]){7, 0}, 16));
    free(v.text);
    const int64_t wrong[2][3] = {{0, 1, 2}, {0, 2, 4}};
    wall_surface bad = surface;
    bad.corner = wrong;
    CHECK(store_walls_vtp(in_folder("walls.vtp"), &f, &bad, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "triangle 1");
    frame_clear(&f);
}

TEST(pvd_is_complete_and_escaped)
{
    const pvd_entry list[] = {{0, "a&b.vtp"}, {0.1, "c.vtp"}};
    CHECK(store_pvd(in_folder("s.pvd"), list, 2, NULL) == SCREE_OK);
    CHECK(file_is(
        in_folder("s.pvd"),
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n"
        "    <DataSet timestep=\"0\" part=\"0\" file=\"a&amp;b.vtp\"/>\n"
        "    <DataSet timestep=\"0.1\" part=\"0\" file=\"c.vtp\"/>\n"
        "  </Collection>\n</VTKFile>\n"));
}

// The real reader, where it is installed.
// Frames of a case with two sets, and of walls with a map.
static void store_shown(frame *f)
{
    static const double pressure[2] = {3, 5};
    const wall_value value = {"wall_map_pressure", pressure};
    wall_surface mapped = surface;
    const model two = {.dimensions = 3, .grain_sets = 2};
    const frame_set energy[2] = {{1, 2, 3, 4, 9, 10, 11, 12, 13}, {5, 6, 7, 8, 14, 15, 16, 17, 18}};
    mapped.value = &value;
    mapped.values = 1;
    mapped.shown = value.name;
    store_walls_vtp(in_folder("v_maps.vtp"), f, &mapped, NULL);
    f->model = &two;
    f->of_set = (frame_set *)energy;
    f->sets = 2;
    store_bodies_vtp(in_folder("v_sets.vtp"), f, NULL);
    f->model = NULL;
    f->of_set = NULL;
    f->sets = 0;
}

TEST(vtk_reads_what_is_written)
{
    static const char script[] =
        "import vtk,sys\n"
        "def read(name, kind=vtk.vtkXMLPolyDataReader):\n"
        "    r = kind(); r.SetFileName(sys.argv[1] + '/' + name)\n"
        "    if name.endswith('vtk'): r.ReadAllVectorsOn(); r.ReadAllScalarsOn()\n"
        "    r.Update(); return r.GetOutput()\n"
        "b, c, w = read('v_bodies.vtp'), read('v_contacts.vtp'), read('v_walls.vtp')\n"
        "p = b.GetPointData()\n"
        "shown = lambda data: (data.GetScalars().GetName(), data.GetVectors().GetName())\n"
        "assert shown(p) == ('velocity', 'velocity'), shown(p)\n"
        "assert shown(c.GetCellData()) == ('normal_force', 'force')\n"
        "assert w.GetCellData().GetScalars() is None\n"
        "assert shown(read('v_sets.vtp').GetPointData()) == ('set', 'velocity')\n"
        "m = read('v_maps.vtp').GetCellData()\n"
        "assert shown(m) == ('wall_map_pressure', 'force') and m.GetScalars().GetTuple1(1) == 5\n"
        "assert b.GetNumberOfPoints() == 20000 and b.GetNumberOfVerts() == 20000 and "
        "p.GetNumberOfArrays() == 12\n"
        "assert p.GetArray('id').GetTuple1(19999) == 3 + 2 * 19999 and "
        "p.GetArray('orientation').GetNumberOfComponents() == 4\n"
        "assert p.GetArray('radius').GetRange()[0] >= 1e-3 and p.GetArray('radius').GetRange()[1] "
        "<= 2e-3\n"
        "assert b.GetFieldData().GetArray('TimeValue').GetTuple1(0) == 0.1\n"
        "assert c.GetNumberOfLines() == 700 and c.GetCell(699).GetPointId(1) == 1399\n"
        "assert c.GetCellData().GetArray('id_b').GetTuple1(699) == 700\n"
        "assert w.GetNumberOfPolys() == 2 and w.GetCellData().GetArray('force').GetTuple3(1) == "
        "(-1, -2, -3)\n"
        "assert w.GetFieldData().GetAbstractArray('names').GetValue(0) == 'floor <1>'\n"
        "assert read('v_empty.vtp').GetNumberOfPoints() == 0\n"
        "l = read('v_course.vtk', vtk.vtkPolyDataReader)\n"
        "assert l.GetNumberOfPoints() == 20000 and "
        "l.GetPointData().GetArray('rotation').GetNumberOfComponents() == 3\n"
        "assert abs(l.GetPointData().GetArray('radius').GetTuple1(5) - "
        "p.GetArray('radius').GetTuple1(5)) == 0\n"
        "r = l.GetPointData().GetArray('rotation').GetTuple3(19999)\n"
        "assert abs(sum(x * x for x in r) - 1) < 1e-12\n";
    frame f = make_frame(20000, 700), empty = make_frame(0, 0);
    f.ball.mass[0] = INFINITY;
    store_bodies_vtp(in_folder("v_bodies.vtp"), &f, NULL);
    store_contacts_vtp(in_folder("v_contacts.vtp"), &f, NULL);
    store_walls_vtp(in_folder("v_walls.vtp"), &f, &surface, NULL);
    store_bodies_vtp(in_folder("v_empty.vtp"), &empty, NULL);
    store_shown(&f);
    course_write_vtk(in_folder("v_course.vtk"), &f, "many\nlines", NULL);
    frame_clear(&f);
    frame_clear(&empty);
    if (!vtk_agrees(script))
        SKIP("no Python with the vtk module");
}

TEST(nothing_is_left_behind)
{
    leave_nothing_behind();
}

TEST_MAIN
