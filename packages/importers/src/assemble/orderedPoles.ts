import { hilbertOrder } from '@hinterland/geo';
import { POLE_KINDS } from '@hinterland/territory';
import type { PoleDraft } from '../poles/draft.ts';

const MOST_DWELLINGS = 0xffff;

/** The bundle's table of poles, in Hilbert order, and where each pole of the draft went. */
export interface OrderedPoles {
  readonly table: {
    readonly lngMicrodegrees: Int32Array;
    readonly latMicrodegrees: Int32Array;
    readonly dwellings: Uint16Array;
    readonly kind: Uint8Array;
  };
  /** Row of the table to number in the draft. */
  readonly draftOf: Uint32Array;
  /** Number in the draft to row of the table. */
  readonly rowOf: Uint32Array;
}

/** Dwellings are rounded to whole ones; a fraction above zero becomes one, so nobody's home is lost. */
export function orderPoles(draft: PoleDraft): OrderedPoles {
  const all = Uint32Array.from({ length: draft.count }, (_, pole) => pole);
  const lng = Int32Array.from(all, (pole) => draft.lngMicrodegrees(pole));
  const lat = Int32Array.from(all, (pole) => draft.latMicrodegrees(pole));
  const draftOf = hilbertOrder(lng, lat);
  const rowOf = new Uint32Array(draft.count);
  draftOf.forEach((pole, row) => {
    rowOf[pole] = row;
  });
  return {
    table: {
      lngMicrodegrees: Int32Array.from(draftOf, (pole) => lng[pole]!),
      latMicrodegrees: Int32Array.from(draftOf, (pole) => lat[pole]!),
      dwellings: Uint16Array.from(draftOf, (pole) => {
        const dwellings = draft.dwellings(pole);
        return dwellings > 0 ? Math.min(MOST_DWELLINGS, Math.max(1, Math.round(dwellings))) : 0;
      }),
      kind: Uint8Array.from(draftOf, (pole) => POLE_KINDS.indexOf(draft.kind(pole))),
    },
    draftOf,
    rowOf,
  };
}
