"""What a session at the console is, and how often somebody may ask. Time passes when it is told to."""

from firmware.display.sessions import IDLE_S, LONGEST_S, MOST, Pace, Sessions


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_session_ends_when_nobody_touches_the_tablet_and_with_the_shift() -> None:
    clock = Clock()
    sessions = Sessions(clock)
    secret, session = sessions.begin("Ana", "supervisor", "4711", "10.1.2.3")
    clock.now += IDLE_S
    assert sessions.find(secret) is session
    clock.now += 1
    assert sessions.find(secret) is None
    secret, session = sessions.begin("Ana", "supervisor", "4711", "10.1.2.3")
    for _ in range(int(LONGEST_S / IDLE_S)):
        clock.now += IDLE_S
        assert sessions.find(secret) is session
        sessions.touch(session)
    clock.now += 1
    assert sessions.find(secret) is None


def test_a_session_never_says_the_pin() -> None:
    _, session = Sessions(Clock()).begin("Ana", "supervisor", "4711", "10.1.2.3")
    assert "4711" not in repr(session)
    assert session.csrf not in repr(session)


def test_the_one_idle_for_the_longest_makes_room() -> None:
    clock = Clock()
    sessions = Sessions(clock)
    secrets = []
    for n in range(MOST + 1):
        clock.now += 1
        secrets.append(sessions.begin(f"N{n}", "dealer", "1", "10.1.2.3")[0])
    assert [secret for secret in secrets if sessions.find(secret) is None] == secrets[:1]


def test_a_pace_counts_what_it_allowed_and_forgives_with_time() -> None:
    clock = Clock()
    pace = Pace(3, 10.0, clock)
    assert [pace.allows("Ana") for _ in range(5)] == [True, True, True, False, False]
    assert pace.allows("Cy")
    clock.now += 10
    assert [pace.allows("Ana") for _ in range(2)] == [True, False]
    clock.now += 1000
    assert [pace.allows("Ana") for _ in range(4)] == [True, True, True, False]
