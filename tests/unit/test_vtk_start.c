// test_vtk_start.c - grains at the points of VTK files: legacy and XML, as text, in base64, as raw bytes, packed or not; the
// names that other programs give their arrays; and files that are cut off anywhere.
#include "base/text.h"
#include "case/case.h"
#include "case_fixture.h"
#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char form[] =
    "scree: 1\ngravity: 0\nmaterials: {a: {density: 2 g/cm^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1 N/m}, tangential: none}}\n"
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
    "shapes: {s: {ball: {radius: 1 cm}}}\nrun: {duration: 1 s}\n"
    "grains: [{name: one, shape: s, material: a, packing: {%s}}]\n";

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    REQUIRE(out);
    REQUIRE(fwrite(bytes, 1, size, out) == size);
    fclose(out);
}

static void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

static grain_list build(const char *packing, fault_list *faults)
{
    char text[1500];
    grain_list list = {0};
    scree_error error = {0};
    snprintf(text, sizeof text, form, packing);
    reading r = read_case(text);
    CHECK(r.status == SCREE_OK);
    const scree_status status = packing_build(&r.m, ".", &list, faults, &error);
    CHECK_MSG((status == SCREE_OK) == (faults->count == 0), "%s: %s", error.where, error.what);
    reading_clear(&r);
    return list;
}

// Two grains, as all files of this test have them.
static void same_two(const char *file)
{
    char packing[100];
    fault_list faults = {0};
    snprintf(packing, sizeof packing, "law: vtk, file: %s", file);
    grain_list list = build(packing, &faults);
    CHECK_MSG(faults.count == 0, "%s: %s", file, faults.count ? faults.item[0].what : "");
    CHECK_MSG(list.count == 2, "%s: %lld grains", file, (long long)list.count);
    if (list.count == 2) {
        CHECK_MSG(list.position[0].y == 0.5 && list.position[1].z == -6, "%s", file);
        CHECK_MSG(list.radius[0] == 0.25 && list.radius[1] == 2, "%s", file);
        CHECK_MSG(list.velocity[1].x == -1.5 && list.velocity[0].z == 3, "%s", file);
    }
    grain_list_clear(&list);
    fault_list_clear(&faults);
}

static const double places[] = {1, 0.5, 3, 4, 5, -6};
static const double radii[] = {0.25, 2};
static const double ways[] = {1, 2, 3, -1.5, 5, 6};

// --- the legacy kind --------------------------------------------------------------------------------------------------

static const char words[] =
    "# vtk DataFile Version 3.0\ngrains of somebody\nASCII\nDATASET POLYDATA\n"
    "POINTS 2 float\n1 0.5 3\n4 5 -6\nVERTICES 2 4\n1 0\n1 1\nPOINT_DATA 2\n"
    "SCALARS radius float 1\nLOOKUP_TABLE default\n0.25 2\nVECTORS v double\n1 2 3\n-1.5 5 6\n"
    "FIELD FieldData 2\nnothing 1 2 double\nnan inf\ntype 1 2 int\n1 2\n"
    "METADATA\nINFORMATION 0\n\nCELL_DATA 2\nSCALARS radius int\nLOOKUP_TABLE default\n7 8\n";

TEST(legacy_as_text)
{
    fault_list faults = {0};
    write_text("a.vtk", words);
    same_two("a.vtk");
    grain_list list = build("law: vtk, file: a.vtk, scale: 0.5, type: 2", &faults);
    REQUIRE(list.count == 1);
    CHECK(list.position[0].x == 2 && list.radius[0] == 1 && list.velocity[0].y == 2.5);
    grain_list_clear(&list);
}

typedef struct bytes {
    unsigned char data[4000];
    size_t size;
} bytes;

static void put(bytes *to, const void *data, size_t size)
{
    REQUIRE(to->size + size <= sizeof to->data);
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void put_text(bytes *to, const char *text)
{
    put(to, text, strlen(text));
}

static void put_reversed(bytes *to, const double *value, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned char of[8];
        memcpy(of, &value[i], 8);
        for (int k = 7; k >= 0; k--)
            put(to, &of[k], 1);
    }
}

static void binary_legacy(bytes *file)
{
    static const unsigned char offsets[24] = {[15] = 1, [23] = 2};
    static const unsigned char connectivity[16] = {[15] = 1};
    put_text(file, "# vtk DataFile Version 5.1\nt\nBINARY\nDATASET POLYDATA\nPOINTS 2 double\n");
    put_reversed(file, places, 6);
    put_text(file, "\nVERTICES 3 2\nOFFSETS vtktypeint64\n");
    put(file, offsets, 24);
    put_text(file, "\nCONNECTIVITY vtktypeint64\n");
    put(file, connectivity, 16);
    put_text(file, "\nPOINT_DATA 2\nSCALARS Radius double\nLOOKUP_TABLE default\n");
    put_reversed(file, radii, 2);
    put_text(file, "\nVECTORS velocity double\n");
    put_reversed(file, ways, 6);
    put_text(file, "\n");
}

TEST(legacy_as_bytes)
{
    bytes file = {.size = 0};
    binary_legacy(&file);
    write_bytes("b.vtk", file.data, file.size);
    same_two("b.vtk");
}

// --- XML --------------------------------------------------------------------------------------------------------------

static const char xml_words[] =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" "
    "byte_order=\"LittleEndian\">\n<UnstructuredGrid><Piece NumberOfPoints=\"2\" "
    "NumberOfCells=\"0\"><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" "
    "format=\"ascii\">1 0.5 3 4 5 -6</DataArray></Points><PointData>"
    "<DataArray type=\"Float32\" Name=\"radii\" format=\"ascii\">0.25 2</DataArray>"
    "<DataArray type=\"Float64\" Name=\"linVelVec\" NumberOfComponents=\"3\" format=\"ascii\">"
    "1 2 3 -1.5 5 6<InformationKey name=\"L2_NORM_RANGE\"><Value index=\"0\">7</Value>"
    "</InformationKey></DataArray><DataArray type=\"String\" Name=\"names\">x</DataArray>"
    "</PointData><Cells><DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">"
    "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>\n";

TEST(xml_as_text)
{
    write_text("a.vtu", xml_words);
    same_two("a.vtu");
}

static const char xml_form[] =
    "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
    "header_type=\"UInt64\"%s><PolyData><Piece NumberOfPoints=\"2\"><PointData>"
    "<DataArray type=\"Float64\" Name=\"radius\" %s</DataArray>"
    "<DataArray type=\"Float64\" Name=\"velocity\" NumberOfComponents=\"3\" %s</DataArray>"
    "</PointData><Points><DataArray type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\" "
    "%s</DataArray></Points></Piece></PolyData>";

static void encode(bytes *to, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const unsigned second = i + 1 < size ? data[i + 1] : 0;
        const unsigned third = i + 2 < size ? data[i + 2] : 0;
        const unsigned bits = (unsigned)data[i] << 16 | second << 8 | third;
        for (int k = 0; k < 4; k++) {
            const bool none = (k > 1 && i + 1 >= size) || (k > 2 && i + 2 >= size);
            put(to, none ? "=" : &digits[bits >> (18 - 6 * k) & 63], 1);
        }
    }
}

// An array with its header; packed: one block. `parts`: header and values are encoded each by itself, as VTK does.
static void array_of(bytes *to, const double *value, int count, bool packed, bool base64,
                     bool parts)
{
    unsigned char block[500];
    uLongf size = sizeof block;
    bytes head = {.size = 0};
    const uint64_t whole = 8 * (uint64_t)count;
    if (packed) {
        REQUIRE(compress(block, &size, (const unsigned char *)value, whole) == Z_OK);
        const uint64_t sizes[4] = {1, 32768, whole, size};
        put(&head, sizes, sizeof sizes);
    } else {
        memcpy(block, value, whole);
        size = whole;
        put(&head, &whole, sizeof whole);
    }
    if (!base64) {
        put(to, head.data, head.size);
        put(to, block, size);
    } else if (parts) {
        encode(to, head.data, head.size);
        encode(to, block, size);
    } else {
        put(&head, block, size);
        encode(to, head.data, head.size);
    }
    put(to, "", 1);
}

static void xml_inline(const char *path, bool packed, bool parts)
{
    char *array[3];
    const double *values[3] = {radii, ways, places};
    const int counts[3] = {2, 6, 6};
    for (int i = 0; i < 3; i++) {
        bytes coded = {.size = 0};
        array_of(&coded, values[i], counts[i], packed, true, parts);
        array[i] = text_format("format=\"binary\">\n  %s\n ", (char *)coded.data);
        REQUIRE(array[i]);
    }
    char *whole = text_format(xml_form, packed ? " compressor=\"vtkZLibDataCompressor\"" : "",
                              array[0], array[1], array[2]);
    REQUIRE(whole);
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    fprintf(out, "%s</VTKFile>", whole);
    fclose(out);
    free(whole);
    for (int i = 0; i < 3; i++)
        free(array[i]);
}

static void xml_appended(bytes *file, bool packed, bool base64)
{
    char text[3000];
    char array[3][100];
    bytes behind = {.size = 0};
    const double *values[3] = {radii, ways, places};
    const int counts[3] = {2, 6, 6};
    for (int i = 0; i < 3; i++) {
        snprintf(array[i], sizeof array[i], "format=\"appended\" offset=\"%zu\">", behind.size);
        array_of(&behind, values[i], counts[i], packed, base64, true);
        behind.size--; // the closing zero
    }
    snprintf(text, sizeof text, xml_form, packed ? " compressor=\"vtkZLibDataCompressor\"" : "",
             array[0], array[1], array[2]);
    put_text(file, text);
    put_text(file, base64 ? "<AppendedData encoding=\"base64\">\n _"
                          : "<AppendedData encoding=\"raw\">\n _");
    put(file, behind.data, behind.size);
    put_text(file, "\n</AppendedData></VTKFile>\n");
}

TEST(xml_packed_in_all_ways)
{
    for (int way = 0; way < 4; way++) {
        xml_inline("c.vtp", way & 1, way & 2);
        same_two("c.vtp");
        bytes file = {.size = 0};
        xml_appended(&file, way & 1, way & 2);
        write_bytes("d.vtp", file.data, file.size);
        same_two("d.vtp");
    }
}

// --- what is wrong with files -----------------------------------------------------------------------------------------

static void faulty(const char *packing, const char *what)
{
    fault_list faults = {0};
    grain_list list = build(packing, &faults);
    CHECK_MSG(faults.count == 1, "%s: %d", packing, faults.count);
    if (faults.count) {
        CHECK_MSG(strstr(faults.item[0].what, what), "%s", faults.item[0].what);
        CHECK(faults.item[0].hint[0]);
    }
    grain_list_clear(&list);
    fault_list_clear(&faults);
}

TEST(faulty_files)
{
    write_text("a.vtk", words);
    faulty("law: vtk, file: a.vtk, type: 1, type_array: kind", "no array 'kind'");
    faulty("law: vtk, file: none.vtk", "cannot be read");
    write_text("x.vtk", "solid nothing\n");
    faulty("law: vtk, file: x.vtk", "this is not a VTK file");
    write_text("x.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_POINTS\n");
    faulty("law: vtk, file: x.vtk", "is a dataset of STRUCTURED_POINTS");
    write_text("x.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\n");
    faulty("law: vtk, file: x.vtk", "has no points");
    write_text("x.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n"
                        "0 0 0\nPOINT_DATA 2\nSCALARS radius float\nLOOKUP_TABLE default\n1 1\n");
    faulty("law: vtk, file: x.vtk", "'radius' has 2 values for 1 points");
    write_text("x.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n"
                        "0 0 0\nPOINT_DATA 1\nSCALARS radius float\nLOOKUP_TABLE default\n-1\n");
    faulty("law: vtk, file: x.vtk", "the radius of point 0 is -1");
    write_text("x.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n"
                        "nan 0 0\n");
    faulty("law: vtk, file: x.vtk", "of point 0 is no number");
    write_text("x.vtp", "<VTKFile type=\"Collection\"></VTKFile>");
    faulty("law: vtk, file: x.vtp", "of type 'Collection'");
    write_text("x.vtp",
               "<VTKFile type=\"PolyData\" compressor=\"vtkLZ4DataCompressor\"></VTKFile>");
    faulty("law: vtk, file: x.vtp", "compressed by vtkLZ4DataCompressor");
    write_text("x.vtp", "<!DOCTYPE a [<!ENTITY b \"c\">]><VTKFile type=\"PolyData\"></VTKFile>");
    faulty("law: vtk, file: x.vtp", "declares a document type");
    write_text("x.vtp", "<VTKFile type=\"PolyData\"><Piece></VTKFile>");
    faulty("law: vtk, file: x.vtp", "line 1: mismatched tag");
    write_text("x.vtp", "<html></html>");
    faulty("law: vtk, file: x.vtp", "this is not a VTK file");
}

// Whatever is cut off, the file is refused or gives no more grains than it had.
static void cut_everywhere(const unsigned char *data, size_t size)
{
    char packing[] = "law: vtk, file: cut.vtk";
    char text[1500];
    snprintf(text, sizeof text, form, packing);
    reading r = read_case(text);
    REQUIRE(r.status == SCREE_OK);
    for (size_t length = 0; length < size; length += length < 100 ? 1 : 5) {
        grain_list list = {0};
        scree_error error = {0};
        write_bytes("cut.vtk", data, length);
        const scree_status status = packing_build(&r.m, ".", &list, NULL, &error);
        CHECK(status == SCREE_OK || status == SCREE_BAD_INPUT);
        CHECK(list.count == 0 || list.count == 2);
        grain_list_clear(&list);
    }
    reading_clear(&r);
}

TEST(cut_files)
{
    bytes file = {.size = 0};
    cut_everywhere((const unsigned char *)words, strlen(words));
    cut_everywhere((const unsigned char *)xml_words, strlen(xml_words));
    binary_legacy(&file);
    cut_everywhere(file.data, file.size);
    file.size = 0;
    xml_appended(&file, true, false);
    cut_everywhere(file.data, file.size);
}

TEST_MAIN
