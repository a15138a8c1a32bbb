# install.cmake - what `make install` puts where: the programs, the headers, both libraries, and how pkg-config and CMake find
# them.
#
# What the static library needs besides is told to its users: the packages by their pkg-config names, OpenMP by the flag of
# the compiler that built it.
set(scree_requires "${HDF5_MODULE_NAME} yaml-0.1 nlopt qhull_r libxxhash libpng cairo-ft freetype2 zlib expat")
file(RELATIVE_PATH scree_up_from_lib "/x/${CMAKE_INSTALL_LIBDIR}" "/x")
set(scree_up "../${scree_up_from_lib}")
configure_file(scripts/scree.pc.in scree.pc @ONLY)
configure_file(scripts/scree-config.cmake.in scree-config.cmake @ONLY)

include(CMakePackageConfigHelpers)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/scree-config-version.cmake" COMPATIBILITY SameMinorVersion)

install(TARGETS scree RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS scree-verify scree-bench RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/scree")
install(DIRECTORY "${CMAKE_BINARY_DIR}/assets" DESTINATION "${CMAKE_INSTALL_DATADIR}/scree" OPTIONAL)
install(TARGETS scree_shared scree_static DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/scree DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/scree-config-version.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/scree")
