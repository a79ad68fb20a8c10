"""Calls of a service: retries that obey Retry-After, and never charge twice."""

from __future__ import annotations

import logging
import random
import re
import threading
from typing import Any

import httpx

from ._errors import HinterlandError

ARROW = "application/vnd.apache.arrow.stream"
#: Figures by their names alone: what is known of them is said once in a table of Arrow.
FIGURES = "application/vnd.hinterland.figures+json; about=none"
_RETRIED = (429, 502, 503, 504)
_LOG = logging.getLogger("hinterland")
#: Never set: a call that nobody stops.
_GO_ON = threading.Event()


class Transport:
    def __init__(self, url: str, key: str, attempts: int, client: httpx.Client | None) -> None:
        if not re.match(r"https?://[^/\s]+", url):
            raise ValueError(f"The address of a service begins with http:// or https://, such as http://127.0.0.1:8080; not {url!r}.")
        self._attempts = attempts
        self._was_reached = False
        self._client = client or httpx.Client(timeout=httpx.Timeout(120, connect=10))
        self.url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"}

    def call(
        self, method: str, path: str, body: Any = None, *, accept: str | None = None, key: str | None = None, stop: threading.Event = _GO_ON
    ) -> httpx.Response:
        """Returns a successful answer. Throws HinterlandError with the problem of any other. Nothing is repeated once `stop` is set."""
        headers = dict(self._headers)
        if accept is not None:
            headers["Accept"] = accept
        if key is not None:
            headers["Idempotency-Key"] = key
        for attempt in range(1, self._attempts + 1):
            is_last = attempt == self._attempts or stop.is_set()
            try:
                response = self._client.request(method, f"{self.url}{path}", json=body, headers=headers)
            except httpx.TransportError as error:
                # Without a key a charged call that broke off may have been charged, and a store added: it is never repeated.
                may_be_charged = method == "POST" and key is None and path.endswith(("/execute", "/corrections", "/subjects", "/projects"))
                # An address that was never reached is a wrong one, or nobody listens there: waiting would not help.
                is_wrong = not self._was_reached and isinstance(error, httpx.ConnectError | httpx.UnsupportedProtocol)
                if is_last or may_be_charged or is_wrong:
                    raise HinterlandError("no_connection", f"{self.url} cannot be reached: {error}") from error
                pause = _pause(attempt)
                _LOG.warning("%s cannot be reached (%s); trying again in %.1f s.", self.url, error, pause)
                stop.wait(pause)
                continue
            self._was_reached = True
            if response.is_success:
                return response
            problem = problem_of(response)
            if (response.status_code in _RETRIED or problem.code == "idempotency_in_progress") and not is_last:
                stop.wait(_retry_after(response, attempt))
                continue
            raise problem
        raise AssertionError("a call has at least one attempt")

    def json(self, method: str, path: str, body: Any = None, *, key: str | None = None) -> Any:
        return self.call(method, path, body, key=key).json()

    def close(self) -> None:
        self._client.close()


def _pause(attempt: int) -> float:
    return float(min(30, 0.5 * 2 ** (attempt - 1)) * (0.5 + random.random() / 2))


def _retry_after(response: httpx.Response, attempt: int) -> float:
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return _pause(attempt)


def problem_of(response: httpx.Response) -> HinterlandError:
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    code = str(problem.get("error", response.status_code))
    return HinterlandError(code, str(problem.get("detail", response.reason_phrase)), {"status": response.status_code, **problem})
