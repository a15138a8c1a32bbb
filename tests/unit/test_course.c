// test_course.c - the course format: a .par file and a particle file become a model; other machinery's keys, infinite
// masses and boundaries; faulty files.
#include "case_fixture.h"
#include "harness.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "course";

static const char particles[] =
    "3\n0.5 0.05 0.25 0.3 0.5 1 0 0\ninf 0.1 0.5 0.5 0.1 0 0 0\n0.25 0.04 0.75 0.3 1.5 0 0 -1e-3\n";
static const char par[] = "part_input_file\tdrops.in\n"
                          "timestep_length 0.0001\n"
                          "time_end 2\n"
                          "part_out_freq 100\n"
                          "part_out_name_base drops\n"
                          "vtk_out_freq 50\n"
                          "vtk_out_name_base drops_vtk\n"
                          "cl_workgroup_1dsize 128\n"
                          "epsilon 5.0\n"
                          "\n"
                          "x_min 0\nx_max 1\ny_min 0\ny_max 1.5\nz_min -0.1\nz_max 2\n"
                          "x_n 10\nr_cut 0.25\n"
                          "k_s 1000.1\nk_dn 3\nk_dt 0.7\nk_f 0.5\n"
                          "reflect_x 0\nreflect_y 1\nreflect_z 1\n"
                          "g_x 0\ng_y 0\ng_z -9.81\r\n";

static char *write_file(const char *name, const char *text)
{
    static char path[128];
    if (mkdir(folder, 0777) && errno != EEXIST)
        abort();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f || fputs(text, f) < 0 || fclose(f))
        abort();
    return path;
}

static reading read_par(const char *par_text, const char *particle_text, const case_override *set,
                        int sets)
{
    reading r = {0};
    case_families f = test_families();
    write_file("drops.in", particle_text);
    r.status = course_read(write_file("drops.par", par_text), &(case_context){&f, set, sets}, &r.m,
                           &r.faults, &r.notes);
    return r;
}

TEST(names)
{
    CHECK(case_is_course("a/b.par") && !case_is_course("b.yaml") && !case_is_course(".par") &&
          !case_is_course("par"));
}

TEST(a_par_file_becomes_a_model)
{
    reading r = read_par(par, particles, NULL, 0);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "");
    free(says);
    REQUIRE(r.status == SCREE_OK);
    const model *m = &r.m;
    CHECK(m->duration == 2 && m->step == 1e-4 && m->orientation && isinf(m->deepest));
    CHECK(m->low.z == -0.1 && m->high.x == 1 && m->high.y == 1.5 && m->high.z == 2);
    CHECK(m->boundary[0] == BOUNDARY_PERIODIC && m->boundary[1] == BOUNDARY_WALL &&
          m->boundary[2] == BOUNDARY_WALL);
    CHECK(m->domain_material == 0 && m->gravity.x == 0 && m->gravity.y == 0 &&
          m->gravity.z == -9.81);
    const choice *law = model_pair_of(m, 0, 0)->law;
    CHECK(law[LAW_NORMAL].what == &linear && choice_real(&law[LAW_NORMAL], "stiffness") == 1000.1);
    CHECK(choice_real(&law[LAW_NORMAL], "damping") == 3 &&
          choice_flag(&law[LAW_NORMAL], "tension"));
    CHECK(law[LAW_TANGENTIAL].what == &viscous &&
          choice_real(&law[LAW_TANGENTIAL], "damping") == 0.7);
    CHECK(choice_real(&law[LAW_TANGENTIAL], "friction") == 0.5 && law[LAW_ROLLING].what == NULL);
    CHECK(m->course.active && m->course.out_every == 100 && m->course.vtk_every == 50);
    CHECK_STR(m->course.out_name, "drops");
    CHECK_STR(m->course.vtk_name, "drops_vtk");
    says = fault_text(&r.notes);
    CHECK_HAS(says, "drops.par:8:1: key 'cl_workgroup_1dsize' is not needed and is ignored");
    CHECK_HAS(says, "drops.par:9:1: key 'epsilon' is not needed and is ignored");
    CHECK_HAS(says, "drops.par:17:1: key 'x_n' is ignored: search cells are chosen automatically");
    CHECK(r.notes.count == 4);
    free(says);
    reading_clear(&r);
}

TEST(its_grains)
{
    reading r = read_par(par, particles, NULL, 0);
    grain_list g = {0};
    scree_error error = {0};
    REQUIRE(r.status == SCREE_OK);
    CHECK_MSG(packing_build(&r.m, folder, &g, NULL, &error) == SCREE_OK, "%s: %s", error.where,
              error.what);
    REQUIRE(g.count == 3);
    CHECK(g.mass[0] == 0.5 && isinf(g.mass[1]) && g.mass[2] == 0.25);
    CHECK(!g.fixed[0] && g.fixed[1] && !g.fixed[2]);
    CHECK(g.radius[1] == 0.1 && g.position[2].z == 1.5 && g.velocity[2].z == -1e-3 &&
          g.velocity[0].x == 1);
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) == SCREE_OK);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(its_resolved_case_reads_back)
{
    const case_override set[] = {{"run.duration", "10 ms"}};
    reading r = read_par(par, particles, set, 1);
    case_families f = test_families();
    REQUIRE(r.status == SCREE_OK);
    CHECK(r.m.duration == 0.01);
    char *once = case_resolved(&r.m, &f);
    reading again = read_case(once);
    CHECK(again.status == SCREE_OK && again.m.course.active);
    free(again.m.path);
    again.m.path = malloc(128);
    snprintf(again.m.path, 128, "%s", r.m.path);
    char *twice = case_resolved(&again.m, &f);
    CHECK_STR(twice, once);
    free(once);
    free(twice);
    reading_clear(&r);
    reading_clear(&again);
}

static void says_of(const char *par_text, const char *particle_text, const char *want)
{
    reading r = read_par(par_text, particle_text, NULL, 0);
    char *says = fault_text(&r.faults), expected[2000];
    CHECK(r.status == SCREE_BAD_INPUT);
    const char *from = says;
    size_t n = strlen(folder), length = 0;
    expected[0] = 0; // the folder is cut out of the messages
    for (const char *at; (at = strstr(from, folder)) != NULL; from = at + n + 1)
        length += (size_t)snprintf(expected + length, sizeof expected - length, "%.*s",
                                   (int)(at - from), from);
    snprintf(expected + length, sizeof expected - length, "%s", from);
    CHECK_STR(expected, want);
    free(says);
    reading_clear(&r);
}

TEST(faulty_par_files)
{
    char text[2000];
    snprintf(text, sizeof text, "%sk_s 5\n", par);
    says_of(text, particles,
            "drops.par:29:1: key 'k_s' stands twice, first on line 19; leave one of them\n");
    snprintf(text, sizeof text, "%s", par);
    memcpy(strstr(text, "1000.1"), "1e3x  ", 6);
    says_of(
        text, particles,
        "drops.par:19:5: k_s = 1e3x is not a finite number; write a decimal number such as 0.01\n");
    snprintf(text, sizeof text, "%s", par);
    memcpy(strstr(text, "k_dn 3"), "k_dn -", 6);
    memcpy(strstr(text, "timestep_length 0.0001"), "timestep_length 0     ", 22);
    memcpy(strstr(text, "y_max 1.5"), "y_max  -1", 9);
    says_of(text, particles,
            "drops.par:2:17: timestep_length = 0 is not above 0\n"
            "drops.par:20:6: k_dn = - is not a finite number; write a decimal number such as 0.01\n"
            "drops.par:14:1: y_max is not above y_min; exchange the two\n");
    says_of("part_input_file drops.in\ntime_end 1\nk_s\n", particles,
            "drops.par:3:4: key 'k_s' has no value; write the value behind the key\n"
            "drops.par: missing key 'timestep_length'; add a line with it\n"
            "drops.par: missing key 'x_min'; add a line with it\n"
            "drops.par: missing key 'x_max'; add a line with it\n"
            "drops.par: missing key 'y_min'; add a line with it\n"
            "drops.par: missing key 'y_max'; add a line with it\n"
            "drops.par: missing key 'z_min'; add a line with it\n"
            "drops.par: missing key 'z_max'; add a line with it\n"
            "drops.par: missing key 'k_dn'; add a line with it\n"
            "drops.par: missing key 'k_dt'; add a line with it\n"
            "drops.par: missing key 'k_f'; add a line with it\n"
            "drops.par: missing key 'reflect_x'; add a line with it\n"
            "drops.par: missing key 'reflect_y'; add a line with it\n"
            "drops.par: missing key 'reflect_z'; add a line with it\n"
            "drops.par: missing key 'g_x'; add a line with it\n"
            "drops.par: missing key 'g_y'; add a line with it\n"
            "drops.par: missing key 'g_z'; add a line with it\n");
}

// The good file with `old` replaced by `with`, of any length.
static void with_change(const char *old, const char *with, const char *want)
{
    char text[2000];
    const char *at = strstr(par, old);
    REQUIRE(at != NULL);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - par), par, with, at + strlen(old));
    says_of(text, particles, want);
}

// What the forces need is never taken as zero in silence; a slip of the pen is told once, with what was meant.
TEST(no_force_is_left_out_in_silence)
{
    with_change("k_s 1000.1\n", "", "drops.par: missing key 'k_s'; add a line with it\n");
    with_change("k_dn 3\n", "", "drops.par: missing key 'k_dn'; add a line with it\n");
    with_change("k_dt 0.7\n", "", "drops.par: missing key 'k_dt'; add a line with it\n");
    with_change("k_f 0.5\n", "", "drops.par: missing key 'k_f'; add a line with it\n");
    with_change("g_z -9.81\r\n", "", "drops.par: missing key 'g_z'; add a line with it\n");
    with_change("reflect_y 1\n", "", "drops.par: missing key 'reflect_y'; add a line with it\n");
    with_change("k_f 0.5", "kf 0.5", "drops.par:22:1: unknown key 'kf'; did you mean 'k_f'?\n");
    with_change("reflect_x 0", "reflectx 0",
                "drops.par:23:1: unknown key 'reflectx'; did you mean 'reflect_x'?\n");
    with_change("g_x 0", "  G_x 0", "drops.par:26:3: unknown key 'G_x'; did you mean 'g_x'?\n");
    with_change("x_min 0\nx_max 1", "x_minn 0\nx_max -1",
                "drops.par:11:1: unknown key 'x_minn'; did you mean 'x_min'?\n");
    with_change(
        "part_out_name_base", "part_out_namebase",
        "drops.par:5:1: unknown key 'part_out_namebase'; did you mean 'part_out_name_base'?\n");
    with_change("k_dt 0.7\nk_f 0.5\nreflect_x 0", "k_td 0.7\n\nreflectx x",
                "drops.par:21:1: unknown key 'k_td'; did you mean 'k_dt'?\n"
                "drops.par:23:1: unknown key 'reflectx'; did you mean 'reflect_x'?\n"
                "drops.par: missing key 'k_f'; add a line with it\n");
}

TEST(keys_of_other_machinery_are_left_alone)
{
    char text[2000];
    snprintf(text, sizeof text, "%ssigma 1\nk_e 1\ncl_workgroup_3dsize_x 4\ncl_kernel_path ./k\n",
             par);
    reading r = read_par(text, particles, NULL, 0);
    char *says = fault_text(&r.notes);
    CHECK(r.status == SCREE_OK);
    CHECK_HAS(says, "drops.par:29:1: key 'sigma' is not needed and is ignored");
    CHECK_HAS(says, "drops.par:30:1: key 'k_e' is not needed and is ignored");
    CHECK_HAS(says, "drops.par:32:1: key 'cl_kernel_path' is not needed and is ignored");
    free(says);
    reading_clear(&r);
}

TEST(faulty_particle_files)
{
    says_of(par, "", "drops.in: the file is empty; begin with the number of grains\n");
    says_of(par, "3\n0.5 0.05 0.25 0.3 0.5 1 0 0\n",
            "drops.in:2: the file ends after 1 of 3 grains; the file may be cut off, or its first "
            "line be wrong\n");
    says_of(par, "1\n0.5 0.05 0.25 0.3 0.5 1 0\n",
            "drops.in:2: a grain has 8 numbers, this line has 7; write m r x y z vx vy vz\n");
    says_of(par, "1\n1 0.05 nan 0.3 0.5 1 0 0\n",
            "drops.in:2: x = nan is not a finite number; write a decimal number such as 1.5e-3\n");
    says_of(
        par, "1\n1 0.05 0.01x 0.3 0.5 1 0 0\n",
        "drops.in:2: x = 0.01x is not a finite number; write a decimal number such as 1.5e-3\n");
    says_of(par, "1\n1 -0.05 0.1 0.3 0.5 1 0 0\n",
            "drops.in:2: radius = -0.05 m is not above zero; give a radius above zero\n");
    says_of(par, "1\n0 0.05 0.1 0.3 0.5 1 0 0\n",
            "drops.in:2: mass = 0 kg is not above zero; give a mass above zero, or inf\n");
    says_of(par, "0\n1 0.05 0.1 0.3 0.5 1 0 0\n",
            "drops.in:2: the first line says 0 grains, the file has 1; correct the number in the "
            "first line\n");
    says_of(par, "1 0.05 0.1 0.3 0.5 1 0 0\n",
            "drops.in:1: the first line is the number of grains, and this one has 8 values; put "
            "the number of grains in "
            "front, on a line of its own\n");
    says_of(
        par, "many\n",
        "drops.in:1: the first line is no number of grains; write the number of grains there\n");
    says_of(par, "4\n1 0 0.1 0.3 0.5 1 0 0\n1 0.05 0.1 0.3 0.5 1 0 0\n1 0.05 a 0.3 0.5 1 0 0\n",
            "drops.in:2: radius = 0 m is not above zero; give a radius above zero\n"
            "drops.in:4: x = a is not a finite number; write a decimal number such as 1.5e-3\n"
            "drops.in:4: the file ends after 3 of 4 grains; the file may be cut off, or its first "
            "line be wrong\n");
    unlink(write_file("drops.in", ""));
    unlink(write_file("drops.par", ""));
    rmdir(folder);
}

TEST_MAIN
