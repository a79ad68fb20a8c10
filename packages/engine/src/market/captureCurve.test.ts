import { sectorOf } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { captureCurve, capturedUnder } from './captureCurve.ts';
import { huff, marketOf, marketStore } from './huff.ts';
import { huffParametersOf, outsideOptionOf, type SectorMarket } from './sectorMarket.ts';
import { openingEffect } from './siteEffect.ts';

const sector = sectorOf('food.bakery')!;
const parameters = huffParametersOf(sector);
const outside = outsideOptionOf(sector, parameters);

/** A drawn market: 3,000 points, 12 stores, times to a new one. */
function drawn(seed: number, factor: number, outsideFactor: number) {
  const random = new SeededRandom(seed);
  const steps = () =>
    Uint16Array.from({ length: 3000 }, () => (random.next() < 0.1 ? 0xffff : 100 + random.int(11_900)));
  const demand = Float64Array.from({ length: 3000 }, () => 50 * random.next());
  const stores = Array.from({ length: 12 }, () => ({ attraction: 20 + random.int(400), steps: steps() }));
  const opened = marketStore(parameters, 80, steps());
  const scaled = stores.map((one) => ({
    ...one,
    attraction: one.attraction * factor ** (1 / parameters.attractionExponent),
  }));
  return { model: huff(marketOf(parameters, demand, scaled, outsideFactor * outside.utility)), opened };
}

it.each([
  [1, 1],
  [3, 1],
  [0.2, 1],
  [1, 4],
  [2, 0.5],
])(
  'stores worth %f and elsewhere worth %f times as much: what the model gives, within a hundredth',
  (factor, elsewhere) => {
    for (let seed = 1; seed <= 5; seed++) {
      const plain = drawn(seed, 1, 1);
      const curve = captureCurve({ model: plain.model, outside } as SectorMarket, plain.opened);
      const { model, opened } = drawn(seed, factor, elsewhere);
      const { captured } = openingEffect(model, opened, []);
      expect(capturedUnder(curve, factor, elsewhere) / captured).toBeGreaterThan(0.99);
      expect(capturedUnder(curve, factor, elsewhere) / captured).toBeLessThan(1.01);
      expect(curve.demand.length).toBeLessThan(1000);
    }
  },
);
