// flight.h - the flight of a screw conveyor as a mesh.
#ifndef SCREE_CLI_FLIGHT_H
#define SCREE_CLI_FLIGHT_H

// The text of an OBJ file, owned by the caller; NULL without memory.
char *flight_mesh(void);

#endif
