// canvas.c - see canvas.h.
//
// A line covers a pixel by how far its centre lies inside the line's edge, cut to 0..1: enough to look smooth. Letters
// are short strokes on a grid of 5 x 9, so that text has any size and needs nothing but lines.
#include "draw/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool canvas_make(canvas *c, int width, int height)
{
    c->width = width;
    c->height = height;
    c->pixel = calloc((size_t)width * (size_t)height, sizeof *c->pixel);
    return c->pixel != NULL;
}

void canvas_clear(canvas *c)
{
    free(c->pixel);
    memset(c, 0, sizeof *c);
}

static float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

static void blend(canvas *c, int x, int y, rgb colour, float share)
{
    rgb *p = &c->pixel[(size_t)y * (size_t)c->width + (size_t)x];
    *p = rgb_mix(*p, colour, share);
}

// The pixels of row y that a band of that half width about the line can touch: from *first to *last.
static void band(canvas_point a, canvas_point b, float half, float y, float *first, float *last)
{
    float dy = b.y - a.y, s = 0, t = 1;
    if (fabsf(dy) > 1e-6f) {
        s = clamp((y - half - a.y) / dy, 0, 1);
        t = clamp((y + half - a.y) / dy, 0, 1);
    }
    float p = a.x + s * (b.x - a.x), q = a.x + t * (b.x - a.x);
    *first = fminf(p, q) - half;
    *last = fmaxf(p, q) + half;
}

void canvas_line(canvas *c, canvas_point a, canvas_point b, float half_width, rgb colour, float strength,
                 const float *nearest)
{
    const float half = half_width + 1, dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    const int top = (int)clamp(fminf(a.y, b.y) - half, 0, (float)c->height);
    const int bottom = (int)clamp(fmaxf(a.y, b.y) + half + 1, 0, (float)c->height);
    for (int y = top; y < bottom; y++) {
        float first, last;
        band(a, b, half, (float)y + 0.5f, &first, &last);
        const int from = (int)clamp(first, 0, (float)c->width), to = (int)clamp(last + 1, 0, (float)c->width);
        for (int x = from; x < to; x++) {
            float px = (float)x + 0.5f - a.x, py = (float)y + 0.5f - a.y;
            float t = length2 > 0 ? clamp((px * dx + py * dy) / length2, 0, 1) : 0;
            float off = hypotf(px - t * dx, py - t * dy), cover = clamp(half_width + 0.5f - off, 0, 1);
            float depth = a.depth + t * (b.depth - a.depth);
            bool seen = !nearest || depth <= nearest[(size_t)y * (size_t)c->width + (size_t)x];
            if (cover > 0 && seen) blend(c, x, y, colour, cover * strength);
        }
    }
}

void canvas_fill(canvas *c, float left, float top, float right, float bottom, rgb colour)
{
    const int x0 = (int)clamp(left, 0, (float)c->width), x1 = (int)clamp(right, 0, (float)c->width);
    const int y0 = (int)clamp(top, 0, (float)c->height), y1 = (int)clamp(bottom, 0, (float)c->height);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) blend(c, x, y, colour, 1);
}

void canvas_bytes(const canvas *c, uint8_t *out)
{
    const size_t count = (size_t)c->width * (size_t)c->height;
    for (size_t i = 0; i < count; i++) {
        out[3 * i] = (uint8_t)(clamp(c->pixel[i].r, 0, 1) * 255 + 0.5f);
        out[3 * i + 1] = (uint8_t)(clamp(c->pixel[i].g, 0, 1) * 255 + 0.5f);
        out[3 * i + 2] = (uint8_t)(clamp(c->pixel[i].b, 0, 1) * 255 + 0.5f);
    }
}

// ---- letters

// Strokes of a sign: pairs of digits x y, strokes separated by blanks. Baseline y = 2, small letters up to 6, capitals
// up to 8.
static const char *const glyph[128] = {
    ['0'] = "123243473818070312",
    ['1'] = "172822 1232",
    ['2'] = "07183847460242",
    ['3'] = "0718384746354443321203 1535",
    ['4'] = "32380444",
    ['5'] = "480805354443321203",
    ['6'] = "3818070312324344351504",
    ['7'] = "084812",
    ['8'] = "15060718384746351504031232434435",
    ['9'] = "1232434738180706153546",
    ['A'] = "022842 1434",
    ['B'] = "02083847463505 3544433202",
    ['C'] = "4738180703123243",
    ['D'] = "02082846442202",
    ['E'] = "48080242 0535",
    ['F'] = "480802 0535",
    ['G'] = "47381807031232434525",
    ['H'] = "0208 4248 0545",
    ['I'] = "0222 0828 1218",
    ['J'] = "0312324348",
    ['K'] = "0208 4805 1642",
    ['L'] = "080242",
    ['M'] = "0208254842",
    ['N'] = "02084248",
    ['O'] = "123243473818070312",
    ['P'] = "02083847463505",
    ['Q'] = "123243473818070312 2442",
    ['R'] = "02083847463505 2542",
    ['S'] = "473818070615354443321203",
    ['T'] = "0848 2228",
    ['U'] = "080312324348",
    ['V'] = "082248",
    ['W'] = "0812253248",
    ['X'] = "0248 0842",
    ['Y'] = "082548 2522",
    ['Z'] = "08480242",
    ['a'] = "16364542 441403123243",
    ['b'] = "0802 0516364543321203",
    ['c'] = "4536160503123243",
    ['d'] = "4842 4536160503123243",
    ['e'] = "04444536160503123243",
    ['f'] = "12172838 0636",
    ['g'] = "4536160503123243 4641301001",
    ['h'] = "0802 0516364542",
    ['i'] = "0206 0808",
    ['j'] = "161100 1818",
    ['k'] = "0802 3604 1532",
    ['l'] = "080312",
    ['m'] = "0602 05162522 25364542",
    ['n'] = "0602 0516364542",
    ['o'] = "123243453616050312",
    ['p'] = "0600 0516364543321203",
    ['q'] = "4640 4536160503123243",
    ['r'] = "0602 05162635",
    ['s'] = "45361605143443321203",
    ['t'] = "18132232 0636",
    ['u'] = "0603123243 4642",
    ['v'] = "062246",
    ['w'] = "0612243246",
    ['x'] = "0246 0642",
    ['y'] = "0622 46221000",
    ['z'] = "06460242",
    [' '] = "",
    ['.'] = "0202",
    [','] = "1201",
    [':'] = "0303 0606",
    [';'] = "1201 1616",
    ['-'] = "0535",
    ['+'] = "0545 2327",
    ['='] = "0646 0444",
    ['/'] = "0048",
    ['('] = "18070312",
    [')'] = "08171302",
    ['['] = "18080212",
    [']'] = "08181202",
    ['^'] = "062846",
    ['%'] = "0248 0818170708 3343423233",
    ['*'] = "2327 0446 0644",
    ['_'] = "0141",
    ['\''] = "0708",
    ['"'] = "0708 1718",
    ['#'] = "1218 3238 0444 0646",
    ['<'] = "460442",
    ['>'] = "064402",
    ['?'] = "071838474625 2222",
    ['!'] = "0408 0202",
    ['|'] = "0109",
};

static const char *strokes_of(unsigned char sign) { return sign < 128 && glyph[sign] ? glyph[sign] : "0208383202"; }

static float advance(unsigned char sign)
{
    if (sign == ' ') return 3;
    char widest = '0';
    for (const char *s = strokes_of(sign); *s; s += s[0] == ' ' ? 1 : 2)
        if (*s != ' ' && *s > widest) widest = *s;
    return (float)(widest - '0') + 1.9f;
}

float canvas_text_width(float size, const char *text)
{
    float width = 0;
    for (; *text; text++) width += advance((unsigned char)*text);
    return width * size / 6;
}

void canvas_text(canvas *c, float x, float y, float size, rgb colour, const char *text)
{
    const float unit = size / 6;
    for (; *text; text++) {
        canvas_point last = {0, 0, 0};
        bool drawing = false;
        for (const char *s = strokes_of((unsigned char)*text); *s; s += *s == ' ' ? 1 : 2) {
            if (*s == ' ') {
                drawing = false;
                continue;
            }
            canvas_point p = {x + unit * (float)(s[0] - '0'), y - unit * (float)(s[1] - '2'), 0};
            if (drawing) canvas_line(c, last, p, 0.062f * size + 0.1f, colour, 1, NULL);
            last = p;
            drawing = true;
        }
        x += unit * advance((unsigned char)*text);
    }
}
