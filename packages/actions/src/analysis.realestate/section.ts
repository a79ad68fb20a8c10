import { z } from 'zod';
import type { Section } from '../section.ts';
import { catchmentSubject } from '../subject/subject.ts';
import { hasListings, indicatorsOf, whyNone } from './indicators.ts';
import { type Indicators, indicators, listingFields, ROWS_MAX } from './schema.ts';
import { priceLine, tariff } from './tariff.ts';

/** Every kind and type of listing of the latest months, for the bands of a catchment. */
export const realestateSection: Section<Indicators> = {
  name: 'realestate',
  families: ['realestate'],
  price: { tariff, quantity: 1 },
  output: z.object(indicators).describe('Listings, prices and rents, for every band and the areas around'),
  quote({ territory }) {
    if (hasListings(territory)) return { line: priceLine() };
    return { skipped: { reason: 'no_data', detail: whyNone(territory) } };
  },
  run({ territory }, catchment, { detail }) {
    const options = z.object(listingFields).parse({ detail, rowsLimit: ROWS_MAX });
    return { result: indicatorsOf(territory, catchmentSubject(catchment), options), creditsDue: tariff.unitCredits };
  },
};
