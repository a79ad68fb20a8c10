import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { marketCalibrate } from '../market.calibrate/index.ts';
import { input as calibrateInput } from '../market.calibrate/schema.ts';
import { siteRank } from '../site.rank/index.ts';
import { contextOf } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';

const { town, territory } = islandWithShops();
const context = contextOf(territory);
const sectorCode = 'food.supermarket';
const random = new SeededRandom(58);
const stores = Array.from({ length: 10 }, (_, i) => {
  const squareMeters = Math.round(Math.exp(random.between(5.5, 7.5)));
  return {
    id: `s${i}`,
    ...town.at(random.int(11) - 5, random.int(11) - 5),
    squareMeters,
    format: i % 2 === 0 ? 'large' : 'small',
    attributes: { parking: random.int(90) },
    sales: Math.round(1000 * squareMeters ** 0.8 * Math.exp(0.1 * random.normal())),
  };
});
const candidates = [1, 2].map((id) => ({ id, ...town.at(id, -id) }));
const learned = marketCalibrate.run(context, calibrateInput.parse({ sectorCode, stores })).result as {
  model: Record<string, unknown>;
};
/** As it comes back: through JSON. */
const model = (): Record<string, any> => JSON.parse(JSON.stringify(learned.model));

type Path = readonly (string | number)[];

/** Paths of all leaves, and of all members of objects and lists. */
function pathsIn(value: unknown, path: Path = []): { leaves: Path[]; members: Path[] } {
  if (typeof value !== 'object' || value === null) return { leaves: [path], members: [] };
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  // Later entries of long lists are like the first ones.
  const looked = Array.isArray(value) ? entries.slice(0, 2) : entries;
  const inner = looked.map(([name, one]) => pathsIn(one, [...path, name]));
  return {
    leaves: inner.flatMap(({ leaves }) => leaves),
    members: [...looked.map(([name]) => [...path, name]), ...inner.flatMap(({ members }) => members)],
  };
}

function spoilt(path: Path, change: (holder: any, name: string | number) => void): Record<string, any> {
  const copy = model();
  const holder = path.slice(0, -1).reduce((one, name) => one[name], copy as any);
  change(holder, path.at(-1) as string | number);
  return copy;
}

/** "refused", with a pointer into the model; "answered" with finite figures; else what went wrong. */
function outcomeOf(sent: unknown): string {
  const parsed = siteRank.input.safeParse({ candidates, sectorCode, model: sent });
  if (!parsed.success) {
    return parsed.error.issues.every(({ path }) => path[0] === 'model')
      ? 'refused'
      : JSON.stringify(parsed.error.issues);
  }
  try {
    siteRank.quote(context, parsed.data);
  } catch (error) {
    return error instanceof ActionProblem && error.code === 'validation_error' ? 'refused' : String(error);
  }
  try {
    const { result } = siteRank.run(context, parsed.data);
    for (const { forecast } of result.candidates) {
      const sales = forecast?.sales ?? 0;
      if (!(Number.isFinite(sales) && sales >= 0 && sales < 1e13)) return `sales of ${sales}`;
    }
    return 'answered';
  } catch (error) {
    return `charged, then ${String(error)}`;
  }
}

const ODD = [-1, 0, 1e308, -1e308, 1e-308, 1e15, '', null, [], {}] as const;

describe('a sales model that comes back', () => {
  const { leaves, members } = pathsIn(learned.model);

  it('is taken as it was given', () => {
    expect(outcomeOf(model())).toBe('answered');
    expect(leaves.length).toBeGreaterThan(100);
  });

  it('with any leaf odd is refused before the price, or answered with possible figures', () => {
    const wrong = leaves.flatMap((path) =>
      ODD.flatMap((odd) => {
        const outcome = outcomeOf(spoilt(path, (holder, name) => (holder[name] = odd)));
        return outcome === 'refused' || outcome === 'answered'
          ? []
          : [`${path.join('/')} = ${JSON.stringify(odd)}: ${outcome}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('without any of its members is refused before the price, or answered all the same', () => {
    const wrong = members.flatMap((path) => {
      const outcome = outcomeOf(
        spoilt(path, (holder, name) => (Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name])),
      );
      return outcome === 'refused' || outcome === 'answered' ? [] : [`${path.join('/')}: ${outcome}`];
    });
    expect(wrong).toEqual([]);
  });

  const pointersOf = (sent: unknown) =>
    siteRank.input.safeParse({ candidates, sectorCode, model: sent }).error?.issues.map(({ path }) => path.join('/'));

  it.each([
    [['scales', 'neighbors'], 'model/scales/neighbors'],
    [['fitted', 'coefficients', 'distance'], 'model/fitted/coefficients/distance'],
    [['fitted', 'coefficients', 'floorArea'], 'model/fitted/coefficients/floorArea'],
    [['fitted', 'coefficients', 'outside'], 'model/fitted/coefficients/outside'],
    [['scales'], 'model/scales'],
    [['stores'], 'model/stores'],
  ] as const)('without %s is refused there', (path, pointer) => {
    expect(pointersOf(spoilt(path, (holder, name) => delete holder[name]))?.[0]).toBe(pointer);
  });

  it.each([
    ['stores', [], 'model/stores'],
    ['storeTerms', [''], 'model/storeTerms/0'],
    ['storeTerms', ['own', 'neighbors', 'attribute:unknown'], 'model/scales/attribute:unknown'],
  ] as const)('with %s as %j is refused there', (name, value, pointer) => {
    expect(pointersOf({ ...model(), [name]: value })).toContain(pointer);
  });

  it('with a coefficient that is not that of its own figures is refused', () => {
    const sent = model();
    sent.fitted.coefficients.scale -= 1;
    expect(pointersOf(sent)).toContain('model/fitted/stores/0/fitted');
  });

  it('is checked as `earlier`, too', () => {
    const sent = spoilt(['stores', 0, 'squareMeters'], (holder, name) => (holder[name] = -1));
    const issues = calibrateInput.safeParse({ sectorCode, stores, earlier: sent }).error?.issues;
    expect(issues?.map(({ path }) => path.join('/'))).toEqual(['earlier/stores/0/squareMeters']);
  });
});
