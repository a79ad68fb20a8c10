"""Where answers come from: a service, or the command line on a territory of this machine."""

import json
import os
import shlex
import subprocess
import time
import urllib.error
import urllib.request
import uuid

FIGURES = "application/vnd.hinterland.figures+json"


class Refused(Exception):
    """A question without an answer: its code and sentence, and the members of the input that are at fault."""

    def __init__(self, sentence, problem=None):
        super().__init__(sentence)
        self.pointers = [str(one.get("pointer", "")) for one in (problem or {}).get("errors") or []]


class Stopped(Exception):
    """The user has canceled."""


def open_source(source, key, max_credits, feedback):
    if source.startswith(("http://", "https://")):
        return Service(source.rstrip("/"), key, max_credits, feedback)
    return Folder(source, feedback)


class Service:
    def __init__(self, url, key, max_credits, feedback):
        self.url, self.key, self.max_credits, self.feedback = url, key, max_credits, feedback

    def answer(self, action, inputs, list_name=None):
        """Yields figures or Refused for each input. Nothing is charged where all together cost more than the most."""
        prices = []
        for given in inputs:
            try:
                prices.append(self._post(f"{action}/quote", given)["quotedCredits"])
            except Refused as refused:
                prices.append(refused)
        total = sum(price for price in prices if not isinstance(price, Refused))
        self.feedback.pushInfo(f"The price of {len(prices)} calls is {total} credits.")
        if total > 0 and total > self.max_credits:
            raise RuntimeError(f"The price is {total} credits, above the most of {self.max_credits}. Nothing was charged.")
        accept = FIGURES if list_name is None else f"{FIGURES}; list={list_name}"
        for given, price in zip(inputs, prices):
            if self.feedback.isCanceled():
                raise Stopped
            if isinstance(price, Refused):
                yield price
                continue
            try:
                yield self._post(f"{action}/execute", {**given, "quotedCredits": price}, accept, uuid.uuid4().hex)
            except Refused as refused:
                yield refused

    def _post(self, path, body, accept="application/json", idempotency=None):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", "Accept": accept}
        if idempotency is not None:
            headers["Idempotency-Key"] = idempotency
        request = urllib.request.Request(f"{self.url}/api/v1/actions/{path}", json.dumps(body).encode(), headers)
        for attempt in range(8):
            if self.feedback.isCanceled():
                raise Stopped
            try:
                with urllib.request.urlopen(request, timeout=120) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                problem = json.loads(error.read() or b"{}")
                if error.code in (429, 503) and attempt < 7:
                    time.sleep(float(error.headers.get("Retry-After") or 1))
                    continue
                sentence = f"{problem.get('error', error.code)}: {problem.get('detail', error.reason)}"
                if error.code in (400, 422):
                    raise Refused(sentence, problem) from error
                raise RuntimeError(sentence) from error


class Folder:
    def __init__(self, folder, feedback):
        self.folder, self.feedback = folder, feedback

    def answer(self, action, inputs, list_name=None):
        command = shlex.split(os.environ.get("HINTERLAND_COMMAND", "hinterland"))
        extra = [] if list_name is None else ["--list", list_name]
        arguments = [*command, "call", action, "-", "--lines", "--format", "figures", "--territory", self.folder, *extra]
        process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            # A line at a time: neither side waits for the other's full pipe.
            for given in inputs:
                if self.feedback.isCanceled():
                    raise Stopped
                process.stdin.write(json.dumps(given) + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
                if line == "":
                    raise RuntimeError(process.stderr.read().strip() or "The command hinterland ended without an answer.")
                answer = json.loads(line)
                problem = answer.get("problem")
                yield Refused(f"{problem['error']}: {problem['detail']}", problem) if problem else answer["result"]
        finally:
            process.stdin.close()
            process.terminate()
            process.wait()
