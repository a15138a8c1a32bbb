// label: sanitize
// test_friction_file.c - friction problems in files: what is written comes back the same, from fclib and from the text of
// Siconos; malformed files are refused by name, and no mangled text does harm.
#include "friction_fixture.h"
#include "store_fixture.h"

#include "store/friction_file.h"

#include <hdf5.h>

static bool same_problem(const friction_system *one, const friction_system *other)
{
    size_t contacts = (size_t)one->contacts;
    if (one->dimension != other->dimension || one->contacts != other->contacts ||
        memcmp(one->first, other->first, (contacts + 1) * sizeof *one->first) != 0)
        return false;
    size_t blocks = (size_t)one->first[contacts];
    return !memcmp(one->column, other->column, blocks * sizeof *one->column) &&
           !memcmp(one->block, other->block, blocks * sizeof *one->block) &&
           !memcmp(one->offset, other->offset, 3 * contacts * sizeof *one->offset) &&
           !memcmp(one->friction, other->friction, contacts * sizeof *one->friction);
}

TEST(what_is_written_comes_back)
{
    static const char *const names[] = {"p.hdf5", "p.h5", "p.dat"};
    for (int dimension = 2; dimension <= 3; dimension++)
        for (size_t i = 0; i < 3; i++) {
            friction_system system = some_problem(dimension, 9);
            friction_system again;
            scree_error e = {0};
            const char *path = in_folder(names[i]);
            CHECK_MSG(!friction_file_write(path, &system, &(friction_note){.title = "a test"}, &e),
                      "%s", e.what);
            if (CHECK_MSG(!friction_file_read(path, &again, &e), "%s: %s", e.where, e.what))
                CHECK(same_problem(&system, &again));
            friction_system_clear(&again);
            friction_system_clear(&system);
        }
}

TEST(the_name_tells_the_form)
{
    friction_system system = some_problem(3, 2);
    scree_error e;
    CHECK(friction_file_write(in_folder("p.txt"), &system, &(friction_note){0}, &e) ==
              SCREE_BAD_INPUT &&
          strstr(e.hint, ".dat"));
    friction_system_clear(&system);
}

// ---- what is wrong

static void refused(const char *name, const char *text, const char *where, const char *says)
{
    friction_system system;
    scree_error e = {0};
    REQUIRE(put_file(in_folder(name), text));
    CHECK_MSG(friction_file_read(in_folder(name), &system, &e) != SCREE_OK, "%s", text);
    CHECK_MSG(strstr(e.what, says) != NULL, "'%s' is not in '%s'", says, e.what);
    CHECK_MSG(strstr(e.where, where) != NULL, "'%s' is not in '%s'", where, e.where);
    CHECK(*e.hint != 0 && system.contacts == 0 && system.first == NULL);
}

TEST(malformed_texts_are_refused)
{
    refused("a.dat", "", "a.dat", "empty");
    refused("a.dat", "5\n1\n0\n5\n5\n5\n5\n", "a.dat:1", "neither 2 nor 3");
    refused("a.dat", "3\nsome\n", "a.dat:2", "'some' is no number");
    refused("a.dat", "3\n1\n7\n3\n3\n", "a.dat:5", "dense (0) or as blocks (1)");
    refused("a.dat", "3\n1\n0\n3\n3\n3 3\n1 0 0 0 1 0 0 0", "a.dat:6", "9 numbers of a dense");
    refused("a.dat", "3\n1\n0\n3\n3\n3 4\n1 0 0 0 1 0 0 0 1", "a.dat:6", "two sizes");
    refused("a.dat", "3\n1.5\n", "a.dat:2", "contacts is 1.5");
    refused("a.dat", "3\n1\n0\n3\n3\n3 3\n1 0 0 0 1 0 0 0 1\n-1 0 0\n", "a.dat",
            "kind of storage of a matrix is -1");
    refused("a.dat", "3\n1\n0\n3\n3\n3 3\n1 0 0 0 1 0 0 0 1\n-1 0 0 -0.5\n", "a.dat",
            "mu of contact 0 is -0.5");
    refused("a.dat", "2\n1\n1\n2\n2\n1\n1\n1\n3\n2\n2\n1\n0 1\n0\n0\n1 0 0 1\n1 1\n0.5\n",
            "a.dat:10", "blocks of a matrix do not fill it");
    refused("a.dat", "2\n1\n1\n2\n2\n1\n1\n1\n2\n2\n2\n1\n0 1\n4\n0\n1 0 0 1\n1 1\n0.5\n",
            "a.dat:14", "do not fit each other");
    refused("a.dat", "3\n2000000000\n0\n2000000000\n2000000000\n2000000000 2000000000\n1",
            "a.dat:6", "numbers of a dense matrix are due");
}

// An HDF5 file that is right but for one thing.
static void make_fclib(const char *path, const char *without, int nz, int spacedim, int entries,
                       int index)
{
    static const char *const ints[] = {"nzmax", "m", "n", "nz"};
    const int values[] = {3, 3, 3, nz};
    int p[] = {0, 1, 2, 3};
    int at[] = {0, 1, index};
    double x[] = {1, 1, 1};
    double q[] = {-1, 0, 0};
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    struct {
        const char *name;
        hid_t type;
        hsize_t count;
        const void *data;
    } all[9] = {{"/fclib_local/spacedim", H5T_NATIVE_INT, 1, &spacedim},
                {"/fclib_local/W/p", H5T_NATIVE_INT, nz < 0 ? 4 : 3, nz < 0 ? p : at},
                {"/fclib_local/W/i", H5T_NATIVE_INT, 3, at},
                {"/fclib_local/W/x", H5T_NATIVE_DOUBLE, (hsize_t)entries, x},
                {"/fclib_local/vectors/q", H5T_NATIVE_DOUBLE, 3, q},
                {"/fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, 1, x}};
    char name[4][40];
    for (int i = 0; i < 4; i++) {
        snprintf(name[i], sizeof name[i], "/fclib_local/W/%s", ints[i]);
        if (i < 3) {
            all[6 + i].name = name[i];
            all[6 + i].type = H5T_NATIVE_INT;
            all[6 + i].count = 1;
            all[6 + i].data = &values[i];
        }
    }
    for (int i = 0; i < 10; i++) {
        const char *is = i < 9 ? all[i].name : name[3];
        if (without && strstr(is, without))
            continue;
        hsize_t count = i < 9 ? all[i].count : 1;
        hid_t space = H5Screate_simple(1, &count, NULL);
        hid_t type = i < 9 ? all[i].type : H5T_NATIVE_INT;
        hid_t data = H5Dcreate2(file, is, type, space, link, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, i < 9 ? all[i].data : &values[3]);
        H5Dclose(data);
        H5Sclose(space);
    }
    H5Pclose(link);
    H5Fclose(file);
}

static void refused_fclib(const char *says)
{
    friction_system system;
    scree_error e = {0};
    CHECK(friction_file_read(in_folder("bad.hdf5"), &system, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, says) != NULL, "'%s' is not in '%s'", says, e.what);
    CHECK(strstr(e.where, "bad.hdf5") && *e.hint);
}

TEST(malformed_fclib_files_are_refused)
{
    const char *path = in_folder("bad.hdf5");
    friction_system system;
    scree_error e = {0};
    make_fclib(path, NULL, -1, 3, 3, 2);
    CHECK_MSG(!friction_file_read(path, &system, &e), "%s", e.what);
    friction_system_clear(&system);
    make_fclib(path, "vectors/mu", -1, 3, 3, 2);
    refused_fclib("there is no dataset /fclib_local/vectors/mu");
    make_fclib(path, "/W/x", -1, 3, 3, 2);
    refused_fclib("there is no dataset /fclib_local/W/x");
    make_fclib(path, "fclib_local", -1, 3, 3, 2);
    refused_fclib("neither fclib_local nor fclib_global");
    make_fclib(path, NULL, -3, 3, 3, 2);
    refused_fclib("nz -3");
    make_fclib(path, NULL, -1, 4, 3, 2);
    refused_fclib("spacedim is 4");
    make_fclib(path, NULL, -1, 2, 3, 2);
    refused_fclib("spacedim is 2, with 3 rows");
    make_fclib(path, NULL, -1, 3, 2, 2);
    refused_fclib("/fclib_local/W/x has 2 numbers where 3 are due");
    make_fclib(path, NULL, -1, 3, 3, 5);
    refused_fclib("(5, 2), outside");
    make_fclib(path, NULL, 3, 3, 3, -1);
    refused_fclib("(-1, -1), outside");
}

// Bytes of a text replaced, taken out, cut off: read or refused, never more.
TEST(mangled_texts_do_no_harm)
{
    friction_system system = some_problem(3, 3);
    scree_error e;
    size_t size = 0;
    REQUIRE(!friction_file_write(in_folder("m.dat"), &system, &(friction_note){0}, &e));
    friction_system_clear(&system);
    char *text = slurp(in_folder("m.dat"), &size);
    REQUIRE(text != NULL && size > 60);
    rng random = rng_make(3, 0);
    int refused_ones = 0;
    for (int i = 0; i < 400; i++) {
        static const char signs[] = "0123456789 -+.e\n\tx";
        char *mangled = malloc(size + 1);
        memcpy(mangled, text, size + 1);
        for (uint64_t k = rng_below(&random, 4); k < 4; k++)
            mangled[rng_below(&random, i % 2 ? 60 : size)] =
                signs[rng_below(&random, sizeof signs - 1)];
        if (i % 5 == 0)
            mangled[rng_below(&random, size)] = 0;
        put_file(in_folder("mangled.dat"), mangled);
        if (friction_file_read(in_folder("mangled.dat"), &system, &e))
            refused_ones++;
        else
            friction_system_clear(&system);
        free(mangled);
    }
    CHECK(refused_ones > 150);
    free(text);
}

TEST_MAIN
