"""The functions of a client. Made from the schemas of the actions by test/e2e/src/pythonFunctions.test.ts: do not change it by hand."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import geopandas as gpd
import pandas as pd

from ._action import action
from ._types import ByRow, Departure, Mode, Model, Numbers, Places, Progress, Shape


class Functions:
    """The actions as functions: frames in, frames out."""

    @action("analysis.isochrone", "origins")
    def isochrone(
        self,
        data: Places,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        compare_modes: bool | ByRow | None = None,
        cell_meters: int | ByRow | None = None,
        own_data: Mapping[str, Any] | ByRow | None = None,
        outlines: bool = False,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Isochrone. Travel-time bands by car, on foot, by bicycle or by public transport, road-distance bands or radii around one or more places, with the residents of each band counted on address points, and polygons to draw. Costs 3 credits per call; free when drawn in the web app.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            compare_modes: Whether to answer the same bands for every mode as well, in `modes`: by car, on foot, by bicycle and by public transport. Needs minutes. departure, percentile, max_rides, max_walk_minutes and access are those of public transport then, whatever the mode; cars take departure, too, where the territory has speeds by hour of the day. A mode that the territory lacks is named with the reason
            cell_meters: Width of the grid cells that polygons are drawn from, in meters, 12 to 1600: the nearest of 12.5, 25, 50 … 1600. Wider cells make shorter answers with coarser lines; counts do not change. Left out, and where the picture is large, cells are as fine as its size allows
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            outlines: Adds a geometry column for each band; frame.hl.outlines() has a row for each place and band.
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("analysis.people_economy", "origins", areas=True)
    def people_economy(
        self,
        data: Places = None,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        areas: Sequence[str] | ByRow | None = None,
        polygon: Shape | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        topics: Sequence[Literal["residents", "age_classes", "families", "education", "origins", "employment", "income", "housing", "mobility", "consumption"]] | ByRow | None = None,
        own_data: Mapping[str, Any] | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        People & Economy. Ten topics of census tables (residents, age classes, families, education, origins, employment, income, housing, mobility, consumption) for the bands of a catchment, for areas by code or for a drawn polygon, beside the local government area, the state and the country. Costs 2 credits per topic; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own. Its polygons are areas.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            areas: Instead of origins: codes of areas as areas.list gives them, 1 to 50. Each gets its own figures; several also get a total that counts everyone once.
            polygon: Instead of origins: a drawn GeoJSON Polygon or MultiPolygon
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            topics: Topics; each is priced once, however often it is listed. Default: all ten
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("analysis.markets_sector", "origins", areas=True)
    def markets(
        self,
        data: Places = None,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        areas: Sequence[str] | ByRow | None = None,
        polygon: Shape | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        sectors: Sequence[str] | ByRow | None = None,
        mix_neighbours: bool | ByRow | None = None,
        mix_sectors: Sequence[str] | ByRow | None = None,
        own_data: Mapping[str, Any] | ByRow | None = None,
        model: Model | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Markets by sector. Demand, supply and opportunity of retail and service sectors for the bands of a catchment, for areas by code or for a drawn polygon: what residents spend, what the stores there can sell, how much of the spend they capture by Huff's model and how much leaks away, stores per 10,000 residents, location quotient. Costs 40 credits per sector, for any territory; mix_neighbours and mix_sectors add a category mix at its own price. Call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own. Its polygons are areas.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            areas: Instead of origins: codes of areas as areas.list gives them, 1 to 50. Each gets its own figures; several also get a total that counts everyone once.
            polygon: Instead of origins: a drawn GeoJSON Polygon or MultiPolygon
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            sectors: Codes of sectors, 1 to 20; each is priced once, however often it is listed
            mix_neighbours: Adds `mix`: the number of stores in the sectors usually found near those asked for; 2 credits per sector
            mix_sectors: Adds `mix`: the number of stores in these sectors, counted in the same run; 1 credit each
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            model: A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("analysis.category_mix", "origins", areas=True)
    def category_mix(
        self,
        data: Places = None,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        areas: Sequence[str] | ByRow | None = None,
        polygon: Shape | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        neighbours_of: str | ByRow | None = None,
        categories: Sequence[str] | ByRow | None = None,
        own_data: Mapping[str, Any] | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Category mix. Number of stores of several categories for the bands of a catchment, for areas by code or for a drawn polygon, and per 10,000 residents, beside the local government area, the state and the country. Costs 1 credit per category, or 2 credits for all neighbours of a sector; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own. Its polygons are areas.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            areas: Instead of origins: codes of areas as areas.list gives them, 1 to 50. Each gets its own figures; several also get a total that counts everyone once.
            polygon: Instead of origins: a drawn GeoJSON Polygon or MultiPolygon
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            neighbours_of: Counts the sectors usually found near this one; 2 credits for all of them
            categories: Counts these sectors, 1 to 60 codes as markets.sectors gives them; 1 credit each
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("analysis.markets_brands", "origins", areas=True)
    def brands(
        self,
        data: Places = None,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        areas: Sequence[str] | ByRow | None = None,
        polygon: Shape | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        brands: Sequence[str] | ByRow | None = None,
        own_data: Mapping[str, Any] | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Competitors by brand. Competitors by brand for the bands of a catchment, for areas by code or for a drawn polygon: stores of the brand and of every other brand in its sector, their shares by number and floor area, the nearest of each. Costs 5 credits per brand; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own. Its polygons are areas.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            areas: Instead of origins: codes of areas as areas.list gives them, 1 to 50. Each gets its own figures; several also get a total that counts everyone once.
            polygon: Instead of origins: a drawn GeoJSON Polygon or MultiPolygon
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            brands: Exact names, as search.brands gives them, 1 to 50; each is priced once
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("markets.changes", "origins", areas=True)
    def changes(
        self,
        data: Places = None,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        areas: Sequence[str] | ByRow | None = None,
        polygon: Shape | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        sectors: Sequence[str] | ByRow | None = None,
        since: str | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        What changed. Stores that opened, closed, moved or were renamed between an earlier list of stores and the one in force, each with a confidence, for the bands of a catchment, for areas by code or for a drawn polygon. Costs 5 credits per call; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own. Its polygons are areas.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            areas: Instead of origins: codes of areas as areas.list gives them, 1 to 50. Each gets its own figures; several also get a total that counts everyone once.
            polygon: Instead of origins: a drawn GeoJSON Polygon or MultiPolygon
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            sectors: Stores of these sectors alone, 1 to 60 codes as markets.sectors gives them; absent: of all
            since: Version of the earlier list, one of `kept` in the answer; absent: the one before that in force
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("analysis.realestate", "origins", areas=True)
    def realestate(
        self,
        data: Places = None,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        areas: Sequence[str] | ByRow | None = None,
        polygon: Shape | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        kinds: Sequence[Literal["sale", "rent"]] | ByRow | None = None,
        states: Sequence[Literal["listing", "transaction"]] | ByRow | None = None,
        types: Sequence[Literal["house", "apartment", "building", "commercial", "land", "parking", "other"]] | ByRow | None = None,
        from_month: str | ByRow | None = None,
        to_month: str | ByRow | None = None,
        period: Literal["month", "quarter", "year"] | ByRow | None = None,
        detail: Literal["summary", "full"] | ByRow | None = None,
        rows_offset: int | ByRow | None = None,
        rows_limit: int | ByRow | None = None,
        own_data: Mapping[str, Any] | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Real estate. Listings, prices and rents for the bands of a catchment, for areas by code or for a drawn polygon: counts, quartiles of prices and of prices per m², rents per m² and month, gross yield, days on market and trend, by type of property and period, beside the local government area, the state and the country. Asking prices and prices paid are kept apart. Costs 20 credits per analysis, for any territory, number of listings and period; free where the territory has no listings.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own. Its polygons are areas.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            areas: Instead of origins: codes of areas as areas.list gives them, 1 to 50. Each gets its own figures; several also get a total that counts everyone once.
            polygon: Instead of origins: a drawn GeoJSON Polygon or MultiPolygon
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            kinds: Sales, rents or both. Default: both
            states: listing: asking prices. transaction: prices paid. The two are never mixed in one figure. Default: both
            types: Types of property; a building is a whole house of several dwellings. Default: all
            from_month: First month. Default: 36 months up to to_month
            to_month: Last month, inclusive. Default: the last month with listings in the territory
            period: Length of the periods of the trend
            detail: full adds the listings themselves, a page of them
            rows_offset: With detail full: listings to skip, for the next page
            rows_limit: With detail full: listings per page, 1 to 1000
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("network.nearest", "origins")
    def nearest(
        self,
        data: Places,
        *,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        destinations: Places | ByRow | None = None,
        sector_code: str | ByRow | None = None,
        count: int | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        direction: Literal["outbound", "inbound"] | ByRow | None = None,
        max_minutes: float | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Nearest places. The nearest of up to 5,000 places, or of the stores of a sector, for each of up to 500 places, with travel times and road distances. Costs 1 credit per origin.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            destinations: Looks among these places, 1 to 5000. Give this or `sector_code`.
            sector_code: Looks among the open stores of this sector. Give this or `destinations`. Codes: markets.sectors
            count: Number of nearest places for each origin, 1 to 50
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            direction: outbound: from the origins. inbound: to them
            max_minutes: Longest travel time, 1 to 240 minutes
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("enrich.point", "point")
    def enrich(
        self,
        data: Places,
        *,
        minutes: Numbers | ByRow | None = None,
        kilometers: Numbers | ByRow | None = None,
        radius_kilometers: Numbers | ByRow | None = None,
        mode: Mode | ByRow | None = None,
        departure: Departure | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | ByRow | None = None,
        snap_limit_meters: int | ByRow | None = None,
        direction: Literal["inbound", "outbound"] | ByRow | None = None,
        percentile: int | ByRow | None = None,
        max_rides: int | ByRow | None = None,
        max_walk_minutes: int | ByRow | None = None,
        access: Literal["walk", "bicycle"] | ByRow | None = None,
        include: Sequence[Literal["people", "economy", "realestate", "brands", "sectors"]] | ByRow | None = None,
        sectors: Literal["auto"] | Sequence[str] | ByRow | None = None,
        brands: Sequence[str] | ByRow | None = None,
        detail: Literal["summary", "full"] | ByRow | None = None,
        model: Model | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Enrich a point. Everything about a point and its catchment in one call: residents by band, tables of people and economy, real-estate indicators, competitors by brand, markets by sector. Costs the sum of its sections: people and economy 10 credits each, realestate 20, brands 5 per brand, sectors 40 each ("auto" takes three). Sections without data are skipped and not charged; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            include: Sections: people and economy (census tables), realestate, brands (competitors by brand), sectors (markets). Each is priced once. Default: people and economy
            sectors: For the section sectors: codes as markets.sectors gives them, up to 20, or "auto": the three sectors with the most stores in the catchment
            brands: For the section brands: exact names as search.brands gives them, up to 50; without them the section is skipped and not charged
            detail: full adds listings, stores and the polygons of the catchment
            model: A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("search.resolve_address", "query", charged=False)
    def resolve(
        self,
        data: Places,
        *,
        query: str | ByRow | None = None,
        parts: Mapping[str, Any] | ByRow | None = None,
        continent: Literal["africa", "antarctica", "asia", "europe", "north_america", "oceania", "south_america"] | ByRow | None = None,
        country: str | ByRow | None = None,
        near: Mapping[str, Any] | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Resolve an address. Finds the one address that matches a line or its parts, with a confidence and the parts that were matched. Says so if another place matches as well, or if the number is unknown and a neighbor or the middle of the street is returned instead. Free.

        Args:
            data: A frame with a column address, or a list of addresses; each row is a question of its own.
            query: The address in one line. Give this, or parts
            parts: The address in parts
            continent: Only on this continent
            country: Only in this country, two-letter code
            near: Places near here come first among equals
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("search.addresses", "query", charged=False)
    def search(
        self,
        data: Places,
        *,
        query: str | ByRow | None = None,
        continent: Literal["africa", "antarctica", "asia", "europe", "north_america", "oceania", "south_america"] | ByRow | None = None,
        country: str | ByRow | None = None,
        near: Mapping[str, Any] | ByRow | None = None,
        limit: int | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Address search. Finds addresses, streets, localities, postcodes and areas as people type them: unfinished, abbreviated, without accents, with a typo or two. Returns the country code, the parts as the data have them, the house numbers and a line to show. Free.

        Args:
            data: A frame with a column address, or a list of addresses; each row is a question of its own.
            query: The text to search for, as people type it: "100 broadway", "3/17 high st sydney", a postcode, a town. The last word may be unfinished; end with a space if it is complete
            continent: Continent to search in
            country: Two-letter country code; only addresses of this country
            near: Places near here come first among equals
            limit: At most this many addresses, 1 to 50
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("search.reverse_address", "point", charged=False)
    def reverse(
        self,
        data: Places,
        *,
        limit: int | ByRow | None = None,
        max_distance_meters: float | ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Address of a place. Returns the address points nearest to a place with their addresses and distances, and the areas that contain the place. Free.

        Args:
            data: A frame, or a list of points, mappings or addresses; each row is a place and a question of its own.
            limit: At most this many poles, 1 to 20, nearest first
            max_distance_meters: Poles farther away are left out
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure.
        """

    @action("network.coverage", "table", list_name="stores")
    def coverage(
        self,
        data: Places,
        *,
        minutes: float | None = None,
        mode: Mode | None = None,
        departure: Departure | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        snap_limit_meters: int | None = None,
        percentile: int | None = None,
        max_rides: int | None = None,
        max_walk_minutes: int | None = None,
        access: Literal["walk", "bicycle"] | None = None,
        white_spot_level: Literal["postcode"] | int | None = None,
        measure: Literal["population", "families", "under_5", "aged_65_plus", "aged_70_plus", "households"] | None = None,
        also_measures: Sequence[Literal["population", "families", "under_5", "aged_65_plus", "aged_70_plus", "households"]] | None = None,
        close_count: int | None = None,
        fixed_stores: Sequence[str | int] | None = None,
        closing: Mapping[str, Any] | None = None,
        candidates: Places | None = None,
        open_count: int | None = None,
        minimum_spacing_meters: float | None = None,
        combined_plan: bool | None = None,
        objective: Literal["mean_minutes", "longest_minutes", "least_stores", "people_within_capacity"] | None = None,
        cover_share: float | None = None,
        people_per_store: float | None = None,
        geometry: bool | None = None,
        own_data: Mapping[str, Any] | None = None,
        name: ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Network coverage. The people that a network of 2 to 500 stores reaches, the stores that share people, the areas where nobody is reached, the order in which stores can close and the candidates to open, with a bound on how far each plan is from the best. Costs 5 credits per place (store or candidate); call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses: all rows together are one question.
            minutes: Travel time within which a store serves people, above 0 and at most 60 minutes
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            white_spot_level: Areas in which white spots are looked for: an administrative level from 4 (coarse) to 9 (fine), or postcodes. If the territory lacks it, the next finer one is used and named in `level_used`.
            measure: The measure that is counted: population; families (couples and one-parent families, not people living alone; `households` is a former name of it); under_5; aged_65_plus; aged_70_plus
            also_measures: Further measures to count, at no extra cost; plans follow `measure`
            close_count: Adds closure_plan: the number of stores to close, 1 to 50. One store always stays open.
            fixed_stores: Ids of stores that no plan may close
            closing: Adds closing_by_sales: which store closes at the least loss of own sales, and what moves to whom
            candidates: Adds opening_plan: places that could open, up to 100
            open_count: Number of candidates that opening_plan opens, 1 to 20
            minimum_spacing_meters: Smallest distance between two candidates that opening_plan opens, as the crow flies
            combined_plan: Adds combined_plan: first candidates open, then stores close in the network with the new places. Needs close_count and candidates.
            objective: Adds placement: the candidates that are best together. mean_minutes: open_count of them, for the shortest way on average; longest_minutes: open_count of them, for the shortest longest way; least_stores: as few as reach cover_share of the people; people_within_capacity: open_count of them, for the most people served where each store and candidate serves people_per_store at most. Needs candidates.
            cover_share: With objective least_stores: share of the people whom all stores and candidates together reach, 0.01 to 1
            people_per_store: With objective people_within_capacity: people of `measure` whom a store or candidate serves at most
            geometry: Adds geojson: the ground that stores cover, the ground that two or more of them share, and white areas
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            name: Of each row: display name, up to 255 characters
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure. frame.hl.answer is the whole answer.
        """

    @action("network.matrix", "table", list_name="origins")
    def matrix(
        self,
        data: Places,
        *,
        mode: Mode | None = None,
        departure: Departure | None = None,
        destinations: Places | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        snap_limit_meters: int | None = None,
        percentile: int | None = None,
        max_rides: int | None = None,
        max_walk_minutes: int | None = None,
        access: Literal["walk", "bicycle"] | None = None,
        direction: Literal["outbound", "inbound"] | None = None,
        max_minutes: float | None = None,
        name: ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Travel times between places. Travel times and road distances from up to 500 places to up to 1,000, or back; pairs that are not reached say so. Costs 1 credit per origin.

        Args:
            data: A frame, or a list of points, mappings or addresses: all rows together are one question.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            destinations: 1 to 1000 places; at most 50000 pairs. Default: the origins
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            direction: outbound: from the origins. inbound: to them
            max_minutes: Longest travel time, 1 to 240 minutes
            name: Of each row: display name, up to 255 characters
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure. frame.hl.answer is the whole answer.
        """

    @action("site.rank", "table", list_name="candidates")
    def rank_sites(
        self,
        data: Places,
        *,
        mode: Mode | None = None,
        departure: Departure | None = None,
        sector_code: str | None = None,
        own_stores: Places | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        snap_limit_meters: int | None = None,
        percentile: int | None = None,
        max_rides: int | None = None,
        max_walk_minutes: int | None = None,
        access: Literal["walk", "bicycle"] | None = None,
        model: Model | None = None,
        name: ByRow | None = None,
        square_meters: ByRow | None = None,
        format: ByRow | None = None,
        attributes: ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Site ranking. Ranks 2 to 20 places for a store of one sector by the spend that each would add for its owner: residents within reach and their spend, competitors, spend captured and spend taken from own stores, a score, reasons in words, and how much the ranking depends on assumptions. Costs 20 credits per candidate; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses: all rows together are one question.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            sector_code: Code of a sector as markets.sectors gives it
            own_stores: Stores of the same owner: what a candidate takes from them is no gain. A store that the data have already (near, and of the same name or brand) counts once.
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            model: A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range
            name: Of each row: display name, up to 255 characters
            square_meters: Of each row: gross floor area. Default: the median of the sector
            format: Of each row: with `model`: its format, in the words of the stores that the model was learned from
            attributes: Of each row: with `model`: its values of the attributes that the model uses; without them the range is wider
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure. frame.hl.answer is the whole answer.
        """

    @action("analysis.site_comparison", "table", list_name="candidates")
    def compare_sites(
        self,
        data: Places,
        *,
        minutes: Numbers | None = None,
        kilometers: Numbers | None = None,
        radius_kilometers: Numbers | None = None,
        mode: Mode | None = None,
        departure: Departure | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        snap_limit_meters: int | None = None,
        direction: Literal["inbound", "outbound"] | None = None,
        percentile: int | None = None,
        max_rides: int | None = None,
        max_walk_minutes: int | None = None,
        access: Literal["walk", "bicycle"] | None = None,
        sector_code: str | None = None,
        square_meters: float | None = None,
        own_stores: Places | None = None,
        model: Model | None = None,
        name: ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Site comparison. Candidate sites side by side: residents by band, age, families, income and spend, and for a sector competitors, opportunity and the sales of a store there by Huff's model; the best value of every row is marked, with reasons in words. Costs 20 credits per candidate site; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses: all rows together are one question.
            minutes: Limits of travel time in minutes: one, or several of up to 120.
            kilometers: In place of minutes: limits of road distance in kilometers: one, or several of up to 200.
            radius_kilometers: In place of minutes: limits in kilometers as the crow flies: one, or several of up to 200.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            direction: inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            sector_code: A code that markets.sectors lists. Adds the table of the market: spend, competitors and the spend that a store of this sector would capture there
            square_meters: Gross floor area of the new store. Default: the median of the sector
            own_stores: Your own stores in the sector, up to 100: adds what a new store would take from them. They compete like the stores in the data.
            model: A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range
            name: Of each row: display name, up to 255 characters
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure. frame.hl.answer is the whole answer.
        """

    @action("analysis.brand_coverage", "table", list_name="ownPoints")
    def brand_coverage(
        self,
        data: Places,
        *,
        minutes: float | None = None,
        mode: Mode | None = None,
        departure: Departure | None = None,
        brand: str | None = None,
        planned_points: Places | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        snap_limit_meters: int | None = None,
        percentile: int | None = None,
        max_rides: int | None = None,
        max_walk_minutes: int | None = None,
        access: Literal["walk", "bicycle"] | None = None,
        area_level: Literal["postcode"] | int | None = None,
        sector_code: str | None = None,
        own_data: Mapping[str, Any] | None = None,
        name: ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Brand coverage. Where a brand covers its market: residents and spend within reach of its points, by area. With own points (or the stores of a brand) the answer also gives the order in which they can close, with planned points the order in which to open them. Costs 5 credits per point; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses: all rows together are one question.
            minutes: Travel time within which a point serves people, above 0 and at most 60 minutes
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            brand: Takes the open stores of this brand as own points, in addition to own_points. The exact name, as search.brands gives it
            planned_points: Points that could open, up to 100: adds opening_order
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            area_level: Areas that the coverage is told by: an administrative level from 4 (coarse) to 9 (fine), or postcodes. If the territory lacks it, the next finer one is used and named in `level_used`.
            sector_code: A code that markets.sectors lists. Adds the yearly spend on this sector that the points cover. Default: the sector of the brand
            own_data: Own rows with their figures, 1 to 10000: counted and added up in every band, area or polygon, at no further cost
            name: Of each row: display name, up to 255 characters
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure. frame.hl.answer is the whole answer.
        """

    @action("market.calibrate", "table", list_name="stores")
    def market_calibrate(
        self,
        data: Places,
        *,
        mode: Mode | None = None,
        departure: Departure | None = None,
        sector_code: str | None = None,
        name: str | ByRow | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        percentile: int | None = None,
        max_rides: int | None = None,
        max_walk_minutes: int | None = None,
        access: Literal["walk", "bicycle"] | None = None,
        earlier: Model | None = None,
        sales: ByRow | None = None,
        square_meters: ByRow | None = None,
        format: ByRow | None = None,
        opened_at: ByRow | None = None,
        closed_at: ByRow | None = None,
        currency: ByRow | None = None,
        attributes: ByRow | None = None,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """
        Sales model. Learns from the sales of your own stores, at least 8: fits the market model of a sector to them, leaves each store out with its neighbors to say how far it misses, beside three naive forecasts. site.rank takes the `model` of the answer, or the analysis that holds it, and then says what each place would sell, with a range. Costs 2 credits per store with sales; call quote for the exact price.

        Args:
            data: A frame, or a list of points, mappings or addresses: all rows together are one question.
            mode: How people travel. transit: on foot and by public transport, where the territory has timetables
            departure: With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to 240 minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone
            sector_code: Code of a sector as markets.sectors gives it
            name: Name of the model. Default: that of the sector. Of each row: display name, up to 255 characters
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            percentile: With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default 50
            max_rides: With mode transit: most vehicles of a journey, 1 to 5. Default 3
            max_walk_minutes: With mode transit: longest walk to the first stop and longest walk from the last one, 1 to 30 minutes each. Default 15. People may walk all the way, as far as the longest travel time allows.
            access: With mode transit: how people come to the first stop. bicycle: a ride of at most 10 minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default walk
            earlier: A sales model of your organization that was learned earlier: the answer then says where the sales of stores fell that it did not know
            sales: Of each row: yearly sales, or the sales of periods: less than a year is scaled to one. A store without sales is named and left out
            square_meters: Of each row: gross floor area. Default: that of the store in the data, else the median of the sector
            format: Of each row: kind of store, in your own words
            opened_at: Of each row: opening date: of a year in which it was open for five months, five months count
            closed_at: Of each row: closing date: a store that has closed is named and left out
            currency: Of each row: i_sO 4217 code of its sales. Default: the territory's
            attributes: Of each row: up to 8 figures of your own that may attract customers, such as parking spaces
            columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.
            prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.
            progress: Called with the rows that are done and all; True and False show a bar or none.

        Returns:
            The same rows in their order, with status, problem and a column for each figure. frame.hl.answer is the whole answer.
        """

    @action("site.search", "area")
    def site_search(
        self,
        *,
        minutes: float | None = None,
        mode: Mode | None = None,
        sector_code: str | None = None,
        measure: Literal["population", "families", "under_5", "aged_65_plus", "aged_70_plus"] | None = None,
        candidates: Literal["shopping_streets", "addresses", "vacant_premises", "places"] | None = None,
        places: Places | None = None,
        areas: Sequence[str] | None = None,
        polygon: Shape | None = None,
        spacing_meters: float | None = None,
        square_meters: float | None = None,
        own_stores: Places | None = None,
        away_from_own_meters: float | None = None,
        away_from_own_minutes: float | None = None,
        outside_polygon: Shape | None = None,
        near_stop_meters: float | None = None,
        anchor_sector_code: str | None = None,
        anchor_meters: float | None = None,
        people_at_least: float | None = None,
        people_measure: Literal["population", "families", "under_5", "aged_65_plus", "aged_70_plus"] | None = None,
        rent_max: float | None = None,
        square_meters_min: float | None = None,
        apart_meters: float | None = None,
        list_count: int | None = None,
        open_count: int | None = None,
        asked_places: Places | None = None,
        traffic: Literal["free", "normal", "heavy", "uncongested"] | None = None,
        snap_limit_meters: int | None = None,
        model: Model | None = None,
        max_credits: float | None = None,
    ) -> gpd.GeoDataFrame:
        """
        Site search. Finds the best places for a new store in an area: every address, every address of a shopping street or up to 5,000 given places are candidates. The best by net new spend on a sector, or by people whom no own store reaches; optionally the best set of 2 to 10 that open together, with an upper bound, and why places that you name are not among the best. Costs 100 credits per search.

        Args:
            minutes: With `measure`: travel time within which a store serves people
            mode: How people travel. Public transport is none of them: what keeps places out unseen is that no way is shorter than over a place between, which waiting for rides breaks; ask network.coverage for stores by public transport
            sector_code: A code that markets.sectors lists: looks for the most net new spend on this sector, as site.rank counts it. Give this or `measure`.
            measure: Looks for the most people of this measure within `minutes` whom no own store reaches. Give this or `sector_code`.
            candidates: Where a store could stand. shopping_streets: addresses with at least two stores of any sector within 100 m; addresses: every address; vacant_premises: commercial premises that are offered for rent; places: those of `places`
            places: With candidates "places": the places that come into question, 1 to 5000
            areas: Codes of the areas that are searched, 1 to 50; areas.list gives them. Without areas and polygon: the whole territory
            polygon: Instead of areas: a drawn GeoJSON Polygon or MultiPolygon
            spacing_meters: Addresses are thinned until no two candidates lie nearer to each other than this, as the crow flies
            square_meters: Floor area of the new store. Default: the median of the sector
            own_stores: Stores of the same owner, up to 500: what a place takes from them is no gain
            away_from_own_meters: Leaves out candidates nearer to an own store than this, as the crow flies
            away_from_own_minutes: Leaves out candidates that are nearer to an own store than this by travel time from them to it
            outside_polygon: Leaves out candidates inside this GeoJSON Polygon or MultiPolygon, such as areas of franchise partners
            near_stop_meters: Leaves out candidates farther than this from a stop of public transport, as the crow flies; 0: asks for none
            anchor_sector_code: Leaves out candidates without a store of this sector within `anchor_meters`, such as a supermarket that draws people; markets.sectors gives the codes
            anchor_meters: With `anchor_sector_code`: how near its store must be, as the crow flies
            people_at_least: Leaves out candidates that fewer people of `people_measure` reach within the longest travel time that counts
            people_measure: With `people_at_least`: who counts. Default: `measure` of the call, else population
            rent_max: With candidates "vacant_premises": leaves out those whose rent is higher, or not known
            square_meters_min: With candidates "vacant_premises": leaves out those whose floor area is smaller, or not known
            apart_meters: Smallest distance between two places of the list, and of the set, as the crow flies
            list_count: Places of the list, 1 to 50
            open_count: Adds `set`: this many places that open together, 2 to 10
            asked_places: Adds `asked`: what these places would gain, their ranks, and why they are not listed; 1 to 10
            traffic: Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.
            snap_limit_meters: Largest distance of a place from the nearest road of the mode, in meters, 1 to 1600. The way there is walked and counts as travel.
            model: A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range
            max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.

        Returns:
            The best places as points, best first; frame.hl.answer is the whole answer.
        """
