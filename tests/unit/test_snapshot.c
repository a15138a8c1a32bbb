// test_snapshot.c - an image survives its snapshot bit for bit; damaged, truncated and foreign files are told and lose
// nothing.
#include "../harness.h"

#include "store/file_in.h"
#include "store/snapshot.h"
#include "store/snapshot_parts.h"

#include <hdf5.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[4][128];
    static int turn;
    if (!*folder) {
        strcpy(folder, "test_snapshot.XXXXXX");
        if (!mkdtemp(folder))
            printf("cannot make a folder in /tmp\n");
    }
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static bool put_bytes(const char *path, const char *data, size_t size)
{
    FILE *out = fopen(path, "wb");
    return out && fwrite(data, 1, size, out) == size && !fclose(out);
}

static uint64_t seed = 88172645463325252u;
static uint64_t chance(void)
{
    return seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
}

// One column of each kind: packed and plain, wide, empty, text; some with awkward bits.
static image make_image(int64_t n)
{
    image im = {0};
    double *x = image_add(&im, "body/position", (image_shape){IMAGE_F64, n, 3}, "m", "centres");
    int64_t *id = image_add(&im, "body/id", (image_shape){IMAGE_I64, n, 1}, "1", "permanent ids");
    char *text = image_add(&im, "run/case", (image_shape){IMAGE_U8, 12, 1}, "", "the case");
    double *time =
        image_add(&im, "run/time", (image_shape){IMAGE_F64, 1, 1}, "s", "simulated time");
    image_add(&im, "contact/history", (image_shape){IMAGE_F64, 0, 4}, "m", "springs");
    image_add(&im, "contact/nothing", (image_shape){IMAGE_I64, 5, 0}, "1", "a law without history");
    for (int64_t i = 0; i < 3 * n; i++)
        x[i] = (double)(int64_t)chance() * 0x1p-64;
    for (int64_t i = 0; i < n; i++)
        id[i] = i * i;
    if (n > 3) {
        uint64_t bits = 0x7ff8000000012345u; // a NaN with a load
        memcpy(&x[0], &bits, 8);
        x[1] = -0.0;
        x[2] = INFINITY;
        x[3] = 4.9406564584124654e-324;
        id[1] = INT64_MIN;
    }
    memcpy(text, "scree: 1\n\0\xffx", 12);
    *time = 0.1;
    return im;
}

static bool same_image(const image *a, const image *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        const image_column *c = &a->column[i], *d = image_find(b, c->name, c->type, c->width);
        if (!d || d->rows != c->rows || strcmp(c->unit, d->unit) || strcmp(c->doc, d->doc))
            return false;
        size_t size = (size_t)c->rows * (size_t)c->width * image_type_size(c->type);
        if (size && memcmp(c->data, d->data, size))
            return false;
    }
    return true;
}

static const snapshot_attribute attributes[] = {
    {"title", "Glass beads, \xc3\xa9 and all"}, {"program", ""}, {NULL, NULL}};

TEST(image_comes_back_bit_for_bit)
{
    const int64_t sizes[] = {0, 1, 1000, 200000};
    for (int i = 0; i < 4; i++) {
        image im = make_image(sizes[i]), back = {0};
        uint64_t hash = 0;
        scree_error error = {0};
        CHECK(snapshot_write(in_folder("s.h5"), &im, attributes, &error) == SCREE_OK);
        CHECK_MSG(snapshot_read(in_folder("s.h5"), &back, &error) == SCREE_OK, "%s", error.what);
        CHECK(same_image(&im, &back));
        CHECK(image_hash(&im) == image_hash(&back));
        CHECK(snapshot_hash(in_folder("s.h5"), &hash, &error) == SCREE_OK &&
              hash == image_hash(&im));
        image_clear(&im);
        image_clear(&back);
    }
}

TEST(equal_images_give_equal_files)
{
    image im = make_image(5000);
    char *text[2] = {NULL, NULL};
    size_t size[2] = {0, 1};
    CHECK(snapshot_write(in_folder("one.h5"), &im, attributes, NULL) == SCREE_OK);
    sleep(1); // a time of making would differ
    CHECK(snapshot_write(in_folder("two.h5"), &im, attributes, NULL) == SCREE_OK);
    CHECK(file_in_load(in_folder("one.h5"), &text[0], &size[0], NULL) == SCREE_OK);
    CHECK(file_in_load(in_folder("two.h5"), &text[1], &size[1], NULL) == SCREE_OK);
    CHECK(size[0] == size[1] && !memcmp(text[0], text[1], size[0]));
    free(text[0]);
    free(text[1]);
    image_clear(&im);
}

// Read with HDF5 alone, as h5py or h5dump would.
TEST(columns_are_plain_hdf5)
{
    image im = make_image(1000);
    REQUIRE(snapshot_write(in_folder("s.h5"), &im, attributes, NULL) == SCREE_OK);
    hid_t file = H5Fopen(in_folder("s.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    REQUIRE(file >= 0);
    hid_t data = H5Dopen2(file, "/body/position", H5P_DEFAULT);
    double *x = calloc(3000, sizeof *x);
    CHECK(data >= 0 && H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
    CHECK(!memcmp(x, image_find(&im, "body/position", IMAGE_F64, 3)->data, 3000 * sizeof *x));
    hid_t unit = H5Aopen(data, "unit", H5P_DEFAULT), type = H5Aget_type(unit);
    char text[64] = "", wanted[20];
    CHECK(H5Aread(unit, type, text) >= 0);
    CHECK_STR(text, "m");
    hid_t hash = H5Aopen(file, "state_hash", H5P_DEFAULT), hash_type = H5Aget_type(hash);
    CHECK(H5Aread(hash, hash_type, text) >= 0);
    snprintf(wanted, sizeof wanted, "%016" PRIx64, image_hash(&im));
    CHECK_STR(text, wanted);
    H5Tclose(hash_type);
    H5Aclose(hash);
    H5Tclose(type);
    H5Aclose(unit);
    H5Dclose(data);
    H5Fclose(file);
    free(x);
    image_clear(&im);
}

TEST(previous_snapshot_is_kept)
{
    image one = make_image(10), two = make_image(20), back = {0};
    REQUIRE(snapshot_write(in_folder("k.h5"), &one, NULL, NULL) == SCREE_OK);
    REQUIRE(snapshot_write(in_folder("k.h5"), &two, NULL, NULL) == SCREE_OK);
    CHECK(snapshot_read(in_folder("k.h5"), &back, NULL) == SCREE_OK && same_image(&two, &back));
    image_clear(&back);
    CHECK(snapshot_read(in_folder("k.h5.previous"), &back, NULL) == SCREE_OK &&
          same_image(&one, &back));
    image_clear(&back);
    image_clear(&one);
    image_clear(&two);
}

// The remedy names the snapshot before only where it is there.
TEST(remedies_name_what_is_there)
{
    CHECK_STR(snapshot_remedy(in_folder("k.h5")),
              "use the .previous file beside it or another copy");
    CHECK_STR(snapshot_remedy(in_folder("k.h5.previous")), "use another copy");
}

TEST(full_disk_loses_nothing)
{
    image one = make_image(10), two = make_image(20), big = make_image(100000), back = {0};
    scree_error error = {0};
    struct rlimit limit, old;
    REQUIRE(snapshot_write(in_folder("f.h5"), &one, NULL, NULL) == SCREE_OK);
    REQUIRE(snapshot_write(in_folder("f.h5"), &two, NULL, NULL) == SCREE_OK);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 1000000;
    setrlimit(RLIMIT_FSIZE, &limit);
    scree_status status = snapshot_write(in_folder("f.h5"), &big, NULL, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK(status == SCREE_IO);
    CHECK_STR(error.where, in_folder("f.h5"));
    CHECK_HAS(error.what, "File too large");
    CHECK(*error.hint);
    CHECK(access(in_folder("f.h5.part"), F_OK) != 0);
    CHECK(snapshot_read(in_folder("f.h5"), &back, NULL) == SCREE_OK && same_image(&two, &back));
    image_clear(&back);
    CHECK(snapshot_read(in_folder("f.h5.previous"), &back, NULL) == SCREE_OK &&
          same_image(&one, &back));
    image_clear(&back);
    image_clear(&one);
    image_clear(&two);
    image_clear(&big);
}

// /dev/full takes no byte; a link to it must neither be written through nor be replaced.
TEST(devices_are_refused)
{
    image im = make_image(10);
    scree_error error = {0};
    REQUIRE(!symlink("/dev/full", in_folder("device.h5")));
    CHECK(snapshot_write(in_folder("device.h5"), &im, NULL, &error) == SCREE_IO);
    CHECK_HAS(error.what, "no plain file");
    struct stat link;
    CHECK(!lstat(in_folder("device.h5"), &link) && S_ISLNK(link.st_mode));
    CHECK(snapshot_write(in_folder("no/folder.h5"), &im, NULL, &error) == SCREE_IO);
    CHECK_HAS(error.what, "No such file");
    image_clear(&im);
}

static void expect_fault(const char *path, const char *what)
{
    image back = {0};
    uint64_t hash = 0;
    scree_error error = {0};
    CHECK(snapshot_read(path, &back, &error) == SCREE_IO);
    CHECK(!back.count && !back.column);
    CHECK_STR(error.where, path);
    CHECK_HAS(error.what, what);
    CHECK(*error.hint);
    CHECK(snapshot_hash(path, &hash, &error) == SCREE_IO);
}

TEST(truncated_files_are_told)
{
    image im = make_image(3000);
    char *text = NULL;
    size_t size = 0;
    REQUIRE(snapshot_write(in_folder("t.h5"), &im, attributes, NULL) == SCREE_OK);
    REQUIRE(file_in_load(in_folder("t.h5"), &text, &size, NULL) == SCREE_OK);
    for (size_t k = 0; k < 50; k++) {
        REQUIRE(put_bytes(in_folder("cut.h5"), text, size * k / 50));
        expect_fault(in_folder("cut.h5"), k ? "truncated" : "is empty");
    }
    for (size_t k = 1; k < 600; k += 13) {
        REQUIRE(put_bytes(in_folder("cut.h5"), text, k));
        expect_fault(in_folder("cut.h5"), "truncated");
    }
    REQUIRE(put_bytes(in_folder("cut.h5"), text, size - 1));
    expect_fault(in_folder("cut.h5"), "truncated");
    // What goes on for ever behind its end is not read.
    REQUIRE(put_bytes(in_folder("cut.h5"), text, size));
    REQUIRE(truncate(in_folder("cut.h5"), INT64_C(1) << 40) == 0);
    expect_fault(in_folder("cut.h5"), "its seal says");
    REQUIRE(truncate(in_folder("cut.h5"), 0) == 0);
    free(text);
    image_clear(&im);
}

TEST(flipped_bits_are_told)
{
    image im = make_image(500);
    char *text = NULL;
    size_t size = 0;
    REQUIRE(snapshot_write(in_folder("t.h5"), &im, attributes, NULL) == SCREE_OK);
    REQUIRE(file_in_load(in_folder("t.h5"), &text, &size, NULL) == SCREE_OK);
    for (size_t k = 0; k < 1500; k++) {
        size_t at = k < 512 ? k : chance() % size;
        char old = text[at];
        text[at] = (char)(old ^ (1 << chance() % 8));
        REQUIRE(put_bytes(in_folder("flip.h5"), text, size));
        image back = {0};
        scree_error error = {0};
        CHECK(snapshot_read(in_folder("flip.h5"), &back, &error) == SCREE_IO);
        CHECK(!back.count && *error.what && *error.hint);
        text[at] = old;
    }
    free(text);
    image_clear(&im);
}

// ---- files that were made to deceive: the seal fits, and HDF5 gets to see them

// Puts a seal before the rest of a file as it is now.
static void seal_as(const char *path, int version, uint64_t state)
{
    char *text = NULL, head[512] = "";
    size_t size = 0;
    if (file_in_load(path, &text, &size, NULL))
        abort();
    snprintf(head, sizeof head,
             "scree-snapshot %d\nbytes %020zu\ncrc32 %08lx\nstate %016" PRIx64 "\n", version, size,
             (unsigned long)crc32(0, (const unsigned char *)text + 512, (uInt)(size - 512)), state);
    memcpy(text, head, sizeof head);
    if (!put_bytes(path, text, size))
        abort();
    free(text);
}

static void reseal(const char *path, uint64_t state)
{
    seal_as(path, 2, state);
}

// Version 1 had the same columns, and in its seal a hash that is no longer computed.
TEST(snapshots_of_version_1_are_read)
{
    image im = make_image(300), back = {0};
    uint64_t hash = 0;
    scree_error error = {0};
    REQUIRE(snapshot_write(in_folder("one.h5"), &im, attributes, NULL) == SCREE_OK);
    seal_as(in_folder("one.h5"), 1, UINT64_C(0x5b0f6a30c1f0de27));
    CHECK_MSG(snapshot_read(in_folder("one.h5"), &back, &error) == SCREE_OK, "%s", error.what);
    CHECK(image_hash(&back) == image_hash(&im));
    CHECK(snapshot_hash(in_folder("one.h5"), &hash, &error) == SCREE_OK && hash == image_hash(&im));
    seal_as(in_folder("one.h5"), 2, UINT64_C(0x5b0f6a30c1f0de27));
    image_clear(&back);
    CHECK(snapshot_read(in_folder("one.h5"), &back, &error) == SCREE_IO);
    CHECK_HAS(error.what, "its state hash is");
    image_clear(&im);
    image_clear(&back);
}

static void text_of(hid_t object, const char *name, const char *value, hsize_t count)
{
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &count, NULL);
    H5Tset_size(type, strlen(value) + 1);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    char *all = calloc((size_t)count, strlen(value) + 1);
    H5Awrite(attribute, type, all);
    if (count == 1)
        H5Awrite(attribute, type, value);
    free(all);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

typedef enum trick {
    TRICK_NONE,
    TRICK_HUGE,     // chunks that were never written
    TRICK_HOLLOW,   // rows without values, more than anything in the file could have
    TRICK_VIRTUAL,  // values of another file
    TRICK_EXTERNAL, // in another file
    TRICK_FILTER,   // an unknown one
    TRICK_TEXT,     // attributes longer than they say: they are not read
    TRICK_SOFT,
    TRICK_LINK,  // into another file
    TRICK_NAMES, // one dataset under many names
    TRICKS
} trick;

static hid_t tricky_dataset(hid_t file, trick how)
{
    hsize_t dims[2] = {4, 2};
    const hsize_t chunk[2] = {4, 2};
    if (how == TRICK_HUGE)
        dims[0] = (hsize_t)1 << 40;
    if (how == TRICK_HOLLOW) {
        dims[0] = (hsize_t)1 << 53;
        dims[1] = 0;
    }
    hid_t space = H5Screate_simple(2, dims, NULL), create = H5Pcreate(H5P_DATASET_CREATE);
    if (how == TRICK_HUGE || how == TRICK_FILTER)
        H5Pset_chunk(create, 2, chunk);
    if (how == TRICK_VIRTUAL)
        H5Pset_virtual(create, space, "other.h5", "x", space);
    if (how == TRICK_EXTERNAL)
        H5Pset_external(create, "/etc/passwd", 0, 64);
    if (how == TRICK_FILTER)
        H5Pset_fletcher32(create);
    hid_t data =
        H5Dcreate2(file, "column", H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
    H5Pclose(create);
    H5Sclose(space);
    return data;
}

static void make_trick(const char *path, trick how)
{
    const double values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    hid_t create = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(create, 512);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, create, H5P_DEFAULT);
    text_of(file, "format", "scree-snapshot", 1);
    text_of(file, "version", "2", 1);
    hid_t data = tricky_dataset(file, how);
    text_of(data, "unit", "m", how == TRICK_TEXT ? 4000 : 1);
    text_of(data, "doc", "", 1);
    bool plain =
        how != TRICK_HUGE && how != TRICK_HOLLOW && how != TRICK_VIRTUAL && how != TRICK_EXTERNAL;
    if (plain)
        H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    if (how == TRICK_SOFT)
        H5Lcreate_soft("/column", file, "soft", H5P_DEFAULT, H5P_DEFAULT);
    if (how == TRICK_LINK)
        H5Lcreate_external("/etc/passwd", "/x", file, "link", H5P_DEFAULT, H5P_DEFAULT);
    for (int i = 0; how == TRICK_NAMES && i < 3000; i++) {
        char name[20];
        snprintf(name, sizeof name, "again%d", i);
        H5Lcreate_hard(file, "/column", file, name, H5P_DEFAULT, H5P_DEFAULT);
    }
    H5Dclose(data);
    H5Fclose(file);
    H5Pclose(create);
}

TEST(crafted_files_are_refused)
{
    static const char *const words[TRICKS] = {"state hash",
                                              "does not hold what the column column claims",
                                              "does not hold what the column column claims",
                                              "does not hold",
                                              "does not hold",
                                              "does not hold",
                                              "state hash",
                                              "soft is a link",
                                              "link is a link",
                                              "does not hold"};
    for (int how = 0; how < TRICKS; how++) {
        image back = {0};
        scree_error error = {0};
        make_trick(in_folder("trick.h5"), (trick)how);
        reseal(in_folder("trick.h5"), 1);
        CHECK_MSG(snapshot_read(in_folder("trick.h5"), &back, &error) == SCREE_IO && !back.count,
                  "trick %d", how);
        CHECK_HAS(error.what, words[how]);
        CHECK(*error.hint);
    }
}

// Bytes of the whole file changed, under a seal that fits: HDF5 gets to see them. Refused in words, or taken with the
// values that the state hash speaks of. Returns how many were refused; -1 where one was neither.
static int flip_under_a_seal(const image *im, const char *text, size_t size, int rounds)
{
    int refused = 0;
    for (int k = 0; k < rounds; k++) {
        char *bad = malloc(size);
        if (!bad)
            abort();
        memcpy(bad, text, size);
        for (uint64_t flips = 1 + chance() % 3; flips > 0; flips--)
            bad[512 + chance() % (size - 512)] = (char)chance();
        if (!put_bytes(in_folder("flip.h5"), bad, size))
            abort();
        reseal(in_folder("flip.h5"), image_hash(im));
        image back = {0};
        scree_error error = {0};
        scree_status status = snapshot_read(in_folder("flip.h5"), &back, &error);
        bool good = status ? !back.count && *error.what && *error.hint
                           : image_hash(&back) == image_hash(im);
        refused += status != SCREE_OK;
        image_clear(&back);
        free(bad);
        if (!good)
            return -1;
    }
    return refused;
}

// In a process of its own, which ends without HDF5's closing words on what it has not closed of such files.
TEST(changed_bytes_under_a_seal_do_no_harm)
{
    enum { ROUNDS = 600 };
    image im = make_image(300);
    char *text = NULL;
    size_t size = 0;
    int state = 0;
    REQUIRE(snapshot_write(in_folder("t.h5"), &im, attributes, NULL) == SCREE_OK);
    REQUIRE(file_in_load(in_folder("t.h5"), &text, &size, NULL) == SCREE_OK);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int refused = flip_under_a_seal(&im, text, size, ROUNDS);
        _exit(refused < 0 ? 3 : refused < ROUNDS / 20 || refused == ROUNDS ? 4 : 0);
    }
    REQUIRE(child > 0 && waitpid(child, &state, 0) == child);
    CHECK_MSG(WIFEXITED(state) && WEXITSTATUS(state) == 0, "ended with %x", (unsigned)state);
    free(text);
    image_clear(&im);
}

TEST(foreign_files_are_told)
{
    REQUIRE(put_bytes(in_folder("a.txt"), "hello, this is a text\n", 22));
    expect_fault(in_folder("a.txt"), "no snapshot");
    hid_t file = H5Fcreate(in_folder("foreign.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(file >= 0);
    H5Fclose(file);
    expect_fault(in_folder("foreign.h5"), "an HDF5 file, but no snapshot");
    char head[600] = "scree-snapshot 3\nbytes 3\n";
    REQUIRE(put_bytes(in_folder("future.h5"), head, sizeof head));
    expect_fault(in_folder("future.h5"), "another version");
    expect_fault(in_folder("missing.h5"), "No such file or directory");
    expect_fault("/tmp", "cannot read it: it is no plain file");
}

static herr_t no_printing(hid_t stack, void *data)
{
    (void)stack;
    (void)data;
    return 0;
}

// What a program has set for HDF5's own messages stays as it was, after success and after failure.
TEST(error_printing_of_hdf5_is_left_alone)
{
    image im = make_image(10), back = {0};
    int mine = 7;
    H5E_auto2_t function, before;
    void *data, *before_data;
    H5Eget_auto2(H5E_DEFAULT, &before, &before_data);
    H5Eset_auto2(H5E_DEFAULT, no_printing, &mine);
    CHECK(snapshot_write(in_folder("e.h5"), &im, NULL, NULL) == SCREE_OK);
    CHECK(snapshot_read(in_folder("e.h5"), &back, NULL) == SCREE_OK);
    CHECK(snapshot_write(in_folder("no/e.h5"), &im, NULL, NULL) == SCREE_IO);
    CHECK(H5Eget_auto2(H5E_DEFAULT, &function, &data) >= 0 && function == no_printing &&
          data == &mine);
    H5Eset_auto2(H5E_DEFAULT, before, before_data);
    image_clear(&im);
    image_clear(&back);
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
