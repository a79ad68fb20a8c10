import { nameOfFound } from '@hinterland/answers/words';
import type { ActionResult } from '@hinterland/client';
import { useMemo } from 'react';
import { jointOfMembers } from '../../map/data/joint.ts';
import type { Pin } from '../../map/view/pins.ts';
import { useText, useWords } from '../../text/index.ts';

type Whole = ActionResult<'site.search'>;
/** While a search goes on, its list so far. */
type Found = Pick<Whole, 'places' | 'gainUnit' | 'currency'> & Partial<Pick<Whole, 'elsewhere' | 'set'>>;

/** Sign of a place that stands in no rank: the best one elsewhere, or one of a set. */
const UNRANKED = '+';

/** The places that a search has found, or has so far, as pins with their ranks; none in answers of other questions. */
export function useFound(actionId: string | null, result: Readonly<Record<string, unknown>> | null): readonly Pin[] {
  const { say } = useText();
  const words = useWords();
  return useMemo(() => {
    if (actionId !== 'site.search' || result === null) return [];
    const { places, elsewhere, set, gainUnit, currency } = result as unknown as Found;
    const ranked = places.map((place) => ({ ...place, sign: String(place.rank) }));
    const others = [
      ...(elsewhere == null ? [] : [elsewhere]),
      ...(set?.places ?? []).map(({ adds, ...place }) => ({ ...place, gain: adds })),
    ].map((place) => ({ ...place, sign: UNRANKED }));
    const pins = new Map<string, Pin>();
    for (const place of [...ranked, ...others]) {
      const { lat, lng, gain, sign } = place;
      const joint = jointOfMembers(place) as string;
      if (pins.has(joint)) continue;
      const name = nameOfFound(place);
      const amount = words.tell({ figure: gain, unit: gainUnit, currency });
      const label = say('studio.map.found', { no: sign, name, gain: amount });
      pins.set(joint, { joint, name, lat, lng, sign, state: 'found', label });
    }
    return [...pins.values()];
  }, [actionId, result, say, words]);
}
