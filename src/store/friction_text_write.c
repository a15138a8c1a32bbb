// friction_text_write.c - writing a local friction-contact problem as the text of Siconos (friction_text.c says how that
// is), with its matrix in blocks.
#include "store/file_out.h"
#include "store/friction_parts.h"

static void write_wholes(file_out *out, int64_t first, int64_t step, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        file_out_printf(out, "%lld\t", (long long)(first + i * step));
    file_out_printf(out, "\n");
}

static void write_matrix(file_out *out, const friction_system *system)
{
    const int32_t contacts = system->contacts;
    const int dimension = system->dimension;
    const int64_t blocks = system->first[contacts];
    const long long rows = (long long)dimension * contacts;
    file_out_printf(out, "1\n%lld\n%lld\n%lld\n%d\n%d\n", rows, rows, (long long)blocks, contacts,
                    contacts);
    write_wholes(out, dimension, dimension, contacts);
    write_wholes(out, dimension, dimension, contacts);
    file_out_printf(out, "%d\n%lld\n", contacts + 1, (long long)blocks);
    for (int32_t i = 0; i <= contacts; i++)
        file_out_printf(out, "%lld\t", (long long)system->first[i]);
    file_out_printf(out, "\n");
    for (int64_t i = 0; i < blocks; i++)
        file_out_printf(out, "%d\t", system->column[i]);
    file_out_printf(out, "\n");
    for (int64_t i = 0; i < blocks; i++) {
        file_out_printf(out, "%lld\n", (long long)i);
        for (int column = 0; column < dimension; column++)
            for (int row = 0; row < dimension; row++)
                file_out_printf(out, "%.17g\n", system->block[i][3 * row + column]);
    }
}

scree_status friction_text_write(const char *path, const friction_system *system,
                                 scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "%d\n%d\n", system->dimension, system->contacts);
    write_matrix(&out, system);
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        const double *numbers = system->offset + 3 * (size_t)contact;
        for (int row = 0; row < system->dimension; row++)
            file_out_printf(&out, "%.17g ", numbers[row]);
    }
    file_out_printf(&out, "\n");
    for (int32_t contact = 0; contact < system->contacts; contact++)
        file_out_printf(&out, "%.17g ", system->friction[contact]);
    file_out_printf(&out, "\n");
    return file_out_commit(&out, error);
}
