"""Cases that are no files, written for the program: nothing of anybody is overwritten, names are unique, relative paths start where they do for worlds."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

import scree
from conftest import ball

SHORT = ball(run={"duration": 1e-3, "step": 1e-4}, probes={"one": {"law": "body", "grain": "one/1", "every": 1e-3}})
OVER = {"stiffness": [1e5, 2e5]}


def of_a_table(folder, grains):
    """A case whose grains are in a table of its folder, with so many rows."""
    folder.mkdir(exist_ok=True)
    rows = "".join(f"{x - 0.5},0,0.5\n" for x in (0.0, 0.3, 0.6)[:grains])
    (folder / "grains.csv").write_text("x,y,z\n" + rows)
    made = {**SHORT, "probes": {"all": {"law": "contacts", "every": 1e-3}}}
    made["grains"] = [{"name": "one", "shape": "ball", "material": "stuff", "packing": {"law": "csv", "file": "grains.csv"}}]
    return made


def test_a_sweep_overwrites_nothing(tmp_path):
    mine = tmp_path / "study.yaml"
    mine.write_text("a day of work")
    target = tmp_path / "target.txt"
    target.write_text("precious")
    (tmp_path / "study-2.yaml").symlink_to(target)
    (tmp_path / "study-3.yaml").symlink_to(tmp_path / "nowhere")
    found = scree.sweep(SHORT, OVER, tmp_path / "study", jobs=1)
    assert mine.read_text() == "a day of work" and target.read_text() == "precious" and not (tmp_path / "nowhere").exists()
    assert found.plan["case"] == str(tmp_path / "study-4.yaml") and found.table["status"] == ["finished"] * 2
    scree.sweep(SHORT, OVER, tmp_path / "study", jobs=1)
    assert not (tmp_path / "study-5.yaml").exists()


def test_a_sweep_that_is_refused_leaves_nothing(tmp_path):
    with pytest.raises(scree.Error, match="frictoin"):
        scree.sweep(SHORT, {"frictoin": [0.1]}, tmp_path / "study")
    assert os.listdir(tmp_path) == []


def test_a_file_with_newer_edits_stays(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(scree.Case(SHORT).text)
    case = scree.Case(path)
    path.write_text("# newer\n" + case.text)
    found = scree.sweep(case, OVER, tmp_path / "mine", jobs=1)
    assert path.read_text().startswith("# newer") and found.plan["case"].endswith("mine-2.yaml")
    scree.run(case, tmp_path / "one")
    assert path.read_text().startswith("# newer") and not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_paths_start_in_the_folder_of_the_case(tmp_path, monkeypatch):
    of_a_table(tmp_path, 1)
    monkeypatch.chdir(tmp_path)
    case = scree.Case(of_a_table(tmp_path / "there", 3), folder="there")
    assert scree.World(case).grain_count == 3
    assert scree.run(case, "out").info["grains"] == 3
    assert scree.sweep(case, {"stiffness": [1e5]}, "far/study", jobs=1).runs[0].info["grains"] == 3
    assert sorted(os.listdir("there")) == ["grains.csv", "study.yaml"] and os.listdir("far") == ["study"]
    (tmp_path / "file").mkdir()
    (tmp_path / "file/case.yaml").write_text(scree.Case(of_a_table(tmp_path / "file", 3), folder="file").text)
    read = scree.Case("file")
    (tmp_path / "file/case.yaml").write_text("no case")
    assert scree.sweep(read, {"stiffness": [1e5]}, "again", jobs=1).runs[0].info["grains"] == 3
    here = scree.Case(of_a_table(tmp_path, 1))
    assert scree.sweep(here, {"stiffness": [1e5]}, "far/here", jobs=1).runs[0].info["grains"] == 1


def test_a_case_without_files_needs_no_folder_to_write_to(tmp_path, monkeypatch):
    seen = []
    real = scree._program.os.open
    monkeypatch.setattr(scree._program.os, "open", lambda path, *more: seen.append(path) or real(path, *more))
    monkeypatch.setattr(scree._program.tempfile, "tempdir", str(tmp_path))
    scree.run(SHORT, tmp_path / "out")
    assert [os.path.dirname(path) for path in seen] == [str(tmp_path)] and os.listdir(tmp_path) == ["out"]


def test_runs_of_one_case_in_threads(tmp_path):
    case = scree.Case(SHORT)

    def steps(number):
        return scree.run(case, tmp_path / f"{number}", settings={"run.duration": 1e-4 * number}, threads=1).info["steps"]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(steps, range(1, 9))) == list(range(1, 9))


def test_fits_of_dicts_in_threads(tmp_path, root):
    def fit(limit):
        parameters = {"young": {"start": 126e6, "low": 50e6, "high": 400e6}, "poisson": 0.4, "yield_load": limit}
        parameters |= {"plastic_radius": 2e-5, "flattening": 3e-6}
        drops = {"model": "drop", "file": "drops.csv", "radius": 0.00405, "mass": 0.149e-3}
        searches = {"best": {"law": "subplex", "starts": 1, "seed": 1}}
        source = {"scree_fit": 1, "data": {"d": drops}, "parameters": parameters, "searches": searches}
        fit.count += 1
        return scree.fit(source, tmp_path / f"{fit.count}-{limit}", folder=root / "examples/05-soybean-fit").objective

    fit.count = 0
    limits = [0.01, 0.3]
    alone = [fit(limit) for limit in limits]
    assert alone[0] != alone[1]
    for _ in range(3):
        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(fit, limits)) == alone
