# plugins.cmake - the build finds plug-ins by the names of their files, so that adding one is one new file.
#
# scree_plugin_list(HEADER SLOT GLOB [SLOT GLOB]...) writes build/generated/HEADER. For every SLOT it holds a macro
# `SLOT(X)` that applies X to each name found: `#define DRIVE_LIST(X) X(fixed) X(velocity)` for the files drive_fixed.c and
# drive_velocity.c of the GLOB `scene/drive_*.c` (relative to src/). The name is what the star stands for. Files that are
# headers are included too. The order is alphabetical, and the file is rewritten only when it changes.

function(scree_plugin_list header)
    set(includes "")
    set(lists "")
    while(ARGN)
        list(POP_FRONT ARGN slot glob)
        file(GLOB files CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/src" "${CMAKE_CURRENT_SOURCE_DIR}/src/${glob}")
        list(SORT files)
        get_filename_component(pattern "${glob}" NAME)
        string(REGEX REPLACE "\\*.*" "" prefix "${pattern}")
        set(entries "")
        set(entries_with "")
        foreach(file IN LISTS files)
            get_filename_component(name "${file}" NAME_WE)
            string(REGEX REPLACE "^${prefix}" "" name "${name}")
            string(APPEND entries " X(${name})")
            string(APPEND entries_with " X(with, ${name})")
            if(file MATCHES "\\.h$")
                string(APPEND includes "#include \"${file}\"\n")
            endif()
        endforeach()
        string(APPEND lists "#define ${slot}(X)${entries}\n#define ${slot}_WITH(X, with)${entries_with}\n")
    endwhile()
    string(MAKE_C_IDENTIFIER "SCREE_GENERATED_${header}" guard)
    string(TOUPPER "${guard}" guard)
    set(text "// ${header} - written by the build from the names of the source files.\n#ifndef ${guard}\n#define ${guard}\n\n")
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/${header}" CONTENT "${text}${includes}${lists}\n#endif\n" @ONLY)
endfunction()

# scree_embed_texts(FILE HEADER TYPE NAME GLOB [STEM]) writes build/generated/FILE, a C file with the array `const TYPE NAME[]` of the
# names and texts of all files of the GLOB, in alphabetical order, NULL at its end. HEADER declares it. With STEM names are without
# their endings.
function(scree_embed_texts out header type name glob)
    file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${glob}")
    list(SORT files)
    set(rows "")
    foreach(file IN LISTS files)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
        if(ARGN STREQUAL "STEM")
            get_filename_component(short "${file}" NAME_WE)
        else()
            get_filename_component(short "${file}" NAME)
        endif()
        file(READ "${file}" text)
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
        string(APPEND rows "    {\"${short}\",\n     \"${text}\"},\n")
    endforeach()
    set(head "// ${out} - written by the build from ${glob}.\n#include \"${header}\"\n\n#include <stddef.h>\n\n")
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/${out}" CONTENT "@head@const ${type} ${name}[] = {\n@rows@    {NULL, NULL},\n};\n" @ONLY)
endfunction()
