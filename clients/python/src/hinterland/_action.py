"""An action as a method of a client: called for answers, and asked for its price by `.quote(…)`."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from ._members import camel
from ._parts import goes_by_parts, quote_by_parts
from ._questions import Asked
from ._quote import Quote
from ._search import places_of
from ._words import snake

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

#: Arguments that say what becomes of the answers; all others are words of the question.
_OPTIONS = ("data", "outlines", "columns", "prefix", "max_credits", "progress")
#: Words of the API for those of the functions.
_OF_API = {"bandSeconds": "minutes", "bandMeters": "kilometers", "radiusMeters": "radius_kilometers"}


class ActionFunction(Protocol[P, R_co]):
    """An action as a function of a client: `client.isochrone(frame, minutes=[5])`, and `client.isochrone.quote(…)` with the same arguments."""

    #: Its id in the API.
    action: str
    #: The list of its input that the rows of the frame are, where they are one question.
    list_name: str | None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    def quote(self, *args: P.args, **kwargs: P.kwargs) -> Quote:
        """Returns the price of the same call; nothing is charged."""
        ...


class _Method(Generic[P, R]):
    """Of a class the function with its signature and text; of a client the function that asks."""

    def __init__(self, asked: Asked, function: Callable[Concatenate[Any, P], R]) -> None:
        self._asked = asked
        self._function = function
        self._signature = inspect.signature(function)
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, client: None, owner: Any) -> Callable[Concatenate[Any, P], R]: ...

    @overload
    def __get__(self, client: Any, owner: Any = None) -> ActionFunction[P, R]: ...

    def __get__(self, client: Any, owner: Any = None) -> Any:
        if client is None:
            return self._function
        signature = self._signature.replace(parameters=list(self._signature.parameters.values())[1:])

        @functools.wraps(self._function)
        def ask(*args: Any, **kwargs: Any) -> Any:
            return self._answer(client, self._given(signature, args, kwargs))

        def quote(*args: Any, **kwargs: Any) -> Quote:
            given = self._given(signature, args, kwargs)
            if self._asked.shape == "area":
                return cast(Quote, client.backend.quote_one(self._asked.action, self._asked.members(_words(given))))
            question = self._asked.question(client, given.get("data"), _words(given))
            return quote_by_parts(client.backend, question) if goes_by_parts(question) else cast(Quote, client.backend.quote(question))

        quote.__doc__ = ActionFunction.quote.__doc__
        vars(quote)["__signature__"] = signature.replace(return_annotation="Quote")
        # Without that of the class, which has self.
        del vars(ask)["__wrapped__"]
        vars(ask).update(quote=quote, action=self._asked.action, list_name=self._asked.list_name, __signature__=signature)
        return ask

    def _given(self, signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """What was said. Throws TypeError for a word that the function does not have, with the one that is meant."""
        for word in kwargs:
            if word not in signature.parameters:
                raise TypeError(f"{self._function.__name__} has no word {word}{_meant(word, signature)}. Its words are {', '.join(signature.parameters)}.")
        try:
            bound = signature.bind_partial(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self._function.__name__}: {error}") from None
        return {name: value for name, value in bound.arguments.items() if value is not None}

    def _answer(self, client: Any, given: dict[str, Any]) -> Any:
        most = given.get("max_credits")
        if self._asked.charged and client.backend.charges and most is None:
            raise TypeError(f"{self._asked.action} costs credits: say max_credits=…, or ask .quote(…) for the price first.")
        if self._asked.shape == "area":
            return places_of(client.backend.ask(self._asked.action, self._asked.members(_words(given)), most))
        options = {name: given[name] for name in ("outlines", "columns", "prefix", "progress") if name in given}
        return self._asked.answer(client, given.get("data"), _words(given), most, **options)


def action(
    name: str, shape: str, *, charged: bool = True, list_name: str | None = None, areas: bool = False
) -> Callable[[Callable[Concatenate[Any, P], R]], _Method[P, R]]:
    """Makes a method of the signature and the text of an action's words."""
    return lambda function: _Method(Asked(name, shape, charged, list_name, areas), function)


def _words(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in _OPTIONS}


def _meant(word: str, signature: inspect.Signature) -> str:
    named = _OF_API.get(camel(word)) or snake(word)
    close = [named] if named in signature.parameters else difflib.get_close_matches(named, signature.parameters, 1, 0.7)
    return f"; {close[0]} is meant" if close else ""
