"""Builds the wheel of the module scree: CMake makes it, this puts the files into a zip with a list of them (PEP 517, PEP 427).

The build folder is that of `make build`, or SCREE_BUILD; so what is built already is not built again. The module uses the stable
ABI, so the wheel is for CPython 3.11 and all later ones on this kind of machine. It links the system's HDF5, Cairo and so on, as
the installed library does, and is no wheel for machines without them.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sysconfig
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAG = "cp311-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
# All files get the same time, so that the same files make the same wheel.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def _project():
    with open(ROOT / "pyproject.toml", "rb") as file:
        return tomllib.load(file)["project"]


def _version():
    header = (ROOT / "include/scree/scree.h").read_text()
    return ".".join(re.search(rf"#define SCREE_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def _information():
    """The files of scree-VERSION.dist-info, but for the list of all files."""
    project = _project()
    folder = f"scree-{_version()}.dist-info"
    metadata = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {_version()}\nSummary: {project['description']}\n"
        f"License: {project['license']['text']}\n"
        f"Requires-Python: {project['requires-python']}\nDescription-Content-Type: text/markdown\n\n"
        + (ROOT / project["readme"]).read_text(encoding="utf-8")
    )
    wheel = f"Wheel-Version: 1.0\nGenerator: scree\nRoot-Is-Purelib: false\nTag: {TAG}\n"
    scripts = "[console_scripts]\n" + "".join(f"{name} = {of}\n" for name, of in project["scripts"].items())
    return {
        f"{folder}/METADATA": metadata.encode(),
        f"{folder}/WHEEL": wheel.encode(),
        f"{folder}/entry_points.txt": scripts.encode(),
        f"{folder}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def _build():
    """The build folder, with the package built."""
    folder = ROOT / os.environ.get("SCREE_BUILD", "build")
    jobs = str(len(os.sched_getaffinity(0)))
    if (folder / "CMakeCache.txt").exists():  # Python's headers may have come since
        subprocess.run(["cmake", folder], cwd=ROOT, stdout=subprocess.DEVNULL)
    command = [ROOT / "scripts/build", folder, jobs, "scree_package"]
    made = subprocess.run(command, cwd=ROOT)
    if made.returncode:
        raise SystemExit(
            f"scree: {folder} could not be built. Packages are listed in packages.txt ([build] and [python]): "
            "scripts/set-up build python installs them"
        )
    return folder


def _hash_of(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _write(directory, files):
    """A wheel of files: name in it -> (bytes, may be executed)."""
    folder = f"scree-{_version()}.dist-info"
    record = "".join(f"{name},{_hash_of(data)},{len(data)}\n" for name, (data, _) in files.items())
    files = {**files, f"{folder}/RECORD": ((record + f"{folder}/RECORD,,\n").encode(), False)}
    name = f"scree-{_version()}-{TAG}.whl"
    with zipfile.ZipFile(pathlib.Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, (data, executable) in files.items():
            entry = zipfile.ZipInfo(path, LONG_AGO)
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def _with_information(files):
    return {**files, **{name: (data, False) for name, data in _information().items()}}


def _package(folder):
    """The package of a build: the module with its extension, the programs, and beside them the pages of view and report, where
    `make assets` has made them. Name in the wheel -> (bytes, may be executed)."""
    package = folder / "python"
    names = [path.name for path in (ROOT / "python/scree").iterdir() if path.is_file()]
    names += ["_core.abi3.so"] + [f"bin/{path.name}" for path in (package / "scree/bin").iterdir()]
    files = {}
    for name in sorted(names):
        path = package / "scree" / name
        files[f"scree/{name}"] = (path.read_bytes(), os.access(path, os.X_OK))
    for path in sorted((folder / "assets").glob("*")):
        files[f"scree/bin/assets/{path.name}"] = (path.read_bytes(), False)
    return files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The package as it is installed."""
    return _write(wheel_directory, _with_information(_package(_build())))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A file that tells Python the build folder; `ninja -C build scree_package` brings changes there."""
    return _write(wheel_directory, _with_information({"scree.pth": (f"{_build() / 'python'}\n".encode(), False)}))


def build_sdist(sdist_directory, config_settings=None):
    """There is none: a clone, or a release of it, is what a wheel is built from."""
    raise SystemExit("scree: install from a clone or an unpacked release: pip install .")


def get_requires_for_build_wheel(config_settings=None):
    """Nothing that pip could fetch."""
    return []


get_requires_for_build_editable = get_requires_for_build_wheel
