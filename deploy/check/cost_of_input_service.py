"""The service under measurement: starts it, sends it requests, and tells what each one costs."""
import dataclasses
import pathlib
import socket
import subprocess
import time

PATIENCE = 60
# How long a stream or a held read is listened to.
GLANCE = 0.3


@dataclasses.dataclass
class Cost:
    """What a request took: milliseconds of the processor, and megabytes by which the service grew."""
    cpu: float = 0
    # What the service ran on between the answer and the next request.
    late: float = 0
    database: float = 0
    memory: float = 0


@dataclasses.dataclass
class Answer:
    """An answer; its status is 0 if the connection was closed without one, or if none came in time."""
    status: int
    head: dict
    body: bytes
    is_silent: bool = False


class Service:
    def __init__(self, port, database, log, command):
        self.port, self.database, self.log, self.command = port, database, log, command
        self.starts, self.backends, self.idle, self.connection, self.last = 0, {}, 0, None, None
        self.start()

    # The process

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        self.starts += 1
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise SystemExit(f"error: the service did not start:\n{self.said()}")

    def stop(self):
        self.hang_up()
        self.last = None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def restart(self):
        self.stop()
        self.start()

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def said(self):
        """The end of the service's log."""
        return pathlib.Path(self.log).read_bytes()[-2000:].decode("utf-8", "replace")

    # What it costs

    def measure_idle(self):
        """Notes what the service takes while nobody asks anything."""
        time.sleep(1)
        before, began = self.cpu(), time.monotonic()
        time.sleep(2)
        self.idle = (self.cpu() - before) / (time.monotonic() - began)

    def cpu(self):
        """Milliseconds that all threads of the service have run, those that have ended among them."""
        return processor_time(self.process.pid)

    def database_cpu(self):
        """Milliseconds that the connections to PostgreSQL have run."""
        try:
            children = pathlib.Path(f"/proc/{self.database}/task/{self.database}/children").read_text().split()
        except OSError:
            return 0
        for child in children:
            if child not in self.backends:
                self.backends[child] = b"[local]" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes()
        return sum(processor_time(int(child)) for child in children if self.backends[child])

    def memory(self, field):
        """Megabytes of memory: VmRSS, what is in use, or VmHWM, the most since the last reset."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) / 1024
        return 0

    def ask(self, data, glances=False):
        """Sends a request and returns its answer and its cost."""
        self.finish()
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        memory, cpu, database, began = self.memory("VmRSS"), self.cpu(), self.database_cpu(), time.monotonic()
        answer = self.exchange(data, glances)
        if self.has_ended:
            return answer, Cost()
        after, now = self.cpu(), time.monotonic()
        cost = Cost(cpu=max(0, after - cpu - self.idle * (now - began)), memory=self.memory("VmHWM") - memory,
                    database=max(0, self.database_cpu() - database))
        self.last = cost, after, now
        return answer, cost

    def finish(self):
        """Adds to the cost of the last request what the service has done since."""
        if self.last and not self.has_ended:
            cost, cpu, began = self.last
            cost.late = self.cpu() - cpu - self.idle * (time.monotonic() - began)
        self.last = None

    # HTTP

    def hang_up(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def exchange(self, data, glances=False):
        """Sends a request and reads its answer. Who glances waits for a moment only, and reads no stream."""
        is_used = self.connection is not None
        try:
            if not is_used:
                self.connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
                self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connection.settimeout(GLANCE if glances else PATIENCE)
            try:
                self.connection.sendall(data)
            except ConnectionError:
                # It may have been refused before it was sent; the answer is there then.
                pass
            answer, keeps = self.receive(glances, is_head=data.startswith(b"HEAD "))
        except TimeoutError:
            answer, keeps = Answer(0, {}, b"", is_silent=not glances), False
        except (OSError, ValueError):
            answer, keeps = Answer(0, {}, b""), False
        if not keeps:
            self.hang_up()
        if answer.status == 0 and is_used and not answer.is_silent and not glances and not self.has_ended:
            # The service may close a connection that nobody uses.
            return self.exchange(data)
        return answer

    def receive(self, glances, is_head):
        """Reads an answer; and says whether the connection can be used again."""
        reader = self.connection.makefile("rb")
        line = reader.readline().split(b" ")
        if len(line) < 2:
            raise ValueError("no answer")
        status, head = int(line[1]), {}
        while (line := reader.readline().strip()):
            name, _, value = line.partition(b":")
            head[name.decode("latin-1").lower()] = value.strip().decode("latin-1")
        if is_head or status in (204, 304):
            return Answer(status, head, b""), head.get("connection") != "close"
        if "content-length" in head:
            body = reader.read(int(head["content-length"]))
            return Answer(status, head, body), head.get("connection") != "close"
        return Answer(status, head, b"" if glances else self.chunks(reader)), not glances

    def chunks(self, reader):
        body = b""
        while (length := int(reader.readline().split(b";")[0], 16)):
            body += reader.read(length)
            reader.readline()
        reader.readline()
        return body


def processor_time(process):
    """Milliseconds that a process has run, by its clock (clock_getcpuclockid), which counts threads that ended, too."""
    try:
        return time.clock_gettime_ns((~process << 3) | 2) / 1e6
    except OSError:
        return 0
