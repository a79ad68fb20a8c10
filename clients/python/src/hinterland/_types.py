"""Types of what the functions take."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import geopandas as gpd
import pandas as pd
import shapely

from ._backend import Progress
from ._frames import Places
from ._words import Mode

__all__ = ["ByRow", "Departure", "Mode", "Model", "Numbers", "Places", "Progress", "Shape"]

#: A value for each row, by the labels of the frame.
ByRow: TypeAlias = "pd.Series[Any]"
#: One limit or several.
Numbers: TypeAlias = "float | Sequence[float]"
#: A moment by the clock of the territory: the hour that begins then. Or day, from and to.
Departure: TypeAlias = "dt.datetime | str | Mapping[str, str]"
#: A shape of shapely in degrees, a frame in any CRS, or GeoJSON.
Shape: TypeAlias = "shapely.Geometry | gpd.GeoDataFrame | gpd.GeoSeries | Mapping[str, Any]"
#: What market_calibrate has learned: its frame, or the member `model` of its answer.
Model: TypeAlias = "pd.DataFrame | Mapping[str, Any]"
