"""A map of a frame as one file: shapes and points as SVG, with a legend and the attributions of the data."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely

from ._frames import rows_of

_WIDTH, _HEIGHT, _EDGE = 960, 600, 24
#: Light to dark, told apart by everybody (viridis).
_COLORS = ("#fde725", "#7ad151", "#22a884", "#2a788e", "#414487", "#440154")
_NONE = "#8a8a8a"


def map_html(frame: pd.DataFrame, column: str | None, metadata: dict[str, Any]) -> str:
    rows = rows_of(frame)
    values = pd.to_numeric(frame[column], errors="coerce").to_numpy(dtype="float64") if column is not None else None
    outlines = [name for name in frame.columns if str(name).startswith("outline_")]
    shapes = [(name, shape) for name in reversed(outlines) for shape in frame[name] if shape is not None and not pd.isna(shape)]
    own = _own_shapes(frame)
    points = [(row, rows.lng[row], rows.lat[row]) for row in range(len(rows)) if rows.has_place(row)] if rows.lng is not None and rows.lat is not None else []
    corners = [shape.bounds for _, shape in shapes] + [shape.bounds for _, shape in own] + [(x, y, x, y) for _, x, y in points]
    if not corners:
        return _page("<p>No row of the frame has a place.</p>", metadata)
    project = _projection(corners)
    breaks = _breaks(values)
    drawn = [f'<path d="{_path(shape, project)}" fill="#2a788e" fill-opacity=".14" stroke="#2a788e"><title>{html.escape(str(name))}</title></path>' for name, shape in shapes]
    for row, shape in own:
        drawn.append(f'<path d="{_path(shape, project)}" fill="{_color(values, row, breaks)}" fill-opacity=".6" stroke="#fff">{_title(frame, row, column)}</path>')
    for row, lng, lat in points:
        x, y = project(lng, lat)
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{_color(values, row, breaks)}" stroke="#fff">{_title(frame, row, column)}</circle>')
    svg = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Map of {len(points) + len(own)} places">{"".join(drawn)}</svg>'
    return _page(svg + _legend(column, breaks, metadata), metadata)


def _own_shapes(frame: pd.DataFrame) -> list[tuple[int, Any]]:
    if not isinstance(frame, gpd.GeoDataFrame) or frame.active_geometry_name is None:
        return []
    degrees = frame.geometry.to_crs("OGC:CRS84").to_numpy()
    return [(row, shape) for row, shape in enumerate(degrees) if shape is not None and shape.geom_type in ("Polygon", "MultiPolygon")]


def _projection(corners: Iterable[tuple[float, float, float, float]]) -> Any:
    boxes = np.array(list(corners))
    west, south, east, north = boxes[:, 0].min(), boxes[:, 1].min(), boxes[:, 2].max(), boxes[:, 3].max()
    bottom, top = _mercator(south), _mercator(north)
    scale = min((_WIDTH - 2 * _EDGE) / max(math.radians(east - west), 1e-5), (_HEIGHT - 2 * _EDGE) / max(top - bottom, 1e-5))
    left, upper = math.radians((west + east) / 2), (top + bottom) / 2
    return lambda lng, lat: (_WIDTH / 2 + scale * (math.radians(lng) - left), _HEIGHT / 2 - scale * (_mercator(lat) - upper))


def _mercator(lat: float) -> float:
    return math.asinh(math.tan(math.radians(max(-85.0, min(85.0, lat)))))


def _path(shape: Any, project: Any) -> str:
    parts = []
    for polygon in shapely.get_parts(shape):
        for ring in (polygon.exterior, *polygon.interiors):
            parts.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (project(*position[:2]) for position in ring.coords)) + "Z")
    return "".join(parts)


def _breaks(values: Any) -> list[float]:
    """Limits of classes with as many rows each."""
    if values is None or not np.isfinite(values).any():
        return []
    return sorted(set(np.quantile(values[np.isfinite(values)], np.linspace(0, 1, len(_COLORS) + 1))[1:-1].tolist()))


def _color(values: Any, row: int, breaks: list[float]) -> str:
    if values is None:
        return "#2a788e"
    if not np.isfinite(values[row]):
        return _NONE
    return _COLORS[int(np.searchsorted(breaks, values[row], side="right"))]


def _title(frame: pd.DataFrame, row: int, column: str | None) -> str:
    value = "" if column is None else f": {frame[column].iloc[row]}"
    return f"<title>{html.escape(f'{frame.index[row]}{value}')}</title>"


def _legend(column: str | None, breaks: list[float], metadata: dict[str, Any]) -> str:
    if column is None or not breaks:
        return ""
    about = metadata.get("columns", {}).get(column, {})
    title = html.escape(about.get("title", column) + (f", {unit}" if (unit := about.get("unit", "none")) != "none" else ""))
    texts = [f"below {breaks[0]:,.6g}", *(f"{low:,.6g} to {high:,.6g}" for low, high in zip(breaks, breaks[1:], strict=False)), f"{breaks[-1]:,.6g} and more"]
    items = "".join(f'<li><i style="background:{color}"></i>{text}</li>' for color, text in zip(_COLORS, texts, strict=False))
    return f"<section><h2>{title}</h2><ul>{items}</ul></section>"


def _page(body: str, metadata: dict[str, Any]) -> str:
    sources = {str(source.get("attribution") or source.get("name", "")) for source in metadata.get("sources", [])}
    named = "; ".join(sorted(html.escape(source) for source in sources if source))
    style = (
        "body{font:14px system-ui,sans-serif;margin:0;background:#f6f5f1;color:#222}svg{display:block;width:100%;height:auto}"
        "section{padding:0 16px}h2{font-size:14px;margin:8px 0}ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:0}"
        "i{display:inline-block;width:12px;height:12px;margin-right:6px}footer{padding:8px 16px;color:#555;font-size:12px}"
    )
    head = f'<!doctype html><meta charset="utf-8"><title>Map</title><style>{style}</style>'
    return f"{head}{body}<footer>{named}</footer>"
