"""What people see of the functions in an editor: signatures, texts, types."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
import typing
from pathlib import Path

import httpx
import pytest

import hinterland as hl
from hinterland._functions import Functions
from hinterland._members import _LISTS
from hinterland._words import MODES, Mode, mode_of

NAMES = [name for name in vars(Functions) if not name.startswith("_")]


@pytest.fixture
def client() -> hl.Client:
    """One that nothing is asked of."""
    return hl.connect("https://user:secret@example.org/", "hl_key", http=httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(500))))


def test_every_function_has_a_signature_and_a_text_for_each_of_its_words(client: hl.Client) -> None:
    assert len(NAMES) == 19
    for name in NAMES:
        function = getattr(client, name)
        words = inspect.signature(function).parameters
        assert "self" not in words and not any(one.kind is one.VAR_KEYWORD for one in words.values())
        text = inspect.getdoc(function) or ""
        assert [word for word in words if f"\n    {word}: " not in text] == []
        assert function.__qualname__ == f"Functions.{name}"
        assert list(inspect.signature(function.quote).parameters) == list(words)
        assert inspect.signature(function.quote).return_annotation == "Quote"
        # Pages of the API are made from the class.
        assert list(inspect.signature(getattr(hl.Client, name)).parameters) == ["self", *words]
        assert inspect.isroutine(getattr(hl.Client, name))


def test_help_says_the_words_and_the_choices(client: hl.Client) -> None:
    text = pydoc.plain(pydoc.render_doc(client.isochrone)).replace('"', "").replace("'", "")
    assert "minutes: Numbers | ByRow | None = None" in text
    assert "traffic: Literal[free, normal, heavy, uncongested] | ByRow | None = None" in text
    assert "kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200." in text
    assert "isochrone(" in pydoc.plain(pydoc.render_doc(hl.Client))


def test_completion_knows_functions_and_words(client: hl.Client) -> None:
    import jedi

    assert {"isochrone", "variables"} <= {one.name for one in jedi.Interpreter("client.", [{"client": client}]).complete()}
    assert {"minutes=", "snap_limit_meters="} <= {one.name for one in jedi.Interpreter("client.isochrone(", [{"client": client}]).complete()}


def test_a_type_checker_refuses_what_is_wrong(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import hinterland as hl\n"
        "client = hl.local('there')\n"
        "frame = client.isochrone([{'lat': 1, 'lng': 2}], minutes=[5], mode='foot', traffic='heavy')\n"
        "price = client.isochrone.quote([{'lat': 1, 'lng': 2}], minutes=[5]).credits\n"
        "client.isochrone([{'lat': 1, 'lng': 2}], minutes=[5], mode='boat')\n"
        "client.isochrone([{'lat': 1, 'lng': 2}], minute=[5])\n"
        "client.rank_sites([{'lat': 1, 'lng': 2}], sector_code=7)\n"
        "reveal_type(price)\n"
    )
    ran = subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", str(tmp_path), str(program)], capture_output=True, text=True)
    said = ran.stdout.splitlines()
    assert [line.split(":")[1] for line in said if ": error:" in line] == ["5", "6", "7"], ran.stdout
    assert any("Revealed type is" in line and "int" in line for line in said), ran.stdout


@pytest.mark.parametrize(
    ("word", "meant"), [("minute", "minutes"), ("bandSeconds", "minutes"), ("snapLimitMeters", "snap_limit_meters"), ("Mode", "mode"), ("colour", None)]
)
def test_a_wrong_word_names_the_one_that_is_meant(client: hl.Client, word: str, meant: str | None) -> None:
    for function in (client.isochrone, client.isochrone.quote):
        with pytest.raises(TypeError) as error:
            function([{"lat": -36.2, "lng": -151.7}], **{word: 5}, max_credits=9)  # type: ignore[arg-type]
        assert str(error.value).startswith(f"isochrone has no word {word}" + (f"; {meant} is meant." if meant else ". Its words are data, minutes"))


def test_places_and_modes_are_those_that_the_words_understand() -> None:
    places = {word for name in NAMES for word, one in inspect.signature(getattr(Functions, name)).parameters.items() if word != "data" and "Places" in str(one.annotation)}
    assert places == set(_LISTS)
    names = typing.get_args(Mode)
    assert names[:4] == MODES
    assert {mode_of(name) for name in names} == set(MODES)


def test_a_client_says_what_it_is(client: hl.Client) -> None:
    text = repr(client)
    assert text.startswith("Client of the service https://example.org: isochrone, people_economy, ")
    assert "hl_key" not in text and "secret" not in text
