// test_store.c - what store/ writes is read back here by readers of the test's own, and nothing is lost on a full disk.
#include "../harness.h"

#include "store/course.h"
#include "store/csv.h"
#include "store/dump.h"
#include "store/file_in.h"
#include "store/file_out.h"
#include "store/json.h"
#include "store/lammps_data.h"
#include "store/number.h"
#include "store/vtp.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[4][128];
    static int turn;
    if (!*folder) {
        strcpy(folder, "test_store.XXXXXX");
        if (!mkdtemp(folder)) printf("cannot make a folder in /tmp\n");
    }
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static bool exists(const char *path) { return !access(path, F_OK); }

// The whole file as text, or NULL; freed by the caller.
static char *slurp(const char *path, size_t *size)
{
    char *text;
    size_t length;
    if (file_in_load(path, &text, &length, NULL)) return NULL;
    if (size) *size = length;
    return text;
}

static bool file_is(const char *path, const char *wanted)
{
    char *text = slurp(path, NULL);
    bool same = text && !strcmp(text, wanted);
    free(text);
    return same;
}

static bool put_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    return out && fputs(text, out) >= 0 && !fclose(out);
}

// From here on files can grow to `bytes` only, as on a full disk; 0 lifts the limit.
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static uint64_t seed = 88172645463325252u;
static double chance(void) // 0 to 1
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (double)(seed >> 11) * 0x1p-53;
}
static v3 chance3(double s) { return v3_make(s * (chance() - 0.5), s * (chance() - 0.5), s * (chance() - 0.5)); }

static frame make_frame(int64_t n, int64_t contacts)
{
    static frame_wall wall[2] = {{.name = "floor <1>", .force = {1, 2, 3}, .torque = {4, 5, 6}, .power = 7},
                                 {.name = "lid", .force = {-1, -2, -3}, .velocity = {0, 0, 0.5}, .spin = {9, 8, 7}}};
    frame f = {.time = 0.1, .step = 123456789012, .walls = 2};
    frame_bodies *b = &f.body;
    frame_contacts *c = &f.contact;
    f.wall = malloc(sizeof wall);
    memcpy(f.wall, wall, sizeof wall);
    b->count = n;
    c->count = contacts;
#define ROOM(list, count) (list) = calloc((size_t)(count) + 1, sizeof *(list))
    ROOM(b->id, n), ROOM(b->position, n), ROOM(b->radius, n), ROOM(b->mass, n), ROOM(b->velocity, n), ROOM(b->spin, n);
    ROOM(b->orientation, n), ROOM(b->force, n), ROOM(b->torque, n), ROOM(b->material, n), ROOM(b->set, n);
    ROOM(b->contacts, n), ROOM(c->a, contacts), ROOM(c->b, contacts), ROOM(c->point, contacts);
    ROOM(c->normal, contacts), ROOM(c->overlap, contacts), ROOM(c->force, contacts), ROOM(c->normal_force, contacts);
    ROOM(c->position_a, contacts), ROOM(c->position_b, contacts);
#undef ROOM
    for (int64_t i = 0; i < n; i++) {
        b->id[i] = 3 + 2 * i;
        b->position[i] = chance3(2);
        b->radius[i] = 1e-3 * (1 + chance());
        b->mass[i] = 2500 * 4.0 / 3 * 3.14159265358979323846 * (b->radius[i] * b->radius[i] * b->radius[i]);
        b->velocity[i] = chance3(1e-5);
        b->spin[i] = chance3(1e3);
        b->orientation[i] = q4_unit((q4){chance() - 0.5, chance() - 0.5, chance() - 0.5, chance() - 0.5});
        b->force[i] = chance3(1);
        b->material[i] = (int32_t)(i % 2);
        b->set[i] = (int32_t)(i % 3);
        b->contacts[i] = (int32_t)(i % 7);
    }
    for (int64_t i = 0; i < contacts; i++) {
        c->a[i] = i, c->b[i] = i + 1;
        c->point[i] = chance3(1), c->normal[i] = chance3(1), c->force[i] = chance3(1);
        c->overlap[i] = chance(), c->normal_force[i] = chance();
        c->position_a[i] = chance3(1), c->position_b[i] = chance3(1);
    }
    return f;
}

static model make_model(void)
{
    static model_material material[2] = {{.name = "glass", .density = 2500}, {.name = "steel", .density = 2500}};
    model m = {
        .dimensions = 3, .low = {-1, -1, -INFINITY}, .high = {1, 1, INFINITY}, .material = material, .materials = 2};
    m.boundary[0] = BOUNDARY_PERIODIC;
    m.boundary[1] = BOUNDARY_WALL;
    m.boundary[2] = BOUNDARY_OPEN;
    return m;
}

// ---- files

TEST(file_appears_only_when_committed)
{
    const char *path = in_folder("plain.txt");
    file_out out;
    scree_error error;
    REQUIRE(put_file(path, "old\n"));
    REQUIRE(file_out_open(&out, path, &error) == SCREE_OK);
    file_out_printf(&out, "new %d\n", 7);
    CHECK(file_is(path, "old\n"));
    CHECK(file_out_commit(&out, &error) == SCREE_OK);
    CHECK(file_is(path, "new 7\n"));
    CHECK(!exists(in_folder("plain.txt.part")));
    REQUIRE(file_out_open(&out, path, &error) == SCREE_OK);
    file_out_printf(&out, "never");
    file_out_abort(&out);
    file_out_abort(&out);
    CHECK(file_is(path, "new 7\n"));
    CHECK(!exists(in_folder("plain.txt.part")));
}

TEST(file_patch_goes_where_it_belongs)
{
    const char *path = in_folder("patch.txt");
    file_out out;
    REQUIRE(file_out_open(&out, path, NULL) == SCREE_OK);
    file_out_printf(&out, "abc");
    long place = file_out_place(&out);
    file_out_printf(&out, "000def");
    file_out_patch(&out, place, "123", 3);
    file_out_printf(&out, "g");
    CHECK(file_out_commit(&out, NULL) == SCREE_OK);
    CHECK(file_is(path, "abc123defg"));
}

TEST(file_on_a_full_disk_leaves_the_old_one)
{
    const char *path = in_folder("full.txt");
    file_out out;
    scree_error error;
    REQUIRE(put_file(path, "old\n"));
    limit_files(10000);
    REQUIRE(file_out_open(&out, path, &error) == SCREE_OK);
    for (int i = 0; i < 5000; i++) file_out_printf(&out, "%d\n", i);
    scree_status status = file_out_commit(&out, &error);
    limit_files(0);
    CHECK(status == SCREE_IO);
    CHECK_STR(error.where, path);
    CHECK_HAS(error.what, "File too large");
    CHECK_HAS(error.hint, "ulimit -f");
    CHECK(file_is(path, "old\n"));
    CHECK(!exists(in_folder("full.txt.part")));
}

TEST(file_keeps_the_previous_one)
{
    file_out out;
    for (int i = 1; i <= 3; i++) {
        REQUIRE(file_out_open(&out, in_folder("keep"), NULL) == SCREE_OK);
        file_out_printf(&out, "%d", i);
        CHECK(file_out_commit_keeping(&out, NULL) == SCREE_OK);
    }
    CHECK(file_is(in_folder("keep"), "3"));
    CHECK(file_is(in_folder("keep.previous"), "2"));
    CHECK(!exists(in_folder("keep.previous.part")));
}

TEST(file_refuses_what_a_rename_would_destroy)
{
    file_out out;
    scree_error error;
    CHECK(file_out_open(&out, "/dev/null", &error) == SCREE_IO);
    CHECK_HAS(error.what, "no plain file");
    CHECK(file_out_open(&out, "/tmp", &error) == SCREE_IO);
    CHECK_HAS(error.what, "is a folder");
    CHECK(file_out_open(&out, in_folder("no/such/folder"), &error) == SCREE_IO);
    CHECK_HAS(error.what, "No such file or directory");
    CHECK_HAS(error.hint, "folder must exist");
}

// ---- numbers, JSON, CSV

TEST(number_reads_back_the_same_and_is_short)
{
    char text[NUMBER_ROOM];
    number_text(text, 0.1);
    CHECK_STR(text, "0.1");
    number_text(text, -0.0);
    CHECK_STR(text, "-0");
    number_text(text, INFINITY);
    CHECK_STR(text, "inf");
    number_text(text, NAN);
    CHECK_STR(text, "nan");
    number_text(text, -1.7976931348623157e308);
    CHECK_STR(text, "-1.7976931348623157e+308");
    for (int i = 0; i < 20000; i++) {
        double value = ldexp(chance() - 0.5, (int)(2000 * chance()) - 1000);
        int length = number_text(text, value);
        CHECK((int)strlen(text) == length && length < NUMBER_ROOM);
        if (!CHECK(strtod(text, NULL) == value)) break;
    }
}

TEST(json_text_is_as_the_standard_wants)
{
    json j = {0};
    json_begin(&j);
    json_text(&j, "na\"me", "a\\b\n\x01\xff\xc3\xa9 end");
    json_number(&j, "third", 1.0 / 3);
    json_number(&j, "nan", NAN);
    json_number(&j, "inf", INFINITY);
    json_integer(&j, "big", INT64_MIN);
    json_list(&j, "list");
    json_flag(&j, NULL, true);
    json_null(&j, NULL);
    json_object(&j, NULL);
    json_close(&j);
    json_close(&j);
    json_text(&j, "none", NULL);
    json_close(&j);
    CHECK(!j.failed);
    CHECK_STR(j.text,
              "{\"na\\\"me\": \"a\\\\b\\n\\u0001\\ufffd\xc3\xa9 end\", \"third\": 0.3333333333333333, \"nan\": null, "
              "\"inf\": null, \"big\": -9223372036854775808, \"list\": [true, null, {}], \"none\": null}");
    json_clear(&j);
    json k = {.lines = true};
    json_begin(&k);
    json_integer(&k, "a", 1);
    json_list(&k, "b");
    json_integer(&k, NULL, 2);
    json_close(&k);
    json_close(&k);
    CHECK(json_store(&k, in_folder("a.json"), NULL) == SCREE_OK);
    CHECK(file_is(in_folder("a.json"), "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n"));
    json_clear(&k);
    for (int i = 0; i < 100; i++) json_list(&k, NULL);
    CHECK(k.failed);
    json_clear(&k);
}

static const csv_column columns[] = {{"time", "s"}, {"force, x", "N"}, {"count", ""}};

TEST(csv_rows_arrive_whole_and_can_be_continued)
{
    const char *path = in_folder("probe.csv");
    static const char head[] = "time [s],\"force, x [N]\",count\n";
    csv_table t;
    scree_error error;
    char wanted[256];
    REQUIRE(csv_create(&t, path, columns, 3, &error) == SCREE_OK);
    for (int i = 1; i <= 5; i++) CHECK(csv_row(&t, (double[]){0.1 * i, 1.0 / 3, i}, &error) == SCREE_OK);
    CHECK(t.rows == 5);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    FILE *out = fopen(path, "a"); // as if the machine had stopped within a row
    REQUIRE(out != NULL);
    fputs("0.6,0.3", out);
    fclose(out);
    REQUIRE(csv_resume(&t, path, columns, 3, 0.3 + 1e-9, &error) == SCREE_OK);
    CHECK(t.rows == 3);
    CHECK(csv_row(&t, (double[]){0.35, NAN, INFINITY}, &error) == SCREE_OK);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    snprintf(wanted, sizeof wanted,
             "%s0.1,0.3333333333333333,1\n0.2,0.3333333333333333,2\n0.30000000000000004,0.3333333333333333,3\n"
             "0.35,nan,inf\n",
             head);
    CHECK(file_is(path, wanted));
    REQUIRE(csv_resume(&t, path, columns, 3, INFINITY, &error) == SCREE_OK);
    CHECK(t.rows == 4);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    CHECK(csv_resume(&t, path, columns, 2, 1, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "other columns");
    CHECK(file_is(path, wanted));
    REQUIRE(csv_resume(&t, in_folder("fresh.csv"), columns, 3, 1, &error) == SCREE_OK);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    CHECK(file_is(in_folder("fresh.csv"), head));
}

TEST(csv_on_a_full_disk_keeps_whole_rows)
{
    const char *path = in_folder("full.csv");
    csv_table t;
    scree_error error = {0};
    REQUIRE(csv_create(&t, path, columns, 3, &error) == SCREE_OK);
    limit_files(1000);
    scree_status status = SCREE_OK;
    for (int i = 0; i < 1000 && !status; i++) status = csv_row(&t, (double[]){i, 1.0 / 3, 2}, &error);
    limit_files(0);
    CHECK(status == SCREE_IO);
    CHECK_STR(error.where, path);
    CHECK_HAS(error.what, "cannot write a row");
    csv_close(&t, NULL);
    char *text = slurp(path, NULL);
    REQUIRE(text != NULL);
    CHECK(strlen(text) > 900 && strlen(text) <= 1000 && text[strlen(text) - 1] == '\n');
    free(text);
}

// ---- VTK

typedef struct vtk_text {
    char *text;
    size_t size;
} vtk_text;

// The values of an array in a .vtp, found, joined and inflated here; NULL if anything is out of form. `bytes` is their
// size.
static void *vtk_values(const vtk_text *v, const char *name, const char *type, int components, size_t *bytes)
{
    char head[160];
    snprintf(head, sizeof head,
             "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"", type, name,
             components);
    const char *found = strstr(v->text, head), *data = strstr(v->text, "<AppendedData encoding=\"raw\">\n_");
    if (!found || !data) return NULL;
    const char *at = data + strlen("<AppendedData encoding=\"raw\">\n_") + strtoull(found + strlen(head), NULL, 10);
    uint64_t word[3];
    memcpy(word, at, sizeof word);
    *bytes = word[0] * word[1] - (word[2] ? word[1] - word[2] : 0);
    unsigned char *values = malloc(*bytes + 1);
    const char *block = at + 8 * (3 + word[0]);
    for (uint64_t k = 0; k < word[0]; k++) {
        uint64_t packed;
        memcpy(&packed, at + 8 * (3 + k), 8);
        uLongf room = k == word[0] - 1 && word[2] ? word[2] : word[1], want = room;
        if (block + packed > v->text + v->size ||
            uncompress(values + k * word[1], &room, (const Bytef *)block, packed) != Z_OK || room != want) {
            free(values);
            return NULL;
        }
        block += packed;
    }
    return values;
}

static bool vtk_same(const vtk_text *v, const char *name, const char *type, int components, const void *want,
                     size_t size)
{
    size_t bytes = 0;
    void *values = vtk_values(v, name, type, components, &bytes);
    bool same = values && bytes == size && !memcmp(values, want, size);
    free(values);
    return same;
}

TEST(vtp_of_bodies_holds_every_bit)
{
    const int64_t n = 20000;
    frame f = make_frame(n, 0);
    const frame_bodies *b = &f.body;
    scree_error error;
    b->mass[3] = INFINITY;
    REQUIRE(store_bodies_vtp(in_folder("bodies.vtp"), &f, &error) == SCREE_OK);
    vtk_text v = {0};
    v.text = slurp(in_folder("bodies.vtp"), &v.size);
    REQUIRE(v.text != NULL);
    CHECK_HAS(v.text, "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"");
    CHECK_HAS(v.text, "NumberOfPoints=\"20000\" NumberOfVerts=\"20000\"");
    CHECK_HAS(v.text, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">\n        0.10000000000000001\n");
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
    CHECK(vtk_same(&v, "material", "Int32", 1, b->material, half));
    CHECK(vtk_same(&v, "set", "Int32", 1, b->set, half));
    CHECK(vtk_same(&v, "contacts", "Int32", 1, b->contacts, half));
    int64_t *count = malloc(one);
    for (int64_t i = 0; i < n; i++) count[i] = i;
    CHECK(vtk_same(&v, "connectivity", "Int64", 1, count, one));
    for (int64_t i = 0; i < n; i++) count[i] = i + 1;
    CHECK(vtk_same(&v, "offsets", "Int64", 1, count, one));
    free(count);
    free(v.text);
    free(f.body.orientation);
    f.body.orientation = NULL;
    REQUIRE(store_bodies_vtp(in_folder("bodies.vtp"), &f, &error) == SCREE_OK);
    v.text = slurp(in_folder("bodies.vtp"), &v.size);
    CHECK(v.text && !strstr(v.text, "orientation"));
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
static const wall_surface surface = {wall_points, 4, wall_corners, wall_of, 2};

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
    CHECK(file_is(in_folder("s.pvd"),
                  "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n"
                  "    <DataSet timestep=\"0\" part=\"0\" file=\"a&amp;b.vtp\"/>\n"
                  "    <DataSet timestep=\"0.1\" part=\"0\" file=\"c.vtp\"/>\n"
                  "  </Collection>\n</VTKFile>\n"));
}

TEST(full_disk_spares_the_old_files_of_every_writer)
{
    frame f = make_frame(5000, 5000);
    const model m = make_model();
    static const char *const name[] = {"d1", "d2", "d3", "d4", "d5", "d6"};
    scree_error error[6];
    scree_status status[6];
    for (int i = 0; i < 6; i++) REQUIRE(put_file(in_folder(name[i]), "old"));
    limit_files(20000);
    status[0] = store_bodies_vtp(in_folder(name[0]), &f, &error[0]);
    status[1] = store_contacts_vtp(in_folder(name[1]), &f, &error[1]);
    status[2] = store_dump(in_folder(name[2]), &f, &m, &error[2]);
    status[3] = store_lammps_data(in_folder(name[3]), &f, &m, &error[3]);
    status[4] = course_write_out(in_folder(name[4]), &f, &error[4]);
    status[5] = course_write_vtk(in_folder(name[5]), &f, "t", &error[5]);
    limit_files(0);
    for (int i = 0; i < 6; i++) {
        CHECK(status[i] == SCREE_IO);
        CHECK_STR(error[i].where, in_folder(name[i]));
        CHECK_HAS(error[i].what, "File too large");
        CHECK(file_is(in_folder(name[i]), "old"));
        char part[8];
        snprintf(part, sizeof part, "%s.part", name[i]);
        CHECK(!exists(in_folder(part)));
    }
    frame_clear(&f);
}

// The real reader, where it is installed.
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
        "assert b.GetNumberOfPoints() == 20000 and b.GetNumberOfVerts() == 20000 and p.GetNumberOfArrays() == 11\n"
        "assert p.GetArray('id').GetTuple1(19999) == 3 + 2 * 19999 and "
        "p.GetArray('orientation').GetNumberOfComponents() == 4\n"
        "assert p.GetArray('radius').GetRange()[0] >= 1e-3 and p.GetArray('radius').GetRange()[1] <= 2e-3\n"
        "assert b.GetFieldData().GetArray('TimeValue').GetTuple1(0) == 0.1\n"
        "assert c.GetNumberOfLines() == 700 and c.GetCell(699).GetPointId(1) == 1399\n"
        "assert c.GetCellData().GetArray('id_b').GetTuple1(699) == 700\n"
        "assert w.GetNumberOfPolys() == 2 and w.GetCellData().GetArray('force').GetTuple3(1) == (-1, -2, -3)\n"
        "assert w.GetFieldData().GetAbstractArray('names').GetValue(0) == 'floor <1>'\n"
        "assert read('v_empty.vtp').GetNumberOfPoints() == 0\n"
        "l = read('v_course.vtk', vtk.vtkPolyDataReader)\n"
        "assert l.GetNumberOfPoints() == 20000 and l.GetPointData().GetArray('rotation').GetNumberOfComponents() == 3\n"
        "assert abs(l.GetPointData().GetArray('radius').GetTuple1(5) - p.GetArray('radius').GetTuple1(5)) == 0\n"
        "r = l.GetPointData().GetArray('rotation').GetTuple3(19999)\n"
        "assert abs(sum(x * x for x in r) - 1) < 1e-12\n";
    frame f = make_frame(20000, 700), empty = make_frame(0, 0);
    f.body.mass[0] = INFINITY;
    store_bodies_vtp(in_folder("v_bodies.vtp"), &f, NULL);
    store_contacts_vtp(in_folder("v_contacts.vtp"), &f, NULL);
    store_walls_vtp(in_folder("v_walls.vtp"), &f, &surface, NULL);
    store_bodies_vtp(in_folder("v_empty.vtp"), &empty, NULL);
    course_write_vtk(in_folder("v_course.vtk"), &f, "many\nlines", NULL);
    frame_clear(&f);
    frame_clear(&empty);
    REQUIRE(put_file(in_folder("v.py"), script));
    char command[400];
    static const char *const python[] = {"python3", "/usr/bin/python3"};
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "%s -c 'import vtk' >/dev/null 2>&1", python[i]);
        if (system(command)) continue;
        snprintf(command, sizeof command, "%s %s/v.py %s", python[i], folder, folder);
        CHECK(system(command) == 0);
        return;
    }
    SKIP("no Python with the vtk module");
}

// ---- course and dump

TEST(course_files_hold_every_bit)
{
    frame f = make_frame(100, 0);
    const frame_bodies *b = &f.body;
    b->mass[7] = INFINITY;
    REQUIRE(course_write_out(in_folder("c.out"), &f, NULL) == SCREE_OK);
    FILE *in = fopen(in_folder("c.out"), "r");
    REQUIRE(in != NULL);
    int n = 0;
    CHECK(fscanf(in, "%d", &n) == 1 && n == 100);
    bool same = true;
    for (int i = 0; i < n; i++) {
        double x[8];
        for (int k = 0; k < 8; k++) same = same && fscanf(in, "%lf", &x[k]) == 1;
        same = same && x[0] == b->mass[i] && x[1] == b->radius[i] && !memcmp(x + 2, &b->position[i], 24) &&
               !memcmp(x + 5, &b->velocity[i], 24);
    }
    fclose(in);
    CHECK(same);
    char *text = slurp(in_folder("c.out"), NULL), name[32];
    REQUIRE(text != NULL);
    CHECK_HAS(text, "\ninf ");
    free(text);
    f.body.orientation[0] = (q4){sqrt(0.5), 0, 0, sqrt(0.5)}; // a quarter turn about z carries x to y
    REQUIRE(course_write_vtk(in_folder("c.vtk"), &f, NULL, NULL) == SCREE_OK);
    text = slurp(in_folder("c.vtk"), NULL);
    REQUIRE(text != NULL);
    const char *rotation = strstr(text, "VECTORS rotation double\n");
    REQUIRE(rotation != NULL);
    double r[3] = {0};
    CHECK(sscanf(rotation + 24, "%lf %lf %lf", &r[0], &r[1], &r[2]) == 3);
    CHECK_NEAR(r[0], 0, 1e-15);
    CHECK_NEAR(r[1], 1, 1e-15);
    CHECK_NEAR(r[2], 0, 0);
    free(text);
    CHECK(course_name(name, sizeof name, "out/blocks", 12, ".vtk", NULL) == SCREE_OK);
    CHECK_STR(name, "out/blocks12.vtk");
    CHECK(course_name(name, 8, "out/blocks", 12, ".vtk", NULL) == SCREE_BAD_INPUT);
    frame_clear(&f);
}

TEST(dump_has_the_lines_that_other_programs_look_for)
{
    frame f = make_frame(3, 0);
    const model m = make_model();
    REQUIRE(store_dump(in_folder("d.dump"), &f, &m, NULL) == SCREE_OK);
    char *text = slurp(in_folder("d.dump"), NULL);
    REQUIRE(text != NULL);
    CHECK_HAS(text, "ITEM: TIMESTEP\n123456789012\nITEM: NUMBER OF ATOMS\n3\nITEM: BOX BOUNDS pp ff ss\n-1 1\n-1 1\n");
    const char *rows = strstr(text, "ITEM: ATOMS id type x y z vx vy vz fx fy fz radius mass omegax omegay omegaz\n");
    REQUIRE(rows != NULL);
    rows = strchr(rows, '\n') + 1;
    for (int i = 0; i < 3; i++) {
        const frame_bodies *b = &f.body;
        double x[16], want[16] = {(double)b->id[i], b->material[i] + 1, b->position[i].x, b->position[i].y,
                                  b->position[i].z, b->velocity[i].x,   b->velocity[i].y, b->velocity[i].z,
                                  b->force[i].x,    b->force[i].y,      b->force[i].z,    b->radius[i],
                                  b->mass[i],       b->spin[i].x,       b->spin[i].y,     b->spin[i].z};
        for (int k = 0; k < 16; k++) x[k] = strtod(rows, (char **)&rows);
        CHECK(!memcmp(x, want, sizeof x));
    }
    free(text);
    frame_clear(&f);
}

// ---- LAMMPS data files

TEST(lammps_data_comes_back_as_it_went)
{
    frame f = make_frame(500, 0);
    const model m = make_model();
    scree_error error;
    lammps_data d;
    f.body.mass[9] = INFINITY;
    f.body.mass[10] *= 3;
    REQUIRE(store_lammps_data(in_folder("l.data"), &f, &m, &error) == SCREE_OK);
    REQUIRE(lammps_data_read(in_folder("l.data"), &d, &error) == SCREE_OK);
    CHECK(d.count == 500 && d.types == 2 && d.has_velocities && !d.has_images);
    CHECK(d.low.x == -1 && d.high.y == 1 && d.low.z < -0.9 && d.high.z > 0.9);
    bool same = true;
    for (int i = 0; i < 500; i++) {
        const frame_bodies *b = &f.body;
        same = same && d.id[i] == b->id[i] + 1 && d.type[i] == b->material[i] + 1 &&
               d.diameter[i] == 2 * b->radius[i] && !memcmp(&d.position[i], &b->position[i], 24) &&
               !memcmp(&d.velocity[i], &b->velocity[i], 24) && !memcmp(&d.spin[i], &b->spin[i], 24);
        CHECK_REL(d.density[i], i == 10 ? 7500 : 2500, i == 10 ? 1e-14 : 0);
    }
    CHECK(same);
    lammps_data_clear(&d);
    frame_clear(&f);
}

// A good file; tests replace parts of it.
#define TITLE "made by hand, 9 atoms in the title do not count\n"
#define HEADER                                                                                                         \
    "2 atoms # two of them\n\n1 atom types\n0 1 xlo xhi\n0 2 ylo yhi\n-1 1 zlo zhi\n0 bonds\n0 0 0 xy xz yz\n"
#define ATOMS "\nAtoms  # sphere\n\n7 1 0.5 2500 .25 0.5 1e-1 0 0 -1\n3 1 0.25 2600 0.5 1.5 0 1 0 0\n"
#define MOTION "\nVelocities\n\n3 1 2 3 4 5 6\n7 -1 -2 -3 -4 -5 -6\n"

static scree_status parse(const char *text, scree_error *error)
{
    lammps_data d;
    size_t size = strlen(text);
    char *copy = malloc(size ? size : 1); // without a closing zero, so that a sanitizer sees reading too far
    memcpy(copy, text, size);
    scree_status status = lammps_data_parse(copy, size, "f", &d, error);
    CHECK(!status || (!d.id && !d.count));
    lammps_data_clear(&d);
    free(copy);
    return status;
}

TEST(lammps_data_is_sorted_and_sections_come_in_any_order)
{
    static const char *const text[] = {TITLE HEADER ATOMS MOTION, TITLE HEADER MOTION ATOMS};
    for (int i = 0; i < 2; i++) {
        lammps_data d;
        REQUIRE(lammps_data_parse(text[i], strlen(text[i]), "f", &d, NULL) == SCREE_OK);
        CHECK(d.count == 2 && d.id[0] == 3 && d.id[1] == 7 && d.diameter[0] == 0.25 && d.density[1] == 2500);
        CHECK(d.position[1].x == 0.25 && d.position[1].z == 0.1 && d.velocity[0].x == 1 && d.spin[1].z == -6);
        CHECK(d.has_images && d.image[1].z == -1 && d.image[0].x == 1);
        lammps_data_clear(&d);
    }
    CHECK(parse(TITLE HEADER ATOMS, NULL) == SCREE_OK);
}

TEST(lammps_data_faults_are_told_with_their_line)
{
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", "f:0", "number of atoms is missing"},
        {TITLE "2 atoms\n0 1 xlo xhi\n" ATOMS, "f:5", "number of atom types is missing"},
        {TITLE "2 atoms\n1 atom types\n0 1 xlo xhi\n0 1 zlo zhi\n" ATOMS, "f:7", "the ylo yhi line is missing"},
        {TITLE "2 atoms\n3 atoms\n", "f:3", "given twice"},
        {TITLE "-2 atoms\n", "f:2", "outside"},
        {TITLE "2.5 atoms\n", "f:2", "no whole number"},
        {TITLE "99999999999999999999 atoms\n", "f:2", "too large"},
        {TITLE "1 0 xlo xhi\n", "f:2", "xlo is not below xhi"},
        {TITLE "nan 0 xlo xhi\n", "f:2", "'nan'"},
        {TITLE "5 bonds\n", "f:2", "bonds cannot be read"},
        {TITLE "0.1 0 0 xy xz yz\n", "f:2", "tilted"},
        {TITLE "5 cats\n", "f:2", "cannot be understood"},
        {TITLE "1000000000 atoms\n1 atom types\n0 1 xlo xhi\n0 2 ylo yhi\n-1 1 zlo zhi\n" ATOMS, "f:8", "too short"},
        {TITLE HEADER, "f:9", "section Atoms is missing"},
        {TITLE HEADER "Atoms # atomic\n", "f:10", "atom_style atomic cannot be read"},
        {TITLE HEADER ATOMS ATOMS, "f:16", "twice"},
        {TITLE HEADER "Masses\n\n1 5\n", "f:10", "section Masses cannot be read"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0\n", "f:11", "ends after 1 of 2 lines of Atoms"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0\nVelocities\n", "f:12", "Atoms ends after 1 of 2 lines"},
        {TITLE HEADER ATOMS "9 1 1 1 0 0 0\n", "f:15", "where a section should begin"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0\n", "f:11", "has 6 columns"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0\n2 1 1 1 0 0 0 0 0 0\n", "f:12", "some not"},
        {TITLE HEADER "Atoms\n0 1 1 1 0 0 0\n", "f:11", "the id = 0 is outside"},
        {TITLE HEADER "Atoms\n1 2 1 1 0 0 0\n", "f:11", "the type = 2 is outside 1 to 1"},
        {TITLE HEADER "Atoms\n1 1 -1 1 0 0 0\n", "f:11", "the diameter of atom 1 is -1"},
        {TITLE HEADER "Atoms\n1 1 1 0 0 0 0\n", "f:11", "the density of atom 1 is 0"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 nan 0\n", "f:11", "y is 'nan'"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0x1\n", "f:11", "z is '0x1'"},
        {TITLE HEADER "Atoms\n1 1 1 1 0.01x 0 0\n", "f:11", "x is '0.01x'"},
        {TITLE HEADER "Atoms\n1 1 1 1 1e999 0 0\n", "f:11", "too large"},
        {TITLE HEADER "Atoms\n4 1 1 1 0 0 0\n4 1 1 1 0 0 0\n", "f:12", "atom 4 stood at line 11 already"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0 0\n3 0 0 0 0 0 0\n", "f:17", "stood at line 16 already"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0 0\n6 0 0 0 0 0 0\n", "f:17", "no atom 6"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0 0\n8 0 0 0 0 0 0\n", "f:17", "atom 7 of line 13 has no velocity"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0\n", "f:16", "Velocities has 6 columns"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scree_error error = {0};
        CHECK(parse(bad[i].text, &error) == SCREE_BAD_INPUT);
        CHECK_STR(error.where, bad[i].where);
        CHECK_HAS(error.what, bad[i].what);
        CHECK(*error.hint);
    }
    lammps_data d;
    scree_error error;
    CHECK(lammps_data_read("/nowhere/x.data", &d, &error) == SCREE_IO);
    CHECK_STR(error.where, "/nowhere/x.data");
    CHECK(lammps_data_read("/tmp", &d, &error) == SCREE_IO);
}

// Cut short, with bytes changed, doubled and left out: an answer every time, and good data whenever it says so.
TEST(lammps_data_survives_any_damage)
{
    static const char good[] = TITLE HEADER ATOMS MOTION;
    const size_t size = sizeof good - 1;
    int accepted = 0;
    for (int round = 0; round < 60000; round++) {
        char text[sizeof good + 64];
        size_t length = size;
        memcpy(text, good, size);
        if (round % 4 == 0) length = (size_t)(chance() * (double)size);
        for (int k = (int)(4 * chance()); k >= 0 && length > 1; k--) {
            size_t at = (size_t)(chance() * (double)length), from = (size_t)(chance() * (double)length);
            static const char signs[] = "0123456789 \n\t#-+.eEnaifAV\xff";
            if (round % 3 == 0)
                text[at] = signs[(size_t)(chance() * sizeof signs)];
            else if (round % 3 == 1)
                text[at] = text[from];
            else {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            }
        }
        char *copy = malloc(length + !length);
        memcpy(copy, text, length);
        lammps_data d;
        scree_error error = {0};
        scree_status status = lammps_data_parse(copy, length, "f", &d, &error);
        free(copy);
        if (status) {
            CHECK(*error.what && *error.hint && !d.id);
        } else {
            accepted++;
            for (int64_t i = 0; i < d.count; i++)
                CHECK(d.id[i] > 0 && d.diameter[i] > 0 && d.density[i] > 0 && isfinite(d.position[i].x) &&
                      d.type[i] >= 1);
        }
        lammps_data_clear(&d);
    }
    CHECK_MSG(accepted > 1000 && accepted < 50000, "%d accepted", accepted);
}

TEST(nothing_is_left_behind)
{
    char command[128];
    snprintf(command, sizeof command, "ls %s | grep -q 'part$'", folder);
    CHECK(system(command) != 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}
TEST_MAIN
