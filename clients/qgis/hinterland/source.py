"""Where answers come from: a service, or the command line on a territory of this machine."""

import http.client
import json
import os
import shlex
import subprocess
import time
import urllib.error
import urllib.request

from .paying import Stopped, keys_of, pay

FIGURES = "application/vnd.hinterland.figures+json"
ATTEMPTS = 8


class Refused(Exception):
    """A question without an answer: its code and sentence, and the members of the input that are at fault."""

    def __init__(self, sentence, problem=None):
        super().__init__(sentence)
        self.pointers = [str(one.get("pointer", "")) for one in (problem or {}).get("errors") or []]


class Unasked(Refused):
    """A question that was not asked, or has no answer, since another one ended the work."""


class Failed(RuntimeError):
    """A call without an answer; `fields` say by which status, 0 for none."""

    def __init__(self, sentence, status):
        super().__init__(sentence)
        self.fields = {"status": status}


def open_source(source, key, max_credits, feedback):
    if source.startswith(("http://", "https://")):
        return Service(source.rstrip("/"), key, max_credits, feedback)
    return Folder(source, feedback)


class Service:
    #: Lists of the answers that come with their figures, by their paths.
    lists = ()

    def __init__(self, url, key, max_credits, feedback):
        self.url, self.key, self.max_credits, self.feedback = url, key, max_credits, feedback

    def answer(self, action, inputs, list_name=None):
        """
        Returns figures, Refused or Unasked for each input. Nothing is charged where all together cost more than the most, or than there is;
        after the first answer nothing that comes takes it away, and keys follow from the questions: asked again, they are not charged again.
        """
        accept = self._accept(list_name)

        def execute(number, credits, key, stop):
            return self._call("POST", f"/actions/{action}/execute", {**inputs[number], "quotedCredits": credits}, accept, key, stop)

        done = pay(
            keys_of(action, inputs, self._told("/data")),
            lambda number: int(self._call("POST", f"/actions/{action}/quote", inputs[number])["quotedCredits"]),
            lambda due: self._agree(due, len(inputs)),
            execute,
            lambda error: isinstance(error, Refused),
            is_stopped=self.feedback.isCanceled,
            progress=lambda ended, total: self.feedback.setProgress(100 * ended / max(1, total)),
        )
        if done.error is not None:
            reason = str(done.error).rstrip(".")
            self.feedback.reportError(f"{reason}. {len(done.answers)} of {len(inputs)} questions were answered; run it again for the rest: nothing is charged twice.")
        left = Unasked("" if done.error is None else f"not_asked: {str(done.error).rstrip('.')}. Asked again it is charged once at most.")
        return [done.answers.get(number, done.refused.get(number, left)) for number in range(len(inputs))]

    def ask(self, action, given):
        """Returns the figures of a question that is free."""
        return self._call("POST", f"/actions/{action}/execute", {**given, "quotedCredits": 0}, self._accept())

    def _accept(self, list_name=None):
        return FIGURES + ("" if list_name is None else f"; list={list_name}") + (f"; lists={','.join(self.lists)}" if self.lists else "")

    def _agree(self, due, count):
        self.feedback.pushInfo(f"The price of {count} calls is {due} credits.")
        if due > 0 and due > self.max_credits:
            raise RuntimeError(f"The price is {due} credits, above the most of {self.max_credits:g}. Nothing was charged.")
        me = self._told("/me") if due > 0 else {}
        available = (me.get("credits") or {}).get("available")
        key = me.get("key") or {}
        cap = None if key.get("monthlyCap") is None else key["monthlyCap"] - key.get("monthlyUsage", 0)
        for room, name in ((available, "balance of the organization"), (cap, "monthly cap of the key")):
            if room is not None and room < due:
                raise RuntimeError(f"The price is {due} credits; {room:g} are left ({name}). Nothing was charged.")

    def _told(self, path):
        try:
            return self._call("GET", path)
        except Refused:
            return {}

    def _call(self, method, path, body=None, accept="application/json", idempotency=None, stop=None):
        headers = {"Authorization": f"Bearer {self.key}", "Accept": accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency is not None:
            headers["Idempotency-Key"] = idempotency
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers, method=method)
        last = ATTEMPTS - 1
        for attempt in range(ATTEMPTS):
            is_last = attempt == last or self.feedback.isCanceled() or (stop is not None and stop.is_set())
            try:
                with urllib.request.urlopen(request, timeout=120) as response:
                    self.was_reached = True
                    return json.load(response)
            except urllib.error.HTTPError as error:
                self.was_reached = True
                problem = _problem(error)
                in_progress = problem.get("error") == "idempotency_in_progress"
                if (error.code in (429, 502, 503, 504) or in_progress) and not is_last:
                    self._pause(float(error.headers.get("Retry-After") or 1), stop)
                    continue
                sentence = f"{problem.get('error', error.code)}: {problem.get('detail', error.reason)}"
                if error.code in (400, 404, 422):
                    raise Refused(sentence, problem) from error
                raise Failed(sentence, error.code) from error
            except (OSError, ValueError, http.client.HTTPException) as error:
                # An address that was never reached is a wrong one; and without a key a charged call is not repeated.
                may_be_charged = path.endswith("/execute") and idempotency is None
                if is_last or may_be_charged or not self.was_reached:
                    reason = getattr(error, "reason", error)
                    raise Failed(f"{self.url} cannot be reached: {reason}", 0) from error
                self._pause(min(30, 2**attempt / 2), stop)
        raise AssertionError("a call has at least one attempt")

    was_reached = False

    def _pause(self, seconds, stop):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.feedback.isCanceled() and not (stop is not None and stop.is_set()):
            time.sleep(min(0.2, max(0.0, until - time.monotonic())))


def _problem(error):
    """What a problem says; a proxy may say it in HTML."""
    try:
        found = json.loads(error.read() or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class Folder:
    #: Lists of the answers that come with their figures, by their paths.
    lists = ()

    def __init__(self, folder, feedback):
        self.folder, self.feedback = folder, feedback

    def ask(self, action, given):
        """Returns the figures of a question; throws RuntimeError for one without an answer."""
        (answer,) = self.answer(action, [given])
        if isinstance(answer, Refused):
            raise RuntimeError(str(answer))
        return answer

    def answer(self, action, inputs, list_name=None):
        # On Windows a backslash is part of a path.
        command = [part.strip('"') for part in shlex.split(os.environ.get("HINTERLAND_COMMAND", "hinterland"), posix=os.name != "nt")]
        extra = ([] if list_name is None else ["--list", list_name]) + (["--lists", ",".join(self.lists)] if self.lists else [])
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
            process.stdout.close()
            process.stderr.close()
