// commands.h - the commands of the program, one file each. They return what the program returns to the shell
// (console/exit.h).
//
// A command gets its own name as argv[0] and its arguments behind it.
#ifndef SCREE_CLI_COMMANDS_H
#define SCREE_CLI_COMMANDS_H

int run_main(int argc, char **argv);
int check_main(int argc, char **argv);
int resume_main(int argc, char **argv);
int sweep_main(int argc, char **argv);
int fit_main(int argc, char **argv);
int info_main(int argc, char **argv);
int list_main(int argc, char **argv);
int new_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int law_main(int argc, char **argv);
int shape_main(int argc, char **argv);
int solve_main(int argc, char **argv);
int picture_main(int argc, char **argv);
int film_main(int argc, char **argv);
int measure_main(int argc, char **argv);
int view_main(int argc, char **argv);
int report_main(int argc, char **argv);
int plot_main(int argc, char **argv);

// The topics of `scree list`, one a line, with what they are behind a tab: for complete.c.
void list_offer(void);

#endif
