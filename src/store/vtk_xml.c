// vtk_xml.c - see vtk_xml.h.
//
// An array is stored as {blocks, block size, size of a shorter last block or 0, compressed size of each block} in
// UInt64, followed by the blocks, each a zlib stream. The place of an array is only known once those before it are
// compressed: its `offset` in the head is written as zeros first and filled in afterwards. Source: VTK file formats,
// "XML file formats", appended data.
#include "store/vtk_xml.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { BLOCK = 1 << 18, ARRAYS_MOST = 64, OFFSET_DIGITS = 20 };

// Of a block, below which compressing is not worth its time.
static const double least_gain = 0.15;

typedef struct writer {
    file_out *out;
    const vtk_array *array[ARRAYS_MOST];
    long offset_place[ARRAYS_MOST]; // of the digits in the head
    int arrays;
    z_stream deflate;
    bool stored;                 // blocks of this array are no longer compressed
    unsigned char *raw, *packed; // one block each
    size_t packed_room;
    uint64_t *head; // of the array being written
    bool out_of_memory;
} writer;

static size_t value_size(vtk_type type)
{
    return type == VTK_INT32 ? 4 : 8;
}

static const char *type_name(vtk_type type)
{
    return type == VTK_FLOAT64 ? "Float64" : type == VTK_INT64 ? "Int64" : "Int32";
}

void vtk_xml_text(file_out *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            file_out_printf(out, "&amp;");
            break;
        case '<':
            file_out_printf(out, "&lt;");
            break;
        case '>':
            file_out_printf(out, "&gt;");
            break;
        case '"':
            file_out_printf(out, "&quot;");
            break;
        default:
            file_out_write(out, text, 1);
        }
}

// Arrays of the whole file say how many tuples they have; those of points and cells have one for each.
static void declare_of(writer *writer, const vtk_array *array, bool of_file)
{
    file_out *out = writer->out;
    file_out_printf(out, "        <DataArray type=\"%s\" Name=\"", type_name(array->type));
    vtk_xml_text(out, array->name);
    if (of_file)
        file_out_printf(out, "\" NumberOfTuples=\"%" PRId64, array->tuples);
    file_out_printf(out, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"",
                    array->components);
    writer->array[writer->arrays] = array;
    writer->offset_place[writer->arrays++] = file_out_place(out);
    file_out_printf(out, "%0*d\"/>\n", OFFSET_DIGITS, 0);
}

static void declare(writer *writer, const vtk_array *array)
{
    declare_of(writer, array, false);
}

static void declare_cells(writer *writer, const char *tag, const vtk_cells *cells)
{
    if (!cells->count)
        return;
    file_out_printf(writer->out, "      <%s>\n", tag);
    declare(writer, &cells->connectivity);
    declare(writer, &cells->offsets);
    file_out_printf(writer->out, "      </%s>\n", tag);
}

// Arrays of points or of cells, and which of them are shown first; NULL: none.
typedef struct group {
    const char *tag;
    const vtk_array *list;
    int count;
    const char *scalars, *vectors;
} group;

static void name_shown(file_out *out, const char *attribute, const char *name)
{
    if (!name)
        return;
    file_out_printf(out, " %s=\"", attribute);
    vtk_xml_text(out, name);
    file_out_printf(out, "\"");
}

static void declare_group(writer *writer, group group)
{
    file_out *out = writer->out;
    if (!group.count)
        return;
    file_out_printf(out, "      <%s", group.tag);
    name_shown(out, "Scalars", group.scalars);
    name_shown(out, "Vectors", group.vectors);
    file_out_printf(out, ">\n");
    for (int i = 0; i < group.count; i++)
        declare(writer, &group.list[i]);
    file_out_printf(out, "      </%s>\n", group.tag);
}

// Texts go into a field array as their character codes, each text ended by a zero.
static void write_names(file_out *out, const vtk_polydata *poly)
{
    if (!poly->name_count)
        return;
    file_out_printf(
        out,
        "      <Array type=\"String\" Name=\"names\" NumberOfTuples=\"%d\" format=\"ascii\">\n",
        poly->name_count);
    for (int i = 0; i < poly->name_count; i++) {
        for (const unsigned char *sign = (const unsigned char *)poly->names[i]; *sign; sign++)
            file_out_printf(out, "%d ", *sign);
        file_out_printf(out, "0\n");
    }
    file_out_printf(out, "      </Array>\n");
}

static void write_kind(writer *writer, const char *kind)
{
    const bool little = *(const char *)&(const int){1};
    file_out_printf(writer->out,
                    "<?xml version=\"1.0\"?>\n"
                    "<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"%s\" "
                    "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n",
                    kind, little ? "LittleEndian" : "BigEndian");
}

static void write_time(file_out *out, double time)
{
    file_out_printf(out,
                    "    <FieldData>\n"
                    "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
                    "format=\"ascii\">\n"
                    "        %.17g\n"
                    "      </DataArray>\n",
                    time);
}

static void write_head(writer *writer, const void *content)
{
    const vtk_polydata *poly = content;
    file_out *out = writer->out;
    write_kind(writer, "PolyData");
    file_out_printf(out, "  <PolyData>\n");
    write_time(out, poly->time);
    write_names(out, poly);
    for (int i = 0; i < poly->field_arrays; i++)
        declare_of(writer, &poly->field_data[i], true);
    file_out_printf(out,
                    "    </FieldData>\n"
                    "    <Piece NumberOfPoints=\"%" PRId64 "\" NumberOfVerts=\"%" PRId64
                    "\" NumberOfLines=\"%" PRId64 "\" NumberOfStrips=\"0\" NumberOfPolys=\"%" PRId64
                    "\">\n      <Points>\n",
                    poly->points.tuples, poly->verts.count, poly->lines.count, poly->polys.count);
    declare(writer, &poly->points);
    file_out_printf(out, "      </Points>\n");
    declare_cells(writer, "Verts", &poly->verts);
    declare_cells(writer, "Lines", &poly->lines);
    declare_cells(writer, "Polys", &poly->polys);
    declare_group(writer, (group){"PointData", poly->point_data, poly->point_arrays,
                                  poly->point_scalars, poly->point_vectors});
    declare_group(writer, (group){"CellData", poly->cell_data, poly->cell_arrays,
                                  poly->cell_scalars, poly->cell_vectors});
    file_out_printf(out, "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_");
}

static void write_image_head(writer *writer, const void *content)
{
    const vtk_image *image = content;
    file_out *out = writer->out;
    char extent[80];
    double spacing[3];
    int last[3];
    for (int axis = 0; axis < 3; axis++) {
        const bool flat = image->edge[axis] == 0;
        last[axis] = flat ? 0 : image->count[axis];
        spacing[axis] = flat ? 1 : image->edge[axis];
    }
    snprintf(extent, sizeof extent, "0 %d 0 %d 0 %d", last[0], last[1], last[2]);
    write_kind(writer, "ImageData");
    file_out_printf(out,
                    "  <ImageData WholeExtent=\"%s\" Origin=\"%.17g %.17g %.17g\" "
                    "Spacing=\"%.17g %.17g %.17g\">\n",
                    extent, image->origin[0], image->origin[1], image->origin[2], spacing[0],
                    spacing[1], spacing[2]);
    write_time(out, image->time);
    file_out_printf(out, "    </FieldData>\n    <Piece Extent=\"%s\">\n", extent);
    declare_group(writer, (group){"CellData", image->cell_data, image->cell_arrays, NULL, NULL});
    file_out_printf(out, "    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n_");
}

// Doubles of a simulation hardly repeat, and searching for matches costs much and gains nothing; runs of equal bytes do
// occur.
static void write_block(writer *writer, const vtk_array *array, const unsigned char *data,
                        size_t size, uint64_t *packed_size)
{
    z_stream *stream = &writer->deflate;
    const int level = writer->stored ? 0 : 1;
    deflateReset(stream);
    deflateParams(stream, level, array->type == VTK_FLOAT64 ? Z_RLE : Z_DEFAULT_STRATEGY);
    stream->next_in = (unsigned char *)(uintptr_t)data;
    stream->avail_in = (uInt)size;
    stream->next_out = writer->packed;
    stream->avail_out = (uInt)writer->packed_room;
    deflate(stream, Z_FINISH);
    *packed_size = writer->packed_room - stream->avail_out;
    file_out_write(writer->out, writer->packed, *packed_size);
}

static void write_array(writer *writer, const vtk_array *one)
{
    const size_t tuple = value_size(one->type) * (size_t)one->components;
    const int64_t per_block = (int64_t)(BLOCK / tuple);
    const int64_t blocks = (one->tuples + per_block - 1) / per_block;
    uint64_t *head = realloc(writer->head, (size_t)(3 + blocks) * sizeof *head);
    if (!head) {
        writer->out_of_memory = true;
        return;
    }
    writer->head = head;
    writer->stored = false;
    memset(head, 0, (size_t)(3 + blocks) * sizeof *head);
    head[0] = (uint64_t)blocks;
    head[1] = (uint64_t)per_block * tuple;
    head[2] = (uint64_t)(one->tuples % per_block) * tuple;
    long place = file_out_place(writer->out);
    file_out_write(writer->out, head, (size_t)(3 + blocks) * sizeof *head);
    for (int64_t block = 0; block < blocks && !writer->out->fault; block++) {
        int64_t first = block * per_block;
        int64_t count = one->tuples - first < per_block ? one->tuples - first : per_block;
        const unsigned char *data = writer->raw;
        if (one->data)
            data = (const unsigned char *)one->data + (size_t)first * tuple;
        else
            one->fill(one->context, first, count, writer->raw);
        const size_t size = (size_t)count * tuple;
        write_block(writer, one, data, size, &head[3 + block]);
        // Where the first block has gained little, the others are wrapped as they are, which takes a tenth of the time.
        const double gained = 1 - (double)head[3 + block] / (double)size;
        writer->stored = writer->stored || (block == 0 && gained < least_gain);
    }
    file_out_patch(writer->out, place, head, (size_t)(3 + blocks) * sizeof *head);
}

static void write_body(writer *writer)
{
    long start = file_out_place(writer->out);
    for (int i = 0; i < writer->arrays && !writer->out->fault && !writer->out_of_memory; i++) {
        char digits[24];
        snprintf(digits, sizeof digits, "%0*ld", OFFSET_DIGITS,
                 file_out_place(writer->out) - start);
        file_out_patch(writer->out, writer->offset_place[i], digits, OFFSET_DIGITS);
        write_array(writer, writer->array[i]);
    }
    file_out_printf(writer->out, "\n  </AppendedData>\n</VTKFile>\n");
}

typedef void write_head_of(writer *writer, const void *content);

static scree_status put(file_out *out, write_head_of *write_head, const void *content,
                        scree_error *error)
{
    writer writer = {.out = out, .packed_room = compressBound(BLOCK) + BLOCK / 16};
    if (deflateInit(&writer.deflate, 1) != Z_OK)
        return fail_memory(error, out->path);
    writer.raw = malloc(BLOCK);
    writer.packed = malloc(writer.packed_room);
    writer.out_of_memory = !writer.raw || !writer.packed;
    if (!writer.out_of_memory) {
        write_head(&writer, content);
        write_body(&writer);
    }
    deflateEnd(&writer.deflate);
    free(writer.raw);
    free(writer.packed);
    free(writer.head);
    return writer.out_of_memory ? fail_memory(error, out->path) : SCREE_OK;
}

static scree_status too_many(const char *path, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, path, "write fewer arrays", "more than %d arrays",
                ARRAYS_MOST);
}

scree_status vtk_xml_put(file_out *out, const vtk_polydata *poly, scree_error *error)
{
    if (7 + poly->point_arrays + poly->cell_arrays + poly->field_arrays > ARRAYS_MOST)
        return too_many(out->path, error);
    return put(out, write_head, poly, error);
}

// The file appears where all went well so far.
static scree_status end_file(file_out *out, scree_status status, scree_error *error)
{
    if (!status)
        return file_out_commit(out, error);
    file_out_abort(out);
    return status;
}

scree_status vtk_xml_write(const char *path, const vtk_polydata *poly, scree_error *error)
{
    file_out out;
    const scree_status status = file_out_open(&out, path, error);
    return status ? status : end_file(&out, vtk_xml_put(&out, poly, error), error);
}

scree_status vtk_xml_write_image(const char *path, const vtk_image *image, scree_error *error)
{
    file_out out;
    if (image->cell_arrays > ARRAYS_MOST)
        return too_many(path, error);
    const scree_status status = file_out_open(&out, path, error);
    return status ? status : end_file(&out, put(&out, write_image_head, image, error), error);
}
