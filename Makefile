# The door for newcomers: every target installs what it misses (packages.txt; SCREE_NO_APT=1 forbids that), configures a
# Release build in build/ and builds it. Everything else is in CMakeLists.txt; docs/building.md tells more.

BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 1)
# Simulated time of the demonstration, in the notation of a case file.
DEMO_DURATION ?= 0.5 s
DEMO_CASE := examples/01-chute/case.yaml
DEMO_OUT := $(BUILD)/demo

CTEST = ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j$(shell expr $(JOBS) + 1)
CONFIGURE_AND_BUILD = scripts/build $(BUILD) $(JOBS)

# How long `make fuzz` runs, all targets together.
HOURS ?= 0.1

# Where `make install` puts things; DESTDIR goes before it, as usual.
PREFIX ?= /usr/local

.PHONY: help build install dist deb python assets demo check check-full experiments matrix fuzz soak sanitizers style docs clean

help:
	@echo 'make build       the program $(BUILD)/scree (RANKS=1: with ranks that mpirun starts)'
	@echo 'make demo        build, then watch grains flow down a chute'
	@echo 'make check       build, then the quick tests (10 minutes on two cores)'
	@echo 'make check-full  build, then all tests, and the sanitizers'
	@echo 'make experiments what the five documents tried, beside their numbers (FULL=1: the long runs, too)'
	@echo 'make matrix      all pairs of what a case can name run, or are refused by name'
	@echo 'make fuzz        random inputs to all readers and worlds, for HOURS=$(HOURS) in all'
	@echo 'make sanitizers  memory, undefined behaviour and threads, by clang (20 minutes)'
	@echo 'make soak        the long forms of the tests of faults (an hour)'
	@echo 'make assets      the page of scree view, and plots of reports that can be zoomed (needs npm)'
	@echo 'make install     program, library, headers to PREFIX ($(PREFIX))'
	@echo 'make deb         Debian packages of all that in $(BUILD)/deb; make dist: the sources as a tarball'
	@echo 'make python      the Python module in $(BUILD)/python, and how to install it'
	@echo 'make style       formatting, layers, names, links of the pages, and the bits of laws on a graphics processor'
	@echo 'make docs        the pages and the API as a site in $(BUILD)/docs'
	@echo 'make clean       remove $(BUILD)/'

build:
	@scripts/set-up build $(if $(RANKS),ranks)
	@SCREE_RANKS=$(RANKS) $(CONFIGURE_AND_BUILD) scree

# Apart from all else: nothing needs it, and no other target asks for it.
assets:
	@scripts/make-assets "$(BUILD)/assets"

install:
	@scripts/set-up build
	@$(CONFIGURE_AND_BUILD) scree scree_shared scree_static scree_manual
	@cmake --install $(BUILD) --prefix "$(PREFIX)"

# The sources as they stand, for machines without git.
dist:
	@scripts/make-dist "$(BUILD)"

# Packages for this Debian in $(BUILD)/deb; lintian has no complaint, or it fails.
deb:
	@scripts/set-up build python deb
	@JOBS=$(JOBS) scripts/make-deb "$(BUILD)"

# For whom pip is too much: PYTHONPATH=$(BUILD)/python.
python:
	@scripts/set-up build python
	@[ ! -f "$(BUILD)/CMakeCache.txt" ] || cmake "$(BUILD)" >/dev/null # Python's headers may have come since
	@$(CONFIGURE_AND_BUILD) scree_package
	@echo 'To try it:     PYTHONPATH=$(BUILD)/python python3 -c "import scree; help(scree)"'
	@echo 'To install it: /usr/bin/python3 -m venv --system-site-packages .venv'
	@echo '               .venv/bin/pip install --no-build-isolation --no-index .'

demo: build
	@rm -rf "$(DEMO_OUT)"
	@$(BUILD)/scree run $(DEMO_CASE) --out "$(DEMO_OUT)" --set "run.duration=$(DEMO_DURATION)"
	@echo
	@echo 'What to open next:'
	@echo '  $(DEMO_OUT)/picture.png   the flow, drawn by Scree itself'
	@echo '  $(DEMO_OUT)/*.pvd         the whole run, in ParaView'
	@echo '  $(DEMO_OUT)/probes/*.csv  the velocity profile, in any spreadsheet'
	@echo '  $(DEMO_CASE)   the case: change a line and run it again with'
	@echo '    $(BUILD)/scree run $(DEMO_CASE) --out $(BUILD)/mine'

check:
	@scripts/set-up build check
	@$(CONFIGURE_AND_BUILD)
	@$(CTEST) -L '^quick$$'

check-full:
	@scripts/set-up build check python python-check
	@$(CONFIGURE_AND_BUILD)
	@SCREE_WHOLE=1 $(CTEST)
	@scripts/sanitizers $(JOBS)
	@tests/support/words.sh build/asan $(JOBS)

# Tables and figures in $(BUILD)/experiments.
experiments: build
	@scripts/set-up build check
	@SCREE="$(BUILD)/scree" bench/experiments --out "$(BUILD)/experiments" $(if $(filter-out 0,$(FULL)),--full)

# A table of what fails and of how much there is; all of what was said is in $(BUILD)/matrix.txt. One that was cut off goes on where it was, as long
# as the program is the same.
matrix:
	@scripts/set-up build check
	@$(CONFIGURE_AND_BUILD) matrix
	@[ "$(BUILD)/matrix-passed.txt" -nt "$(BUILD)/tests/matrix/matrix" ] || rm -f "$(BUILD)/matrix-passed.txt"
	@OMP_WAIT_POLICY=passive "$(BUILD)/tests/matrix/matrix" --folder "$(BUILD)/tests/matrix/files" --passed "$(abspath $(BUILD))/matrix-passed.txt" --verbose --write "$(CURDIR)/tests/matrix/refused.txt" >"$(BUILD)/matrix.txt"; \
	    status=$$?; grep -A 2 'FAILS\|WITHOUT' "$(BUILD)/matrix.txt"; tail -n 4 "$(BUILD)/matrix.txt"; exit $$status

# Each target gets its share of the time; JOBS of them run beside each other.
fuzz:
	@scripts/set-up build check
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz -j$(JOBS)
	@scripts/fuzz build/fuzz "$$(ls build/fuzz/fuzz | awk '{ n++ } END { s = $(HOURS) * 3600 * $(JOBS) / n; printf "%d", s < 1 ? 1 : s }')" $(JOBS)

# Each test that the sanitizers of clang look into, in build/asan and build/tsan. CI has a fifth of it.
sanitizers:
	@scripts/set-up build check
	@scripts/sanitizers $(JOBS)

# One line for each; the whole of what they say is in $(BUILD)/soak/.
soak:
	@scripts/set-up build check
	@$(CONFIGURE_AND_BUILD)
	@scripts/soak $(BUILD) $(JOBS)

style: check-tools
	@scripts/check-style
	@scripts/check-readability
	@scripts/check-layers
	@scripts/check-libm
	@scripts/check-device $(BUILD)
	@scripts/check-names $(BUILD)
	@scripts/check-cycles $(BUILD)
	@scripts/check-links
	@scripts/check-api
	@scripts/check-abi || [ $$? = 77 ]

.PHONY: check-tools
check-tools:
	@scripts/set-up build check
	@$(CONFIGURE_AND_BUILD)

docs:
	@scripts/set-up docs
	@scripts/make-docs $(BUILD)

clean:
	rm -rf $(BUILD)
