"""Answers of Hinterland for data frames: of a service, or offline of a territory on this machine, with the same numbers."""

from . import territory
from ._accessor import Explanation, HinterlandAccessor
from ._action import ActionFunction
from ._client import Client, connect, local
from ._errors import CutError, HinterlandError, IncompleteWarning, PriceError, QuestionError, StoppedError
from ._jobs import Job
from ._quote import Quote
from ._stream import Stream, open_stream

__all__ = [
    "ActionFunction",
    "Client",
    "CutError",
    "Explanation",
    "HinterlandAccessor",
    "HinterlandError",
    "IncompleteWarning",
    "Job",
    "PriceError",
    "QuestionError",
    "Quote",
    "StoppedError",
    "Stream",
    "connect",
    "local",
    "open_stream",
    "territory",
]
__version__ = "0.1.0"
