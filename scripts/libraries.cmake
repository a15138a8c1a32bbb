# libraries.cmake - the libraries of others, found once: `scree_libraries` is what the programs and tests link, `scree_shared_libraries`
# what libscree.so and libscree.a name.
#
# The programs take the archives of Debian's -dev packages where they are and link. The shared libhdf5 and libcairo draw
# in some fifty others (curl, TLS, Kerberos, X), of which Scree calls none, and to load those is nearly all that a short command does:
# `scree --version` took 27 to 34 ms of processor time with them and takes 3 ms without. -DSCREE_ARCHIVES=OFF takes shared ones.
option(SCREE_ARCHIVES "Link the programs with static archives of other libraries where they are" ON)

find_package(OpenMP REQUIRED COMPONENTS C)
find_package(ZLIB REQUIRED)
find_package(EXPAT REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(NLOPT REQUIRED IMPORTED_TARGET nlopt)
pkg_check_modules(QHULL REQUIRED IMPORTED_TARGET qhull_r)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo-ft freetype2)

add_library(scree_shared_libraries INTERFACE)
target_link_libraries(scree_shared_libraries INTERFACE PkgConfig::HDF5 PkgConfig::YAML PkgConfig::NLOPT PkgConfig::QHULL
    PkgConfig::XXHASH PkgConfig::PNG PkgConfig::CAIRO ZLIB::ZLIB EXPAT::EXPAT OpenMP::OpenMP_C m rt)

# Sets `out` to the archives of those names, in the folders of the package and those of the compiler; to nothing when one is missing.
function(scree_find_archives out folders)
    set(found "")
    foreach(name IN LISTS ARGN)
        find_library(scree_archive_${name} NAMES lib${name}.a HINTS ${folders})
        mark_as_advanced(scree_archive_${name})
        if(NOT scree_archive_${name})
            set(${out} "" PARENT_SCOPE)
            return()
        endif()
        list(APPEND found "${scree_archive_${name}}")
    endforeach()
    set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Whether a program that calls both libraries links with them. Debian's HDF5 could one day need what is not named here.
function(scree_try_archives out)
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_LIBRARIES ${ARGN})
    set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS} ${CAIRO_INCLUDE_DIRS})
    check_c_source_compiles("
        #include <cairo-ft.h>
        #include <hdf5.h>
        int main(void)
        {
            cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
            hid_t file = H5Fcreate(\"x\", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
            return file < 0 || !surface || !cairo_ft_font_face_create_for_ft_face(NULL, 0);
        }" ${out})
    set(${out} "${${out}}" PARENT_SCOPE)
endfunction()

add_library(scree_archive_libraries INTERFACE)
set(scree_archives "")
if(SCREE_ARCHIVES)
    # In the order in which each needs those behind it.
    scree_find_archives(scree_archives "${HDF5_LIBRARY_DIRS}" hdf5 sz aec cairo pixman-1 fontconfig freetype brotlidec brotlicommon png16 yaml
        qhullstatic_r xxhash expat z)
endif()
if(scree_archives)
    scree_try_archives(SCREE_ARCHIVES_LINK ${scree_archives} pthread dl m)
endif()
if(scree_archives AND SCREE_ARCHIVES_LINK)
    target_include_directories(scree_archive_libraries SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS} ${YAML_INCLUDE_DIRS} ${QHULL_INCLUDE_DIRS}
        ${XXHASH_INCLUDE_DIRS} ${PNG_INCLUDE_DIRS} ${CAIRO_INCLUDE_DIRS} ${ZLIB_INCLUDE_DIRS} ${EXPAT_INCLUDE_DIRS})
    target_link_libraries(scree_archive_libraries INTERFACE ${scree_archives} PkgConfig::NLOPT OpenMP::OpenMP_C pthread dl m rt)
else()
    target_link_libraries(scree_archive_libraries INTERFACE scree_shared_libraries)
endif()

# A program that is to meet the libraries as they are elsewhere sets its property SCREE_SHARED_LIBRARIES.
add_library(scree_libraries INTERFACE)
target_link_libraries(scree_libraries INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:SCREE_SHARED_LIBRARIES>>,scree_shared_libraries,scree_archive_libraries>)

# The server of the view, where it is: nothing else needs it.
add_library(scree_civetweb INTERFACE)
find_package(Threads REQUIRED)
target_link_libraries(scree_civetweb INTERFACE Threads::Threads)
find_path(SCREE_CIVETWEB_INCLUDE civetweb.h)
find_library(SCREE_CIVETWEB_LIBRARY civetweb)
mark_as_advanced(SCREE_CIVETWEB_INCLUDE SCREE_CIVETWEB_LIBRARY)
option(SCREE_VIEW "Build the view in a browser where civetweb is" ON)
if(SCREE_VIEW AND SCREE_CIVETWEB_INCLUDE AND SCREE_CIVETWEB_LIBRARY)
    target_compile_definitions(scree_civetweb INTERFACE SCREE_HAVE_CIVETWEB=1)
    target_include_directories(scree_civetweb SYSTEM INTERFACE "${SCREE_CIVETWEB_INCLUDE}")
    target_link_libraries(scree_civetweb INTERFACE "${SCREE_CIVETWEB_LIBRARY}")
endif()
