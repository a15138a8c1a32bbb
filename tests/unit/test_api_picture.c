// test_api_picture.c - pictures and VTK files in memory: a world, its frame and the folder of a run give the same bytes; files are those
// that a run writes; every option tells in the picture; every refusal by its words.
#include "unit/api_box.h"

#include "api/objects.h"
#include "show/moment.h"
#include "store/file_in.h"

#include <scree/measure.h>
#include <scree/picture.h>

typedef struct bytes {
    void *data;
    int64_t size;
} bytes;

static const char small[] = "320x200";

static bytes draw(scree_world *w, scree_picture_options how)
{
    bytes out = {0};
    scree_error e = {0};
    if (!how.size)
        how.size = small;
    if (scree_world_picture(w, &how, &out.data, &out.size, &e))
        tell(&e);
    CHECK(out.data != NULL);
    return out;
}

static bool same(bytes one, bytes other)
{
    const bool there = one.data && other.data && one.size > 0;
    return there && one.size == other.size && !memcmp(one.data, other.data, (size_t)one.size);
}

static opened open_scene(const char *const *settings)
{
    opened o = open_box(settings, 1, 1);
    add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.35}});
    add(o.world, (scree_grain){.set = "cubes", .position = {0.05, 0.1, 0.35}});
    step(o.world, 1500);
    return o;
}

// The width or the height in the head of a PNG file.
static int number_at(const unsigned char *at)
{
    return at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

TEST(a_world_is_drawn_into_memory_and_not_changed)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const opened o = open_scene(NULL);
    const uint64_t before = hash_of(o.world);
    const bytes one = draw(o.world, (scree_picture_options){.size = small});
    const bytes again = draw(o.world, (scree_picture_options){.size = small});
    REQUIRE(one.size > 2000);
    CHECK(!memcmp(one.data, png, sizeof png));
    CHECK(number_at((unsigned char *)one.data + 16) == 320);
    CHECK(number_at((unsigned char *)one.data + 20) == 200);
    CHECK(same(one, again));
    CHECK(hash_of(o.world) == before);
    bytes plain = {0};
    CHECK(scree_world_picture(o.world, NULL, &plain.data, &plain.size, NULL) == SCREE_OK);
    REQUIRE(plain.size > one.size);
    CHECK(number_at((unsigned char *)plain.data + 16) == 1280);
    scree_memory_free(plain.data);
    scree_memory_free(again.data);
    scree_memory_free(one.data);
    close_box(o);
}

TEST(every_option_tells)
{
    const scree_picture_options list[] = {
        {.size = small},      {.view = "front"},
        {.colour = "height"}, {.range = "0 m/s:5 m/s", .colour = "speed"},
        {.cut = "y=10 cm"},   {.title = "Another"},
        {.force_chains = 1},  {.dark = 1},
    };
    enum { LIST = sizeof list / sizeof *list };
    const opened o = open_scene(NULL);
    bytes drawn[LIST];
    for (int i = 0; i < LIST; i++)
        drawn[i] = draw(o.world, list[i]);
    for (int i = 0; i < LIST; i++)
        for (int k = 0; k < i; k++)
            CHECK(!same(drawn[i], drawn[k]));
    for (int i = 0; i < LIST; i++)
        scree_memory_free(drawn[i].data);
    close_box(o);
}

TEST(a_frame_is_drawn_as_it_was)
{
    const opened o = open_scene(NULL);
    const scree_picture_options how = {.size = small};
    const bytes then = draw(o.world, how);
    scree_frame *f = scree_frame_create();
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    step(o.world, 400);
    bytes out = {0};
    CHECK(scree_frame_picture(f, o.world, &how, &out.data, &out.size, NULL) == SCREE_OK);
    CHECK(same(then, out));
    const bytes now = draw(o.world, how);
    CHECK(!same(then, now));
    scree_memory_free(out.data);
    scree_memory_free(now.data);
    scree_memory_free(then.data);
    scree_frame_destroy(f);
    close_box(o);
}

// ---- files

static void write_whole(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    REQUIRE(file);
    CHECK(fwrite(data, 1, size, file) == size);
    fclose(file);
}

static void check_file(const char *path, bytes made)
{
    char *text = NULL;
    size_t size = 0;
    REQUIRE(file_in_load(path, &text, &size, NULL) == SCREE_OK);
    CHECK(same((bytes){text, (int64_t)size}, made));
    free(text);
}

// As a run writes them.
static void store_all(scree_world *w)
{
    record_moment moment = {0};
    CHECK(world_frame(w->world, &moment.frame, NULL) == SCREE_OK);
    CHECK(moment_walls(&moment, w->world, NULL, NULL) == SCREE_OK);
    CHECK(store_bodies_vtp("bodies_000001.vtp", &moment.frame, NULL) == SCREE_OK);
    CHECK(store_shapes_vtp("shapes_000001.vtp", &moment.frame, NULL) == SCREE_OK);
    CHECK(store_contacts_vtp("contacts_000001.vtp", &moment.frame, NULL) == SCREE_OK);
    CHECK(store_walls_vtp("walls_000001.vtp", &moment.frame, &moment.surface.drawn, NULL) ==
          SCREE_OK);
    const pvd_entry entry = {moment.frame.time, "bodies_000001.vtp"};
    CHECK(store_pvd("bodies.pvd", &entry, 1, NULL) == SCREE_OK);
    record_moment_clear(&moment);
}

TEST(files_are_those_that_a_run_writes)
{
    static const char *const path[] = {"bodies_000001.vtp", "shapes_000001.vtp",
                                       "contacts_000001.vtp", "walls_000001.vtp"};
    const opened o = open_scene(NULL);
    scree_frame *f = scree_frame_create();
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    store_all(o.world);
    for (int kind = 0; kind < 4; kind++) {
        bytes out = {0};
        const scree_vtk what = (scree_vtk)kind;
        CHECK(scree_world_vtk(o.world, what, &out.data, &out.size, NULL) == SCREE_OK);
        check_file(path[kind], out);
        scree_memory_free(out.data);
        CHECK(scree_frame_vtk(f, o.world, what, &out.data, &out.size, NULL) == SCREE_OK);
        check_file(path[kind], out);
        scree_memory_free(out.data);
    }
    scree_frame_destroy(f);
    close_box(o);
}

TEST(a_folder_is_drawn_as_its_world_was)
{
    const opened o = open_scene(NULL);
    const scree_picture_options how = {.size = small, .colour = "force", .view = "front"};
    const bytes then = draw(o.world, how);
    bytes out = {0};
    write_whole("case.yaml", box, strlen(box));
    store_all(o.world);
    CHECK(scree_folder_picture(".", NULL, &how, &out.data, &out.size, NULL) == SCREE_OK);
    CHECK(same(then, out));
    scree_memory_free(out.data);
    CHECK(scree_folder_picture(".", "75 ms", &how, &out.data, &out.size, NULL) == SCREE_OK);
    CHECK(same(then, out));
    scree_memory_free(out.data);
    scree_memory_free(then.data);
    close_box(o);
}

// ---- walls

TEST(wall_maps_of_probes_colour_walls)
{
    static const char *const set[] = {
        "probes.map={law: wall-map, wall: floor, every: 1 ms}",
        "walls.floor={material: glass, mesh: {file: floor.obj, unit: m}, drive: {law: fixed}}",
        "domain.boundary.x=wall", NULL};
    static const char mesh[] = "v 0 0 0.001\nv 0.2 0 0.001\nv 0.2 0.2 0.001\nv 0 0.2 0.001\n"
                               "f 1 2 3\nf 1 3 4\n";
    write_whole("floor.obj", mesh, strlen(mesh));
    opened o = open_box(set, 1, 1);
    REQUIRE(o.world);
    scree_error e = {0};
    scree_probe *map = NULL;
    bytes out = {0};
    const scree_picture_options mapped = {.walls = "wall_map_pressure", .size = small};
    CHECK(scree_world_picture(o.world, &mapped, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(!strcmp(e.where, "walls") && strstr(e.what, "no wall has a map"));
    CHECK(out.data == NULL && out.size == 0);
    if (scree_probe_create(o.world, "map", &map, &e))
        tell(&e);
    REQUIRE(map);
    for (int i = 0; i < 20; i++) {
        step(o.world, 100);
        CHECK(scree_probe_sample(map, NULL) == SCREE_OK);
    }
    const bytes glass = draw(o.world, (scree_picture_options){.size = small});
    const bytes coloured = draw(o.world, mapped);
    CHECK(!same(glass, coloured));
    CHECK(scree_world_vtk(o.world, SCREE_VTK_WALLS, &out.data, &out.size, NULL) == SCREE_OK);
    CHECK(out.data && strstr(out.data, "wall_map_pressure")); // before the first zero byte
    scree_memory_free(out.data);
    scree_memory_free(glass.data);
    scree_memory_free(coloured.data);
    scree_probe_destroy(map);
    close_box(o);
}

// ---- refusals

static void check_refused(scree_world *w, scree_picture_options how, const char *where,
                          const char *words)
{
    bytes out = {&out, 1};
    scree_error e = {0};
    CHECK(scree_world_picture(w, &how, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    if (!CHECK(!strcmp(e.where, where) && (strstr(e.what, words) || strstr(e.hint, words))))
        tell(&e);
    CHECK(out.data == NULL && out.size == 0);
}

TEST(options_are_refused_by_field)
{
    const opened o = open_box(NULL, 1, 1);
    check_refused(o.world, (scree_picture_options){.view = "uphill"}, "view", "front, back");
    check_refused(o.world, (scree_picture_options){.colour = "sped"}, "colour", "'speed'");
    check_refused(o.world, (scree_picture_options){.range = "0 s:1 s", .colour = "speed"}, "range",
                  "m/s");
    check_refused(o.world, (scree_picture_options){.cut = "y"}, "cut", "y=5 mm");
    check_refused(o.world, (scree_picture_options){.size = "big"}, "size", "1280x720");
    check_refused(o.world, (scree_picture_options){.size = "9x9"}, "picture", "9 x 9");
    check_refused(o.world, (scree_picture_options){.walls_range = "0 Pa:1 Pa"}, "walls_range",
                  "walls have no colours");
    check_refused(o.world, (scree_picture_options){.force_chains = 1, .colour = "set"}, "colour",
                  "pale under force chains");
    close_box(o);
}

TEST(frames_and_folders_are_refused_by_name)
{
    const opened o = open_box(NULL, 1, 1);
    const opened other = open_box(NULL, 1, 1);
    const scree_picture_options mapped = {.walls = "wall_map_pressure"};
    scree_frame *f = scree_frame_create();
    bytes out = {0};
    scree_error e = {0};
    CHECK(scree_frame_picture(f, o.world, NULL, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.what, "the frame is empty") != NULL);
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    CHECK(scree_frame_picture(f, other.world, NULL, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.what, "another case") != NULL);
    CHECK(scree_frame_vtk(f, other.world, SCREE_VTK_BODIES, &out.data, &out.size, &e) ==
          SCREE_BAD_INPUT);
    CHECK(scree_frame_picture(f, o.world, &mapped, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(!strcmp(e.where, "walls"));
    CHECK(scree_world_vtk(o.world, (scree_vtk)4, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.hint, "SCREE_VTK_BODIES") != NULL);
    CHECK(scree_folder_picture("nowhere", NULL, NULL, &out.data, &out.size, &e) != SCREE_OK);
    CHECK(strstr(e.where, "nowhere/case.yaml") != NULL);
    CHECK(mkdir("empty", 0777) == 0);
    write_whole("empty/case.yaml", box, strlen(box));
    CHECK(scree_folder_picture("empty", NULL, NULL, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.what, "no frames of grains") != NULL);
    store_all(o.world);
    write_whole("case.yaml", box, strlen(box));
    CHECK(scree_folder_picture(".", "9 s", NULL, &out.data, &out.size, &e) ==
          SCREE_OK); // there is one alone
    scree_memory_free(out.data);
    CHECK(scree_folder_picture(".", "9 m", NULL, &out.data, &out.size, &e) == SCREE_BAD_INPUT);
    CHECK(!strcmp(e.where, "at"));
    scree_frame_destroy(f);
    close_box(other);
    close_box(o);
}

TEST(a_frame_keeps_its_case)
{
    opened o = open_box(NULL, 1, 1);
    scree_frame *f = scree_frame_create();
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    scree_world *again = NULL;
    CHECK(scree_world_create(o.of, 1, &again, NULL) == SCREE_OK);
    scree_world_destroy(o.world);
    scree_case_destroy(o.of);
    bytes out = {0};
    CHECK(scree_frame_vtk(f, again, SCREE_VTK_SHAPES, &out.data, &out.size, NULL) == SCREE_OK);
    CHECK(out.size > 0);
    scree_memory_free(out.data);
    scree_world_destroy(again);
    CHECK(scree_frame_steps(f) == 0);
    scree_frame_destroy(f);
}

TEST_MAIN
