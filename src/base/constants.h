// constants.h - numbers of mathematics, where they exist once.
#ifndef SCREE_BASE_CONSTANTS_H
#define SCREE_BASE_CONSTANTS_H

#define PI 3.14159265358979323846

#endif
