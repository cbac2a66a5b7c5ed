"""The process that checks PINs, as its controller runs it: lines in, lines out."""

import json
import subprocess
from pathlib import Path

from argon2 import extract_parameters

from firmware.control.checker import PIN_PROCESS
from firmware.control.pins import hashed, is_right

PIN = "4711"
SAFETY_S = 20  # of a machine that is slow; nothing here takes that long


def answers(*asked: dict[str, object], folder: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    lines = b"".join(json.dumps(each).encode() + b"\n" for each in asked)
    return subprocess.run(PIN_PROCESS, input=lines, capture_output=True, timeout=SAFETY_S, check=False, cwd=folder)


def test_it_says_of_each_pin_whether_it_is_right_and_ends_when_its_input_does(tmp_path: Path) -> None:
    right = hashed(PIN)
    done = answers(
        {"id": 1, "hash": right, "pin": PIN},
        {"id": 2, "hash": right, "pin": "4712"},
        {"id": 3, "hash": "$argon2id$", "pin": PIN},
        {"id": 4, "hash": hashed("Zoë's"), "pin": "Zoë's"},
        folder=tmp_path,
    )
    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"id": 1, "right": True},
        {"id": 2, "right": False},
        {"id": 3, "right": False},
        {"id": 4, "right": True},
    ]
    assert done.stderr == b""


def test_a_file_beside_it_cannot_take_its_place(tmp_path: Path) -> None:
    (tmp_path / "argon2.py").write_text("raise SystemExit('not me')")
    (tmp_path / "json.py").write_text("raise SystemExit('not me')")
    assert answers({"id": 1, "hash": hashed(PIN), "pin": PIN}, folder=tmp_path).stdout == b'{"id": 1, "right": true}\n'


def test_nonsense_ends_it_without_repeating_a_pin() -> None:
    done = subprocess.run(PIN_PROCESS, input=b'{"pin": "4711"\n', capture_output=True, timeout=SAFETY_S, check=False)
    assert done.returncode != 0
    assert PIN.encode() not in done.stdout + done.stderr


def test_a_pin_is_hashed_in_two_passes_over_19_mib_in_one_lane_with_a_salt_of_its_own() -> None:
    one, two = hashed(PIN), hashed(PIN)
    assert one != two
    found = extract_parameters(one)
    assert (found.type.name, found.time_cost, found.memory_cost, found.parallelism) == ("ID", 2, 19456, 1)


def test_a_hash_that_nobody_can_have_made_is_nobody_s() -> None:
    assert not is_right("4711", PIN)
    assert not is_right(hashed(PIN).replace("$argon2id$", "$argon2i$"), PIN)
