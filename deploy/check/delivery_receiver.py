"""A backend that is told of events by the webhook of the check `delivery`, and often fails.

usage: delivery_receiver.py PORT SECRETS RECORD FAILURES

Verifies each request with each of the secrets by the reference implementation of Standard Webhooks. FAILURES is
`third` or `always`: a third of all requests fail, by chance, in one of the ways below, or all of them do. A line of
JSON for each request goes to RECORD.
"""

import http.server
import json
import random
import socketserver
import sys
import threading
import time
from collections import Counter

from standardwebhooks import Webhook, WebhookVerificationError

SEED = 1
# How a request fails, and how often compared with the others. Those in ACCEPTED_ALL_THE_SAME are accepted, but the
# service does not learn that: `late` is answered after the 15 seconds for which it waits.
WAYS = {"500": 8, "429 after 1": 4, "429 after 7": 4, "302": 3, "closed": 4, "closed too late": 4, "late": 0.3}
ACCEPTED_ALL_THE_SAME = ("closed too late", "late")
LATE = 17
SLOW = 2


class Backend(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.write(problem=f"GET {self.path}")
        self.answer(404)

    def do_POST(self):
        begun = time.time()
        body = self.rfile.read(int(self.headers["Content-Length"]))
        problem = self.problem(body)
        if problem:
            self.server.write(problem=problem)
            return self.answer(401)
        message = json.loads(body)
        data = message["data"]
        way, is_slow = self.server.choose(self.headers["webhook-id"])
        accepted = way == "none" or way in ACCEPTED_ALL_THE_SAME
        if is_slow or way == "late":
            time.sleep(SLOW if is_slow else LATE)
        self.server.write(
            id=self.headers["webhook-id"], begun=begun, ended=time.time(), way=way, accepted=accepted,
            type=message["type"], **data)
        if way.startswith("closed"):
            self.close_connection = True
        elif way == "302":
            self.answer(302, ("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere"))
        elif way.startswith("429"):
            self.answer(429, ("Retry-After", way.split()[-1]))
        else:
            self.answer(500 if way == "500" else 204)

    def problem(self, body):
        """What is wrong with a request; None for nothing."""
        if self.path != "/hook":
            return f"POST {self.path}"
        if self.headers["Content-Type"] != "application/json":
            return f"the content type {self.headers['Content-Type']}"
        if abs(int(self.headers["webhook-timestamp"]) - time.time()) > 20:
            return f"the timestamp {self.headers['webhook-timestamp']}"
        for number, secret in enumerate(self.server.secrets):
            try:
                secret.verify(body, dict(self.headers))
            except WebhookVerificationError as error:
                return f"secret {number + 1}: {error}"
        return None

    def answer(self, status, *headers):
        try:
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            if status != 204:
                self.send_header("Content-Length", "0")
            self.end_headers()
        except OSError:
            # The service waits no longer.
            self.close_connection = True

    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, secrets, record, failures):
        super().__init__(("127.0.0.1", port), Backend)
        with open(secrets) as lines:
            self.secrets = [Webhook(line.strip()) for line in lines]
        self.record = open(record, "a")
        self.lock = threading.Lock()
        self.always = failures == "always"
        self.requests = Counter()

    def handle_error(self, request, address):
        # A connection that an instance has left behind is none of our business.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)

    def choose(self, id):
        """How a request fails, or `none`; and whether it is answered slowly."""
        if self.always:
            return "500", False
        with self.lock:
            self.requests[id] += 1
            random_choice = random.Random(f"{SEED} {id} {self.requests[id]}")
            if random_choice.random() < 1 / 3:
                return random_choice.choices(list(WAYS), list(WAYS.values()))[0], False
            return "none", random_choice.random() < 0.005

    def write(self, **facts):
        with self.lock:
            print(json.dumps(facts), file=self.record, flush=True)


if __name__ == "__main__":
    port, secrets, record, failures = sys.argv[1:]
    Server(int(port), secrets, record, failures).serve_forever()
