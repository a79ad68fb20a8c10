import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { type CalibrationMarket, calibrateToOrigins, calibrateToSales } from './calibrate.ts';
import { type Decay, decayAt, type HuffParameters, STEPS_PER_SECOND } from './decay.ts';
import { huff, marketOf, storeSales, storeShare } from './huff.ts';

const parameters = (attractionExponent: number, decay: Decay): HuffParameters => ({
  attractionExponent,
  decay,
  floorSeconds: 60,
  limitSeconds: 1200,
});
const power = (exponent: number): Decay => ({ kind: 'power', exponent });
const START = parameters(0.9, power(2));
const outsideUtility = (under: HuffParameters) => 800 ** under.attractionExponent * decayAt(under, 1200);

/** A city of 150 points and 15 stores in which everything is a matter of chance. */
function city(start: HuffParameters = START): CalibrationMarket {
  const random = new SeededRandom(11);
  const points = Array.from({ length: 150 }, () => [random.next() * 15, random.next() * 15] as const);
  const stores = Array.from({ length: 15 }, () => {
    const [x, y] = [random.next() * 15, random.next() * 15];
    const steps = Uint16Array.from(points, ([px, py]) =>
      Math.round(Math.hypot(px - x, py - y) * 60 * STEPS_PER_SECOND),
    );
    return { attraction: Math.exp(random.between(Math.log(100), Math.log(5000))), steps };
  });
  const demand = Float64Array.from(points, () => random.between(1e5, 1e6));
  return { demand, stores, parameters: start, outsideUtility };
}
const salesUnder = (of: CalibrationMarket, truth: HuffParameters) =>
  storeSales(huff(marketOf(truth, of.demand, of.stores, outsideUtility(truth))));

describe('calibrateToSales', () => {
  it.each([
    [0.6, power(1.3)],
    [1.2, power(2.7)],
    [0.8, { kind: 'exponential', perMinute: 0.3 } as const],
  ])('finds the parameters that made the sales: α %f, %j', (alpha, decay) => {
    const start = decay.kind === 'power' ? START : parameters(0.9, { kind: 'exponential', perMinute: 0.1 });
    const of = city(start);
    const truth = parameters(alpha, decay);
    const sales = salesUnder(of, truth);
    const found = calibrateToSales(
      of,
      Array.from(sales.subarray(0, 12), (value, store) => ({ store, sales: value })),
    );
    expect(found.parameters.attractionExponent).toBeCloseTo(alpha, 2);
    const decayOf = ({ decay: d }: HuffParameters) => (d.kind === 'power' ? d.exponent : d.perMinute);
    expect(decayOf(found.parameters)).toBeCloseTo(decayOf(truth), 2);
    expect(found.after.rSquared).toBeGreaterThan(0.9999);
    expect(found.after.meanAbsolutePercentageError).toBeLessThan(0.01);
    expect(found.before.meanAbsolutePercentageError).toBeGreaterThan(found.after.meanAbsolutePercentageError!);
    expect(found.atBound).toEqual([]);
  });

  it('finds them under noise, and through a free scale when shops sell a third of their sector', () => {
    const of = city();
    const random = new SeededRandom(3);
    const noisy = [...salesUnder(of, parameters(1.1, power(1.5)))].map((value, store) => ({
      store,
      sales: (value / 3) * Math.exp(random.between(-0.1, 0.1)),
    }));
    const free = calibrateToSales(of, noisy, { freeScale: true });
    expect(free.scale).toBeGreaterThan(0.3);
    expect(free.scale).toBeLessThan(0.37);
    expect(free.parameters.attractionExponent).toBeCloseTo(1.1, 0);
    expect(Math.abs((free.parameters.decay as { exponent: number }).exponent - 1.5)).toBeLessThan(0.2);
    expect(free.after.meanAbsolutePercentageError).toBeLessThan(0.1);
    expect(free.modelled).toHaveLength(noisy.length);
    const bound = calibrateToSales(of, noisy);
    expect(bound.scale).toBe(1);
    expect(bound.after.globalError!).toBeGreaterThan(free.after.globalError!);
  });

  it('leaves α alone when told to, and names parameters that end at a bound', () => {
    const of = city();
    const sales = [...salesUnder(of, parameters(0.9, power(5)))].map((value, store) => ({ store, sales: value }));
    const found = calibrateToSales(of, sales, { fixedAttraction: true });
    expect(found.parameters.attractionExponent).toBe(0.9);
    expect(found.parameters.decay).toEqual(power(4));
    expect(found.atBound).toEqual(['decay']);
  });

  it('is never worse than where it began, and the same every time', () => {
    const of = city();
    const random = new SeededRandom(5);
    const anything = of.stores.map((_, store) => ({ store, sales: random.between(1, 1e6) }));
    const found = calibrateToSales(of, anything);
    expect(calibrateToSales(of, anything)).toEqual(found);
    expect(found.evaluations).toBeLessThan(400);
  });

  it('says what it cannot use', () => {
    const of = city();
    expect(() => calibrateToSales(of, [{ store: 0, sales: 5 }])).toThrow(/too few.*at least 3/);
    const bad = [1, 2, 0].map((sales, store) => ({ store, sales }));
    expect(() => calibrateToSales(of, bad)).toThrow(/above 0/);
    expect(() => calibrateToSales(of, bad, { checkpoint: () => undefined })).toThrow(/above 0/);
  });
});

describe('calibrateToOrigins', () => {
  const of = city();
  const truth = parameters(0.9, power(1.4));
  const model = huff(marketOf(truth, of.demand, of.stores, outsideUtility(truth)));
  const zones = Array.from({ length: 15 }, (_, zone) => Uint32Array.from({ length: 10 }, (_, i) => 10 * zone + i));
  const observed = [0, 1, 2].flatMap((store) =>
    zones.map((points) => ({
      store,
      points,
      customers: points.reduce((sum, point) => sum + of.demand[point]! * storeShare(model, store, point), 0) / 1000,
    })),
  );

  it('finds the decay that sent the customers', () => {
    const found = calibrateToOrigins(of, observed, { fixedAttraction: true });
    expect((found.parameters.decay as { exponent: number }).exponent).toBeCloseTo(1.4, 2);
    expect(found.after.rSquared).toBeGreaterThan(0.9999);
    expect(found.after.globalError).toBeLessThan(0.01);
    expect(found.before.globalError).toBeGreaterThan(0.05);
  });

  it('does not mind how many customers a store counted', () => {
    const more = observed.map((each) => (each.store === 1 ? { ...each, customers: 7 * each.customers } : each));
    const found = calibrateToOrigins(of, more, { fixedAttraction: true });
    expect((found.parameters.decay as { exponent: number }).exponent).toBeCloseTo(1.4, 2);
  });

  it('says what it cannot use', () => {
    expect(() => calibrateToOrigins(of, observed.slice(0, 2))).toThrow(/two origins/);
    const negative = observed.map((each, i) => (i === 3 ? { ...each, customers: -1 } : each));
    expect(() => calibrateToOrigins(of, negative)).toThrow(/0 or more/);
  });
});
