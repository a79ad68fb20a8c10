import type { SiteSearch } from './siteSearch.ts';

/** Candidates that are looked at one by one, at most; above, everybody counts whether a candidate reaches them or not. */
const CANDIDATES_MAX = 1000;
/** Places that are searched together. */
const AT_ONCE = 8;

/** Returns what all candidates add together, or what there is: no set adds more. The search must have opened none. */
export function unionGain({ candidates, reach, gains }: SiteSearch): number {
  const effects = new Float64Array(reach.territory.poles.rows);
  if (candidates.length > CANDIDATES_MAX) return gains.gainOf(effects.fill(Infinity));
  for (let first = 0; first < candidates.length; first += AT_ONCE) {
    const some = candidates.slice(first, first + AT_ONCE);
    reach.search(
      some.map(({ snap }) => snap),
      gains.limitCost,
    );
    gains.forEachEffect(
      reach,
      some.map(({ size }) => size),
      (_, pole, effect) => {
        effects[pole]! += effect;
      },
    );
  }
  return gains.gainOf(effects);
}
