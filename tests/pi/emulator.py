"""A Raspberry Pi 3B that QEMU emulates, and the world outside its pins, its serial line and its console.

Decides how the machine is started and reached. It must never know what runs on it.

What is true of it: the kernel, Python, RPi.GPIO 0.7.1 and rpi-lgpio are the real ones, and write the registers that a
Pi 3 has. What differs from a Pi: the kernel is Debian's, without `/dev/gpiomem`, so that RPi.GPIO needs `/dev/mem` and
the program CAP_SYS_RAWIO; there are no pull resistors, so that open buttons are held high from outside; bytes take no
time on the line; nothing electrical exists, and the processor is many times slower.
"""

import base64
import queue
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

QEMU: Final = "qemu-system-aarch64"
SOCKETS: Final = ("uart", "console", "qtest")
"""Its serial line (the PL011), its console, and QEMU's own access to its registers."""
PATIENCE_S: Final = 60.0
"""Nothing takes that long, even there; what has not come by then never will."""

GLANCE_S: Final = 0.005
"""Between two looks at what tells nobody when it changes."""

GPFSEL, GPSET, GPCLR, GPLEV = 0x3F200000, 0x3F20001C, 0x3F200028, 0x3F200034
"""Registers of the BCM2837 (BCM2835 peripherals, section 6.1), for BCM 0 to 31; direction: ten pins a register."""
HEADER: Final = range(28)


class Emulator:
    """One machine, from power-on to power-off. `edges` has every change of an output: monotonic ns, pin, level."""

    def __init__(self, folder: Path, assets: Path, overlay: bytes) -> None:
        """Name where its sockets may lie, what it starts from, and the archive that is unpacked over that."""
        self._folder, self._assets = folder, assets
        (folder / "initrd").write_bytes((assets / "root.cpio").read_bytes() + overlay)
        self.edges: list[tuple[int, int, int]] = []
        self._news = threading.Event()
        self._answers: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
        self._said = b""
        self._scripts = 0

    def __enter__(self) -> Self:
        # It ends with its test run, however that ends.
        command = ["setpriv", "--pdeathsig", "KILL", QEMU, *self._machine()]
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.uart, self._console, self._qtest = (self._connect(name) for name in SOCKETS)
            threading.Thread(target=self._hear, daemon=True).start()
            self._ask("irq_intercept_out /machine/soc/peripherals/gpio")
            self._listen(rb"@ready\n", PATIENCE_S)
            self.done(f"date -s @{time.time():.0f}")
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    # -- pins -------------------------------------------------------------------------------------------------------

    def levels(self) -> frozenset[int]:
        """Return the pins of the header that are high."""
        high = self._read(GPLEV)
        return frozenset(pin for pin in HEADER if high >> pin & 1)

    def outputs(self) -> frozenset[int]:
        """Return the pins of the header that are outputs."""
        directions = [self._read(GPFSEL + 4 * register) for register in range(3)]
        return frozenset(pin for pin in HEADER if directions[pin // 10] >> 3 * (pin % 10) & 7 == 1)

    def drive(self, high: Iterable[int] = (), low: Iterable[int] = ()) -> None:
        """Put levels on pins from outside. An output keeps it until it is written."""
        for register, pins in ((GPSET, high), (GPCLR, low)):
            self._ask(f"writel {register:#x} {sum(1 << pin for pin in pins):#x}")

    def clear(self) -> None:
        """Make low inputs of all pins of the header, and empty the serial line, which nobody may have open."""
        for register in range(3):
            self._ask(f"writel {GPFSEL + 4 * register:#x} 0")
        self.drive(low=HEADER)
        self.edges.clear()
        self.uart.sendall(b"-" * 64 + b"\n@clear\n")  # the first 16 bytes are lost as the port is opened
        self.done('until read -r line && [ "$line" = @clear ]; do :; done </dev/ttyAMA0')

    def until(self, done: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
        """Wait until `done`; it is looked at after each edge, too."""
        end = time.monotonic() + seconds
        while True:
            self._news.clear()
            if done():
                return
            assert time.monotonic() < end, f"waited {seconds} s for {what}; pins {sorted(self.levels())} are high"
            self._news.wait(GLANCE_S)

    # -- the console ------------------------------------------------------------------------------------------------

    def run(self, script: str, seconds: float = PATIENCE_S) -> tuple[int, str]:
        """Run a shell script as root and return its exit code and what it said."""
        self._scripts += 1
        word = f"script-{self._scripts}"
        self._console.sendall(f"{word} ".encode() + base64.b64encode(script.encode() + b"\n") + b"\n")
        told = self._listen(rb"(?s)(.*?)@%b (\d+)\n" % word.encode(), seconds)
        return int(told[2]), told[1].decode()

    def done(self, script: str) -> str:
        """Run a shell script that has to succeed, and return what it said."""
        code, said = self.run(script)
        assert code == 0, f"{script}: exit {code}: {said}"
        return said

    def _machine(self) -> Iterator[str]:
        """Yield what QEMU is told. With threads of its own it is slower here, and not always the same."""
        yield from ("-M", "raspi3b", "-accel", "tcg,thread=single", "-nodefaults", "-display", "none", "-no-reboot")
        yield from ("-kernel", str(self._assets / "vmlinuz"), "-dtb", str(self._assets / "pi.dtb"))
        yield from ("-initrd", str(self._folder / "initrd"), "-append", "console=ttyS1 iomem=relaxed quiet panic=-1")
        for name in SOCKETS:
            yield from ("-chardev", f"socket,id={name},path={self._folder / name},server=on,wait=off")
        yield from ("-serial", "chardev:uart", "-serial", "chardev:console", "-qtest", "chardev:qtest")
        yield from ("-qtest-log", "none")

    # -- its sockets ------------------------------------------------------------------------------------------------

    def _connect(self, name: str) -> socket.socket:
        end = time.monotonic() + PATIENCE_S
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(str(self._folder / name))
                return line
            except OSError:
                line.close()
                assert self._process.poll() is None, (self._folder / "log").read_text()
                assert time.monotonic() < end, f"QEMU made no {name}"
                time.sleep(GLANCE_S)

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        for line in ("uart", "_console", "_qtest"):
            if line in vars(self):
                getattr(self, line).close()

    def _hear(self) -> None:
        """Take apart what the machine tells of its pins: answers, and edges that come by themselves."""
        with suppress(OSError), self._qtest.makefile("r") as lines:
            for line in lines:
                match line.split():
                    case ["IRQ", turn, pin]:
                        self.edges.append((time.monotonic_ns(), int(pin), int(turn == "raise")))
                        self._news.set()
                    case answer:
                        self._answers.put(answer)

    def _ask(self, request: str) -> list[str]:
        self._qtest.sendall(request.encode() + b"\n")
        answer = self._answers.get(timeout=PATIENCE_S)
        assert answer[0] == "OK", f"{request}: {answer}"
        return answer[1:]

    def _read(self, register: int) -> int:
        return int(self._ask(f"readl {register:#x}")[0], 16)

    def _listen(self, pattern: bytes, seconds: float) -> re.Match[bytes]:
        """Return the console's next words that match, and forget all up to them."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self._said)):
            self._console.settimeout(max(0.001, end - time.monotonic()))
            try:
                heard = self._console.recv(65536)
            except TimeoutError:
                heard = b""
            assert heard, f"the console did not say {pattern!r}: {self._said[-2000:]!r}"
            self._said += heard
        self._said = self._said[found.end() :]
        return found
