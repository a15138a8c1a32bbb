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

enum { BLOCK = 1 << 18, ARRAYS_MOST = 32, OFFSET_DIGITS = 20 };

typedef struct writer {
    file_out out;
    const vtk_array *array[ARRAYS_MOST];
    long offset_place[ARRAYS_MOST]; // of the digits in the head
    int arrays;
    z_stream deflate;
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

static void declare(writer *w, const vtk_array *a)
{
    file_out *out = &w->out;
    file_out_printf(out, "        <DataArray type=\"%s\" Name=\"", type_name(a->type));
    vtk_xml_text(out, a->name);
    file_out_printf(out, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"",
                    a->components);
    w->array[w->arrays] = a;
    w->offset_place[w->arrays++] = file_out_place(out);
    file_out_printf(out, "%0*d\"/>\n", OFFSET_DIGITS, 0);
}

static void declare_cells(writer *w, const char *tag, const vtk_cells *cells)
{
    if (!cells->count)
        return;
    file_out_printf(&w->out, "      <%s>\n", tag);
    declare(w, &cells->connectivity);
    declare(w, &cells->offsets);
    file_out_printf(&w->out, "      </%s>\n", tag);
}

static void declare_group(writer *w, const char *tag, const vtk_array *list, int count)
{
    if (!count)
        return;
    file_out_printf(&w->out, "      <%s>\n", tag);
    for (int i = 0; i < count; i++)
        declare(w, &list[i]);
    file_out_printf(&w->out, "      </%s>\n", tag);
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
        for (const unsigned char *c = (const unsigned char *)poly->names[i]; *c; c++)
            file_out_printf(out, "%d ", *c);
        file_out_printf(out, "0\n");
    }
    file_out_printf(out, "      </Array>\n");
}

static void write_head(writer *w, const vtk_polydata *poly)
{
    file_out *out = &w->out;
    const bool little = *(const char *)&(const int){1};
    file_out_printf(
        out,
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\" "
        "compressor=\"vtkZLibDataCompressor\">\n"
        "  <PolyData>\n"
        "    <FieldData>\n"
        "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">\n"
        "        %.17g\n"
        "      </DataArray>\n",
        little ? "LittleEndian" : "BigEndian", poly->time);
    write_names(out, poly);
    file_out_printf(out,
                    "    </FieldData>\n"
                    "    <Piece NumberOfPoints=\"%" PRId64 "\" NumberOfVerts=\"%" PRId64
                    "\" NumberOfLines=\"%" PRId64 "\" NumberOfStrips=\"0\" NumberOfPolys=\"%" PRId64
                    "\">\n      <Points>\n",
                    poly->points.tuples, poly->verts.count, poly->lines.count, poly->polys.count);
    declare(w, &poly->points);
    file_out_printf(out, "      </Points>\n");
    declare_cells(w, "Verts", &poly->verts);
    declare_cells(w, "Lines", &poly->lines);
    declare_cells(w, "Polys", &poly->polys);
    declare_group(w, "PointData", poly->point_data, poly->point_arrays);
    declare_group(w, "CellData", poly->cell_data, poly->cell_arrays);
    file_out_printf(out, "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_");
}

// Doubles of a simulation hardly repeat, and searching for matches costs much and gains nothing; runs of equal bytes do
// occur.
static void write_block(writer *w, const vtk_array *a, const unsigned char *data, size_t size,
                        uint64_t *packed_size)
{
    z_stream *z = &w->deflate;
    deflateReset(z);
    deflateParams(z, 1, a->type == VTK_FLOAT64 ? Z_RLE : Z_DEFAULT_STRATEGY);
    z->next_in = (unsigned char *)(uintptr_t)data;
    z->avail_in = (uInt)size;
    z->next_out = w->packed;
    z->avail_out = (uInt)w->packed_room;
    deflate(z, Z_FINISH);
    *packed_size = w->packed_room - z->avail_out;
    file_out_write(&w->out, w->packed, *packed_size);
}

static void write_array(writer *w, const vtk_array *a)
{
    const size_t tuple = value_size(a->type) * (size_t)a->components;
    const int64_t per_block = (int64_t)(BLOCK / tuple);
    const int64_t blocks = (a->tuples + per_block - 1) / per_block;
    uint64_t *head = realloc(w->head, (size_t)(3 + blocks) * sizeof *head);
    if (!head) {
        w->out_of_memory = true;
        return;
    }
    w->head = head;
    memset(head, 0, (size_t)(3 + blocks) * sizeof *head);
    head[0] = (uint64_t)blocks;
    head[1] = (uint64_t)per_block * tuple;
    head[2] = (uint64_t)(a->tuples % per_block) * tuple;
    long place = file_out_place(&w->out);
    file_out_write(&w->out, head, (size_t)(3 + blocks) * sizeof *head);
    for (int64_t b = 0; b < blocks && !w->out.fault; b++) {
        int64_t first = b * per_block;
        int64_t count = a->tuples - first < per_block ? a->tuples - first : per_block;
        const unsigned char *data = w->raw;
        if (a->data)
            data = (const unsigned char *)a->data + (size_t)first * tuple;
        else
            a->fill(a->context, first, count, w->raw);
        write_block(w, a, data, (size_t)count * tuple, &head[3 + b]);
    }
    file_out_patch(&w->out, place, head, (size_t)(3 + blocks) * sizeof *head);
}

static void write_body(writer *w)
{
    long start = file_out_place(&w->out);
    for (int i = 0; i < w->arrays && !w->out.fault && !w->out_of_memory; i++) {
        char digits[24];
        snprintf(digits, sizeof digits, "%0*ld", OFFSET_DIGITS, file_out_place(&w->out) - start);
        file_out_patch(&w->out, w->offset_place[i], digits, OFFSET_DIGITS);
        write_array(w, w->array[i]);
    }
    file_out_printf(&w->out, "\n  </AppendedData>\n</VTKFile>\n");
}

scree_status vtk_xml_write(const char *path, const vtk_polydata *poly, scree_error *error)
{
    if (7 + poly->point_arrays + poly->cell_arrays > ARRAYS_MOST)
        return fail(error, SCREE_BAD_INPUT, path, "write fewer arrays", "more than %d arrays",
                    ARRAYS_MOST);
    writer w = {.packed_room = compressBound(BLOCK) + BLOCK / 16};
    if (deflateInit(&w.deflate, 1) != Z_OK)
        return fail_memory(error, path);
    w.raw = malloc(BLOCK);
    w.packed = malloc(w.packed_room);
    scree_status status =
        w.raw && w.packed ? file_out_open(&w.out, path, error) : fail_memory(error, path);
    if (!status) {
        write_head(&w, poly);
        write_body(&w);
        if (w.out_of_memory) {
            file_out_abort(&w.out);
            status = fail_memory(error, path);
        } else
            status = file_out_commit(&w.out, error);
    }
    deflateEnd(&w.deflate);
    free(w.raw);
    free(w.packed);
    free(w.head);
    return status;
}
