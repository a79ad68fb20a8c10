import { storeTimes } from '@hinterland/engine/market';
import type { Ground } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

const SEED = 20261127;
const POINTS = 300;
const PLACES = 420;
const LIMIT_SECONDS = 1800;

/** People at random addresses of a territory, each with the same spend but for chance, and addresses where stores may be, by car. */
export function groundOf(territory: Territory): Ground {
  const random = new SeededRandom(SEED);
  const { rows, latMicrodegrees, lngMicrodegrees } = territory.poles;
  const poles = Uint32Array.from(random.shuffle(Array.from({ length: rows }, (_, i) => i)).slice(0, POINTS));
  const places: Ground['places'][number][] = [];
  while (places.length < PLACES) {
    const asked = Array.from({ length: PLACES }, () => random.int(rows)).map((pole) => ({
      lat: latMicrodegrees[pole]! / 1e6,
      lng: lngMicrodegrees[pole]! / 1e6,
    }));
    const steps = storeTimes(territory, {
      poles,
      stores: asked,
      mode: 'car',
      traffic: 'normal',
      limitSeconds: LIMIT_SECONDS,
    });
    asked.forEach((place, i) => {
      const found = steps[i];
      if (found !== null && found !== undefined && places.length < PLACES) places.push({ ...place, steps: found });
    });
  }
  return { demand: Float64Array.from(poles, () => Math.exp(12 + 0.7 * random.normal())), places };
}
