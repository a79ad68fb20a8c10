import type { SumTariff } from '../action/action.ts';
import { SECTION_NAMES } from './section.ts';
import { SECTIONS } from './sections.ts';

/** A price that is the sum of its sections, each at the tariff of its analysis. `code` is the id of the action. */
export const sumOfSections = (code: string, unit: string): SumTariff => ({
  code,
  model: 'per_item',
  unit,
  unitCredits: null,
  parts: SECTION_NAMES.map((name) => ({ name, ...SECTIONS[name].price })),
});
