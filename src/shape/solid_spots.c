// solid_spots.c - the places where a solid is faulty, by kind; see solid.h.
#include "shape/solid_stages.h"

const char *solid_flaw_words(solid_flaw flaw)
{
    static const char *const words[] = {"open edge", "edge of more than two faces",
                                        "edge where the side changes", "crossing",
                                        "pinched vertex"};
    return words[flaw];
}

void solid_add_spot(solid_report *report, solid_flaw flaw, v3 from, v3 to, int32_t faces)
{
    // A third of the room for each kind, so that many of one do not hide the others.
    int same = 0;
    for (int i = 0; i < report->spots; i++)
        same += report->spot[i].flaw == flaw;
    if (report->spots == SOLID_SPOTS_MOST || same >= SOLID_SPOTS_MOST / 3)
        return;
    report->spot[report->spots++] = (solid_spot){
        .flaw = flaw,
        .from = from,
        .to = to,
        .faces = faces,
    };
}
