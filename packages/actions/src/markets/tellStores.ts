import type { Said, Section } from '@hinterland/answers/words';
import type { correctionsOf } from '../action/corrections.ts';
import type { SupplyData } from './supply.ts';

/** What answers on stores may have beside their figures. */
interface OnStores {
  readonly supplyData?: SupplyData;
  readonly corrections?: NonNullable<ReturnType<typeof correctionsOf>>;
}

/** How many stores may be missing, where somebody could know it, and whose corrections an answer was computed with. */
export function tellStores(result: OnStores | null): readonly Section[] {
  const { supplyData, corrections } = result ?? {};
  const items = [
    ...(supplyData === undefined ? [] : missingSaid(supplyData)),
    ...(corrections === undefined ? [] : correctionsSaid(corrections)),
  ];
  return items.length === 0
    ? []
    : [{ title: { text: 'supply.title' }, isKept: true, parts: [{ kind: 'list', items }] }];
}

/** Nothing where the completeness is stated and not measured: the territory is made, or somebody vouches for it. */
function missingSaid({ completeness, completenessRange, measured = [], lists }: SupplyData): Said[] {
  const portions = (low: number, high: number) => ({ low: { portion: low }, high: { portion: high } });
  if (completenessRange !== undefined) {
    const { low, high } = completenessRange;
    return [{ text: 'supply.byLists', with: { ...portions(low, high), lists: String(lists?.length ?? 2) } }];
  }
  const [first] = measured;
  if (completeness !== null && first === undefined) return [];
  if (completeness === null) return [{ text: lists === undefined ? 'supply.notMeasured' : 'supply.notTold' }];
  return measured.map(({ low, high, source, year }) => ({
    text: 'supply.byRegister',
    with: { ...portions(low, high), source, year: String(year) },
  }));
}

function correctionsSaid({ of, notFound }: NonNullable<OnStores['corrections']>): Said[] {
  const said = (text: 'supply.own' | 'supply.operator' | 'supply.notFound', count: number): Said[] =>
    count === 0 ? [] : [{ text, count }];
  return [
    ...said('supply.own', of.organization),
    ...said('supply.operator', of.operator),
    ...said('supply.notFound', notFound),
  ];
}
