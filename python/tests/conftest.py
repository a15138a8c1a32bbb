"""Cases that the tests share."""

import os
import pathlib
import signal

import pytest

import scree

ROOT = pathlib.Path(os.environ.get("SCREE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))


# A shell that starts the tests in the background has its children ignore Ctrl-C, which some tests wait for.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _no_skips():
    """`make check-full` has installed what packages.txt names for these tests, so that none of them is left out there."""
    return os.environ.get("SCREE_WHOLE", "0") != "0" and os.environ.get("SCREE_NO_APT", "0") == "0"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.skipped and not hasattr(report, "wasxfail") and _no_skips() and "could not import" in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: {report.longrepr[2]}: scripts/set-up python python-check installs it"


def ball(**changes):
    """A ball that falls 1 m from rest on to a floor, as a dict in SI."""
    return {
        "title": "One ball",
        "gravity": [0, 0, -10.0],
        "domain": {"low": [-1.0, -1.0, -1.0], "high": [1.0, 1.0, 3.0]},
        "materials": {"stuff": {"density": 1000.0, "young": 1e7, "poisson": 0.25}},
        "pairs": {
            "default": {"normal": {"law": "linear", "stiffness": 1e5, "restitution": 0.5}, "tangential": "none"}
        },
        "shapes": {"ball": {"ball": {"radius": 0.1}}},
        "walls": {"floor": {"material": "stuff", "plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}, "drive": {"law": "fixed"}}},
        "grains": [
            {
                "name": "one",
                "shape": "ball",
                "material": "stuff",
                "velocity": [1.0, 0, 0],
                "packing": {"law": "lattice", "spacing": [1.0, 1, 1], "counts": [1, 1, 1], "origin": [0, 0, 1.1]},
            }
        ],
        "run": {"duration": 0.2, "step": 2e-5, "ledger": True},
        **changes,
    }


def bed(count, radius=0.0048):
    """count^3 balls over a floor, which fall into a bed."""
    side = count * 0.01
    return {
        "gravity": [0, 0, -9.81],
        "domain": {
            "low": [0, 0, 0],
            "high": [side, side, 2 * side],
            "boundary": {"x": "periodic", "y": "periodic", "z": "wall"},
            "material": "soft",
        },
        "materials": {"soft": {"density": 2500, "young": "20 MPa", "poisson": 0.25}},
        "pairs": {
            "default": {
                "normal": {"law": "hertz", "restitution": 0.7},
                "tangential": {"law": "mindlin", "friction": 0.4},
                "rolling": "none",
            }
        },
        "shapes": {"bead": {"ball": {"radius": radius}}},
        "grains": [
            {
                "name": "bed",
                "shape": "bead",
                "material": "soft",
                "velocity": [0.3, 0.1, -1.0],
                "packing": {
                    "law": "lattice",
                    "spacing": [0.01] * 3,
                    "counts": [count] * 3,
                    "origin": [0.005, 0.005, 0.0052],
                    "jitter": 1e-4,
                    "seed": 3,
                },
            }
        ],
        "run": {"duration": 1.0},
    }


@pytest.fixture
def world():
    return scree.World(ball(), threads=1)


@pytest.fixture
def root():
    return ROOT
