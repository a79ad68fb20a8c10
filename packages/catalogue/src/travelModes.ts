/** Facts about a travel mode that the bundle's format and the engine depend on. */
interface TravelMode {
  /** Its bit in `edges.mainComponent`: 1 where the edge lies in a strongly connected component that serves its places. */
  readonly bit: number;
  /** Traffic profiles with weights of their own; a request for another one is answered with `normal`. */
  readonly traffics: readonly Traffic[];
  /** Whether a hierarchy for whole networks is built with the territory; walks are too short to gain by one. */
  readonly hasHierarchy: boolean;
}

/** Traffic profiles. */
export const TRAFFICS = ['free', 'normal', 'heavy'] as const;
export type Traffic = (typeof TRAFFICS)[number];

/**
 * Travel modes with a graph of their own, in the order of the format. A further mode needs its speeds and access rules
 * in `packages/importers/src/graph/` and a new format version, because every bundle has tables of each mode.
 */
const TRAVEL_MODES = {
  car: { bit: 1, traffics: ['free', 'normal', 'heavy'], hasHierarchy: true },
  walk: { bit: 2, traffics: ['normal'], hasHierarchy: false },
  bicycle: { bit: 4, traffics: ['normal'], hasHierarchy: true },
} as const satisfies Record<string, TravelMode>;

export type Mode = keyof typeof TRAVEL_MODES;
export const MODES = Object.keys(TRAVEL_MODES) as readonly Mode[];

/** A mode and traffic that have a table of weights: "car-heavy". */
export type Profile = { [M in Mode]: `${M}-${(typeof TRAVEL_MODES)[M]['traffics'][number]}` }[Mode];
export const PROFILES: readonly Profile[] = MODES.flatMap((mode) =>
  TRAVEL_MODES[mode].traffics.map((traffic) => `${mode}-${traffic}` as Profile),
);

export const MODE_BIT = Object.fromEntries(MODES.map((mode) => [mode, TRAVEL_MODES[mode].bit])) as Readonly<
  Record<Mode, number>
>;

type HierarchyMode = { [M in Mode]: (typeof TRAVEL_MODES)[M]['hasHierarchy'] extends true ? M : never }[Mode];
/** Modes with a hierarchy. */
export const HIERARCHY_MODES = MODES.filter((mode) => TRAVEL_MODES[mode].hasHierarchy) as readonly HierarchyMode[];

/** Straight meters per second of usual trips through a town, detours and waiting included. */
export const STRAIGHT_METERS_PER_SECOND: Readonly<Record<Mode | 'transit', number>> = {
  walk: 1.1,
  bicycle: 3.3,
  car: 7,
  transit: 3.5,
};
