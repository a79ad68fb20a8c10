import type { SumTariff } from '../action.ts';
import { SECTION_NAMES } from '../section.ts';
import { SECTIONS } from './sections.ts';

/** The sum of the sections, each at the tariff of its analysis. */
export const tariff: SumTariff = {
  code: 'enrich.point',
  model: 'per_item',
  unit: 'section',
  unitCredits: null,
  parts: SECTION_NAMES.map((name) => ({ name, ...SECTIONS[name].price })),
};
