import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import type { Point } from '../geometry/plane.ts';
import { LOCAL_GOVERNMENTS, type LocalGovernment } from './country.ts';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

const FLAVOURS = ['english', 'french', 'polynesian', 'portuguese'] as const;

/** The language of most street names: English, French, Polynesian, or that of Portuguese whalers. */
export type Flavour = (typeof FLAVOURS)[number];

export interface Locality {
  /** Code of its government and its number in it. */
  readonly code: string;
  readonly name: string;
  readonly government: LocalGovernment;
  /** Where it began to grow. */
  readonly center: Point;
  readonly flavour: Flavour;
  readonly postcode: string;
  /** A second postcode for the part on one side of the center. */
  readonly second: { readonly side: 'east' | 'west' | 'north' | 'south'; readonly postcode: string } | null;
}

const postcode = z.string().regex(/^\d{4}$/, 'must have four digits');

const drawn = readFeatures(
  'localities.geojson',
  'Point',
  z.strictObject({
    name: z.string(),
    government: z.enum(LOCAL_GOVERNMENTS.map(({ name }) => name)),
    postcode,
    flavour: z.enum(FLAVOURS),
    secondSide: z.enum(['east', 'west', 'north', 'south']).optional(),
    secondPostcode: postcode.optional(),
  }),
);

/** Government by government, in the order of the plan within each. */
export const LOCALITIES: readonly Locality[] = LOCAL_GOVERNMENTS.flatMap((government) =>
  drawn
    .filter((locality) => locality.government === government.name)
    .map(({ name, points, flavour, postcode, secondSide, secondPostcode }, i) => {
      if ((secondSide === undefined) !== (secondPostcode === undefined))
        throw new ImportError(`plan/localities.geojson: ${name} needs both secondSide and secondPostcode, or none`);
      return {
        code: `${government.code}${String(i + 1).padStart(2, '0')}`,
        name,
        government,
        center: snapped(points[0]!),
        flavour,
        postcode,
        second: secondSide === undefined ? null : { side: secondSide, postcode: secondPostcode! },
      };
    }),
);
