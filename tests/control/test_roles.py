"""Who a table knows by name: the file, its mistakes, and who may read it."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.control import roles
from firmware.control.roles import Actor, Roles, named, read
from firmware.errors import ConfigError, CoupError, Refused

HASH = "$argon2id$v=19$m=19456,t=2,p=1$HUqFUqMuX5yTPBXUX1Bl7w$YGOl4snKIgJknvs3Ce+hoGTYxY/2CVE/Zju98J8nLZk"
ANA, BO = Actor(name="Ana", role="supervisor", pin=HASH), Actor(name="Bo", role="dealer", pin=HASH)


def written(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "roles.toml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def entry(name: str = '"Ana"', role: str = '"supervisor"', pin: str = f'"{HASH}"') -> str:
    return f"[[actor]]\nname = {name}\nrole = {role}\npin = {pin}\n"


def refused(path: Path) -> list[str]:
    with pytest.raises(ConfigError) as error:
        read(path)
    assert error.value.__context__ is None or isinstance(error.value.__context__, OSError), "it would hold the hashes"
    assert HASH[:20] not in str(error.value)
    prefix = f"{path}: "
    assert all(line.startswith(prefix) for line in error.value.problems)
    return [line.removeprefix(prefix) for line in error.value.problems]


def test_each_actor_has_a_name_a_role_and_a_hash(tmp_path: Path) -> None:
    path = written(tmp_path, entry() + entry('"Bo"', '"dealer"'))
    assert read(path) == {"Ana": ANA, "Bo": BO}


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    text = f"colour = 1\n{entry()}{entry(role=chr(34) + 'boss' + chr(34), pin=chr(34) + '4711' + chr(34))}"
    text += f'[[actor]]\nname = "Cy"\nphone = "{HASH}"\n'
    assert refused(written(tmp_path, text, 0o644)) == [
        "its mode is 0644: only its owner may read and write it (chmod 600)",
        "actor 2: role: allowed: dealer, supervisor, casino, technician",
        "actor 2: pin: allowed: an argon2id hash, as `coup roles add` makes it",
        "actor 3: role is missing: allowed: dealer, supervisor, casino, technician",
        "actor 3: pin is missing: allowed: an argon2id hash, as `coup roles add` makes it",
        "actor 3: a key too many; allowed: name, role, pin",
        "the file: a key too many; allowed: actor",
    ]


@pytest.mark.parametrize("name", ['""', '" Ana"', '"Ana\\n"', f'"{"x" * 65}"', "7"])
def test_a_name_is_plain(tmp_path: Path, name: str) -> None:
    line = "actor 1: name: allowed: 1 to 64 printable characters, the first and last no blank"
    assert refused(written(tmp_path, entry(name))) == [line]


@pytest.mark.parametrize(
    "pin",
    [
        HASH.replace("argon2id", "argon2i"),
        HASH.replace("m=19456", "m=1000000"),
        HASH.replace("t=2", "t=10"),
        HASH[:50],
        HASH + "\\n",
        "",
    ],
)
def test_a_hash_is_argon2id_and_takes_no_more_than_a_check_may(tmp_path: Path, pin: str) -> None:
    assert refused(written(tmp_path, entry(pin=f'"{pin}"'))) == [
        "actor 1: pin: allowed: an argon2id hash, as `coup roles add` makes it"
    ]


def test_what_is_no_actor_is_told_beside_the_others(tmp_path: Path) -> None:
    text = f'actor = [{{name = "Ana", role = "dealer", pin = "{HASH}"}}, "Bo", {{name = 1979-05-27}}]\n'
    assert refused(written(tmp_path, text)) == [
        "actor 2: allowed: a list, [[actor]], of name, role and pin",
        "actor 3: name: allowed: 1 to 64 printable characters, the first and last no blank",
        "actor 3: role is missing: allowed: dealer, supervisor, casino, technician",
        "actor 3: pin is missing: allowed: an argon2id hash, as `coup roles add` makes it",
    ]


def test_a_name_stands_for_one_person(tmp_path: Path) -> None:
    assert refused(written(tmp_path, entry() + entry(role='"casino"'))) == ["actor Ana: named twice"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601, 0o777])
def test_nobody_else_may_read_it_or_write_it(tmp_path: Path, mode: int) -> None:
    (line,) = refused(written(tmp_path, entry(), mode))
    assert line.startswith(f"its mode is {mode:04o}: ")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_it_belongs_to_this_user_or_root(tmp_path: Path) -> None:
    path = written(tmp_path, entry())
    os.chown(path, 4242, -1)
    assert refused(path) == ["it belongs to user 4242: it has to belong to this user or to root (chown)"]


@pytest.mark.parametrize(
    "text", ["[[actor]", 'actor = "Ana"', "[actor]\nname = 1\n", "actor = [1]", "x = [\n" + "[\n" * 5000]
)
def test_what_is_no_roles_file_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    (line,) = refused(written(tmp_path, text))
    assert line.startswith(("not TOML: ", "brackets within", "actor: allowed: ", "actor 1: allowed: "))


def test_a_file_that_is_not_there_or_cannot_be_one(tmp_path: Path) -> None:
    assert refused(tmp_path / "none") == ["No such file or directory: `coup roles add` makes a roles file"]
    assert refused(tmp_path) == ["Is a directory: `coup roles add` makes a roles file"]
    path = written(tmp_path, "")
    os.truncate(path, roles.LONGEST_FILE + 1)
    assert refused(path) == [f"longer than {roles.LONGEST_FILE} bytes: `coup roles add` makes a roles file"]
    path.write_bytes(b"\xff")
    assert refused(path) == ["byte 1 is not UTF-8: save the file as UTF-8 text"]
    path.write_text(".".join("a" * 600) + " = 1", encoding="utf-8")
    assert refused(path) == [f"a line is longer than {roles.LONGEST_LINE} bytes: this is no roles file"]


def test_a_pipe_that_nobody_writes_is_no_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert refused(tmp_path / "pipe") == ["this is no file: `coup roles add` makes a roles file"]


def test_a_first_actor_makes_the_file_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        roles.add(tmp_path / "roles.toml", ANA)
    finally:
        os.umask(before)
    assert read(tmp_path / "roles.toml") == {"Ana": ANA}
    assert stat.S_IMODE((tmp_path / "roles.toml").stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["roles.toml"]


def test_a_name_that_is_there_gets_its_new_role_and_the_others_stay(tmp_path: Path) -> None:
    path = written(tmp_path, entry() + entry('"Bo"', '"dealer"'))
    roles.add(path, named("Ana", "casino", HASH))
    assert read(path) == {"Ana": Actor(name="Ana", role="casino", pin=HASH), "Bo": BO}


def test_what_is_no_sound_file_is_not_written_over(tmp_path: Path) -> None:
    path = written(tmp_path, "notes")
    with pytest.raises(ConfigError):
        roles.add(path, ANA)
    assert path.read_text() == "notes"


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "roles.toml").symlink_to("etc/roles.toml")
    roles.add(tmp_path / "roles.toml", ANA)
    assert read(tmp_path / "etc/roles.toml") == {"Ana": ANA}
    assert (tmp_path / "roles.toml").is_symlink()


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(CoupError, match=r"cannot be written \(No such file or directory\); check its folder"):
        roles.add(tmp_path / "none" / "roles.toml", ANA)


def test_a_disk_that_fails_leaves_the_file_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, entry())

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CoupError, match="No space left on device"):
        roles.add(path, BO)
    assert read(path) == {"Ana": ANA}
    assert os.listdir(tmp_path) == ["roles.toml"]


def test_nobody_has_a_name_that_cannot_be_written() -> None:
    with pytest.raises(Refused, match="a name has 1 to 64") as error:
        named("Ana ", "dealer", HASH)
    assert error.value.code == "form"
    assert error.value.__context__ is None, "it would hold the hash"


@given(st.text(max_size=64).filter(lambda name: name and name == name.strip() and name.isprintable()))
def test_any_plain_name_can_be_written_and_read(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("roles") / "roles.toml"
    roles.add(path, named(name, "casino", HASH))
    assert list(read(path)) == [name]


def test_a_hash_is_not_shown() -> None:
    assert repr(ANA) == "Actor(name='Ana', role='supervisor')"


class TestARunningTable:
    def test_knows_who_was_added_since(self, tmp_path: Path) -> None:
        path = written(tmp_path, entry())
        known = Roles(path)
        assert list(known.known()) == ["Ana"]
        roles.add(path, BO)
        assert list(known.known()) == ["Ana", "Bo"]

    def test_reads_a_file_that_did_not_change_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        known = Roles(written(tmp_path, entry()))
        known.known()
        monkeypatch.setattr(roles, "read", lambda path: pytest.fail("read again"))
        assert known.known() == {"Ana": ANA}

    def test_knows_nobody_when_the_file_has_a_mistake_or_is_gone(self, tmp_path: Path) -> None:
        path = written(tmp_path, entry())
        known = Roles(path)
        known.known()
        path.chmod(0o644)
        for _ in range(2):
            with pytest.raises(ConfigError):
                known.known()
        path.unlink()
        with pytest.raises(ConfigError):
            known.known()
