import { BoxTree, oncePer } from '@hinterland/geo';
import { poleBoxes, STORE_STATES } from '@hinterland/territory';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import type { Layer, TileFeature, TileSource } from './layer.ts';

const CLOSED = STORE_STATES.indexOf('closed');

const trees = oncePer(({ players }: TileSource) => {
  const stores = players?.stores;
  return stores === undefined
    ? new BoxTree(0, poleBoxes({ lngMicrodegrees: new Int32Array(0), latMicrodegrees: new Int32Array(0) }))
    : new BoxTree(stores.rows, poleBoxes(stores));
});

/** Stores that are not known to be closed. */
export const stores: Layer = {
  name: 'store',
  description: 'Stores by sector',
  fields: { sector: 'Code of its sector', name: 'Name', brand: 'Brand; absent without one' },
  minZoom: 13,
  draw(source, { box, canvas, coarseness }) {
    if (source.players == null) return [];
    const { stores: table, sectors, brands } = source.players;
    const features: TileFeature[] = [];
    trees(source).visitBox(box.west, box.south, box.east, box.north, (row) => {
      if (table.state[row] === CLOSED || row % coarseness !== 0) return;
      const point = canvas.point(mercatorX(table.lngMicrodegrees[row]!), mercatorY(table.latMicrodegrees[row]!));
      if (point === null) return;
      const brand = table.brand[row]!;
      const tags = {
        sector: sectors.code.at(table.sector[row]!),
        name: table.name.at(row),
        ...(brand < 0 ? {} : { brand: brands.name.at(brand) }),
      };
      features.push({ id: row, type: 1, geometry: [[point]], tags });
    });
    return features;
  },
};
