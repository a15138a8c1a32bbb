// builder.h - a case without a file: value by value, and the YAML that it would be.
//
//     scree_builder *b = scree_builder_create();
//     scree_builder_number(b, "shapes.bead.ball.radius", 2.5e-3, &e);              // SI
//     scree_builder_put(b, "materials.glass", "{density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}", &e);
//     scree_builder_put(b, "grains.bed.packing", "{law: random, count: 400, inside: domain}", &e);
//     scree_builder_case(b, "bed", &c, &e);
//
// Each value has a way, its keys joined by points, as `--set` of the program has them (docs/case-files.md says what there
// is); maps on the way are made, so that grains, streams and stages are maps by name. A value that is put again takes the
// place of the one before. What a value means is looked at when the case is made of all of
// them: faults are those of the YAML, with its lines. The conventions are those of scree.h.
#ifndef SCREE_BUILDER_H
#define SCREE_BUILDER_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct scree_builder scree_builder;

// A case with nothing in it but `scree: 1`; NULL when out of memory.
scree_builder *scree_builder_create(void);
void scree_builder_destroy(scree_builder *builder);

// Puts a value as YAML spells it: "5 mm", "auto", "[0 m, 0 m, 1 cm]", "{law: hertz, restitution: 0.9}". Refused: what is no
// YAML, keys that YAML would not read as keys, ways through a single value or through an entry that a list does not have.
scree_status scree_builder_put(scree_builder *builder, const char *way, const char *value,
                               scree_error *error);
// A number in SI, whatever it is a number of, finite. It is written as `0.0025 SI`, which reads back as the same double. The
// rate of a stream, which may be of grains or of mass, has a unit: put "100/s" or "2 kg/s".
scree_status scree_builder_number(scree_builder *builder, const char *way, double value,
                                  scree_error *error);
// A list of them, such as a vector; `count` is at least 1.
scree_status scree_builder_numbers(scree_builder *builder, const char *way, const double *value,
                                   int count, scree_error *error);
// A text that is to be read as it stands, such as a title or the name of a file; `${` in it is no expression. Refused: line breaks
// and other control characters, which no text of a case has.
scree_status scree_builder_text(scree_builder *builder, const char *way, const char *text,
                                scree_error *error);

// The YAML of all that was put. Borrowed, until the next call with this builder; NULL when out of memory.
const char *scree_builder_yaml(scree_builder *builder);
// The case of that text, as scree_case_parse makes it; `name` stands for its path in messages, and files that it names start
// at the folder of it. The builder may go on, for the next case.
scree_status scree_builder_case(scree_builder *builder, const char *name, scree_case **out,
                                scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
