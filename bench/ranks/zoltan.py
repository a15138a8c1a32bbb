"""Parts of balls by recursive bisection of the library Zoltan (Debian: libtrilinos-zoltan-dev), for `cuts`. Nothing of Scree needs it."""
import ctypes
import time

import numpy

AXES = 3
BY_MULTI, BY_LIST, BY_COUNT, BY_AXES = "Geom_Multi", "Obj_List", "Num_Obj", "Num_Geom"
mpi = ctypes.CDLL("libmpi.so", ctypes.RTLD_GLOBAL)
library = ctypes.CDLL("libtrilinos_zoltan.so")
whole, pointer = ctypes.c_int, ctypes.c_void_p


def numbers_at(address, kind, count):
    return numpy.ctypeslib.as_array((kind * count).from_address(address))


def begin():
    mpi.MPI_Init(None, None)
    version = ctypes.c_float()
    library.Zoltan_Initialize(0, None, ctypes.byref(version))
    library.Zoltan_Create.restype = pointer


# What Zoltan asks, by the names of its functions.
def answers(place, weight):
    count, weights = weight.shape

    def list_all(context, ids, locals_, id_at, local_at, dimensions, weight_at, error):
        numbers_at(id_at, ctypes.c_uint, count)[:] = numpy.arange(count)
        numbers_at(weight_at, ctypes.c_float, count * weights)[:] = weight.ravel()

    def tell_places(context, ids, locals_, balls, id_at, local_at, axes, place_at, error):
        rows = numbers_at(id_at, ctypes.c_uint, balls)
        numbers_at(place_at, ctypes.c_double, balls * AXES)[:] = place[rows].ravel()

    none = ctypes.CFUNCTYPE
    return {
        BY_COUNT: none(whole, pointer, pointer)(lambda context, error: count),
        BY_AXES: none(whole, pointer, pointer)(lambda context, error: AXES),
        BY_LIST: none(None, pointer, whole, whole, pointer, pointer, whole, pointer, pointer)(list_all),
        BY_MULTI: none(None, pointer, whole, whole, whole, pointer, pointer, whole, pointer, pointer)(tell_places),
    }


# The part of each ball, and the time of the processor that the cut has taken, in seconds.
def cut(place, weight, parts):
    world = ctypes.addressof(ctypes.c_char.in_dll(mpi, "ompi_mpi_comm_world"))
    zoltan = pointer(library.Zoltan_Create(pointer(world)))
    settings = {"DEBUG_LEVEL": 0, "NUM_GID_ENTRIES": 1, "NUM_LID_ENTRIES": 0, "LB_METHOD": "RCB", "NUM_GLOBAL_PARTS": parts,
                "OBJ_WEIGHT_DIM": weight.shape[1], "RETURN_LISTS": "PARTS"}
    for name, value in settings.items():
        library.Zoltan_Set_Param(zoltan, name.encode(), str(value).encode())
    asked = answers(place, weight)
    for name, function in asked.items():
        getattr(library, "Zoltan_Set_%s_Fn" % name)(zoltan, function, None)
    number = [whole() for _ in range(5)]
    table = [pointer() for _ in range(8)]
    changes, ids, locals_, come, go = map(ctypes.byref, number)
    begun = time.process_time()
    library.Zoltan_LB_Partition(zoltan, changes, ids, locals_, come, *map(ctypes.byref, table[:4]), go, *map(ctypes.byref, table[4:]))
    seconds = time.process_time() - begun
    owner = numpy.empty(len(place), int)
    owner[numbers_at(table[4].value, ctypes.c_uint, len(place))] = numbers_at(table[7].value, whole, len(place))
    library.Zoltan_Destroy(ctypes.byref(zoltan))
    return owner, seconds
