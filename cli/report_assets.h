// report_assets.h - what makes the plots of a report ones that can be zoomed, where `make assets` has put it together.
#ifndef SCREE_CLI_REPORT_ASSETS_H
#define SCREE_CLI_REPORT_ASSETS_H

// A program and its style sheet as texts; owned. Both are NULL where there is none.
typedef struct report_assets {
    char *script, *style;
} report_assets;

// Looks beside the program, as in a build folder, then where `make install` puts them.
void report_assets_find(report_assets *assets);
void report_assets_clear(report_assets *assets);

#endif
