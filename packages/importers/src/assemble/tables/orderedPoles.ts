import { filled, hilbertOrder } from '@hinterland/geo';
import { POLE_KINDS } from '@hinterland/territory';
import type { PoleDraft } from '../../poles/draft.ts';

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

/** Dwellings are rounded to whole ones; a fraction above zero becomes one, so no home is lost. */
export function orderPoles(draft: PoleDraft): OrderedPoles {
  const lng = filled(new Int32Array(draft.count), (pole) => draft.lngMicrodegrees(pole));
  const lat = filled(new Int32Array(draft.count), (pole) => draft.latMicrodegrees(pole));
  const draftOf = hilbertOrder(lng, lat);
  const rowOf = new Uint32Array(draft.count);
  draftOf.forEach((pole, row) => {
    rowOf[pole] = row;
  });
  return {
    table: {
      lngMicrodegrees: filled(new Int32Array(draft.count), (row) => lng[draftOf[row]!]!),
      latMicrodegrees: filled(new Int32Array(draft.count), (row) => lat[draftOf[row]!]!),
      dwellings: filled(new Uint16Array(draft.count), (row) => {
        const dwellings = draft.dwellings(draftOf[row]!);
        return dwellings > 0 ? Math.min(MOST_DWELLINGS, Math.max(1, Math.round(dwellings))) : 0;
      }),
      kind: filled(new Uint8Array(draft.count), (row) => POLE_KINDS.indexOf(draft.kind(draftOf[row]!))),
    },
    draftOf,
    rowOf,
  };
}
