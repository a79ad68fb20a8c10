import { SeededRandom, toDegrees } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

export interface Spot {
  readonly lat: number;
  readonly lng: number;
}

/** Up to some 30 m: another place than the pole, on the same street. */
const BESIDE_DEGREES = 3e-4;

/** Places without end, each beside a pole that is drawn from a seed, so that hardly two are alike. */
export function* spots({ poles }: Territory, seed: number): Generator<Spot, never> {
  const random = new SeededRandom(seed);
  const beside = () => (random.next() - 0.5) * 2 * BESIDE_DEGREES;
  for (;;) {
    const pole = Math.floor(random.next() * poles.rows);
    yield {
      lat: toDegrees(poles.latMicrodegrees[pole]!) + beside(),
      lng: toDegrees(poles.lngMicrodegrees[pole]!) + beside(),
    };
  }
}
