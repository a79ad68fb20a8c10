"""Calls of a service: retries that obey Retry-After, and never charge twice."""

from __future__ import annotations

import random
import time
from typing import Any

import httpx

from ._errors import HinterlandError

ARROW = "application/vnd.apache.arrow.stream"
_RETRIED = (429, 502, 503, 504)


class Transport:
    def __init__(self, url: str, key: str, attempts: int, client: httpx.Client | None) -> None:
        self._attempts = attempts
        self._client = client or httpx.Client(timeout=httpx.Timeout(120, connect=10))
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"}

    def call(self, method: str, path: str, body: Any = None, *, accept: str | None = None, key: str | None = None) -> httpx.Response:
        """Returns a successful answer. Throws HinterlandError with the problem of any other."""
        headers = dict(self._headers)
        if accept is not None:
            headers["Accept"] = accept
        if key is not None:
            headers["Idempotency-Key"] = key
        for attempt in range(1, self._attempts + 1):
            is_last = attempt == self._attempts
            try:
                response = self._client.request(method, f"{self._url}{path}", json=body, headers=headers)
            except httpx.TransportError as error:
                # Without a key a charged call that broke off may have been charged: it is never repeated.
                if is_last or (method == "POST" and key is None and path.endswith("/execute")):
                    raise HinterlandError("no_connection", f"{self._url} cannot be reached: {error}") from error
                time.sleep(_pause(attempt))
                continue
            if response.is_success:
                return response
            if response.status_code in _RETRIED and not is_last:
                time.sleep(_retry_after(response, attempt))
                continue
            raise problem_of(response)
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
    return HinterlandError(code, str(problem.get("detail", response.reason_phrase)), problem)
