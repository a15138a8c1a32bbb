// number.h - the shortest decimal text that reads back as the same double.
#ifndef SCREE_STORE_NUMBER_H
#define SCREE_STORE_NUMBER_H

enum { NUMBER_ROOM = 32 };

// Writes "0.1", "1e-300", "inf", "-inf" or "nan" and returns its length.
int number_text(char text[NUMBER_ROOM], double value);

#endif
