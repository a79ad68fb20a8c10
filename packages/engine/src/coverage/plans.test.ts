import type { Mode } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { closingPlan } from './closingPlan.ts';
import { exactPeople } from './exactPeople.ts';
import { type Network, networkOf, networkReach } from './network.ts';
import { openingPlan } from './openingPlan.ts';
import { combinations } from './optimum.ts';
import { overlaps, overlapsByStore } from './overlaps.ts';
import { relocationPlan } from './relocationPlan.ts';
import { spacing } from './spacing.ts';
import { finishSets } from './storeSets.ts';

/** Groups of people with the places that they reach: what plans are about, without any map. */
interface Instance {
  readonly stores: number;
  readonly places: number;
  readonly groups: readonly { readonly people: number; readonly reaches: readonly number[] }[];
}

function networkOfInstance({ stores, places, groups }: Instance): { network: Network; weights: Float64Array } {
  const merged = new Map<string, { people: number; reaches: readonly number[] }>();
  for (const { people, reaches } of groups) {
    if (reaches.length === 0) continue;
    const known = merged.get(reaches.join());
    merged.set(reaches.join(), { people: people + (known?.people ?? 0), reaches });
  }
  const classes = [{ people: 0, reaches: [] as readonly number[] }, ...merged.values()];
  // The map and its poles play no part here.
  const sets = finishSets(
    { places } as { territory: Territory; mode: Mode; places: number },
    { refined: classes.map((_, c) => c), runs: () => ({ ends: new Uint32Array(), classes: new Uint32Array() }) },
    (c, visit) => {
      for (const place of classes[c]!.reaches) visit(place);
    },
  );
  return { network: networkOf(sets, stores), weights: Float64Array.from(classes, ({ people }) => people) };
}

/** Small whole numbers of people, so that ties are everywhere. */
function randomInstance(seed: number, stores: number, candidates: number, groupCount: number, reach: number): Instance {
  const random = new SeededRandom(seed);
  const places = stores + candidates;
  const groups = Array.from({ length: groupCount }, () => ({
    people: random.int(4),
    reaches: Array.from({ length: places }, (_, place) => place).filter(() => random.next() < reach),
  }));
  return { stores, places, groups };
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const covered = ({ groups }: Instance, open: ReadonlySet<number>) =>
  sum(groups.filter(({ reaches }) => reaches.some((place) => open.has(place))).map(({ people }) => people));
const storesOf = ({ stores }: Instance) => Array.from({ length: stores }, (_, store) => store);
const reachedBy = ({ groups }: Instance, place: number) =>
  sum(groups.filter(({ reaches }) => reaches.includes(place)).map(({ people }) => people));

/** Looks at every store in every step. */
function eagerClosing(instance: Instance, closeCount: number, fixed: readonly number[] = []) {
  const open = new Set(storesOf(instance));
  const steps: { store: number; lost: number }[] = [];
  while (steps.length < closeCount && open.size > 1 && [...open].some((store) => !fixed.includes(store))) {
    const before = covered(instance, open);
    const options = [...open]
      .filter((store) => !fixed.includes(store))
      .map((store) => {
        const without = new Set(open);
        without.delete(store);
        return { store, lost: before - covered(instance, without), reached: reachedBy(instance, store) };
      })
      .sort((a, b) => a.lost - b.lost || a.reached - b.reached || a.store - b.store);
    const { store, lost } = options[0]!;
    open.delete(store);
    steps.push({ store, lost });
  }
  return steps;
}

function eagerOpening(instance: Instance, openCount: number, tooNear = (_a: number, _b: number) => false) {
  const open = new Set(storesOf(instance));
  const steps: { candidate: number; gained: number }[] = [];
  while (steps.length < openCount) {
    const before = covered(instance, open);
    const options = Array.from({ length: instance.places - instance.stores }, (_, i) => instance.stores + i)
      .filter((place) => !open.has(place) && !steps.some(({ candidate }) => tooNear(candidate, place)))
      .map((candidate) => ({ candidate, gained: covered(instance, new Set([...open, candidate])) - before }))
      .sort((a, b) => b.gained - a.gained || a.candidate - b.candidate);
    if (options.length === 0) break;
    open.add(options[0]!.candidate);
    steps.push(options[0]!);
  }
  return steps;
}

/** All ways to choose k of some places. */
function* choices(places: readonly number[], k: number): Generator<number[]> {
  if (k === 0) {
    yield [];
    return;
  }
  for (let i = 0; i + k <= places.length; i++) {
    for (const rest of choices(places.slice(i + 1), k - 1)) yield [places[i]!, ...rest];
  }
}

describe('closing plan', () => {
  it('is the plan of looking at every store in every step, on 200 instances with ties', () => {
    let ties = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const stores = 2 + random.int(seed % 10 === 0 ? 30 : 12);
      const instance = randomInstance(seed, stores, 0, 3 * stores, random.between(0.05, 0.4));
      const fixed = seed % 3 === 0 ? [random.int(stores)] : [];
      const { network, weights } = networkOfInstance(instance);
      const closeCount = 1 + random.int(stores + 2);
      const plan = closingPlan(network, weights, { closeCount, fixed });
      const expected = eagerClosing(instance, closeCount, fixed);
      expect(plan.steps.map(({ store, lost }) => ({ store, lost }))).toEqual(expected);
      expect(plan.endedBy).toBe(expected.length === closeCount ? 'count' : 'stores');
      const open = new Set(storesOf(instance));
      const before = covered(instance, open);
      plan.steps.forEach((step, i) => {
        open.delete(step.store);
        expect(step.covered).toBe(covered(instance, open));
        expect(step.lostInAll).toBe(before - step.covered);
        expect(step.coveredShare).toBe(before === 0 ? 1 : step.covered / before);
        if (i > 0 && step.lost === plan.steps[i - 1]!.lost) ties++;
      });
    }
    expect(ties).toBeGreaterThan(300);
  });

  it('breaks ties by fewest people reached, then by order', () => {
    // All of store 0's and 1's and 2's people have another store; 3 has people of its own.
    const groups = [
      { people: 5, reaches: [0, 3] },
      { people: 4, reaches: [1, 3] },
      { people: 4, reaches: [2, 3] },
      { people: 1, reaches: [3] },
    ];
    const { network, weights } = networkOfInstance({ stores: 4, places: 4, groups });
    const plan = closingPlan(network, weights, { closeCount: 4 });
    expect(plan.steps.map(({ store }) => store)).toEqual([1, 2, 0]);
    expect(plan.steps.map(({ lost }) => lost)).toEqual([0, 0, 0]);
    expect(plan.endedBy).toBe('stores');
  });

  it('says what the best choice of as many stores loses', () => {
    let gaps = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const instance = randomInstance(seed, 3 + random.int(7), 0, 30, 0.35);
      const { network, weights } = networkOfInstance(instance);
      const stores = storesOf(instance);
      const before = covered(instance, new Set(stores));
      closingPlan(network, weights, { closeCount: 8 }).steps.forEach(({ lostInAll, optimum }, i) => {
        const losses = [...choices(stores, i + 1)].map(
          (closed) => before - covered(instance, new Set(stores.filter((store) => !closed.includes(store)))),
        );
        expect(optimum).toMatchObject({
          kind: 'exact',
          value: Math.min(...losses),
          gap: lostInAll - Math.min(...losses),
        });
        if (optimum.gap === 0) return;
        gaps++;
        const left = new Set(stores.filter((store) => !optimum.places!.includes(store)));
        expect(before - covered(instance, left)).toBe(optimum.value);
      });
    }
    expect(gaps).toBeGreaterThan(5);
  });

  it('gives a bound below the best where choices are too many to count', () => {
    const instance = randomInstance(5, 60, 0, 900, 0.05);
    const { network, weights } = networkOfInstance(instance);
    const plan = closingPlan(network, weights, { closeCount: 25 });
    const bounds = plan.steps.filter(({ optimum }) => optimum.kind === 'bound');
    expect(bounds.length).toBeGreaterThan(3);
    const single = storesOf(instance).map((store) => {
      const rest = new Set(storesOf(instance).filter((other) => other !== store));
      return covered(instance, new Set(storesOf(instance))) - covered(instance, rest);
    });
    single.sort((a, b) => a - b);
    plan.steps.forEach(({ optimum, lostInAll }, i) => {
      expect(optimum.value).toBeGreaterThanOrEqual(sum(single.slice(0, i + 1)));
      expect(optimum.value).toBeLessThanOrEqual(lostInAll);
      expect(optimum.gap).toBe(lostInAll - optimum.value);
    });
  });

  it('bounds are never above the true least loss, where choices are not counted out', () => {
    let bounds = 0;
    for (const seed of [1]) {
      const instance = randomInstance(seed, 23, 0, 60, 0.08);
      const { network, weights } = networkOfInstance(instance);
      const total = covered(instance, new Set(storesOf(instance)));
      const mostKept = bestByMask(instance);
      closingPlan(network, weights, { closeCount: 22 }).steps.forEach(({ lostInAll, optimum }, i) => {
        const least = total - mostKept[22 - i]!;
        if (optimum.kind === 'exact') expect(optimum.value).toBe(least);
        else bounds++;
        expect(optimum.value).toBeLessThanOrEqual(least);
        expect(optimum.gap).toBe(lostInAll - optimum.value);
      });
    }
    expect(bounds).toBeGreaterThan(0);
  });

  it('keeps fixed stores out of the best choice as well', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const instance = randomInstance(seed, 7, 0, 25, 0.3);
      const { network, weights } = networkOfInstance(instance);
      const closable = [1, 2, 4, 5, 6];
      const before = covered(instance, new Set(storesOf(instance)));
      const plan = closingPlan(network, weights, { closeCount: 9, fixed: [0, 3] });
      expect(plan.steps).toHaveLength(5);
      plan.steps.forEach(({ store, optimum }, i) => {
        expect(closable).toContain(store);
        const losses = [...choices(closable, i + 1)].map(
          (closed) => before - covered(instance, new Set(storesOf(instance).filter((s) => !closed.includes(s)))),
        );
        expect(optimum).toMatchObject({ kind: 'exact', value: Math.min(...losses) });
      });
    }
  });
});

describe('opening plan', () => {
  it('is the plan of looking at every candidate in every step, on 200 instances with ties', () => {
    let ties = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const stores = random.int(5);
      const candidates = 1 + random.int(seed % 10 === 0 ? 60 : 12);
      const instance = randomInstance(seed, stores, candidates, 5 * candidates, random.between(0.05, 0.3));
      const { network, weights } = networkOfInstance(instance);
      const openCount = 1 + random.int(candidates + 2);
      const plan = openingPlan(network, weights, { openCount });
      const expected = eagerOpening(instance, openCount);
      expect(plan.steps.map(({ candidate, gained }) => ({ candidate, gained }))).toEqual(expected);
      expect(plan.endedBy).toBe(expected.length === openCount ? 'count' : 'candidates');
      const open = new Set(storesOf(instance));
      plan.steps.forEach((step, i) => {
        open.add(step.candidate);
        expect(step.covered).toBe(covered(instance, open));
        if (i === 0) return;
        expect(step.gained).toBeLessThanOrEqual(plan.steps[i - 1]!.gained);
        if (step.gained === plan.steps[i - 1]!.gained) ties++;
      });
    }
    expect(ties).toBeGreaterThan(300);
  });

  it('says what the best choice of as many candidates gains, and greedy keeps its guarantee', () => {
    let gaps = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const candidates = 4 + random.int(6);
      const instance = randomInstance(seed, 2, candidates, 40, 0.25);
      const { network, weights } = networkOfInstance(instance);
      const all = Array.from({ length: candidates }, (_, i) => 2 + i);
      const before = covered(instance, new Set([0, 1]));
      openingPlan(network, weights, { openCount: 6 }).steps.forEach(({ gainedInAll, optimum }, i) => {
        const gains = [...choices(all, i + 1)].map((opened) => covered(instance, new Set([0, 1, ...opened])) - before);
        const best = Math.max(...gains);
        expect(optimum).toMatchObject({ kind: 'exact', value: best, gap: best - gainedInAll });
        expect(gainedInAll).toBeGreaterThanOrEqual((1 - 1 / Math.E) * best);
        if (optimum.gap === 0) return;
        gaps++;
        expect(covered(instance, new Set([0, 1, ...optimum.places!])) - before).toBe(best);
      });
    }
    expect(gaps).toBeGreaterThan(5);
  });

  it('bounds are never below the true best, where choices are not counted out', () => {
    // 23 candidates: 12 of them in 1,352,078 ways, too many to count out but for the test.
    let bounds = 0;
    for (const seed of [3]) {
      const instance = randomInstance(seed, 0, 23, 40, 0.12);
      const { network, weights } = networkOfInstance(instance);
      const best = bestByMask(instance);
      openingPlan(network, weights, { openCount: 23 }).steps.forEach(({ gainedInAll, optimum }, i) => {
        if (optimum.kind === 'exact') expect(optimum.value).toBe(best[i + 1]);
        else bounds++;
        expect(optimum.value).toBeGreaterThanOrEqual(best[i + 1]!);
        expect(optimum.gap).toBe(optimum.value - gainedInAll);
      });
    }
    expect(combinations(23, 12)).toBe(Infinity);
    expect(bounds).toBeGreaterThan(0);
  });

  it('keeps opened candidates apart, in the plan and in the best choice', () => {
    let spaced = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const instance = randomInstance(seed, 1, 8, 30, 0.3);
      const places = Array.from({ length: 9 }, () => ({ lat: random.between(0, 0.1), lng: random.between(0, 0.1) }));
      const tooNear = spacing(places, 5000);
      const { network, weights } = networkOfInstance(instance);
      const plan = openingPlan(network, weights, { openCount: 8, tooNear });
      expect(plan.steps.map(({ candidate, gained }) => ({ candidate, gained }))).toEqual(
        eagerOpening(instance, 8, tooNear),
      );
      if (plan.endedBy === 'spacing') spaced++;
      const before = covered(instance, new Set([0]));
      const all = Array.from({ length: 8 }, (_, i) => 1 + i);
      plan.steps.forEach(({ optimum }, i) => {
        const gains = [...choices(all, i + 1)]
          .filter((opened) => opened.every((a) => opened.every((b) => a === b || !tooNear(a, b))))
          .map((opened) => covered(instance, new Set([0, ...opened])) - before);
        expect(optimum).toMatchObject({ kind: 'exact', value: Math.max(...gains) });
      });
    }
    expect(spaced).toBeGreaterThan(30);
  });
});

/** Most that any k candidates cover, by k, over all subsets; a bit per candidate. */
function bestByMask({ places, groups }: Instance): number[] {
  const best = Array.from({ length: places + 1 }, () => 0);
  const masks = groups.map(({ reaches }) => reaches.reduce((mask, place) => mask | (1 << place), 0));
  // Walk the subsets in Gray code order, keeping how many chosen candidates each group has.
  const counts = groups.map(() => 0);
  let people = 0;
  let chosen = 0;
  let subset = 0;
  for (let step = 1; step < 1 << places; step++) {
    const flipped = 1 << (31 - Math.clz32(step & -step));
    subset ^= flipped;
    const change = (subset & flipped) !== 0 ? 1 : -1;
    chosen += change;
    for (let g = 0; g < groups.length; g++) {
      if ((masks[g]! & flipped) === 0) continue;
      if (counts[g] === 0) people += groups[g]!.people;
      counts[g]! += change;
      if (counts[g] === 0) people -= groups[g]!.people;
    }
    if (people > best[chosen]!) best[chosen] = people;
  }
  return best;
}

describe('relocation plan', () => {
  it('opens first, closes in the new network, and accounts for everyone', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const instance = randomInstance(seed, 6, 5, 40, 0.25);
      const { network, weights } = networkOfInstance(instance);
      const plan = relocationPlan(network, weights, { openCount: 2 }, { closeCount: 3, fixed: [2] });
      expect(plan.opening).toEqual(openingPlan(network, weights, { openCount: 2 }));
      const opened = plan.opening.steps.map(({ candidate }) => candidate);
      const open = new Set([...storesOf(instance), ...opened]);
      expect(plan.coveredBefore).toBe(covered(instance, new Set(storesOf(instance))));
      for (const { store, lost, covered: left } of plan.closing.steps) {
        const options = [...open]
          .filter((other) => other < 6 && other !== 2)
          .map((other) => covered(instance, open) - covered(instance, new Set([...open].filter((s) => s !== other))));
        expect(lost).toBe(Math.min(...options));
        open.delete(store);
        expect(left).toBe(covered(instance, open));
      }
      expect(plan.coveredAfter).toBe(covered(instance, open));
      const after = new Set([...storesOf(instance), ...opened]);
      const losses = [...choices([0, 1, 3, 4, 5], 3)].map(
        (closed) =>
          covered(instance, after) - covered(instance, new Set([...after].filter((s) => !closed.includes(s)))),
      );
      expect(plan.closing.steps[2]!.optimum).toMatchObject({ kind: 'exact', value: Math.min(...losses) });
    }
  });
});

describe('figures of a network', () => {
  it('equal those of plain sets, with their identities, on random networks of 2 to 500 stores', () => {
    for (const [seed, stores] of [2, 3, 7, 20, 60, 200, 500].entries()) {
      const random = new SeededRandom(seed);
      const instance = randomInstance(seed, stores, 3, 500, Math.min(0.5, 6 / stores));
      const groups = instance.groups.map((group) => ({ ...group, people: exactPeople(random.between(0, 90)) }));
      const { network, weights } = networkOfInstance({ ...instance, groups });
      const reach = networkReach(network, weights);
      const storesReached = groups.map(({ reaches }) => reaches.filter((place) => place < stores));
      const count = (test: (reached: readonly number[]) => boolean) =>
        sum(groups.filter((_, g) => test(storesReached[g]!)).map(({ people }) => people));
      expect(reach.one).toBe(count((reached) => reached.length === 1));
      expect(reach.twoPlus).toBe(count((reached) => reached.length > 1));
      expect(reach.covered).toBe(count((reached) => reached.length > 0));
      expect(reach.sharedShare).toBe(reach.twoPlus / reach.covered);
      reach.stores.forEach(({ reached, exclusive, shared }, store) => {
        expect(reached).toBe(count((of) => of.includes(store)));
        expect(exclusive).toBe(count((of) => of.length === 1 && of[0] === store));
        expect(exclusive + shared).toBe(reached);
      });
      expect(sum(reach.stores.map(({ exclusive }) => exclusive))).toBe(reach.one);
      expect(sum(reach.stores.map(({ reached }) => reached))).toBe(
        sum(groups.map(({ people }, g) => people * storesReached[g]!.length)),
      );
      const pairs = overlaps(network, weights);
      for (const { first, second, shared } of pairs.filter((_, i) => i % 37 === 0)) {
        expect(shared).toBe(count((of) => of.includes(first) && of.includes(second)));
      }
      expect(sum(pairs.map(({ shared }) => shared))).toBe(
        sum(groups.map(({ people }, g) => (people * storesReached[g]!.length * (storesReached[g]!.length - 1)) / 2)),
      );
      const ranked = pairs.map(({ shared }) => shared);
      expect(ranked).toEqual([...ranked].sort((a, b) => b - a));
      const byStore = overlapsByStore(stores, pairs);
      expect(sum(byStore.map((list) => list.length))).toBe(2 * pairs.length);
    }
  });

  it('keeps the identities of overlap measures that Esri publishes', () => {
    // A1 = |A|/|B| 93.7 %, A2 = |A∩B|/|A∪B| 15.9 %, A3 = |A∩B|/|A| 28.4 %, A4 = |A∩B|/|B| 26.6 % (Esri, measure cannibalization).
    const groups = [
      { people: 671, reaches: [0] },
      { people: 266, reaches: [0, 1] },
      { people: 734, reaches: [1] },
    ];
    const { network, weights } = networkOfInstance({ stores: 2, places: 2, groups });
    const { stores, covered: union } = networkReach(network, weights);
    const [pair] = overlaps(network, weights);
    expect(stores[0]!.reached / stores[1]!.reached).toBeCloseTo(0.937, 3);
    expect(pair!.shared / union).toBeCloseTo(0.159, 3);
    expect(pair!.shared / stores[0]!.reached).toBeCloseTo(0.284, 3);
    expect(pair!.shared / stores[1]!.reached).toBeCloseTo(0.266, 3);
  });

  it('two stores at one place have nobody to themselves', () => {
    const groups = [
      { people: 10, reaches: [0, 1] },
      { people: 5, reaches: [0, 1, 2] },
      { people: 3, reaches: [2] },
    ];
    const { network, weights } = networkOfInstance({ stores: 3, places: 3, groups });
    expect(networkReach(network, weights).stores).toEqual([
      { reached: 15, exclusive: 0, shared: 15 },
      { reached: 15, exclusive: 0, shared: 15 },
      { reached: 8, exclusive: 3, shared: 5 },
    ]);
  });
});
