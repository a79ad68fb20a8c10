/** Kinds of ways whose access for walkers and cyclists differs by country. */
export type AccessClass = 'trunk' | 'path' | 'footway' | 'pedestrian' | 'bridleway' | 'cycleway';

/** Whether walkers and cyclists may use a way whose tags say nothing of them. */
export interface DefaultAccess {
  readonly foot: boolean;
  readonly bicycle: boolean;
}

const BOTH: DefaultAccess = { foot: true, bicycle: true };
const FOOT: DefaultAccess = { foot: true, bicycle: false };
const BICYCLE: DefaultAccess = { foot: false, bicycle: true };
const NEITHER: DefaultAccess = { foot: false, bicycle: false };

/** The row "Worldwide". A road with `motorroad=yes` is as closed as a motorway, in every country. */
const WORLDWIDE: Readonly<Record<AccessClass, DefaultAccess>> = {
  trunk: BOTH,
  path: BOTH,
  footway: FOOT,
  pedestrian: FOOT,
  bridleway: NEITHER,
  cycleway: BICYCLE,
};

/**
 * Rows of countries (ISO 3166-1) where they differ from the row "Worldwide".
 *
 * Source: OpenStreetMap wiki, "OSM tags for routing/Access restrictions", as of 2024-07, in the readings of Valhalla
 * (mjolnir/adminconstants.h, 2026-08), of PLANit (Australia) and of Byco. Where readings differ: trunk roads of Finland, the Netherlands and
 * Spain are open unless they are motor roads, as Valhalla has them; Australian cycleways are walked, as PLANit has it and as the
 * law has it where no sign closes them (docs/decisions/0344).
 */
const COUNTRIES: Readonly<Record<string, Readonly<Partial<Record<AccessClass, DefaultAccess>>>>> = {
  AT: { trunk: NEITHER, path: FOOT },
  AU: { footway: BOTH, pedestrian: BOTH, bridleway: BOTH, cycleway: BOTH },
  BE: { trunk: NEITHER, pedestrian: BOTH, bridleway: FOOT, cycleway: BOTH },
  BR: { bridleway: BOTH },
  BY: { footway: BOTH, pedestrian: BOTH, cycleway: BOTH },
  CH: { trunk: NEITHER, cycleway: BOTH },
  CN: { pedestrian: BOTH },
  DK: { trunk: NEITHER, cycleway: BOTH },
  ES: { pedestrian: BOTH },
  FI: { pedestrian: BOTH, cycleway: BOTH },
  FR: { trunk: NEITHER, pedestrian: BOTH },
  GB: { bridleway: BOTH, cycleway: BOTH },
  GR: { bridleway: BOTH, cycleway: BOTH },
  HU: { trunk: NEITHER, cycleway: BOTH },
  IE: { bridleway: BOTH },
  IS: { footway: BOTH, pedestrian: BOTH, cycleway: BOTH },
  IT: { pedestrian: BOTH },
  NL: { cycleway: BOTH },
  NO: { footway: BOTH, pedestrian: BOTH, cycleway: BOTH },
  OM: { bridleway: BOTH, cycleway: BOTH },
  PH: { pedestrian: BOTH, bridleway: BOTH, cycleway: BOTH },
  PL: { bridleway: BOTH, cycleway: BOTH },
  RO: { bridleway: BOTH },
  SE: { pedestrian: BOTH, bridleway: FOOT, cycleway: BOTH },
  SK: { trunk: NEITHER },
  TH: { pedestrian: BOTH, bridleway: BOTH, cycleway: BOTH },
  TR: { bridleway: FOOT, cycleway: BOTH },
  US: { pedestrian: BOTH, bridleway: BOTH, cycleway: BOTH },
};

/** Territories with a code of their own that have the roads of another country. */
const AS_IN: Readonly<Record<string, string>> = {
  AS: 'US',
  AX: 'FI',
  BL: 'FR',
  GF: 'FR',
  GG: 'GB',
  GI: 'GB',
  GP: 'FR',
  GU: 'US',
  IM: 'GB',
  JE: 'GB',
  MF: 'FR',
  MP: 'US',
  MQ: 'FR',
  PR: 'US',
  RE: 'FR',
  SJ: 'NO',
  UK: 'GB',
  UM: 'US',
  VI: 'US',
  YT: 'FR',
};

/** Returns the access of walkers and cyclists to a kind of way by default; a country without a row has the worldwide one. */
export function defaultAccess(country: string, kind: AccessClass): DefaultAccess {
  return COUNTRIES[AS_IN[country] ?? country]?.[kind] ?? WORLDWIDE[kind];
}
