/**
 * How a place joins the roads: poles, origins, stores and rows of datasets by one rule. Kinds of edges, in the order in
 * which a place prefers them: `private` ways are for those who live there; `avoided` ones (motorways, ramps, ferries,
 * tunnels) are not entered from a door; edges `apart` lie in a network that the largest one does not reach.
 */
export const JOIN_KINDS = ['usual', 'private', 'avoided', 'apart', 'apartPrivate', 'apartAvoided'] as const;
export type JoinKind = (typeof JOIN_KINDS)[number];

export interface JoinLimits {
  /** A place farther than this from every edge of a mode joins none. */
  readonly maxMeters: number;
  /** An edge of the kind is joined only where no edge of a kind before it lies within this distance … */
  readonly besideMeters: Readonly<Record<Exclude<JoinKind, 'usual'>, number>>;
  /** … nor within so many times its own. */
  readonly factor: number;
  /** A pole joins the street that its address names where it lies within this distance. */
  readonly namedStreetMeters: number;
}

/** Sources and measurements: docs/decisions/0014, 0271 and 0272. */
export const JOIN_LIMITS: JoinLimits = {
  maxMeters: 1600,
  besideMeters: { private: 75, avoided: 350, apart: 350, apartPrivate: 75, apartAvoided: 350 },
  factor: 3,
  namedStreetMeters: 100,
};

/** A place on an edge, and how far off it is. */
interface Foot {
  readonly distanceMillimeters: number;
}

/**
 * Returns the place on the roads that another place joins, null where none is in reach. `nearest` finds the nearest one
 * on edges of a kind, no farther than given, and returns an object of its own for each kind.
 */
export function chooseJoin<F extends Foot>(
  limits: JoinLimits,
  nearest: (kind: JoinKind, farthestMillimeters: number) => F | null,
): F | null {
  const most = Math.floor(limits.maxMeters * 1000);
  let chosen: F | null = null;
  for (const kind of JOIN_KINDS) {
    if (kind === 'usual' || chosen === null) {
      chosen = nearest(kind, most);
    } else if (chosen.distanceMillimeters > limits.besideMeters[kind] * 1000) {
      const other = nearest(kind, Math.floor(chosen.distanceMillimeters / limits.factor));
      if (other !== null && chosen.distanceMillimeters > limits.factor * other.distanceMillimeters) chosen = other;
    }
  }
  return chosen;
}

/** Returns the kind of an edge by what is known of it. */
export function joinKindOf(isPrivate: boolean, isAvoided: boolean, isApart: boolean): JoinKind {
  return JOIN_KINDS[(isApart ? 3 : 0) + (isAvoided ? 2 : isPrivate ? 1 : 0)]!;
}
