import { BoxTree, oncePer } from '@hinterland/geo';
import { poleBoxes } from '@hinterland/territory';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import type { Layer, TileFeature, TileSource } from './layer.ts';

const trees = oncePer(
  (source: TileSource) => new BoxTree(source.poles.rows, source.derived?.poleBoxes ?? poleBoxes(source.poles)),
);

/** Rows of addresses in the order of their poles. */
const byPole = oncePer((source: TileSource) => {
  const { addresses, search } = source;
  if (search !== null) return search.poles.address;
  return Uint32Array.from({ length: addresses.rows }, (_, row) => row).sort(
    (a, b) => addresses.pole[a]! - addresses.pole[b]! || a - b,
  );
});

/** One point per pole that has an address, with the numbers that stand there. */
export const addresses: Layer = {
  name: 'address',
  description: 'Address points',
  fields: { number: 'House numbers of the point; absent where it has none', street: 'Street of the first address' },
  minZoom: 16,
  draw(source, { box, canvas }) {
    const { poles } = source;
    const features: TileFeature[] = [];
    trees(source).visitBox(box.west, box.south, box.east, box.north, (pole) => {
      const point = canvas.point(mercatorX(poles.lngMicrodegrees[pole]!), mercatorY(poles.latMicrodegrees[pole]!));
      if (point === null) return;
      const tags = addressOf(source, pole);
      if (tags !== null) features.push({ id: pole, type: 1, geometry: [[point]], tags });
    });
    return features;
  },
};

/** Street and numbers at a pole; null where it has no address. */
function addressOf(source: TileSource, pole: number): Record<string, string> | null {
  const { addresses, texts } = source;
  const order = byPole(source);
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (addresses.pole[order[middle]!]! < pole) low = middle + 1;
    else high = middle;
  }
  if (low === order.length || addresses.pole[order[low]!] !== pole) return null;
  const numbers = new Set<string>();
  for (let i = low; i < order.length && addresses.pole[order[i]!] === pole; i++) {
    const number = addresses.number.at(order[i]!);
    const last = addresses.numberLast.at(order[i]!);
    if (number !== '') numbers.add(last === '' ? number : `${number}–${last}`);
  }
  const street = texts.text.at(addresses.street[order[low]!]!);
  const shown = [...numbers].slice(0, 3).join(', ');
  return { ...(shown === '' ? {} : { number: shown }), ...(street === '' ? {} : { street }) };
}
