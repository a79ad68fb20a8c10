import { said, spoken } from '@hinterland/answers/said';
import { z } from 'zod';
import { quoteLine } from '../action/pricing.ts';
import { brandsFields } from '../markets/brandFields.ts';
import { requireBrand } from '../markets/brands.ts';
import { brandsOf } from '../markets/competitors.ts';
import { catchmentSubject } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Section } from './section.ts';

const tariff = tariffs.brand;

const output = z
  .object(brandsFields)
  .describe('Competitors by brand, for every band; stores are listed with detail full');

/** Competitors of the brands asked for, for the bands of a catchment. */
export const brandsSection: Section<z.output<typeof output>> = {
  name: 'brands',
  families: ['players'],
  price: { tariff, quantity: null },
  output,
  quote({ territory }, _catchment, { brands }) {
    if (territory.players === null) {
      return {
        skipped: {
          reason: 'no_data',
          ...spoken({
            detail: said('built_without', { territory: territory.manifest.name, lacking: said('stores_held') }),
          }),
        },
      };
    }
    if (brands.length === 0) {
      return { skipped: { reason: 'no_brands', ...spoken({ detail: said('no_brand_named') }) } };
    }
    brands.forEach((name, i) => void requireBrand(territory, name, `#/brands/${i}`));
    return { line: quoteLine(tariff, brands.length, said('items', { items: brands })) };
  },
  run(context, catchment, { brands, detail }) {
    const subject = catchmentSubject(catchment);
    const { result, computed } = brandsOf(context, subject, catchment.query.mode, brands, detail === 'full');
    return { result, creditsDue: computed * tariff.unitCredits };
  },
};
