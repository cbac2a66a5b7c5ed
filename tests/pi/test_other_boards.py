"""The same table with rpi-lgpio, and boards and users that cannot have the pins."""

import pytest

from tests.pi.dealer import Dealer
from tests.pi.emulator import Emulator
from tests.pi.table import AS_SERVICE, LAMPS, WITH_LGPIO, WITH_RPI_GPIO, Table

pytestmark = [pytest.mark.pi, pytest.mark.timeout(300)]

TAKE_A_PIN = "from hal.rpi_lamps import *; RpiLamps(RpiSettings(lamps={'tie': 17})).open()"
REVISION = "/sys/firmware/devicetree/base/system/linux,revision"


def said_to(pi: Emulator, user: str, environment: str) -> str:
    """What the driver says, at a folder where nobody may write, to a user who may not have the pins."""
    code, said = pi.run(f'cd / && env {environment} {user} python3 -c "{TAKE_A_PIN}"')
    assert code == 1
    return said.splitlines()[-1]


def test_a_few_rounds_with_rpi_lgpio(pi5_table: Table) -> None:
    pi5_table.start()
    dealer = Dealer(pi5_table, 7)
    dealer.look()
    dealer.fill(cut=100)
    dealer.deal(until_rounds=3)
    pi5_table.pi.drive(high=[LAMPS["tie"]])
    pi5_table.pi.until(lambda: "fault" in pi5_table.lit, "the fault lamp")
    pi5_table.pi.until(lambda: pi5_table.high == dealer.right, "the fault to clear")
    assert pi5_table.end() == 0
    assert pi5_table.high == frozenset()
    assert pi5_table.pi.outputs() == frozenset()  # unlike RPi.GPIO it lets go of the pins as the program ends


def test_a_user_who_may_not_have_the_pins_is_told_which_group_it_takes(machine: Emulator) -> None:
    said = said_to(machine, AS_SERVICE, WITH_RPI_GPIO)
    assert "No access to /dev/mem" in said
    assert "add this user to the group gpio" in said


def test_a_user_outside_the_group_is_told_so_by_rpi_lgpio_too(machine: Emulator) -> None:
    said = said_to(machine, AS_SERVICE.replace("--init-groups", "--groups dialout"), WITH_LGPIO)
    assert "can not open gpiochip" in said
    assert "add this user to the group gpio" in said


def test_a_pin_that_another_program_has_is_told_by_rpi_lgpio(machine: Emulator) -> None:
    hold = "import lgpio; lgpio.gpio_claim_output(lgpio.gpiochip_open(0), 17); open('/tmp/held', 'w'); input()"
    machine.done(
        f'mkfifo /tmp/keep; (env {WITH_LGPIO} LG_WD=/tmp python3 -c "{hold}" 3<>/tmp/keep <&3; rm /tmp/held) &'
    )
    machine.done("until [ -e /tmp/held ]; do sleep 0.05; done")
    try:
        assert "GPIO busy" in said_to(machine, AS_SERVICE, WITH_LGPIO)
    finally:
        machine.done("echo >/tmp/keep; while [ -e /tmp/held ]; do sleep 0.05; done; rm /tmp/keep")


def test_a_machine_that_is_no_raspberry_pi_is_told_so(machine: Emulator) -> None:
    machine.done(f"mount --bind /dev/null {REVISION}")
    try:
        assert 'this is no Raspberry Pi: set [hal] driver = "mock"' in said_to(machine, AS_SERVICE, WITH_RPI_GPIO)
    finally:
        machine.done(f"umount {REVISION}")
