import type { Box, MultiPolygonCoordinates } from '@hinterland/geo';
import type { OsmData } from '../map/osmData.ts';
import type { Report } from '../report/report.ts';
import type { BackdropFeature } from './backdrop.ts';
import type { Boundary } from './boundaries.ts';
import type { CensusInput } from './census.ts';
import type { Heights } from './heights.ts';
import type { RealestateInput } from './listings.ts';
import type { PoleSource } from './poles.ts';
import type { SpeedsInput } from './speeds.ts';
import type { PlayersInput } from './stores.ts';
import type { TransitInput } from './transit.ts';

/**
 * Inputs of the pipeline (assemble/), whatever their origin: a recipe over real files, or the demo
 * island. Sources push rows one by one, so that memory grows with the map and not with the size of the input files.
 */
export interface TerritoryInputs {
  readonly id: string;
  readonly name: string;
  /** Two-letter codes. */
  readonly countries: readonly string[];
  readonly continent: 'africa' | 'antarctica' | 'asia' | 'europe' | 'north_america' | 'oceania' | 'south_america';
  readonly timeZone: string;
  /** A good point to start from; the home nearest to the middle where absent, or where no road is near it. */
  readonly center?: { readonly lat: number; readonly lng: number };
  /** Version names of the families, such as "2026-10". */
  readonly versions: {
    readonly territory: string;
    readonly sociodemo?: string;
    readonly players?: string;
    readonly realestate?: string;
    readonly transit?: string;
  };
  /** Roads and whatever else the map's own sources read, in the model of OpenStreetMap: objects with tags. */
  readonly osm: OsmData;
  /** Heights of the ground. Absent: it counts as level. */
  readonly heights?: Heights;
  /** Speeds of cars by hour of the day. Absent: they drive the same at all hours. */
  readonly speeds?: SpeedsInput;
  /** Where the map is complete; census units that reach over it are cut. Absent: the map holds every unit in full. */
  readonly mapBox?: Box;
  /** The box of all roads: where `mapBox` is absent, areas outside it are outside the map. */
  readonly roadBox?: Box;
  /** Where people and roads are complete, where that is no box. */
  readonly mapOutline?: MultiPolygonCoordinates;
  /** The part of the map that is the region, the rest lies around it; all of the map where absent. */
  readonly region?: MultiPolygonCoordinates;
  /** Sources of poles in order of preference; a later source fills census units that earlier ones leave empty. */
  readonly poleSources: readonly PoleSource[];
  /** All areas, in any order; parents are found by containment and level. */
  readonly boundaries: readonly Boundary[];
  readonly census: CensusInput | null;
  /** Stores; needs `versions.players`. Absent: the territory has no family "players". */
  readonly players?: PlayersInput;
  /** What maps show behind data, read when its turn comes. Absent: the territory has no family "backdrop". */
  readonly backdrop?: () => Promise<Iterable<BackdropFeature>>;
  /** Listings and sales; needs `versions.realestate`. Absent: the territory has no family "realestate". */
  readonly realestate?: RealestateInput;
  /** Timetables; needs `versions.transit`. Absent: the territory has no family "transit". */
  readonly transit?: TransitInput;
  readonly sources: readonly SourceNote[];
  readonly report: Report;
}

export interface SourceNote {
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url?: string;
  readonly vintage?: string;
  readonly family: 'territory' | 'sociodemo' | 'players' | 'realestate' | 'transit';
}
