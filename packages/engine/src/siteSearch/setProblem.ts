import type { TooNear } from '../allocation/index.ts';
import type { Gains } from './gains.ts';
import type { SiteSearch } from './siteSearch.ts';

/** Places that are searched together: so many fit at once, or none of them does. */
const AT_ONCE = 8;

/** What places do at the poles that they reach, in numbers. */
export interface SetProblem {
  /** How many of the places it holds: the first ones, as far as their poles are not too many together. */
  readonly members: number;
  of(tooNear: TooNear): ReturnType<Gains['setProblem']>;
}

/** Returns the problem of the best set of some candidates. The search must have opened none. */
export function setProblem(
  { candidates, reach, gains }: SiteSearch,
  members: readonly number[],
  entriesMax: number,
): SetProblem {
  const customerOf = new Int32Array(reach.territory.poles.rows).fill(-1);
  const poles: number[] = [];
  const byMember: { readonly customers: number[]; readonly effects: number[] }[] = [];
  let entries = 0;
  for (let first = 0; first < members.length; first += AT_ONCE) {
    const some = members.slice(first, first + AT_ONCE).map((member) => candidates[member]!);
    const lanes = some.map(() => ({ customers: [] as number[], effects: [] as number[] }));
    reach.search(
      some.map(({ snap }) => snap),
      gains.limitCost,
    );
    const sizes = some.map(({ size }) => size);
    gains.forEachEffect(reach, sizes, (lane, pole, effect) => {
      if (++entries > entriesMax) return;
      if (customerOf[pole]! < 0) customerOf[pole] = poles.push(pole) - 1;
      lanes[lane]!.customers.push(customerOf[pole]!);
      lanes[lane]!.effects.push(effect);
    });
    if (entries > entriesMax) break;
    byMember.push(...lanes);
  }
  const firstEntry = new Uint32Array(byMember.length + 1);
  byMember.forEach(({ customers }, j) => {
    firstEntry[j + 1] = firstEntry[j]! + customers.length;
  });
  const customer = new Uint32Array(firstEntry.at(-1)!);
  const saving = new Float64Array(customer.length);
  byMember.forEach(({ customers, effects }, j) => {
    customer.set(customers, firstEntry[j]!);
    saving.set(effects, firstEntry[j]!);
  });
  const effects = { customers: poles.length, firstEntry, customer, saving };
  return { members: byMember.length, of: (tooNear) => gains.setProblem(effects, poles, tooNear) };
}
