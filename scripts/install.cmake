# install.cmake - what `make install` puts where: the programs, the headers, both libraries, and how pkg-config and CMake find
# them; the page of the manual, what shells complete, the pages, the examples and the licence.
#
# What the static library needs besides is told to its users: the packages by their pkg-config names, OpenMP by the flag of
# the compiler that built it.
set(scree_requires "${HDF5_MODULE_NAME} yaml-0.1 nlopt qhull_r libxxhash libpng cairo-ft freetype2 zlib expat")
file(RELATIVE_PATH scree_up_from_lib "/x/${CMAKE_INSTALL_LIBDIR}" "/x")
set(scree_up "../${scree_up_from_lib}")
configure_file(scripts/scree.pc.in scree.pc @ONLY)
configure_file(scripts/scree-config.cmake.in scree-config.cmake @ONLY)

configure_file(scripts/scree-config-version.cmake.in scree-config-version.cmake @ONLY)

# The program knows all commands and options, so it writes its page of the manual.
add_custom_command(OUTPUT scree.1 COMMAND scree help --man > scree.1 DEPENDS scree)
add_custom_target(scree_manual ALL DEPENDS scree.1)

install(TARGETS scree RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS scree-verify scree-bench RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/scree")
install(DIRECTORY "${CMAKE_BINARY_DIR}/assets" DESTINATION "${CMAKE_INSTALL_DATADIR}/scree" OPTIONAL)
install(TARGETS scree_shared scree_static DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/scree DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/scree-config-version.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/scree")

install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES shell/scree.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME scree)
install(FILES shell/_scree DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES shell/scree.fish DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")

# Pages of the project's own history are for those who change it, and results of runs are nobody's examples.
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" PATTERN lab EXCLUDE PATTERN site EXCLUDE)
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" PATTERN results EXCLUDE PATTERN "results-*" EXCLUDE)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
