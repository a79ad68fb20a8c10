import { said, spoken } from '@hinterland/answers/said';
import { z } from 'zod';
import { quoteLine } from '../action/pricing.ts';
import { type Indicators, indicators } from '../listings/indicatorFields.ts';
import { hasListings, indicatorsOf, whyNone } from '../listings/indicators.ts';
import { listingFields, ROWS_MAX } from '../listings/options.ts';
import { catchmentSubject } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Section } from './section.ts';

const tariff = tariffs.listings;

/** Every kind and type of listing of the latest months, for the bands of a catchment. */
export const realestateSection: Section<Indicators> = {
  name: 'realestate',
  families: ['realestate'],
  price: { tariff, quantity: 1 },
  output: z.object(indicators).describe('Listings, prices and rents, for every band and the surrounding areas'),
  quote({ territory }) {
    if (hasListings(territory)) return { line: quoteLine(tariff, 1, said('listings')) };
    return { skipped: { reason: 'no_data', ...spoken({ detail: whyNone(territory) }) } };
  },
  run({ territory }, catchment, { detail }) {
    const options = z.object(listingFields).parse({ detail, rowsLimit: ROWS_MAX });
    return { result: indicatorsOf(territory, catchmentSubject(catchment), options), creditsDue: tariff.unitCredits };
  },
};
